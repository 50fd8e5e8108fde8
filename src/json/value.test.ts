import { describe, expect, test } from 'vitest';
import { isList, isObject, jsonTypeOf, type Json, plainJson } from './value.ts';

describe('plainJson()', () => {
  test.each([
    ['an ordinary text', 'añ😀 "\\u202e" \\', 'añ😀'],
    ['an overridden direction', 'a\u202eb', String.raw`a\u202eb`],
    ['a C1 control', 'a\u009b31m', String.raw`a\u009b31m`],
    ['a backslash before what is spelled out', '\\\u202e', String.raw`\\\u202e`],
    ['a noncharacter', 'a\uffff', String.raw`a\uffff`],
  ])('keeps %s and writes nothing that is obeyed', (_name, text, written) => {
    const json = plainJson({ [text]: [text] });
    expect(JSON.parse(json)).toEqual({ [text]: [text] });
    expect(json).toContain(written);
    expect(json).not.toMatch(/[\p{Cc}\p{Cf}\uffff]/u);
  });
});

describe('isObject(), isList() and jsonTypeOf()', () => {
  test.each<readonly [string, Json]>([
    ['null', null],
    ['boolean', false],
    ['number', 0],
    ['number', 2n ** 63n],
    ['string', ''],
    ['array', []],
    ['object', {}],
  ])('tell %s from all else', (type, value) => {
    expect(jsonTypeOf(value)).toBe(type);
    expect(isList(value)).toBe(type === 'array');
    expect(isObject(value)).toBe(type === 'object');
  });
});
