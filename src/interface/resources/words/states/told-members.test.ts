import { expect, test } from 'vitest';
import { loadOnce } from '../../../../../test/specs/load-files.ts';
import { resourcesOf } from '../../resources.ts';
import { toldLeftOut, toldMembersOfStates } from './told-members.ts';
import type { Resource } from '../../resources.ts';

async function orders(description: string, words = ''): Promise<readonly Resource[]> {
  const order = `{type: object, required: [id], properties: {id: {type: string}, status: {type: string, enum: [open, paid, done, void]}, at: {type: [string, 'null'], description: ${JSON.stringify(description)}}, archivedAt: {type: [string, 'null']}}}`;
  const loaded = await loadOnce({
    'openapi.yaml': `
openapi: 3.1.0
info: { title: Orders, version: '1' }
paths:
  /orders:
    get: { description: ${JSON.stringify(words)}, parameters: [{ name: all, in: query, schema: { type: boolean } }, { name: archived, in: query, schema: { type: boolean } }], responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: ${order} } } } } } }
  /orders/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': { description: one, content: { application/json: { schema: ${order} } } } } }
`,
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return resourcesOf(loaded.interface);
}

async function told(description: string): Promise<string | undefined> {
  const [found] = (await orders(description)).flatMap((resource) => toldMembersOfStates(resource));
  return found === undefined ? undefined : `${found.says} ${found.values.join()}`;
}

test.each([
  ['Set when and only when the order is paid.', 'both paid'],
  ['Null until it is paid or done.', 'until paid,done'],
  ['When it was paid; null until it is paid.', 'until paid'],
  ['Only set when the order is void.', 'only void'],
  ['Null unless it is void.', 'only void'],
  ['Set once the order is paid.', 'there paid'],
  ['When the status became `done`; null for other statuses', 'both done'],
  ['The time when the order was paid. Null in any other state.', 'both paid'],
  ['When the customer became done; null for other statuses', undefined],
  ['When the status became `done`.', undefined],
  ['The price; null for other statuses', undefined],
  ['Null until the customer is paid.', undefined],
  ['Null until it is late.', undefined],
  ['Null until it is paid in full.', undefined],
  ['Null as long as it is open.', 'only paid,done,void'],
  ['Null while the order is open or paid', 'only done,void'],
  ['Null while the customer is open.', undefined],
  ['Null for open orders', 'only paid,done,void'],
  ['A number. Null for open ones.', undefined],
  ['Null for void customers.', undefined],
  ['Null for drafts.', undefined],
  ['Set by the service.', undefined],
  ['May be null until it is paid.', undefined],
])('toldMembersOfStates() reads "%s"', async (words, expected) => {
  expect(await told(words)).toBe(expected);
});

const STATES = ['open', 'paid', 'done', 'void'];

test.each([
  ['Void orders are not listed.', 'void'],
  ['Without `status` all orders that are not done or void are listed.', 'done,void'],
  ['Only open orders are shown.', 'paid,done,void'],
  ['Only orders that are open or paid are listed.', 'done,void'],
  ['Late orders are not listed.', undefined],
  ['Void customers are not listed.', undefined],
  ['Void orders may be left out.', undefined],
  ['Void orders are left out unless `all` is true.', 'void'],
  ['Void orders are hidden by default.', 'void'],
  ['Void orders are hidden unless the caller is an admin.', undefined],
  [
    'Archived orders are left out unless `archived=true` is given, which lists these only.',
    'archivedAt: set',
  ],
  ['Void orders are listed.', undefined],
])('toldLeftOut() reads "%s"', async (words, left) => {
  const [resource] = await orders('', words);
  const { isLeftOut, member, otherwise } = (resource === undefined ? undefined : toldLeftOut(resource)) ?? {};
  const states = isLeftOut === undefined ? undefined : STATES.filter((state) => isLeftOut(state)).join();
  expect(otherwise === null ? `${String(member)}: set` : states).toBe(left);
});
