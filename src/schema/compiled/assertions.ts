/**
 * What compiled validators call besides what Ajv brings: it bounds how long they take, and asserts what doubles and Ajv's own keywords
 * can't. A module of its own, since the validators that the build has compiled call it too, without Ajv.
 */
import type { Format, ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { canonicalJson } from '../../json/canonical.ts';
import type { Json } from '../../json/value.ts';
import { compilePattern } from '../pattern/pattern.ts';
import { isMultipleOf } from './multiple.ts';

/** Whether a validator finds all errors of a value, or ends with the first. */
export type Thoroughness = 'all' | 'first';

/** A keyword that counts steps: a definition has it beside its own. */
export const STEP = 'x-assay-step';
/** In place of `$ref`: a function that makes the validator of the definition. */
export const LINK = 'x-assay-link';

export type Link = () => ValidateFunction;

/** Thrown by a validator that can't tell within its bounds. */
export class NotJudged extends Error {}

/** Steps through the definitions of a schema, whatever the value is. */
const FEWEST_STEPS = 100_000;
/** Steps more for each part of the value: branches that double at each level use them up, long lists don't. */
const STEPS_A_PART = 200;

let stepsLeft = 0;

/** Begins to judge a value of so many parts. */
export function beginSteps(parts: number): void {
  stepsLeft = FEWEST_STEPS + STEPS_A_PART * parts;
}

/** Counts a step through a definition. Throws where a value has used up its steps. */
export function countStep(): boolean {
  stepsLeft -= 1;
  if (stepsLeft < 0) throw new NotJudged();
  return true;
}

/** A regular expression as Ajv uses it: it asks for `test`, and keeps expressions apart by their text. */
export function boundedPattern(source: string): {
  readonly test: (text: string) => boolean;
  readonly toString: () => string;
} {
  const pattern = compilePattern(source);
  return {
    test: (text) => {
      const matches = pattern.test(text);
      if (matches === undefined) throw new NotJudged();
      return matches;
    },
    toString: () => `/${source}/u`,
  };
}

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;
const LARGEST_DOUBLE_IN_INT64 = 2 ** 63 - 1024;
const OUTSIDE_INT64 = 2 ** 65;

function toDouble(integer: bigint): number {
  if (integer > INT64_MAX || integer < INT64_MIN) return integer > 0n ? OUTSIDE_INT64 : -OUTSIDE_INT64;
  return Math.max(-LARGEST_DOUBLE_IN_INT64, Math.min(LARGEST_DOUBLE_IN_INT64, Number(integer)));
}

export function holdsBigint(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint';
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const part of parts) if (holdsBigint(part)) return true;
  return false;
}

/** Lists as they were before their integers became doubles, of which two may be the same. */
const asSent = new WeakMap<object, readonly Json[]>();

/** Ajv knows no bigint. Integers that a double can't hold become the nearest double on the same side of the int64 bounds. */
export function withoutBigints(value: unknown): unknown {
  if (typeof value === 'bigint') return toDouble(value);
  if (Array.isArray(value)) {
    const doubles = value.map(withoutBigints);
    asSent.set(doubles, value);
    return doubles;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutBigints(member)]));
}

/** `uniqueItems`: Ajv compares each entry with each other one. */
export function hasUniqueEntries(wanted: boolean, entries: readonly Json[]): boolean {
  return !wanted || new Set((asSent.get(entries) ?? entries).map(canonicalJson)).size === entries.length;
}

/** `multipleOf`: Ajv divides doubles, and 34.8 would be no multiple of 0.01. */
export function isMultiple(step: number, value: number): boolean {
  return isMultipleOf(value, step);
}

/** RFC 3339 section 5.6: an offset has a colon in it, which Ajv does not ask for. */
const BROKEN_OFFSET = /[+-]\d\d(?:\d\d)?$/;

/** What Ajv has for a format: a function, or an object that has one. */
function knownAs(known: Format): (text: string) => boolean {
  const isDefined = typeof known === 'object' && 'validate' in known;
  const validate: unknown = isDefined ? known.validate : undefined;
  return (text) => typeof validate === 'function' && validate(text) === true;
}

/** The times of most frameworks have no offset, and their documents call them so all the same. */
const isTime = knownAs(fullFormats['iso-time']);
const isDateTime = knownAs(fullFormats['date-time']);

/** Formats that Ajv does not know, knows as something else, or takes more for than they are. */
export const OWN_FORMATS = {
  time: { type: 'string', validate: (text: string): boolean => !BROKEN_OFFSET.test(text) && isTime(text) },
  'date-time': {
    type: 'string',
    validate: (text: string): boolean => !BROKEN_OFFSET.test(text) && isDateTime(text),
  },
  int32: {
    type: 'number',
    validate: (n: number): boolean => Number.isInteger(n) && n >= -(2 ** 31) && n <= 2 ** 31 - 1,
  },
  int64: {
    type: 'number',
    validate: (n: number): boolean => Number.isInteger(n) && Math.abs(n) <= 2 ** 63,
  },
} as const;
