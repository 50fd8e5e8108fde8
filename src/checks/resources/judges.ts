import { type Collection, isUnnamed } from '../../interface/model.ts';
import { isObject, type Json, type JsonObject, memberOf } from '../../json/value.ts';
import { severalBy } from '../../interface/resources/several-at-once.ts';
import { saysWhenRefused } from '../../oracle/contract.ts';
import { onceFor } from '../../system/once-for.ts';
import type { JudgedRun } from '../check.ts';
import { openTribunal, type Tribunal } from '../judge-each.ts';
import { excerptJson, type Outcome } from '../outcome.ts';
import {
  type Creation,
  creationsOf,
  type Difference,
  differences,
  identityOf,
  type Listing,
  listingsAfter,
  listingsOf,
  markersIn,
  placeOf,
  sentMarkers,
} from './creations/creations.ts';
import { allCreationsOf } from './creations/made-at-once.ts';
import { PAYMENT_FAILED } from './deeds.ts';
import { besideNull, documentedMembers, schemaMembers } from '../../schema/members.ts';
import { indexOf } from './lists/listing.ts';
import { narrowedListings } from './lists/narrowed.ts';
import { touchedFrom } from './ownership/touched.ts';
import { sendersOf, SHORTEST_TELLING_TEXT } from './senders.ts';
import { changedMember, isAboutNamed, namedInPath } from './creations/of-named.ts';
import {
  isFilledIn,
  isJudged,
  isOneOfFew,
  isSureIdentity,
  isWhole,
  promisedDifferences,
} from './promises.ts';

/** Records a violation that a creation shows, with further exchanges that prove it. */
export function blame(
  tribunal: Tribunal,
  creation: Creation,
  expected: string,
  actual: string,
  others: readonly string[] = [],
  deviation?: string,
): void {
  const { exchange, expectation } = creation.reading;
  tribunal.breaks({
    exchanges: [exchange.id, ...others],
    operation: expectation.operation?.id,
    expected,
    actual,
    ...(deviation === undefined ? {} : { deviation }),
  });
}

function describe(difference: Difference): string {
  const got = difference.got === undefined ? 'it is missing' : excerptJson(difference.got);
  return `${difference.member}: ${got}, sent was ${excerptJson(difference.sent)}`;
}

/** The same for all members and values: which they are, the violations say. */
function deviationOf({ got, sent }: Difference): string {
  if (got === undefined) return 'a member is missing';
  return typeof got === typeof sent ? 'a value is another one' : 'a value has another type';
}

/**
 * A text in the answer that this request did not send, and another request of the run did before the answer came, as the same
 * member. It need not have been a creation: a body on which the document is silent leaves its texts behind, too. What comes after
 * the answer may have it from there.
 */
function foreignText(creation: Creation, others: readonly Creation[], run: JudgedRun): string | undefined {
  for (const [member, got] of Object.entries(creation.returned)) {
    if (typeof got !== 'string' || got.length < SHORTEST_TELLING_TEXT || Object.hasOwn(creation.sent, member))
      continue;
    if (!saysWhenRefused(run.contract.interface) && isFilledIn(creation, member, got)) continue;
    if (namedInPath(run.contract, creation.reading).includes(got)) continue;
    const { endMs } = creation.reading.exchange;
    const senders = sendersOf(run, member, got).filter(
      (other) => other !== creation.reading && other.exchange.startMs < endMs,
    );
    // What the service showed before anybody sent it comes from itself.
    const sentMs = Math.min(...senders.map(({ exchange }) => exchange.startMs));
    const isOwn = others.some(
      ({ reading, returned }) => reading.exchange.endMs <= sentMs && memberOf(returned, member) === got,
    );
    if (senders.length > 0 && isOwn) continue;
    const isNamed = senders.length === 0 ? undefined : isAboutNamed(creation, others, run);
    if (isNamed !== undefined && !senders.some(isNamed))
      return `${member}: ${excerptJson(got)}, which another request sent`;
  }
  return undefined;
}

