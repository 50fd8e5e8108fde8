import type { Ask, Reply } from '../other-interfaces/run-against-service.ts';
import { depotWith, type Entry, honestParts, type Kind, type Parts, problem } from './depot.ts';
import type { Conforming, Faulty } from './members.ts';

/** Members of this zoo whose particulars are in their lists: pages, filters and orders. */

function free(name: string, changes: Partial<Parts>): Conforming {
  return { name, serve: depotWith(changes) };
}

function broken(name: string, finds: string, changes: Partial<Parts>): Faulty {
  return { name, finds, serve: depotWith(changes) };
}

/** The request with other values in its query; `undefined` takes one away. */
function asking(ask: Ask, values: { readonly [name: string]: string | undefined }): Ask {
  const query = new URLSearchParams(ask.query);
  for (const [name, value] of Object.entries(values))
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  return { ...ask, query };
}

function has(reply: Reply, members: Entry): Reply {
  const { body } = reply;
  return typeof body === 'object' && body !== null && !Array.isArray(body)
    ? { ...reply, body: { ...body, ...members } }
    : reply;
}

function linked(reply: Reply, change: (link: string) => string | undefined): Reply {
  const { Link, ...headers } = reply.headers ?? {};
  const link = Link === undefined ? undefined : change(Link);
  return { ...reply, headers: { ...headers, ...(link === undefined ? {} : { Link: link }) } };
}

type PageOf = Parts['page'];

/** Other pages of one kind. */
function pages(kind: Kind, page: PageOf): Partial<Parts> {
  return { page: (entries, ask, own) => (own === kind ? page : honestParts.page)(entries, ask, own) };
}

const SIZE: { readonly [kind in Kind]: string } = { shelves: 'limit', boxes: 'pageSize', keepers: 'size' };

function sizeOf(ask: Ask, kind: Kind): number {
  return Number(ask.query.get(SIZE[kind]) ?? 10);
}

/** No page is longer than this, whatever is asked for. */
function capped(kind: Kind, most: number): Partial<Parts> {
  return pages(kind, (entries, ask, own) => {
    const honest = honestParts.page(entries, ask, own);
    const size = sizeOf(ask, own);
    return honest.status === 200 && size > most
      ? honestParts.page(entries, asking(ask, { [SIZE[own]]: String(most) }), own)
      : honest;
  });
}

/** Texts that name a page, each for one use, and never the same for the same page. */
function expiring(isOnce: boolean): Partial<Parts> {
  const known = new Map<string, string>();
  let made = 0;
  return pages('boxes', (entries, ask, kind) => {
    const cursor = ask.query.get('cursor');
    const own = cursor === null ? undefined : known.get(cursor);
    if (cursor !== null && own === undefined) return problem(400);
    if (cursor !== null && isOnce) known.delete(cursor);
    const reply = honestParts.page(entries, asking(ask, { cursor: own }), kind);
    const next = nextCursor(reply);
    if (next === undefined) return reply;
    made += 1;
    const token = `t/+=${String(made * 7919)}`;
    known.set(token, next);
    return has(reply, { nextCursor: token });
  });
}

function nextCursor({ body }: Reply): string | undefined {
  const found =
    typeof body === 'object' && body !== null && 'nextCursor' in body ? body.nextCursor : undefined;
  return typeof found === 'string' ? found : undefined;
}

/** What others do while the run looks: once in so many lists something is put first, or taken away. */
function busy(every: number, act: (entries: Entry[], made: number) => void): Partial<Parts> {
  let asked = 0;
  return {
    listed(shelf) {
      asked += 1;
      if (asked % every === 0 && shelf.kind === 'shelves') act(shelf.entries, asked);
      return shelf.entries;
    },
  };
}

function stranger(at: number): Entry {
  return {
    id: 9_000_000 + at,
    label: `Of others ${String(at)}`,
    zone: 'dry',
    isLocked: false,
    changedAt: '2030-01-01T00:00:00Z',
    boxCount: 0,
  };
}

