import {
  type Ask,
  isKnown,
  type MakeService,
  type Reply,
} from '../../other-interfaces/run-against-service.ts';
import { type Entry, isObject, isText, problem, textOf, without } from '../nested.ts';

/**
 * The service of `openapi.yaml`: carts with lines that are read in their cart alone, bookings that can be cancelled, and exports that
 * are begun. What it does otherwise than usual is named: by a freedom that the document leaves, or by a fault.
 */

type Shelf = { readonly entries: Map<string, Entry>; made: number };

type Market = {
  readonly carts: Shelf;
  readonly bookings: Shelf;
  readonly exports: Shelf;
  lines: number;
};

/** What a member does otherwise. */
export type Ways = {
  /** What comes before anything else; `undefined` goes on. */
  readonly before: (ask: Ask, market: Market) => Reply | undefined;
  readonly after: (ask: Ask, reply: Reply, market: Market) => Reply;
  /** A new entry, of what was sent. */
  readonly make: (entry: Entry, sent: Entry, market: Market) => Entry;
  /** What is kept of an entry that something was done to. */
  readonly done: (old: Entry, next: Entry, ask: Ask) => Entry;
  readonly keepLine: (
    lines: readonly Entry[],
    line: Entry,
    how: 'add' | 'change' | 'remove',
  ) => readonly Entry[];
  readonly mayAgain: (ask: Ask) => boolean;
  readonly location: (path: string, market: Market) => string;
  readonly found: (entries: readonly Entry[], ask: Ask) => readonly Entry[];
  readonly total: (found: readonly Entry[], page: readonly Entry[], ask: Ask, market: Market) => number;
};

export const usual: Ways = {
  before: () => undefined,
  after: (_ask, reply) => reply,
  make: (entry) => entry,
  done: (_old, next) => next,
  keepLine(lines, line, how) {
    if (how === 'add') return [...lines, line];
    const rest = lines.map((one) => (one['lineId'] === line['lineId'] ? line : one));
    return how === 'change' ? rest : rest.filter((one) => one !== line);
  },
  mayAgain: () => false,
  location: (path) => path,
  found: chosen,
  total: (found) => found.length,
};

const isAmount = (value: unknown): boolean => isWhole(value, 1, 999);

function isWhole(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}

function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const atMs = Date.parse(value);
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(value);
}

type Rules = { readonly [name: string]: (value: unknown) => boolean };

const CART: Rules = {
  owner: (value) => isText(value, 1, 80),
  currency: (value) => value === 'EUR' || value === 'CHF' || value === 'USD',
  priority: (value) => isWhole(value, 1, 9),
  gift: (value) => typeof value === 'boolean',
  note: (value) => isText(value, 0, 200),
};
const LINE: Rules = {
  article: (value) => isText(value, 1, 80),
  amount: isAmount,
  remark: (value) => isText(value, 0, 100),
};
const BOOKING: Rules = {
  guest: (value) => isText(value, 1, 80),
  seats: (value) => isWhole(value, 1, 20),
  table: (value) => isText(value, 0, 20),
  comment: (value) => isText(value, 0, 120),
  day: isDay,
};
const EXPORT: Rules = {
  title: (value) => isText(value, 1, 80),
  format: (value) => value === 'csv' || value === 'json',
};

function known(body: unknown, rules: Rules, required: readonly string[]): Entry | undefined {
  if (!isObject(body) || required.some((name) => !Object.hasOwn(body, name))) return undefined;
  const names = Object.keys(body).filter((name) => Object.hasOwn(rules, name));
  if (names.some((name) => rules[name]?.(body[name]) !== true)) return undefined;
  return Object.fromEntries(names.map((name) => [name, body[name]]));
}

function linesOf(cart: Entry): readonly Entry[] {
  return Array.isArray(cart['lines']) ? cart['lines'].filter(isObject) : [];
}

function withLines(cart: Entry, lines: readonly Entry[]): Entry {
  return { ...cart, lines, total: lines.reduce((sum, { amount }) => sum + Number(amount), 0) };
}

function chosen(entries: readonly Entry[], { query }: Ask): readonly Entry[] {
  const [state, q, sort] = [query.get('state'), query.get('q'), query.get('sort')];
  const left = entries.filter(
    (entry) =>
      (state === null || entry['state'] === state) &&
      (q === null || String(entry['guest']).toLowerCase().includes(q.toLowerCase())),
  );
  if (sort === null) return left;
  const [name, sign] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort, 1];
  return left.toSorted((a, b) => sign * order(a[name], b[name]));
}

