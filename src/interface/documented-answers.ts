import { documentedFor, documentedJson, isJsonMediaType } from '../http/media-type.ts';
import { isObject } from '../json/value.ts';
import { allowedTypes, isAnnotation, type Schema } from '../schema/keywords.ts';
import { mergedKeywords } from '../schema/merge.ts';
import { onceFor } from '../system/once-for.ts';
import type { DocumentedResponse, Operation, RateLimits, Representation } from './model.ts';

/** Which documented answer an answer is: the one place that says so, for the oracle, the judge and the mock. */

/** The status of a request over the limit where the document names no other: Too Many Requests (RFC 6585 §4). */
export const TOO_MANY_REQUESTS = 429;

/** The status that a request over the limit gets by the document. */
export function limitStatus(limits: RateLimits | undefined): number {
  return limits?.status ?? TOO_MANY_REQUESTS;
}

/** Statuses that requests get for other reasons as well: with one of them it takes more to tell a refusal over the limit. */
const AMBIGUOUS: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 406, 409, 410, 411, 413, 415, 422]);

/** True for a status that the document gives to requests over the limit and to nothing else. */
export function isForLimitsAlone(limits: RateLimits | undefined, status: number): boolean {
  return status === limitStatus(limits) && !AMBIGUOUS.has(status);
}

/**
 * True for the documented refusal of a request over the limit, whatever its status is: 420 and 503 as well as 429. A
 * status that says other things too (403) is one where the answer carries the documented field that says when to come
 * back. `field` gives the values of a header field of the answer.
 */
export function isLimitRefusal(
  limits: RateLimits | undefined,
  status: number,
  field: (name: string) => readonly string[],
): boolean {
  if (status !== limitStatus(limits)) return false;
  const retryAfter = limits?.headers.retryAfter;
  return isForLimitsAlone(limits, status) || retryAfter === undefined || field(retryAfter).length > 0;
}

/** True when a documented status (`201`, `4XX`, `default`) covers a status code. */
export function coversStatus(documented: string, status: number): boolean {
  if (documented === 'default') return true;
  const range = RANGES.get(documented);
  return range === undefined ? documented === String(status) : range === Math.floor(status / 100);
}

/** The classes of statuses, in either letter case. */
const RANGES: ReadonlyMap<string, number> = new Map(
  [1, 2, 3, 4, 5].flatMap((first) =>
    ['XX', 'xx', 'Xx', 'xX'].map((rest) => [`${String(first)}${rest}`, first]),
  ),
);

function vagueness(documented: string): number {
  if (documented === 'default') return 2;
  return /xx$/i.test(documented) ? 1 : 0;
}

/** The responses of an operation that statuses were looked up for. */
const lookedUp = onceFor(
  (_responses: Operation['responses']) => new Map<number, DocumentedResponse | undefined>(),
);
/** Statuses that are remembered. */
const MOST_STATUSES = 1_000;

/** The documented response for a status: exact codes win over ranges, ranges over `default` (OpenAPI, Responses Object). */
export function responseFor({ responses }: Operation, status: number): DocumentedResponse | undefined {
  const known = lookedUp(responses);
  if (known.has(status)) return known.get(status);
  const [found] = responses
    .filter((response) => coversStatus(response.status, status))
    .sort((a, b) => vagueness(a.status) - vagueness(b.status));
  if (known.size < MOST_STATUSES) known.set(status, found);
  return found;
}

/** True for a schema of objects or lists alone: what has such a form comes as JSON, where nobody says how. */
function isStructured(schema: Schema): boolean {
  const types = [...allowedTypes(mergedKeywords(schema))];
  return types.length > 0 && types.every((type) => type === 'object' || type === 'array');
}

/**
 * What a body shows as JSON: by a JSON type, or by a range that has JSON in it, of a schema that only structured text has. Documents
 * that name no type say so: springdoc writes `*\/*` for all answers.
 */
export function jsonShownBy(
  body: Pick<DocumentedResponse, 'representations'> | undefined,
): Representation | undefined {
  const all = body?.representations ?? [];
  const named = documentedJson(all);
  const ranged = named === undefined ? documentedFor(all, 'application/json') : undefined;
  return named ?? (ranged !== undefined && isStructured(ranged.schema) ? ranged : undefined);
}

/**
 * The representation that a JSON body of an answer has to satisfy: the one that the document has for the answer's media
 * type. `undefined` where that is documented and no JSON, or where the document shows no JSON at all.
 */
export function jsonRepresentationFor(
  { representations }: DocumentedResponse,
  mediaType: string | undefined,
): Representation | undefined {
  const own = mediaType === undefined ? undefined : documentedFor(representations, mediaType);
  if (mediaType !== undefined && /^(?:image|audio|video|font)\//.test(mediaType)) return undefined;
  if (own !== undefined && mediaType !== undefined) return isJsonMediaType(mediaType) ? own : undefined;
  return representations.find((one) => isJsonMediaType(one.mediaType));
}

const SUCCEEDS = /^\W{0,3}(?:success(?:ful(?:ly)?)?|ok(?:ay)?|created|done)(?:\W|$)/i;

/** True for a `default` whose words begin with the success (`default: successful operation`): it is no error, and refuses nothing. */
export function isSuccessByDefault({ status, description }: DocumentedResponse): boolean {
  return status === 'default' && SUCCEEDS.test(description);
}

const ABSENT =
  /\b(?:(?:does|do|did)(?: not|n't) exist|no such|(?:not|cannot be|can't be) found|is `?null`?)(?=\W|$)/i;

/**
 * True where the document has a 500 for requests about what is not there, by its words (`500: The task does not exist`): that answer is
 * no failure of the service.
 */
export function failsWhereNothingIs({ responses, path, requestBody }: Operation): boolean {
  const own = responses.find(({ status }) => status === '500');
  const mayName = path.includes('{') || requestBody !== undefined;
  return own !== undefined && mayName && ABSENT.test(own.description);
}

/** True for an answer of which the document says nothing but that it comes: without a body, or with one of any kind in JSON and no example. */
export function saysNothing({ representations }: DocumentedResponse): boolean {
  const json = documentedJson(representations);
  if (json === undefined) return representations.length === 0;
  return isAnything(json.schema) && json.examples.length === 0;
}

/** True for a schema that says nothing of a value but words about it. */
export function isAnything(schema: Schema): boolean {
  return schema === true || (isObject(schema) && Object.keys(schema).every((name) => isAnnotation(name)));
}
