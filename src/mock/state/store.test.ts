import { beforeAll, describe, expect, test } from 'vitest';
import { loadLibrary, loadTestInterface } from '../../../test/mock/load-library.ts';
import type { Collection, Interface } from '../../interface/model.ts';
import { exampleEntries } from './seed-entries.ts';
import { Store } from './store.ts';

const NOW = Date.parse('2030-01-02T03:04:05.678Z');

let books: Collection;
let orders: Collection;

function onlyCollection({ collections: [collection] }: Interface): Collection {
  if (collection === undefined) throw new Error('the document has no collection');
  return collection;
}

beforeAll(async () => {
  books = onlyCollection(await loadLibrary());
  orders = onlyCollection(await loadTestInterface('specs/orders'));
});

describe('Store', () => {
  test('counts numeric identities on from the largest one, when entries were planted', () => {
    const store = new Store(() => NOW);
    store.plant(books, { id: 41, title: 'A' });
    store.plant(books, { title: 'B' });
    expect(store.entries(books)).toEqual([
      { id: 41, title: 'A' },
      { id: 42, title: 'B' },
    ]);
    expect(store.find(books, '42')).toEqual({ id: 42, title: 'B' });
    expect(store.find(books, '043')).toBeUndefined();
  });

  test('assigns what the document says that it assigns, when there is more than an identity', () => {
    const sent = {
      orderId: 'mine',
      size: 'small',
      quantity: 1,
      delivery: { street: 'a', postcode: '12345' },
    };
    const entry = new Store(() => NOW).assign(orders, sent);
    expect(entry).toEqual({
      ...sent,
      orderId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/),
      placedAt: '2030-01-02T03:04:05.678Z',
    });
  });

  test.each([
    ['as its path wants it', { type: 'string' }, '^ord_[a-z]{4}$', /^ord_[a-z]{4}$/],
    [
      'as answers show it, when the path takes no such name',
      { type: 'string', format: 'uuid' },
      '^Z{3}$',
      /^[0-9a-f]{8}-[0-9a-f]{4}-4/,
    ],
  ])('names an entry %s', (_case, shown, pattern, form) => {
    const { read } = orders;
    if (read === undefined) throw new Error('an order can not be read');
    const parameters = read.parameters.map((one) => ({ ...one, schema: { type: 'string', pattern } }));
    const entrySchema = { type: 'object', properties: { orderId: shown } };
    const kept = { ...orders, entrySchema, read: { ...read, parameters } };
    const { orderId } = new Store(() => NOW).assign(kept, {});
    expect(orderId).toMatch(form);
  });

  test('names no two entries alike, when they are inside of different ones', () => {
    const { read } = orders;
    if (read === undefined) throw new Error('an order can not be read');
    const named = { type: 'string', pattern: '^[0-9a-f]{24}$' };
    const parameters = read.parameters.map((one) => ({ ...one, schema: named }));
    const entrySchema = { type: 'object', properties: { orderId: named } };
    const kept = { ...orders, entrySchema, read: { ...read, parameters } };
    const store = new Store(() => NOW);
    const names = ['a', 'b', 'c'].map((identity) => {
      const inner = store.inside(kept, { collection: books, identity });
      const entry = store.assign(inner, {});
      store.plant(inner, entry);
      return entry['orderId'];
    });
    expect(new Set(names).size).toBe(3);
  });

  test('keeps collections of no other store, when there are two', () => {
    const [one, other] = [new Store(() => NOW), new Store(() => NOW)];
    one.plant(books, { title: 'A' });
    expect([one.entries(books).length, other.entries(books).length]).toEqual([1, 0]);
  });

  test('takes no more, when it holds a hundred thousand entries', () => {
    const store = new Store(() => NOW);
    for (let count = 0; count < 100_000; count += 1) store.insert(books, { id: count });
    expect(store.hasRoom(books)).toBe(false);
    store.clear();
    expect(store.hasRoom(books)).toBe(true);
  });
});

test('exampleEntries() gives nothing, when the document shows no example of what clients send', async () => {
  expect(exampleEntries(await loadTestInterface('specs/orders'))).toEqual(new Map([['/orders', []]]));
});
