import type { Ask, Reply } from '../../other-interfaces/run-against-service.ts';
import type { FaultyMember } from '../member.ts';
import {
  type Entry,
  header,
  honest,
  isObject,
  type Kind,
  merged,
  own,
  type Parts,
  problem,
  type Row,
  rowsAt,
  textOf,
  without,
} from '../nested.ts';
import { change, customers, lines, orders, replace, shopWith } from './service.ts';

/** Shops with one fault each, of those that developers make in what is stored, and in what belongs to what. */

function broken(name: string, finds: string, changes: Partial<Parts>): FaultyMember {
  return { name, finds, serve: shopWith(changes) };
}

const STORED = 'resources.update-stored';
const RESTED = 'resources.change-keeps-rest';
const WHOLE = 'resources.replacement-is-whole';
const OTHERS = 'resources.others-unchanged';
const GONE = 'resources.removed-is-gone';
const FOLLOW = 'resources.children-follow';
const REFUSED = 'resources.refused-changes-nothing';
const INSIDE = 'resources.inside-one-alone';

/** Only for one collection. */
function ofKind(name: 'change' | 'replace', kind: Kind, next: Parts['change']): Partial<Parts> {
  const usual = { change, replace }[name];
  return {
    [name]: (old: Entry, sent: Entry, other: Kind, row: Row) =>
      (other === kind ? next : usual)(old, sent, other, row),
  };
}

function isTrue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== 0 && value !== '';
}

function truthy(sent: Entry): Entry {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => isTrue(value)));
}

function notNull(sent: Entry): Entry {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
}

function concatenated(old: Entry, next: Entry): Entry {
  const { tags } = old;
  return Array.isArray(tags) && Array.isArray(next['tags'])
    ? { ...next, tags: [...new Set([...tags.map(String), ...next['tags'].map(String)])].slice(0, 5) }
    : next;
}

