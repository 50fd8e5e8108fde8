import { expect, test } from 'vitest';
import type { Json } from '../../json/value.ts';
import { compileSchema } from '../compile.ts';
import { contradictionIn } from './contradictions.ts';

const text = { type: 'string' };

test.each([
  [
    'a uuid that is too short',
    { ...text, format: 'uuid', minLength: 24, maxLength: 24 },
    'format',
    'x'.repeat(24),
  ],
  ['a date that is too long', { ...text, format: 'date', minLength: 20 }, 'format', 'x'.repeat(20)],
  ['a date without its hyphens', { ...text, format: 'date', pattern: '^\\d{8}$' }, 'format', '20250128'],
  [
    'a time that RFC 3339 does not have',
    { ...text, format: 'date-time', pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d$' },
    'format',
    '2025-01-28 10:20',
  ],
  [
    'a uuid without its hyphens',
    { ...text, format: 'uuid', pattern: '^[0-9a-f]{32}$' },
    'format',
    'a'.repeat(32),
  ],
  ['bounds that cross', { type: 'integer', minimum: 5, maximum: 3 }, 'minimum', 4],
  ['lengths that cross', { ...text, minLength: 5, maxLength: 3 }, 'minLength', 'four'],
  [
    'a required member that nothing else lets in',
    {
      type: 'object',
      required: ['id', 'url'],
      additionalProperties: false,
      properties: { url: text },
    },
    'required',
    { url: 'a', id: 1 },
  ],
  ['an enum of numbers for a text', { ...text, enum: [1, 2] }, 'enum', '1'],
  ['an enum of texts for a number', { type: 'integer', enum: ['1', '2'] }, 'enum', 2],
  ['an enum that no value of the type is like', { type: 'integer', enum: ['a'] }, 'enum', 7],
  [
    'an enum of an array that means its items',
    { type: 'array', items: text, enum: ['a', 'b'] },
    'enum',
    ['a'],
  ],
  [
    'more items than there are values for',
    { type: 'array', uniqueItems: true, minItems: 3, items: { ...text, enum: ['a', 'b'] } },
    'minItems',
    ['a', 'b'],
  ],
  ['types that exclude each other', { allOf: [text, { type: 'object' }] }, 'allOf', 'a'],
  ['another type than its part', { type: 'object', allOf: [{ type: 'array' }] }, 'allOf', {}],
] as const)('contradictionIn() finds %s, and what is left takes values', (_name, schema, keyword, value) => {
  const found = contradictionIn(schema);
  expect(found?.keyword).toBe(keyword);
  if (found === undefined) throw new Error('nothing was found');
  expect(compileSchema(schema)(value)).not.toEqual([]);
  expect(compileSchema(found.without)(value)).toEqual([]);
  expect(contradictionIn(found.without)).toBeUndefined();
});

test('contradictionIn() lets a service leave out the member that its document both requires and forbids', () => {
  const schema = { required: ['id', 'url'], additionalProperties: false, properties: { url: text } };
  const without = contradictionIn(schema)?.without ?? true;
  expect(compileSchema(without)({ url: 'a' })).toEqual([]);
  expect(compileSchema(without)({ url: 'a', other: 1 })).not.toEqual([]);
});

test('contradictionIn() looks at the types of what parts refer to', () => {
  const targets = new Map<string, Json>([
    ['#/a', { type: 'object' }],
    ['#/b', { properties: {} }],
  ]);
  const find = (schema: Parameters<typeof contradictionIn>[0]): Json | undefined =>
    contradictionIn(schema, (reference) => targets.get(reference))?.without;
  const [object, open, none] = [{ $ref: '#/a' }, { $ref: '#/b' }, { $ref: '#/c' }] as const;
  expect(find({ title: 'a', allOf: [object, { ...text, maxLength: 3 }] })).toEqual({
    title: 'a',
    allOf: [{ maxLength: 3 }],
  });
  expect(find({ type: 'array', allOf: [object] })).toEqual({});
  for (const part of [open, none]) expect(find({ type: 'array', allOf: [part] })).toBeUndefined();
  expect(find({ type: 'object', allOf: [object, open] })).toBeUndefined();
});

test.each([
  ['a uuid of its length', { ...text, format: 'uuid', minLength: 36, maxLength: 36 }],
  ['a day with its pattern', { ...text, format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }],
  ['a time in UTC', { ...text, format: 'date-time', pattern: 'Z$' }],
  ['a version of a uuid', { ...text, format: 'uuid', pattern: '^[0-9a-f-]{14}7' }],
  ['a pattern that is none', { ...text, format: 'date', pattern: '(' }],
  ['a format that nobody knows', { ...text, format: 'key', maxLength: 3 }],
  ['bounds that meet', { type: 'integer', minimum: 3, maximum: 3 }],
  [
    'a required member that a pattern lets in',
    { required: ['x-a'], additionalProperties: false, patternProperties: { '^x-': {} } },
  ],
  ['an enum with one value of the type', { ...text, enum: ['a', 1] }],
  ['an enum of null alone where that may be', { ...text, nullable: true, enum: [null] }],
  ['as many items as there are values', { uniqueItems: true, minItems: 2, items: { enum: ['a', 'b'] } }],
  ['types of which one is the other', { allOf: [{ type: 'number' }, { type: 'integer' }] }],
  ['a type and parts without one', { ...text, allOf: [{ maxLength: 3 }] }],
  ['a required member of an open object', { required: ['id'], properties: {} }],
])('contradictionIn() finds nothing in %s', (_name, schema) => {
  expect(contradictionIn(schema)).toBeUndefined();
});
