import { describe, expect, test } from 'vitest';
import type { Json } from '../json/value.ts';
import type { Schema } from '../schema/keywords.ts';
import { documentedMembers } from '../schema/members.ts';
import { isDecisivelyMalformed, isOrdinary, isOrdinaryText, isTold } from './request-facts.ts';

describe('isOrdinaryText()', () => {
  test.each(['Dog', 'a', '7', 'Two words', 'a-', 'a--b', 'a -b', 'assay-abc123-001 Word', 'a'.repeat(100)])(
    'is true for %s',
    (text) => {
      expect(isOrdinaryText(text)).toBe(true);
    },
  );

  test.each(['', ' ', ' a', 'a ', 'a  b', '-a', 'caf\u{e9}', "it's", 'a\n', 'a_b', '50%', 'a'.repeat(101)])(
    'is false for "%s"',
    (text) => {
      expect(isOrdinaryText(text)).toBe(false);
    },
  );
});

const TEXT = { type: 'string' };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const UNUSUAL = '\u{1f436}';

describe('isOrdinary()', () => {
  test.each<readonly [string, Schema, Json, boolean]>([
    ['free text', TEXT, UNUSUAL, false],
    ['text of a list of values', { enum: [UNUSUAL] }, UNUSUAL, true],
    ['text of a documented form', { type: 'string', pattern: '^[A-Z]+$' }, UNUSUAL, true],
    ['text of a form that any words have', { type: 'string', pattern: '.' }, UNUSUAL, false],
    ['text of a format', { type: 'string', format: 'uri' }, 'http://a/%20', true],
    ['text as long as the document asks for', { minLength: 110 }, 'a'.repeat(110), true],
    ['text that is longer', { minLength: 110 }, 'a'.repeat(111), false],
    ['the only text there may be', { maxLength: 0 }, '', true],
    ['a member', { properties: { a: TEXT } }, { a: UNUSUAL }, false],
    [
      'a member that a combined schema shows',
      { allOf: [{ properties: { a: { enum: [UNUSUAL] } } }] },
      { a: UNUSUAL },
      true,
    ],
    ['an item', { items: TEXT }, ['a', UNUSUAL], false],
    [
      'what a reference leads to',
      {
        properties: { a: { $ref: '#/$defs/A' } },
        $defs: { A: { enum: [UNUSUAL] } },
      },
      { a: UNUSUAL },
      true,
    ],
    ['numbers', {}, [1, null, true], true],
    ['a member that no schema shows', {}, { a: UNUSUAL }, false],
  ])('looks at %s', (_name, schema, value, ordinary) => {
    expect(isOrdinary(schema, value)).toBe(ordinary);
  });

  test('ends, when the value is nested deeply', () => {
    let value: Json = 'a';
    for (let depth = 0; depth < 100; depth += 1) value = [value];
    expect(isOrdinary(true, value)).toBe(false);
  });
});

describe('isTold()', () => {
  test.each<readonly [string, Schema, Json, boolean]>([
    ['a name as services give them', TEXT, 'urn:isbn:12', true],
    ['words of another script', TEXT, 'Päckchen 1', false],
    ['the same where a member names what is there', {}, { parcelId: 'Päckchen 1' }, true],
    ['the same in a list of names', {}, { parcel_ids: ['Päckchen 1', '箱 2'] }, true],
    ['a picture there', {}, { parcelId: UNUSUAL }, false],
    ['a control character there', {}, { parcelId: 'a\u0000b' }, false],
    ['a long text there', {}, { parcelId: 'ä'.repeat(101) }, false],
    ['blanks alone there', {}, { parcelId: '   ' }, false],
  ])('looks at %s', (_name, schema, value, told) => {
    expect(isTold(schema, value)).toBe(told);
  });
});

test('documentedMembers() has those of combined schemas too', () => {
  const schema: Schema = {
    properties: { a: TEXT },
    allOf: [
      { properties: { b: TEXT } },
      { anyOf: [{ properties: { c: TEXT } }] },
      { $ref: '#/$defs/Part', title: 'A part that holds parts' },
    ],
    $defs: { Part: { properties: { d: { $ref: '#/$defs/Part' } } } },
  };
  expect([...documentedMembers(schema)]).toEqual(['a', 'b', 'c', 'd']);
  expect([...documentedMembers(true)]).toEqual([]);
});

describe('isDecisivelyMalformed()', () => {
  test.each(['{"a":1', '{', '[1,', '{"', 'not json', 'plain words here'])('is true for %s', (text) => {
    expect(isDecisivelyMalformed(bytes(text))).toBe(true);
  });

  test.each(['{"a":1,}', "{'a':1}", '{a:1}', '// c\n{}', 'NaN', 'Infinity', '', '{"a":1} x }', 'undefined'])(
    'is false for %s, which some parser takes',
    (text) => {
      expect(isDecisivelyMalformed(bytes(text))).toBe(false);
    },
  );

  test('is false for bytes that are no UTF-8: they may be another encoding', () => {
    expect(isDecisivelyMalformed(Uint8Array.of(0xff, 0xfe, 0x7b))).toBe(false);
  });
});
