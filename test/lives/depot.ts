import { randomUUID } from 'node:crypto';
import { type Ask, isKnown, type MakeService, type Reply } from '../other-interfaces/run-against-service.ts';

/** The service of `openapi.yaml`, in so many small parts that a member of the zoo replaces one of them. */

export type Entry = { readonly [name: string]: unknown };
export type Kind = 'shelves' | 'boxes' | 'keepers';

/** Entries of one kind in one place; boxes are in the place of their shelf. */
export type Shelf = { readonly kind: Kind; readonly above: string; readonly entries: Entry[] };

/** All that the service keeps. */
export type Depot = {
  readonly shelves: Map<string, Shelf>;
  /** What was removed, with its kind. */
  readonly removed: { readonly kind: Kind; readonly entry: Entry }[];
  made: number;
};

/** Where an entry is shown. */
type Where = 'made' | 'updated' | 'read' | 'list';

/** The parts of the service. */
export type Parts = {
  readonly identify: (depot: Depot, kind: Kind) => unknown;
  /** Members that the service gives a new entry, and those that were sent. */
  readonly create: (sent: Entry, kind: Kind) => Entry;
  readonly replace: (old: Entry, sent: Entry, kind: Kind) => Entry;
  readonly change: (old: Entry, sent: Entry, kind: Kind) => Entry;
  /** After something was stored. */
  readonly stored: (depot: Depot, shelf: Shelf, at: number, how: 'create' | 'replace' | 'change') => void;
  readonly remove: (depot: Depot, shelf: Shelf, at: number) => void;
  readonly show: (entry: Entry, where: Where, kind: Kind, depot: Depot) => Entry;
  readonly listed: (shelf: Shelf, depot: Depot) => readonly Entry[];
  /** The entries that were asked for, in the order that was asked for. */
  readonly select: (entries: readonly Entry[], ask: Ask, kind: Kind) => readonly Entry[];
  readonly page: (entries: readonly Entry[], ask: Ask, kind: Kind) => Reply;
  readonly admits: (ask: Ask) => boolean;
  readonly allows: (kind: Kind, body: unknown, isChange: boolean) => body is Entry;
  /** Before a body is looked at, for what a refused request does all the same. */
  readonly peek: (depot: Depot, shelf: Shelf, at: number, ask: Ask) => void;
  readonly absent: (depot: Depot, kind: Kind, id: string, ask: Ask) => Reply;
  readonly removedReply: (kind: Kind, entry: Entry) => Reply;
  readonly madeReply: (reply: Reply, kind: Kind) => Reply;
  /** Whether the shelf of a box has to be there. */
  readonly needsShelf: boolean;
};

export const ID: { readonly [kind in Kind]: string } = { shelves: 'id', boxes: 'boxId', keepers: 'id' };

export function problem(status: number): Reply {
  const headers: { readonly [name: string]: string } = {
    'Content-Type': 'application/problem+json',
    ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
  };
  return { status, body: { title: 'problem', status }, headers };
}

function isObject(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown, least: number, most: number): boolean {
  if (typeof value !== 'string') return false;
  const { length } = Array.from(value);
  return length >= least && length <= most;
}

type Rules = { readonly [name: string]: (value: unknown) => boolean };

const RULES: { readonly [kind in Kind]: Rules } = {
  shelves: {
    label: (value) => isText(value, 1, 120),
    zone: (value) => ['dry', 'cold', 'secure'].some((one) => one === value),
    height: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 500,
    note: (value) => isText(value, 0, 200),
    isLocked: (value) => typeof value === 'boolean',
  },
  boxes: {
    content: (value) => isText(value, 1, 120),
    weight: (value) => typeof value === 'number' && value >= 0 && value <= 1000,
    tags: (value) =>
      Array.isArray(value) && value.length <= 5 && value.every((one: unknown) => isText(one, 0, 20)),
  },
  keepers: {
    name: (value) => isText(value, 1, 120),
    motto: (value) => isText(value, 0, 120),
    pin: (value) => isText(value, 4, 40),
  },
};

const REQUIRED: { readonly [kind in Kind]: readonly string[] } = {
  shelves: ['label', 'zone'],
  boxes: ['content'],
  keepers: ['name'],
};

/** The members that clients give, of whatever was sent. */
export function ownMembers(kind: Kind, sent: Entry): Entry {
  return Object.fromEntries(Object.entries(sent).filter(([name]) => Object.hasOwn(RULES[kind], name)));
}

/** Members of the service, as they are at first. */
function serviceMembers(kind: Kind): Entry {
  if (kind === 'shelves') return { changedAt: new Date().toISOString(), boxCount: 0 };
  return kind === 'keepers' ? { state: 'present', score: 3 } : {};
}

export function withDefaults(kind: Kind, sent: Entry): Entry {
  return kind === 'shelves' ? { isLocked: false, ...sent } : sent;
}

