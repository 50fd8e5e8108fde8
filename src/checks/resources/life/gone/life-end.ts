import { saysAbsent } from '../../../../http/exchange.ts';
import { queryParameters, targetParts } from '../../../../http/target.ts';
import { showsRemoved } from '../../../../interface/resources/lists/switch-words.ts';
import {
  isRemovedSince,
  mayStayRemoved,
  removedAsked,
  removedRead,
} from '../../../../interface/resources/places/removed-asked.ts';
import {
  goesAlong,
  leavesList,
  refusesRemovalAgain,
} from '../../../../interface/resources/words/states/told-removals.ts';
import { isUndescribed } from '../../../../interface/resources/resources.ts';
import { plainText } from '../../../../json/lossless.ts';
import { isName, type JsonObject, type Json, memberOf } from '../../../../json/value.ts';
import { matchesStatus } from '../../../../oracle/contract.ts';
import type { Reading } from '../../../../oracle/reading.ts';
import type { Schema } from '../../../../schema/keywords.ts';
import { besideNull, schemaMembers } from '../../../../schema/members.ts';
import { mergedKeywords } from '../../../../schema/merge.ts';
import { excerptJson } from '../../../outcome.ts';
import { statusText } from '../../../statuses.ts';
import { sentTo } from '../members/entry-state.ts';
import { isEqual, isPartOf, isSameValue, putsAway } from '../members/shown-values.ts';
import {
  type Act,
  type Given,
  ended,
  forget,
  GONE,
  type Life,
  type LifeCourt,
  type LifeLaw,
  showsAbsence,
  tellsOfRemoval,
} from '../life.ts';
import { markersIn, markersOf } from '../../creations/creations.ts';
import { TELLING_LAG_MS } from '../../judges.ts';
import { isBroughtBack } from './brought-back.ts';
import { shownOf } from '../members/shown-entry.ts';
import type { Listings } from '../list-looks.ts';

/** What lists show of an entry, and what comes for one that was removed. */

/** Ends the life of an entry, and the lives inside of it, by its removal. */
export function endWithInside(life: Life, removal: Reading, inside: readonly Life[]): void {
  const { operation } = removal.expectation;
  ended(life, removal, false);
  for (const other of inside) {
    if (other.standing === 'gone') continue;
    // What has a place of its own may stay there, unless the document says that it goes.
    const isTold = operation !== undefined && goesAlong(operation, other.resource);
    const isApart = !other.path.startsWith(`${life.path}/`) && !isTold;
    // What can be brought back, or read as removed, may keep all that is inside of it.
    if (isApart || isBroughtBack(life.resource) || mayStayRemoved(life.resource)) forget(other);
    else ended(other, removal, true);
  }
}

/** Judges a removal of what was removed before, where the document says what comes then. */
export function judgeRemovedAgain(court: LifeCourt, life: Life, reading: Reading): void {
  const { removedBy } = life;
  const { operation } = reading.expectation;
  const refusal = operation === undefined ? undefined : refusesRemovalAgain(operation);
  const isSure = life.isKnownGone || life.isKeptAsRemoved;
  if (refusal === undefined || removedBy === undefined || removedBy.answer?.status === 202) return;
  if (!isSure || life.isOrphan) return;
  const status = reading.answer?.status ?? 0;
  if (String(status) === refusal) court.proves('removed-is-gone', reading);
  if (reading.answer === undefined || status < 200 || status >= 300 || status === 202) return;
  court.breaks(
    'removed-is-gone',
    life,
    { telling: reading, others: [removedBy] },
    {
      expected: `${refusal}: by the document that comes where it was removed before`,
      actual: statusText(reading.answer),
      deviation: 'what was removed can be removed again',
    },
  );
}

/**
 * Judges a read that asks for an entry although it was removed, where the document has that. False for any other. What comes soon after
 * the removal may be late.
 */
