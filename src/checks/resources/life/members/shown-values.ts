import { isUnspecified } from '../../../../schema/unspecified.ts';
import { canonicalJson } from '../../../../json/canonical.ts';
import {
  isList,
  isNothing,
  isNumber,
  isObject,
  type Json,
  type JsonObject,
  memberOf,
} from '../../../../json/value.ts';
import { wordsOfName } from '../../../../interface/names.ts';
import { isOtherAmount } from '../../members/written-values.ts';
import { carries, isOtherOrder, isTurned } from '../../promises.ts';
import { isCut } from '../made/lost-items.ts';
import type { MemberPromise } from './entry-state.ts';

/** How a value that a request gave a member compares with the one that answers show. */

/** True where a service may write a value so: another precision, two decimals, another order. */
export function isSameValue(sent: Json | undefined, got: Json | undefined): boolean {
  if (carries(sent, got)) return true;
  if (typeof sent === 'number' && typeof got === 'number' && !Number.isInteger(sent))
    return Math.abs(sent - got) <= 0.0051;
  return false;
}

/** True for what is left of a value where members of the objects in it are not shown. */
export function isPartOf(value: Json | undefined, got: Json | undefined): boolean {
  if (isList(value) && isList(got))
    return value.length === got.length && value.every((item) => got.some((other) => isPartOf(item, other)));
  if (!isObject(value) || !isObject(got)) return isSameValue(value, got);
  return Object.entries(value).every(([name, own]) => {
    const shown = memberOf(got, name);
    return shown === undefined || isPartOf(own, shown);
  });
}

/** True for a whole number in the place of one with decimals: a service may round, and so come to what was there before. */
function isRounded(sent: Json, got: Json | undefined): boolean {
  if (typeof sent !== 'number' || typeof got !== 'number') return false;
  return !Number.isInteger(sent) && Number.isInteger(got) && Math.abs(sent - got) < 1;
}

export function isEqual(a: Json | undefined, b: Json | undefined): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

/**
 * True where what a request left out of a list or an object is there still, beside what it brought. `earlier`: what a request gave
 * before.
 */
export function isAddedTo(earlier: Json | undefined, sent: Json, got: Json | undefined): boolean {
  if (isList(earlier) && isList(sent) && isList(got)) {
    const holds = (list: readonly Json[], item: Json): boolean =>
      list.some((other) => isSameValue(item, other));
    const left = earlier.filter((item) => !holds(sent, item));
    return left.length > 0 && [...left, ...sent].every((item) => holds(got, item));
  }
  if (!isObject(earlier) || !isObject(sent) || !isObject(got)) return false;
  const left = Object.keys(earlier).filter((name) => !Object.hasOwn(sent, name));
  return left.some((name) => {
    const old = memberOf(earlier, name);
    return typeof old === 'string' && old.length > 1 && isEqual(old, memberOf(got, name));
  });
}

/** The same for the members of an object. */
function brokenInside(
  sent: JsonObject,
  got: JsonObject,
  before: Json | undefined,
): 'the old value' | 'nothing' | undefined {
  if (!isObject(before)) return undefined;
  for (const name of Object.keys(sent)) {
    const [own, now, old] = [memberOf(sent, name), memberOf(got, name), memberOf(before, name)];
    if (own === undefined || old === undefined || old === null || isSameValue(own, now)) continue;
    if (isEqual(now, old)) return 'the old value';
    if (isObject(own) && isObject(now)) {
      const broken = brokenInside(own, now, old);
      if (broken !== undefined) return broken;
      continue;
    }
    if (now === undefined && isZero(own)) continue;
    if ((now === undefined || now === null) && own !== null && own !== '') return 'nothing';
  }
  return undefined;
}

/** What writers of JSON leave out for nothing: `omitempty` of Go, and all of Protocol Buffers. */
function isZero(value: Json): boolean {
  return value === 0 || value === false || (isList(value) && value.length === 0) || isUnspecified(value);
}

/** True for a value whose absence tells something: writers of JSON leave out nothing, zero and false. */
export function isTelling(value: Json): boolean {
  if (typeof value === 'string') return value.length > 1 && !isUnspecified(value);
  return (isNumber(value) && value !== 0) || isFilled(value);
}

/** True for a list or an object with something in it. */
export function isFilled(value: Json | undefined): boolean {
  return value !== undefined && value !== null && typeof value === 'object' && Object.keys(value).length > 0;
}

