import { expect, test } from 'vitest';
import type { Schema } from '../schema/keywords.ts';
import { parameterFacts, type ParameterFacts } from './parameter-facts.ts';
import { contractAt, sent } from './requests.test-data.ts';

/** What `minQuantity=TEXT` is where the parameter has this schema. */
async function factsOf(schema: Schema, text: string): Promise<ParameterFacts | undefined> {
  const contract = await contractAt('test/specs/orders');
  const query = `minQuantity=${encodeURIComponent(text)}`;
  const list = contract.interface.operations.find(
    ({ method, path }) => method === 'GET' && path === '/orders',
  );
  const own = list?.parameters.find(({ name }) => name === 'minQuantity');
  if (list === undefined || own === undefined) return undefined;
  const request = sent(contract, { path: `/orders?${query}` });
  return parameterFacts({ ...list, parameters: [{ ...own, schema }] }, request, new Map(), query);
}

const FROM_ONE = { type: 'integer', minimum: 1 };

test.each([
  ['7', 'valid'],
  ['+7', 'unjudged'],
  ['7.', 'unjudged'],
  ['1e1', 'unjudged'],
  ['many', 'invalid'],
  ['0', 'invalid'],
  ['1e400', 'unjudged'],
  ['-1e400', 'invalid'],
])('an integer from 1, written as %s, is %s', async (text, facts) => {
  expect(await factsOf(FROM_ONE, text)).toBe(facts);
});

test('a number that no double holds is above every maximum', async () => {
  expect(await factsOf({ ...FROM_ONE, maximum: 99 }, '1e400')).toBe('invalid');
});

const orNone = (items: Schema): Schema => ({ anyOf: [{ type: 'array', items }, { type: 'null' }] });

test.each([
  [orNone({ type: 'string' }), 'true', 'valid'],
  [orNone({ type: 'string' }), '0', 'valid'],
  [orNone({ type: 'integer' }), '7', 'valid'],
  [orNone({ type: 'integer' }), 'many', 'invalid'],
] as const)('a list or null, %j, written as %s, is %s', async (schema, text, facts) => {
  expect(await factsOf(schema, text)).toBe(facts);
});