/** Judges the answers to creations: every member that was sent comes back with its value. */
export function judgeEcho(run: JudgedRun, situations: 'ordinary' | 'unusual'): Outcome {
  const tribunal = openTribunal('must');
  const creations = allCreationsOf(run);
  for (const creation of creations) {
    const unusual = creation.reading.expectation.situation === 'unusual-text';
    if (unusual !== (situations === 'unusual') || !isJudged(run, creation)) continue;
    const first = changedMember(run, creation, creations, { entry: creation.returned });
    const foreign = foreignText(creation, creations, run);
    if (first !== undefined)
      blame(tribunal, creation, 'every member as it was sent', describe(first), [], deviationOf(first));
    else if (foreign === undefined) tribunal.proves(creation.collection.create.id);
    else {
      const deviation = 'a value that another request sent';
      blame(tribunal, creation, 'only what this request sent', foreign, [], deviation);
    }
  }
  return tribunal.outcome();
}

/**
 * In how many requests each marker went out, those before the judged ones with them. One that went out in several tells nothing of any
 * of them.
 */
const timesSent = onceFor(({ before = [], superseded, readings }: JudgedRun): ReadonlyMap<string, number> => {
  const times = new Map<string, number>();
  const known = new Set(readings);
  for (const reading of [...before.filter((one) => !known.has(one)), ...superseded, ...readings]) {
    for (const marker of new Set(sentMarkers(reading))) times.set(marker, (times.get(marker) ?? 0) + 1);
  }
  return times;
});

/** The entry of a creation in a list: by its identity, and where nothing names entries, the only one with the text that it brought. */
function entryOf(
  run: JudgedRun,
  listing: Listing,
  creation: Creation,
  creations: readonly Creation[],
): Listing['entries'][number] | undefined {
  const { byIdentity, byMarker } = indexOf(listing, creations);
  if (!isUnnamed(creation.collection)) return byIdentity.get(creation.identity);
  const [marker = ''] = sentMarkers(creation.reading);
  const [first, ...others] = byMarker.get(marker) ?? [];
  return others.length === 0 && timesSent(run).get(marker) === 1 ? first : undefined;
}

/** The entry that carries what was sent, whatever its identity. */
function sameContent(listing: Listing, creation: Creation): Listing['entries'][number] | undefined {
  return listing.entries.find((entry) => differences(listing.collection, creation.sent, entry).length === 0);
}

/** A list that lags shows what was created after this time at the latest. */
export const TELLING_LAG_MS = 5_000;

/**
 * True for what nothing names and whose answer shows whether or how far the service has taken it (`approved: false`): its list may wait for
 * that.
 */
function mayBeHeldBack({ collection, sent, returned }: Creation): boolean {
  const { schema } = collection.created;
  const own = Object.entries(returned).filter(([name]) => !Object.hasOwn(sent, name));
  return isUnnamed(collection) && own.some(([name, value]) => isOneOfFew(schema, name, value));
}

/**
 * True for a creation whose answer says that an entry was made (201) and shows the text that the run gave it, in a member that lists show,
 * but no identity: the document has one there, or entries have none.
 */
function isNameless(creation: Creation): boolean {
  const { reading, collection, sent, returned, identity } = creation;
  if (identity !== undefined || reading.answer?.status !== 201 || mayBeHeldBack(creation)) return false;
  if (reading.expectation.situation !== 'ordinary') return false;
  const [created, listed] = [collection.created.schema, collection.entrySchema].map(documentedMembers);
  return (
    (isUnnamed(collection) || created?.has(collection.identity) === true) &&
    Object.entries(returned).some(
      ([name, value]) =>
        typeof value === 'string' &&
        markersIn(value).length > 0 &&
        value === memberOf(sent, name) &&
        listed?.has(name) === true,
    )
  );
}

/** True for a list without what a creation made: its identity, and where its answer shows none, the text that it brought. */
export function isMissing(listing: Listing, creation: Creation, creations: readonly Creation[]): boolean {
  const { byIdentity, byMarker } = indexOf(listing, creations);
  if (creation.identity !== undefined) return !byIdentity.has(creation.identity);
  return isNameless(creation) && !sentMarkers(creation.reading).some((marker) => byMarker.has(marker));
}

