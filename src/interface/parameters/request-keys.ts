import type { Operation, Parameter } from '../model.ts';

/** Keys by which a service knows a request again: a repetition of the same request has the same one. */

/** The fields of such keys. */
const ONCE: ReadonlySet<string> = new Set([
  'idempotency-key',
  'x-idempotency-key',
  // OASIS Repeatable Requests, as Azure has them.
  'repeatability-request-id',
]);

/** True for a field by which a service knows a request again (Idempotency-Key). */
export function namesOneRequest(name: string): boolean {
  return ONCE.has(name.toLowerCase());
}

/** What the document says of a parameter by which a service knows a request again. */
const KNOWN_AGAIN =
  /\b(?:idempoten(?:t|ce|cy)|retr(?:y|ies|ied)|sent (?:again|twice)|same (?:request|identifier|id|value)|duplicates?|only once)\b/i;

/** The parameter by which a service knows a request again: a field that is called so, or a `requestId` in the query that is said to be it. */
export function keyParameterOf({ parameters }: Operation): Parameter | undefined {
  return parameters.find(
    ({ in: place, name, description = '' }) =>
      (place === 'header' && namesOneRequest(name)) ||
      (place === 'query' && /^request[-_]?id$/i.test(name) && KNOWN_AGAIN.test(description)),
  );
}