const updates: readonly FaultyMember[] = [
  broken(
    'a PATCH of customers takes no falsy value',
    STORED,
    ofKind('change', customers, (old, sent, kind, row) =>
      change(old, { ...truthy(sent), ...nulls(sent) }, kind, row),
    ),
  ),
  broken(
    'a PATCH of orders takes no falsy value',
    STORED,
    ofKind('change', orders, (old, sent, kind, row) => change(old, truthy(sent), kind, row)),
  ),
  broken(
    'a PUT of customers takes no falsy value',
    STORED,
    ofKind('replace', customers, (old, sent, kind, row) => replace(old, truthy(sent), kind, row)),
  ),
  broken(
    'a null in a merge patch is left aside',
    STORED,
    ofKind('change', customers, (old, sent, kind, row) => change(old, notNull(sent), kind, row)),
  ),
  broken(
    'a merge patch replaces inner objects',
    RESTED,
    ofKind('change', customers, (old, sent, kind, row) => ({
      ...change(old, without(sent, 'address'), kind, row),
      ...(isObject(sent['address']) ? { address: sent['address'] } : {}),
    })),
  ),
  broken(
    'a merge patch does not look into inner objects',
    STORED,
    ofKind('change', customers, (old, sent, kind, row) =>
      change(old, isObject(old['address']) ? without(sent, 'address') : sent, kind, row),
    ),
  ),
  broken(
    'a merge patch appends to lists',
    STORED,
    ofKind('change', customers, (old, sent, kind, row) => concatenated(old, change(old, sent, kind, row))),
  ),
  broken(
    'a PUT appends to lists',
    STORED,
    ofKind('replace', customers, (old, sent, kind, row) => concatenated(old, replace(old, sent, kind, row))),
  ),
  broken(
    'a PUT merges inner objects',
    STORED,
    ofKind('replace', customers, (old, sent, kind, row) => {
      const next = replace(old, sent, kind, row);
      return isObject(old['address']) && isObject(next['address'])
        ? { ...next, address: merged(old['address'], next['address']) }
        : next;
    }),
  ),
  broken(
    'a PUT keeps what it leaves out, but for defaults',
    WHOLE,
    ofKind('replace', customers, (old, sent, kind, row) => ({
      ...without(old, 'tier', 'newsletter'),
      ...replace(old, sent, kind, row),
    })),
  ),
  broken(
    'a PUT gives no defaults',
    WHOLE,
    ofKind('replace', customers, (old, sent, kind, row) => ({
      ...replace(old, { tier: old['tier'], newsletter: old['newsletter'], ...sent }, kind, row),
    })),
  ),
  broken(
    'a PATCH of orders sets express to its default',
    RESTED,
    ofKind('change', orders, (old, sent, kind, row) => change(old, { express: false, ...sent }, kind, row)),
  ),
  broken(
    'a PATCH of orders takes the note away',
    RESTED,
    ofKind('change', orders, (old, sent, kind, row) => change(old, { note: null, ...sent }, kind, row)),
  ),
  broken(
    'an empty PATCH takes all away',
    RESTED,
    ofKind('change', customers, (old, sent, kind, row) =>
      Object.keys(sent).length === 0
        ? replace(old, { name: old['name'] }, kind, row)
        : change(old, sent, kind, row),
    ),
  ),
  broken('a PATCH starts from what was made', RESTED, startingFrom()),
  broken('every second PATCH is lost', STORED, everySecond('change')),
  broken('every second PUT is lost', STORED, everySecond('replace')),
  broken('a PATCH after a PUT starts from what was before the PUT', 'resources.', forgettingPuts()),
  broken('what comes within a second of a change is not written', STORED, {
    write(row, next, how, place, store) {
      if (how === 'create' || Date.now() - row.changedMs > 1_000) honest.write(row, next, how, place, store);
    },
  }),
  broken('texts are cut after sixty letters by an update', STORED, {
    ...ofKind('replace', lines, (old, sent, kind, row) => replace(old, cut(sent, 'remark', 3), kind, row)),
  }),
  broken(
    'quantities are added up by an update',
    STORED,
    ofKind('change', orders, (old, sent, kind, row) =>
      change(
        old,
        'quantity' in sent ? { ...sent, quantity: Number(old['quantity']) + Number(sent['quantity']) } : sent,
        kind,
        row,
      ),
    ),
  ),
  broken(
    'a PATCH mixes name and note up',
    STORED,
    ofKind('change', customers, (old, sent, kind, row) =>
      change(
        old,
        typeof sent['note'] === 'string' ? { ...sent, name: sent['note'], note: sent['name'] } : sent,
        kind,
        row,
      ),
    ),
  ),
  broken(
    'a PATCH of a mail address is one of the name, too',
    RESTED,
    ofKind('change', customers, (old, sent, kind, row) =>
      change(old, typeof sent['email'] === 'string' ? { name: sent['email'], ...sent } : sent, kind, row),
    ),
  ),
  broken(
    'revisions are taken from a PATCH',
    'resources.read-only-kept',
    ofKind('change', customers, (old, sent, kind, row) => ({
      ...change(old, sent, kind, row),
      ...('revision' in sent ? { revision: sent['revision'] } : {}),
    })),
  ),
  broken(
    'states of orders are taken from a PATCH',
    'resources.read-only-kept',
    ofKind('change', orders, (old, sent, kind, row) => ({
      ...change(old, sent, kind, row),
      ...('state' in sent ? { state: sent['state'] } : {}),
    })),
  ),
  broken('the secret is shown after an update', 'resources.write-only-hidden', {
    show: (row, where, kind, store) =>
      where === 'updated' ? row.entry : honest.show(row, where, kind, store),
  }),
  broken('a PUT of lines makes another one', 'collections.|resources.', {
    write(row, next, how, place, store) {
      honest.write(row, next, how, place, store);
      if (how === 'replace' && place.kind === lines) rowsAt(store, place.list).push({ ...row });
    },
  }),
];

function nulls(sent: Entry): Entry {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value === null));
}

function cut(sent: Entry, name: string, most: number): Entry {
  const text = sent[name];
  return typeof text === 'string' ? { ...sent, [name]: text.slice(0, most) } : sent;
}

function startingFrom(): Partial<Parts> {
  const first = new WeakMap<Row, Entry>();
  return {
    change(old, sent, kind, row) {
      const start = first.get(row) ?? old;
      first.set(row, start);
      return change(start, sent, kind, row);
    },
  };
}

