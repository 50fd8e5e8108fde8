import type { Ask, MakeService, Reply } from '../../other-interfaces/run-against-service.ts';
import {
  type Entry,
  header,
  honest,
  isObject,
  isText,
  type Kind,
  nestedWith,
  type Parts,
  problem,
} from '../nested.ts';

/**
 * The service of `openapi.yaml`: a list that is longer than any page, reviews inside of its entries, coupons that a PUT makes, and
 * settings that are always there.
 */

function whole(text: string | null, usual: number, least: number, most: number): number | undefined {
  const value = text === null ? usual : Number(text);
  return Number.isInteger(value) && value >= least && value <= most ? value : undefined;
}

export const products: Kind = {
  name: 'products',
  identity: 'id',
  newId: (store) => store.made,
  rules: {
    title: (value) => isText(value, 1, 120),
    price: (value) => typeof value === 'number' && value >= 0 && value <= 100_000,
    stock: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 100_000,
    state: (value) => ['active', 'inactive', 'draft'].some((one) => one === value),
    available: (value) => typeof value === 'boolean',
  },
  required: ['title', 'price'],
  defaults: { state: 'draft', available: true },
  computed: () => ({ addedAt: new Date().toISOString() }),
  hidden: [],
  methods: ['PUT', 'PATCH', 'DELETE'],
  isShared: true,
  hasListTag: true,
  idPattern: /^-?\d+$/,
  filters: ['state', 'available'],
  sorts: ['title', 'price', 'stock'],
  page(entries, { query }) {
    const [limit, offset] = [whole(query.get('limit'), 20, 1, 50), whole(query.get('offset'), 0, 0, 1e9)];
    if (limit === undefined || offset === undefined) return problem(400);
    const items = entries.slice(offset, offset + limit);
    return { status: 200, body: { items, total: entries.length } };
  },
};

export const reviews: Kind = {
  name: 'reviews',
  inside: 'products',
  identity: 'reviewId',
  newId: (store) => `r${String(store.made)}`,
  rules: {
    text: (value) => isText(value, 1, 500),
    stars: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 5,
    pros: (value) =>
      Array.isArray(value) && value.length <= 4 && value.every((one: unknown) => isText(one, 1, 40)),
  },
  required: ['text', 'stars'],
  defaults: {},
  computed: () => ({}),
  hidden: [],
  methods: ['PATCH', 'DELETE'],
  isShared: true,
  filters: ['stars'],
  sorts: [],
  page(entries, { query }) {
    const [limit, after] = [whole(query.get('limit'), 10, 1, 30), query.get('startingAfter')];
    const at = after === null ? 0 : entries.findIndex((entry) => entry['reviewId'] === after) + 1;
    if (limit === undefined || (after !== null && at === 0)) return problem(400);
    const data = entries.slice(at, at + limit);
    return { status: 200, body: { data, hasMore: at + limit < entries.length } };
  },
};

export const coupons: Kind = {
  name: 'coupons',
  identity: 'code',
  newId: () => '',
  rules: {
    label: (value) => isText(value, 1, 100),
    percent: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 100,
    terms: (value) => isText(value, 0, 300),
  },
  required: ['label', 'percent'],
  defaults: {},
  computed: () => ({}),
  hidden: [],
  methods: ['PUT', 'DELETE'],
  listMethods: [],
  isShared: true,
  hasTags: true,
  idPattern: /^[A-Za-z0-9-]{3,60}$/,
  filters: [],
  sorts: [],
  page(entries, { query }, list) {
    const [size, page] = [whole(query.get('size'), 10, 1, 50), whole(query.get('page'), 1, 1, 1e9)];
    if (size === undefined || page === undefined) return problem(400);
    const next = `<${list}?page=${String(page + 1)}&size=${String(size)}>; rel="next"`;
    const headers = page * size < entries.length ? { Link: next } : {};
    return {
      status: 200,
      body: entries.slice((page - 1) * size, page * size),
      headers: { 'Content-Type': 'application/json', ...headers },
    };
  },
};

