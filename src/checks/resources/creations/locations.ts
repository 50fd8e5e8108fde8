import { SAFE_METHODS, saysAbsent } from '../../../http/exchange.ts';
import { fieldValues } from '../../../http/fields.ts';
import { isSameHost, withoutEndSlashes } from '../../../http/target.ts';
import type { Operation } from '../../../interface/model.ts';
import { operationsOfPlace } from '../../../interface/path-matching.ts';
import { canonicalJson } from '../../../json/canonical.ts';
import { memberOf } from '../../../json/value.ts';
import type { Contract } from '../../../oracle/contract.ts';
import type { Reading } from '../../../oracle/reading.ts';
import type { JudgedRun } from '../../check.ts';
import type { Tribunal } from '../../judge-each.ts';
import { excerpt } from '../../outcome.ts';
import { statusText } from '../../statuses.ts';
import { isDoneOtherwise } from '../lists/asked-in-query.ts';
import { type Creation, creationsOf, isOfRun, placeAskedBy } from './creations.ts';
import { deedOf, entryIn, locationOf, pathOfEntry, placeReferredBy, placeToldBy } from '../deeds.ts';

/**
 * Where the documented `Location` of a creation leads: to what was made (RFC 9110 section 10.2.2). What is at another host is not
 * asked for. Only one that is another than the identity
 * tells of is asked for, and only where the entry can be read by its identity nobody can say that it is not there yet. It may be
 * something else that the document has (a job, for what it makes), as long as that is there. What was only begun (202) may have its
 * `Location` anywhere, but for the places of what the answer names.
 */

/** What was made, as far as its place is concerned. */
type Placed = Pick<Creation, 'reading' | 'returned'>;

/** What was made or begun, that of which the document has no list among them. */
export function placedCreations(run: JudgedRun): readonly Placed[] {
  const unlisted = run.readings.flatMap((reading): readonly Placed[] => {
    const deed = deedOf(run.contract, reading);
    const { situation } = reading.expectation;
    if (deed?.part !== 'create' || deed.resource.list !== undefined || deed.resource.elsewhere !== undefined)
      return [];
    if (!isOfRun(reading) || situation === 'doubtful' || isDoneOtherwise(reading)) return [];
    const returned = entryIn(deed.resource, reading);
    return returned === undefined ? [] : [{ reading, returned }];
  });
  return [...creationsOf(run), ...unlisted];
}

/** `isOther`: what is there is read by another operation than the entries of the resource. */
type Stray = {
  readonly location: string;
  readonly named: string;
  readonly isOther: boolean;
};

/** The operation that reads the one thing at a place below the base address. */
export function readerOf({ interface: document }: Contract, place: string): Operation | undefined {
  return operationsOfPlace(document, place).find(
    ({ operation, certain }) => certain && operation.method === 'GET' && /\}\/?$/.test(operation.path),
  )?.operation;
}

/** The place of something else that the document has, which `Location` names. */
function placeOfOther(contract: Contract, reading: Reading): string | undefined {
  const place = placeToldBy(contract, reading);
  return place === undefined || readerOf(contract, place) === undefined ? undefined : place;
}

/** True for a `Location` that the document shows, at the host that was asked. */
function leadsHere({ answer, exchange }: Reading): boolean {
  const isShown = answer?.documented?.headers.some(({ name }) => name.toLowerCase() === 'location') === true;
  const { headers, target } = exchange.request;
  const host = fieldValues(headers, 'host')[0] ?? 'own';
  const url = URL.parse(answer?.header('location')[0] ?? '', `http://${host}${target}`);
  return isShown && url !== null && isSameHost(url, host);
}

/** The paths that `Location` and the identity in the answer name, where they are two. */
export function strayLocation(contract: Contract, { reading, returned }: Placed): Stray | undefined {
  const deed = deedOf(contract, reading);
  const isBegun = reading.answer?.status === 202;
  if (deed === undefined || !(isBegun || reading.answer?.status === 201) || !leadsHere(reading))
    return undefined;
  const named = pathOfEntry(deed.resource, deed.values, returned);
  const own = locationOf(contract, deed.resource, reading);
  const location = own ?? (isBegun ? undefined : placeOfOther(contract, reading));
  const isStray = named !== undefined && location !== undefined && named !== location;
  return isStray ? { location, named, isOther: own === undefined } : undefined;
}

