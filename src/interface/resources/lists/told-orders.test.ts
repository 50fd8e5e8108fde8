import { expect, test } from 'vitest';
import { loadOnce } from '../../../../test/specs/load-files.ts';
import { entriesOf } from '../read-collections.ts';
import { toldOrderOf } from './told-orders.ts';

const PARAMETERS = '[{ name: sort, in: query, schema: { enum: [customer, -customer] } }]';

/** What is read of a list of purchases with this description. */
async function told(
  description: string,
  about = '',
  parameters = '[]',
  path = '/purchases',
): Promise<string | undefined> {
  const loaded = await loadOnce({
    'openapi.yaml': `
openapi: 3.1.0
info: { title: Purchases, version: '1' }
paths:
  ${path}:
    get:
      operationId: list
      description: ${JSON.stringify(description)}
      parameters: ${parameters}
      responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { type: object, properties: { id: { type: integer }, customer: { type: string }, paidAt: { type: string, format: date-time }, created: { type: integer }, kind: { enum: [gift, usual] } } } } } } } }
`,
  });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const [list] = loaded.interface.operations;
  const schema = list === undefined ? undefined : entriesOf(list)?.schema;
  if (list === undefined || schema === undefined) throw new Error('no list');
  const { member, direction = 'either' } = toldOrderOf(list, schema, about) ?? {};
  return member === undefined ? undefined : `${member} ${direction}`;
}

test.each([
  ['Sorted by paidAt, newest first.', 'paidAt falling'],
  ['All purchases, ordered by `paid_at`.', 'paidAt either'],
  ['Returns the list. Sorted by customer in alphabetical order.', 'customer rising'],
  ['The latest `paid_at` first.', 'paidAt falling'],
  ['The purchases of a customer, latest `paid_at` first.', 'paidAt falling'],
  ['The lines of each, latest `paid_at` first.', undefined],
  ['Newest first.', 'created falling'],
  ['Purchases in alphabetical order of their customer.', 'customer rising'],
  ['Purchases come in ascending order of `paidAt`, compared as text.', 'paidAt rising'],
  ['The latest purchase comes first.', 'created falling'],
  ['The earliest entry is first.', 'created rising'],
  ['The latest customers come first.', undefined],
  ['The oldest purchases come first.', 'created rising'],
  ['Sorted by creation, newest first.', 'created falling'],
  ['Lists all purchases of a customer, the newest first.', 'created falling'],
  ['Shows lines of each, the newest first.', undefined],
  ['Newest (by paid_at) first.', 'paidAt falling'],
  ['Oldest first, by `paid_at`.', 'paidAt rising'],
  ['Newest first by rank.', undefined],
  // It may be the one that was paid first.
  ['Lists all purchases of a customer, the earliest first.', undefined],
  // Nobody knows by what.
  ['The highest first.', undefined],
  ['The latest news first.', undefined],
  ['Newest first by default.', undefined],
  // Who orders is no order.
  ['All purchases ordered by the customer.', undefined],
  ['The purchases ordered by a customer.', undefined],
  ['Sorted by kind.', undefined],
  ['Can be sorted by paidAt.', undefined],
  ['Sorted by paidAt by default.', undefined],
  ['The lines of each are sorted by paidAt.', undefined],
])('toldOrderOf() reads "%s"', async (words, order) => {
  expect(await told(words)).toBe(order);
});

test.each([
  ['', 'Lists are sorted by creation, newest first.', 'created falling'],
  ['The oldest first.', 'Lists are sorted by creation, newest first.', 'created rising'],
  ['', 'Purchases are sorted by creation.', undefined],
  ['', 'Lists can be sorted by creation.', undefined],
  ['', 'Lists are sorted by relevance.', undefined],
])('toldOrderOf() reads "%s" beside what is said of all: "%s"', async (words, about, order) => {
  expect(await told(words, about)).toBe(order);
});

test('toldOrderOf() reads what comes by default where an order may be asked for', async () => {
  expect(await told('By default the newest purchase comes first.', '', PARAMETERS)).toBe('created falling');
  expect(await told('Newest first by default.', '', PARAMETERS)).toBe('created falling');
  expect(await told('By default the newest purchase comes first.')).toBeUndefined();
});

test.each([
  ['Lists gift card purchases, the newest first.', 'created falling'],
  ['Lists gift cards of purchases, the newest first.', undefined],
])('of a path of several words: %s', async (description, order) => {
  expect(await told(description, '', '[]', '/GiftCardPurchases')).toBe(order);
});
