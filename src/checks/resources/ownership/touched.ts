import { isUnnamed } from '../../../interface/model.ts';
import { SAFE_METHODS } from '../../../http/exchange.ts';
import { plainName } from '../../../interface/names.ts';
import { type Json, type JsonObject, memberOf } from '../../../json/value.ts';
import { operationsAt, splitTarget } from '../../../interface/path-matching.ts';
import { partOf, resourcesOf } from '../../../interface/resources/resources.ts';
import { canonicalPath } from '../../../interface/resources/places/places.ts';
import { onceFor, onceForBoth } from '../../../system/once-for.ts';
import type { Reading } from '../../../oracle/reading.ts';
import type { JudgedRun } from '../../check.ts';
import { type Creation, creationsOf, isMadeAt, placeAskedBy, placeOf } from '../creations/creations.ts';
import { type Deed, deedOf, entryIn, isSuccess, locationOf, pathOfEntry, pathsNamedIn } from '../deeds.ts';
import { mayEmpty } from './held-inside.ts';
import { Ownership } from './ownership.ts';
import { placesTold } from './told-places.ts';

/**
 * When a run first sent something to an entry that may have changed or removed it, with whatever key. What a creation gave holds
 * until then; after it the model of states speaks (`lives.ts`).
 */

type Touch = {
  readonly path: string;
  readonly startMs: number;
  /** False for a request that can't have removed what it names: it was no DELETE, or was refused. */
  readonly mayRemove: boolean;
};

function mayRemove({ exchange, answer }: Reading): boolean {
  return exchange.request.method === 'DELETE' && (answer === undefined || answer.status < 300);
}

const touchesIn = onceFor((run: JudgedRun): readonly Touch[] => {
  const { interface: document, basePath } = run.contract;
  const creates = new Set(resourcesOf(document).flatMap(({ create }) => create?.id ?? []));
  return [...run.superseded, ...run.readings].flatMap((reading): readonly Touch[] => {
    const { exchange, expectation } = reading;
    const { method, target } = exchange.request;
    const place = placeAskedBy(run.contract, reading);
    if (SAFE_METHODS.has(method) || creates.has(expectation.operation?.id ?? '')) return [];
    const { path } = splitTarget(basePath, target);
    if (place === undefined || path === undefined || operationsAt(document, path).length === 0) return [];
    const { startMs } = exchange;
    const named = pathsNamedIn(run.contract, reading).map((one) => ({
      path: one,
      startMs,
      mayRemove: isSuccess(reading),
    }));
    return [{ path: place, startMs, mayRemove: mayRemove(reading) }, ...named];
  });
});

/** Where entries are of which no answer to their creation told: a list showed them later. */
const pathsShown = onceFor((run: JudgedRun): ReadonlyMap<Reading, string> => {
  const ownership = new Ownership(run.contract, run.foreign);
  for (const reading of run.readings) ownership.note(reading);
  return new Map(ownership.entries.map(({ madeBy, path }) => [madeBy, path]));
});

/** What was sent to the list that an entry is in which nothing names, to what is around that, or to what is below it. */
function touchesOfList(run: JudgedRun, { reading }: Creation): readonly Touch[] {
  const own = placeOf(reading);
  const place = canonicalPath(splitTarget(run.contract.basePath, own).path ?? own);
  const around = place.slice(0, place.lastIndexOf('/'));
  return touchesIn(run).filter(
    ({ path, startMs }) =>
      startMs >= reading.exchange.startMs &&
      (`${place}/`.startsWith(`${path}/`) ||
        [place, around].some((one) => one !== '' && path.startsWith(`${one}/`))),
  );
}

/** The resource that a creation made an entry of, and what it is inside of. */
function madeAt(
  { contract }: JudgedRun,
  { reading, collection }: Creation,
): Pick<Deed, 'resource' | 'values'> | undefined {
  const isOfSeveral = reading.expectation.operation?.id !== collection.create.id;
  const resource = isOfSeveral ? partOf(contract.interface, collection.create)?.resource : undefined;
  return resource === undefined ? deedOf(contract, reading) : { resource, values: [] };
}

/** What was sent to a created entry, or to what it is inside of; with `inside` to what is inside of it, too. */
function touchesOf(
  run: JudgedRun,
  creation: Creation,
  { inside }: { readonly inside: boolean },
): readonly Touch[] {
  const { reading, returned, collection } = creation;
  if (isUnnamed(collection)) return touchesOfList(run, creation);
  const touches = touchesIn(run);
  const deed = touches.length === 0 ? undefined : madeAt(run, creation);
  if (deed === undefined) return [];
  // What is done to the entry around it (`POST /carts/{id}/checkout`) may take along what is inside.
  const own = placeOf(reading);
  const place = canonicalPath(splitTarget(run.contract.basePath, own).path ?? own);
  const around = deed.values.length === 0 ? undefined : place.slice(0, place.lastIndexOf('/'));
  const isBeside = (path: string): boolean =>
    around !== undefined && path.startsWith(`${around}/`) && path !== place && !path.startsWith(`${place}/`);
  const told = [
    pathOfEntry(deed.resource, deed.values, returned),
    locationOf(run.contract, deed.resource, reading),
    ...placesTold(run.contract, deed.resource, deed.values, reading),
  ];
  const isTold = told.some((one) => one !== undefined);
  const paths = isTold ? told : [pathsShown(run).get(reading)];
  return touches.filter(
    ({ path, startMs }) =>
      startMs >= reading.exchange.startMs &&
      ((inside && isBeside(path)) ||
        paths.some(
          (entry) =>
            entry !== undefined &&
            (path === entry || (inside && path.startsWith(`${entry}/`)) || entry.startsWith(`${path}/`)),
        )),
  );
}

