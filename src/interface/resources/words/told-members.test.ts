import { expect, test } from 'vitest';
import { loadOnce } from '../../../../test/specs/load-files.ts';
import { resourcesOf } from '../resources.ts';
import { toldMembersOfStates } from './told-members.ts';

async function told(description: string): Promise<string | undefined> {
  const order = `{type: object, required: [id], properties: {id: {type: string}, status: {type: string, enum: [open, paid, done, void]}, at: {type: [string, 'null'], description: ${JSON.stringify(description)}}}}`;
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
  const [found] = resourcesOf(loaded.interface).flatMap((resource) => toldMembersOfStates(resource));
  return found === undefined ? undefined : `${found.says} ${found.values.join()}`;
}

test.each([
  ['Set when and only when the order is paid.', 'both paid'],
  ['Null until it is paid or done.', 'until paid,done'],
  ['When it was paid; null until it is paid.', 'until paid'],
  ['Only set when the order is void.', 'only void'],
  ['Null unless it is void.', 'only void'],
  ['Set once the order is paid.', 'there paid'],
  ['Null until the customer is paid.', undefined],
  ['Null until it is late.', undefined],
  ['Null until it is paid in full.', undefined],
  ['Null as long as it is open.', undefined],
  ['Set by the service.', undefined],
  ['May be null until it is paid.', undefined],
])('toldMembersOfStates() reads "%s"', async (words, expected) => {
  expect(await told(words)).toBe(expected);
});
