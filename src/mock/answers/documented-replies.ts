import { jsonSchemaOf } from '../../interface/resources/read-collections.ts';
import { withoutHidden } from '../../schema/hidden-places.ts';
import { onceFor } from '../../system/once-for.ts';
import { bestAccepted, documentedJson } from '../../http/media-type.ts';
import { writeContent } from '../../interface/content/content.ts';
import { concreteMediaType, mediaKindOf } from '../../interface/content/media-kind.ts';
import type { DocumentedResponse, Interface, Operation } from '../../interface/model.ts';
import { namedInside, shownEntry } from '../../interface/resources/wrapping.ts';
import { plainText } from '../../json/lossless.ts';
import type { Json } from '../../json/value.ts';
import { validSample } from '../../schema/generate/valid-sample.ts';
import type { Schema } from '../../schema/keywords.ts';
import { isObjectSchema, schemaMembers } from '../../schema/members.ts';
import { fitting } from './fitting.ts';
import { type Presenter, presenterOf, wrappingPresenter } from './present.ts';
import type { Entry, HeaderLine, Kept, Reply, ReplyBody, Visit } from './stages/stages.ts';

/** Replies as a document has them: which answer of an operation is its success, and what stands in that. */

/** Statuses that refuse nothing, the surest first. */
const WELCOME = [/^2/, /^[13]/, /^default$/i];
/** What has to do with the key, with limits or with failures: none of it answers a request that is fine. */
const NOT_THE_REQUEST = /^(?:401|403|407|429|5)/;

/**
 * The documented success of an operation, the lowest one; where none is shown, another answer that refuses nothing, then `default`, then
 * the first response to what a request asks for.
 */
export const successOf = onceFor(({ responses }: Operation): DocumentedResponse | undefined => {
  const sorted = responses.toSorted((a, b) => a.status.localeCompare(b.status));
  const [welcome] = WELCOME.flatMap((form) => sorted.find(({ status }) => form.test(status)) ?? []);
  return welcome ?? responses.find(({ status }) => !NOT_THE_REQUEST.test(status));
});

/** True where all that the document shows of an operation are refusals: what answers with one of them has done nothing. */
export function showsErrorsAlone(operation: Operation): boolean {
  return codeOf(successOf(operation)?.status ?? '200') >= 400;
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
  const schema = shown.itemSchema ?? shown.schema;
  const value = withoutHidden(schema, validSample(schema));
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
export function jsonBody(response: DocumentedResponse | undefined, value: Json): ReplyBody {
  return { kind: 'json', mediaType: jsonMediaType(response), value };
}

/** Headers that the document requires of a response and that nothing else in the mock writes. */
export function requiredHeaders(
  document: Interface,
  response: DocumentedResponse,
  own: readonly string[] = [],
): readonly HeaderLine[] {
  const written = Object.values(document.rateLimits?.headers ?? {}).map((name) => name?.toLowerCase());
  const names = [...written, ...own, 'content-type', 'content-length'];
  return response.headers
    .filter(({ name, required }) => required && !names.includes(name.toLowerCase()))
    .map(({ name, schema }) => [name, plainText(validSample(schema)).replaceAll(/[^\x20-\x7e]/g, '')]);
}

export function jsonSchema(response: DocumentedResponse | undefined): Schema {
  return jsonSchemaOf(response) ?? true;
}

/** What creating needs to know of a document, found out once. */
type Creation = {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  readonly body: (entry: Entry) => ReplyBody;
};

export function creationOf(document: Interface, { create, created, identity }: Kept): Creation {
  const response = create.responses.find((documented) => documented.status === created.status);
  const headers = response === undefined ? [] : requiredHeaders(document, response, ['location']);
  const present = wrappingPresenter(
    jsonSchema(response),
    created.pointer,
    presenterOf(created.schema, identity),
  );
  return {
    status: codeOf(created.status),
    headers,
    body:
      response?.representations.length === 0
        ? () => ({ kind: 'none' })
        : (entry) => jsonBody(response, present(entry)),
  };
}

/** Shows an entry as the document has it for an operation that answers with one. */
export function presenterFor(
  operation: Operation | undefined,
  { identity, entrySchema, path, sent }: Kept,
): Presenter {
  const whole = jsonSchema(operation === undefined ? undefined : successOf(operation));
  const known = shownEntry(whole, identity, entrySchema);
  const isNamed = schemaMembers(known.schema).properties.has(identity);
  const { pointer, schema } =
    (isNamed ? undefined : namedInside(whole, identity, path, sent.schema)) ?? known;
  return wrappingPresenter(whole, pointer, presenterOf(schema, identity));
}

/** The answer to a request that changed or removed an entry: it shows the entry where the document has one there. */
export function shownReply(document: Interface, operation: Operation, shown: Json): Reply {
  const response = successOf(operation);
  if (response === undefined) return { status: 200, headers: [], body: { kind: 'none' } };
  const headers = requiredHeaders(document, response);
  const status = codeOf(response.status);
  if (status === 204) return { status, headers, body: { kind: 'none' } };
  const schema = jsonSchemaOf(response);
  const isEntry = schema !== undefined && isObjectSchema(schema);
  return { status, headers, body: isEntry ? jsonBody(response, shown) : sampleBody(response, undefined) };
}

/** An operation that only the document's name is known of says nothing: an empty object. */
export function otherReply(document: Interface, operation: Operation, visit: Visit): Reply {
  const response = successOf(operation);
  if (operation.documentation === 'named' || response === undefined)
    return { status: 200, headers: [], body: jsonBody(undefined, {}) };
  const headers = requiredHeaders(document, response);
  const body = sampleBody(response, visit.request.headers.get('accept'));
  return fitting(document, operation, visit, { status: codeOf(response.status), headers, body });
}
