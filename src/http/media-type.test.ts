import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  acceptsJson,
  documentedFor,
  documentedJson,
  essenceOf,
  isJsonMediaType,
  parseMediaRanges,
  parseMediaType,
  printMediaType,
} from './media-type.ts';

describe('parseMediaType()', () => {
  test.each<[string, string, Readonly<Record<string, string>>]>([
    ['application/json', 'application/json', {}],
    ['Application/JSON', 'application/json', {}],
    ['application/json;charset=utf-8', 'application/json', { charset: 'utf-8' }],
    ['application/json ; Charset="UTF-8"', 'application/json', { charset: 'UTF-8' }],
    ['a/b; x="a\\"b;c=\\\\" ; y=2', 'a/b', { x: 'a"b;c=\\', y: '2' }],
    ['a/b;;; x=1;', 'a/b', { x: '1' }],
    ['a/b; x=1; X=2', 'a/b', { x: '1' }],
    ['a/b; x=""', 'a/b', { x: '' }],
    ['application/problem+json', 'application/problem+json', {}],
    ['a/b; __proto__=1', 'a/b', JSON.parse('{"__proto__":"1"}')],
  ])('gives type and parameters, when the value is %s', (value, essence, parameters) => {
    const parsed = parseMediaType(value);
    expect(parsed?.essence).toBe(essence);
    expect([...(parsed?.parameters ?? [])]).toEqual(Object.entries(parameters));
  });

  test.each([
    '',
    'json',
    'a/',
    '/b',
    'a b/c',
    'a/b c',
    'a/b; x',
    'a/b; x=',
    'a/b; x="',
    'a/b; x="a" b',
    'a/b, c/d',
    'a/b; x =1',
    'a/b/c',
    ' a/b',
  ])('gives nothing, when the value is %j', (value) => {
    expect(parseMediaType(value)).toBeUndefined();
  });
});

test.each([
  ['application/json', true],
  ['application/problem+json', true],
  ['text/json', true],
  ['text/jsonc', false],
  ['application/jsonlines', false],
  ['*/*', false],
])('isJsonMediaType() answers for %s', (mediaType, answer) => {
  expect(isJsonMediaType(mediaType)).toBe(answer);
});

const entries = (...types: string[]): readonly { readonly mediaType: string }[] =>
  types.map((mediaType) => ({ mediaType }));

test.each([
  ['application/json', ['text/plain', 'application/json'], 'application/json'],
  ['application/json', ['*/*', 'application/*', 'application/json'], 'application/json'],
  ['application/json', ['*/*', 'application/*'], 'application/*'],
  ['image/png', ['*/*', 'application/*'], '*/*'],
  ['image/png', ['application/json'], undefined],
  ['applications/json', ['application/*'], undefined],
  ['application/vnd.a+json', ['*/*', 'application/*+json'], 'application/*+json'],
  ['application/json', ['application/*+json'], undefined],
  ['text/a+json', ['application/*+json'], undefined],
])('documentedFor() has for %s, of %j, %s', (essence, types, found) => {
  expect(documentedFor(entries(...types), essence)?.mediaType).toBe(found);
});

test.each([
  [['application/problem+json', 'application/json'], 'application/json'],
  [['text/plain', 'application/problem+json'], 'application/problem+json'],
  [['*/*'], undefined],
])('documentedJson() has, of %j, %s', (types, found) => {
  expect(documentedJson(entries(...types))?.mediaType).toBe(found);
});

test('letter case, parameters and blanks around them never change what a type is', () => {
  const blank = fc.constantFrom('', ' ', '\t ');
  const parameter = fc.constantFrom('charset=utf-8', 'v="1;2"', 'x=y');
  fc.assert(
    fc.property(
      fc.constantFrom('application/json', 'Text/PLAIN'),
      blank,
      blank,
      parameter,
      (type, a, b, more) => {
        expect(essenceOf(`${a}${type}${b};${a}${more}${b}`)).toBe(type.toLowerCase());
      },
    ),
  );
});

const token = fc.string({
  unit: fc.constantFrom('a', 'B', '0', '+', '.', '*', '!'),
  minLength: 1,
  maxLength: 4,
});
const text = fc.string({
  unit: fc.constantFrom('a', ' ', ',', ';', '"', '\\', '=', '/', '\u00e9'),
  maxLength: 5,
});
const range = fc
  .tuple(token, token, fc.array(fc.tuple(token, text), { maxLength: 3 }))
  .map(([type, subtype, pairs]) => ({
    essence: `${type}/${subtype}`.toLowerCase(),
    parameters: new Map(pairs.map(([name, value]) => [name.toLowerCase(), value])),
  }));

test('parseMediaRanges() reads what printMediaType() writes, whatever stands in quotes, and passes over what is no range', () => {
  const noRange = fc.constantFrom('json', '', 'a/b;x', 'a b/c', ';q=1');
  fc.assert(
    fc.property(fc.array(range, { maxLength: 4 }), noRange, (ranges, other) => {
      const written = [...ranges.map(printMediaType), other];
      expect(parseMediaRanges([written.join(' ,\t')])).toEqual(ranges);
      expect(parseMediaRanges(written)).toEqual(ranges);
      expect(ranges.map(printMediaType).map(parseMediaType)).toEqual(ranges);
    }),
  );
});

test.each([
  [[], true],
  [['*/*'], true],
  [['text/html, application/json;q=0.1'], true],
  [['text/html', 'application/*'], true],
  [['application/problem+json ; x="a,b"'], true],
  [['text/html;x="application/json,*/*"'], false],
  [['application/json;q=0, */*;q=1'], false],
  [['application/json; Q=0.000'], false],
  [['text/csv'], false],
  [['json'], false],
  [[''], false],
])('acceptsJson() of %j is %s', (fields, accepts) => {
  expect(acceptsJson(fields)).toBe(accepts);
});

test('parseMediaRanges() takes linear time for quotes without an end', () => {
  expect(parseMediaRanges(['a/b,' + '"\\'.repeat(100_000)]).length).toBe(1);
  expect(parseMediaRanges(['"'.repeat(100_001)]).length).toBe(0);
});
