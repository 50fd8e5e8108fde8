import { describe, expect, test } from 'vitest';
import type { Json } from '../json/value.ts';
import { type BreakageKind, breakageOf } from './breakage.ts';
import { compileSchema } from './compile.ts';
import type { Schema } from './keywords.ts';

const CIRCLE = {
  type: 'object',
  required: ['kind', 'r'],
  properties: {
    kind: { const: 'circle' },
    r: { type: 'number', minimum: 1 },
    day: { type: 'string', format: 'date' },
  },
};
const SQUARE = {
  type: 'object',
  required: ['kind', 's'],
  properties: { kind: { const: 'square' }, s: { type: 'integer' } },
};
const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`Unused${String(index)}`, true]));
const referring = (definitions: { readonly [name: string]: Json }): Schema => ({
  oneOf: [{ $ref: '#/$defs/Circle' }, { $ref: '#/$defs/Square' }],
  $defs: { Circle: CIRCLE, Square: SQUARE, ...definitions },
});

const SHAPES: readonly (readonly [string, Schema])[] = [
  ['in place', { oneOf: [CIRCLE, SQUARE] }],
  ['referred to', referring({})],
  ['compiled one by one', referring(many)],
  [
    'one inside the other',
    { anyOf: [{ oneOf: [CIRCLE, SQUARE] }, { type: 'object', required: ['x', 'y'] }] },
  ],
  ['as an entry', { anyOf: [{ type: 'null' }, CIRCLE, SQUARE, { type: 'array', items: CIRCLE }] }],
];

describe.each(SHAPES)('breakageOf() goes by the branch that is meant: %s', (_name, schema) => {
  test.each<readonly [Json, BreakageKind]>([
    [{ kind: 'circle', r: 0 }, 'constraint'],
    [{ kind: 'circle', r: '0' }, 'wrong-type'],
    [{ kind: 'circle' }, 'missing-member'],
    [{ kind: 'circle', r: 1, day: 'one' }, 'format'],
    [{ kind: 'circle', r: 0, day: 'one' }, 'constraint'],
    [{ kind: 'oval', r: 1 }, 'constraint'],
    [{ kind: 'square', s: 'x' }, 'wrong-type'],
    [{ r: 0 }, 'missing-member'],
    [{}, 'missing-member'],
    [7, 'root-type'],
  ])('%j is read as %s', (value, kind) => {
    expect(breakageOf(compileSchema(schema)(value))).toBe(kind);
  });
});

test.each<readonly [string, Schema, Json, BreakageKind]>([
  [
    'an entry of a list',
    { type: 'array', items: { oneOf: [CIRCLE, SQUARE] } },
    [
      { kind: 'square', s: 1 },
      { kind: 'circle', r: 0 },
    ],
    'constraint',
  ],
  ['members that are required', { anyOf: [{ required: ['a'] }, { required: ['b'] }] }, {}, 'missing-member'],
  [
    'a text that only a format stands against',
    { anyOf: [{ type: 'string', format: 'uuid' }, { enum: ['none'] }] },
    'some',
    'format',
  ],
  [
    'more than one that fits',
    { oneOf: [{ minimum: 1 }, { maximum: 9 }, { type: 'string' }] },
    5,
    'constraint',
  ],
  ['nothing that fits', { anyOf: [false, { type: 'integer', minimum: 3 }] }, 2, 'constraint'],
])('breakageOf() reads %s', (_name, schema, value, kind) => {
  expect(breakageOf(compileSchema(schema)(value))).toBe(kind);
});

test('breakageOf() ends soon, when thousands of values fit no branch', () => {
  const schema: Schema = { type: 'array', items: { oneOf: [CIRCLE, SQUARE] } };
  const entries = Array.from({ length: 4000 }, () => ({ kind: 'circle', r: 0 }));
  expect(breakageOf(compileSchema(schema)(entries))).toBe('constraint');
});

test('breakageOf() ends, when a value is nested as deep as it can be judged', () => {
  const one: Schema = {
    $defs: {
      One: {
        oneOf: [
          { type: 'integer', minimum: 3 },
          { type: 'object', required: ['n'], properties: { n: { $ref: '#/$defs/One' } } },
        ],
      },
    },
    $ref: '#/$defs/One',
  };
  let value: Json = 1;
  for (let depth = 0; depth < 2000; depth += 1) value = { n: value };
  expect(breakageOf(compileSchema(one)(value))).toBe('constraint');
});
