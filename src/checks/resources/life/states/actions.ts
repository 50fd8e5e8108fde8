import { opened } from '../../../../interface/resources/lists/member-places.ts';
import type { Operation } from '../../../../interface/model.ts';
import { shownBy } from '../../../../interface/resources/shown-entries.ts';
import {
  conditionTold,
  isState,
  type State,
  stateTold,
  type ToldState,
} from '../../../../interface/resources/words/states/told-states.ts';
import {
  isOfAction,
  refusesAgain,
  stateAtOnce,
  stateOf,
} from '../../../../interface/resources/words/states/action-words.ts';
import { toldAfter } from '../../../../interface/resources/words/states/told-after.ts';
import { refusesWhatIsThere } from '../../../../interface/resources/words/states/told-removals.ts';
import { percentDecoded } from '../../../../http/target.ts';
import { isObject, type JsonObject, type Json, memberOf } from '../../../../json/value.ts';
import { type Reading, sentValue } from '../../../../oracle/reading.ts';
import { excerptJson } from '../../../outcome.ts';
import { statusText } from '../../../statuses.ts';
import { TELLING_LAG_MS } from '../../judges.ts';
import { entryIn, isSuccess, plainTextsIn } from '../../deeds.ts';
import { isEqual } from '../members/shown-values.ts';
import { type Act, type Life, type LifeCourt } from '../life.ts';
import { isAsked, sureState } from './sure-states.ts';
import { judgeTransition } from './transitions.ts';

/**
 * What actions do to an entry (`POST /bookings/7/cancel`), as far as a document decides it: by a state that is called as the action
 * is (`cancelled`), or that it says in words, and by a refusal that says when something was already done, or in which states it may
 * not be.
 */

/** Statuses of requests that never came as far as the entry (RFC 9110 section 15.5). Others of 4xx may tell of a try that left a trace, such as a count of tries. */
const TURNED_AWAY: ReadonlySet<number> = new Set([401, 405]);
/** What else says so to who came without the key of the run: nobody's payment fails who is not let in. */
const TURNED_AWAY_AT_THE_DOOR: ReadonlySet<number> = new Set([403, 404]);

export function isTurnedAway({ answer, exchange }: Reading): boolean {
  const status = answer?.status ?? 0;
  const { kind } = exchange.request.credential;
  const isStranger = kind !== 'valid' && kind !== 'valid-other-scheme-case';
  return TURNED_AWAY.has(status) || (isStranger && TURNED_AWAY_AT_THE_DOOR.has(status));
}

/** An action that was served, with the entry before it. */
export type Done = {
  readonly by: Reading;
  readonly operation: Operation;
  readonly before: JsonObject;
  /** The entry as the answer to the action shows it. */
  readonly told: JsonObject | undefined;
};

/** What was done to an entry by an action that was served; `undefined` for anything that promises nothing yet. */
function doneBy(life: Life, reading: Reading): Done | undefined {
  const { operation } = reading.expectation;
  if (operation === undefined || !life.resource.actions.includes(operation) || life.shown === undefined)
    return undefined;
  if (!isAsked(reading) || !isSuccess(reading) || reading.answer?.status === 202 || !life.isFresh)
    return undefined;
  const { identity } = life.resource;
  const shown = shownBy(operation, life.resource) === undefined ? undefined : entryIn(life.resource, reading);
  const isSame =
    shown !== undefined &&
    identity !== undefined &&
    isEqual(memberOf(shown, identity), memberOf(life.shown, identity));
  return { by: reading, operation, before: opened(life.shown), told: isSame ? opened(shown) : undefined };
}

/** What services change by themselves whenever something is done, or nothing. */
const OF_THE_MOMENT = /updated|modified|changed|version|revision|etag|views?|reads?|seen|access/i;

function changedMembers(before: JsonObject, now: JsonObject): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...names].filter((name) => !isEqual(memberOf(before, name), memberOf(now, name)));
}

/**
 * Judges what a reading shows of an entry to which something was done. True where it shows the entry as it was, so early that it may
 * lag: it has to be asked again.
 */