/** Entries of every second place are hidden: the pages before the end have fewer than were asked for, or none. */
const sparse = pages('boxes', (entries, ask, kind) => {
  const all = entries.flatMap((entry) => [undefined, undefined, undefined, entry]);
  const [size, from] = [sizeOf(ask, kind), Number(ask.query.get('cursor')?.replace(/^c/, '') ?? 0)];
  const honest = honestParts.page(entries, ask, kind);
  if (honest.status !== 200) return honest;
  const next = from + size < all.length ? `c${String(from + size)}` : null;
  const data = all.slice(from, from + size).filter((entry) => entry !== undefined);
  return { status: 200, body: { data, nextCursor: next } };
});

export const conformingPages: readonly Conforming[] = [
  free('pages of shelves have five entries at most', capped('shelves', 5)),
  free('pages of keepers have five entries at most', capped('keepers', 5)),
  free('pages of boxes have two entries at most', capped('boxes', 2)),
  free(
    'a number behind the last page is the last page',
    pages('keepers', (entries, ask, kind) => {
      const [size, page] = [sizeOf(ask, kind), Number(ask.query.get('page') ?? 1)];
      const most = Math.max(1, Math.ceil(entries.length / size));
      const isBehind = Number.isInteger(page) && page > most;
      return honestParts.page(entries, isBehind ? asking(ask, { page: String(most) }) : ask, kind);
    }),
  ),
  free(
    'what is behind the last page is refused',
    pages('keepers', (entries, ask, kind) => {
      const reply = honestParts.page(entries, ask, kind);
      const isEmpty = Array.isArray(reply.body) && reply.body.length === 0;
      return isEmpty && ask.query.get('page') !== '1' && ask.query.has('page') ? problem(400) : reply;
    }),
  ),
  free(
    'an offset behind the end is refused',
    pages('shelves', (entries, ask, kind) =>
      Number(ask.query.get('offset')) >= entries.length && entries.length > 0
        ? problem(400)
        : honestParts.page(entries, ask, kind),
    ),
  ),
  free(
    'the total is an estimate',
    pages('shelves', (entries, ask, kind) => has(honestParts.page(entries, ask, kind), { total: 1000 })),
  ),
  free('cursors are good for one use', expiring(true)),
  free('cursors are never the same', expiring(false)),
  free(
    'the last cursor leads to an empty page',
    pages('boxes', (entries, ask, kind) => {
      const reply = honestParts.page(entries, ask, kind);
      const from = Number(ask.query.get('cursor')?.replace(/^c/, '') ?? 0);
      const isFull = entries.length > 0 && from < entries.length;
      return reply.status === 200 && isFull && nextCursor(reply) === undefined
        ? has(reply, { nextCursor: `c${String(entries.length)}` })
        : reply;
    }),
  ),
  free(
    'the last page has no cursor',
    pages('boxes', (entries, ask, kind) => {
      const reply = honestParts.page(entries, ask, kind);
      return nextCursor(reply) === undefined ? has(reply, { nextCursor: undefined }) : reply;
    }),
  ),
  free(
    'the last page has an empty cursor',
    pages('boxes', (entries, ask, kind) => {
      const reply = honestParts.page(entries, ask, kind);
      return reply.status === 200 && nextCursor(reply) === undefined ? has(reply, { nextCursor: '' }) : reply;
    }),
  ),
  free('pages of boxes have holes', sparse),
  free(
    'links are relative',
    pages('keepers', (entries, ask, kind) =>
      linked(honestParts.page(entries, ask, kind), (link) => link.replace('/keepers?', '?')),
    ),
  ),
  free(
    'links lead to where the service stands inside',
    pages('keepers', (entries, ask, kind) =>
      linked(honestParts.page(entries, ask, kind), (link) =>
        link.replace('</', '<http://inside.example:8080/v2/'),
      ),
    ),
  ),
  free(
    'links have a parameter that nobody knows',
    pages('keepers', (entries, ask, kind) =>
      linked(honestParts.page(entries, ask, kind), (link) => link.replace('?', '?trace=7f&')),
    ),
  ),
  free(
    'links leave the length of pages out',
    pages('keepers', (entries, ask, kind) =>
      linked(honestParts.page(entries, ask, kind), (link) => link.replace(/&size=\d+/, '')),
    ),
  ),
  free(
    'no links come',
    pages('keepers', (entries, ask, kind) => linked(honestParts.page(entries, ask, kind), () => undefined)),
  ),
  free(
    'others put shelves first',
    busy(1, (entries, at) => entries.unshift(stranger(at))),
  ),
  free(
    'others take shelves away',
    busy(2, (entries) => {
      const at = entries.findIndex((entry) => !JSON.stringify(entry).includes('assay-'));
      if (at >= 0) entries.splice(at, 1);
    }),
  ),
  free('an order without regard to letter case', {
    select(entries, ask, kind) {
      const folded = entries.map((entry) => ({
        ...entry,
        label: String(entry['label']).toLowerCase(),
        own: entry,
      }));
      return honestParts.select(folded, ask, kind).map((entry) => innerOf(entry));
    },
  }),
  free('what has no value comes first', {
    select(entries, ask, kind) {
      const sorted = honestParts.select(entries, ask, kind);
      const sort = ask.query.get('sort')?.replace('-', '');
      if (kind !== 'shelves' || sort === undefined) return sorted;
      return [
        ...sorted.filter((entry) => entry[sort] === undefined),
        ...sorted.filter((entry) => entry[sort] !== undefined),
      ];
    },
  }),
];

