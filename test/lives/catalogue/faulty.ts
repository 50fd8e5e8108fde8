import type { Ask } from '../../other-interfaces/run-against-service.ts';
import type { FaultyMember } from '../member.ts';
import { compared, type Entry, header, honest, isObject, type Kind, type Parts, rowsAt } from '../nested.ts';
import {
  catalogueWith,
  type CatalogueParts,
  coupons,
  patched,
  products,
  reviews,
  settingsOf,
} from './service.ts';

/** Catalogues with one fault each, of those that developers make in lists, and in what they tell of versions. */

function broken(name: string, finds: string, changes: Partial<CatalogueParts>): FaultyMember {
  return { name, finds, serve: catalogueWith(changes) };
}

const COMPLETE = 'resources.pages-complete';
const ONCE = 'resources.pages-each-once';
const FILTER = 'resources.filter-holds';
const ORDER = 'resources.order-holds';
const STORED = 'resources.update-stored';

/** The request with other values in its query; `undefined` takes one away. */
function asking(ask: Ask, values: { readonly [name: string]: string | undefined }): Ask {
  const query = new URLSearchParams(ask.query);
  for (const [name, value] of Object.entries(values))
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  return { ...ask, query };
}

function selecting(kind: Kind, select: Parts['select']): Partial<Parts> {
  return { select: (entries, ask, own) => (own === kind ? select : honest.select)(entries, ask, own) };
}

function paging(kind: Kind, page: Parts['page']): Partial<Parts> {
  return { page: (entries, ask, own, list) => (own === kind ? page : honest.page)(entries, ask, own, list) };
}

function numberOf(ask: Ask, name: string, usual: number): number {
  return Number(ask.query.get(name) ?? usual);
}

/** Where the first entry of a page of products or coupons is. */
function beginningOf(ask: Ask, kind: Kind): number {
  return kind === products
    ? numberOf(ask, 'offset', 0)
    : (numberOf(ask, 'page', 1) - 1) * numberOf(ask, 'size', 10);
}

function isLater(ask: Ask, kind: Kind): boolean {
  return kind === reviews ? ask.query.has('startingAfter') : beginningOf(ask, kind) > 0;
}

