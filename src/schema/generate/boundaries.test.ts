import { describe, expect, test } from 'vitest';
import type { Json } from '../../json/value.ts';
import { compileSchema } from '../compile.ts';
import type { Schema } from '../keywords.ts';
import { boundaryValues, resized, sizeInside, sizeOf } from './boundaries.ts';

const SCHEMAS: readonly (readonly [string, Schema])[] = [
  ['a number between bounds', { type: 'number', minimum: 2, maximum: 1000 }],
  ['an integer above an excluded bound', { type: 'integer', exclusiveMinimum: 4, exclusiveMaximum: 90 }],
  ['multiples', { type: 'integer', minimum: 10, maximum: 50, multipleOf: 5 }],
  ['a text', { type: 'string', minLength: 3, maxLength: 12 }],
  [
    'a list of different texts',
    { type: 'array', items: { type: 'string', minLength: 2 }, uniqueItems: true, maxItems: 4 },
  ],
  ['a list of words', { type: 'array', items: { enum: ['a', 'b'] }, maxItems: 3 }],
  ['a text or null', { type: ['string', 'null'], maxLength: 9 }],
];

test.each(SCHEMAS)(
  'of %s the values at its bounds are valid, and those a step inside are',
  (_name, schema) => {
    const validate = compileSchema(schema);
    const values = boundaryValues(schema);
    expect(values.length).toBeGreaterThan(0);
    for (const value of values) {
      expect(validate(value)).toEqual([]);
      const size = sizeInside(schema, value);
      if (size === undefined) continue;
      const inside = resized(value, size);
      expect(sizeOf(inside)).toBe(size);
      expect(validate(inside)).toEqual([]);
    }
  },
);

describe('sizeInside()', () => {
  test.each<readonly [string, Schema, Json, number | undefined]>([
    ['the largest number', { maximum: 100 }, 100, 99],
    ['the least number', { minimum: 1 }, 1, 2],
    ['beside an excluded bound', { type: 'integer', exclusiveMaximum: 100 }, 99, 98],
    ['the next multiple', { maximum: 100, multipleOf: 10 }, 100, 90],
    ['the longest text, by its code points', { maxLength: 2 }, '\u{1f408}\u{1f408}', 1],
    ['the longest list', { maxItems: 3 }, [1, 2, 3], 2],
    ['no bound', { maximum: 100 }, 50, undefined],
    ['zero', { minimum: 0 }, 0, undefined],
    ['an empty text', { minLength: 0 }, '', undefined],
    ['beside null', { anyOf: [{ type: 'string', maxLength: 3 }, { type: 'null' }] }, 'aaa', 2],
    ['beside another type', { anyOf: [{ type: 'string' }, { type: 'integer', maximum: 7 }] }, 7, 6],
    [
      'a text without a bound beside one',
      { anyOf: [{ type: 'string' }, { maxLength: 3 }] },
      'aaa',
      undefined,
    ],
    ['another bound in another branch', { anyOf: [{ maximum: 9 }, { maximum: 20 }] }, 9, undefined],
  ])('%s', (_name, schema, value, inside) => {
    expect(sizeInside(schema, value)).toBe(inside);
  });
});

test('resized() takes items away and repeats the last one', () => {
  expect(resized([1, 2, 3], 2)).toEqual([1, 2]);
  expect(resized([1, 2], 3)).toEqual([1, 2, 2]);
});
