import { expect, test } from 'vitest';
import { isObject, parseJson, plainText, printJson } from './json.ts';

test.each([
  ['an ordinary object', '{"a":[1,"b",null,true]}'],
  ['an int64 beyond a double', '{"id":9223372036854775807,"other":-9223372036854775808}'],
  ['the smallest integer that a double misses', '{"id":9007199254740993}'],
  ['a member named __proto__', '{"__proto__":{"a":1},"constructor":2}'],
  ['a lone surrogate', String.raw`{"a":"\ud800"}`],
  ['emoji, quotes and NUL', String.raw`{"a":"😀\"'\u0000"}`],
  ['an empty name', '{"":0}'],
  ['a fraction', '{"a":0.1}'],
])('parseJson() and printJson() keep every character, when given %s', (_name, text) => {
  const parsed = parseJson(text);
  expect(parsed.kind === 'value' && printJson(parsed.value)).toBe(text);
});

test.each([
  ['nothing', ''],
  ['a comma too many', '[1,]'],
  ['a hundred thousand brackets', '['.repeat(100_000)],
  ['a hundred thousand matched brackets', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['a hundred thousand members inside each other', '{"a":'.repeat(100_000)],
  ['a number that no double holds', '[1e400]'],
  ['a number that no double holds, with sign and fraction', '[1.5E+0400]'],
  ['a million digits', `[${'9'.repeat(1_000_000)}]`],
  ['a byte order mark', '\uFEFF{}'],
])('parseJson() refuses without throwing, when given %s', (_name, text) => {
  expect(parseJson(text)).toMatchObject({ kind: 'broken' });
});

test('parseJson() does not count brackets inside text, when it measures depth', () => {
  expect(parseJson(JSON.stringify({ a: `"\\${'['.repeat(500)}` }))).toMatchObject({ kind: 'value' });
});

test('isObject() tells objects from lists and null, when given JSON', () => {
  expect([{}, [], null, 'a', 1].map(isObject)).toEqual([true, false, false, false, false]);
});

test('plainText() leaves text unquoted, when a value goes into a path', () => {
  expect([plainText('a b'), plainText(12n), plainText(1)]).toEqual(['a b', '12', '1']);
});
