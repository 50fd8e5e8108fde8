import { expect, test } from 'vitest';
import { upgradeSchema30 } from './upgrade-schema-30.ts';

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
  ['keywords beside a reference', { $ref: '#/x', nullable: true }, { $ref: '#/x' }],
  ['a schema without any of these', { type: 'object', required: ['a'] }, { type: 'object', required: ['a'] }],
])('upgradeSchema30() rewrites %s', (_name, before, after) => {
  expect(upgradeSchema30(before)).toEqual(after);
});
