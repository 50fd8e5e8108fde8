import type { Operation } from '../../../../interface/model.ts';
import { changeListFormOf } from '../../../../interface/content/change-lists.ts';
import { saysLeftOutGoes } from '../../../../interface/resources/words/told-replacements.ts';
import { isUndescribed, type Resource } from '../../../../interface/resources/resources.ts';
import { isList, isObject, type JsonObject, type Json, memberOf } from '../../../../json/value.ts';
import type { Reading } from '../../../../oracle/reading.ts';
import { excerptJson } from '../../../outcome.ts';
import { comparable, type MemberPromise, promisedBetween, type Wish, wishOf } from './entry-state.ts';
import { brokenPromise, isAddedTo, isEqual, isPartOf, isSameValue } from './shown-values.ts';
import { PAYMENT_FAILED } from '../../deeds.ts';
import { claim, claimFixed, claimInside, judgeClaimed, ownInside } from './claims.ts';
import { fixedIn } from './fixed-members.ts';
import { hideInside, judgeHidden } from './hidden-members.ts';
import { givenOf } from '../../members/own-inside.ts';
import { isPlaceInOrder } from '../../promises.ts';
import { SHORTEST_TELLING_TEXT } from '../../senders.ts';
import { isOtherName, isPutAtEnd, isToldNull, isWhoAsks, mayBeShape } from '../made/shapes.ts';
import { judgeLeftOut } from './left-out.ts';
import { type Elsewhere, type Given, isHidden, type Life, type LifeCourt, forget } from '../life.ts';

/** The members of an entry over its life: what requests give them, and what answers show of that. */

/** A look at an entry: what an answer shows of it. A reading tells for sure, the answer to an update what it claims. */
export type Look = {
  readonly court: LifeCourt;
  readonly life: Life;
  readonly reading: Reading;
  readonly shown: JsonObject;
  readonly isReading: boolean;
  /** False for a member of which the answer does not tell: a list may show less than the entry has. */
  readonly tells: (name: string) => boolean;
  /** Members whose numbers the service gives each new entry by itself, whatever was sent. */
  readonly counted?: ReadonlySet<string> | undefined;
  /** What was done to other entries of the kind since this one was last read. */
  readonly others: readonly Elsewhere[];
};

type Values = ReadonlyMap<string, Json>;

/** The operation whose body describes what a request changes: a list of changes describes no members by itself. */
function tellerOf(operation: Operation, { create, replace }: Resource): Operation {
  return changeListFormOf(operation) === undefined ? operation : (create ?? replace ?? operation);
}

/** Notes what a served request gives an entry. Returns the values. */
export function giveMembers(life: Life, part: 'create' | 'replace' | 'change', reading: Reading): Values {
  const { operation } = reading.expectation;
  const wish =
    operation === undefined
      ? undefined
      : wishOf(part, { operation, resource: life.resource }, reading, life.shown);
  if (operation === undefined || wish === undefined) {
    life.given.clear();
    life.dropped.clear();
    return new Map();
  }
  const promised = promisedBetween(tellerOf(operation, life.resource), life.resource);
  if (isUndescribed(life.resource)) return giveSeen(life, wish, reading, promised);
  for (const name of wish.taken) {
    const given = life.given.get(name);
    if (given?.isConfirmed !== true) continue;
    life.dropped.set(name, { old: given.value, by: reading, taken: given.promise });
  }
  for (const name of wish.open) life.given.delete(name);
  for (const name of wish.dropped) {
    const given = life.given.get(name);
    if (given?.isConfirmed === true) life.dropped.set(name, { old: given.value, by: reading });
    life.given.delete(name);
  }
  for (const [name, value] of wish.values)
    claimInside(life, operation, { name, value, by: reading, isNew: part === 'create' });
  const values = new Map(
    [...wish.values].map(([name, value]) => [
      name,
      givenOf(ownInside(operation, life.resource), name, value) ?? null,
    ]),
  );
  for (const [name, sent] of values) {
    const promise = promised.get(name);
    life.dropped.delete(name);
    hideInside(life, operation, { name, value: sent, by: reading });
    // What is set for good is refused another value, or keeps its own.
    const isKept = reading !== life.madeBy && fixedIn(operation, life.resource).has(name);
    const named = promise === undefined ? sent : comparable(promise, sent);
    if (named === undefined || isKept) {
      life.given.delete(name);
      if (isKept) claimFixed(life, operation, name, { value: sent, by: reading });
      continue;
    }
    const known = life.given.get(name);
    const old = known?.isConfirmed === true ? known.value : undefined;
    const isMerged = wish.merged.has(name) && isObject(old) && isObject(named);
    const value = isMerged ? { ...old, ...named } : named;
    const earlier = wish.isWhole || isMerged ? old : undefined;
    const before = life.shown === undefined ? undefined : memberOf(life.shown, name);
    if (promise !== undefined) {
      life.given.set(name, {
        value,
        by: reading,
        promise,
        before,
        earlier,
        isConfirmed: false,
        isAnswered: false,
      });
      continue;
    }
    life.given.delete(name);
    // What a new entry would have without a claim is told by other ones; its name has a check of its own.
    if (part === 'create' && name === life.resource.identity) continue;
    claim(life, operation, { name, value, before: part === 'create' ? null : before, by: reading });
  }
  return values;
}