export function judgeReadOfRemoved(
  court: LifeCourt,
  life: Life,
  reading: Reading,
  isAbsent: boolean,
): boolean {
  const { removedBy } = life;
  if (asksForRemoved(reading) !== true) return false;
  if (removedBy === undefined || removedBy.answer?.status === 202 || life.isOrphan) return true;
  const isSaid = removedRead(life.resource) !== undefined;
  const isLate = reading.exchange.startMs - removedBy.exchange.endMs < TELLING_LAG_MS;
  if (!isAbsent || !isSaid || isLate || reading.answer === undefined) return true;
  court.breaks(
    'removed-is-gone',
    life,
    { telling: reading, others: [removedBy] },
    {
      expected: 'the entry, which was removed: the request asks for what was removed, too',
      actual: statusText(reading.answer),
      deviation: 'what was removed is not shown to whoever asks for it',
    },
  );
  return true;
}

/**
 * True for an entry that has the identity of one that was removed and other words in place of those of the run: somebody else has made it
 * since, where identities are given again.
 */
function isOfAnother({ shown }: Life, now: JsonObject | undefined): boolean {
  return Object.entries(shown ?? {}).some(([name, value]) => {
    const [own, other] = [value, now === undefined ? undefined : memberOf(now, name)];
    if (typeof own !== 'string' || typeof other !== 'string' || other === '') return false;
    const markers = markersIn(own);
    return markers.length > 0 && !markers.some((marker) => other.includes(marker));
  });
}

/** True where an entry is shown that has another identity than the one which is asked for. */
function namesAnother({ shown, resource: { identity } }: Life, now: JsonObject | undefined): boolean {
  const [own, other] = [shown, now].map((entry) =>
    entry === undefined || identity === undefined ? undefined : memberOf(entry, identity),
  );
  return isName(own) && isName(other) && plainText(own) !== plainText(other);
}

/** Judges what a read gets of an entry that was removed. */
export function judgeReadWhenGone(court: LifeCourt, life: Life, reading: Reading, isAbsent: boolean): void {
  const { answer, expectation } = reading;
  const { removedBy } = life;
  if (answer === undefined || removedBy === undefined || removedBy.answer?.status === 202) return;
  const law: LifeLaw = life.isOrphan ? 'children-follow' : 'removed-is-gone';
  if (isAbsent) {
    life.isKnownGone = true;
    court.proves(law, life.isOrphan ? reading : removedBy);
    return;
  }
  if (life.isOrphan && !showsAbsence(expectation.operation)) return;
  const now = shownOf(life, reading);
  const isNamedOtherwise = namesAnother(life, now) && showsAbsence(expectation.operation);
  if (answer.status < 300 && isOfAnother(life, now) && !isNamedOtherwise) return forget(life, 'unknown');
  // A success that shows nothing of what it was given may say that there is nothing, where no document says what comes then.
  const isOpen = isUndescribed(life.resource) && !showsAbsence(expectation.operation);
  if (answer.status < 300 && isOpen && !showsGiven(life, now) && !isAsBefore(life, now)) return;
  if (answer.status < 300) {
    // A read that is asked for what was removed by a parameter of its own shows it to nobody else.
    if (
      asksForRemoved(reading) !== false &&
      tellsOfRemoval(life.resource, expectation.operation, life.shown, now)
    ) {
      life.standing = 'unknown';
      life.isKeptAsRemoved = true;
      life.shownAway = now;
      // What is left of it may be that it was removed, and no more.
      forgetUnshown(life, now);
      return;
    }
  } else if (answer.status < 400 || [401, 403, 429].includes(answer.status)) return;
  else if (!expectation.operation?.responses.some(({ status }) => GONE.includes(status))) return;
  else if (
    matchesStatus(
      expectation.operation.responses.map(({ status }) => status),
      answer.status,
    ) &&
    answer.status !== 400
  )
    return;
  court.breaks(
    law,
    life,
    { telling: reading, others: [removedBy] },
    {
      expected: life.isOrphan
        ? '404 or 410: what it was inside of was removed'
        : '404 or 410: the entry was removed',
      actual: statusText(answer),
      deviation:
        answer.status >= 300
          ? 'what was removed gets another error'
          : isNamedOtherwise
            ? 'another entry is shown in place of what was removed'
            : 'what was removed can still be read',
    },
  );
  life.standing = 'unknown';
  // What its removal took from it no update lost.
  life.acts = [];
  forgetUnshown(life, now);
}

/** True for an answer that is the last one from before the removal, with a text of the run in it. */
function isAsBefore({ shown }: Life, now: JsonObject | undefined): boolean {
  return now !== undefined && shown !== undefined && markersOf(now).length > 0 && isEqual(now, shown);
}