const lists: readonly FaultyMember[] = [
  broken(
    'behind the fiftieth product nothing comes',
    COMPLETE,
    paging(products, (entries, ask, kind, list) => honest.page(entries.slice(0, 50), ask, kind, list)),
  ),
  broken(
    'behind the fiftieth product the same come again',
    ONCE,
    paging(products, (entries, ask, kind, list) => {
      const offset = numberOf(ask, 'offset', 0);
      return honest.page(
        entries,
        offset >= 50 && offset < entries.length ? asking(ask, { offset: String(offset - 20) }) : ask,
        kind,
        list,
      );
    }),
  ),
  broken(
    'behind the fiftieth product one is left out',
    COMPLETE,
    paging(products, (entries, ask, kind, list) => {
      const offset = numberOf(ask, 'offset', 0);
      return honest.page(offset >= 50 ? entries.toSpliced(offset, 1) : entries, ask, kind, list);
    }),
  ),
  broken(
    'a last page of coupons that is not full is empty',
    COMPLETE,
    paging(coupons, (entries, ask, kind, list) => {
      const size = numberOf(ask, 'size', 10);
      const full = entries.length < size ? entries.length : Math.floor(entries.length / size) * size;
      return honest.page(size > 0 ? entries.slice(0, full) : entries, ask, kind, list);
    }),
  ),
  broken(
    'pages of coupons are counted from 0',
    COMPLETE,
    paging(coupons, (entries, ask, kind, list) => {
      const page = numberOf(ask, 'page', 1);
      return page >= 1 && ask.query.has('page')
        ? honest.page(entries, asking(ask, { page: String(page + 1) }), kind, list)
        : honest.page(entries, ask, kind, list);
    }),
  ),
  broken(
    'the link to the next page of coupons forgets the size',
    COMPLETE,
    paging(coupons, (entries, ask, kind, list) => {
      const reply = honest.page(entries, ask, kind, list);
      const link = reply.headers?.['Link'];
      return link === undefined
        ? reply
        : { ...reply, headers: { ...reply.headers, Link: link.replace(/&size=\d+/, '&size=50') } };
    }),
  ),
  broken(
    'a page of reviews begins with the one that was named',
    ONCE,
    paging(reviews, (entries, ask, kind, list) => {
      const after = ask.query.get('startingAfter');
      const at = entries.findIndex((entry) => entry['reviewId'] === after);
      if (after === null || at < 0) return honest.page(entries, ask, kind, list);
      const limit = numberOf(ask, 'limit', 10);
      return {
        status: 200,
        body: { data: entries.slice(at, at + limit), hasMore: at + limit < entries.length },
      };
    }),
  ),
  broken(
    'a page of reviews leaves out the one behind the named one',
    COMPLETE,
    paging(reviews, (entries, ask, kind, list) => {
      const after = ask.query.get('startingAfter');
      const at = entries.findIndex((entry) => entry['reviewId'] === after);
      if (after === null || at < 0) return honest.page(entries, ask, kind, list);
      const limit = numberOf(ask, 'limit', 10);
      return {
        status: 200,
        body: { data: entries.slice(at + 2, at + 2 + limit), hasMore: at + 2 + limit < entries.length },
      };
    }),
  ),
  broken(
    'hasMore is wrong where just one more is there',
    COMPLETE,
    paging(reviews, (entries, ask, kind, list) => {
      const after = ask.query.get('startingAfter');
      const at = entries.findIndex((entry) => entry['reviewId'] === after) + 1;
      const reply = honest.page(entries, ask, kind, list);
      const isCut = at + numberOf(ask, 'limit', 10) + 1 >= entries.length;
      return isObject(reply.body) && reply.status === 200 && isCut
        ? { ...reply, body: { ...reply.body, hasMore: false } }
        : reply;
    }),
  ),
  broken(
    'there is always more, also behind the last review',
    'resources.pages-end',
    paging(reviews, (entries, ask, kind, list) => {
      const reply = honest.page(entries, ask, kind, list);
      return isObject(reply.body) && reply.status === 200
        ? { ...reply, body: { ...reply.body, hasMore: true } }
        : reply;
    }),
  ),
  broken(
    'the maximum of a page is applied to no page but the first',
    'resources.page-length',
    paging(products, (entries, ask, kind, list) => {
      const [limit, offset] = [numberOf(ask, 'limit', 20), numberOf(ask, 'offset', 0)];
      if (offset === 0 || !(limit >= 1)) return honest.page(entries, ask, kind, list);
      return { status: 200, body: { items: entries.slice(offset), total: entries.length } };
    }),
  ),
  broken(
    'pages of products overlap by the length of the default',
    'resources.pages-',
    paging(products, (entries, ask, kind, list) => {
      const [limit, offset] = [numberOf(ask, 'limit', 20), numberOf(ask, 'offset', 0)];
      const from = offset > 0 && limit !== 20 ? Math.floor(offset / limit) * 20 : offset;
      return honest.page(entries, asking(ask, { offset: String(from) }), kind, list);
    }),
  ),
];

/** The honest choice, with something changed in the request. */
function chosen(kind: Kind, change: (ask: Ask) => Ask): Partial<Parts> {
  return selecting(kind, (entries, ask, own) => honest.select(entries, change(ask), own));
}

