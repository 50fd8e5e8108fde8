import { expect, test } from 'vitest';
import type { Json } from '../../../../json/value.ts';
import { isPutAtEnd } from './shapes.ts';

test.each<readonly [string, string, readonly [sent: Json, got: Json, before: Json | undefined], boolean]>([
  ['a place behind the end', 'position', [1_011, 7, 3], true],
  ['the one at the end that stays there', 'sort_order', [1_011, 7, 7], true],
  ['the first look at one', 'rank', [9, 2, undefined], true],
  ['a place before where it stood', 'position', [1, 3, 3], false],
  ['a place behind the one that was asked for', 'position', [2, 5, 1], false],
  ['any other number', 'estimate', [1_011, 7, 3], false],
  ['a text', 'order', ['b', 'a', 'a'], false],
])('isPutAtEnd() of %s', (_name, member, [sent, got, before], isSo) => {
  expect(isPutAtEnd(member, sent, got, before)).toBe(isSo);
});