/** The same for an entry that nothing describes: it is held to what an answer about it showed as it was given before. */
function giveSeen(
  life: Life,
  { values, dropped, open, taken }: Wish,
  reading: Reading,
  promised: ReadonlyMap<string, MemberPromise>,
): Values {
  const known = new Map(life.given);
  for (const name of [...values.keys(), ...dropped, ...open, ...taken]) life.given.delete(name);
  for (const [name, value] of values) {
    const promise = promised.get(name);
    const isNew = reading === life.madeBy;
    const isSeen = isNew || known.get(name)?.isConfirmed === true;
    if (promise === undefined || !isSeen || isHidden(name) || value === null) continue;
    const before = isNew || life.shown === undefined ? undefined : memberOf(life.shown, name);
    const given = { value, by: reading, promise, before, earlier: undefined };
    life.given.set(name, { ...given, isConfirmed: false, isAnswered: false });
  }
  return values;
}

/** Notes a change that was refused, with the values that it asked for. */
export function noteRefused(life: Life, part: 'replace' | 'change', reading: Reading): void {
  const { answer, expectation } = reading;
  if (answer?.status === PAYMENT_FAILED) return forget(life);
  const [{ operation }, { resource }] = [expectation, life];
  const wish = operation === undefined ? undefined : wishOf(part, { operation, resource }, reading);
  life.acts.push({ reading, part, isServed: false, values: wish?.values ?? new Map<string, Json>() });
}

/** Takes note of what the answer to a creation shows. What it shows otherwise is judged elsewhere, or nobody's business. */
export function takeTold(life: Life, shown: JsonObject | undefined): void {
  // What an answer to a creation repeats of it is no evidence of what is kept.
  if (isUndescribed(life.resource)) return;
  for (const [name, given] of life.given) {
    const got = shown === undefined ? undefined : memberOf(shown, name);
    if (shown === undefined || isSameValue(given.value, got)) given.isConfirmed = true;
    else {
      life.given.delete(name);
      if (got !== undefined) life.reshaped.set(name, given.value);
    }
  }
}

/** Judges what an answer shows of an entry, and takes it for what is there from now on. */
export function judgeMembers(look: Look): void {
  const { court, life, reading, shown, isReading, others } = look;
  judgeHidden(look);
  judgeClaimed(look);
  for (const [name, left] of life.dropped) if (look.tells(name)) judgeLeftOut(look, name, left);
  let kept: Reading | undefined;
  for (const [name, given] of life.given) {
    if (!look.tells(name)) continue;
    if (!given.isConfirmed) judgeFresh(look, name, given);
    else if (isSameValue(given.value, memberOf(shown, name))) kept ??= changeBeside(life, name);
    else judgeStrayed(look, name, given);
  }
  if (isReading) judgeTakenAllTheSame(look);
  if (kept !== undefined) court.proves('change-keeps-rest', kept);
  for (const { isServed, part, reading: refused } of life.acts)
    if (!isServed && part !== 'remove') court.proves('refused-changes-nothing', refused);
  life.acts = isReading ? [] : life.acts.filter(({ isServed, part }) => isServed || part === 'remove');
  if (isReading && others.length > 0) court.proves('others-unchanged', reading);
  if (isReading) life.dropped.clear();
  life.shown = shown;
  life.isAsShown = true;
}