export function judgeDone(court: LifeCourt, life: Life, reading: Reading, whole: JsonObject): boolean {
  const shown = opened(whole);
  court.states.note(life, reading, shown);
  const { done } = life;
  if (done === undefined) return false;
  const { before, told, operation, by } = done;
  const isLate =
    judgeMembers(court, life, { reading, shown }, done) || judgeGiven(court, life, { reading, shown }, done);
  if (isLate) return true;
  const said = stateTold(life.resource, operation);
  if (said !== undefined && memberOf(shown, said.member) !== undefined)
    return judgeTold(court, life, { reading, shown }, { ...done, said });
  const isStored = (name: string): boolean => !isEqual(memberOf(shown, name), memberOf(before, name));
  const given = told === undefined ? [] : changedMembers(before, told);
  const telling = given.filter((name) =>
    isOfAction(life.resource, operation, name, memberOf(told ?? {}, name)),
  );
  const state = stateAtOnce(life.resource, operation);
  const isUntouched = changedMembers(before, shown).every((name) => OF_THE_MOMENT.test(name));
  const [name] = telling.length > 0 ? telling : state !== undefined && isUntouched ? state : [];
  const isLeft =
    name !== undefined &&
    !isStored(name) &&
    memberOf(before, name) !== undefined &&
    isUntouched &&
    (telling.length > 0 || !isEqual(memberOf(before, name), state?.[1]));
  if (!isLeft) {
    if (telling.length > 0 || (state !== undefined && isEqual(memberOf(shown, state[0]), state[1])))
      court.proves('action-stored', by);
    if (!isUntouched) life.doneBy.set(operation.id, by);
    life.done = undefined;
    return false;
  }
  if (reading.exchange.startMs - by.exchange.endMs < TELLING_LAG_MS) return true;
  life.done = undefined;
  const wanted = telling.length > 0 ? memberOf(told ?? {}, name) : state?.[1];
  court.breaks(
    'action-stored',
    life,
    { telling: reading, others: [by] },
    {
      expected: `${name}: ${excerptJson(wanted)}, ${telling.length > 0 ? 'as the answer to the action shows it' : 'since the action was served'}`,
      actual: `${name}: ${excerptJson(memberOf(shown, name))}, as it was before`,
      deviation: 'an action is not stored',
    },
  );
  return false;
}

/** The members that by the words of the document have a value after the action, or none. True where a look may lag behind it. */
function judgeMembers(
  court: LifeCourt,
  life: Life,
  { reading, shown }: { readonly reading: Reading; readonly shown: JsonObject },
  { by, operation }: Done,
): boolean {
  for (const { member, wanted, words } of toldAfter(life.resource, operation)) {
    const now = memberOf(shown, member);
    if (now === undefined) continue;
    const isFlag = wanted === 'true' || wanted === 'false';
    if (isFlag && typeof now !== 'boolean') continue;
    if (isFlag ? now === (wanted === 'true') : (now === null) === (wanted === 'null')) {
      court.proves('action-stored', by);
      continue;
    }
    if (reading.exchange.startMs - by.exchange.endMs < TELLING_LAG_MS) return true;
    court.breaks(
      'action-stored',
      life,
      { telling: reading, others: [by] },
      {
        expected: `${wanted} in ${member}, as the document says of the action: ${words}`,
        actual: `${member}: ${excerptJson(now)}`,
        deviation: 'an action does not do with a member what is said of it',
      },
    );
  }
  return false;
}

/** The members that the action was given, and that its own answer shows so. True where a look may lag behind it. */
function judgeGiven(
  court: LifeCourt,
  life: Life,
  { reading, shown }: { readonly reading: Reading; readonly shown: JsonObject },
  { by, before, told }: Done,
): boolean {
  const sent = sentValue(by);
  if (told === undefined || !isObject(sent)) return false;
  // What came of the action may have the same number and a title of its own: the entry shows something that it had before.
  const changed = changedMembers(before, told);
  const isEntry = Object.keys(told).some(
    (name) => name !== life.resource.identity && !Object.hasOwn(sent, name) && !changed.includes(name),
  );
  if (!isEntry) return false;
  const given = changed.filter(
    (name) =>
      [sent, told].every((one) => Object.hasOwn(one, name)) &&
      !OF_THE_MOMENT.test(name) &&
      isEqual(memberOf(sent, name), memberOf(told, name)),
  );
  const lost = given.find(
    (name) => Object.hasOwn(before, name) && isEqual(memberOf(shown, name), memberOf(before, name)),
  );
  if (lost === undefined) {
    if (given.some((name) => isEqual(memberOf(shown, name), memberOf(told, name))))
      court.proves('action-stored', by);
    return false;
  }
  if (reading.exchange.startMs - by.exchange.endMs < TELLING_LAG_MS) return true;
  court.breaks(
    'action-stored',
    life,
    { telling: reading, others: [by] },
    {
      expected: `${lost}: ${excerptJson(memberOf(told, lost))}, as it was given to the action and its answer shows it`,
      actual: `${lost}: ${excerptJson(memberOf(shown, lost))}, as it was before`,
      deviation: 'what an action is given is not stored',
    },
  );
  return false;
}

