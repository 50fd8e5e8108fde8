import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HeaderLine } from './exchange.ts';
import {
  cookiePairs,
  fieldsOf,
  fieldValues,
  listMembers,
  singleFieldValue,
  withoutBlanks,
} from './fields.ts';

const LINES: readonly HeaderLine[] = [
  ['X-One', ' a\t'],
  ['Other', 'b'],
  ['x-ONE', '\u00a0c'],
];

test('fieldValues() gives the values in order, when names differ in letter case', () => {
  expect(fieldValues(LINES, 'x-one')).toEqual(['a', '\u00a0c']);
  expect(fieldValues(LINES, 'X-Two')).toEqual([]);
});

test('fieldsOf() gives the same values as fieldValues(), however often it is asked', () => {
  const field = fieldsOf(LINES);
  for (const name of ['x-one', 'X-ONE', 'other', 'x-two', 'constructor', 'x-one'])
    expect(field(name)).toEqual(fieldValues(LINES, name));
});

test('singleFieldValue() gives a value, when there is exactly one', () => {
  expect(singleFieldValue(LINES, 'OTHER')).toBe('b');
  expect(singleFieldValue(LINES, 'x-one')).toBeUndefined();
  expect(singleFieldValue(LINES, 'x-two')).toBeUndefined();
});

test('withoutBlanks() takes blanks and tabs from the ends, and nothing else from anywhere', () => {
  const character = fc.constantFrom(' ', '\t', 'a', ',', '\u00a0', '\n');
  fc.assert(
    fc.property(fc.string({ unit: character, maxLength: 12 }), (text) => {
      expect(withoutBlanks(text)).toBe(text.replace(/^[ \t]+/, '').replace(/[ \t]+$/, ''));
    }),
  );
});

test.each([
  ['a, b ,\tc', ['a', 'b', 'c']],
  ['a', ['a']],
  [' , a', ['', 'a']],
  ['', ['']],
])('listMembers() of %j are %j', (text, members) => {
  expect(listMembers(text)).toEqual(members);
});

test.each<readonly [string, readonly (readonly [string, string])[]]>([
  ['', []],
  [
    'a=1; b = "x=y" ;;c=',
    [
      ['a', '1'],
      ['b', '"x=y"'],
      ['c', ''],
    ],
  ],
  [
    'alone; =value;%61=%62',
    [
      ['', 'alone'],
      ['', 'value'],
      ['%61', '%62'],
    ],
  ],
])('cookiePairs() of %s', (field, pairs) => {
  expect(cookiePairs(field)).toEqual(pairs);
});

test('cookiePairs() gives back what was joined', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', '%', '"', ',', '\u00e9', '+'),
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text)), fc.constantFrom(';', '; ', ' ;\t'), (pairs, between) => {
      expect(cookiePairs(pairs.map((pair) => pair.join('=')).join(between))).toEqual(pairs);
    }),
  );
});