/**
 * The list that proves an entry missing: the second one without it, long enough after the creation. A list that lags
 * for less is not to blame.
 */
function listWithout(
  after: readonly Listing[],
  creation: Creation,
  creations: readonly Creation[],
): Listing | undefined {
  const { endMs } = creation.reading.exchange;
  const missing = after.filter((listing) => isMissing(listing, creation, creations));
  return missing.slice(1).find((listing) => listing.reading.exchange.startMs - endMs >= TELLING_LAG_MS);
}

function describeMissing(listing: Listing, creation: Creation): string {
  const { collection, count } = listing;
  if (creation.identity === undefined)
    return `no entry with the text that was sent among ${count}, read twice`;
  const marked = sentMarkers(creation.reading).length > 0;
  const other = marked ? sameContent(listing, creation) : undefined;
  const missing = `no entry with ${collection.identity} ${creation.identity ?? ''} among ${count}, read twice`;
  if (other === undefined) return missing;
  return `${missing}; the same values are there as ${collection.identity} ${identityOf(collection, other) ?? 'missing'}`;
}

/** Listings after a creation, up to the first request that may have changed or removed what it made. */
function untouched(run: JudgedRun, listings: readonly Listing[], creation: Creation): readonly Listing[] {
  const touchedMs = touchedFrom(run, creation);
  return listingsAfter(listings, creation).filter(({ reading }) => reading.exchange.startMs < touchedMs);
}

/** Judges that what was created is listed, with its identity and values. */
export function judgeListed(run: JudgedRun): Outcome {
  const tribunal = openTribunal('must');
  const listings = listingsOf(run);
  const creations = allCreationsOf(run);
  for (const creation of creations) {
    const after = untouched(run, [...listings, ...narrowedListings(run, creation)], creation);
    const last = after.at(-1);
    const isKnown = creation.identity !== undefined && isSureIdentity(run, creation.collection);
    if (last === undefined || !isJudged(run, creation) || !(isKnown || isNameless(creation))) continue;
    const without = listWithout(
      after.filter((listing) => isWhole(run, listing)),
      creation,
      creations,
    );
    if (without !== undefined) {
      const actual = describeMissing(without, creation);
      const deviation = 'it is not in the list';
      const list = [without.reading.exchange.id];
      blame(tribunal, creation, 'the created entry in the list', actual, list, deviation);
      continue;
    }
    const entry =
      isKnown || isUnnamed(creation.collection) ? entryOf(run, last, creation, creations) : undefined;
    if (entry === undefined) continue;
    const { collection } = last;
    const changed = changedMember(run, creation, creations, { entry, shownAs: collection.entrySchema });
    if (changed === undefined) tribunal.proves(last.collection.list.id);
    else {
      const expected = 'the created entry in the list with the values that were sent';
      const list = [last.reading.exchange.id];
      blame(tribunal, creation, expected, describe(changed), list, deviationOf(changed));
    }
  }
  return tribunal.outcome();
}

/** Judges that each creation made one entry. Markers that went out in several requests tell nothing. */
export function judgeCreatedOnce(run: JudgedRun): Outcome {
  const tribunal = openTribunal('must');
  const listings = listingsOf(run);
  const creations = creationsOf(run);
  const sentTimes = timesSent(run);
  for (const creation of creations) {
    const last = untouched(run, listings, creation).at(-1);
    const [marker] = sentMarkers(creation.reading);
    if (last === undefined || marker === undefined || sentTimes.get(marker) !== 1) continue;
    const found = indexOf(last, creations).byMarker.get(marker) ?? [];
    if (found.length === 1) tribunal.proves(creation.collection.create.id);
    if (found.length < 2) continue;
    const { collection } = last;
    const identities = found.map((entry) => identityOf(collection, entry) ?? 'none').join(', ');
    const which = isUnnamed(collection) ? '' : ` (${collection.identity} ${identities})`;
    const actual = `${found.length} entries${which}`;
    blame(tribunal, creation, 'one entry for one creation', actual, [last.reading.exchange.id]);
  }
  return tribunal.outcome();
}

