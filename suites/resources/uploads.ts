import { takesFile } from '../../src/interface/content/file-operations.ts';
import { crc32 } from 'node:zlib';
import { type FileKind, fileKindOf, PNG_COMMENT, PNG_HEAD_BYTES } from '../../src/interface/content/files.ts';
import { mediaKindOf } from '../../src/interface/content/media-kind.ts';
import { filePart, multipartTypeOf } from '../../src/interface/content/multipart.ts';
import type { Operation } from '../../src/interface/model.ts';
import { behindEntry, placeOf } from '../../src/interface/resources/places/places.ts';
import { type Resource, resourcesOf } from '../../src/interface/resources/resources.ts';
import { type Download, downloadsOf, fileSent, toldOfFiles } from '../../src/interface/resources/uploads.ts';
import { isObject, type Json } from '../../src/json/value.ts';
import { requestRepresentation, validatorOf } from '../../src/oracle/contract.ts';
import { allowedIn, makeEntry, sendToEntry } from '../../src/session/entries/entry-requests.ts';
import { livingOf } from '../../src/session/entries/own-things.ts';
import { placeInside } from '../../src/session/entries/places/place-inside.ts';
import { type ProbeContext, requestFor } from '../../src/session/probe.ts';
import { markedBody } from '../../src/session/requests/marked.ts';
import { look, probeOfLives, sendAs } from './steps.ts';

/** Files of the run, uploaded and downloaded again: bytes that are no text, and two files that are not mixed up. */

/** So many operations that give files back are asked. */
const MOST_ASKED = 6;

/** Every byte once, with what ends lines and texts between them. */
const EVERY_BYTE = String.fromCharCode(...Array.from({ length: 256 }, (_, byte) => byte));

/** A file that nothing but a file is: every byte, and a marker of the run. A string of bytes. */
function oddFile(context: ProbeContext): string {
  return `${EVERY_BYTE}\r\n${context.marker()}\0\n`;
}

/** A picture that no other one is the same as: with a marker of the run as its comment. A string of bytes. */
function ownPicture(context: ProbeContext, { content }: FileKind): string {
  const chunk = Buffer.from(`${PNG_COMMENT}${context.marker()}`, 'latin1');
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(chunk.length - 4);
  sum.writeUInt32BE(crc32(chunk));
  const comment = Buffer.concat([length, chunk, sum]).toString('latin1');
  return `${content.slice(0, PNG_HEAD_BYTES)}${comment}${content.slice(PNG_HEAD_BYTES)}`;
}

/** A file for an operation that is none of any other upload: an odd one where it was served one of no kind that services look for. */
function ownFile(context: ProbeContext, operation: Operation): string | undefined {
  const served = context.baselines.servedBody(operation);
  const representation = requestRepresentation(operation);
  if (served === undefined || representation === undefined) return undefined;
  const isForm = mediaKindOf(representation.mediaType) === 'multipart';
  const file = fileSent(isForm ? multipartTypeOf(served) : representation.mediaType, served);
  if (file === undefined) return undefined;
  const kind = fileKindOf(Buffer.from(file.bytes).toString('latin1'));
  if (kind === undefined) return oddFile(context);
  return kind.extension === 'png' ? ownPicture(context, kind) : undefined;
}

/** The body of an upload with a file of its own in it; `undefined` where there is none of that. */
function oddBody(
  context: ProbeContext,
  operation: Operation,
  label: string,
): { readonly json: Json } | { readonly bytes: Uint8Array } | undefined {
  const representation = requestRepresentation(operation);
  const file = ownFile(context, operation);
  if (representation === undefined || file === undefined) return undefined;
  const { schema, mediaType } = representation;
  if (mediaKindOf(mediaType) === 'binary') return { bytes: Buffer.from(file, 'latin1') };
  const name = filePart(schema);
  const body = markedBody(context, operation, { optional: 'all', through: `/${name ?? ''}`, label });
  if (name === undefined || !isObject(body)) return undefined;
  const json = { ...body, [name]: file };
  return validatorOf(schema)(json).length === 0 ? { json } : undefined;
}