/**
 * True for a state to which no service leads an entry on from the one that the document says: that of a new one, or one to which an
 * action leads that the document refuses there.
 */
function isOfAnother(
  { resource, making }: Life,
  operation: Operation,
  said: ToldState,
  value: Json | undefined,
): boolean {
  const { member } = said;
  if (!isState(value)) return false;
  if (making?.shown !== undefined && memberOf(opened(making.shown), member) === value) return true;
  return resource.actions.some((other) => {
    const [to, from] = [stateTold(resource, other), conditionTold(resource, other)];
    const leadsThere = other !== operation && to?.member === member && to.value === value;
    return leadsThere && from?.member === member && !from.values.includes(said.value);
  });
}

/** The same by the words of the document, which say the state: it is another only where the service led the entry on by itself. */
function judgeTold(
  court: LifeCourt,
  life: Life,
  { reading, shown }: { readonly reading: Reading; readonly shown: JsonObject },
  { before, told, operation, by, said }: Done & { readonly said: ToldState },
): boolean {
  const { member, value } = said;
  const [now, earlier] = [memberOf(shown, member), memberOf(before, member)];
  const isThere = isEqual(now, value);
  const isLost =
    !isThere &&
    earlier !== undefined &&
    !isEqual(earlier, value) &&
    (isEqual(now, earlier) || isOfAnother(life, operation, said, now));
  if (isLost && reading.exchange.startMs - by.exchange.endMs < TELLING_LAG_MS) return true;
  life.done = undefined;
  const words = { expected: `${member}: ${excerptJson(value)}, as the document says of the action` };
  const answered = told === undefined ? undefined : memberOf(told, member);
  if (isLost)
    court.breaks(
      'action-stored',
      life,
      { telling: reading, others: [by] },
      { ...words, actual: `${member}: ${excerptJson(now)}`, deviation: 'an action is not stored' },
    );
  else if (isThere && !isEqual(earlier, value) && isEqual(answered, earlier))
    court.breaks(
      'action-stored',
      life,
      { telling: by, others: [by, reading] },
      {
        ...words,
        actual: `${member}: ${excerptJson(answered)} in its answer, and ${excerptJson(now)} in the reading after it`,
        deviation: 'the answer to an action shows the entry as it was',
      },
    );
  else if (isThere) court.proves('action-stored', by);
  if (!isLost) life.doneBy.set(operation.id, by);
  return false;
}

/** True for a state that new entries have, or to which an action leads: a service need not lead entries there by itself. */
export function isMadeOrDone({ resource, making }: Life, member: string, value: State | boolean): boolean {
  if (making?.shown !== undefined && memberOf(opened(making.shown), member) === value) return true;
  return resource.actions.some((action) => {
    const { member: name, value: to } = stateTold(resource, action) ?? {};
    const [called, state] = stateOf(resource, action) ?? [];
    return (name === member && to === value) || (called === member && state === value);
  });
}

/** So soon after a look an entry that stays in its state is still in it. */
const MOMENT_MS = 2_000;

/**
 * Judges an action on an entry in a state in which the document refuses it. False where nobody can tell in which state it is: a
 * reading may lag behind what was done.
 */
function judgeCondition(court: LifeCourt, life: Life, reading: Reading): boolean {
  const { operation } = reading.expectation;
  if (operation === undefined || !life.resource.actions.includes(operation)) return false;
  const condition = conditionTold(life.resource, operation);
  const now = condition === undefined ? undefined : sureState(life, condition.member, false);
  if (condition === undefined || now === undefined || reading.answer === undefined) return false;
  const { member, values, status } = condition;
  if (values.includes(now) || !isAsked(reading)) return false;
  // What the action itself led to, and a look showed, no service leads on: an order that is canceled stays so.
  const [called, state] = stateOf(life.resource, operation) ?? [];
  const isItsOwn = called === member && state === now && life.doneBy.has(operation.id);
  const isSure = isItsOwn || values.every((value) => isMadeOrDone(life, member, value));
  if (!isSuccess(reading)) {
    if (isSure && String(reading.answer.status) === status) court.proves('action-stored', reading);
    return false;
  }
  if (reading.answer.status === 202) return false;
  const exchanges = { telling: reading, others: [reading, ...life.doneBy.values()] };
  const words = {
    expected: `${status}: by the document that comes where ${member} is not ${values.map((one) => excerptJson(one)).join(' or ')}`,
    actual: `${statusText(reading.answer)}, with ${member}: ${excerptJson(now)} before`,
    deviation: 'an action is done in a state in which it is refused',
  };
  if (isSure) court.breaks('action-stored', life, exchanges, words);
  else if (reading.exchange.startMs - life.lookedMs < MOMENT_MS)
    court.states.suspects({ life, member, state: now, exchanges, words });
  return isSure;
}