/** Judges that a refused creation (any 4xx but a refusal over the limit) left nothing: the last list decides. */
export function judgeRefused(run: JudgedRun): Outcome {
  const tribunal = openTribunal('must');
  const listings = listingsOf(run);
  const creations = creationsOf(run);
  const sentTimes = timesSent(run);
  for (const reading of run.readings) {
    const status = reading.answer?.status ?? 0;
    const { interface: document } = run.contract;
    const made = severalBy(document, reading.expectation.operation);
    const several = made?.isAllOrNone === true ? made : undefined;
    const collection =
      several?.collection ??
      document.collections.find((c) => c.create.id === reading.expectation.operation?.id);
    const [marker] = sentMarkers(reading);
    if (reading.answer?.limited === true) continue;
    if (marker !== undefined && sentTimes.get(marker) !== 1) continue;
    if (collection === undefined || marker === undefined || status < 400 || status > 499) continue;
    if (status === PAYMENT_FAILED) continue;
    const last = listings
      .filter(
        (l) =>
          l.collection.path === collection.path &&
          (several !== undefined || placeOf(l.reading) === placeOf(reading)) &&
          l.reading.exchange.startMs >= reading.exchange.endMs,
      )
      .at(-1);
    if (last === undefined) continue;
    const [found] = indexOf(last, creations).byMarker.get(marker) ?? [];
    if (found === undefined) {
      if (isWhole(run, last)) tribunal.proves(collection.create.id);
    } else {
      tribunal.breaks({
        exchanges: [reading.exchange.id, last.reading.exchange.id],
        operation: reading.expectation.operation?.id,
        expected: `nothing created by a request that got ${status}`,
        actual: `the list shows ${excerptJson(found)}`,
        deviation: 'the list shows it',
      });
    }
  }
  return tribunal.outcome();
}

/**
 * What was shown of an entry before, with what no client gives in the objects that it holds as it is now: numbers of the service change by
 * themselves.
 */
function asClientsGave({ sent: { schema } }: Collection, before: JsonObject, now: JsonObject): JsonObject {
  const { properties } = schemaMembers(schema);
  return Object.fromEntries(
    Object.entries(before).map(([name, value]): readonly [string, Json] => {
      const member = besideNull(properties.get(name) ?? true, schema);
      const { properties: given } = schemaMembers(member, schema);
      const later = memberOf(now, name);
      if (!isObject(value) || !isObject(later) || given.size === 0) return [name, value];
      const own = Object.entries(value).filter(([inner]) => given.has(inner));
      const others = Object.entries(later).filter(([inner]) => !given.has(inner));
      return [name, Object.fromEntries([...others, ...own])];
    }),
  );
}

/** Judges that an entry of this run that was listed once keeps its values in later lists. */
export function judgeStable(run: JudgedRun): Outcome {
  const tribunal = openTribunal('must');
  const listings = listingsOf(run);
  const creations = creationsOf(run);
  for (const creation of creations) {
    const after = untouched(run, listings, creation);
    const seen = after.findIndex((listing) => entryOf(run, listing, creation, creations) !== undefined);
    const [first, last] = [after[seen], after.at(-1)];
    if (seen < 0 || first === undefined || last === undefined || first === last) continue;
    const [before, now] = [entryOf(run, first, creation, creations), entryOf(run, last, creation, creations)];
    if (before === undefined || now === undefined) continue;
    const own = asClientsGave(first.collection, before, now);
    const [changed] = promisedDifferences(run, first.collection, own, now, first.collection.entrySchema);
    if (changed === undefined) tribunal.proves(last.collection.list.id);
    else {
      const lists = [first.reading.exchange.id, last.reading.exchange.id];
      const expected = 'an entry that keeps its values';
      blame(tribunal, creation, expected, describe(changed), lists, deviationOf(changed));
    }
  }
  return tribunal.outcome();
}
