import fc from 'fast-check';
import type { Json } from '../../json/value.ts';
import { bound } from '../../system/bounds.ts';

/**
 * Values to draw from, or why there are none. Draws from `arbitrary` always end. `parts`: of how many values, one inside the
 * other, the largest one is made.
 */
export type Supply<T = Json> =
  | { readonly kind: 'values'; readonly arbitrary: fc.Arbitrary<T>; readonly parts: number }
  | None;

/** Why there are no values. `isOurs`: there may be some, and none was found or made. */
type None = { readonly kind: 'unsupported'; readonly reason: string; readonly isOurs: boolean };

const TRIES = 300;
const MOST_AT_ONCE = 25;
const NEEDED = 3;
/** Trial draws of large values are fewer: together they make no more parts than this, or are one lot of them. */
const MOST_PARTS_TRIED = 300_000;

/** A supply of whatever the arbitrary makes, of so many parts at most. */
export function values<T>(arbitrary: fc.Arbitrary<T>, parts = 1): Supply<T> {
  return parts > bound('builtParts')
    ? notFound(`a value would have more than ${String(bound('builtParts'))} parts`)
    : { kind: 'values', arbitrary, parts };
}

/** No supply, since the schema allows nothing that could be sent. */
export function unsupported(reason: string): None {
  return { kind: 'unsupported', reason, isOurs: false };
}

/** No supply, since nothing was found: the schema may allow something all the same. */
export function notFound(reason: string): None {
  return { kind: 'unsupported', reason, isOurs: true };
}

/** No supply, since a part has none. */
export function withoutPart(name: string, part: None): None {
  return { ...part, reason: `${name}: ${part.reason}` };
}

/** So many trial draws tell whether a filter lets enough through to be drawn from without looking closer. */
const FEW_TRIES = 12;

/** Whether enough of so many trial draws (always the same ones) get through: few at first, since most filters are wide. */
function letsThrough<T>(arbitrary: fc.Arbitrary<T>, accepts: (value: T) => boolean, tries: number): boolean {
  let passed = 0;
  let atOnce = NEEDED;
  for (let drawn = 0; (drawn === 0 || drawn < tries) && passed < NEEDED; drawn += atOnce) {
    if (drawn > 0) atOnce = Math.min(MOST_AT_ONCE, 2 * atOnce, tries - drawn);
    passed += fc.sample(arbitrary, { seed: drawn, numRuns: atOnce }).filter(accepts).length;
  }
  return passed >= NEEDED;
}

/**
 * The drawn values that `accepts` lets through. When fewer than three of 300 trial draws get through, there is no supply: a
 * filter that rarely lets anything through would search for ever.
 */
export function guarded<T>(
  arbitrary: fc.Arbitrary<T>,
  accepts: (value: T) => boolean,
  reason: string,
  parts = 1,
): Supply<T> {
  const isWide = letsThrough(arbitrary, accepts, Math.min(TRIES, MOST_PARTS_TRIED / parts));
  return isWide ? values(arbitrary.filter(accepts), parts) : notFound(reason);
}

/** The same, where at least a quarter of a dozen trial draws get through; `undefined` where fewer do. */
export function readily<T>(
  arbitrary: fc.Arbitrary<T>,
  accepts: (value: T) => boolean,
  parts: number,
): Extract<Supply<T>, { kind: 'values' }> | undefined {
  const supply = letsThrough(arbitrary, accepts, FEW_TRIES)
    ? values(arbitrary.filter(accepts), parts)
    : undefined;
  return supply?.kind === 'values' ? supply : undefined;
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
