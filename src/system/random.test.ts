import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRandom } from './random.ts';

test('createRandom() gives the same numbers from 0 to below 1 for the same seed', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const [one, other] = [createRandom(seed), createRandom(seed)];
      const drawn = Array.from({ length: 20 }, one);
      expect(Array.from({ length: 20 }, other)).toEqual(drawn);
      expect(drawn.every((number) => number >= 0 && number < 1)).toBe(true);
      expect(new Set(drawn).size).toBeGreaterThan(15);
    }),
  );
});

test('createRandom() goes on as it always did: records name their seeds', () => {
  const next = createRandom(1);
  expect([next(), next(), next()]).toEqual([0.6270739405881613, 0.002735721180215478, 0.5274470399599522]);
});
