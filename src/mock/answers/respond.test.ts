import { expect, test } from 'vitest';
import { setAtPointer } from './respond.ts';

test.each([
  ['', [1]],
  ['/items', { total: 0, items: [1] }],
  ['/page/items', { total: 0, page: { items: [1] } }],
  ['/a~1b/c~0d', { total: 0, 'a/b': { 'c~d': [1] } }],
])('setAtPointer() puts the value at %j, when the rest is there or not', (pointer, expected) => {
  expect(setAtPointer({ total: 0 }, pointer, [1])).toEqual(expected);
});
