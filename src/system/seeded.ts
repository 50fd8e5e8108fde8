import fc from 'fast-check';
import { seedOf } from './random.ts';

/** One drawn value, the same for the same run seed and label. Small and extreme values are not favoured. */
export function sampleOne<T>(arbitrary: fc.Arbitrary<T>, seed: number, label: string): T {
  const [value] = fc.sample(arbitrary, { seed: seedOf(seed, label), numRuns: 1, unbiased: true });
  return value as T;
}
