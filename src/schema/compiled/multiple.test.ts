import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileSchema } from '../compile.ts';
import { isMultipleOf } from './multiple.ts';

describe('isMultipleOf() counts in decimals', () => {
  test.each([
    [34.8, 0.01, true],
    [4.35, 0.01, true],
    [1.1, 0.1, true],
    [-0.07, 0.01, true],
    [1e21, 1e-7, true],
    [5e-324, 0.01, false],
    [0, 0.3, true],
    [0.305, 0.01, false],
    [34.801, 0.01, false],
    [0.1 + 0.2, 0.1, false],
    [9, 2, false],
    [1e300, 7, false],
    [Number.NaN, 1, false],
    [3, 0, false],
  ])('of %d and %d', (value, step, expected) => {
    expect(isMultipleOf(value, step)).toBe(expected);
  });

  test('and takes every amount of cents for one', () => {
    const isPrice = compileSchema({ type: 'number', multipleOf: 0.01 });
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) => {
        expect(isPrice(cents / 100)).toEqual([]);
      }),
    );
    expect(isPrice(0.305)).toMatchObject([{ keyword: 'multipleOf', message: 'must be multiple of 0.01' }]);
  });
});
