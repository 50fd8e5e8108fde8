import { queryParameters } from '../../../http/target.ts';
import { neededOrderOf } from '../../../interface/resources/lists/list-orders.ts';
import { choosersOf, listModelOf } from '../../../interface/resources/lists/pages.ts';
import { isListedForAll } from '../../../interface/resources/places/listed-elsewhere.ts';
import { isListedAlone, isUndescribed, type Resource } from '../../../interface/resources/resources.ts';
import { type JsonObject, memberOf } from '../../../json/value.ts';
import type { Contract } from '../../../oracle/contract.ts';
import type { Reading } from '../../../oracle/reading.ts';
import { onceFor } from '../../../system/once-for.ts';
import { markersOf, sentMarkers } from '../creations/creations.ts';
import { TELLING_LAG_MS } from '../judges.ts';
import { type Deed, pathOfEntry } from '../deeds.ts';
import { pageOf } from '../pages/page-asks.ts';
import { isWholeList } from '../pages/told-pages.ts';
import { isWhole } from '../promises.ts';
import { listedMembers } from './members/entry-state.ts';
import { isEqual, isSameValue } from './members/shown-values.ts';
import type { Elsewhere, Life, LifeCourt } from './life.ts';
import { judgeMembers } from './members/life-members.ts';

/** What a list tells of one entry: as much as a reading, where no operation reads entries one by one. */

/** True for a list whose query only chooses entries and their order: each that it shows is shown as it always is. */
export function choosesAlone(contract: Contract, { query }: Deed, { expectation }: Reading): boolean {
  if (query === '') return true;
  const model = listModelOf(contract.interface, expectation.operation);
  const choosers = model === undefined ? [] : choosersOf(model);
  return [...queryParameters(query).keys()].every((name) => choosers.includes(name));
}

/** True for a list that is asked for without any choice: in an order at most, where it can't be asked for without. */
function asksForAll(contract: Contract, { query }: Deed, { expectation }: Reading): boolean {
  if (query === '') return true;
  const needed = neededOrderOf(listModelOf(contract.interface, expectation.operation)?.sorting);
  return [...queryParameters(query).keys()].every((name) => needed.includes(name));
}

/** A holder may show the newest of its entries alone: so few are all that it has. */
const FEWEST_PREVIEWED = 3;

/** A list in which nothing is made: what is in it is put there one by one. */
const listOf = onceFor(({ list, entries }: Resource) =>
  list === undefined || entries === undefined ? undefined : { list, entriesPointer: entries.pointer },
);

/** True for a list that shows all that is there. */
export function showsAll(contract: Contract, deed: Deed, reading: Reading, count: number): boolean {
  const { query, resource } = deed;
  if (resource.seenIn !== undefined) return query === '' && count < FEWEST_PREVIEWED;
  const known = contract.interface.collections.find(
    ({ list }) => list.id === reading.expectation.operation?.id,
  );
  const collection = known ?? listOf(resource);
  return (
    asksForAll(contract, deed, reading) &&
    collection !== undefined &&
    isWhole({ contract }, { collection, reading, count })
  );
}

/** True for a list that shows all that is there and was removed, also as the only one of its pages. */
export function showsAllAndRemoved(contract: Contract, deed: Deed, reading: Reading, count: number): boolean {
  const page = pageOf(contract, reading);
  const isOnlyPage = page !== undefined && isWholeList(page);
  return isOnlyPage || showsAll(contract, { ...deed, query: '' }, reading, count);
}

/**
 * Entries of a list by their paths. `areAllNamed`: each tells its own; who looks for one that is missing has to know what the others are.
 */
type NamedEntries = {
  readonly shown: ReadonlyMap<string, JsonObject>;
  readonly unclear: ReadonlySet<string>;
  readonly areAllNamed: boolean;
};

/** Entries of a list by their paths. `unclear`: paths that several of them have, so that nobody can tell which one is meant. */
export function namedEntries({ resource, values }: Deed, entries: readonly JsonObject[]): NamedEntries {
  const named = entries.flatMap((entry) => {
    const path = pathOfEntry(resource, values, entry);
    return path === undefined ? [] : [[path, entry] as const];
  });
  const shown = new Map(named);
  const unclear = named.flatMap(([path, entry]) => (shown.get(path) === entry ? [] : [path]));
  return { shown, unclear: new Set(unclear), areAllNamed: named.length === entries.length };
}

/** True where what was done to an entry has had the time to come into its list. */
export function isSettled({ changedMs }: Life, { exchange }: Reading): boolean {
  return exchange.startMs - changedMs >= TELLING_LAG_MS;
}