/** A text of a refused request that is shown of its member now, and was not before, whatever the service makes of what it serves. */
function judgeTakenAllTheSame({ court, life, reading, shown, tells }: Look): void {
  const before = life.shown;
  if (before === undefined || !life.isAsShown) return;
  for (const act of life.acts)
    for (const [name, value] of act.isServed ? [] : act.values) {
      const old = memberOf(before, name);
      const isTelling = typeof value === 'string' && value.length >= SHORTEST_TELLING_TEXT;
      if (!isTelling || life.given.has(name) || !tells(name) || old === undefined) continue;
      const isGiven = life.acts.some((one) => one.isServed && isSameValue(one.values.get(name), value));
      if (isGiven || isSameValue(value, old) || !isSameValue(value, memberOf(shown, name))) continue;
      court.breaks(
        'refused-changes-nothing',
        life,
        { telling: reading, others: [act.reading] },
        {
          expected: `${name}: ${excerptJson(old)}, as it was`,
          actual: `${name}: ${excerptJson(value)}`,
          deviation: 'a refused request changes the entry',
        },
      );
    }
}

/** The change that did not name a member, where there was one since the entry was last read. */
function changeBeside(life: Life, name: string): Reading | undefined {
  return life.acts.find(({ part, isServed, values }) => part === 'change' && isServed && !values.has(name))
    ?.reading;
}

/** What was there before, without what the service filled in by itself when the entry was made: it may do so again. */
function withoutFilled(life: Life, name: string, earlier: Json | undefined): Json | undefined {
  const { making } = life;
  const given = making?.values.get(name);
  const shown = making?.shown === undefined ? undefined : memberOf(making.shown, name);
  if (!isObject(earlier) || !isObject(given) || !isObject(shown)) return earlier;
  const isOwn = ([inner, value]: readonly [string, Json]): boolean =>
    Object.hasOwn(given, inner) || !isEqual(memberOf(shown, inner), value);
  return Object.fromEntries(Object.entries(earlier).filter(isOwn));
}

function nowOf(got: Json | undefined): string {
  return got === undefined ? 'it is missing' : excerptJson(got);
}

/** The member inside of an object that a change did not name, and that has another value than a request gave it before. */
function strayedInside({ by, earlier, value, before }: Given, got: Json | undefined): string | undefined {
  if (by.exchange.request.method !== 'PATCH' || !isObject(earlier) || !isObject(value) || !isObject(got))
    return undefined;
  const shown = isObject(before) ? before : {};
  return Object.keys(earlier).find((name) => {
    const [old, own, now] = [earlier, value, got].map((one) => memberOf(one, name));
    // A list that was shown as it was given has got nothing of the service's own.
    const isLonger =
      isList(old) && isList(now) && now.length > old.length && isEqual(old, memberOf(shown, name));
    return isEqual(old, own) && (isLonger || !isSameValue(old, now));
  });
}

/** The answer to a request may show as little of an entry as the document lets it: what is kept shows when the entry is read. */
function isUntold({ isReading, shown }: Look, name: string, value: Json): boolean {
  if (isReading) return false;
  const got = memberOf(shown, name);
  return got === undefined || (isObject(got) && !isEqual(value, got) && isPartOf(value, got));
}

