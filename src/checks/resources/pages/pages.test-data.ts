import { type CheckRow, row } from '../../check-rows.test-data.ts';
import type { Sample } from '../../exchange.test-data.ts';

type Shelf = { readonly id: number; readonly [name: string]: unknown };

function shelf(id: number, changes: { readonly [name: string]: unknown } = {}): Shelf {
  const own = { label: `${'abcdefgh'[id] ?? 'z'} shelf`, zone: 'dry', height: id * 10 };
  return { id, ...own, isLocked: false, changedAt: '2030-01-01T00:00:00Z', ...changes };
}

const ALL = [1, 2, 3, 4, 5].map((id) => shelf(id));

/** A list of shelves; `ids` are those of `ALL`. */
function shelves(query: string, ids: readonly number[], of: readonly Shelf[] = ALL): Sample {
  const items = ids.flatMap((id) => of.find((one) => one.id === id) ?? []);
  return { path: `/shelves${query}`, body: JSON.stringify({ items, total: of.length }) };
}

const LONG = shelves('?limit=50&offset=0', [1, 2, 3, 4, 5]);
const FIRST = shelves('?limit=2&offset=0', [1, 2]);
const SECOND = shelves('?limit=2&offset=2', [3, 4]);
const THIRD = shelves('?limit=2&offset=4', [5]);
const BEHIND = shelves('?limit=2&offset=5', []);
const WALK = [FIRST, SECOND, THIRD, BEHIND];
/** Pages of which the second begins too early, and too late. */
const TWICE = [FIRST, shelves('?limit=2&offset=2', [2, 3]), shelves('?limit=2&offset=4', [5])];
const LOSING = [FIRST, shelves('?limit=2&offset=2', [4, 5])];
/** The second begins too late, and the third shows the end of the list again. */
const LATE = [
  FIRST,
  shelves('?limit=2&offset=2', [4, 5]),
  shelves('?limit=2&offset=4', [5]),
  shelves('?limit=2&offset=5', [5]),
];
const ROUND = [...WALK.slice(0, 3), shelves('?limit=2&offset=5', [1, 2])];

const BOX_IDS = [1, 2, 3].map((at) => `0b0e3c1e-0000-4000-8000-00000000000${String(at)}`);

function boxes(query: string, at: readonly number[], nextCursor: string | null): Sample {
  const data = at.map((one) => ({ boxId: BOX_IDS[one - 1], content: `Box ${String(one)}` }));
  return { path: `/shelves/7/boxes${query}`, body: JSON.stringify({ data, nextCursor }) };
}

const LONG_BOXES = boxes('?pageSize=50', [1, 2, 3], null);
const BOXES = [boxes('?pageSize=2', [1, 2], 'c2'), boxes('?pageSize=2&cursor=c2', [3], null)];
const GOING_ROUND = [
  boxes('?pageSize=2', [1, 2], 'c2'),
  boxes('?pageSize=2&cursor=c2', [3], 'c4'),
  boxes('?pageSize=2&cursor=c4', [], 'c2'),
];

const REFUSED_STEP: readonly Sample[] = [
  boxes('?pageSize=2', [1, 2], 'c2'),
  boxes('?pageSize=2&cursor=c2', [3], 'c4'),
  { path: '/shelves/7/boxes?pageSize=2&cursor=c4', status: 400, body: '{}' },
];

const EARLY_END = boxes('?pageSize=2', [1, 2], null);
const SHORT_END = boxes('?pageSize=3', [1, 2], null);

function keepers(query: string, ids: readonly string[], next?: string): Sample {
  const body = JSON.stringify(ids.map((id) => ({ id, name: `Keeper ${id}` })));
  const headers = next === undefined ? [] : ([['Link', `<${next}>; rel="next"`]] as const);
  return { path: `/keepers${query}`, body, headers };
}

