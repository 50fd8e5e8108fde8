import { describe, expect, test } from 'vitest';
import type { Json } from '../../json/value.ts';
import type { Parameter, ParameterStyle } from '../model.ts';
import { isOfParameter, isOneText, styleOf, writtenPairs, writtenText } from './parameter-style.ts';

const COLOURS: Json = ['blue', 'black'];
const RGB: Json = { R: 100, G: 200 };

function parameter(
  place: Parameter['in'],
  style?: ParameterStyle['style'],
  explode?: boolean,
  schema: Parameter['schema'] = { type: ['array', 'object'] },
): Parameter {
  return {
    name: 'color',
    in: place,
    required: true,
    schema,
    examples: [],
    ...styleOf(place, style, explode),
  };
}

/** The table of OpenAPI, "Style Examples". */
describe('writtenPairs()', () => {
  test.each<[string, Parameter, Json, string]>([
    ['form', parameter('query'), COLOURS, 'color=blue&color=black'],
    ['form', parameter('query'), RGB, 'R=100&G=200'],
    ['form, not exploded', parameter('query', 'form', false), COLOURS, 'color=blue,black'],
    ['form, not exploded', parameter('query', 'form', false), RGB, 'color=R,100,G,200'],
    ['spaceDelimited', parameter('query', 'spaceDelimited'), COLOURS, 'color=blue black'],
    ['pipeDelimited', parameter('query', 'pipeDelimited'), COLOURS, 'color=blue|black'],
    ['deepObject', parameter('query', 'deepObject'), RGB, 'color[R]=100&color[G]=200'],
    ['form', parameter('query'), 'blue', 'color=blue'],
    ['form', parameter('cookie'), 7, 'color=7'],
  ])('writes %s, when it is %o and %o', (_style, one, value, written) => {
    expect(
      writtenPairs(one, value)
        .map(([name, text]) => `${name}=${text}`)
        .join('&'),
    ).toBe(written);
  });
});

describe('writtenText()', () => {
  test.each<[string, Parameter, Json, string]>([
    ['simple', parameter('path'), COLOURS, 'blue,black'],
    ['simple', parameter('header'), RGB, 'R,100,G,200'],
    ['simple, exploded', parameter('path', 'simple', true), RGB, 'R=100,G=200'],
    ['label', parameter('path', 'label'), COLOURS, '.blue,black'],
    ['label, exploded', parameter('path', 'label', true), RGB, '.R=100.G=200'],
    ['matrix', parameter('path', 'matrix'), COLOURS, ';color=blue,black'],
    ['matrix, exploded', parameter('path', 'matrix', true), COLOURS, ';color=blue;color=black'],
    ['matrix, exploded', parameter('path', 'matrix', true), RGB, ';R=100;G=200'],
    ['one text', parameter('path'), 'a/b', 'a%2Fb'],
  ])('writes %s, when it is %o and %o', (_style, one, value, written) => {
    expect(writtenText(one, value, encodeURIComponent)).toBe(written);
  });
});

test('isOfParameter() knows the names that a parameter is written under', () => {
  expect(isOfParameter(parameter('query', 'deepObject'), 'color[R]')).toBe(true);
  expect(isOfParameter(parameter('query'), 'anything')).toBe(true);
  expect(isOfParameter(parameter('query', 'form', false), 'anything')).toBe(false);
  expect(isOfParameter(parameter('query', 'form', true, { type: 'string' }), 'color[R]')).toBe(false);
});

test('isOneText() is true for what is written in one part', () => {
  expect(isOneText(parameter('query', 'form', true, { type: ['string', 'null'] }))).toBe(true);
  expect(isOneText(parameter('query', 'form', true, { type: ['array', 'null'] }))).toBe(false);
  expect(isOneText(parameter('query', 'form', true, { anyOf: [{ type: 'array' }, { type: 'null' }] }))).toBe(
    false,
  );
});