function forgettingPuts(): Partial<Parts> {
  const before = new WeakMap<Row, Entry>();
  return {
    change(old, sent, kind, row) {
      const next = change(before.get(row) ?? old, sent, kind, row);
      before.set(row, next);
      return next;
    },
  };
}

function everySecond(how: 'change' | 'replace'): Partial<Parts> {
  let asked = 0;
  const usual = { change, replace }[how];
  return {
    [how]: (old: Entry, sent: Entry, kind: Kind, row: Row) => {
      asked += 1;
      return asked % 2 === 0 ? old : usual(old, sent, kind, row);
    },
  };
}

/** What an answer is kept by. */
function keyOf(ask: Ask): string {
  return `${ask.headers.authorization ?? ''} ${ask.path}?${ask.query.toString()}`;
}

/** Answers are kept until something of the kind happens. */
function cached(
  which: (ask: Ask, isList: boolean) => boolean,
  forgets: (ask: Ask) => boolean,
): Partial<Parts> {
  const kept = new Map<string, Reply>();
  return {
    before: (ask, place) =>
      ask.method === 'GET' && place !== undefined && header(ask, 'if-none-match') === undefined
        ? kept.get(keyOf(ask))
        : undefined,
    after(ask, reply, place) {
      if (forgets(ask)) for (const key of kept.keys()) if (key.includes(ask.path)) kept.delete(key);
      const isKept = ask.method === 'GET' && reply.status === 200 && place !== undefined;
      if (isKept && which(ask, place.id === undefined)) kept.set(keyOf(ask), reply);
      return reply;
    },
  };
}

const caches: readonly FaultyMember[] = [
  broken(
    'reads are cached, and a PATCH does not show',
    STORED,
    cached(
      (_ask, isList) => !isList,
      ({ method }) => method === 'PUT' || method === 'DELETE',
    ),
  ),
  broken(
    'reads are cached, and a PUT does not show',
    STORED,
    cached(
      (_ask, isList) => !isList,
      ({ method }) => method === 'PATCH' || method === 'DELETE',
    ),
  ),
  broken(
    'reads are cached, and a DELETE does not show',
    GONE,
    cached(
      (_ask, isList) => !isList,
      ({ method }) => method === 'PATCH' || method === 'PUT',
    ),
  ),
  broken(
    'lists are cached, and a DELETE does not show',
    GONE,
    cached(
      (_ask, isList) => isList,
      ({ method }) => method === 'POST',
    ),
  ),
  broken(
    'lists are cached, and a creation does not show',
    'collections.listed|resources.',
    cached(
      (_ask, isList) => isList,
      ({ method }) => method === 'DELETE',
    ),
  ),
  broken('lists show entries as they were made', 'listed-as-read', asMade()),
  broken('lists show the old values of what a PUT replaced', 'listed-as-read', oldInLists('replace')),
  broken('lists show the old values of what a PATCH changed', 'listed-as-read', oldInLists('change')),
];

function asMade(): Partial<Parts> {
  const first = new Map<string, Entry>();
  return {
    write(row, next, how, place, store) {
      if (how === 'create') first.set(row.id, next);
      honest.write(row, next, how, place, store);
    },
    show: (row, where, kind, store) =>
      honest.show(
        where === 'list' ? { ...row, entry: first.get(row.id) ?? row.entry } : row,
        where,
        kind,
        store,
      ),
  };
}

function oldInLists(which: 'replace' | 'change'): Partial<Parts> {
  const listed = new Map<string, Entry>();
  return {
    write(row, next, how, place, store) {
      if (how === which) listed.set(row.id, listed.get(row.id) ?? row.entry);
      else listed.delete(row.id);
      honest.write(row, next, how, place, store);
    },
    show: (row, where, kind, store) =>
      honest.show(
        where === 'list' ? { ...row, entry: listed.get(row.id) ?? row.entry } : row,
        where,
        kind,
        store,
      ),
  };
}

/** Looks for a line or an order by its identity alone, wherever it is. */
function findAnywhere(kinds: readonly Kind[]): Parts['find'] {
  return (store, list, id, ask) => {
    const usual = honest.find(store, list, id, ask);
    const [name = ''] = list.split('/').slice(-1);
    if (usual !== undefined || !kinds.some((kind) => kind.name === name)) return usual;
    return [...store.lists]
      .flatMap(([path, rows]) => (path.endsWith(`/${name}`) ? rows : []))
      .find((row) => row.id === id);
  };
}

