import { expect, test } from 'vitest';
import type { Json } from '../json/value.ts';
import { withoutClosure } from './closed.ts';

const CLOSED = { type: 'object', properties: { a: {} }, additionalProperties: false } as const;
const OPEN = { type: 'object', properties: { a: {} } } as const;
const OTHER = { type: 'object', properties: { b: {} } } as const;
const root = { $defs: { Closed: CLOSED, Other: OTHER } };

type Row = readonly [name: string, schema: { readonly [keyword: string]: Json }, open: Json];

test.each<Row>([
  ['around allOf', { ...CLOSED, allOf: [OTHER] }, { ...OPEN, allOf: [OTHER] }],
  ['around a branch', { ...CLOSED, oneOf: [OPEN, OTHER] }, { ...OPEN, oneOf: [OPEN, OTHER] }],
  ['in a part of allOf', { allOf: [CLOSED, OTHER] }, { allOf: [OPEN, OTHER] }],
  ['in a part that is referred to', { allOf: [{ $ref: '#/$defs/Closed' }, OTHER] }, { allOf: [OPEN, OTHER] }],
  ['in a part, with properties beside it', { ...OTHER, allOf: [CLOSED] }, { ...OTHER, allOf: [OPEN] }],
])(
  'withoutClosure() opens an object that is closed %s and forbids what is described there',
  (_name, schema, open) => {
    expect(withoutClosure(root, schema)).toEqual(open);
  },
);

test.each<readonly [string, { readonly [keyword: string]: Json }]>([
  ['has nothing beside it', CLOSED],
  ['repeats what is described beside it', { ...CLOSED, oneOf: [OPEN, { required: ['a'] }] }],
  ['is a branch among others', { oneOf: [CLOSED, OTHER] }],
  ['is a part among parts that describe the same', { allOf: [CLOSED, OPEN] }],
  ['allows names by a pattern', { ...CLOSED, patternProperties: { '^b': {} }, allOf: [OTHER] }],
])('withoutClosure() leaves a closed object alone that %s', (_name, schema) => {
  expect(withoutClosure(root, schema)).toBe(schema);
});
