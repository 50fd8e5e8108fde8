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
