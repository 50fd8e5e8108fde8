import { expect, test } from 'vitest';
import { compileSchema } from '../../interface/compile-schema.ts';
import { withoutBrokenParts } from './without-broken-parts.ts';

const STATION = {
  $ref: '#/$defs/Station',
  $defs: {
    Station: {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'integer' }, next: { $ref: '#/$defs/Station' } },
    },
  },
};

test.each([
  { title: 'nothing', schema: STATION, value: { id: 1, next: { id: 2 } }, left: { id: 1, next: { id: 2 } } },
  {
    title: 'a part that stops too early',
    schema: STATION,
    value: { id: 1, next: { id: 2, next: {} } },
    left: { id: 1, next: { id: 2 } },
  },
  {
    title: 'what holds a required part',
    schema: STATION,
    value: { id: 1, next: { id: 'x' } },
    left: { id: 1 },
  },
  { title: 'broken items', schema: { items: { type: 'integer' } }, value: [1, 'x', 2, 'y'], left: [1, 2] },
  {
    title: 'a member with an odd name',
    schema: { properties: { 'a/~': false } },
    value: { 'a/~': 1, b: 2 },
    left: { b: 2 },
  },
  { title: 'everything, where all is broken', schema: STATION, value: { id: 'x' }, left: undefined },
  {
    title: 'everything, where too much is broken',
    schema: { items: false },
    value: Array.from({ length: 40 }, () => 1),
    left: undefined,
  },
])('withoutBrokenParts() takes away $title', ({ schema, value, left }) => {
  expect(withoutBrokenParts(value, compileSchema(schema))).toEqual(left);
});
