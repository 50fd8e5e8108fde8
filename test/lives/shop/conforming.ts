import type { Member } from '../member.ts';
import { type Entry, header, honest, isObject, type Parts, problem, rowsAt, without } from '../nested.ts';
import { change, customers, lines, orders, replace, shopWith } from './service.ts';

/** Shops that conform, each with a freedom that the document leaves. */

function free(name: string, changes: Partial<Parts>, settings?: Member['settings']): Member {
  return { name, serve: shopWith(changes), ...(settings === undefined ? {} : { settings }) };
}

/** Another way to keep what clients send. */
function keeping(keep: (entry: Entry) => Entry): Partial<Parts> {
  return {
    make: (sent, kind, store) => keep(honest.make(sent, kind, store)),
    change: (old, sent, kind, row) => keep(change(old, sent, kind, row)),
    replace: (old, sent, kind, row) => keep(replace(old, sent, kind, row)),
  };
}

function mapped(entry: Entry, name: string, next: (value: unknown) => unknown): Entry {
  return Object.hasOwn(entry, name) ? { ...entry, [name]: next(entry[name]) } : entry;
}

export const conformingShops: readonly Member[] = [
  free('plain', {}),
  free('removals of what is gone are done again', {
    absent: (_place, { method }) => (method === 'DELETE' ? { status: 204 } : problem(404)),
  }),
  free('lists inside of what is gone are empty', {
    absent: ({ kind, id }, { method }) =>
      method !== 'GET' || id !== undefined
        ? problem(404)
        : { status: 200, body: kind === lines ? [] : { orders: [], next: null } },
  }),
  free(
    'mail addresses are small',
    keeping((entry) => mapped(entry, 'email', (text) => String(text).toLowerCase())),
  ),
  free(
    'addresses have a country, too',
    keeping((entry) =>
      mapped(entry, 'address', (value) => (isObject(value) ? { country: 'NL', ...value } : value)),
    ),
  ),
  free(
    'tags are there once, and sorted',
    keeping((entry) =>
      mapped(entry, 'tags', (value) =>
        Array.isArray(value) ? [...new Set(value.map(String))].toSorted((a, b) => (a < b ? -1 : 1)) : value,
      ),
    ),
  ),
  free(
    'prices are rounded to cents',
    keeping((entry) => mapped(entry, 'price', (value) => Math.round(Number(value) * 100) / 100)),
  ),
  free(
    'empty notes are none',
    keeping((entry) => (entry['note'] === '' ? without(entry, 'note') : entry)),
  ),
  free('members without a value are null', {
    show: (row, where, kind, store) => ({
      ...(kind === orders ? { price: undefined } : {}),
      ...honest.show(row, where, kind, store),
      ...(kind === customers ? { rating: null } : {}),
    }),
  }),
  free('defaults are not shown', {
    show(row, where, kind, store) {
      const shown = honest.show(row, where, kind, store);
      return kind === customers && shown['tier'] === 'basic' ? without(shown, 'tier') : shown;
    },
  }),
  free('orders with lines are not removed', {
    before: (ask, place, store) =>
      ask.method === 'DELETE' &&
      place?.kind === orders &&
      honest.admits(ask) === 'first' &&
      (store.lists.get(`${place.list}/${place.id ?? ''}/lines`) ?? []).length > 0
        ? problem(409)
        : undefined,
  }),
  free('customers with orders are not removed', {
    before: (ask, place, store) =>
      ask.method === 'DELETE' &&
      place?.kind === customers &&
      honest.admits(ask) === 'first' &&
      (store.lists.get(`${place.list}/${place.id ?? ''}/orders`) ?? []).length > 0
        ? problem(409)
        : undefined,
  }),
  free('cancelled orders take no change', {
    before(ask, place, store) {
      const row =
        place?.kind === orders ? store.lists.get(place.list)?.find(({ id }) => id === place.id) : undefined;
      const isWrite = ask.method === 'PATCH' || ask.method === 'POST';
      return isWrite &&
        honest.admits(ask) === 'first' &&
        row?.entry['state'] === 'cancelled' &&
        place?.id !== undefined
        ? problem(409)
        : undefined;
    },
  }),
  free('numbers of orders begin anew for each customer', {
    identify: (store, kind, list) =>
      kind === orders ? serial(store.lists, list) : honest.identify(store, kind, list),
  }),
  free('numbers of orders are negative', {
    identify: (store, kind, list) => (kind === orders ? -store.made : honest.identify(store, kind, list)),
  }),
  free('identities in capitals', {
    identify: (store, kind, list) =>
      kind === customers
        ? String(honest.identify(store, kind, list)).toUpperCase()
        : honest.identify(store, kind, list),
  }),
  free('identities without regard to letter case', {
    find: (store, list, id) =>
      (store.lists.get(list) ?? []).find((row) => row.id.toLowerCase() === id.toLowerCase()),
  }),
  free('weak tags', {
    tag: (row, kind) => `W/${honest.tag(row, kind) ?? ''}`,
    mayWrite: (ask, tag, ms) =>
      header(ask, 'if-match') === undefined
        ? honest.mayWrite(ask, tag, ms)
        : header(ask, 'if-match') === '*' || header(ask, 'if-match') === tag,
  }),
  free('dates, and no tags', {
    tag: () => undefined,
    mayWrite: (ask, _tag, ms) => header(ask, 'if-match') === undefined && honest.mayWrite(ask, undefined, ms),
  }),
  free('a change too late gets 409', {
    after: (_ask, reply) => (reply.status === 412 ? problem(409) : reply),
  }),
  free('who asks by date gets all', {
    isUnchanged: (ask, tag) =>
      header(ask, 'if-none-match') !== undefined && honest.isUnchanged(ask, tag, undefined),
  }),
  free(
    'prices are whole numbers',
    keeping((entry) => mapped(entry, 'price', (value) => Math.round(Number(value)))),
  ),
  free('the newest first', { rowsOf: (store, list) => (store.lists.get(list) ?? []).toReversed() }),
  free('lists are as old as two requests', lagging()),
  free('lists show a summary', {
    show: (row, where, kind, store) =>
      where === 'list'
        ? without(honest.show(row, where, kind, store), 'address', 'tags', 'note', 'email')
        : honest.show(row, where, kind, store),
  }),
  free('numbers of requests are known for all users', {
    again: (store, key) =>
      honest.again(store, key, 'first', NOBODY) ?? honest.again(store, key, 'other', NOBODY),
  }),
  free('others may look at lists, which are empty for them', {
    isOpen: (user, row, kind, ask, isAbove) =>
      honest.isOpen(user, row, kind, ask, isAbove) || (isAbove && ask.method === 'GET'),
  }),
  free('newsletters are for everybody', {
    make: (sent, kind, store) => {
      const entry = honest.make(sent, kind, store);
      return kind === customers ? { ...entry, newsletter: true } : entry;
    },
  }),
  free('a null in a plain change is as good as nothing', {
    change: (old, sent, kind, row) =>
      change(
        old,
        kind === orders
          ? Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null))
          : sent,
        kind,
        row,
      ),
  }),
  free('empty changes are refused', {
    before: (ask, place) =>
      ask.method === 'PATCH' &&
      place?.kind === customers &&
      ask.text === '{}' &&
      honest.admits(ask) !== undefined
        ? problem(400)
        : undefined,
  }),
  free('orders go with their last line', {
    remove(store, list, row, place) {
      honest.remove(store, list, row, place);
      const holder = place.above.at(-1);
      if (place.kind !== lines || holder === undefined || rowsAt(store, list).length > 0) return;
      const rows = rowsAt(store, holder.list);
      const at = rows.findIndex(({ id }) => id === holder.id);
      if (at >= 0) rows.splice(at, 1);
    },
  }),
  free('403 for what others made', {
    absent: (place, ask, store) =>
      problem(honest.admits(ask) === 'other' && isThere(store.lists, place.list) ? 403 : 404),
  }),
];

const NOBODY = {
  method: 'POST',
  path: '',
  query: new URLSearchParams(),
  headers: {},
  text: '',
  json: undefined,
};

const counters = new WeakMap<object, Map<string, number>>();

/** Counts for each list by itself; numbers are not given again. */
function serial(lists: object, list: string): number {
  const known = counters.get(lists) ?? new Map<string, number>();
  counters.set(lists, known);
  const next = (known.get(list) ?? 0) + 1;
  known.set(list, next);
  return next;
}

function isThere(lists: ReadonlyMap<string, unknown>, list: string): boolean {
  return lists.has(list);
}

/** What a list shows is as old as two requests. */
function lagging(): Partial<Parts> {
  const before = new Map<string, ReturnType<Parts['rowsOf']>>();
  return {
    rowsOf(store, list) {
      const now = [...(store.lists.get(list) ?? [])];
      const old = before.get(list) ?? now;
      before.set(list, now);
      return old;
    },
  };
}
