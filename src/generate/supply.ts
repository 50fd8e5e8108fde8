import fc from 'fast-check';
import type { Json } from '../interface/model.ts';

/** Values to draw from, or why there are none. Draws from `arbitrary` always end. */
export type Supply<T = Json> =
  | { readonly kind: 'values'; readonly arbitrary: fc.Arbitrary<T> }
  | { readonly kind: 'unsupported'; readonly reason: string };

const TRIES = 300;
const NEEDED = 3;

/** A supply of whatever the arbitrary makes. */
export function values<T>(arbitrary: fc.Arbitrary<T>): Supply<T> {
  return { kind: 'values', arbitrary };
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
): Supply<T> {
  let passed = 0;
  for (let seed = 0; seed < TRIES && passed < NEEDED; seed += 25)
    passed += fc.sample(arbitrary, { seed, numRuns: 25 }).filter(accepts).length;
  return passed < NEEDED ? unsupported(reason) : values(arbitrary.filter(accepts));
}

/** Draws from any of the supplies that have values. Without any, the first reason is returned. */
export function anyOf(supplies: readonly Supply[]): Supply {
  const arbitraries = supplies.flatMap((supply) => (supply.kind === 'values' ? [supply.arbitrary] : []));
  const [first] = arbitraries;
  if (first === undefined)
    return supplies.find((supply) => supply.kind === 'unsupported') ?? unsupported('no value is allowed');
  return arbitraries.length === 1 ? values(first) : values(fc.oneof(...arbitraries));
}
