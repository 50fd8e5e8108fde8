import { expect, test } from 'vitest';
import { decimalIn, isDecimalText } from './decimals.ts';

test.each([
  [true, { format: 'decimal', pattern: '^-?\\d{0,8}(?:\\.\\d{0,2})?$' }],
  [true, { pattern: '^\\d{1,9}\\.\\d{2}$' }],
  [true, { pattern: '^(?:0|[1-9]\\d*)(?:\\.\\d{2})?$' }],
  [false, { pattern: '^\\d+\\.\\d+$' }],
  [false, { pattern: '^\\d{1,2}\\.\\d{1,2}$' }],
  [false, { pattern: '^\\d+$' }],
  [false, { pattern: '^[\\d.]+$' }],
  [false, { pattern: '^(' }],
  [false, {}],
])('isDecimalText() says %s of %j', (expected, keywords) => {
  expect(isDecimalText({ type: 'string', ...keywords })).toBe(expected);
});

test('decimalIn() reads numbers alone', () => {
  expect(['-0.50', '12', '1e3', '1.2.3', '', '2024-01-01'].map(decimalIn)).toEqual([
    -0.5,
    12,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