/** True where an entry shows something in the place of a member. */
export function has(entry: JsonObject | undefined, name: string): boolean {
  const value = entry === undefined ? undefined : memberOf(entry, name);
  if (isList(value)) return value.length > 0;
  return (value ?? null) !== null && value !== '';
}

/** What is left of an object without null, which answers may show in some other way where they may not show it. */
function withoutNulls(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): (readonly [string, Json])[] => {
      if (member === null) return [];
      return [[name, isObject(member) ? withoutNulls(member) : member]];
    }),
  );
}

/**
 * How a value that was sent is not the one that is shown, where the document decides it: the old one is still there, it is gone,
 * a part of it is, or it is another one. `undefined` for whatever a service may do.
 */
export function brokenPromise(
  promise: MemberPromise,
  sent: Json,
  got: Json | undefined,
  before: Json | undefined,
): 'the old value' | 'nothing' | 'another value' | 'a part' | undefined {
  if (promise.isTuple && isOtherOrder(sent, got, isSameValue))
    return before !== undefined && isEqual(got, before) ? 'the old value' : 'another value';
  if (promise.keepsOrder && isTurned(sent, got))
    return before !== undefined && isEqual(got, before) ? 'the old value' : 'another value';
  const isPlain = sent === null || typeof sent === 'string';
  if (isSameValue(sent, got) || (isPlain && !promise.mayShow(sent))) return undefined;
  if (isObject(sent) && !promise.mayShow(sent) && promise.mayShow(withoutNulls(sent)))
    return isObject(got) ? brokenInside(withoutNulls(sent), got, before) : undefined;
  // A blank that is trimmed is empty, and what is empty is nothing to many services.
  if (isBlank(sent) && (got === undefined || isNothing(got))) return undefined;
  // An empty list of Go is null unless somebody sees to it: whether it may be is for the schema to say.
  if (got === null && isList(sent) && sent.length === 0) return undefined;
  if (before !== undefined && isEqual(got, before)) return isRounded(sent, got) ? undefined : 'the old value';
  if (promise.isSeenAlone === true) return undefined;
  if (got === undefined || got === null) {
    const wasShown = before !== undefined && before !== null;
    const isShown = sent !== null && sent !== '' && !isEqual(sent, promise.fallback);
    // What is empty is left out by many services.
    const isEmpty = isZero(sent) || (isObject(sent) && isNothing(sent));
    if (got === undefined && !promise.isRequired && isEmpty) return undefined;
    return isShown && (wasShown || promise.isRequired) ? 'nothing' : undefined;
  }
  if (promise.alike.kind === 'items') return undefined;
  if (promise.holdsWords && promise.mayShow(sent) && isCut(sent, got)) return 'a part';
  if (isObject(sent) && isObject(got)) return brokenInside(sent, got, before);
  if (promise.isFreeText)
    return typeof got === 'string' && got !== '' && typeof sent === 'string' && sent !== ''
      ? 'another value'
      : undefined;
  const isAmount = typeof sent === 'string' && typeof got === 'string' && isOtherAmount(sent, got);
  return promise.isRequired && (isAmount || (typeof sent !== 'string' && typeof sent === typeof got))
    ? 'another value'
    : undefined;
}

function isBlank(value: Json): boolean {
  return typeof value === 'string' && value.trim() === '';
}

/** Words for what is put away, and for what is not: an entry that is told to be the one, or not the other, may be shown no more. */
const AWAY: ReadonlySet<string> = new Set(
  'archived deleted removed trashed hidden disabled discarded inactive unpublished withdrawn expired'.split(
    ' ',
  ),
);
const PRESENT: ReadonlySet<string> = new Set('active enabled visible published'.split(' '));

/** True for a member that tells an entry to be put away (`archived: true`, `active: false`, `state: archived`, `archived_at` with a time). */
export function putsAway(name: string, value: Json): boolean {
  const words = wordsOfName(name);
  if (typeof value === 'string') {
    const isTime = ['at', 'on'].includes(words.at(-1) ?? '') && value !== '';
    return AWAY.has(value.toLowerCase()) || (isTime && words.some((word) => AWAY.has(word)));
  }
  return typeof value === 'boolean' && words.some((word) => (value ? AWAY : PRESENT).has(word));
}
