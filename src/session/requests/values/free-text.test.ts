import { describe, expect, test } from 'vitest';
import { DISCRIMINATOR, type Schema } from '../../../schema/keywords.ts';
import { freeTexts, putText } from './free-text.ts';

describe('freeTexts()', () => {
  const text: Schema = { type: 'string' };

  test.each<readonly [string, Schema, readonly string[]]>([
    ['free text, required members first', { properties: { a: text, b: text }, required: ['b'] }, ['b', 'a']],
    [
      'members of combined schemas',
      { allOf: [{ properties: { a: text } }, { properties: { b: text } }] },
      ['a', 'b'],
    ],
    ['text that may be null', { properties: { a: { type: ['string', 'null'] } } }, ['a']],
    [
      'text that may be null, as a choice',
      { properties: { a: { anyOf: [{ type: 'string', maxLength: 90 }, { type: 'null' }] } } },
      ['a'],
    ],
    ['text by a part', { properties: { a: { allOf: [{ type: 'string' }] } } }, ['a']],
    [
      'no text of a form',
      { properties: { a: { type: 'string', format: 'date' }, b: { type: 'string', pattern: '^b$' } } },
      [],
    ],
    ['no text too short for a marker', { properties: { a: { type: 'string', maxLength: 10 } } }, []],
    ['no text that the service assigns', { properties: { a: { type: 'string', readOnly: true } } }, []],
    ['no numbers', { properties: { a: { type: 'integer' } } }, []],
    [
      'text that each of several objects has',
      {
        oneOf: [
          { type: 'object', properties: { a: text, b: text } },
          { type: 'object', properties: { b: text, a: { type: 'integer' } } },
          { $ref: '#/$defs/third' },
        ],
        $defs: { third: { type: 'object', properties: { b: { type: 'string', maxLength: 90 } } } },
      },
      ['b'],
    ],
    [
      'no text that says of what kind the object is',
      {
        properties: { a: text, b: text },
        'x-assay-kinds': [{}],
        'x-assay-discriminator': { propertyName: 'a', names: [['x']] },
      },
      ['b'],
    ],
    [
      'no text that says which of several objects it is',
      {
        oneOf: [{ properties: { kind: text, b: text } }, { properties: { kind: text, b: text } }],
        [DISCRIMINATOR]: { propertyName: 'kind', names: [['a'], ['b']] },
      },
      ['b'],
    ],
    ['nothing in what is a choice of itself', { oneOf: [{ $ref: '#' }, { $ref: '#' }] }, []],
    [
      'text inside of each of several objects',
      {
        required: ['o'],
        properties: { o: { anyOf: [{ properties: { a: text } }, { properties: { a: text, b: text } }] } },
      },
      ['o.a'],
    ],
    [
      'text inside of required objects',
      { required: ['o'], properties: { o: { type: 'object', properties: { a: text } } } },
      ['o.a'],
    ],
    [
      'texts that name something else and may be left out, behind others',
      {
        properties: { shelf: { type: 'string', description: 'Id of a shelf.' }, boxId: text, b: text },
      },
      ['b', 'shelf', 'boxId'],
    ],
    [
      'texts of which a description quotes the values, behind others',
      {
        required: ['a'],
        properties: { a: { type: 'string', description: 'Valid values are "enc" and "sig".' }, b: text },
      },
      ['b', 'a'],
    ],
    [
      'what an entry holds that names itself beside it (JSON:API), also where it may be left out',
      {
        required: ['data'],
        properties: {
          data: {
            required: ['id', 'type'],
            properties: { id: text, type: text, attributes: { type: 'object', properties: { a: text } } },
          },
        },
      },
      ['data.attributes.a'],
    ],
    [
      'what names itself alone',
      { properties: { id: text, type: text, o: { type: 'object' } } },
      ['id', 'type'],
    ],
    ['nothing', true, []],
  ])('has %s', (_name, schema, members) => {
    expect(freeTexts(schema).map(({ path }) => path.join('.'))).toEqual(members);
  });
});

test('putText() cuts the text to the longest and keeps what is beside it', () => {
  const body = { o: { a: 'x', b: 1 }, c: true };
  expect(putText(body, { path: ['o', 'a'], longest: 3 }, 'hello')).toEqual({
    o: { a: 'hel', b: 1 },
    c: true,
  });
});
