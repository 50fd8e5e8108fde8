import { bringsBack } from '../../../../interface/resources/words/states/action-words.ts';
import { removedAsked } from '../../../../interface/resources/places/removed-asked.ts';
import type { Resource } from '../../../../interface/resources/resources.ts';
import { queryParameters } from '../../../../http/target.ts';
import { isList, isObject, type Json, type JsonObject, memberOf } from '../../../../json/value.ts';
import type { Reading } from '../../../../oracle/reading.ts';
import { excerptJson } from '../../../outcome.ts';
import { statusText } from '../../../statuses.ts';
import { TELLING_LAG_MS } from '../../judges.ts';
import { type Deed, entriesIn } from '../../deeds.ts';
import { isEqual, isSameValue } from '../members/shown-values.ts';
import { type Listings, namedEntries } from '../list-looks.ts';
import { forget, type Life, type LifeCourt, tellsOfRemoval } from '../life.ts';

/** What was removed and brought back (`POST /notes/7/restore`), and lists that are asked for what was removed, too. */

/** True for entries that by the document may come back after their removal, or are shown by a list all the same. */
export function isBroughtBack(resource: Resource): boolean {
  return resource.actions.some(bringsBack) || removedAsked(resource) !== undefined;
}

/** True for a query that asks for what was removed, and for nothing else. */
export function asksForRemovedAlone(resource: Resource, query: string): boolean {
  const asked = queryParameters(query);
  const name = removedAsked(resource)?.name;
  return name !== undefined && [...asked.keys()].join() === name && asked.get(name) === 'true';
}

/** Members that lead to something else, which may let go of what is removed. */
const LEADS_ELSEWHERE = /(?:id|uuid|guid|ref|key|href|url)s?$/i;

function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  return isList(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
}

/** What clients gave an entry in words of their own, and reads showed of it: anything else a service may let go of with a removal. */
function keptMembers({ given, shown, isRead }: Life): ReadonlyMap<string, Json> {
  const kept = [...given].flatMap(
    ([name, { value, isConfirmed, promise }]): readonly (readonly [string, Json])[] => {
      const now = shown === undefined ? undefined : memberOf(shown, name);
      const isKept = isConfirmed && now !== undefined && isSameValue(value, now) && !isEmpty(now);
      return isKept && promise.isFreeText && !LEADS_ELSEWHERE.test(name) ? [[name, now]] : [];
    },
  );
  return new Map(isRead ? kept : []);
}

/** Judges that what was brought back still has what it had: a service may call it otherwise, or put it elsewhere, and forgets nothing of it. */
function judgeKept(court: LifeCourt, life: Life, reading: Reading, shown: JsonObject): void {
  const { by, kept } = life.broughtBack ?? {};
  const lost = [...(kept ?? [])].find(([name]) => isEmpty(memberOf(shown, name)));
  if (by === undefined || lost === undefined) return;
  const [name, value] = lost;
  const now = memberOf(shown, name);
  court.breaks(
    'action-stored',
    life,
    { telling: reading, others: [by] },
    {
      expected: `${name}: ${excerptJson(value)}, as it was before the entry was removed`,
      actual: `${name}: ${now === undefined ? 'it is missing' : excerptJson(now)}`,
      deviation: 'what was brought back has lost a member',
    },
  );
}

/** Notes that an action brought an entry back, as its answer says. `kept`: what it had when it was removed. */
function noteBroughtBack(life: Life, reading: Reading, kept: ReadonlyMap<string, Json>): void {
  const { operation } = reading.expectation;
  const isSure = operation !== undefined && bringsBack(operation) && reading.answer?.status !== 202;
  const { removedBy } = life;
  if (isSure && removedBy !== undefined && removedBy.answer?.status !== 202)
    life.broughtBack = { by: reading, isShown: false, kept };
  life.isKeptAsRemoved = false;
}

/** An action may have done anything to an entry. `isBack`: it was served of one that was removed. */
export function forgetActed(life: Life, reading: Reading, isBack: boolean): void {
  const kept = keptMembers(life);
  forget(life, isBack ? 'unknown' : life.standing);
  if (isBack) noteBroughtBack(life, reading, kept);
}

