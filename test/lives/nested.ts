import { type Ask, type MakeService, type Reply, userOf } from '../other-interfaces/run-against-service.ts';

/**
 * Services of collections inside of collections, to any depth, in so many small parts that a member of a zoo replaces one or two of
 * them. Which collections there are, and what their entries have, a description says (`Kind`).
 */

type User = 'first' | 'other';
export type Entry = { readonly [name: string]: unknown };

/** An entry as it is kept. */
export type Row = {
  readonly id: string;
  readonly owner: User;
  entry: Entry;
  version: number;
  changedMs: number;
};

/** All that a service keeps: rows by the path of their list. */
export type Store = {
  readonly lists: Map<string, Row[]>;
  readonly removed: { readonly list: string; readonly row: Row }[];
  readonly replies: Map<string, Reply>;
  made: number;
  /** How many changes were made in all. */
  changes: number;
};

type Rules = { readonly [name: string]: (value: unknown) => boolean };

/** What the document has of one collection. */
export type Kind = {
  readonly name: string;
  /** The name of the collection above. */
  readonly inside?: string;
  readonly identity: string;
  readonly newId: (store: Store) => unknown;
  readonly rules: Rules;
  readonly required: readonly string[];
  /** A change names one member at least. */
  readonly isChangeFilled?: true;
  readonly defaults: Entry;
  /** Members of the service, of a new entry. */
  readonly computed: (store: Store) => Entry;
  /** Members that no answer shows. */
  readonly hidden: readonly string[];
  /** Methods of an entry besides GET; of the list, where it is not the usual two. */
  readonly methods: readonly string[];
  readonly listMethods?: readonly string[];
  /** Actions on an entry, and what becomes of it. */
  readonly actions?: { readonly [name: string]: (entry: Entry) => Entry };
  readonly isShared?: true;
  readonly hasTags?: true;
  readonly hasListTag?: true;
  readonly idPattern?: RegExp;
  readonly filters: readonly string[];
  readonly sorts: readonly string[];
  readonly page: (entries: readonly Entry[], ask: Ask, list: string) => Reply;
};

/** What a path names. */
type Place = {
  readonly kind: Kind;
  readonly list: string;
  readonly id: string | undefined;
  readonly action: string | undefined;
  /** The entries that it is inside of, the outermost first. */
  readonly above: readonly { readonly kind: Kind; readonly list: string; readonly id: string }[];
};

type Where = 'made' | 'updated' | 'read' | 'list';
type How = 'create' | 'replace' | 'change' | 'action';

export type Parts = {
  readonly admits: (ask: Ask) => User | undefined;
  /** What comes before anything else is looked at; `undefined` goes on. */
  readonly before: (ask: Ask, place: Place | undefined, store: Store) => Reply | undefined;
  readonly after: (ask: Ask, reply: Reply, place: Place | undefined, store: Store) => Reply;
  readonly identify: (store: Store, kind: Kind, list: string) => unknown;
  readonly make: (sent: Entry, kind: Kind, store: Store) => Entry;
  readonly replace: (old: Entry, sent: Entry, kind: Kind, row: Row) => Entry;
  readonly change: (old: Entry, sent: Entry, kind: Kind, row: Row) => Entry;
  /** Writes an entry, old or new. */
  readonly write: (row: Row, next: Entry, how: How, place: Place, store: Store) => void;
  readonly find: (store: Store, list: string, id: string, ask: Ask) => Row | undefined;
  readonly rowsOf: (store: Store, list: string, ask: Ask) => readonly Row[];
  readonly remove: (store: Store, list: string, row: Row, place: Place) => void;
  readonly show: (row: Row, where: Where, kind: Kind, store: Store) => Entry;
  readonly select: (entries: readonly Entry[], ask: Ask, kind: Kind) => readonly Entry[] | undefined;
  readonly page: (entries: readonly Entry[], ask: Ask, kind: Kind, list: string) => Reply;
  readonly isOpen: (user: User, row: Row, kind: Kind, ask: Ask, isAbove: boolean) => boolean;
  readonly isListed: (user: User, row: Row, kind: Kind, ask: Ask) => boolean;
  readonly tag: (row: Row, kind: Kind) => string | undefined;
  readonly modified: (row: Row) => number;
  readonly isUnchanged: (ask: Ask, tag: string | undefined, modifiedMs: number | undefined) => boolean;
  readonly mayWrite: (ask: Ask, tag: string | undefined, modifiedMs: number) => boolean;
  /** The answer to a creation that came before. */
  readonly again: (store: Store, key: string, user: User, ask: Ask) => Reply | undefined;
  readonly location: (list: string, id: string) => string;
  readonly absent: (place: Place, ask: Ask, store: Store) => Reply;
};

