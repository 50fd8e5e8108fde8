import { expect, test } from 'vitest';
import type { Schema } from './keywords.ts';
import { besideNull, combinedSchemas, isObjectSchema, schemaMembers } from './members.ts';

const RECURSIVE = {
  allOf: [{ $ref: '#/$defs/Base' }, { properties: { b: true }, required: ['b'] }],
  $defs: { Base: { type: 'object', properties: { a: { $ref: '#/$defs/Base' } }, required: ['a'] } },
} as const;

test('schemaMembers() collects through allOf and definitions', () => {
  const { properties, required } = schemaMembers(RECURSIVE);
  expect([...properties.keys()]).toEqual(['a', 'b']);
  expect([...required]).toEqual(['a', 'b']);
});

test('schemaMembers() keeps what every part says of a member', () => {
  const schema = {
    allOf: [{ properties: { id: { readOnly: true } } }, { properties: { id: { type: 'integer' } } }],
  };
  expect([...schemaMembers(schema).properties]).toEqual([
    ['id', { allOf: [{ readOnly: true }, { type: 'integer' }] }],
  ]);
});

test('schemaMembers() ends, when a definition leads to itself', () => {
  const schema = {
    $ref: '#/$defs/A',
    $defs: { A: { allOf: [{ $ref: '#/$defs/A' }], properties: { a: true } } },
  };
  expect([...schemaMembers(schema).properties.keys()]).toEqual(['a']);
});

const CHAIN = 5_000;

/** Each definition combines the next one twice: written out, they double at each step. */
function doubling(): Schema {
  const links = Array.from({ length: CHAIN }, (_, at): readonly [string, Schema] => [
    `L${String(at)}`,
    { anyOf: [{ $ref: `#/$defs/L${String(at + 1)}` }, { $ref: `#/$defs/L${String(at + 1)}` }] },
  ]);
  return {
    $ref: '#/$defs/L0',
    $defs: Object.fromEntries([...links, [`L${String(CHAIN)}`, { title: 'last' }]]),
  };
}

test('combinedSchemas() has each schema once, however long the way to it and however many there are', () => {
  const root = doubling();
  const combined = combinedSchemas(root, root);
  expect(combined.filter(({ title }) => title === 'last')).toHaveLength(1);
  expect(new Set(combined).size).toBe(combined.length);
});

test('combinedSchemas() finds the same of a part, when other schemas share its definitions', () => {
  const $defs: { readonly [name: string]: Schema } = { A: { type: 'object' } };
  const part = { $ref: '#/$defs/A' };
  const [one, other] = [
    { type: 'array', $defs },
    { type: 'string', $defs },
  ].map((root) => combinedSchemas(part, root));
  expect(one).toBe(other);
});

test.each([
  ['an object', { type: 'object' }, true],
  ['named members', { properties: { a: true } }, true],
  ['members by way of allOf', RECURSIVE, true],
  ['an array', { type: 'array' }, false],
  ['an object or null', { type: ['object', 'null'], properties: { a: true } }, false],
  ['anything', true, false],
  ['no keyword', {}, false],
])('isObjectSchema() answers for %s', (_name, schema, answer) => {
  expect(isObjectSchema(schema)).toBe(answer);
});

test.each<readonly [string, Schema, Schema]>([
  ['the other of two types', { type: ['array', 'null'], items: {} }, { type: 'array', items: {} }],
  ['the other of two choices', { anyOf: [{ type: 'integer' }, { type: 'null' }] }, { type: 'integer' }],
  ['one type by itself', { type: 'string' }, { type: 'string' }],
  ['three types', { type: ['string', 'integer', 'null'] }, { type: ['string', 'integer', 'null'] }],
  ['two choices without null', { oneOf: [{ type: 'integer' }, {}] }, { oneOf: [{ type: 'integer' }, {}] }],
])('besideNull() takes %s', (_title, schema, other) => {
  expect(besideNull(schema)).toEqual(other);
});