/** Makes an entry with an odd file, or with another one where that can't be. Returns its path. */
async function makeOf(context: ProbeContext, resource: Resource, label: string): Promise<string | undefined> {
  const { create } = resource;
  const isMaker = allowedIn(context)(create) && takesFile(create);
  const body = isMaker ? oddBody(context, create, label) : undefined;
  if (body === undefined || create === undefined) return makeEntry(context, resource, label);
  const known = new Set(livingOf(context.session, resource).map(({ path }) => path));
  const spec = requestFor(context, create, { probe: `${label}-odd`, intent: 'ordinary', body });
  if (spec !== undefined) await sendAs(context, spec, ['ordinary', 'unusual-text']);
  const made = livingOf(context.session, resource).find(({ path }) => !known.has(path));
  return made?.path ?? makeEntry(context, resource, label);
}

/** Puts an odd file at a place inside of an entry. */
async function put(context: ProbeContext, upload: Operation, entry: string, label: string): Promise<void> {
  const body = oddBody(context, upload, label);
  const path = placeInside(context.session, entry, upload);
  const plain = { probe: label, intent: 'ordinary', path } as const;
  const spec = requestFor(context, upload, body === undefined ? plain : { ...plain, body });
  if (spec !== undefined) await sendAs(context, spec, ['ordinary', 'unusual-text']);
}

/** The entries that an operation is about: those of the nearest resource that its path leads through. */
function holderOf({ document }: ProbeContext, { path }: Operation): Resource | undefined {
  return resourcesOf(document)
    .filter(({ itemPath }) => itemPath !== undefined && behindEntry(itemPath, path) !== undefined)
    .toSorted((a, b) => b.path.length - a.path.length)[0];
}

async function sendAndTake(context: ProbeContext, { operation }: Download): Promise<void> {
  const { document, session } = context;
  const isAllowed = allowedIn(context);
  const holder = holderOf(context, operation);
  if (holder === undefined) return;
  const label = `resources/uploads/${operation.id}`;
  const take = (entry: string, when: string): Promise<unknown> =>
    sendToEntry(context, operation, placeInside(session, entry, operation), {
      probe: `${label}/${when}`,
      intent: 'ordinary',
    });
  const first = await makeOf(context, holder, `${label}/make`);
  const second = first === undefined ? undefined : await makeOf(context, holder, `${label}/make-other`);
  if (first === undefined) return;
  const uploads = document.operations.filter(
    (one) => isAllowed(one) && takesFile(one) && placeOf(one.path) === placeOf(operation.path),
  );
  for (const [at, upload] of uploads.entries()) {
    await put(context, upload, first, `${label}/put-${String(at + 1)}`);
    if (second !== undefined) await put(context, upload, second, `${label}/put-other-${String(at + 1)}`);
    await take(first, `read-${String(at + 1)}`);
    await put(context, upload, first, `${label}/put-anew-${String(at + 1)}`);
    await take(first, `read-anew-${String(at + 1)}`);
  }
  if (uploads.length === 0) await take(first, 'first');
  if (second !== undefined && second !== first) await take(second, 'second');
}

export const uploads = probeOfLives('resources.uploads', async (context, isAllowed) => {
  const { document, baselines } = context;
  const given = downloadsOf(document).filter(
    ({ operation }) => isAllowed(operation) && baselines.isServed(operation),
  );
  for (const download of given.slice(0, MOST_ASKED)) await sendAndTake(context, download);
  const about = new Set(given.map(({ operation }) => holderOf(context, operation)));
  for (const resource of resourcesOf(document)) {
    const isOpen = toldOfFiles(resource).size > 0 && !about.has(resource) && isAllowed(resource.create);
    const label = `resources/uploads/${resource.path}`;
    const path = isOpen ? await makeOf(context, resource, `${label}/make`) : undefined;
    if (path !== undefined) await look({ context, resource, path, label, shown: undefined }, 'made');
  }
});