export function problem(status: number): Reply {
  const headers: { readonly [name: string]: string } = {
    'Content-Type': 'application/problem+json',
    ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
  };
  return { status, body: { title: 'problem', status }, headers };
}

export function isObject(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isText(value: unknown, least: number, most: number): value is string {
  if (typeof value !== 'string') return false;
  const { length } = Array.from(value);
  return length >= least && length <= most;
}

/** A text, where it is one. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The members of a body that clients may give. */
export function own(sent: Entry, kind: Kind): Entry {
  return Object.fromEntries(Object.entries(sent).filter(([name]) => Object.hasOwn(kind.rules, name)));
}

export function without(entry: Entry, ...names: readonly string[]): Entry {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !names.includes(name)));
}

/** A merge patch (RFC 7396). */
export function merged(old: Entry, sent: Entry): Entry {
  const next = new Map(Object.entries(old));
  for (const [name, value] of Object.entries(sent)) {
    const before = next.get(name);
    if (value === null) next.delete(name);
    else next.set(name, isObject(value) ? merged(isObject(before) ? before : {}, value) : value);
  }
  return Object.fromEntries(next);
}

/** Members of the service, of an entry that is there. */
function computedOf(old: Entry, kind: Kind): Entry {
  return Object.fromEntries(Object.entries(old).filter(([name]) => !Object.hasOwn(kind.rules, name)));
}

export function header({ headers }: Ask, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

function seconds(ms: number): number {
  return Math.floor(ms / 1_000);
}

function tagsIn(condition: string): readonly string[] {
  return condition.split(',').map((tag) => tag.trim());
}

/** How two values stand; what is missing comes last. */
export function compared(a: unknown, b: unknown): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [one, other] = [textOf(a) ?? JSON.stringify(a), textOf(b) ?? JSON.stringify(b)];
  return one < other ? -1 : Number(one > other);
}

function selected(entries: readonly Entry[], { query }: Ask, kind: Kind): readonly Entry[] | undefined {
  const names = kind.filters.filter((name) => query.has(name));
  if (names.some((name) => !isAskable(kind, name, query.get(name) ?? ''))) return undefined;
  const chosen = entries.filter((entry) => names.every((name) => String(entry[name]) === query.get(name)));
  const sort = query.get('sort');
  if (sort === null || kind.sorts.length === 0) return chosen;
  const [member, sign] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort, 1];
  if (!kind.sorts.includes(member)) return undefined;
  return chosen.toSorted((a, b) => compared(a[member], b[member]) * sign);
}

function isAskable(kind: Kind, name: string, text: string): boolean {
  const rule = kind.rules[name];
  if (rule === undefined || rule(text)) return true;
  if (text === 'true' || text === 'false') return rule(text === 'true');
  return text !== '' && rule(Number(text));
}