function innerOf(entry: Entry): Entry {
  const inner = entry['own'];
  return typeof inner === 'object' && inner !== null ? { ...inner } : entry;
}

/** Moves all pages but the first by some entries. */
function moved(kind: Kind, by: number): Partial<Parts> {
  return pages(kind, (entries, ask, ownKind) => {
    const honest = honestParts.page(entries, ask, ownKind);
    const size = sizeOf(ask, ownKind);
    const from = firstOf(ask, ownKind);
    if (honest.status !== 200 || from === 0) return honest;
    const shown = entries.slice(Math.max(0, from + by), Math.max(0, from + by) + size);
    return ownKind === 'keepers'
      ? { ...honest, body: shown }
      : has(honest, { [ownKind === 'shelves' ? 'items' : 'data']: shown });
  });
}

/** How many entries come before the page that is asked for. */
function firstOf(ask: Ask, kind: Kind): number {
  const { query } = ask;
  if (kind === 'shelves') return Number(query.get('offset') ?? 0);
  if (kind === 'boxes') return Number(query.get('cursor')?.replace(/^c/, '') ?? 0);
  return (Number(query.get('page') ?? 1) - 1) * sizeOf(ask, kind);
}

const KINDS: readonly Kind[] = ['shelves', 'boxes', 'keepers'];
const POSITION: { readonly [kind in Kind]: string } = { shelves: 'offset', boxes: 'cursor', keepers: 'page' };

const everyKind: readonly Faulty[] = KINDS.flatMap((kind): readonly Faulty[] => [
  broken(
    `pages of ${kind} have one entry more than asked for`,
    'resources.page-length',
    pages(kind, (entries, ask, ownKind) => {
      const honest = honestParts.page(entries, ask, ownKind);
      const longer = entries.slice(firstOf(ask, ownKind), firstOf(ask, ownKind) + sizeOf(ask, ownKind) + 1);
      if (honest.status !== 200) return honest;
      return ownKind === 'keepers'
        ? { ...honest, body: longer }
        : has(honest, { [ownKind === 'shelves' ? 'items' : 'data']: longer });
    }),
  ),
  broken(
    `the length of pages of ${kind} is what it likes`,
    'resources.page-length',
    pages(kind, (entries, ask, ownKind) => {
      const honest = honestParts.page(entries, ask, ownKind);
      return honest.status === 200
        ? honestParts.page(entries, asking(ask, { [SIZE[ownKind]]: '10' }), ownKind)
        : honest;
    }),
  ),
  broken(
    `pages of ${kind} begin with the last entry of the page before`,
    'resources.pages-each-once',
    moved(kind, -1),
  ),
  broken(`between pages of ${kind} an entry is left out`, 'resources.pages-complete', moved(kind, 1)),
  broken(
    `every page of ${kind} is the first one`,
    kind === 'boxes' ? 'resources.pages-e' : 'resources.pages-each-once',
    pages(kind, (entries, ask, ownKind) => {
      const honest = honestParts.page(entries, ask, ownKind);
      return honest.status === 200
        ? honestParts.page(entries, asking(ask, { [POSITION[ownKind]]: undefined }), ownKind)
        : honest;
    }),
  ),
]);

