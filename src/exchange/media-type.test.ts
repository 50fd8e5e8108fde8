import { describe, expect, test } from 'vitest';
import { parseMediaType } from './media-type.ts';

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