export const honest: Parts = {
  admits: userOf,
  before: () => undefined,
  after: (_ask, reply) => reply,
  identify: (store, kind) => kind.newId(store),
  make: (sent, kind, store) => ({ ...kind.defaults, ...own(sent, kind), ...kind.computed(store) }),
  replace: (old, sent, kind) => ({ ...kind.defaults, ...own(sent, kind), ...computedOf(old, kind) }),
  change: (old, sent, kind) => merged(old, own(sent, kind)),
  write(row, next, _how, _place, store) {
    row.entry = next;
    row.version += 1;
    row.changedMs = Date.now();
    store.changes += 1;
  },
  find: (store, list, id) => store.lists.get(list)?.find((row) => row.id === id),
  rowsOf: (store, list) => store.lists.get(list) ?? [],
  remove(store, list, row) {
    rowsAt(store, list).splice(rowsAt(store, list).indexOf(row), 1);
    store.removed.push({ list, row });
    store.changes += 1;
    for (const path of store.lists.keys())
      if (path.startsWith(`${list}/${row.id}/`)) store.lists.delete(path);
  },
  show: ({ entry }, _where, kind) => without(entry, ...kind.hidden),
  select: selected,
  page: (entries, ask, kind, list) => kind.page(entries, ask, list),
  isOpen: (user, { owner }, kind) => kind.isShared === true || user === owner,
  isListed: (user, { owner }, kind) => kind.isShared === true || user === owner,
  tag: ({ id, version }) => `"${id}-${String(version)}"`,
  modified: ({ changedMs }) => changedMs,
  isUnchanged(ask, tag, modifiedMs) {
    const [condition, since] = [header(ask, 'if-none-match'), header(ask, 'if-modified-since')];
    if (condition !== undefined)
      return tagsIn(condition).some(
        (one) => one === '*' || one.replace(/^W\//, '') === tag?.replace(/^W\//, ''),
      );
    return (
      since !== undefined && modifiedMs !== undefined && seconds(modifiedMs) <= seconds(Date.parse(since))
    );
  },
  mayWrite(ask, tag, modifiedMs) {
    const [condition, since] = [header(ask, 'if-match'), header(ask, 'if-unmodified-since')];
    if (condition !== undefined) return tagsIn(condition).some((one) => one === '*' || one === tag);
    return since === undefined || !(seconds(modifiedMs) > seconds(Date.parse(since)));
  },
  again: (store, key, user) => store.replies.get(`${user} ${key}`),
  location: (list, id) => `${list}/${encodeURIComponent(id)}`,
  absent: () => problem(404),
};

/** The rows of a list, which is there from then on. */
export function rowsAt(store: Store, list: string): Row[] {
  const rows = store.lists.get(list) ?? [];
  store.lists.set(list, rows);
  return rows;
}

function placeOf(kinds: readonly Kind[], path: string): Place | undefined {
  const segments = path.split('/').slice(1).map(decodeURIComponent);
  const above: Place['above'][number][] = [];
  let list = '';
  for (let at = 0; at < segments.length; at += 2) {
    const holder = above.at(-1)?.kind.name;
    const kind = kinds.find(({ name, inside }) => name === segments[at] && inside === holder);
    if (kind === undefined) return undefined;
    list += `/${kind.name}`;
    const id = segments[at + 1];
    const next = segments[at + 2];
    if (id === undefined || next === undefined) return { kind, list, id, action: undefined, above };
    if (kind.actions !== undefined && Object.hasOwn(kind.actions, next))
      return at + 3 === segments.length ? { kind, list, id, action: next, above } : undefined;
    above.push({ kind, list, id });
    list += `/${id}`;
  }
  return undefined;
}

function allows(kind: Kind, body: unknown, isChange: boolean): body is Entry {
  return (
    isObject(body) &&
    (!isChange || kind.isChangeFilled !== true || Object.keys(body).length > 0) &&
    (isChange || kind.required.every((name) => Object.hasOwn(body, name))) &&
    Object.entries(body).every(
      ([name, value]) => !Object.hasOwn(kind.rules, name) || kind.rules[name]?.(value) === true,
    )
  );
}

/** Makes a service of these collections, with these parts in place of the honest ones. */
export function nestedWith(
  kinds: readonly Kind[],
  fill: (add: (list: string, sent: Entry) => Row) => void,
  changes: Partial<Parts> = {},
): MakeService {
  return () => {
    const parts: Parts = { ...honest, ...changes };
    const store: Store = { lists: new Map(), removed: [], replies: new Map(), made: 0, changes: 0 };

    function add(place: Place, owner: User, sent: Entry, id?: string): Row {
      store.made += 1;
      const { kind, list } = place;
      const value = id ?? parts.identify(store, kind, list);
      const row: Row = { id: String(value), owner, entry: {}, version: 0, changedMs: 0 };
      rowsAt(store, list).push(row);
      parts.write(row, { [kind.identity]: value, ...parts.make(sent, kind, store) }, 'create', place, store);
      return row;
    }

    function fields(row: Row, kind: Kind): { readonly [name: string]: string } {
      const tag = kind.hasTags === true ? parts.tag(row, kind) : undefined;
      const modified = new Date(parts.modified(row)).toUTCString();
      return {
        'Content-Type': 'application/json',
        ...(kind.hasTags === true ? { 'Last-Modified': modified } : {}),
        ...(tag === undefined ? {} : { ETag: tag }),
      };
    }

    function shown(status: number, row: Row, where: Where, place: Place, more: Reply['headers'] = {}): Reply {
      const headers = { ...fields(row, place.kind), ...more };
      return { status, body: parts.show(row, where, place.kind, store), headers };
    }

    function created(place: Place, user: User, ask: Ask): Reply {
      const key = header(ask, 'idempotency-key');
      const earlier = key === undefined ? undefined : parts.again(store, key, user, ask);
      if (earlier !== undefined) return earlier;
      if (!allows(place.kind, ask.json, false)) return problem(400);
      const row = add(place, user, ask.json);
      const reply = shown(201, row, 'made', place, { Location: parts.location(place.list, row.id) });
      if (key !== undefined) store.replies.set(`${user} ${key}`, reply);
      return reply;
    }

    function listed({ kind, list }: Place, user: User, ask: Ask): Reply {
      const rows = parts.rowsOf(store, list, ask).filter((row) => parts.isListed(user, row, kind, ask));
      const entries = parts.select(
        rows.map((row) => parts.show(row, 'list', kind, store)),
        ask,
        kind,
      );
      if (entries === undefined) return problem(400);
      const reply = parts.page(entries, ask, kind, list);
      if (kind.hasListTag !== true || reply.status !== 200) return reply;
      const tag = `W/"${String(store.changes)}-${list.length}"`;
      if (parts.isUnchanged(ask, tag, undefined)) return { status: 304, headers: { ETag: tag } };
      return { ...reply, headers: { 'Content-Type': 'application/json', ...reply.headers, ETag: tag } };
    }

    function updated(place: Place, row: Row, ask: Ask): Reply {
      const { kind } = place;
      const isMerge = (header(ask, 'content-type') ?? '').toLowerCase().includes('merge-patch');
      const isChange = ask.method === 'PATCH';
      const sent = isMerge && isObject(ask.json) ? nullless(ask.json, kind.required) : ask.json;
      if (!allows(kind, sent, isChange) || !isObject(ask.json)) return problem(400);
      const next = isChange
        ? parts.change(row.entry, ask.json, kind, row)
        : parts.replace(row.entry, ask.json, kind, row);
      parts.write(row, next, isChange ? 'change' : 'replace', place, store);
      return shown(200, row, 'updated', place);
    }

    function answer(ask: Ask, place: Place | undefined): Reply {
      if (place === undefined) return problem(404);
      const user = parts.admits(ask);
      if (user === undefined) return problem(401);
      const { kind, list, id, action, above } = place;
      if (above.some((one) => one.kind.idPattern?.test(one.id) === false)) return problem(404);
      for (const one of above) {
        const row = parts.find(store, one.list, one.id, ask);
        if (row === undefined || !parts.isOpen(user, row, one.kind, ask, true))
          return parts.absent(place, ask, store);
      }
      const isLook = ask.method === 'GET' || ask.method === 'HEAD';
      if (id === undefined) {
        if (!isLook && !(kind.listMethods ?? ['POST']).includes(ask.method)) return problem(405);
        return isLook ? listed(place, user, ask) : created(place, user, ask);
      }
      if (kind.idPattern?.test(id) === false) return problem(400);
      const row = parts.find(store, list, id, ask);
      if (row === undefined && ask.method === 'PUT' && !(kind.listMethods ?? ['POST']).includes('POST')) {
        if (!allows(kind, ask.json, false)) return problem(400);
        // Nothing is there that a condition could be true of.
        if (kind.hasTags === true && header(ask, 'if-match') !== undefined) return problem(412);
        return shown(201, add(place, user, ask.json, id), 'made', place);
      }
      if (row === undefined || !parts.isOpen(user, row, kind, ask, false))
        return parts.absent(place, ask, store);
      if (action !== undefined) {
        if (ask.method !== 'POST') return problem(405);
        parts.write(row, kind.actions?.[action]?.(row.entry) ?? row.entry, 'action', place, store);
        return shown(200, row, 'updated', place);
      }
      const tag = kind.hasTags === true ? parts.tag(row, kind) : undefined;
      if (isLook) {
        const isSame = kind.hasTags === true && parts.isUnchanged(ask, tag, parts.modified(row));
        const { 'Content-Type': _type, ...rest } = fields(row, kind);
        return isSame ? { status: 304, headers: rest } : shown(200, row, 'read', place);
      }
      if (!kind.methods.includes(ask.method)) return problem(405);
      if (kind.hasTags === true && !parts.mayWrite(ask, tag, parts.modified(row))) return problem(412);
      if (ask.method !== 'DELETE') return updated(place, row, ask);
      parts.remove(store, list, row, place);
      return { status: 204 };
    }

    fill((list, sent) => {
      const place = placeOf(kinds, list);
      if (place === undefined) throw new Error(`no list ${list}`);
      const { [place.kind.identity]: id, ...rest } = sent;
      return add(place, 'first', rest, textOf(id));
    });
    return (ask) => {
      try {
        const place = placeOf(kinds, ask.path);
        const early = parts.before(ask, place, store);
        return parts.after(ask, early ?? answer(ask, place), place, store);
      } catch (error) {
        if (error instanceof URIError) return problem(400);
        throw error;
      }
    };
  };
}

/** A merge patch without the members that it takes away, where they may go. */
function nullless(sent: Entry, required: readonly string[]): Entry {
  const left = Object.entries(sent).filter(([name, value]) => value !== null || required.includes(name));
  return Object.fromEntries(
    left.map(([name, value]) => [name, isObject(value) ? nullless(value, []) : value]),
  );
}
