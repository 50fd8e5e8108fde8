import { fromPointer, putAt } from '../../json/pointer.ts';
import { bestAccepted, documentedJson } from '../../http/media-type.ts';
import { writeContent } from '../../interface/content/content.ts';
import { concreteMediaType, mediaKindOf } from '../../interface/content/media-kind.ts';
import type { Collection, DocumentedResponse, Interface, Operation } from '../../interface/model.ts';
import { isObject, type LosslessJson, memberOf } from '../../json/value.ts';
import { validSample } from '../../schema/generate/valid-sample.ts';
import type { Schema } from '../../schema/keywords.ts';
import { plainText } from '../../json/lossless.ts';
import { allowedMethods } from './guard.ts';
import { entrySchemaAt, type Presenter, presenterOf } from './present.ts';
import {
  type Content,
  type Entry,
  type HeaderLine,
  refusal,
  type Refusal,
  type Reply,
  type ReplyBody,
  type Stages,
  type Visit,
} from './stages.ts';

/** The documented success of an operation, the lowest one; where none is shown, the first response of any kind. */
export function successOf(operation: Operation): DocumentedResponse | undefined {
  const bySuccess = operation.responses.filter(({ status }) => status.startsWith('2')).sort(byStatus);
  return bySuccess[0] ?? operation.responses[0];
}

function byStatus(a: DocumentedResponse, b: DocumentedResponse): number {
  return a.status.localeCompare(b.status);
}

/** The code of a documented status: `2XX` is 200, `default` too. */
export function codeOf(status: string): number {
  if (/^\d{3}$/.test(status)) return Number(status);
  return /^[1-5]XX$/i.test(status) ? Number(status[0]) * 100 : 200;
}

/** A body that the response documents, sampled from its schema, in the type that the client likes best. */
function sampleBody({ representations }: DocumentedResponse, accept: string | undefined): ReplyBody {
  const usual = documentedJson(representations) ?? representations[0];
  const liked = accept === undefined ? undefined : bestAccepted(representations, [accept]);
  const shown = liked ?? usual;
  if (shown === undefined) return { kind: 'none' };
  const mediaType = concreteMediaType(shown.mediaType);
  const value = validSample(shown.itemSchema ?? shown.schema);
  if (mediaKindOf(mediaType) === 'json') return { kind: 'json', mediaType, value };
  const written = writeContent(shown, value) ?? writeContent(shown, plainText(value));
  if (written === undefined) return { kind: 'none' };
  return { kind: 'bytes', mediaType: written.contentType, bytes: written.bytes };
}

/** The JSON media type that the response documents. */
function jsonMediaType(response: DocumentedResponse | undefined): string {
  const documented = documentedJson(response?.representations ?? []);
  return documented?.mediaType ?? 'application/json';
}

/** A JSON body, of the media type that the response documents. */
export function jsonBody(response: DocumentedResponse | undefined, value: LosslessJson): ReplyBody {
  return { kind: 'json', mediaType: jsonMediaType(response), value };
}

/** Headers that the document requires of a response and that nothing else in the mock writes. */
export function requiredHeaders(document: Interface, response: DocumentedResponse): readonly HeaderLine[] {
  const written = Object.values(document.rateLimits?.headers ?? {}).map((name) => name?.toLowerCase());
  const names = [...written, 'location', 'content-type', 'content-length'];
  return response.headers
    .filter(({ name, required }) => required && !names.includes(name.toLowerCase()))
    .map(({ name, schema }) => [name, plainText(validSample(schema)).replaceAll(/[^\x20-\x7e]/g, '')]);
}

type Response = Reply | Refusal;

const COUNT_NAME = /^(total|count|size|total_?count)$/i;

/** What creating needs to know of a document, found out once. */
type Creation = {
  readonly status: number;
  readonly mediaType: string;
  readonly headers: readonly HeaderLine[];
  readonly present: Presenter;
};

function creationOf(document: Interface, { create, created, identity }: Collection): Creation {
  const response = create.responses.find((documented) => documented.status === created.status);
  const headers = response === undefined ? [] : requiredHeaders(document, response);
  return {
    status: codeOf(created.status),
    mediaType: jsonMediaType(response),
    headers,
    present: presenterOf(created.schema, identity),
  };
}

function locationOf({ basePath }: Interface, { path, identity }: Collection, entry: Entry): HeaderLine {
  return [
    'Location',
    `${basePath}${path}/${encodeURIComponent(plainText(memberOf(entry, identity) ?? null))}`,
  ];
}

type Role = { readonly collection: Collection; readonly role: 'create' | 'list' | 'read' };

function rolesOf(document: Interface): ReadonlyMap<string, Role> {
  return new Map(
    document.collections.flatMap((collection): (readonly [string, Role])[] => [
      [collection.create.id, { collection, role: 'create' }],
      [collection.list.id, { collection, role: 'list' }],
      ...(collection.read === undefined ? [] : [[collection.read.id, { collection, role: 'read' }] as const]),
    ]),
  );
}