/** What an update that was served may have moved, and what was done before, as long as that may still come. */
export function movedBy({ moved, lookedMs, isFresh, shown }: Life, { reading, values }: Act): Life['moved'] {
  const { endMs } = reading.exchange;
  const earlier = moved !== undefined && lookedMs - moved.endMs < TELLING_LAG_MS ? moved : undefined;
  if (earlier !== undefined && earlier.names === undefined) return { ...earlier, endMs };
  const names = new Set([...values.keys(), ...(earlier?.names ?? [])]);
  return { endMs, from: isFresh ? shown : undefined, names };
}

/** An action that was served, and the entry that it was done to. */
export type OnOne = { readonly life: Life; readonly by: Reading; readonly operation: Operation };

/** True where a request that makes or does something names an entry. */
function isNamedIn({ making }: Pick<Life, 'making'>, { path }: Pick<Life, 'path'>): boolean {
  const identity = percentDecoded(path.slice(path.lastIndexOf('/') + 1));
  return (
    making === undefined || plainTextsIn(Object.fromEntries(making.values)).some((text) => text === identity)
  );
}

/**
 * Judges an entry to which nothing was done, and which is in the state to which an action on another one leads. What has to do with
 * that other one may go with it.
 */
export function judgeBeside(
  court: LifeCourt,
  life: Life,
  reading: Reading,
  { shown, deeds }: { readonly shown: JsonObject; readonly deeds: readonly OnOne[] },
): void {
  for (const { life: other, by, operation } of deeds) {
    if (other === life || other.resource !== life.resource || by.exchange.startMs < life.lookedMs) continue;
    const said = stateTold(life.resource, operation);
    const before = said === undefined ? undefined : sureState(life, said.member, true);
    if (said === undefined || before === undefined || before === said.value) continue;
    if (isEqual(memberOf(opened(shown), said.member), before)) court.proves('others-unchanged', reading);
    if (!isEqual(memberOf(opened(shown), said.member), said.value)) continue;
    const sent = sentValue(by);
    const identity = percentDecoded(life.path.slice(life.path.lastIndexOf('/') + 1));
    const isNamed = sent !== undefined && plainTextsIn(sent).some((text) => text === identity);
    if (isNamed || isNamedIn(life, other) || isNamedIn(other, life)) continue;
    court.breaks(
      'others-unchanged',
      life,
      { telling: reading, others: [by] },
      {
        expected: `${said.member}: ${excerptJson(before)}, as it was: the action was on another entry`,
        actual: `${said.member}: ${excerptJson(said.value)}`,
        deviation: 'an action on one entry changes another one',
      },
    );
    return;
  }
}

/** Judges an action that is served once more, although the document has a refusal for what was already done. */
function judgeAgain(court: LifeCourt, life: Life, reading: Reading): void {
  const { operation } = reading.expectation;
  const earlier = operation === undefined ? undefined : life.doneBy.get(operation.id);
  const refusal =
    operation === undefined ? undefined : (refusesAgain(operation) ?? refusesWhatIsThere(operation));
  if (earlier === undefined || refusal === undefined || reading.answer === undefined) return;
  if (!isAsked(reading)) return;
  if (!isSuccess(reading)) {
    if (String(reading.answer.status) === refusal) court.proves('action-stored', reading);
    return;
  }
  if (reading.answer.status === 202) return;
  court.breaks(
    'action-stored',
    life,
    { telling: reading, others: [earlier] },
    {
      expected: `${refusal}: by the document that comes where it was already done`,
      actual: statusText(reading.answer),
      deviation: 'an action is done twice',
    },
  );
}

/** Judges an action on an entry as soon as it is answered. Returns what it did, as far as that can be told. */
export function judgeAct(court: LifeCourt, life: Life, reading: Reading): Pick<Life, 'done' | 'moved'> {
  const { shown, isFresh, moved } = life;
  const done = doneBy(life, reading);
  judgeTransition(court, life, reading);
  if (!judgeCondition(court, life, reading)) judgeAgain(court, life, reading);
  if (isSuccess(reading)) life.doneBy.clear();
  const status = reading.answer?.status ?? 0;
  const isRefused = status >= 400 && status < 500;
  const from = isFresh ? shown : moved?.from;
  return { done, moved: isRefused ? moved : { endMs: reading.exchange.endMs, from, names: undefined } };
}