const STATES = ['active', 'inactive', 'draft'];

/** A list of changes (RFC 6902), as far as the document allows them: `replace` of members. */
export function patched(old: Entry, sent: unknown): Entry | undefined {
  if (!Array.isArray(sent) || sent.length === 0) return undefined;
  let next: Entry = old;
  for (const step of sent) {
    if (!isObject(step) || step['op'] !== 'replace' || typeof step['path'] !== 'string') return undefined;
    const name = step['path'].slice(1);
    if (products.rules[name]?.(step['value']) !== true || name !== 'title') return undefined;
    next = { ...next, [name]: step['value'] };
  }
  return next;
}

type Settings = { entry: Entry; version: number };

export type CatalogueParts = Parts & {
  readonly patch: (old: Entry, sent: unknown) => Entry | undefined;
  readonly settings: (ask: Ask, settings: Settings) => Reply;
};

function tagged(settings: Settings): Reply {
  const headers = { 'Content-Type': 'application/json', ETag: `"s${String(settings.version)}"` };
  return { status: 200, body: settings.entry, headers };
}

export function settingsOf(ask: Ask, settings: Settings): Reply {
  const tag = `"s${String(settings.version)}"`;
  if (ask.method === 'GET') {
    const isSame = honest.isUnchanged(ask, tag, undefined);
    return isSame ? { status: 304, headers: { ETag: tag } } : tagged(settings);
  }
  if (ask.method !== 'PUT') return problem(405);
  if (!isObject(ask.json) || !isText(ask.json['motto'], 1, 100)) return problem(400);
  settings.entry = { motto: ask.json['motto'] };
  settings.version += 1;
  return tagged(settings);
}

/** Makes a catalogue with these parts in place of the honest ones. */
export function catalogueWith(changes: Partial<CatalogueParts> = {}): MakeService {
  const patch = changes.patch ?? patched;
  return () => {
    const settings: Settings = { entry: { motto: 'All there is' }, version: 1 };
    const serve = nestedWith(
      [products, reviews, coupons],
      (add) => {
        for (let at = 0; at < 70; at += 1)
          add('/products', {
            title: `Product ${String((at * 29) % 70)}`,
            price: (at * 37) % 211,
            stock: (at * 53) % 307,
            state: STATES[at % 3],
            available: at % 4 !== 0,
          });
        for (let at = 0; at < 12; at += 1)
          add('/coupons', { code: `SAVE-${String(at)}`, label: `Coupon ${String(at)}`, percent: at + 1 });
        for (let at = 0; at < 7; at += 1)
          add('/products/1/reviews', { text: `Review ${String(at)}`, stars: (at % 5) + 1 });
      },
      {
        ...changes,
        before(ask, place, store) {
          const early = changes.before?.(ask, place, store);
          if (early !== undefined) return early;
          if (ask.path === '/settings')
            return honest.admits(ask) === undefined
              ? problem(401)
              : (changes.settings ?? settingsOf)(ask, settings);
          if (ask.method !== 'PATCH' || place?.kind !== products || place.id === undefined) return undefined;
          if (honest.admits(ask) === undefined) return problem(401);
          const row = honest.find(store, place.list, place.id, ask);
          if (row === undefined) return (changes.absent ?? honest.absent)(place, ask, store);
          if ((header(ask, 'content-type') ?? '').split(';')[0] !== 'application/json-patch+json')
            return problem(415);
          const next = patch(row.entry, ask.json);
          if (next === undefined) return problem(400);
          (changes.write ?? honest.write)(row, next, 'change', place, store);
          const body = (changes.show ?? honest.show)(row, 'updated', products, store);
          return { status: 200, body, headers: { 'Content-Type': 'application/json' } };
        },
      },
    );
    return serve();
  };
}
