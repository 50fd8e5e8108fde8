import fc from 'fast-check';
import type { Json } from '../../json/value.ts';
import { bound } from '../../system/bounds.ts';

/**
 * Values to draw from, or why there are none. Draws from `arbitrary` always end. `parts`: of how many values, one inside the
 * other, the largest one is made.
 */
export type Supply<T = Json> =
  | { readonly kind: 'values'; readonly arbitrary: fc.Arbitrary<T>; readonly parts: number }
  | { readonly kind: 'unsupported'; readonly reason: string };

const TRIES = 300;
const TRIES_AT_ONCE = 25;
const NEEDED = 3;
/** Trial draws of large values are fewer: together they make no more parts than this, or are one lot of them. */
const MOST_PARTS_TRIED = 300_000;

/** A supply of whatever the arbitrary makes, of so many parts at most. */
export function values<T>(arbitrary: fc.Arbitrary<T>, parts = 1): Supply<T> {
  return parts > bound('builtParts')
    ? unsupported(`a value would have more than ${String(bound('builtParts'))} parts`)
    : { kind: 'values', arbitrary, parts };
}

/** No supply, and why. */
export function unsupported(reason: string): { readonly kind: 'unsupported'; readonly reason: string } {
  return { kind: 'unsupported', reason };
}

/**
 * The drawn values that `accepts` lets through. When fewer than three of 300 trial draws (always the same ones) get
 * through, there is no supply: a filter that rarely lets anything through would search for ever.
 */
export function guarded<T>(
  arbitrary: fc.Arbitrary<T>,
  accepts: (value: T) => boolean,
  reason: string,
  parts = 1,
): Supply<T> {
  const tries = Math.min(TRIES, MOST_PARTS_TRIED / parts);
  let passed = 0;
  for (let seed = 0; (seed === 0 || seed < tries) && passed < NEEDED; seed += TRIES_AT_ONCE)
    passed += fc.sample(arbitrary, { seed, numRuns: TRIES_AT_ONCE }).filter(accepts).length;
  return passed < NEEDED ? unsupported(reason) : values(arbitrary.filter(accepts), parts);
}

/** Draws from any of the supplies that have values. Without any, the first reason is returned. */
export function anyOf(supplies: readonly Supply[]): Supply {
  const able = supplies.filter((supply) => supply.kind === 'values');
  const arbitraries = able.map(({ arbitrary }) => arbitrary);
  const parts = Math.max(1, ...able.map((supply) => supply.parts));
  const [first] = arbitraries;
  if (first === undefined)
    return supplies.find((supply) => supply.kind === 'unsupported') ?? unsupported('no value is allowed');
  return arbitraries.length === 1 ? values(first, parts) : values(fc.oneof(...arbitraries), parts);
}
