import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compilePattern, unicodePattern } from './pattern.ts';

test.each([
  ['a hyphen beside a class', '^[\\w-.]+[+-\\d][\\s-]$', '^[\\w\\-.]+[+\\-\\d][\\s-]$'],
  ['brackets that begin nothing', '^{a}b]{2}d{2,}c{x$', '^\\{a\\}b\\]{2}d{2,}c\\{x$'],
  ['the slashes of another language', '/^[a-z]+$/', '^[a-z]+$'],
  ['a property beside a needless escape', '^\\p{Script=Greek}\\:$', '^\\p{Script=Greek}:$'],
  ['slashes of its own', '/a/', '/a/'],
  ['a pattern that is fine', '^[a-z\\-]+\\.\\/$', '^[a-z\\-]+\\.\\/$'],
  ['needless escapes', '\\@\\:\\#', '@:#'],
  ['a needless escape in a class', '^[a-zA-Z0-9_\\-\\:]+$', '^[a-zA-Z0-9_\\-:]+$'],
  ['an escaped dash outside of a class', '\\d-\\-[\\-]', '\\d--[\\-]'],
  ['an escaped backslash before punctuation', '\\\\:\\:', '\\\\::'],
  ['nothing', '', ''],
])('unicodePattern() answers for %s', (_name, source, pattern) => {
  expect(unicodePattern(source)).toBe(pattern);
});

test.each(['(', '[', 'a{2,1}', '\\', '\\k\\:', '*'])(
  'unicodePattern() finds that %s is no pattern',
  (source) => {
    expect(unicodePattern(source)).toBeUndefined();
  },
);

test('unicodePattern() keeps the meaning', () => {
  const source = '^[\\w\\-\\:]+\\@\\-x$';
  const before = new RegExp(source);
  const after = new RegExp(unicodePattern(source) ?? '', 'u');
  expect(after.source).not.toBe(before.source);
  for (const text of ['a:b-c@-x', 'a@-x', '@-x', 'a\\@-x', 'a@x'])
    expect(after.test(text)).toBe(before.test(text));
});

/** Patterns as documents write them, and texts on both sides of each. */
const TEXTS = [
  '',
  'a',
  'abc',
  'ABC-123',
  'a b',
  'aab',
  'aaaa',
  '2024-01-31',
  'name@example.com',
  'https://example.com/a?b=c',
  '😀',
  'é',
  'ab\ncd',
  '\u2028',
  '\u00a0x',
  '{"a":1}',
  '\ud83d',
  'foo.bar',
  '+49 30 1234',
  '00-aa',
];

const PATTERNS = [
  '',
  '^$',
  '^[a-z]+$',
  '^[A-Z]{3}-\\d{3}$',
  'a|b',
  '^(?:a|ab)(?:c|bcd)?$',
  '^\\d{4}-\\d{2}-\\d{2}$',
  '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$',
  '^https?://',
  '^(?!\\s).*\\S$',
  '^(?=.*[a-z])(?=.*\\d).{3,}$',
  '(?<=a)b',
  '(?<!a)b',
  '(?<!^)b$',
  '\\bname\\b',
  '\\Ba\\B',
  '^\\p{L}+$',
  '^\\P{L}+$',
  '^\\p{Script=Greek}*$',
  '^.$',
  '^..$',
  '^\\u{1F600}$',
  '^\\ud83d\\ude00$',
  '^\\u00e9$',
  '^\\xe9$',
  '^[\\u{1F600}-\\u{1F64F}]$',
  '^(a+)+$',
  '^(a*)*b$',
  '^(?:a?){3}b',
  '(?<year>\\d+)-',
  '^[\\]\\-x]+$',
  '[^]',
  '[]',
  '^\\cJ',
  'a{0}b',
  'a{2,}?b',
  '^(?:(?=a))*a',
  '^\\+?[\\d ]+$',
  '\\/a\\?',
  '^(|a)+$',
  'x*',
  '\\0',
];

describe('compilePattern()', () => {
  test.each(PATTERNS)('says of %s what the native engine says', (source) => {
    const native = new RegExp(source, 'u');
    const pattern = compilePattern(source);
    for (const text of TEXTS) expect([text, pattern.test(text)]).toEqual([text, native.test(text)]);
  });

  test('says what the native engine says of drawn patterns and texts', () => {
    const { tree } = fc.letrec<{ tree: string; atom: string }>((tie) => ({
      atom: fc.constantFrom('a', 'b', '.', '\\d', '\\w', '\\s', '[ab]', '[^a]', '\\b', '^', '$', '(?:)', '7'),
      tree: fc.oneof(
        { maxDepth: 4 },
        tie('atom'),
        fc.tuple(tie('tree'), tie('tree')).map(([one, two]) => one + two),
        fc.tuple(tie('tree'), tie('tree')).map(([one, two]) => `(${one}|${two})`),
        fc
          .tuple(tie('tree'), fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '{0,1}?', '*?'))
          .map(([one, many]) => `(?:${one})${many}`),
        fc
          .tuple(fc.constantFrom('?=', '?!', '?<=', '?<!'), tie('tree'))
          .map(([look, one]) => `(${look}${one})`),
      ),
    }));
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '7', ' ', '-'), maxLength: 7 });
    fc.assert(
      fc.property(tree, text, (source, sample) => {
        expect(compilePattern(source).test(sample)).toBe(new RegExp(source, 'u').test(sample));
      }),
      { numRuns: 1_500 },
    );
  });

  test.each([
    ['^(a+)+$', 'a'],
    ['^(a|a)*$', 'a'],
    ['^(\\w|\\d)*;$', '1'],
    ['(x+x+)+y', 'x'],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'],
    ['^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}$', '0'],
    ['\\s+$', ' '],
    ['^(?:.*a){12}$', 'b'],
    ['(?=.*x)(?=.*y)', 'a'],
  ])('ends soon with %s, which backtracks for ever on %j', (source, unit) => {
    expect(compilePattern(source).test(`${unit.repeat(20_000)}\u0000`)).toBe(false);
  });

  test.each([
    ['back references', '^(a)\\1$', 'aa'],
    ['names that are referred to', '^(?<x>a)\\k<x>$', 'aa'],
    ['modifiers', '^(?i:a)$', 'A'],
    ['more copies than there is room for', '^(?:(?:a{99}){99}){99}$', 'a'],
    ['more steps than there is time for', '^(?:a?){1000}b$', 'a'.repeat(200_000)],
    ['a look ahead at every place', '(?=.*x)(?=.*y)', `${'a'.repeat(20_000)}x`],
  ])('does not judge %s', (_what, source, text) => {
    expect(compilePattern(source).test(text)).toBeUndefined();
  });

  test('throws where it is no pattern', () => {
    expect(() => compilePattern('(')).toThrow('Invalid regular expression');
  });
});