const removals: readonly FaultyMember[] = [
  broken('lines outlive their customer', FOLLOW, {
    remove(store, list, row, place) {
      const kept = [...store.lists].filter(
        ([path]) => path.startsWith(`${list}/${row.id}/`) && path.endsWith('/lines'),
      );
      honest.remove(store, list, row, place);
      for (const [path, rows] of kept) store.lists.set(path, rows);
    },
    find: (store, list, id, ask) => {
      const usual = honest.find(store, list, id, ask);
      if (usual !== undefined || !ask.path.includes('/lines')) return usual;
      return (
        store.removed.find((one) => one.row.id === id)?.row ??
        [...store.lists.keys()].flatMap((path) =>
          path.startsWith(`${list}/${id}/`)
            ? [{ id, owner: 'first' as const, entry: {}, version: 1, changedMs: 0 }]
            : [],
        )[0]
      );
    },
  }),
  broken('lines outlive their order', FOLLOW, {
    remove(store, list, row, place) {
      const path = `${list}/${row.id}/lines`;
      const kept = store.lists.get(path);
      honest.remove(store, list, row, place);
      if (kept !== undefined) store.lists.set(path, kept);
    },
    find: (store, list, id, ask) =>
      honest.find(store, list, id, ask) ??
      (ask.path.includes('/lines') && list.endsWith('/orders')
        ? store.removed.find((one) => one.row.id === id)?.row
        : undefined),
  }),
  broken('a removal of a customer with orders fails', 'statuses.no-server-error', {
    before: (ask, place, store) =>
      ask.method === 'DELETE' &&
      place?.kind === customers &&
      honest.admits(ask) === 'first' &&
      (store.lists.get(`${place.list}/${place.id ?? ''}/orders`) ?? []).length > 0
        ? problem(500)
        : undefined,
  }),
  broken('a removal of an order with lines fails', 'statuses.no-server-error', {
    before: (ask, place, store) =>
      ask.method === 'DELETE' &&
      place?.kind === orders &&
      honest.admits(ask) === 'first' &&
      (store.lists.get(`${place.list}/${place.id ?? ''}/lines`) ?? []).length > 0
        ? problem(500)
        : undefined,
  }),
  broken('an order for a customer who is gone fails', 'statuses.no-server-error', {
    absent: (place, { method }) => problem(method === 'POST' && place.kind === orders ? 500 : 404),
  }),
  broken('a second removal fails', 'statuses.no-server-error', {
    absent: ({ kind, id }, { method }, store) =>
      problem(
        method === 'DELETE' && kind === lines && store.removed.some(({ row }) => row.id === id) ? 500 : 404,
      ),
  }),
  broken('a removal of an order removes all orders of the customer', OTHERS, {
    remove(store, list, row, place) {
      honest.remove(store, list, row, place);
      if (place.kind === orders) rowsAt(store, list).splice(0);
    },
  }),
  broken('a removal of a line removes the same line of all orders', OTHERS, {
    remove(store, list, row, place) {
      honest.remove(store, list, row, place);
      if (place.kind !== lines) return;
      for (const [path, rows] of store.lists)
        if (path.endsWith('/lines'))
          rows.splice(0, rows.length, ...rows.filter((one) => one.owner !== row.owner));
    },
  }),
  broken('an update of a customer loses the orders', OTHERS, {
    write(row, next, how, place, store) {
      honest.write(row, next, how, place, store);
      if (how !== 'create' && place.kind === customers) store.lists.delete(`${place.list}/${row.id}/orders`);
    },
  }),
  broken('a change of an order loses its lines', OTHERS, {
    write(row, next, how, place, store) {
      honest.write(row, next, how, place, store);
      if (how === 'change' && place.kind === orders) store.lists.delete(`${place.list}/${row.id}/lines`);
    },
  }),
  broken('numbers of orders are one more than there are', 'resources.|collections.', {
    identify: (store, kind, list) =>
      kind === orders ? rowsAt(store, list).length + 1 : honest.identify(store, kind, list),
  }),
  broken('a new line takes the place of the last one that was removed', 'resources.identity-not-reused', {
    identify: (store, kind, list) =>
      (kind === lines ? store.removed.findLast((one) => one.list === list)?.row.id : undefined) ??
      honest.identify(store, kind, list),
  }),
  broken('a removed customer is there again after an update', GONE, {
    absent(place, ask, store) {
      const found = store.removed.find(({ row }) => row.id === place.id);
      if (ask.method !== 'PATCH' || place.kind !== customers || found === undefined) return problem(404);
      rowsAt(store, found.list).push(found.row);
      return {
        status: 200,
        body: honest.show(found.row, 'updated', customers, store),
        headers: { 'Content-Type': 'application/json' },
      };
    },
  }),
  broken('orders are found with any customer', 'resources.found-in-one-place', {
    find: findAnywhere([orders]),
  }),
  broken('lines are found in any order', 'resources.found-in-one-place', { find: findAnywhere([lines]) }),
  broken('the list of orders shows those of all customers', INSIDE, {
    rowsOf: (store, list) =>
      list.endsWith('/orders')
        ? [...store.lists].flatMap(([path, rows]) => (path.endsWith('/orders') ? rows : []))
        : honest.rowsOf(store, list, EMPTY),
  }),
  broken('the list of lines shows those of all orders', INSIDE, {
    rowsOf: (store, list) =>
      list.endsWith('/lines')
        ? [...store.lists].flatMap(([path, rows]) => (path.endsWith('/lines') ? rows : []))
        : honest.rowsOf(store, list, EMPTY),
  }),
];