function kept(kind: Kind, old: Entry): Entry {
  const names = new Set([ID[kind], 'changedAt', 'boxCount', 'state', 'score']);
  return Object.fromEntries(Object.entries(old).filter(([name]) => names.has(name)));
}

function pageNumbers(
  ask: Ask,
  least: string,
  first: string,
): readonly [limit: number, from: number] | undefined {
  const [limit, from] = [
    Number(ask.query.get(least) ?? 10),
    Number(ask.query.get(first) ?? (first === 'page' ? 1 : 0)),
  ];
  const isFine = Number.isInteger(limit) && limit >= 1 && limit <= 50 && Number.isInteger(from);
  return isFine && from >= (first === 'page' ? 1 : 0) ? [limit, from] : undefined;
}

const SORTS = ['label', '-label', 'height', '-height', 'changedAt'];

/** How two values stand; what is missing comes last. */
function compared(a: unknown, b: unknown): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [one, other] = [JSON.stringify(a), JSON.stringify(b)];
  return one < other ? -1 : Number(one > other);
}

function selectOf(entries: readonly Entry[], { query }: Ask, kind: Kind): readonly Entry[] {
  if (kind !== 'shelves') return entries;
  const names = ['zone', 'isLocked'].filter((name) => query.has(name));
  const own = entries.filter((entry) => names.every((name) => String(entry[name]) === query.get(name)));
  const sort = query.get('sort');
  if (sort === null) return own;
  const [member, sign] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort, 1];
  return own.toSorted((a, b) => compared(a[member], b[member]) * sign);
}

function isWrong({ query }: Ask): boolean {
  const [zone, isLocked, sort] = ['zone', 'isLocked', 'sort'].map((name) => query.get(name));
  return (
    (zone !== null && RULES.shelves['zone']?.(zone) !== true) ||
    (typeof isLocked === 'string' && !['true', 'false'].includes(isLocked)) ||
    (typeof sort === 'string' && !SORTS.includes(sort))
  );
}

/** Cuts a list into pages as its document says. */
function pageOf(entries: readonly Entry[], ask: Ask, kind: Kind): Reply {
  if (kind === 'shelves') {
    const numbers = pageNumbers(ask, 'limit', 'offset');
    if (numbers === undefined || isWrong(ask)) return problem(400);
    const [limit, offset] = numbers;
    return { status: 200, body: { items: entries.slice(offset, offset + limit), total: entries.length } };
  }
  if (kind === 'keepers') {
    const numbers = pageNumbers(ask, 'size', 'page');
    if (numbers === undefined) return problem(400);
    const [size, page] = numbers;
    const isMore = page * size < entries.length;
    const next = `</keepers?page=${String(page + 1)}&size=${String(size)}>; rel="next"`;
    return {
      status: 200,
      body: entries.slice((page - 1) * size, page * size),
      headers: { 'Content-Type': 'application/json', ...(isMore ? { Link: next } : {}) },
    };
  }
  const numbers = pageNumbers(ask, 'pageSize', 'offset');
  const from = Number(ask.query.get('cursor')?.replace(/^c/, '') ?? 0);
  if (numbers === undefined || !Number.isInteger(from) || from < 0) return problem(400);
  const [size] = numbers;
  const next = from + size < entries.length ? `c${String(from + size)}` : null;
  return { status: 200, body: { data: entries.slice(from, from + size), nextCursor: next } };
}

export const honestParts: Parts = {
  identify(depot, kind) {
    depot.made += 1;
    if (kind === 'boxes') return randomUUID();
    return kind === 'shelves' ? depot.made : `k${String(depot.made)}`;
  },
  create: (sent, kind) => ({ ...withDefaults(kind, ownMembers(kind, sent)), ...serviceMembers(kind) }),
  replace: (old, sent, kind) => ({ ...withDefaults(kind, ownMembers(kind, sent)), ...kept(kind, old) }),
  change(old, sent, kind) {
    const next = { ...old, ...ownMembers(kind, sent) };
    return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== null));
  },
  stored: () => undefined,
  remove(depot, { kind, entries }, at) {
    const [entry] = entries.splice(at, 1);
    if (entry === undefined) return;
    depot.removed.push({ kind, entry });
    if (kind === 'shelves') depot.shelves.delete(`boxes ${String(entry['id'])}`);
  },
  show: ({ pin: _pin, ...shown }) => shown,
  listed: ({ entries }) => entries,
  select: selectOf,
  page: pageOf,
  admits: isKnown,
  allows: (kind, body, isChange): body is Entry =>
    isObject(body) &&
    (isChange || REQUIRED[kind].every((name) => Object.hasOwn(body, name))) &&
    (kind !== 'shelves' || !isChange || Object.keys(body).length > 0) &&
    Object.entries(body).every(
      ([name, value]) => !Object.hasOwn(RULES[kind], name) || RULES[kind][name]?.(value) === true,
    ),
  peek: () => undefined,
  absent: () => problem(404),
  removedReply: () => ({ status: 204 }),
  madeReply: (reply) => reply,
  needsShelf: true,
};

