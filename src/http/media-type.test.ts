import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { documentedFor, documentedJson, essenceOf, isJsonMediaType, parseMediaType } from './media-type.ts';

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
  ['text/json', false],
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
