import { expect, test } from 'vitest';
import type { Json } from '../../json/value.ts';
import { compileSchema } from '../compile.ts';
import type { Schema } from '../keywords.ts';
import { MOST_ORDINARY_PARTS, sample } from './sample.ts';

const TREE: Schema = {
  $ref: '#/$defs/Node',
  $defs: {
    Node: {
      type: 'object',
      required: ['name', 'children'],
      properties: {
        name: { type: 'string' },
        parent: { $ref: '#/$defs/Node' },
        children: { type: 'array', items: { $ref: '#/$defs/Node' } },
      },
    },
  },
};

test.each<readonly [string, Schema]>([
  ['a constant', { const: [1, 'a'] }],
  ['an enum', { enum: ['b', 'c'] }],
  ['a short text', { type: 'string', maxLength: 2 }],
  ['a long text', { type: 'string', minLength: 300 }],
  ['a date and time', { type: 'string', format: 'date-time' }],
  ['a UUID', { type: 'string', format: 'uuid' }],
  ['an address', { type: 'string', format: 'uri' }],
  ['a bounded integer', { type: 'integer', minimum: 7, maximum: 9 }],
  ['an integer above an excluded bound', { type: 'integer', exclusiveMinimum: 7 }],
  ['an integer below an excluded bound', { type: 'integer', exclusiveMaximum: -7 }],
  ['a multiple', { type: 'integer', minimum: 11, multipleOf: 5 }],
  ['a fraction between excluded bounds', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }],
  ['a boolean', { type: 'boolean' }],
  ['null', { type: 'null' }],
  ['one of several types', { type: ['null', 'integer'] }],
  ['a list of at least three', { type: 'array', minItems: 3, items: { type: 'integer' } }],
  ['a list of none', { type: 'array', maxItems: 0, items: { type: 'integer' } }],
  ['a tuple', { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }] }],
  [
    'members in several parts',
    {
      allOf: [
        { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
        { type: 'object', required: ['b'], properties: { b: { type: 'integer' } } },
      ],
    },
  ],
  ['alternatives', { oneOf: [{ type: 'integer', minimum: 5 }, { type: 'string' }] }],
  ['a required member without a schema', { type: 'object', required: ['x'] }],
  [
    'one of several members',
    { type: 'object', properties: { a: {}, b: {}, c: {} }, minProperties: 1, maxProperties: 1 },
  ],
  [
    'a required member and one more',
    { type: 'object', required: ['b'], properties: { a: {}, b: {}, c: {} }, maxProperties: 2 },
  ],
  ['a tree', TREE],
  ['anything', true],
])('sample() gives a valid value and the same again, when the schema wants %s', (_name, schema) => {
  const value = sample(schema);
  expect(compileSchema(schema)(value)).toEqual([]);
  expect(sample(schema)).toEqual(value);
});

test('sample() takes the value of the document, when there is an example', () => {
  expect(sample({ type: 'object', properties: { a: { examples: ['x', 'y'] }, b: { default: 3 } } })).toEqual({
    a: 'x',
    b: 3,
  });
});

test('sample() makes a value within the bound of parts, when the members of a schema double on each level', () => {
  const names = Array.from({ length: 10 }, (_, index) => `m${String(index)}`);
  const level = (at: number): { readonly [keyword: string]: Json } => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/l${String(at)}` }])),
  });
  const levels = Array.from({ length: 9 }, (_, at) => [`l${String(at)}`, level(at + 1)] as const);
  const schema: Schema = {
    ...level(0),
    $defs: { ...Object.fromEntries(levels), l9: { type: 'integer' } },
  };
  const text = JSON.stringify(sample(schema));
  expect(text.split(':').length).toBeGreaterThan(50);
  expect(text.split(':').length).toBeLessThan(MOST_ORDINARY_PARTS);
});
