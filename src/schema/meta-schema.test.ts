import { expect, test } from 'vitest';
import { schemaFlaw } from './meta-schema.ts';

test.each([
  ['an unknown type', { type: 'strin' }, ['type'], /allowed values/],
  ['an empty enumeration', { enum: [] }, ['enum'], /no value/],
  ['a broken pattern', { pattern: '[' }, ['pattern'], /regular expression/],
  [
    'a broken pattern for names',
    { patternProperties: { '[': true } },
    ['patternProperties', '['],
    /regular expression/,
  ],
  ['a list of item schemas, as drafts before 2020-12 had it', { items: [true] }, ['items'], /object|boolean/],
  ['a bound that is a flag', { minimum: 1, exclusiveMinimum: true }, ['exclusiveMinimum'], /number/],
  ['a member that is text', { properties: { a: 'string' } }, ['properties', 'a'], /object|boolean/],
  ['multiples of nothing', { multipleOf: 0 }, ['multipleOf'], /> 0/],
])('schemaFlaw() finds %s', (_name, schema, location, problem) => {
  expect(schemaFlaw(schema)).toEqual({ location, problem: expect.stringMatching(problem) });
});

test.each([
  ['a boolean', true],
  ['nothing', {}],
  ['unknown keywords and formats', { 'x-own': 1, format: 'colour', kind: [] }],
  ['a pattern with needless escapes', { pattern: '\\-\\:' }],
  ['a pattern beyond ASCII', { pattern: '^\\p{L}+$' }],
])('schemaFlaw() finds nothing wrong with %s', (_name, schema) => {
  expect(schemaFlaw(schema)).toBeUndefined();
});
