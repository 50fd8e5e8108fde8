import { expect, test } from 'vitest';
import type { Schema } from '../keywords.ts';
import { asMeant } from './overlap.ts';

const A = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } };
const B = { type: 'object', properties: { c: { type: 'string' } } };

test.each<readonly [string, Schema, Schema]>([
  ['objects without a required member', A, B],
  [
    'the same twice, with other words',
    { type: 'string', title: 'one' },
    { type: 'string', description: 'two' },
  ],
  ['the same members required', { ...A, required: ['a'] }, { ...A, required: ['b'] }],
  [
    'different in the default of a part alone',
    { allOf: [{ type: 'string' }, { type: 'string', default: 'x' }] },
    { allOf: [{ type: 'string', title: 't' }, { default: 'y' }] },
  ],
  [
    'arrays of such objects',
    { type: 'array', items: A },
    { type: 'array', items: { ...A, properties: { ...A.properties, more: { type: 'string' } } } },
  ],
  ['a default alone', { type: 'object', properties: { a: { type: 'string', default: 'x' } } }, A],
])('asMeant() reads oneOf as anyOf where the branches are %s', (_name, one, other) => {
  const branches = [one, other];
  expect(asMeant({ oneOf: branches }).schema).toEqual({ anyOf: branches });
  expect(asMeant({ properties: { inner: { oneOf: branches } } }).schema).toEqual({
    properties: { inner: { anyOf: branches } },
  });
  expect(asMeant({ anyOf: [true], oneOf: branches }).schema).toEqual({
    anyOf: [true],
    allOf: [{ anyOf: branches }],
  });
});

test.each<readonly [string, Schema, Schema]>([
  ['a required member of its own', A, { ...B, required: ['c'] }],
  ['another type', { type: 'string' }, { type: 'integer' }],
  ['another form', { type: 'string' }, { type: 'string', format: 'date' }],
  ['no other members', { ...A, additionalProperties: false }, B],
  [
    'other values of a member',
    { ...A, properties: { a: { const: 'x' } } },
    { ...A, properties: { a: { const: 'y' } } },
  ],
  ['arrays of another type', { type: 'array', items: A }, { type: 'array', items: { type: 'string' } }],
  ['arrays of another length', { type: 'array', items: A, minItems: 1 }, { type: 'array', items: B }],
  ['a number of members', { ...A, minProperties: 1 }, B],
])('asMeant() leaves oneOf alone where a branch has %s', (_name, one, other) => {
  const schema = { oneOf: [one, other] };
  expect(asMeant(schema).schema).toBe(schema);
});

test('asMeant() follows references, looks into definitions, and not under `not`', () => {
  const definitions = { A, B, Both: { oneOf: [{ $ref: '#/$defs/A' }, { $ref: '#/$defs/B' }] } };
  expect(asMeant({ $ref: '#/$defs/Both', $defs: definitions }).schema).toEqual({
    $ref: '#/$defs/Both',
    $defs: { A, B, Both: { anyOf: definitions.Both.oneOf } },
  });
  const turned = { not: { oneOf: [A, B] } };
  expect(asMeant(turned).schema).toBe(turned);
});

test.each([
  [300, 'oneOf'],
  [301, 'anyOf'],
])('asMeant() reads %i branches that values tell apart as %s: so many are compared', (count, keyword) => {
  const branches = Array.from({ length: count }, (_, at) => ({
    type: 'object',
    properties: { kind: { const: at } },
  }));
  const { schema } = asMeant({ oneOf: branches });
  expect(schema).toEqual({ [keyword]: branches });
});