function order(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [one, other] = [textOf(a) ?? '', textOf(b) ?? ''];
  return one < other ? -1 : Number(one > other);
}

function wholeIn(
  { query }: Ask,
  name: string,
  other: number,
  least: number,
  most: number,
): number | undefined {
  const text = query.get(name);
  if (text === null) return other;
  const value = Number(text);
  return text !== '' && isWhole(value, least, most) ? value : undefined;
}

const FAR = Number.MAX_SAFE_INTEGER;
const ASKED: Readonly<Record<string, readonly string[]>> = {
  state: ['booked', 'cancelled'],
  sort: ['guest', '-guest', 'seats', '-seats'],
};

/** Makes a market with these ways in place of the usual ones. */
export function marketWith(changes: Partial<Ways> = {}): MakeService {
  return () => {
    const ways: Ways = { ...usual, ...changes };
    const market: Market = {
      carts: { entries: new Map(), made: 0 },
      bookings: { entries: new Map(), made: 1_000 },
      exports: { entries: new Map(), made: 0 },
      lines: 0,
    };

    function addCart(sent: Entry): Entry {
      market.carts.made += 1;
      const cartId = `c${String(market.carts.made)}`;
      const defaults = { currency: 'EUR', priority: 3, gift: false };
      const added = {
        cartId,
        state: 'open',
        total: 0,
        createdAt: new Date().toISOString(),
        clerk: 'Kim',
        lines: [],
      };
      const entry = ways.make({ ...defaults, ...known(sent, CART, []), ...added }, sent, market);
      market.carts.entries.set(String(entry['cartId']), entry);
      return entry;
    }

    function addBooking(sent: Entry): Entry {
      market.bookings.made += 1;
      const added = { bookingId: market.bookings.made, state: 'booked', bookedAt: new Date().toISOString() };
      const entry = ways.make({ ...known(sent, BOOKING, []), ...added }, sent, market);
      market.bookings.entries.set(String(entry['bookingId']), entry);
      return entry;
    }

    function addExport(sent: Entry): Entry {
      market.exports.made += 1;
      const exportId = `e${String(market.exports.made)}`;
      const entry = ways.make(
        { format: 'csv', ...known(sent, EXPORT, []), exportId, state: 'running' },
        sent,
        market,
      );
      market.exports.entries.set(String(entry['exportId']), entry);
      return entry;
    }

    function carts(ask: Ask, [, id, part, inner, ...rest]: readonly string[]): Reply {
      const { entries } = market.carts;
      if (rest.length > 0) return problem(404);
      if (id === undefined) {
        if (ask.method === 'POST') {
          if (known(ask.json, CART, ['owner']) === undefined || !isObject(ask.json)) return problem(400);
          const entry = addCart(ask.json);
          return {
            status: 201,
            body: entry,
            headers: { Location: ways.location(`/carts/${String(entry['cartId'])}`, market) },
          };
        }
        if (ask.method !== 'GET' && ask.method !== 'HEAD') return problem(405);
        const [from, size] = [wholeIn(ask, 'offset', 0, 0, FAR), wholeIn(ask, 'limit', 20, 1, 50)];
        if (from === undefined || size === undefined) return problem(400);
        const all = ways.found([...entries.values()], ask);
        const page = all.slice(from, from + size);
        return {
          status: 200,
          body: page,
          headers: { 'X-Total-Count': String(ways.total(all, page, ask, market)) },
        };
      }
      const cart = entries.get(id);
      if (cart === undefined) return problem(404);
      if (part === undefined) {
        if (ask.method === 'GET' || ask.method === 'HEAD') return { status: 200, body: cart };
        if (ask.method !== 'DELETE') return problem(405);
        entries.delete(id);
        return { status: 204 };
      }
      if (part === 'checkout' && inner === undefined) {
        if (ask.method !== 'POST') return problem(405);
        if (cart['state'] !== 'open' && !ways.mayAgain(ask)) return problem(409);
        const next = { ...cart, state: 'ordered' };
        entries.set(id, ways.done(cart, next, ask));
        return { status: 200, body: next };
      }
      if (part !== 'lines') return problem(404);
      if (inner === undefined) {
        if (ask.method !== 'POST') return problem(405);
        const sent = known(ask.json, LINE, ['article']);
        if (sent === undefined) return problem(400);
        if (cart['state'] !== 'open') return problem(409);
        market.lines += 1;
        const line = ways.make({ amount: 1, ...sent, lineId: `l${String(market.lines)}` }, sent, market);
        entries.set(id, withLines(cart, ways.keepLine(linesOf(cart), line, 'add')));
        return { status: 201, body: line };
      }
      const line = linesOf(cart).find(({ lineId }) => lineId === inner);
      if (line === undefined) return problem(404);
      if (ask.method === 'PATCH') {
        const sent = known(ask.json, LINE, []);
        if (sent === undefined || Object.keys(isObject(ask.json) ? ask.json : {}).length === 0)
          return problem(400);
        if (cart['state'] !== 'open') return problem(409);
        const next = { ...line, ...without(sent, 'article') };
        entries.set(id, withLines(cart, ways.keepLine(linesOf(cart), next, 'change')));
        return { status: 200, body: next };
      }
      if (ask.method !== 'DELETE') return problem(405);
      if (cart['state'] !== 'open') return problem(409);
      entries.set(id, withLines(cart, ways.keepLine(linesOf(cart), line, 'remove')));
      return { status: 204 };
    }

    function bookings(ask: Ask, [, id, part, ...rest]: readonly string[]): Reply {
      const { entries } = market.bookings;
      if (rest.length > 0) return problem(404);
      if (id === undefined) {
        if (ask.method === 'POST') {
          if (known(ask.json, BOOKING, ['guest', 'seats']) === undefined || !isObject(ask.json))
            return problem(400);
          return { status: 201, body: addBooking(ask.json) };
        }
        if (ask.method !== 'GET' && ask.method !== 'HEAD') return problem(405);
        const [page, size] = [wholeIn(ask, 'page', 1, 1, FAR), wholeIn(ask, 'perPage', 10, 1, 20)];
        const isOdd = Object.entries(ASKED).some(
          ([name, values]) => !values.includes(ask.query.get(name) ?? values[0] ?? ''),
        );
        const { length } = ask.query.get('q') ?? 'q';
        if (page === undefined || size === undefined || isOdd || length === 0 || length > 50)
          return problem(400);
        const all = ways.found([...entries.values()], ask);
        const items = all.slice((page - 1) * size, page * size);
        return { status: 200, body: { items, total: ways.total(all, items, ask, market) } };
      }
      if (!/^-?\d+$/.test(id)) return problem(400);
      const entry = entries.get(id);
      if (entry === undefined) return problem(404);
      if (part === undefined) {
        return ask.method === 'GET' || ask.method === 'HEAD' ? { status: 200, body: entry } : problem(405);
      }
      if (part !== 'cancel') return problem(404);
      if (ask.method !== 'POST') return problem(405);
      if (entry['state'] !== 'booked' && !ways.mayAgain(ask)) return problem(409);
      const next = { ...entry, state: 'cancelled' };
      entries.set(id, ways.done(entry, next, ask));
      return { status: 200, body: next };
    }

    function exported(ask: Ask, [, id, ...rest]: readonly string[]): Reply {
      if (rest.length > 0) return problem(404);
      if (id === undefined) {
        if (ask.method !== 'POST') return problem(405);
        if (known(ask.json, EXPORT, ['title']) === undefined || !isObject(ask.json)) return problem(400);
        const entry = addExport(ask.json);
        return {
          status: 202,
          body: entry,
          headers: { Location: ways.location(`/exports/${String(entry['exportId'])}`, market) },
        };
      }
      const entry = market.exports.entries.get(id);
      if (entry === undefined) return problem(404);
      market.exports.entries.set(id, { ...entry, state: 'done' });
      return ask.method === 'GET' || ask.method === 'HEAD' ? { status: 200, body: entry } : problem(405);
    }

    function answer(ask: Ask): Reply {
      const segments = ask.path.split('/').slice(1).map(decodeURIComponent);
      const serve = new Map([
        ['carts', carts],
        ['bookings', bookings],
        ['exports', exported],
      ]).get(segments[0] ?? '');
      if (serve === undefined) return problem(404);
      return isKnown(ask) ? serve(ask, segments) : problem(401);
    }

    for (const owner of ['Ada', 'Bert', 'Cleo']) addCart({ owner });
    for (const guest of ['Dora', 'Emil']) addBooking({ guest, seats: 2 });
    addExport({ title: 'All of May' });
    return (ask) => {
      try {
        const reply = ways.before(ask, market) ?? answer(ask);
        return ways.after(ask, reply, market);
      } catch (error) {
        if (error instanceof URIError) return problem(400);
        throw error;
      }
    };
  };
}
