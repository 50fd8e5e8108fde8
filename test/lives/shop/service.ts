import { randomUUID } from 'node:crypto';
import type { Ask, MakeService, Reply } from '../../other-interfaces/run-against-service.ts';
import {
  type Entry,
  honest,
  isObject,
  isText,
  type Kind,
  nestedWith,
  own,
  type Parts,
  problem,
} from '../nested.ts';

/** The service of `openapi.yaml`: customers with their orders, and orders with their lines, all of one user alone. */

function numbers(ask: Ask, size: string, first: string): readonly [number, number] | undefined {
  const [length, from] = [Number(ask.query.get(size) ?? 10), Number(ask.query.get(first) ?? 1)];
  const isFine = Number.isInteger(length) && length >= 1 && length <= 50 && Number.isInteger(from);
  return isFine && from >= 1 ? [length, from] : undefined;
}

function pageOfCustomers(entries: readonly Entry[], ask: Ask): Reply {
  const asked = numbers(ask, 'perPage', 'page');
  if (asked === undefined) return problem(400);
  const [size, page] = asked;
  const items = entries.slice((page - 1) * size, page * size);
  return { status: 200, body: { items, total: entries.length, pages: Math.ceil(entries.length / size) } };
}

function pageOfOrders(entries: readonly Entry[], ask: Ask): Reply {
  const asked = numbers(ask, 'limit', 'none');
  const from = Number(Buffer.from(ask.query.get('after') ?? 'MA', 'base64url').toString());
  if (asked === undefined || !Number.isInteger(from) || from < 0) return problem(400);
  const end = from + asked[0];
  const next = end < entries.length ? Buffer.from(String(end)).toString('base64url') : null;
  return { status: 200, body: { orders: entries.slice(from, end), next } };
}

const ADDRESS = ['street', 'city', 'zip'];

export const customers: Kind = {
  name: 'customers',
  identity: 'id',
  newId: () => randomUUID(),
  rules: {
    name: (value) => isText(value, 1, 200),
    email: (value) => isText(value, 3, 200) && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value),
    tier: (value) => ['basic', 'silver', 'gold'].some((one) => one === value),
    age: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 150,
    newsletter: (value) => typeof value === 'boolean',
    note: (value) => isText(value, 0, 300),
    address: (value) =>
      isObject(value) && ADDRESS.every((name) => value[name] === undefined || isText(value[name], 1, 100)),
    tags: (value) =>
      Array.isArray(value) && value.length <= 5 && value.every((one: unknown) => isText(one, 1, 20)),
    secret: (value) => isText(value, 4, 40),
  },
  required: ['name'],
  defaults: { tier: 'basic', newsletter: true },
  computed: () => ({ createdAt: new Date().toISOString(), revision: 1 }),
  hidden: ['secret'],
  methods: ['PUT', 'PATCH', 'DELETE'],
  hasTags: true,
  idPattern: /^[0-9a-f-]{36}$/i,
  filters: ['tier', 'newsletter'],
  sorts: ['name', 'age'],
  page: pageOfCustomers,
};

export const orders: Kind = {
  name: 'orders',
  inside: 'customers',
  identity: 'number',
  newId: (store) => 1_000 + store.made,
  rules: {
    reference: (value) => isText(value, 1, 60),
    quantity: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 99,
    price: (value) => typeof value === 'number' && value >= 0 && value <= 10_000,
    express: (value) => typeof value === 'boolean',
    note: (value) => value === null || isText(value, 0, 300),
  },
  required: ['reference', 'quantity'],
  isChangeFilled: true,
  defaults: { express: false, note: null },
  computed: () => ({ state: 'open', placedAt: new Date().toISOString() }),
  hidden: [],
  methods: ['PATCH', 'DELETE'],
  actions: { cancel: (entry) => ({ ...entry, state: 'cancelled' }) },
  idPattern: /^-?\d+$/,
  filters: ['express'],
  sorts: [],
  page: pageOfOrders,
};

export const lines: Kind = {
  name: 'lines',
  inside: 'orders',
  identity: 'lineId',
  newId: (store) => `l${String(store.made)}`,
  rules: {
    article: (value) => isText(value, 1, 80),
    amount: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 999,
    remark: (value) => isText(value, 0, 200),
  },
  required: ['article'],
  defaults: { amount: 1 },
  computed: () => ({}),
  hidden: [],
  methods: ['PUT', 'DELETE'],
  filters: [],
  sorts: [],
  page: (entries) => ({ status: 200, body: entries }),
};

const KINDS = [customers, orders, lines];

/** Plain changes (`application/json`) store a null; merge patches take a member away. */
export const change: Parts['change'] = (old, sent, kind, row) =>
  kind === orders
    ? { ...old, ...own(sent, kind) }
    : revised(honest.change(old, sent, kind, row), row.version);

export const replace: Parts['replace'] = (old, sent, kind, row) => {
  const next = honest.replace(old, sent, kind, row);
  return kind === customers ? revised(next, row.version) : next;
};

function revised(entry: Entry, version: number): Entry {
  return { ...entry, revision: version + 1 };
}

/** Makes a shop with these parts in place of the honest ones. */
export function shopWith(changes: Partial<Parts> = {}): MakeService {
  return nestedWith(
    KINDS,
    (add) => {
      for (const name of ['Ada', 'Bert', 'Cleo']) {
        const { id } = add('/customers', { name });
        const { id: number } = add(`/customers/${id}/orders`, { reference: `For ${name}`, quantity: 2 });
        add(`/customers/${id}/orders/${number}/lines`, { article: 'Tea' });
      }
    },
    { change, replace, ...changes },
  );
}
