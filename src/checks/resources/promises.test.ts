import { expect, test } from 'vitest';
import type { Json } from '../../json/value.ts';
import { carries } from './promises.ts';

test.each<readonly [string, Json, Json, boolean]>([
  ['more members', { a: 1 }, { a: 1, b: 2 }, true],
  ['another order', [{ a: 1 }, { a: 2 }], [{ a: 2 }, { a: 1 }], true],
  ['what is empty left out', { a: 1, b: {}, c: [], d: null, e: '', f: false, g: 0 }, { a: 1 }, true],
  ['what is empty left out further inside', { a: { b: [{ c: {} }] } }, { a: { b: [{}] } }, true],
  ['what is not empty left out', { a: 1, b: [{}] }, { a: 1 }, false],
  ['something in the place of what is empty', { a: [] }, { a: [1] }, true],
  ['null in the place of a value', { a: 1 }, { a: null }, false],
  ['a flag turned', { a: false }, { a: true }, false],
  ['decimals added to a number in a text', '-710', '-710.00', true],
  ['zeros before and behind a number in a text', '0.50', '.5', true],
  ['a digit of a number in a text lost', '7.15', '7.1', false],
  ['the sign of a number in a text lost', '-7.1', '7.1', false],
  ['zeros before a code lost', '0042', '42', false],
  ['a text without a number emptied', '.', '', false],
  ['a text filled up with blanks', 'Ada', `Ada${' '.repeat(1_000)}`, true],
  ['a text filled up beyond what any column holds', 'Ada', `Ada${' '.repeat(1_000_000)}`, false],
])('carries() of %s', (_name, sent, got, isCarried) => {
  expect(carries(sent, got)).toBe(isCarried);
});