/** The shelf of a kind, in its place. */
export function shelfOf(depot: Depot, kind: Kind, above: string): Shelf {
  const key = kind === 'boxes' ? `boxes ${above}` : kind;
  const known = depot.shelves.get(key) ?? { kind, above, entries: [] };
  depot.shelves.set(key, known);
  return known;
}

type Place = { readonly kind: Kind; readonly above: string; readonly id: string | undefined };

function placeOf(path: string): Place | undefined {
  const [, first, id, second, inner, ...more] = path.split('/').map(decodeURIComponent);
  if (more.length > 0) return undefined;
  if (first === 'shelves' && second === 'boxes' && id !== undefined)
    return { kind: 'boxes', above: id, id: inner };
  if (second !== undefined) return undefined;
  return first === 'shelves' || first === 'keepers' ? { kind: first, above: '', id } : undefined;
}

function tagOf(entry: Entry): { readonly [name: string]: string } {
  const text = JSON.stringify(entry);
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 4_294_967_291;
  return { 'Content-Type': 'application/json', ETag: `"${sum.toString(36)}"` };
}

const SEED = 12;

/** Makes a service with these parts in place of the honest ones. */
export function depotWith(changes: Partial<Parts> = {}): MakeService {
  return () => {
    const parts: Parts = { ...honestParts, ...changes };
    const state: Depot = { shelves: new Map(), removed: [], made: 0 };

    function add(kind: Kind, above: string, sent: Entry): Entry {
      const shelf = shelfOf(state, kind, above);
      const entry = { [ID[kind]]: parts.identify(state, kind), ...parts.create(sent, kind) };
      shelf.entries.push(entry);
      return entry;
    }

    function created({ kind, above }: Place, { json }: Ask): Reply {
      if (!parts.allows(kind, json, false)) return problem(400);
      const entry = add(kind, above, json);
      const shelf = shelfOf(state, kind, above);
      parts.stored(state, shelf, shelf.entries.length - 1, 'create');
      const list = kind === 'boxes' ? `/shelves/${above}/boxes` : `/${kind}`;
      const headers = { 'Content-Type': 'application/json', Location: `${list}/${String(entry[ID[kind]])}` };
      return parts.madeReply({ status: 201, body: parts.show(entry, 'made', kind, state), headers }, kind);
    }

    function updated(shelf: Shelf, at: number, { method, json }: Ask): Reply {
      const { kind, entries } = shelf;
      const old = entries[at] ?? {};
      if (!parts.allows(kind, json, method === 'PATCH')) return problem(400);
      const next = method === 'PATCH' ? parts.change(old, json, kind) : parts.replace(old, json, kind);
      entries[at] = next;
      parts.stored(state, shelf, at, method === 'PATCH' ? 'change' : 'replace');
      return { status: 200, body: parts.show(next, 'updated', kind, state) };
    }

    function answer(ask: Ask): Reply {
      const place = placeOf(ask.path);
      if (place === undefined) return problem(404);
      const { kind, above, id } = place;
      const shelf = shelfOf(state, kind, above);
      const at = shelf.entries.findIndex((entry) => String(entry[ID[kind]]) === id);
      if (id !== undefined && at >= 0) parts.peek(state, shelf, at, ask);
      if (!parts.admits(ask)) return problem(401);
      if (kind === 'shelves' && id !== undefined && !/^-?\d+$/.test(id)) return problem(400);
      const isThere = shelfOf(state, 'shelves', '').entries.some((entry) => String(entry['id']) === above);
      if (kind === 'boxes' && parts.needsShelf && !isThere) return problem(404);
      if (id === undefined) {
        if (ask.method === 'POST') return created(place, ask);
        if (ask.method !== 'GET' && ask.method !== 'HEAD') return problem(405);
        const shown = parts.listed(shelf, state).map((entry) => parts.show(entry, 'list', kind, state));
        return parts.page(parts.select(shown, ask, kind), ask, kind);
      }
      if (at < 0) return parts.absent(state, kind, id, ask);
      const entry = shelf.entries[at] ?? {};
      const methods = { shelves: 'PUT PATCH', boxes: 'PATCH', keepers: 'PUT' }[kind].split(' ');
      if (methods.includes(ask.method)) return updated(shelf, at, ask);
      if (ask.method === 'DELETE') {
        parts.remove(state, shelf, at);
        return parts.removedReply(kind, entry);
      }
      if (ask.method !== 'GET' && ask.method !== 'HEAD') return problem(405);
      const body = parts.show(entry, 'read', kind, state);
      return { status: 200, body, headers: tagOf(body) };
    }

    for (let at = 0; at < SEED; at += 1) {
      add('shelves', '', { label: `Shelf ${String(at)}`, zone: 'dry' });
      add('keepers', '', { name: `Keeper ${String(at)}` });
    }
    return (ask) => {
      try {
        return answer(ask);
      } catch (error) {
        if (error instanceof URIError) return problem(400);
        throw error;
      }
    };
  };
}
