import { createHash } from 'node:crypto';

/** The 32 bit seed for one purpose within a run: the same for the same run seed and label, unrelated for others. */
export function seedOf(seed: number, label: string): number {
  return createHash('sha256')
    .update(JSON.stringify([seed, label]))
    .digest()
    .readInt32BE(0);
}

/**
 * Numbers from 0 to below 1, the same for the same seed (Mulberry32): enough to scatter waits, errors and keys. What draws
 * values is in `seeded.ts`, which needs their generator.
 */
export function createRandom(seed: number): () => number {
  let state = Math.trunc(seed) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
