import { takesFile } from '../../../interface/content/file-operations.ts';
import { mediaKindOf } from '../../../interface/content/media-kind.ts';
import { createHash } from 'node:crypto';
import type { SentFile } from '../../../interface/content/multipart.ts';
import type { Interface, Operation } from '../../../interface/model.ts';
import { plainText } from '../../../json/lossless.ts';
import { behindEntry, filledInOrder, templateOf } from '../../../interface/resources/places/places.ts';
import { partOf, type Resource, resourcesOf } from '../../../interface/resources/resources.ts';
import { downloadsOf, toldOfFiles } from '../../../interface/resources/uploads.ts';
import { mayTell } from '../../../interface/resources/told-values.ts';
import type { ToldOfFile } from '../../../interface/resources/words/told-files.ts';
import { fromPointer, valueAt } from '../../../json/pointer.ts';
import { isList, isName, isObject, type Json, memberOf } from '../../../json/value.ts';
import { changedAt, placeOfEntry } from '../said-in-words.ts';
import { isRefusal, type KeptFiles, type Reply, type Stages, type Visit } from '../stages/stages.ts';

/** Files that clients upload: they come back as they were sent, and their entries tell of them. */

/** The path of the entry that an answer shows, by its identity. */
function pathOf({ itemPath, identity }: Resource, { pathValues }: Visit, entry: Json): string | undefined {
  const name = isObject(entry) ? memberOf(entry, identity ?? '') : undefined;
  if (itemPath === undefined || !isName(name)) return undefined;
  const count = itemPath.split('{').length - 2;
  return filledInOrder(itemPath, [...[...pathValues.values()].slice(0, count), plainText(name)]);
}

/** The path of the entry that a path leads right below. */
function entryAbove(document: Interface, { path }: Operation, { pathValues }: Visit): string | undefined {
  const above = resourcesOf(document).flatMap(({ itemPath }) =>
    itemPath !== undefined && itemPath !== path && behindEntry(itemPath, path) !== undefined
      ? [itemPath]
      : [],
  );
  const [nearest] = above.toSorted((a, b) => b.length - a.length);
  return nearest === undefined ? undefined : filledInOrder(nearest, [...pathValues.values()]);
}

function valueFor(what: ToldOfFile, { bytes, fileName }: SentFile): Json | undefined {
  switch (what.says) {
    case 'size':
      return bytes.length;
    case 'name':
      return fileName;
    case 'digest':
      return createHash(what.algorithm).update(bytes).digest('hex');
  }
}

/** An entry with what it tells of the file that it was made of. */
function telling(resource: Resource, visit: Visit, files: KeptFiles, entry: Json): Json {
  const told = toldOfFiles(resource);
  const file = files.fileAt(pathOf(resource, visit, entry) ?? '');
  if (file === undefined || !isObject(entry)) return entry;
  const values = [...told].flatMap(([name, what]): (readonly [string, Json])[] => {
    const value = valueFor(what, file);
    const isFit = value !== undefined && mayTell(resource, name, value);
    return isFit ? [[name, value]] : [];
  });
  return { ...entry, ...Object.fromEntries(values) };
}

/** The media type of a file that is given back: what the answer would have, or a documented one where that would be JSON which is not documented. */
function mediaTypeOf({ responses }: Operation, { mediaType }: SentFile, { status, body }: Reply): string {
  const usual = mediaType ?? 'application/octet-stream';
  const documented = responses.find((one) => one.status === String(status))?.representations ?? [];
  const types = documented.map((one) => one.mediaType);
  if (body.kind === 'none') return usual;
  if (body.kind !== 'json' || types.some((type) => type === '*/*' || mediaKindOf(type) === 'json'))
    return body.mediaType;
  return types.includes(usual) ? usual : (types[0] ?? usual);
}

/** A responder that keeps what is uploaded and gives it back. `files`: where they are kept. */
export function withFiles(
  document: Interface,
  files: KeptFiles | undefined,
  respond: Stages['respond'],
): Stages['respond'] {
  const downloads = new Set(downloadsOf(document).map(({ operation }) => operation));
  const tells = resourcesOf(document).some((resource) => toldOfFiles(resource).size > 0);
  if (files === undefined || (downloads.size === 0 && !tells)) return respond;

  function keep(operation: Operation, file: SentFile, visit: Visit, reply: Reply): void {
    const { resource, part } = partOf(document, operation) ?? {};
    const value = reply.body.kind === 'json' ? reply.body.value : null;
    const shown = isList(value) && value.length === 1 ? (value[0] ?? null) : value;
    const entry = resource === undefined ? shown : (valueAt(shown, placeOfEntry(shown, resource)) ?? null);
    const made = resource === undefined || part !== 'create' ? undefined : pathOf(resource, visit, entry);
    const own = filledInOrder(templateOf(operation), [...visit.pathValues.values()]);
    const above = part === undefined ? entryAbove(document, operation, visit) : undefined;
    for (const path of [made ?? own, above]) if (path !== undefined) files?.keepFile(path, file);
  }

  return (content, visit, stages) => {
    const reply = respond(content, visit, stages);
    const { operation, pathValues } = visit;
    if (operation === undefined || isRefusal(reply) || reply.status >= 300) return reply;
    const file = content.kind === 'absent' ? undefined : content.file;
    if (file !== undefined && takesFile(operation)) keep(operation, file, visit, reply);
    if (downloads.has(operation)) {
      const own = filledInOrder(templateOf(operation), [...pathValues.values()]);
      const kept = files.fileAt(own) ?? files.fileAt(entryAbove(document, operation, visit) ?? '');
      if (kept === undefined) return reply;
      return {
        ...reply,
        body: { kind: 'bytes', mediaType: mediaTypeOf(operation, kept, reply), bytes: kept.bytes },
      };
    }
    const { resource, part } = partOf(document, operation) ?? {};
    const isTold = resource !== undefined && toldOfFiles(resource).size > 0;
    if (!isTold || reply.body.kind !== 'json') return reply;
    const { value } = reply.body;
    const place =
      part === 'list' ? fromPointer(resource.entries?.pointer ?? '') : placeOfEntry(value, resource);
    const shown = changedAt(value, place, (entry) => telling(resource, visit, files, entry));
    return { ...reply, body: { ...reply.body, value: shown } };
  };
}