const others: readonly Faulty[] = [
  broken(
    'behind the last shelf comes the first one',
    'resources.pages-end',
    pages('shelves', (entries, ask, kind) => {
      const offset = Number(ask.query.get('offset') ?? 0);
      return honestParts.page(entries, offset >= entries.length ? asking(ask, { offset: '0' }) : ask, kind);
    }),
  ),
  broken(
    'there is always a next cursor',
    'resources.pages-end',
    pages('boxes', (entries, ask, kind) => {
      const reply = honestParts.page(entries, ask, kind);
      return reply.status === 200
        ? has(reply, { nextCursor: `c${String(firstOf(ask, kind) + sizeOf(ask, kind))}` })
        : reply;
    }),
  ),
  broken(
    'the last cursor leads to itself',
    'resources.pages-e',
    pages('boxes', (entries, ask, kind) => {
      const reply = honestParts.page(entries, ask, kind);
      const isLast = reply.status === 200 && nextCursor(reply) === undefined && ask.query.has('cursor');
      return isLast ? has(reply, { nextCursor: ask.query.get('cursor') }) : reply;
    }),
  ),
  broken(
    'the next link leads to the same page',
    'resources.pages-e',
    pages('keepers', (entries, ask, kind) =>
      linked(honestParts.page(entries, ask, kind), (link) =>
        link.replace(/page=\d+/, `page=${ask.query.get('page') ?? '1'}`),
      ),
    ),
  ),
  broken(
    'the next link leaves a page out',
    'resources.pages-complete',
    pages('keepers', (entries, ask, kind) =>
      linked(honestParts.page(entries, ask, kind), (link) =>
        link.replace(/page=(\d+)/, (_all, page: string) => `page=${String(Number(page) + 1)}`),
      ),
    ),
  ),
  broken(
    'without a limit all shelves come',
    'resources.page-length',
    pages('shelves', (entries, ask, kind) =>
      ask.query.has('limit')
        ? honestParts.page(entries, ask, kind)
        : { status: 200, body: { items: entries, total: entries.length } },
    ),
  ),
  broken('a filter by zone leaves nothing out', 'resources.filter-holds', {
    select: (entries, ask, kind) => honestParts.select(entries, asking(ask, { zone: undefined }), kind),
  }),
  broken('a filter by what is locked leaves nothing out', 'resources.filter-holds', {
    select: (entries, ask, kind) => honestParts.select(entries, asking(ask, { isLocked: undefined }), kind),
  }),
  broken('a filter by zone shows the others', 'resources.filter-holds', {
    select(entries, ask, kind) {
      const zone = ask.query.get('zone');
      return zone === null || kind !== 'shelves'
        ? honestParts.select(entries, ask, kind)
        : entries.filter((entry) => entry['zone'] !== zone);
    },
  }),
  broken('a filter by zone leaves one out that fits', 'resources.filter-holds', {
    select(entries, ask, kind) {
      const honest = honestParts.select(entries, ask, kind);
      return ask.query.has('zone') && kind === 'shelves' ? honest.slice(1) : honest;
    },
  }),
  broken('the order is what it likes', 'resources.order-holds', {
    select: (entries, ask, kind) => honestParts.select(entries, asking(ask, { sort: undefined }), kind),
  }),
  broken('the order is always a rising one', 'resources.order-holds', {
    select: (entries, ask, kind) =>
      honestParts.select(entries, asking(ask, { sort: ask.query.get('sort')?.replace('-', '') }), kind),
  }),
  broken('an order by height is one by label', 'resources.order-holds', {
    select(entries, ask, kind) {
      const sort = ask.query.get('sort')?.replace('height', 'label');
      return honestParts.select(entries, asking(ask, { sort }), kind);
    },
  }),
  broken(
    'the last page of shelves lacks an entry',
    'resources.pages-complete',
    pages('shelves', (entries, ask, kind) => {
      const from = firstOf(ask, kind);
      return honestParts.page(
        from > 0 && from + sizeOf(ask, kind) >= entries.length ? entries.slice(0, -1) : entries,
        ask,
        kind,
      );
    }),
  ),
];

export const faultyPages: readonly Faulty[] = [...everyKind, ...others];