const queries: readonly FaultyMember[] = [
  broken(
    'a filter by state finds what has the text inside',
    FILTER,
    selecting(products, (entries, ask, kind) => {
      const state = ask.query.get('state');
      const rest = honest.select(entries, asking(ask, { state: undefined }), kind);
      return state === null || honest.select(entries, ask, kind) === undefined
        ? honest.select(entries, ask, kind)
        : rest?.filter((entry) => String(entry['state']).includes(state));
    }),
  ),
  broken(
    'false asks for what is true',
    FILTER,
    chosen(products, (ask) =>
      ask.query.get('available') === 'false' ? asking(ask, { available: 'true' }) : ask,
    ),
  ),
  broken(
    'false asks for everything',
    FILTER,
    chosen(products, (ask) =>
      ask.query.get('available') === 'false' ? asking(ask, { available: undefined }) : ask,
    ),
  ),
  broken(
    'the filter by state is forgotten behind the first page',
    FILTER,
    chosen(products, (ask) => (isLater(ask, products) ? asking(ask, { state: undefined }) : ask)),
  ),
  broken(
    'the filter by what is available is forgotten behind the first page',
    FILTER,
    chosen(products, (ask) => (isLater(ask, products) ? asking(ask, { available: undefined }) : ask)),
  ),
  broken(
    'the order is forgotten behind the first page',
    ORDER,
    chosen(products, (ask) => (isLater(ask, products) ? asking(ask, { sort: undefined }) : ask)),
  ),
  broken('only the entries of a page are put in order', ORDER, {
    ...chosen(products, (ask) => asking(ask, { sort: undefined })),
    page(entries, ask, kind, list) {
      const reply = honest.page(entries, ask, kind, list);
      if (kind !== products || !isObject(reply.body) || !Array.isArray(reply.body['items'])) return reply;
      const sort = ask.query.get('sort') ?? '';
      if (!/^-?(?:title|price|stock)$/.test(sort)) return reply;
      const [member, sign] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort, 1];
      const items = reply.body['items']
        .filter(isObject)
        .toSorted((a: Entry, b: Entry) => compared(a[member], b[member]) * sign);
      return { ...reply, body: { ...reply.body, items } };
    },
  }),
  broken('prices are put in order as texts', ORDER, sortedAsTexts('price')),
  broken('stocks are put in order as texts', ORDER, sortedAsTexts('stock')),
  broken(
    'a falling order is a rising one for prices',
    ORDER,
    chosen(products, (ask) => (ask.query.get('sort') === '-price' ? asking(ask, { sort: 'price' }) : ask)),
  ),
  broken(
    'an order with a filter leaves the filter out',
    FILTER,
    chosen(products, (ask) =>
      ask.query.has('sort') ? asking(ask, { state: undefined, available: undefined }) : ask,
    ),
  ),
  broken(
    'a filter with an order leaves the order out',
    ORDER,
    chosen(products, (ask) => (ask.query.has('state') ? asking(ask, { sort: undefined }) : ask)),
  ),
  broken('the filter goes by the state that a product had at first', FILTER, byFirstState()),
];

function sortedAsTexts(member: string): Partial<Parts> {
  return selecting(products, (entries, ask, kind) => {
    const sort = ask.query.get('sort') ?? '';
    const usual = honest.select(entries, ask, kind);
    if (sort.replace('-', '') !== member || usual === undefined) return usual;
    const sign = sort.startsWith('-') ? -1 : 1;
    return usual.toSorted((a, b) => compared(String(a[member]), String(b[member])) * sign);
  });
}

function byFirstState(): Partial<Parts> {
  const first = new Map<unknown, unknown>();
  return {
    write(row, next, how, place, store) {
      honest.write(row, next, how, place, store);
      if (how === 'create' && place.kind === products) first.set(next['id'], next['state']);
    },
    ...selecting(products, (entries, ask, kind) => {
      const state = ask.query.get('state');
      const rest = honest.select(entries, asking(ask, { state: undefined }), kind);
      return state === null || honest.select(entries, ask, kind) === undefined
        ? honest.select(entries, ask, kind)
        : rest?.filter((entry) => first.get(entry['id']) === state);
    }),
  };
}

const versions: readonly FaultyMember[] = [
  broken(
    'the tag of the list stays the same when one is added',
    'resources.',
    listTag((store) => store.removed.length),
  ),
  broken(
    'the tag of the list stays the same when one is removed',
    'resources.',
    listTag((store) => store.made),
  ),
  broken('the tag of the list tells how many there are', 'resources.tag-changes', {
    ...listTag((store) => rowsAt(store, '/products').length),
    rowsOf: (store, list, ask) => honest.rowsOf(store, list, ask).toReversed(),
  }),
  broken('304 for a list whatever the tag', 'resources.not-modified', {
    isUnchanged: (ask, tag, ms) =>
      (ask.path === '/products' && header(ask, 'if-none-match') !== undefined) ||
      honest.isUnchanged(ask, tag, ms),
  }),
  broken('never 304 for a list', 'resources.not-modified', {
    isUnchanged: (ask, tag, ms) => ask.path !== '/products' && honest.isUnchanged(ask, tag, ms),
  }),
  broken('never 304 for settings', 'resources.not-modified', {
    settings: (ask, settings) => settingsOf({ ...ask, headers: {} }, settings),
  }),
  broken('304 for settings whatever the tag', 'resources.not-modified', {
    settings: (ask, settings) =>
      ask.method === 'GET' && header(ask, 'if-none-match') !== undefined
        ? { status: 304, headers: { ETag: `"s${String(settings.version)}"` } }
        : settingsOf(ask, settings),
  }),
  broken('a PUT of a coupon with an old tag is done', 'resources.stale-tag-refused', {
    mayWrite: (ask, tag, ms) => ask.method === 'PUT' || honest.mayWrite(ask, tag, ms),
  }),
  broken('a DELETE of a coupon with an old tag is done', 'resources.stale-tag-refused', {
    mayWrite: (ask, tag, ms) => ask.method === 'DELETE' || honest.mayWrite(ask, tag, ms),
  }),
];