const LONG_KEEPERS = keepers('?size=50&page=1', ['a', 'b', 'c']);
const LINKED = [
  keepers('?size=2&page=1', ['a', 'b'], '/keepers?page=2&size=2'),
  keepers('?page=2&size=2', ['c']),
];
const LOOPING = [
  keepers('?size=2&page=1', ['a', 'b'], '?page=2&size=2'),
  keepers('?page=2&size=2', ['c'], '?page=1&size=2'),
  keepers('?page=1&size=2', ['a', 'b'], '?page=2&size=2'),
];

/** The same twice: what comes once alone is no fault. */
function twice(long: Sample, pages: readonly Sample[]): readonly Sample[] {
  return [long, ...pages, long, ...pages, long];
}

const SHIFTED = shelves('?limit=50&offset=0', [1, 2, 3, 4]);
const MAKE: Sample = {
  method: 'POST',
  path: '/shelves',
  status: 201,
  sends: JSON.stringify({ label: 'assay-abc123-001 New', zone: 'dry' }),
  body: JSON.stringify(shelf(6, { label: 'assay-abc123-001 New' })),
};
const LATER = WALK.map((sample, at): Sample => ({ ...sample, atMs: 8_000 + at * 100 }));
const STILL_LATER = WALK.map((sample, at): Sample => ({ ...sample, atMs: 9_000 + at * 100 }));

/** A shelf of the run, its removal, and the list with a number of all, at a time. */
const REMOVE: Sample = { method: 'DELETE', path: '/shelves/6', status: 204 };
const REMOVED_AT_MS = 1_000;
const HELD = shelf(6, { label: 'assay-abc123-001 New' });

function counted(ids: readonly number[], total: number, atMs: number): Sample {
  const items = [...ALL, HELD].filter(({ id }) => ids.includes(id));
  return { path: '/shelves?limit=50&offset=0', body: JSON.stringify({ items, total }), atMs };
}

/** The list before and after the removal, each later time twice. */
function countedAfter(before: number, after: number, atMs: number): readonly Sample[] {
  return [
    MAKE,
    counted([1, 2, 6], before, 500),
    { ...REMOVE, atMs: REMOVED_AT_MS },
    counted([1, 2], after, atMs),
    counted([1, 2], after, atMs + 1_000),
  ];
}

const DRY = shelf(1, { zone: 'dry' });
const COLD = shelf(2, { zone: 'cold' });
const MIXED = [DRY, COLD, shelf(3, { zone: 'cold' })];
const ALL_ZONES = shelves('?limit=50&offset=0', [1, 2, 3], MIXED);

const COLD_NOW = shelf(1, { zone: 'cold' });
const TURNED: readonly Sample[] = [
  ALL_ZONES,
  {
    method: 'PUT',
    path: '/shelves/1',
    sends: JSON.stringify({ label: COLD_NOW['label'], zone: 'cold' }),
    body: JSON.stringify(COLD_NOW),
  },
];

/** Articles that hold all but their identity in one member; `titles` begin with `D` for drafts. */
function articles(query: string, titles: readonly string[]): Sample {
  const data = titles.map((title) => {
    const status = title.startsWith('D') ? 'draft' : 'published';
    return { id: title.toLowerCase(), type: 'articles', attributes: { title, status } };
  });
  return {
    path: `/articles${query}`,
    headers: [['Content-Type', 'application/vnd.api+json']],
    body: JSON.stringify({ data }),
  };
}

function articleRow(
  check: string,
  shows: CheckRow['shows'],
  name: string,
  exchanges: readonly Sample[],
): CheckRow {
  return row(`resources.${check}`, shows, `${name}, behind the identity`, exchanges, {
    document: 'articles',
  });
}

const ALL_ARTICLES = articles('', ['Bread', 'Dough', 'Apple']);
const DRAFTS = '?filter%5Bstatus%5D=draft';

const lives = { document: 'lives' } as const;

function pageRow(
  check: string,
  shows: CheckRow['shows'],
  name: string,
  exchanges: readonly Sample[],
): CheckRow {
  return row(`resources.${check}`, shows, name, exchanges, lives);
}

