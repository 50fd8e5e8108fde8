import { expect, test } from 'vitest';
import { loadOnce } from '../../../../../test/specs/load-files.ts';
import { resourcesOf } from '../../resources.ts';
import { toldSumsOf } from './told-sums.ts';

async function told(description: string): Promise<string | undefined> {
  const order = `{type: object, required: [id], properties: {id: {type: string}, lines: {type: array, items: {type: object, properties: {unit_price: {type: integer}, count: {type: integer}, title: {type: string}}}}, total: {type: integer, description: ${JSON.stringify(description)}}}}`;
  const loaded = await loadOnce({
    'openapi.yaml': `
openapi: 3.1.0
info: { title: Orders, version: '1' }
paths:
  /orders:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: ${order} } } } } } }
  /orders/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': { description: one, content: { application/json: { schema: ${order} } } } } }
`,
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const [found] = resourcesOf(loaded.interface).flatMap((resource) => toldSumsOf(resource));
  return found === undefined ? undefined : `${found.name} = ${found.factors.join(' × ')} of ${found.list}`;
}

test.each([
  ['The sum of `unit_price` × `count` of all lines.', 'total = unit_price × count of lines'],
  ['In cents. Sum of unit_price times count over all lines', 'total = unit_price × count of lines'],
  ['The sum of `unit_price` * `count` of all lines.', 'total = unit_price × count of lines'],
  ['Sum of the counts of all lines', 'total = count of lines'],
  ['The total of `count` of the lines.', 'total = count of lines'],
  ['The sum of `title` of all lines.', undefined],
  ['The sum of `unit_price` of all orders.', undefined],
  ['The sum of `unit_price` × `count` of all lines, less the discount.', undefined],
  ['The sum of all lines.', undefined],
])('toldSumsOf() reads "%s"', async (words, expected) => {
  expect(await told(words)).toBe(expected);
});
