import { expect, test } from 'vitest';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** What a document says of a list without being asked for it: its order by a default or in words, the length of pages, and what a total counts. */

const TIDE = `{type: object, required: [id, height, kind], properties: {id: {type: integer}, height: {type: integer}, kind: {enum: [neap, spring]}, ports: {type: array, items: {type: object, properties: {name: {type: string}}}}}}`;
const PAGE = `{type: object, required: [items, total], properties: {items: {type: array, items: ${TIDE}}, total: {type: integer}, limit: {type: integer}, offset: {type: integer}}}`;
const SORT = `
        - {name: sort, in: query, schema: {type: string, enum: [height, -height], default: -height}}`;

const documentOf = (words: string, sort: string): string => `
openapi: 3.1.0
info: {title: Tides, version: '1'}
paths:
  /tides:
    get:
      description: ${JSON.stringify(words)}
      parameters:
        - {name: offset, in: query, schema: {type: integer, minimum: 0, default: 0}}
        - {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 50, default: 20}}
        - {name: kind, in: query, schema: {enum: [neap, spring]}}${sort}
      responses:
        '200': {description: a page, content: {application/json: {schema: ${PAGE}}}}
        '400': {description: no}
`;

type Tide = { readonly id: number; readonly height: number; readonly kind: string };
type Told = {
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
  readonly count: number;
  readonly all: number;
  readonly isLimited: boolean;
};

const TIDES: readonly Tide[] = [41, 7, 230, 96, 12, 150, 88].map((height, at) => ({
  id: at + 1,
  height,
  kind: at % 3 === 0 ? 'neap' : 'spring',
}));

const byHeight = (a: Tide, b: Tide): number => a.height - b.height;
const falling = (tides: readonly Tide[]): readonly Tide[] => tides.toSorted((a, b) => byHeight(b, a));
const rising = (tides: readonly Tide[]): readonly Tide[] => tides.toSorted(byHeight);

type Ways = {
  /** The order of a list where none is asked for. */
  readonly usual?: (tides: readonly Tide[]) => readonly Tide[];
  readonly told?: (told: Told) => object;
  /** The length of a page where none is asked for. */
  readonly length?: number;
};

const tides =
  ({ usual = falling, told = () => ({}), length = 20 }: Ways): MakeService =>
  () =>
  ({ query }) => {
    const [offset, limit] = [query.get('offset') ?? '0', query.get('limit') ?? length].map(Number);
    const [kind, sort] = [query.get('kind'), query.get('sort')];
    if (offset === undefined || limit === undefined || ![offset, limit].every(Number.isInteger))
      return { status: 400 };
    if (offset < 0 || limit < 1 || limit > 50) return { status: 400 };
    if (kind !== null && kind !== 'neap' && kind !== 'spring') return { status: 400 };
    if (sort !== null && sort !== 'height' && sort !== '-height') return { status: 400 };
    const fitting = TIDES.filter((tide) => kind === null || tide.kind === kind);
    const ordered = sort === null ? usual(fitting) : sort === 'height' ? rising(fitting) : falling(fitting);
    const items = ordered.slice(offset, offset + limit);
    const isLimited = query.has('limit');
    const page = { total: fitting.length, limit, offset };
    return {
      status: 200,
      body: { items, ...page, ...told({ ...page, count: items.length, all: TIDES.length, isLimited }) },
    };
  };

const COUNTED = 'All tides. `total` counts all that fit the filters, not those of the page.';

test.each<readonly [name: string, words: string, ways: Ways, blamed: readonly string[]]>([
  ['as it is documented', COUNTED, {}, []],
  ['in the other order where none is asked for', COUNTED, { usual: rising }, ['resources.order-holds']],
  ['with its first offset on all pages', COUNTED, { told: () => ({ offset: 0 }) }, ['resources.pages-end']],
  [
    'with another length than the default',
    COUNTED,
    { told: ({ limit, isLimited }) => ({ limit: isLimited ? limit : 30 }) },
    ['resources.page-length'],
  ],
  ['with its own entries as the limit', COUNTED, { told: ({ count }) => ({ limit: count }) }, []],
  [
    'with its own entries as the total',
    COUNTED,
    { told: ({ count }) => ({ total: count }) },
    ['resources.pages-end'],
  ],
  ['with its own entries as an untold total', 'All tides.', { told: ({ count }) => ({ total: count }) }, []],
  ['with a total of all', COUNTED, { told: ({ all }) => ({ total: all }) }, ['resources.filter-holds']],
  ['with an untold total of all', 'All tides.', { told: ({ all }) => ({ total: all }) }, []],
  ['with a total that is old', COUNTED, { told: ({ total }) => ({ total: total + 1 }) }, []],
])('a list %s', async (_name, words, ways, blamed) => {
  const run = await runAtOnce(documentOf(words, SORT), tides(ways));
  expect(idsOf(run, 'fail')).toEqual(blamed);
});

const unordered = (all: readonly Tide[]): readonly Tide[] => all;

test.each<readonly [words: string, ways: Ways, isBlamed: boolean]>([
  ['Sorted by `height`, descending.', {}, false],
  ['Sorted by `height`.', { usual: rising }, false],
  ['Sorted by `height`.', { usual: unordered }, true],
  ['All tides in the order of `height`, the lowest first.', { usual: rising }, false],
  ['All tides in the order of `height`, the lowest first.', {}, true],
  ['The tides are ordered by height.', { usual: unordered }, true],
  ['The highest `height` first.', {}, false],
  ['The highest `height` first.', { usual: rising }, true],
  ['The highest tides first.', { usual: rising }, false],
  ['Tides can be sorted by `height`.', { usual: unordered }, false],
  ['Ports are sorted by `height` of each.', { usual: unordered }, false],
  ['Sorted by `relevance`.', { usual: unordered }, false],
])('a list of which it is said: %s', async (words, ways, isBlamed) => {
  const run = await runAtOnce(documentOf(words, ''), tides(ways));
  expect(idsOf(run, 'fail')).toEqual(isBlamed ? ['resources.order-holds'] : []);
});

test.each<readonly [words: string, length: number, isBlamed: boolean]>([
  ['How many tides (default: `3`)', 3, false],
  ['How many tides (default: `3`)', 4, true],
  ['How many tides (default: 3, max: 50)', 5, true],
  ['Defaults to 3.', 5, true],
  ['3 by default', 5, true],
  ['The default is 3 for guests', 5, false],
  ['The default is 3, and the default of members is 5', 5, false],
  ['No default', 5, false],
])('pages of which it is said: %s, with %i tides', async (words, length, isBlamed) => {
  const document = documentOf('All tides.', SORT).replace(
    'schema: {type: integer, minimum: 1, maximum: 50, default: 20}',
    `description: ${JSON.stringify(words)}, schema: {type: integer, minimum: 1, maximum: 50}`,
  );
  const run = await runAtOnce(document, tides({ length }));
  expect(idsOf(run, 'fail')).toEqual(isBlamed ? ['resources.page-length'] : []);
});
