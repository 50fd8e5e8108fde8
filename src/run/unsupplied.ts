import { SAFE_METHODS, saysAbsent } from '../http/exchange.ts';
import type { Interface, Operation } from '../interface/model.ts';
import { showsStatus } from '../oracle/conditions.ts';
import { namedDeedOf, namingMembersOf } from '../interface/resources/words/named-deeds.ts';
import { plainName, singularOf } from '../interface/names.ts';
import { partOf } from '../interface/resources/resources.ts';
import { withoutEndSlashes } from '../interface/resources/places/places.ts';
import { matchesStatus, servesBy } from '../oracle/contract.ts';
import type { Reading } from '../oracle/reading.ts';

/** Operations that were asked, and that nobody has to serve: what they need is not known to be there. */

/** True where the document says that the answer may come for a reason that lies in the state of the service (404). */
function dependsOnState({ answer, expectation }: Reading): boolean {
  return answer !== undefined && !answer.limited && matchesStatus(expectation.tolerated, answer.status);
}

function pathnameOf(reference: string, base: string): string | undefined {
  try {
    return new URL(reference, `http://own${base}`).pathname;
  } catch {
    return undefined;
  }
}

/** True for a request to a place that an answer of success names in `Location`: somebody told that it is there. */
function isToldOf({ exchange }: Reading, readings: readonly Reading[]): boolean {
  const asked = pathnameOf(exchange.request.target, '/');
  return readings.some(({ answer, exchange: { request } }) => {
    const [location] = (answer?.status ?? 0) < 300 ? (answer?.header('location') ?? []) : [];
    return location !== undefined && pathnameOf(location, request.target) === asked;
  });
}

function above(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

/**
 * True for a creation, by a POST or by the name that a PUT gives it, inside of something that is there, as the list of what is inside
 * of it tells, or its own read: what keeps that from being served is the request, as with a creation at the top.
 */
function isMadeInsideOfOneThatIsThere(
  document: Interface,
  operation: Operation,
  own: readonly Reading[],
  readings: readonly Reading[],
): boolean {
  const part = partOf(document, operation)?.part;
  // A replacement that is documented to make what is not there: without a body it may be a link to something that has to be.
  const isMadeByName =
    part === 'replace' &&
    operation.requestBody !== undefined &&
    showsStatus(operation, 201) &&
    !(showsStatus(operation, 404) && own.every(({ answer }) => answer?.status === 404));
  if (part !== 'create' && !isMadeByName) return false;
  if (isMadeByName && operation.path.split('{').length === 2) return true;
  const places = new Set(
    own.flatMap(({ exchange }) => {
      const asked = withoutEndSlashes(pathnameOf(exchange.request.target, '/') ?? '');
      const list = isMadeByName ? above(asked) : asked;
      return [list, above(list)];
    }),
  );
  return readings.some(({ exchange: { request }, expectation, answer }) => {
    const asked = expectation.operation;
    return (
      request.method === 'GET' &&
      asked !== undefined &&
      answer !== undefined &&
      !answer.limited &&
      servesBy(asked, answer.status) &&
      places.has(withoutEndSlashes(pathnameOf(request.target, '/') ?? ''))
    );
  });
}

/** True for a PUT that may make what is not there where no read of its place found nothing: it might change what others made. */
function hasNoEmptyPlace(
  document: Interface,
  operation: Operation,
  own: readonly Reading[],
  readings: readonly Reading[],
): boolean {
  const found = partOf(document, operation);
  if (found?.part !== 'replace' || own.length > 0) return false;
  return !readings.some(
    ({ expectation, answer }) =>
      expectation.operation?.id === found.resource.read?.id && saysAbsent(answer?.status),
  );
}

/** True for what is called by a name of several: a part of an entry (`/orders/{id}/invoice`) may not be there yet. */
function isCalledAsList({ path }: Operation): boolean {
  const last = plainName(withoutEndSlashes(path).split('/').at(-1) ?? '');
  return !path.endsWith('}') && singularOf(last) !== last;
}

/** True where each request for what is inside of an entry got 400 or 422, although a read showed that the entry is there. */
function isRefusedInsideOfOneThatIsThere(own: readonly Reading[], readings: readonly Reading[]): boolean {
  if (!own.every(({ answer }) => answer?.status === 400 || answer?.status === 422)) return false;
  const holders = new Set(
    own.map(({ exchange }) => above(withoutEndSlashes(pathnameOf(exchange.request.target, '/') ?? ''))),
  );
  return readings.some(
    ({ exchange: { request }, expectation: { operation }, answer }) =>
      request.method === 'GET' &&
      operation?.path.endsWith('}') === true &&
      answer !== undefined &&
      servesBy(operation, answer.status) &&
      holders.has(withoutEndSlashes(pathnameOf(request.target, '/') ?? '')),
  );
}

/** True for a call whose body names something of which the run made none: an answer may say that it is not there. */
export function isAboutWhatNobodyMade(
  document: Interface,
  operation: Operation,
  readings: readonly Reading[],
): boolean {
  if (partOf(document, operation)?.part === 'create') return false;
  const members = namingMembersOf(document, operation);
  const makesOne = (one: Operation): boolean =>
    one.method === 'POST' &&
    members.some(({ thing }) => thing === (namedDeedOf(document, one)?.thing ?? '')) &&
    (namedDeedOf(document, one)?.does === 'makes' || partOf(document, one)?.part === 'create');
  const isMade = readings.some(({ expectation: { operation: one }, answer }) => {
    const isSuccess = answer !== undefined && answer.status < 300;
    return isSuccess && one !== undefined && makesOne(one);
  });
  return members.length > 0 && !isMade;
}

/** Why nobody has to serve an operation that was asked: it needs something that is there, and nothing tells of what. */
export function unsupplied(
  document: Interface,
  operation: Operation,
  own: readonly Reading[],
  readings: readonly Reading[],
): string | undefined {
  const isCall = isAboutWhatNobodyMade(document, operation, readings);
  if ((!operation.path.includes('{') && !isCall) || !own.every(dependsOnState)) return undefined;
  if (hasNoEmptyPlace(document, operation, own, readings))
    return 'a PUT may change or remove what others made, and no read shows a place where nothing is';
  if (isMadeInsideOfOneThatIsThere(document, operation, own, readings)) return undefined;
  if (
    SAFE_METHODS.has(operation.method) &&
    (own.some((reading) => isToldOf(reading, readings)) ||
      (isCalledAsList(operation) && isRefusedInsideOfOneThatIsThere(own, readings)))
  )
    return undefined;
  const statuses = [...new Set(own.map(({ answer }) => String(answer?.status)))].join(', ');
  const came = own.length === 0 ? '' : ` (answered with ${statuses})`;
  return `it needs something that is there, and no answer tells of what${came}`;
}