/** A member that a request gave a value which no reading has shown yet. */
function judgeFresh(look: Look, name: string, given: Given): void {
  const { court, life, reading, shown, isReading } = look;
  const { value, by, promise } = given;
  const got = memberOf(shown, name);
  if (isUntold(look, name, value)) return;
  // What the answer to the request alone shows, in a client's own words, is stored nowhere else.
  const isToldAlone = given.isAnswered && got === undefined && promise.isFreeText && !isHidden(name);
  const before = isToldAlone ? value : given.before;
  const strayed = strayedInside(given, got);
  if (strayed !== undefined && isObject(value) && isObject(got)) {
    life.given.delete(name);
    court.breaks(
      'change-keeps-rest',
      life,
      { telling: reading, others: by === reading ? [] : [by] },
      {
        expected: `${name}.${strayed}: ${excerptJson(memberOf(value, strayed) ?? null)}, as it was`,
        actual: `${name}.${strayed}: ${nowOf(memberOf(got, strayed))}`,
        deviation: 'a change touches what it did not name',
      },
    );
    return;
  }
  const broken = isAddedTo(withoutFilled(life, name, given.earlier), value, got)
    ? 'the old value'
    : brokenPromise(promise, value, got, before);
  const isShape =
    (broken === 'the old value' &&
      (mayBeShape(life, name, value, got) ||
        isOtherName(life, name, shown, given.before) ||
        isWhoAsks(life, name, got) ||
        look.counted?.has(name) === true)) ||
    isToldNull(life.resource, name, got) ||
    isPutAtEnd(name, value, got, given.before);
  if (broken === undefined || isShape) {
    if (!isSameValue(value, got)) {
      life.given.delete(name);
      life.reshaped.set(name, value);
    } else if (isReading) {
      given.isConfirmed = true;
      if (by !== life.madeBy) court.proves('update-stored', by);
    } else given.isAnswered = true;
    return;
  }
  life.given.delete(name);
  court.breaks(
    'update-stored',
    life,
    { telling: reading, others: by === reading ? [] : [by] },
    {
      expected: `${name}: ${excerptJson(value)}, as the request gave it`,
      actual: `${name}: ${nowOf(got)}${broken === 'the old value' ? ', with what was there before' : ''}`,
      deviation: broken === 'nothing' ? 'an update loses a member' : `an update leaves ${broken}`,
    },
  );
}

/** A member that has another value, although nobody gave it one. */
function judgeStrayed(look: Look, name: string, given: Given): void {
  if (isUntold(look, name, given.value)) return;
  const { court, life, reading, shown, others } = look;
  life.given.delete(name);
  const got = memberOf(shown, name);
  // Where an entry stands changes with what comes before it.
  if (isPlaceInOrder(name) && typeof got === 'number') return;
  const words = {
    expected: `${name}: ${excerptJson(given.value)}, as it was`,
    actual: `${name}: ${nowOf(got)}`,
  };
  const isGivenBy = (values: Values): boolean => values.has(name) && isSameValue(values.get(name), got);
  const refused = life.acts.filter(({ isServed }) => !isServed);
  const culprit = refused.find(({ values }) => isGivenBy(values));
  const served = life.acts.filter(({ isServed }) => isServed);
  const change = served.findLast(({ part, values }) => part === 'change' && !values.has(name));
  // A PATCH that by the words of the document takes away what it leaves out is none.
  const { operation } = change?.reading.expectation ?? {};
  if (operation !== undefined && saysLeftOutGoes(operation)) return;
  const other = others.findLast(({ act }) => given.promise.isFreeText || isGivenBy(act.values));
  const [anyRefused] = refused;
  if (culprit === undefined && change !== undefined)
    court.breaks(
      'change-keeps-rest',
      life,
      { telling: reading, others: change.reading === reading ? [] : [change.reading] },
      { ...words, deviation: 'a change touches what it did not name' },
    );
  else if (culprit !== undefined || (served.length === 0 && anyRefused !== undefined))
    court.breaks(
      'refused-changes-nothing',
      life,
      { telling: reading, others: [culprit ?? anyRefused].flatMap((act) => act?.reading ?? []) },
      { ...words, deviation: 'a refused request changes the entry' },
    );
  else if (served.length === 0 && other !== undefined)
    court.breaks(
      'others-unchanged',
      life,
      { telling: reading, others: [other.act.reading] },
      { ...words, deviation: 'a request changes another entry' },
    );
}
