import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { documentOf, lineOf, problemOf } from '../../test/specs/library-of.ts';
import { parseSource, parseValue } from './source.ts';

const TEXT = `a:
  b: 1
  list:
    - x
    -
      y: &anchor
        deep: 2
again: *anchor
`;

test.each([
  ['a member', ['a', 'b'], 2],
  ['an item', ['a', 'list', '0'], 4],
  ['a member of an item', ['a', 'list', '1', 'y'], 6],
  ['a value behind an anchor', ['again', 'deep'], 7],
  ['a member that is missing', ['a', 'c'], 1],
  ['an item that is missing', ['a', 'list', '7'], 3],
  ['the top', [], 1],
])('lineAt() finds %s', (_name, location, line) => {
  expect(documentOf(TEXT).lineAt(location)).toBe(line);
});

test('parseSource() reads JSON, indented with tabs as well', () => {
  const document = documentOf('{\n\t"a": {\n\t\t"b": [1, 2]\n\t}\n}');
  expect(document.root).toEqual({ a: { b: [1, 2] } });
  expect(document.lineAt(['a', 'b'])).toBe(3);
});

test('parseSource() keeps statuses as text and a member called __proto__ as a member', () => {
  const { root } = documentOf('200: ok\n__proto__: own\n');
  expect(Object.entries(root as object)).toEqual([
    ['200', 'ok'],
    ['__proto__', 'own'],
  ]);
});

const BOMB = `a: &a [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]
`;
const WIDE = `a: &a [${'0,'.repeat(20_000)}]\nb: [${'*a,'.repeat(100)}]\n`;

test.each([
  ['broken YAML', 'a: 1\nb: [1, 2\n', /can't be read/, 3],
  ['a repeated member', 'a: 1\nb: 2\na: 3\n', /"a" is there twice/, 3],
  ['a number that JSON lacks', 'a: 1\nb: .inf # here\n', /Infinity is not a JSON number/, 2],
  ['text alone', 'hello', /no mapping/, 1],
  ['a list', '- 1', /no mapping/, 1],
  ['nothing', '', /no mapping/, 1],
  ['a merge of a number', 'a: 1\nb:\n  <<: 5\n', /merged with `<<`/, 3],
  ['a merge of a list of numbers', 'a: 1\nb:\n  <<: [5]\n', /can't be read/, 1],
  ['an alias of its own mapping', 'a: &x\n  b: *x\n', /can't be read|deeper|anchor/, 2],
  ['a mapping as a name', 'a: 1\n{b: 1}: 2\n', /can't be read/, 2],
  ['an unknown anchor', 'a: 1\nb: *c\n', /can't be read/, 2],
  ['a deep value', `a: 1\nb: ${'['.repeat(150)}${']'.repeat(150)}\n`, /deeper than 100/, 2],
  ['a value too deep for the parser', `a: ${'['.repeat(50_000)}`, /can't be read|too deeply/, 1],
  ['a bomb of anchors', BOMB, /repeats its anchors/, 1],
  ['a large list behind many anchors', WIDE, /more than 2000000 values/, 1],
])('parseSource() names the line, given %s', (_name, text, problem, line) => {
  expect(problemOf(() => documentOf(text))).toMatchObject({
    file: 'openapi.yaml',
    line,
    problem: expect.stringMatching(problem),
  });
});

test.each([
  ['JSON', '{"a\\ud83d": ["\\udc00", "\\ud83d\\ude00", 1], "__proto__": "\\uD800"}'],
  ['YAML', '"a\\ud83d": ["\\udc00", "\\ud83d\\ude00", 1]\n"__proto__": "\\uD800"\n'],
])('parseSource() puts a mark in the place of half a character of %s', (_kind, text) => {
  const { root } = documentOf(text);
  expect(JSON.stringify(root)).toBe('{"a\ufffd":["\ufffd","\u{1f600}",1],"__proto__":"\ufffd"}');
});

test('parseSource() takes a merge with a tag of its own, as some generators write it', () => {
  const text = 'a: &a\n  b: 1\nc:\n  !!merge <<: *a\n  d: 2\n';
  expect(documentOf(text)).toMatchObject({ root: { c: { b: 1, d: 2 } } });
});

test('lineOf() finds the marker that other tests rely on', () => {
  expect(lineOf('a\nb # HERE\n', 'HERE')).toBe(2);
});

const PLACE = { path: '/a/file.yaml', file: 'file.yaml' };

test('parseValue() reads what was written, and parseSource() the same under a member, whatever JSON holds', () => {
  const way = fc.constantFrom(JSON.stringify, stringify, (value: unknown) => stringify(value, { indent: 4 }));
  fc.assert(
    fc.property(fc.jsonValue(), way, (drawn, write) => {
      const value: unknown = JSON.parse(JSON.stringify(drawn));
      expect(parseValue(write(value), PLACE).root).toEqual(value);
      expect(parseSource(write({ top: value }), PLACE).root).toEqual({ top: value });
    }),
    { numRuns: 60 },
  );
});

test('parseValue() and parseSource() understand the same anchors, merges and numbers, however many', () => {
  const number = fc.constantFrom('1', '-0.5', '1e3', '.inf', '-.INF', '.nan');
  fc.assert(
    fc.property(fc.nat(300), fc.nat(3), number, (aliases, merges, written) => {
      const lines = [
        'top: &a { n: 1 }',
        ...Array.from({ length: aliases }, (_, at) => `a${at}: *a`),
        ...Array.from({ length: merges }, (_, at) => `m${at}: { <<: *a, own: ${written} }`),
      ];
      const whole = (): unknown => parseSource(lines.join('\n'), PLACE).root;
      const listed = (): unknown => parseValue(lines.map((line) => `- ${line}`).join('\n'), PLACE).root;
      if (merges > 0 && !Number.isFinite(Number(written)))
        for (const read of [whole, listed])
          expect(problemOf(read)).toMatchObject({
            line: aliases + 2,
            problem: expect.stringMatching(/is not a JSON number/),
          });
      else {
        expect(listed()).toEqual(
          Object.entries(whole() as object).map(([name, value]) => ({ [name]: value })),
        );
        expect(JSON.stringify(whole()).match(/"n":1/g)).toHaveLength(1 + aliases + merges);
      }
    }),
    { numRuns: 25 },
  );
});
