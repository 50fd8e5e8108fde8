import { expect, test } from 'vitest';
import { loadOnce } from '../../../../../test/specs/load-files.ts';
import { resourcesOf } from '../../resources.ts';
import { calculationsOf } from './told-calculations.ts';

async function told(description: string, more = ''): Promise<readonly string[]> {
  const members = `subtotal: {type: number}, discount: {type: number}, unit_price: {type: string, pattern: '^\\d{1,7}\\.\\d{2}$'}, taxRate: {type: number}, title: {type: string}, total: {type: number, description: ${JSON.stringify(description)}}`;
  const order = `{type: object, required: [id], properties: {id: {type: string}, ${members}, lines: {type: array, items: {type: object, properties: {${members}}}}}}`;
  const loaded = await loadOnce({
    'openapi.yaml': `
openapi: 3.1.0
info: { title: Orders, version: '1' }
paths:
  /orders:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: ${order} } } } } } }
    post: { requestBody: { content: { application/json: { schema: { type: object, properties: { title: { type: string } ${more} } } } } }, responses: { '201': { description: one, content: { application/json: { schema: ${order} } } } } }
  /orders/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': { description: one, content: { application/json: { schema: ${order} } } } } }
`,
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return resourcesOf(loaded.interface)
    .flatMap((resource) => calculationsOf(resource))
    .map(({ name, list, does, one, other }) => `${list ?? ''} ${name} = ${one} ${does} ${other}`.trim());
}

test.each([
  ['subtotal less discount', 'subtotal less discount'],
  ['What is to be paid. `subtotal` × `discount`.', 'subtotal times discount'],
  ['The subtotal minus the discount', 'subtotal less discount'],
  ['subtotal + discount', 'subtotal plus discount'],
  ['Discount times unit price', 'discount times unit_price'],
])('calculationsOf() reads "%s"', async (words, expected) => {
  expect(await told(words)).toEqual([`total = ${expected}`, `lines total = ${expected}`]);
});

test.each([
  'subtotal less title',
  'subtotal times taxRate',
  'subtotal less discount, at least 0',
  'subtotal less total',
  'subtotal less fees',
  'discount times unit price of the day',
])('calculationsOf() does not read "%s"', async (words) => {
  expect(await told(words)).toEqual([]);
});

test('what a body gives is what it gives', async () => {
  expect(await told('subtotal less discount', ', total: { type: number }')).toEqual([]);
});