function showsGiven({ given }: Life, now: JsonObject | undefined): boolean {
  return [...given].some(([name, { value }]) => now !== undefined && isSameValue(value, memberOf(now, name)));
}

function forgetUnshown(life: Life, shown: JsonObject | undefined): void {
  for (const name of life.given.keys())
    if (shown === undefined || !Object.hasOwn(shown, name)) life.given.delete(name);
}

/** Whether a list or a read is asked for what was removed, too; `undefined` where the document has no parameter for that, or no default. */
function asksForRemoved({ exchange, expectation: { operation } }: Reading): boolean | undefined {
  const parameter = operation?.parameters.find((one) => one.in === 'query' && showsRemoved(one.name));
  if (parameter === undefined) return undefined;
  const sent = queryParameters(targetParts(exchange.request.target).query).get(parameter.name);
  if (sent !== null) return sent !== 'false';
  return memberOf(mergedKeywords(parameter.schema), 'default') === false ? false : undefined;
}

const REMOVED_STATE = /^(?:soft[-_ ]?)?(?:deleted|removed|trashed)$/i;

/** True for an entry that says that it is removed, and not on its way to that. */
function saysRemoved(entry: JsonObject): boolean {
  return Object.entries(entry).some(([name, value]) => {
    const isState = typeof value === 'string' && REMOVED_STATE.test(value);
    return isState || (isRemovedSince(name) && value !== null && value !== false && value !== '');
  });
}

/** What a list shows of an entry. */
type Listed = { readonly reading: Reading; readonly entry: JsonObject; readonly listings: Listings };

/** Judges a list that shows what was removed: a list that lags is given time. */
export function judgeListedWhenGone(
  court: LifeCourt,
  life: Life,
  { reading, entry, listings }: Listed,
): void {
  const { removedBy } = life;
  if (removedBy === undefined || removedBy.answer?.status === 202) return;
  if (!listings.isSettled(life, reading)) return;
  const hasParameter = removedAsked(life.resource) !== undefined;
  const isAsked = asksForRemoved(reading) ?? (hasParameter ? false : undefined);
  if (isAsked === true) return;
  const { operation } = removedBy.expectation;
  if (operation === undefined || !leavesList(operation)) {
    // What is kept, and says that it was removed, is in no list where that takes a parameter of its own.
    if (life.isKeptAsRemoved && !(hasParameter && saysRemoved(entry))) return;
    if (isAsked === undefined && tellsOfRemoval(life.resource, life.resource.read, life.shown, entry)) return;
  }
  if (life.isOrphan && !showsAbsence(reading.expectation.operation)) return;
  if (isOfAnother(life, entry)) return forget(life, 'unknown');
  court.breaks(
    life.isOrphan ? 'children-follow' : 'removed-is-gone',
    life,
    { telling: reading, others: [removedBy] },
    {
      expected: 'a list without the entry, which was removed',
      actual: 'the list shows it',
      deviation: 'what was removed is still listed',
    },
  );
  life.standing = 'unknown';
}

/** True where a list of which nothing is said may show a text in a form of its own, or the beginning of one. */
function mayBeShorter({ value, promise }: Given, got: Json | undefined): boolean {
  if (typeof value !== 'string') return false;
  return typeof got !== 'string' || !promise.isFreeText || value.startsWith(got.replace(/[\s.…]{0,9}$/u, ''));
}

/** Judges that a list shows the values of the entry itself, as far as a request gave them. */
export function judgeListedAsRead(court: LifeCourt, life: Life, { reading, entry, listings }: Listed): void {
  const isUntouched = life.changedMs === life.madeBy.exchange.endMs;
  if (!life.isRead) return;
  let proof = false;
  for (const [name, given] of life.given) {
    if (!given.isConfirmed || !Object.hasOwn(entry, name)) continue;
    const got = memberOf(entry, name);
    if (isSameValue(given.value, got)) {
      proof = true;
      continue;
    }
    // A list may show less of an object than the entry itself does.
    if (typeof got === 'object' && got !== null && isPartOf(given.value, got)) continue;
    if (!given.promise.isFreeText && typeof got !== typeof given.value) continue;
    if (given.promise.isSeenAlone === true && mayBeShorter(given, got)) continue;
    // A list may lag: what agrees is proof at once, and what does not is none yet.
    const isSettled = life.acts.length === 0 && listings.isSettled(life, reading);
    if (!isSettled && !isUntouched) return;
    court.breaks(
      'listed-as-read',
      life,
      { telling: reading, others: [] },
      {
        expected: `${name}: ${excerptJson(given.value)}, as the entry itself shows`,
        actual: `${name}: ${excerptJson(got)}`,
        deviation: 'the list shows other values',
      },
    );
    return;
  }
  if (proof) court.proves('listed-as-read', reading);
}

