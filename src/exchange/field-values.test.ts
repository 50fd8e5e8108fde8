import { expect, test } from 'vitest';
import type { HeaderLine } from './exchange.ts';
import { fieldValues, singleFieldValue } from './field-values.ts';

const LINES: readonly HeaderLine[] = [
  ['X-One', ' a\t'],
  ['Other', 'b'],
  ['x-ONE', '\u00a0c'],
];

test('fieldValues() gives the values in order, when names differ in letter case', () => {
  expect(fieldValues(LINES, 'x-one')).toEqual(['a', '\u00a0c']);
  expect(fieldValues(LINES, 'X-Two')).toEqual([]);
});

test('singleFieldValue() gives a value, when there is exactly one', () => {
  expect(singleFieldValue(LINES, 'OTHER')).toBe('b');
  expect(singleFieldValue(LINES, 'x-one')).toBeUndefined();
  expect(singleFieldValue(LINES, 'x-two')).toBeUndefined();
});
