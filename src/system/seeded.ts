import { createHash } from 'node:crypto';
import fc from 'fast-check';

/** The 32 bit seed for one purpose within a run: the same for the same run seed and label, unrelated for others. */
export function seedOf(seed: number, label: string): number {
  return createHash('sha256')
    .update(JSON.stringify([seed, label]))
    .digest()
    .readInt32BE(0);
}

/** One drawn value, the same for the same run seed and label. Small and extreme values are not favoured. */
export function sampleOne<T>(arbitrary: fc.Arbitrary<T>, seed: number, label: string): T {
  const [value] = fc.sample(arbitrary, { seed: seedOf(seed, label), numRuns: 1, unbiased: true });
  return value as T;
}

/** Numbers from 0 to below 1, the same for the same seed (Mulberry32): enough to scatter waits and errors. */
export function createRandom(seed: number): () => number {
  let state = Math.trunc(seed) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
