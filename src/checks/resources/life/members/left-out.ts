import { isList, isNothing, isObject, type Json, memberOf } from '../../../../json/value.ts';
import { excerptJson } from '../../../outcome.ts';
import { isUpdatedWholly, type MemberPromise, promisedBetween, replacesWholly } from './entry-state.ts';
import { isEqual, isSameValue } from './shown-values.ts';
import type { Left } from '../life.ts';
import type { Look } from './life-members.ts';
import { ON_ITS_WAY } from '../made/shapes.ts';

/** Members that an update leaves out or takes away: what becomes of the values that they had. */

/** Whole numbers below are ones that services count and set by themselves. */
const LEAST_TELLING_NUMBER = 1_000;

/** Of an object that is the service's own, texts are mostly words; so long are a client's. */
const LEAST_TELLING_TEXT = 10;
const DAY = /^\d{4}-\d\d-\d\d/;

/** True for a value that no service gives a member by itself: a client's own words, a day or a number that nobody thinks of. */
function isOfNobodyElse(value: Json, promise: Pick<MemberPromise, 'isFreeText'>): boolean {
  if (typeof value === 'string') return (promise.isFreeText && value.length > 1) || DAY.test(value);
  if (isObject(value))
    return Object.values(value).some((one) =>
      isOfNobodyElse(one, { isFreeText: typeof one === 'string' && one.length >= LEAST_TELLING_TEXT }),
    );
  if (typeof value === 'bigint') return true;
  if (typeof value === 'number') return !Number.isInteger(value) || Math.abs(value) >= LEAST_TELLING_NUMBER;
  return isList(value) && value.some((one) => isOfNobodyElse(one, { isFreeText: true }));
}

/** Judges a member that a replacement left out, or that a merge patch took away. */
export function judgeLeftOut(
  { court, life, reading, shown }: Look,
  name: string,
  { old, by, taken }: Left,
): void {
  const { replace } = life.resource;
  if (taken !== undefined) {
    judgeTaken({ court, life, reading, shown }, name, { old, by, taken });
    return;
  }
  const promise = replace === undefined ? undefined : promisedBetween(replace, life.resource).get(name);
  if (promise === undefined || !replacesWholly(life.resource)) return;
  if (isSameValue(old, promise.fallback)) return;
  const got = memberOf(shown, name);
  const isTelling = promise.fallback !== undefined || isOfNobodyElse(old, promise);
  const law =
    promise.fallback === undefined && isUpdatedWholly(life.resource)
      ? 'update-is-whole'
      : 'replacement-is-whole';
  if (!isSameValue(old, got)) {
    if (isTelling) court.proves(law, by);
    return;
  }
  // A service may have a value of its own for what it is not given, but not each time the one that was there before.
  if (!isTelling && (ON_ITS_WAY.test(name) || !court.keepsAnother(by, name, old))) return;
  life.dropped.delete(name);
  court.breaks(
    law,
    life,
    { telling: reading, others: [by] },
    {
      expected: `no ${name}, or its default: the replacement left it out (RFC 9110 section 9.3.4)`,
      actual: `${name}: ${excerptJson(got)}, as it was before`,
      deviation: 'a replacement keeps what it leaves out',
    },
  );
}

/** A member that a merge patch (RFC 7396) or a list of changes (RFC 6902) takes away: its old value is gone, whatever comes in its place. */
function judgeTaken(
  { court, life, reading, shown }: Pick<Look, 'court' | 'life' | 'reading' | 'shown'>,
  name: string,
  { old, by, taken }: Required<Left>,
): void {
  if (isEqual(old, taken.fallback) || isNothing(old)) return;
  if (!isEqual(memberOf(shown, name), old)) {
    court.proves('update-stored', by);
    return;
  }
  life.dropped.delete(name);
  court.breaks(
    'update-stored',
    life,
    { telling: reading, others: by === reading ? [] : [by] },
    {
      expected: `no ${name}: it is taken away, by null in a merge patch (RFC 7396 section 2) or by the words of the document, or by a remove (RFC 6902 section 4.2)`,
      actual: `${name}: ${excerptJson(old)}, as it was before`,
      deviation: 'what takes a member away is left aside',
    },
  );
}