/** When each list was asked for, by its target. */
export class Listings {
  readonly #asked = new Map<string, { readonly startMs: number; readonly endMs: number }[]>();

  note({ exchange: { request, startMs, endMs } }: Reading): void {
    const asked = this.#asked.get(request.target) ?? [];
    if (asked.length === 0) this.#asked.set(request.target, asked);
    asked.push({ startMs, endMs });
  }

  /**
   * True where what was done to an entry has had the time to come into its list. A list may be an answer old, and brought up to date by
   * whoever asks for it (`stale-while-revalidate`): it has to have been asked for since.
   */
  isSettled(life: Life, reading: Reading): boolean {
    const { changedMs } = life;
    const { exchange } = reading;
    if (!isSettled(life, reading)) return false;
    return (this.#asked.get(exchange.request.target) ?? []).some(
      ({ startMs, endMs }) => startMs >= changedMs && endMs <= exchange.startMs,
    );
  }
}

/** Takes what a list shows of an entry for a reading of it. Returns false where it shows something else so early that it may lag. */
export function takeForReading(
  court: LifeCourt,
  life: Life,
  {
    reading,
    entry,
    others,
    listings,
  }: {
    readonly reading: Reading;
    readonly entry: JsonObject;
    readonly others: readonly Elsewhere[];
    readonly listings: Listings;
  },
): boolean {
  if (reading.exchange.request.credential.kind !== 'valid') return false;
  const alike = listedMembers(life.resource);
  const isOpen = isUndescribed(life.resource);
  const tells = (name: string): boolean => (isOpen || alike.has(name)) && Object.hasOwn(entry, name);
  const got = (name: string) => memberOf(entry, name);
  const isNew =
    [...life.given].every(([name, { value }]) => !tells(name) || isSameValue(value, got(name))) &&
    [...life.dropped].every(([name, { old }]) => !tells(name) || !isSameValue(old, got(name)));
  life.isUnsettled = !isNew && !listings.isSettled(life, reading);
  if (life.isUnsettled) return false;
  life.standing = 'there';
  for (const { part, isServed, reading: refused } of life.acts)
    if (!isServed && part === 'remove') court.proves('refused-changes-nothing', refused);
  judgeMembers({ court, life, reading, shown: entry, isReading: true, tells, others });
  life.isRead = true;
  life.lookedMs = reading.exchange.startMs;
  return true;
}

/**
 * True for what a list for all shows in the place of an entry that it has not shown before, without a text of its creation or with other
 * values than the last answer about it: it may be another one of that name, or made up for those who ask there.
 */
export function mayBeAnother({ resource, isRead, madeBy, shown }: Life, entry: JsonObject): boolean {
  if (isRead || !isListedForAll(resource)) return false;
  const own = markersOf(entry);
  const isMarked = sentMarkers(madeBy).some((marker) => own.includes(marker));
  const isAsShown = Object.entries(entry).every(
    ([name, value]) =>
      shown === undefined || !Object.hasOwn(shown, name) || isEqual(value, memberOf(shown, name)),
  );
  return !isMarked || !isAsShown;
}

/**
 * True for an entry that a list has shown, and that the same list no longer shows although it shows all there is. `fellows`: the
 * entries of the run. A list for all may leave out what was changed since.
 */
export function isMissed(life: Life, fellows: readonly Life[], { exchange }: Reading): boolean {
  const { standing, isRead, resource } = life;
  if (standing === 'gone') life.isKnownGone = true;
  if (standing !== 'there' || !isRead || !isListedAlone(resource)) return false;
  if (isListedForAll(resource) && life.changedMs >= life.lookedMs) return false;
  const changed = fellows.filter((other) => other.resource === resource).map(({ changedMs }) => changedMs);
  life.isUnsettled = exchange.startMs - Math.max(...changed) < TELLING_LAG_MS;
  return !life.isUnsettled;
}

/** A list without what was removed proves that it is gone. `shown`: its entries by their paths. */
export function proveGone(
  court: LifeCourt,
  lives: readonly Life[],
  deed: Deed,
  contract: Contract,
  { reading, shown }: { readonly reading: Reading; readonly shown: ReadonlyMap<string, JsonObject> },
): void {
  for (const life of lives)
    if (
      life.resource === deed.resource &&
      life.standing === 'gone' &&
      asksForAll(contract, deed, reading) &&
      !shown.has(life.path) &&
      life.removedBy !== undefined &&
      !life.isOrphan
    )
      court.proves('removed-is-gone', reading);
}
