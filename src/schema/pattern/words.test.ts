import { expect, test } from 'vitest';
import { formsText, takesWords } from './words.ts';

test.each([
  ['\\S', true],
  ['.*\\S.*', true],
  ['^.+$', true],
  ['^[^<>]*$', true],
  ['^[A-Za-z0-9 -]+$', true],
  ['^[\\w\\s-]{3,}$', true],
  ['^[a-z0-9-]+$', false],
  ['^[A-Z]', false],
  ['^\\w+$', false],
  ['^.{1,10}$', false],
  ['^[A-Z]{3}[0-9]{2}$', false],
  ['(', false],
])('takesWords(%s) is %s', (pattern, isTaken) => {
  expect(takesWords(pattern)).toBe(isTaken);
});

test('formsText() is true for values, formats and patterns, but for those that any words match', () => {
  expect([{ enum: ['a'] }, { const: 'a' }, { format: 'email' }, { pattern: '^a' }].map(formsText)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect([{}, { maxLength: 3 }, { pattern: '\\S' }, { pattern: '' }].map(formsText)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