/** What clients call their entries, as members of them are named. */
const NAMES: ReadonlySet<string> = new Set(['name', 'slug', 'key', 'code', 'login', 'username']);

/**
 * True for a creation that was sent the same name as another one, and was not told to have made something new: the first entry again is
 * an answer to that, as with a tag that is put on what has it.
 */
export function isNamedAgain({ sent, reading }: Creation, other: Creation): boolean {
  const sameName = ([name, value]: readonly [string, Json]): boolean =>
    NAMES.has(plainName(name)) &&
    (typeof value === 'string' || typeof value === 'number') &&
    memberOf(other.sent, name) === value;
  return reading.answer?.status === 200 && Object.entries(sent).some(sameName);
}

const byIdentity = onceFor((run: JudgedRun): ReadonlyMap<string | undefined, readonly Creation[]> =>
  Map.groupBy(creationsOf(run), ({ identity }) => identity),
);

/** When creations were sent that name what another one made, and were answered with that. */
function timesNamedAgain(run: JudgedRun, creation: Creation): readonly number[] {
  const { startMs } = creation.reading.exchange;
  const same = creation.identity === undefined ? [] : (byIdentity(run).get(creation.identity) ?? []);
  return same
    .filter((one) => one !== creation && isMadeAt(one, placeOf(creation.reading)))
    .filter((one) => one.reading.exchange.startMs >= startMs && isNamedAgain(one, creation))
    .map((one) => one.reading.exchange.startMs);
}

/** Monotonic time in ms from which a created entry may have other values, or be gone; infinite where nothing was sent to it. */
export const touchedFrom: (run: JudgedRun, creation: Creation) => number = onceForBoth((run, creation) =>
  [
    ...touchesOf(run, creation, { inside: true }).map(({ startMs }) => startMs),
    ...timesNamedAgain(run, creation),
  ].reduce((first, startMs) => Math.min(first, startMs), Number.POSITIVE_INFINITY),
);

/**
 * True where a created entry may have been removed before another one was made, or others were put in its place with what it is
 * inside of: its identity was free again.
 */
export function mayBeGoneBefore(run: JudgedRun, creation: Creation, later: Creation): boolean {
  const [fromMs, toMs] = [creation.reading.exchange.startMs, later.reading.exchange.endMs];
  const isBetween = (startMs: number): boolean => startMs >= fromMs && startMs < toMs;
  const isRemoved = touchesOf(run, creation, { inside: false }).some(
    (touch) => touch.mayRemove && isBetween(touch.startMs),
  );
  const deed = isRemoved ? undefined : deedOf(run.contract, creation.reading);
  const path =
    deed?.resource.parent === undefined
      ? undefined
      : pathOfEntry(deed.resource, deed.values, creation.returned);
  if (deed === undefined || path === undefined) return isRemoved;
  return run.readings.some(
    (reading) => isBetween(reading.exchange.startMs) && mayEmpty(run.contract, reading, deed.resource, path),
  );
}

/** `made`: what the answer to a creation showed of the entry. */
type Write = { readonly endMs: number; readonly made: JsonObject | undefined };

/** When requests that were served wrote something into the entries of a run, by the paths of these. */
const writesIn = onceFor((run: JudgedRun): ReadonlyMap<string, readonly Write[]> => {
  const writes = new Map<string, Write[]>();
  for (const reading of run.readings) {
    const { answer, exchange } = reading;
    if (SAFE_METHODS.has(exchange.request.method) || answer === undefined || answer.status >= 300) continue;
    const deed = deedOf(run.contract, reading);
    if (deed === undefined) continue;
    const made = deed.part === 'create' ? entryIn(deed.resource, reading) : undefined;
    const path = made === undefined ? deed.path : pathOfEntry(deed.resource, deed.values, made);
    if (path !== undefined) writes.set(path, [...(writes.get(path) ?? []), { endMs: exchange.endMs, made }]);
  }
  return writes;
});

/**
 * True for an entry into which something was written less than `lagMs` before a request: a list may not show it yet. `isSame`: true for
 * what a creation showed of it, where that is as it is now: what is shown at all was found by that.
 */
export function isFreshAt(
  run: JudgedRun,
  path: string,
  { atMs, lagMs }: { readonly atMs: number; readonly lagMs: number },
  isSame: (made: JsonObject) => boolean = () => false,
): boolean {
  return (writesIn(run).get(path) ?? []).some(
    ({ endMs, made }) => endMs <= atMs && atMs - endMs < lagMs && !(made !== undefined && isSame(made)),
  );
}