const EMPTY: Ask = {
  method: 'GET',
  path: '',
  query: new URLSearchParams(),
  headers: {},
  text: '',
  json: undefined,
};

let dropped = 0;

const conditions: readonly FaultyMember[] = [
  broken('412 for a removal, and it is done', REFUSED, {
    after(ask, reply, place, store) {
      const row =
        place === undefined ? undefined : rowsAt(store, place.list).find(({ id }) => id === place.id);
      if (ask.method === 'DELETE' && reply.status === 412 && row !== undefined && place !== undefined)
        honest.remove(store, place.list, row, place);
      return reply;
    },
  }),
  broken('tags that nobody knows match', 'resources.stale-tag-refused', {
    mayWrite: (ask, tag, ms) =>
      !/^"[0-9a-f-]{36}-\d+"$/.test(header(ask, 'if-match') ?? `"${'0'.repeat(36)}-1"`) ||
      honest.mayWrite(ask, tag, ms),
  }),
  broken('old tags are compared as text', 'resources.stale-tag-refused', {
    mayWrite: (ask, tag, ms) =>
      header(ask, 'if-match') === undefined
        ? honest.mayWrite(ask, tag, ms)
        : (header(ask, 'if-match') ?? '').slice(0, 12) === tag?.slice(0, 12),
  }),
  broken('the tag in the answer to an update is the one from before', 'resources.', {
    after(ask, reply) {
      const tag = reply.headers?.['ETag'];
      if ((ask.method !== 'PUT' && ask.method !== 'PATCH') || tag === undefined) return reply;
      return {
        ...reply,
        headers: {
          ...reply.headers,
          ETag: tag.replace(/-(\d+)"$/, (_all, at: string) => `-${String(Number(at) - 1)}"`),
        },
      };
    },
  }),
  broken('tags stay the same after a PATCH', 'resources.tag-changes', {
    write(row, next, how, place, store) {
      honest.write(row, next, how, place, store);
      if (how === 'change') row.version -= 1;
    },
  }),
  broken('tags stay the same after a PUT', 'resources.tag-changes', {
    write(row, next, how, place, store) {
      honest.write(row, next, how, place, store);
      if (how === 'replace') row.version -= 1;
    },
  }),
  broken('the date of the last change is that of the creation', 'resources.', {
    modified: ({ entry }) => Date.parse(textOf(entry['createdAt']) ?? '2020-01-01T00:00:00Z'),
  }),
  broken('304 for a date before the last change', 'resources.not-modified', {
    isUnchanged: (ask, tag, ms) =>
      header(ask, 'if-modified-since') !== undefined || honest.isUnchanged(ask, tag, ms),
  }),
  broken('a change is made although its date is too old', 'resources.stale-tag-refused', {
    mayWrite: (ask, tag, ms) => header(ask, 'if-match') === undefined || honest.mayWrite(ask, tag, ms),
  }),
  broken('the last number of a request alone is known', 'resources.repeated-once', {
    again(store, key, user) {
      const [last] = [...store.replies.keys()].slice(-1);
      return last === `${user} ${key}` ? store.replies.get(last) : undefined;
    },
  }),
  broken('a repeated creation is answered in the old way, and made', 'resources.repeated-once|collections.', {
    after(ask, reply, place, store) {
      const key = header(ask, 'idempotency-key');
      if (key === undefined || place === undefined || reply.status !== 201 || !isObject(ask.json))
        return reply;
      const [old] = rowsAt(store, place.list).filter(
        ({ entry }) => isObject(reply.body) && entry['id'] === reply.body['id'],
      );
      seenKeys.set(key, (seenKeys.get(key) ?? 0) + 1);
      dropped += 1;
      if (old !== undefined && (seenKeys.get(key) ?? 0) > 1) {
        const id = `00000000-0000-4000-8000-${String(dropped).padStart(12, '0')}`;
        rowsAt(store, place.list).push({ ...old, id, entry: { ...old.entry, id } });
      }
      return reply;
    },
  }),
  broken('Location names the customer before', 'resources.|headers.|collections.read-back', {
    location: (list, id) =>
      honest.location(
        list,
        id.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      ),
  }),
];

const seenKeys = new Map<string, number>();

function isOfOther(ask: Ask): boolean {
  return honest.admits(ask) === 'other';
}

function openFor(method: string, kind: Kind, depth: number): Partial<Parts> {
  return {
    isOpen: (user, row, owned, ask, isAbove) =>
      honest.isOpen(user, row, owned, ask, isAbove) ||
      (ask.method === method && ask.path.split('/').length === depth && (owned === kind || isAbove)),
  };
}

const users: readonly FaultyMember[] = [
  broken('another user reads orders', 'resources.not-read-by-others', openFor('GET', orders, 5)),
  broken('another user reads lines', 'resources.not-read-by-others', openFor('GET', lines, 7)),
  broken('another user changes orders', 'resources.not-changed-by-others', openFor('PATCH', orders, 5)),
  broken('another user replaces lines', 'resources.not-changed-by-others', openFor('PUT', lines, 7)),
  broken('another user removes orders', 'resources.not-removed-by-others', openFor('DELETE', orders, 5)),
  broken('another user removes lines', 'resources.not-removed-by-others', openFor('DELETE', lines, 7)),
  broken('another user lists orders', 'resources.not-listed-by-others', {
    ...openFor('GET', orders, 4),
    isListed: (user, row, kind, ask) => honest.isListed(user, row, kind, ask) || kind === orders,
  }),
  broken('another user lists customers with a filter', 'resources.not-listed-by-others', {
    isListed: (user, row, kind, ask) =>
      honest.isListed(user, row, kind, ask) ||
      (kind === customers && (ask.query.has('tier') || ask.query.has('newsletter'))),
  }),
  broken('another user puts orders to a customer', 'resources.not-changed-by-others', {
    ...openFor('POST', orders, 4),
    isListed: () => true,
  }),
  broken('another user puts lines to an order', 'resources.not-changed-by-others', {
    ...openFor('POST', lines, 6),
    isListed: () => true,
  }),
  broken('another user cancels orders', 'resources.', openFor('POST', orders, 6)),
  broken('a PUT by another user takes the customer over', 'resources.', {
    before(ask, place, store) {
      if (ask.method !== 'PUT' || place?.kind !== customers || !isOfOther(ask) || !isObject(ask.json))
        return undefined;
      const rows = rowsAt(store, place.list);
      const at = rows.findIndex(({ id }) => id === place.id);
      const row = rows[at];
      if (row === undefined) return undefined;
      rows[at] = { ...row, owner: 'other', entry: { ...row.entry, ...own(ask.json, customers) } };
      return {
        status: 200,
        body: honest.show(row, 'updated', customers, store),
        headers: { 'Content-Type': 'application/json' },
      };
    },
  }),
];

export const faultyShops: readonly FaultyMember[] = [
  ...updates,
  ...caches,
  ...removals,
  ...conditions,
  ...users,
];