function listTag(version: (store: Parameters<Parts['rowsOf']>[0]) => number): Partial<Parts> {
  return {
    after(ask, reply, place, store) {
      if (place?.kind !== products || place.id !== undefined || ask.method !== 'GET') return reply;
      const tag = `"v${String(version(store))}"`;
      if (reply.status === 200 && header(ask, 'if-none-match') === tag)
        return { status: 304, headers: { ETag: tag } };
      return reply.status === 200 ? { ...reply, headers: { ...reply.headers, ETag: tag } } : reply;
    },
    isUnchanged: (ask, tag, ms) => ask.path !== '/products' && honest.isUnchanged(ask, tag, ms),
  };
}

const others: readonly FaultyMember[] = [
  broken('a list of changes is not stored', STORED, {
    patch: (old, sent) => (patched(old, sent) === undefined ? undefined : old),
  }),
  broken('a list of changes takes the rest away', 'resources.change-keeps-rest', {
    patch(old, sent) {
      const next = patched(old, sent);
      if (next === undefined) return undefined;
      return { ...next, price: 0, state: old['state'] === 'draft' ? 'active' : 'draft' };
    },
  }),
  broken(
    'a list of changes changes all products with the same price',
    'resources.others-unchanged|resources.',
    {
      write(row, next, how, place, store) {
        honest.write(row, next, how, place, store);
        if (how === 'change' && place.kind === products)
          for (const one of rowsAt(store, place.list)) one.entry = { ...one.entry, title: next['title'] };
      },
    },
  ),
  broken('a coupon that is put again keeps its terms', 'resources.', {
    replace: (old, sent, kind, row) => ({ ...old, ...honest.replace(old, sent, kind, row) }),
  }),
  broken('a new coupon is answered with 200', 'statuses.success|resources.', {
    after: (ask, reply, place) =>
      ask.method === 'PUT' && place?.kind === coupons && reply.status === 201
        ? { ...reply, status: 202 }
        : reply,
  }),
  broken('a PUT of a coupon that is there is answered with 201', 'resources.|statuses.', {
    after: (ask, reply, place) =>
      ask.method === 'PUT' && place?.kind === coupons && reply.status === 200
        ? { ...reply, status: 409 }
        : reply,
  }),
  broken('the pros of a review are appended to', STORED, {
    change(old, sent, kind, row) {
      const next = honest.change(old, sent, kind, row);
      const [before, now] = [old['pros'], next['pros']];
      return kind === reviews && Array.isArray(before) && Array.isArray(now) && Array.isArray(sent['pros'])
        ? { ...next, pros: [...before, ...now].slice(0, 4) }
        : next;
    },
  }),
  broken('reviews outlive their product', 'resources.children-follow', {
    remove(store, list, row, place) {
      const path = `${list}/${row.id}/reviews`;
      const kept = store.lists.get(path);
      honest.remove(store, list, row, place);
      if (kept !== undefined) store.lists.set(path, kept);
    },
    find: (store, list, id, ask) =>
      honest.find(store, list, id, ask) ??
      (ask.path.includes('/reviews') && list === '/products'
        ? store.removed.find(({ row }) => row.id === id)?.row
        : undefined),
  }),
  broken('a new product has the reviews of one that was removed', 'resources.|collections.', {
    identify: (store, kind, list) =>
      kind === products
        ? Math.max(0, ...rowsAt(store, list).map(({ id }) => Number(id))) + 1
        : honest.identify(store, kind, list),
    remove(store, list, row, place) {
      const path = `${list}/${row.id}/reviews`;
      const kept = store.lists.get(path);
      honest.remove(store, list, row, place);
      if (kept !== undefined) store.lists.set(path, kept);
    },
  }),
];

export const faultyCatalogues: readonly FaultyMember[] = [...lists, ...queries, ...versions, ...others];