function isEmptyList(value: Json): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** True for an update that leaves nothing in what holds lists alone: a set without anything in it may be none. */
function leavesNothing({ resource }: Life, { part, isServed, values, reading }: Act): boolean {
  const { operation } = reading.expectation;
  const sent = operation === undefined ? undefined : sentTo(operation, resource)?.schema;
  if (part !== 'replace' || !isServed || sent === undefined) return false;
  const members = [...schemaMembers(sent).properties.values()];
  const isList = (member: Schema): boolean => mergedKeywords(besideNull(member, sent), sent).type === 'array';
  return members.length > 0 && members.every(isList) && [...values.values()].every(isEmptyList);
}

function findsNothing({ reading: { answer } }: Act): boolean {
  return saysAbsent(answer?.status);
}

/**
 * Judges a read that does not find an entry which nobody was told to have removed. `other`: the removal of another entry; `above`:
 * a change of what it is inside of.
 */
export function judgeMissing(
  court: LifeCourt,
  life: Life,
  reading: Reading,
  {
    other,
    above,
    told,
    isBeside,
  }: {
    readonly other: Act | undefined;
    readonly above: Act | undefined;
    readonly told: string | undefined;
    /** Something of another kind was removed since it was last seen. */
    readonly isBeside: boolean;
  },
): void {
  // What hangs on something else by a member of it may be gone with that, and its own removal finds it no more. What nobody has
  // seen in its place may stand in another.
  const refusals = life.acts.filter(
    (act) => !act.isServed && act.part === 'remove' && !((isBeside || !life.isRead) && findsNothing(act)),
  );
  // A line of which nothing is left goes from its cart, and what is archived from where it was.
  const isLedAway = life.acts.some(
    (act) =>
      leavesNothing(life, act) ||
      [...act.values].some(([name, value]) => value === 0 || putsAway(name, value)),
  );
  if (isLedAway) return;
  const served = life.acts.findLast(({ isServed }) => isServed);
  const [refused] = other === undefined ? refusals : [];
  // Where two may be why, it is the one that was about this entry.
  const own = life.acts.findLast((act) => !act.isServed && act.part !== 'remove' && !findsNothing(act));
  const blame = (law: LifeLaw, act: Act, expected: string, deviation: string): void => {
    const actual = told ?? (reading.answer === undefined ? '' : statusText(reading.answer));
    court.breaks(law, life, { telling: reading, others: [act.reading] }, { expected, actual, deviation });
  };
  if (refused !== undefined) {
    const status = String(refused.reading.answer?.status);
    const expected = `the entry: its removal was refused with ${status}`;
    blame('refused-changes-nothing', refused, expected, 'a refused removal removes');
  } else if (other !== undefined && own !== undefined) {
    const expected = `the entry: its change was refused with ${String(own.reading.answer?.status)}`;
    blame('refused-changes-nothing', own, expected, 'a refused change takes the entry away');
  } else if ((other !== undefined || above !== undefined) && isBeside) return;
  // What was asked for in an odd way and never seen may never have been where its answer says.
  else if (other !== undefined && !life.isRead && life.madeBy.expectation.situation !== 'ordinary') return;
  else if (other !== undefined)
    blame(
      'others-unchanged',
      other,
      'the entry: another one was removed',
      'a removal takes other entries along',
    );
  else if (above !== undefined)
    blame(
      'others-unchanged',
      above,
      'the entry: what it is inside of was changed',
      'a change takes along what is inside',
    );
  else if (served !== undefined)
    blame('update-stored', served, 'the entry with its new values', 'an update removes the entry');
}
