import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileSchema } from './compile.ts';
import { mergeAllOf, upgradeSchema30 } from './walk.ts';

test('mergeAllOf() writes out branches that only add members', () => {
  const merged = mergeAllOf({
    description: 'both',
    allOf: [
      { type: 'object', description: 'first', required: ['a'], properties: { a: { type: 'string' } } },
      { required: ['b'], properties: { b: { type: 'integer' } } },
    ],
    properties: { c: true },
  });
  expect(merged).toEqual({
    description: 'both',
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'integer' }, c: true },
    required: ['a', 'b'],
  });
});

test.each([
  [
    'the branches describe the same member',
    [{ properties: { a: { type: 'string' } } }, { properties: { a: { minLength: 1 } } }],
  ],
  ['a branch forbids other members', [{ properties: { a: true } }, { additionalProperties: false }]],
  ['a branch refers to a definition', [{ $ref: '#/$defs/A' }]],
  ['a branch is a boolean', [true]],
  ['a branch allows other types', [{ type: ['object', 'null'] }]],
])('mergeAllOf() leaves the schema alone, when %s', (_name, allOf) => {
  expect(mergeAllOf({ allOf })).toEqual({ allOf });
});

const member = fc.constantFrom<{ type: string }>({ type: 'string' }, { type: 'integer' });
const branch = fc.record(
  {
    type: fc.constant('object'),
    properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), member),
    required: fc.uniqueArray(fc.constantFrom('a', 'b', 'd')),
  },
  { requiredKeys: [] },
);
const value = fc.oneof(
  fc.constantFrom(null, 1, 'text', []),
  fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('text', 1, null)),
);

test('mergeAllOf() accepts the same values as before, whatever the branches', () => {
  fc.assert(
    fc.property(
      fc.array(branch, { minLength: 1, maxLength: 3 }),
      fc.array(value, { minLength: 5, maxLength: 5 }),
      (allOf, values) => {
        const before = compileSchema({ allOf });
        const after = compileSchema(mergeAllOf({ allOf }));
        for (const each of values) expect(after(each).length === 0).toBe(before(each).length === 0);
      },
    ),
    { numRuns: 60 },
  );
});

test.each([
  ['nullable', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
  ['nullable set to false', { type: 'string', nullable: false }, { type: 'string' }],
  ['nullable without a type, which says nothing', { nullable: true, minLength: 1 }, { minLength: 1 }],
  [
    'a nullable enumeration',
    { type: 'string', enum: ['a'], nullable: true },
    { type: ['string', 'null'], enum: ['a', null] },
  ],
  [
    'a nullable enumeration that lists null',
    { type: 'string', enum: [null], nullable: true },
    { type: ['string', 'null'], enum: [null] },
  ],
  ['an exclusive minimum', { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
  ['a minimum that is not exclusive', { minimum: 1, exclusiveMinimum: false }, { minimum: 1 }],
  ['an exclusive maximum', { maximum: 9, exclusiveMaximum: true }, { exclusiveMaximum: 9 }],
  ['an exclusive maximum without a maximum', { exclusiveMaximum: true }, {}],
  ['an example', { type: 'integer', example: 0 }, { type: 'integer', examples: [0] }],
  ['keywords beside a reference', { $ref: '#/x', minLength: 1 }, { $ref: '#/x' }],
  [
    'nullable beside a reference',
    { $ref: '#/x', nullable: true },
    { anyOf: [{ $ref: '#/x' }, { type: 'null', 'x-assay-doubtful': true }] },
  ],
  [
    'nullable beside allOf, with the words about it',
    { allOf: [{ $ref: '#/x' }], nullable: true, description: 'Who', example: null },
    {
      description: 'Who',
      examples: [null],
      anyOf: [{ allOf: [{ $ref: '#/x' }] }, { type: 'null', 'x-assay-doubtful': true }],
    },
  ],
  [
    'nullable beside allOf and a type, which the branches would take back',
    { type: 'object', nullable: true, allOf: [{ $ref: '#/x' }] },
    {
      anyOf: [
        { type: 'object', allOf: [{ $ref: '#/x' }] },
        { type: 'null', 'x-assay-doubtful': true },
      ],
    },
  ],
  [
    'nullable beside branches and what tells them apart',
    { oneOf: [{ $ref: '#/x' }], nullable: true, discriminator: { propertyName: 'a' } },
    {
      anyOf: [
        { oneOf: [{ $ref: '#/x' }], discriminator: { propertyName: 'a' } },
        { type: 'null', 'x-assay-doubtful': true },
      ],
    },
  ],
  ['a nullable enumeration without a type', { enum: ['a'], nullable: true }, { enum: ['a', null] }],
  ['a duration, which was no format yet', { format: 'duration' }, { format: 'x-assay-duration' }],
  ['a schema without any of these', { type: 'object', required: ['a'] }, { type: 'object', required: ['a'] }],
])('upgradeSchema30() rewrites %s', (_name, before, after) => {
  expect(upgradeSchema30(before)).toEqual(after);
});