function wrapped(schema: Schema, entriesPointer: string, entries: readonly LosslessJson[]): LosslessJson {
  const envelope = putAt(validSample(schema), fromPointer(entriesPointer), entries);
  if (!isObject(envelope)) return envelope;
  return Object.fromEntries(
    Object.entries(envelope).map(([name, member]) =>
      COUNT_NAME.test(name) && typeof member === 'number' ? [name, entries.length] : [name, member],
    ),
  );
}

/** Makes replies with a list; as long as the entries are the same, so is the reply. */
function createLister(
  document: Interface,
  { list, entriesPointer, identity }: Collection,
): (entries: readonly Entry[]) => Reply {
  const response = list.responses.find(({ status }) => status === '200') ?? successOf(list);
  const schema = documentedJson(response?.representations ?? [])?.schema ?? true;
  const headers = response === undefined ? [] : requiredHeaders(document, response);
  const status = codeOf(response?.status ?? '200');
  const present = presenterOf(entrySchemaAt(schema, fromPointer(entriesPointer)), identity);
  let newest: { readonly entries: readonly Entry[]; readonly reply: Reply } | undefined;
  return (entries) => {
    if (newest?.entries === entries) return newest.reply;
    const shown = entries.map(present);
    const value = entriesPointer === '' ? shown : wrapped(schema, entriesPointer, shown);
    const reply: Reply = { status, headers, body: jsonBody(response, value) };
    newest = { entries, reply };
    return reply;
  };
}

type Reading = { readonly collection: Collection; readonly present: Presenter };

/** Shows an entry as the document has it for the operation that reads one. */
function readingOf(collection: Collection): Reading {
  const response = collection.read === undefined ? undefined : successOf(collection.read);
  const schema = documentedJson(response?.representations ?? [])?.schema ?? true;
  return { collection, present: presenterOf(schema, collection.identity) };
}

function readReply(
  document: Interface,
  { collection, present }: Reading,
  visit: Visit,
  stages: Stages,
): Response {
  const wanted = [...visit.pathValues.values()].at(-1) ?? '';
  const found = stages.find(collection, wanted);
  const { read } = collection;
  if (found === undefined || read === undefined)
    return refusal(read, [404], 'not_found', `There is nothing with the ${collection.identity} ${wanted}.`);
  const response = successOf(read);
  const headers = response === undefined ? [] : requiredHeaders(document, response);
  return { status: codeOf(response?.status ?? '200'), headers, body: jsonBody(response, present(found)) };
}

/** An operation that only the document's name is known of says nothing: an empty object. */
function otherReply(document: Interface, operation: Operation, accept: string | undefined): Reply {
  const response = successOf(operation);
  if (operation.documentation === 'named' || response === undefined)
    return { status: 200, headers: [], body: jsonBody(undefined, {}) };
  const headers = requiredHeaders(document, response);
  return { status: codeOf(response.status), headers, body: sampleBody(response, accept) };
}

/**
 * Answers requests that nothing refused. Collections show what was created; every other documented operation answers with
 * what the document shows, one that is only named with an empty object, and OPTIONS with the methods of the path.
 */
export function createResponder(
  document: Interface,
  hasRoom: (collection: Collection) => boolean,
): (content: Content, visit: Visit, stages: Stages) => Response {
  const roles = rolesOf(document);
  const creations = new Map(document.collections.map((each) => [each, creationOf(document, each)]));
  const readings = new Map(document.collections.map((each) => [each, readingOf(each)]));
  const listers = new Map(document.collections.map((each) => [each, createLister(document, each)]));
  function createReply(collection: Collection, content: Content, stages: Stages): Response {
    if (!hasRoom(collection))
      return refusal(collection.create, [507], 'full', 'The mock keeps no further entries; reset it.');
    const sent = content.kind === 'json' && isObject(content.value) ? content.value : {};
    const entry = stages.assign(collection, sent);
    stages.insert(collection, entry);
    const { status, mediaType, headers, present } =
      creations.get(collection) ?? creationOf(document, collection);
    const value = present(entry);
    const location = collection.read === undefined ? [] : [locationOf(document, collection, entry)];
    return { status, headers: [...location, ...headers], body: { kind: 'json', mediaType, value } };
  }
  return (content, visit, stages) => {
    const { operation, documented } = visit;
    if (documented !== undefined) return documented;
    if (operation === undefined)
      return {
        status: 204,
        headers: [['Allow', allowedMethods(visit.route).join(', ')]],
        body: { kind: 'none' },
      };
    const found = roles.get(operation.id);
    switch (found?.role) {
      case 'create':
        return createReply(found.collection, content, stages);
      case 'list':
        return (listers.get(found.collection) ?? createLister(document, found.collection))(
          stages.entries(found.collection),
        );
      case 'read':
        return readReply(
          document,
          readings.get(found.collection) ?? readingOf(found.collection),
          visit,
          stages,
        );
      case undefined:
        return otherReply(document, operation, visit.request.headers.get('accept'));
    }
  };
}
