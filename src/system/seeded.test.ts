import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seedOf } from './random.ts';
import { sampleOne } from './seeded.ts';

test('sampleOne() draws the same value, when seed and label are the same', () => {
  expect(sampleOne(fc.nat(), 5, 'probe')).toBe(sampleOne(fc.nat(), 5, 'probe'));
});

test('sampleOne() draws other values, when seed or label differ', () => {
  const drawn = [1, 2, 3].flatMap((seed) => ['a', 'b', 'c'].map((label) => sampleOne(fc.nat(), seed, label)));
  expect(new Set(drawn).size).toBe(drawn.length);
});

test('seedOf() gives whole numbers of 32 bits, when the run seed is any number', () => {
  fc.assert(
    fc.property(fc.integer(), fc.string(), (seed, label) => {
      const derived = seedOf(seed, label);
      expect(derived).toBe(derived | 0);
    }),
  );
});