function isTimely(by: Reading, reading: Reading): boolean {
  return reading.exchange.startMs - by.exchange.endMs < TELLING_LAG_MS;
}

function blame(court: LifeCourt, life: Life, telling: Reading, by: Reading, actual: string): void {
  court.breaks(
    'action-stored',
    life,
    { telling, others: [by] },
    {
      expected: 'the entry, which was brought back',
      actual,
      deviation: 'what was brought back is not there',
    },
  );
  life.broughtBack = undefined;
}

/** Judges a read of what was brought back. `shown`: what it shows; `undefined` where it finds nothing. */
export function judgeBroughtBack(
  court: LifeCourt,
  life: Life,
  reading: Reading,
  shown: JsonObject | undefined,
): void {
  const { broughtBack, resource } = life;
  if (broughtBack === undefined) return;
  const { by } = broughtBack;
  const isStillAway =
    shown !== undefined &&
    life.shownAway !== undefined &&
    tellsOfRemoval(resource, reading.expectation.operation, life.shown, shown) &&
    Object.keys(life.shownAway).every((name) =>
      isEqual(memberOf(life.shownAway ?? {}, name), memberOf(shown, name)),
    );
  if (shown !== undefined && !isStillAway) {
    if (!broughtBack.isShown) court.proves('action-stored', by);
    const { operation } = by.expectation;
    if (!broughtBack.isShown && operation !== undefined) life.doneBy.set(operation.id, by);
    judgeKept(court, life, reading, shown);
    life.broughtBack = { by, isShown: true, kept: new Map() };
    return;
  }
  if (isTimely(by, reading)) {
    life.isUnsettled = true;
    return;
  }
  const actual = reading.answer === undefined ? '' : statusText(reading.answer);
  blame(court, life, reading, by, isStillAway ? `${actual}, as it was when it was removed` : actual);
}

/** Judges a list of all that is there without an entry that was brought back, and is read. */
export function judgeBackUnlisted(court: LifeCourt, life: Life, reading: Reading, isSettled: boolean): void {
  const { broughtBack } = life;
  if (broughtBack?.isShown !== true) return;
  if (!isSettled || isTimely(broughtBack.by, reading)) life.isUnsettled = true;
  else blame(court, life, reading, broughtBack.by, 'the list does not show it');
}

/** Judges a list of all that is there and was removed. */
function judgeListedAway(
  court: LifeCourt,
  life: Life,
  reading: Reading,
  { isShown, isSettled }: { readonly isShown: boolean; readonly isSettled: boolean },
): void {
  const { removedBy } = life;
  const isAway = (life.standing === 'gone' && !life.isOrphan) || life.isKeptAsRemoved;
  if (removedBy === undefined || removedBy.answer?.status === 202 || !isAway) return;
  life.isUnsettled = !isShown && !isSettled;
  if (isShown || !isSettled) return;
  court.breaks(
    'removed-is-gone',
    life,
    { telling: reading, others: [removedBy] },
    {
      expected: 'the entry, which was removed: the list is asked for what was removed, too',
      actual: 'the list does not show it',
      deviation: 'what was removed is not in the list that is asked for it',
    },
  );
  life.standing = 'unknown';
}

/** The same for all entries that were made at one place. */
export function judgeListWithRemoved(
  court: LifeCourt,
  lives: readonly Life[],
  {
    deed,
    reading,
    listings,
  }: { readonly deed: Deed; readonly reading: Reading; readonly listings: Listings },
  isAll: (count: number) => boolean,
): void {
  const entries = entriesIn(deed.resource, reading);
  if (entries === undefined) return;
  const { shown, areAllNamed } = namedEntries(deed, entries);
  for (const life of lives) {
    const isOwn = life.place === deed.path && life.resource === deed.resource;
    const isShown = shown.has(life.path);
    const isSettled = listings.isSettled(life, reading);
    if (isOwn && (isShown || (areAllNamed && isAll(entries.length))))
      judgeListedAway(court, life, reading, { isShown, isSettled });
  }
  listings.note(reading);
}
