import type { Member } from '../member.ts';
import { header, honest, isObject, type Parts, problem, type Row } from '../nested.ts';
import { catalogueWith, type CatalogueParts, coupons, products, reviews, settingsOf } from './service.ts';

/** Catalogues that conform, each with a freedom that the document leaves. */

function free(name: string, changes: Partial<CatalogueParts>): Member {
  return { name, serve: catalogueWith(changes) };
}

/** Pages of so many entries at most, whatever is asked for. */
function capped(kind: typeof products, name: string, most: number): Partial<Parts> {
  return {
    page(entries, ask, own, list) {
      const query = new URLSearchParams(ask.query);
      const asked = Number(query.get(name) ?? most);
      const allowed = kind === reviews ? 30 : 50;
      if (own === kind && Number.isInteger(asked) && asked > most && asked <= allowed)
        query.set(name, String(most));
      return honest.page(entries, { ...ask, query }, own, list);
    },
  };
}

function byText(rows: readonly Row[], member: string): readonly Row[] {
  return rows.toSorted((a, b) => (String(a.entry[member]) < String(b.entry[member]) ? -1 : 1));
}

export const conformingCatalogues: readonly Member[] = [
  free('plain', {}),
  free('pages of products have twenty-five entries at most', capped(products, 'limit', 25)),
  free('pages of reviews have three entries at most', capped(reviews, 'limit', 3)),
  free('products by their titles', {
    rowsOf: (store, list, ask) => {
      const rows = honest.rowsOf(store, list, ask);
      return list === '/products' ? byText(rows, 'title') : rows;
    },
  }),
  free('the newest first', { rowsOf: (store, list, ask) => honest.rowsOf(store, list, ask).toReversed() }),
  free('a list that is empty for others than drafts is cached', {
    isUnchanged: (ask, tag, ms) =>
      header(ask, 'if-none-match') !== undefined && honest.isUnchanged(ask, tag, ms),
  }),
  free('the list has no tag', {
    after(_ask, reply, place) {
      const { ETag: _tag, ...headers } = reply.headers ?? {};
      return place?.kind === products && place.id === undefined ? { ...reply, headers } : reply;
    },
    isUnchanged: (ask, tag, ms) => !ask.path.startsWith('/products') && honest.isUnchanged(ask, tag, ms),
  }),
  free('the list has another tag each time', {
    after(_ask, reply, place) {
      if (place?.kind !== products || place.id !== undefined || reply.status !== 200) return reply;
      counted += 1;
      return { ...reply, headers: { ...reply.headers, ETag: `"${String(counted)}"` } };
    },
    isUnchanged: (ask, tag, ms) => !ask.path.startsWith('/products') && honest.isUnchanged(ask, tag, ms),
  }),
  free('codes without regard to letter case', {
    find: (store, list, id) =>
      honest.rowsOf(store, list, NOBODY).find((row) => row.id.toLowerCase() === id.toLowerCase()),
  }),
  free('settings have no tag', {
    settings(ask, settings) {
      const { ETag: _tag, ...headers } = settingsOf(without(ask), settings).headers ?? {};
      return { ...settingsOf(without(ask), settings), headers };
    },
  }),
  free('settings show when they were read', {
    settings(ask, settings) {
      counted += 1;
      const reply = settingsOf(without(ask), settings);
      return {
        ...reply,
        ...(reply.status === 200 ? { body: { ...settings.entry, asked: counted } } : {}),
        headers: { ...reply.headers, ETag: `"s${String(counted)}"` },
      };
    },
  }),
  free('products may be asked for up to number fifty', {
    before: (ask, place) =>
      place?.kind === products &&
      place.id === undefined &&
      honest.admits(ask) !== undefined &&
      Number(ask.query.get('offset')) > 10_000
        ? problem(400)
        : undefined,
  }),
  free('pages of a filter have holes', {
    select: (entries, ask, kind) => {
      const query = new URLSearchParams(ask.query);
      if (kind === products && honest.select(entries, ask, kind) !== undefined) query.delete('state');
      return honest.select(entries, { ...ask, query }, kind);
    },
    page(entries, ask, kind, list) {
      const state = ask.query.get('state');
      const reply = honest.page(entries, ask, kind, list);
      if (kind !== products || state === null || !isObject(reply.body) || !Array.isArray(reply.body['items']))
        return reply;
      const items = reply.body['items'].filter(isObject).filter((entry) => entry['state'] === state);
      return { ...reply, body: { items, total: entries.length } };
    },
  }),
  free('changes of products by others while a run looks', busy()),
  free('coupons are removed once, and are gone for ever', {
    before: (ask, place, store) =>
      place?.kind === coupons &&
      ask.method === 'PUT' &&
      honest.admits(ask) !== undefined &&
      store.removed.some(({ row }) => row.id === place.id)
        ? problem(400)
        : undefined,
  }),
];

let counted = 0;

const NOBODY = {
  method: 'GET',
  path: '',
  query: new URLSearchParams(),
  headers: {},
  text: '',
  json: undefined,
};

function without<Own extends { readonly headers: object }>(ask: Own): Own {
  return { ...ask, headers: {} };
}

/** Others put a product first now and then. */
function busy(): Partial<Parts> {
  let asked = 0;
  return {
    rowsOf(store, list, ask) {
      const rows = honest.rowsOf(store, list, ask);
      asked += 1;
      if (list !== '/products' || asked % 3 !== 0) return rows;
      const id = 100_000 + asked;
      const entry = { id, title: `New ${String(asked)}`, price: asked, state: 'active', available: true };
      store.lists.get(list)?.unshift({ id: String(id), owner: 'first', entry, version: 1, changedMs: 0 });
      store.changes += 1;
      return honest.rowsOf(store, list, ask);
    },
  };
}