/** Monotonic time in ms from which the entry may be gone from one of the two places; infinite where nothing was done there. */
export function strayUntil(run: JudgedRun, { reading }: Placed, { location, named }: Stray): number {
  const touches = run.readings.filter((other) => {
    const path = placeAskedBy(run.contract, other);
    const { method } = other.exchange.request;
    if (path === undefined || other.exchange.startMs < reading.exchange.endMs) return false;
    if (SAFE_METHODS.has(method)) return false;
    if (method === 'POST') return path.startsWith(`${named}/`);
    // What was refused at a place where nothing is did nothing.
    const status = other.answer?.status ?? 0;
    const isServed = status < 400 || status >= 500;
    return path === named || named.startsWith(`${path}/`) || (path === location && isServed);
  });
  return Math.min(...touches.map(({ exchange }) => exchange.startMs));
}

function readsOf(run: JudgedRun, path: string, creation: Placed, untilMs: number): readonly Reading[] {
  return run.readings.filter((reading) => {
    const { request, startMs } = reading.exchange;
    const isRead = request.method === 'GET' && request.credential.kind === 'valid';
    return (
      isRead &&
      placeAskedBy(run.contract, reading) === path &&
      startMs >= creation.reading.exchange.endMs &&
      startMs < untilMs
    );
  });
}

function isThere({ answer }: Reading): boolean {
  return answer !== undefined && answer.status < 300;
}

/** True where `Location` names the list in which an entry was made that has a place of its own, where it is read. */
function namesTheList(contract: Contract, { reading, returned }: Placed): boolean {
  const deed = deedOf(contract, reading);
  if (deed?.resource.read === undefined || reading.answer?.status !== 201 || !leadsHere(reading))
    return false;
  const [location = ''] = reading.answer.header('location');
  // With a slash at its end it may be no place of the document.
  const place = placeReferredBy(contract, reading, withoutEndSlashes(location));
  return (
    // A query may name the entry as well.
    !/[?#]/.test(location) &&
    place === deed.path &&
    pathOfEntry(deed.resource, deed.values, returned) !== undefined
  );
}

/** Judges what came from where a `Location` led. */
export function judgeLocations(run: JudgedRun, tribunal: Tribunal): void {
  for (const creation of placedCreations(run)) {
    if (namesTheList(run.contract, creation))
      tribunal.breaks({
        exchanges: [creation.reading.exchange.id],
        operation: creation.reading.expectation.operation?.id,
        expected: 'the place of the created entry in Location (RFC 9110 section 10.2.2)',
        actual: `${excerpt(creation.reading.answer?.header('location')[0] ?? '')}, the list that it was made in`,
        deviation: 'Location names the list',
      });
    const stray = strayLocation(run.contract, creation);
    const resource = deedOf(run.contract, creation.reading)?.resource;
    if (stray === undefined || resource === undefined) continue;
    const untilMs = strayUntil(run, creation, stray);
    if (!readsOf(run, stray.named, creation, untilMs).some(isThere)) continue;
    for (const reading of readsOf(run, stray.location, creation, untilMs)) {
      const { answer, exchange, expectation } = reading;
      const shown = entryIn(resource, reading);
      const identity = shown === undefined ? undefined : memberOf(shown, resource.identity ?? '');
      const own = memberOf(creation.returned, resource.identity ?? '');
      const isOther = identity !== undefined && canonicalJson(identity) !== canonicalJson(own);
      const isNowhere = saysAbsent(answer?.status);
      if (answer === undefined || (!isNowhere && !(answer.status < 300 && isOther && !stray.isOther)))
        continue;
      tribunal.breaks({
        exchanges: [exchange.id, creation.reading.exchange.id],
        operation: creation.reading.expectation.operation?.id ?? expectation.operation?.id,
        expected: `the created entry, where its Location leads (RFC 9110 section 10.2.2): its identity is at ${excerpt(stray.named)}`,
        actual: isNowhere
          ? `${statusText(answer)} at ${excerpt(stray.location)}`
          : `another entry at ${excerpt(stray.location)}`,
        deviation: isNowhere ? 'Location leads nowhere' : 'Location leads to another entry',
      });
    }
  }
}
