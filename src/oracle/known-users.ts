import { showsStatus } from './conditions.ts';
import type { Reading } from './reading.ts';

/** Whether a service knows a user whom it forbids all that was asked. */

/** True for an answer to a made-up key that says that it is nobody's. */
function isNobody({ exchange: { request }, answer }: Reading): boolean {
  return request.credential.kind === 'unknown' && answer?.status === 401;
}

/**
 * True where the key of the other user was forbidden something (403), where the document has both 403 and 401, and a made-up key
 * was nobody's (401): a key that is not valid would have got that as well.
 */
export function forbidsKnownUser(readings: readonly Reading[]): boolean {
  const isForbidden = readings.some(
    ({ exchange: { request }, answer, expectation: { operation } }) =>
      request.credential.kind === 'other-key' &&
      answer?.status === 403 &&
      operation !== undefined &&
      showsStatus(operation, 401) &&
      showsStatus(operation, 403),
  );
  return isForbidden && readings.some(isNobody);
}
