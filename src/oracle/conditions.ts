import type { SentRequest } from '../http/exchange.ts';
import { fieldValues } from '../http/fields.ts';
import { queryParameters, targetParts } from '../http/target.ts';
import type { Operation } from '../interface/model.ts';
import { keyParameterOf } from '../interface/parameters/request-keys.ts';

/** Conditional requests (RFC 9110 section 13): which an operation takes, which it asks for, and how tags are compared. */

/** The fields that make a request conditional, in lower case. */
export const CONDITIONS: readonly string[] = [
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
];

/** The key by which a service knows a request again, where it brought one. */
export function keySent(operation: Operation, { target, headers }: SentRequest): string | undefined {
  const parameter = keyParameterOf(operation);
  if (parameter === undefined) return undefined;
  return parameter.in === 'header'
    ? fieldValues(headers, parameter.name)[0]
    : (queryParameters(targetParts(target).query).get(parameter.name) ?? undefined);
}

function takes({ parameters }: Operation, field: string, isRequired = false): boolean {
  return parameters.some(
    ({ in: place, name, required }) =>
      place === 'header' && name.toLowerCase() === field && (required || !isRequired),
  );
}

/** True where the document gives an operation this status by its number. */
export function showsStatus({ responses }: Operation, status: number): boolean {
  return responses.some((response) => response.status === String(status));
}

/** True where the document shows an entity tag with a success of the operation. */
export function showsTag({ responses }: Operation): boolean {
  return responses.some(
    ({ status, headers }) =>
      status.startsWith('2') && headers.some(({ name }) => name.toLowerCase() === 'etag'),
  );
}

/** True where the document says that a change is made only to what the client has seen: `If-Match`, or 412. */
export function takesTag(operation: Operation): boolean {
  return takes(operation, 'if-match') || showsStatus(operation, 412);
}

/** True where the document says that a request that writes may ask for nothing to be there yet: `If-None-Match`, and 412. */
export function refusesWhatIsThere(operation: Operation): boolean {
  return operation.method !== 'GET' && takes(operation, 'if-none-match') && showsStatus(operation, 412);
}

/** True where a valid request of the operation brings the tag of what it changes. */
export function needsTag(operation: Operation): boolean {
  return takes(operation, 'if-match', true) || showsStatus(operation, 428);
}

/** True where the document says that who has the newest representation gets 304: `If-None-Match`, or 304. */
export function saysNotModified(operation: Operation): boolean {
  return takes(operation, 'if-none-match') || showsStatus(operation, 304);
}

/** True where the document shows with a success of the operation when it was changed (Last-Modified). */
export function showsDate({ responses }: Operation): boolean {
  return responses.some(
    ({ status, headers }) =>
      status.startsWith('2') && headers.some(({ name }) => name.toLowerCase() === 'last-modified'),
  );
}

/** True where the document has a condition by date: `If-Modified-Since` for what reads, `If-Unmodified-Since` for what writes. */
export function takesDate(operation: Operation): boolean {
  return takes(operation, operation.method === 'GET' ? 'if-modified-since' : 'if-unmodified-since');
}

/**
 * True where the document says that an action is done only to the version of an entry that the client has seen: its own path is that of
 * nothing that has a tag, so that the field alone would not say it.
 */
export function actsOnTag(operation: Operation): boolean {
  return takes(operation, 'if-match') && (showsStatus(operation, 412) || needsTag(operation));
}

/** True where the document says that a part of a content may be asked for: `Range`, or 206. */
export function servesParts(operation: Operation): boolean {
  return operation.method === 'GET' && (takes(operation, 'range') || showsStatus(operation, 206));
}

/** True where a request may name the version that a part is asked of. */
export function takesRangeCondition(operation: Operation): boolean {
  return takes(operation, 'if-range');
}

/** True for a request that asks for a part of a content: it may get all of it, or be told that there is no such part. */
export function asksForPart({ headers }: SentRequest): boolean {
  return fieldValues(headers, 'range').length > 0;
}

/** True for a request with a condition that valid requests of the operation go without: it may well not be met. */
export function isConditional(operation: Operation, request: SentRequest): boolean {
  if (asksForPart(request) && !takes(operation, 'range', true)) return true;
  if (!request.headers.some(([name]) => CONDITIONS.includes(name.toLowerCase()))) return false;
  return CONDITIONS.some(
    (field) =>
      fieldValues(request.headers, field).length > 0 &&
      !takes(operation, field, true) &&
      !(field === 'if-match' && needsTag(operation)),
  );
}

/** The opaque part of an entity tag, for the weak comparison (RFC 9110 section 8.8.3.2); `undefined` for what is no tag. */
function opaqueTag(tag: string): string | undefined {
  const opaque = tag.startsWith('W/') ? tag.slice(2) : tag;
  return /^"[^"]*"$/.test(opaque) ? opaque : undefined;
}

/** True where two tags are the same by the weak comparison. */
export function isSameTag(one: string | undefined, other: string | undefined): boolean {
  const [a, b] = [one, other].map((tag) => (tag === undefined ? undefined : opaqueTag(tag)));
  return a !== undefined && a === b;
}
