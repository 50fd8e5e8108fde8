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
])('carries() of %s', (_name, sent, got, isCarried) => {
  expect(carries(sent, got)).toBe(isCarried);
});