export const pageRows: readonly CheckRow[] = [
  pageRow('page-length', 'pass', 'as many as were asked for', [FIRST]),
  pageRow('page-length', 'inconclusive', 'fewer than were asked for', [LONG]),
  pageRow('page-length', 'fail', 'one more than was asked for', [shelves('?limit=2&offset=0', [1, 2, 3])]),
  pageRow('page-length', 'fail', 'more than the default', [
    shelves(
      '',
      Array.from({ length: 11 }, (_, at) => at + 1),
      Array.from({ length: 11 }, (_, at) => shelf(at + 1)),
    ),
  ]),
  pageRow('pages-each-once', 'pass', 'a walk by offsets', twice(LONG, WALK)),
  pageRow('pages-each-once', 'pass', 'a walk by links', twice(LONG_KEEPERS, LINKED)),
  pageRow('pages-each-once', 'fail', 'an entry in two pages, in two walks', twice(LONG, TWICE)),
  pageRow('pages-each-once', 'inconclusive', 'an entry in two pages, once', [LONG, ...TWICE, LONG]),
  pageRow('pages-each-once', 'inconclusive', 'while entries were put first', [
    SHIFTED,
    ...TWICE,
    shelves('?limit=50&offset=0', [5, 1, 2, 3, 4]),
    ...TWICE,
    SHIFTED,
  ]),
  pageRow('pages-complete', 'pass', 'a walk by offsets', twice(LONG, WALK)),
  pageRow('pages-complete', 'pass', 'a walk by texts', twice(LONG_BOXES, BOXES)),
  pageRow('pages-complete', 'fail', 'an entry between two pages, in two walks', twice(LONG, LOSING)),
  pageRow('pages-complete', 'inconclusive', 'an entry between two pages, once', [LONG, ...LOSING, LONG]),
  pageRow('pages-complete', 'fail', 'an entry of the run is on no page', [MAKE, ...LATER, ...STILL_LATER]),
  pageRow('pages-complete', 'inconclusive', 'an entry of the run to which something was done', [
    MAKE,
    { method: 'POST', path: '/shelves/6/archive', status: 200, body: JSON.stringify(HELD) },
    ...LATER,
    ...STILL_LATER,
  ]),
  pageRow('pages-complete', 'inconclusive', 'an entry of the run that is put away', [
    MAKE,
    { path: '/shelves/6', body: JSON.stringify({ ...HELD, archivedAt: '2030-01-02T00:00:00Z' }) },
    ...LATER,
    ...STILL_LATER,
  ]),
  pageRow('pages-complete', 'fail', 'an empty list, twice', [
    MAKE,
    ...[8_000, 9_000].map((atMs): Sample => ({ ...shelves('?limit=50&offset=0', [], []), atMs })),
  ]),
  pageRow('pages-complete', 'inconclusive', 'an empty list, once', [
    MAKE,
    { ...shelves('?limit=50&offset=0', [], []), atMs: 8_000 },
  ]),
  pageRow('pages-complete', 'inconclusive', 'an entry of the run that is too new', [MAKE, ...WALK, ...WALK]),
  pageRow('pages-complete', 'inconclusive', 'a walk that was not to the end', [
    MAKE,
    ...LATER.slice(0, 2),
    ...STILL_LATER.slice(0, 2),
  ]),
  pageRow(
    'pages-complete',
    'fail',
    'pages that begin too late, one of them shorter, in two walks',
    twice(LONG, LATE),
  ),
  pageRow('pages-complete', 'fail', 'a full page that says it is the last one, twice', [
    LONG_BOXES,
    EARLY_END,
    LONG_BOXES,
    EARLY_END,
    LONG_BOXES,
  ]),
  pageRow('pages-complete', 'inconclusive', 'a short page that says it is the last one', [
    LONG_BOXES,
    SHORT_END,
    LONG_BOXES,
    SHORT_END,
    LONG_BOXES,
  ]),
  pageRow('pages-end', 'fail', 'a way to the next page that is refused, in two walks', [
    LONG_BOXES,
    ...REFUSED_STEP,
    LONG_BOXES,
    ...REFUSED_STEP,
  ]),
  pageRow('pages-end', 'inconclusive', 'a way to the next page that is refused, once', [
    LONG_BOXES,
    ...REFUSED_STEP,
    LONG_BOXES,
  ]),
  pageRow('pages-end', 'pass', 'nothing behind the last one', twice(LONG, WALK)),
  pageRow('pages-end', 'fail', 'the first one behind the last one', twice(LONG, ROUND)),
  pageRow(
    'pages-end',
    'pass',
    'the last page behind the last one',
    twice(LONG_KEEPERS, [...LINKED, keepers('?page=3&size=2', ['c'])]),
  ),
  pageRow(
    'pages-end',
    'fail',
    'the first page behind the last one',
    twice(LONG_KEEPERS, [...LINKED, keepers('?page=3&size=2', ['a', 'b'])]),
  ),
  pageRow('pages-end', 'fail', 'texts that go round', twice(LONG_BOXES, GOING_ROUND)),
  pageRow('pages-end', 'fail', 'links that go round', twice(LONG_KEEPERS, LOOPING)),
  pageRow(
    'pages-end',
    'inconclusive',
    'a number of all that lags behind a removal',
    countedAfter(3, 3, 2_000),
  ),
  pageRow(
    'pages-end',
    'inconclusive',
    'a number of all that always counts more than is shown',
    countedAfter(4, 3, 9_000),
  ),
  pageRow('pages-end', 'inconclusive', 'a number of all without what was removed', countedAfter(3, 2, 9_000)),
  pageRow('pages-end', 'fail', 'a number of all with what was removed', countedAfter(3, 3, 9_000)),
  pageRow('filter-holds', 'pass', 'entries with the value alone', [
    ALL_ZONES,
    shelves('?limit=50&offset=0&zone=cold', [2, 3], MIXED),
  ]),
  pageRow('filter-holds', 'fail', 'an entry with another value', [
    ALL_ZONES,
    shelves('?limit=50&offset=0&zone=cold', [1, 2, 3], MIXED),
  ]),
  pageRow('filter-holds', 'fail', 'an entry left out that fits, twice', [
    ALL_ZONES,
    shelves('?limit=50&offset=0&zone=cold', [2], MIXED),
    shelves('?limit=50&offset=0&zone=cold', [2], MIXED),
    ALL_ZONES,
  ]),
  pageRow('filter-holds', 'inconclusive', 'all entries for a value that the parameter does not have', [
    ALL_ZONES,
    shelves('?limit=50&offset=0&zone=-1', [1, 2, 3], MIXED),
  ]),
  pageRow('filter-holds', 'inconclusive', 'an old value of what was changed a moment before', [
    ...TURNED,
    shelves('?limit=50&offset=0&zone=dry', [1], [COLD_NOW]),
  ]),
  pageRow('filter-holds', 'fail', 'an old value of what was changed long before', [
    ...TURNED,
    { ...shelves('?limit=50&offset=0&zone=dry', [1], [COLD_NOW]), atMs: 9_000 },
  ]),
  pageRow('order-holds', 'pass', 'rising', [shelves('?sort=height', [1, 2, 3])]),
  pageRow('order-holds', 'pass', 'falling', [shelves('?sort=-height', [3, 2, 1])]),
  pageRow('order-holds', 'fail', 'rising where falling was asked for', [shelves('?sort=-height', [1, 2, 3])]),
  pageRow('order-holds', 'fail', 'texts in no order', [shelves('?sort=label', [2, 1, 3])]),
  articleRow('filter-holds', 'pass', 'entries with the value alone', [
    ALL_ARTICLES,
    articles(DRAFTS, ['Dough']),
  ]),
  articleRow('filter-holds', 'fail', 'an entry with another value', [
    ALL_ARTICLES,
    articles(DRAFTS, ['Dough', 'Apple']),
  ]),
  articleRow('order-holds', 'pass', 'falling', [articles('?sort=-title', ['Dough', 'Bread', 'Apple'])]),
  articleRow('order-holds', 'fail', 'an order of its own', [
    articles('?sort=title', ['Bread', 'Dough', 'Apple']),
  ]),
];
