import { fromPointer, putAt } from '../../json/pointer.ts';
import { bestAccepted, documentedJson } from '../../http/media-type.ts';
import { writeContent } from '../../interface/content/content.ts';
import { concreteMediaType, mediaKindOf } from '../../interface/content/media-kind.ts';
import type { Collection, DocumentedResponse, Interface, Operation } from '../../interface/model.ts';
import { isObject, type Json, type LosslessJson, memberOf } from '../../json/value.ts';
import { compileSchemaLater, type SchemaValidator } from '../../schema/compile.ts';
import { sample } from '../../schema/generate/sample.ts';
import type { Schema } from '../../schema/keywords.ts';
import { plainText } from '../../json/lossless.ts';
import { allowedMethods } from './guard.ts';
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
  const value = sample(shown.itemSchema ?? shown.schema);
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
    .map(({ name, schema }) => [name, plainText(sample(schema)).replaceAll(/[^\x20-\x7e]/g, '')]);
}

type Response = Reply | Refusal;

const COUNT_NAME = /^(total|count|size|total_?count)$/i;

/** An answer of this schema that shows the entry: the entry itself where it fits, otherwise a sample with its members. */
function present(schema: Schema, validate: SchemaValidator, entry: Entry): LosslessJson {
  if (validate(entry).length === 0) return entry;
  const sampled: Json = sample(schema);
  if (!isObject(sampled)) return entry;
  const shown = Object.keys(sampled).map(
    (name) => [name, memberOf(entry, name) ?? memberOf(sampled, name)] as const,
  );
  return Object.fromEntries(shown.filter(([, value]) => value !== undefined)) as Entry;
}

/** What creating needs to know of a document, found out once. */
type Creation = {
  readonly status: number;
  readonly mediaType: string;
  readonly headers: readonly HeaderLine[];
  readonly validate: SchemaValidator;
};

function creationOf(document: Interface, { create, created }: Collection): Creation {
  const response = create.responses.find((documented) => documented.status === created.status);
  const headers = response === undefined ? [] : requiredHeaders(document, response);
  return {
    status: codeOf(created.status),
    mediaType: jsonMediaType(response),
    headers,
    validate: compileSchemaLater(created.schema),
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

function wrapped(schema: Schema, entriesPointer: string, entries: readonly Entry[]): LosslessJson {
  const envelope = putAt(sample(schema), fromPointer(entriesPointer), entries);
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
  { list, entriesPointer }: Collection,
): (entries: readonly Entry[]) => Reply {
  const response = list.responses.find(({ status }) => status === '200') ?? successOf(list);
  const schema = documentedJson(response?.representations ?? [])?.schema ?? true;
  const headers = response === undefined ? [] : requiredHeaders(document, response);
  const status = codeOf(response?.status ?? '200');
  let newest: { readonly entries: readonly Entry[]; readonly reply: Reply } | undefined;
  return (entries) => {
    if (newest?.entries === entries) return newest.reply;
    const value = entriesPointer === '' ? entries : wrapped(schema, entriesPointer, entries);
    const reply: Reply = { status, headers, body: jsonBody(response, value) };
    newest = { entries, reply };
    return reply;
  };
}

function readReply(document: Interface, collection: Collection, visit: Visit, stages: Stages): Response {
  const wanted = [...visit.pathValues.values()].at(-1) ?? '';
  const found = stages.find(collection, wanted);
  const { read } = collection;
  if (found === undefined || read === undefined)
    return refusal(read, [404], 'not_found', `There is nothing with the ${collection.identity} ${wanted}.`);
  const response = successOf(read);
  const headers = response === undefined ? [] : requiredHeaders(document, response);
  return { status: codeOf(response?.status ?? '200'), headers, body: jsonBody(response, found) };
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
  const listers = new Map(document.collections.map((each) => [each, createLister(document, each)]));
  function createReply(collection: Collection, content: Content, stages: Stages): Response {
    if (!hasRoom(collection))
      return refusal(collection.create, [507], 'full', 'The mock keeps no further entries; reset it.');
    const sent = content.kind === 'json' && isObject(content.value) ? content.value : {};
    const entry = stages.assign(collection, sent);
    stages.insert(collection, entry);
    const { status, mediaType, headers, validate } =
      creations.get(collection) ?? creationOf(document, collection);
    const value = present(collection.created.schema, validate, entry);
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
        return readReply(document, found.collection, visit, stages);
      case undefined:
        return otherReply(document, operation, visit.request.headers.get('accept'));
    }
  };
}
