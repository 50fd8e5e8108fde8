import { expect, test } from 'vitest';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** What numbered pages tell of themselves: which one it is, how long, how many there are, and that none follows. */

const ENTRY = '{type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}';
const META = `{type: object, properties: {
  current_page: {type: integer}, per_page: {type: integer}, last_page: {type: integer}, has_more: {type: boolean}, total_pages: {type: integer},
  total: {type: integer, description: Entries on all pages.}}}`;
const LINKS =
  "{type: object, properties: {next: {type: [string, 'null'], description: Null on the last page.}}}";

const documentOf = (ofPage = ''): string => `
openapi: 3.1.0
info: {title: Plans, version: '1'}
paths:
  /plans:
    get:
      parameters:
        - {name: page, in: query, ${ofPage} schema: {type: integer, minimum: 1, default: 1}}
        - {name: per_page, in: query, schema: {type: integer, minimum: 1, maximum: 50, default: 15}}
      responses:
        '200':
          description: a page
          content: {application/json: {schema: {type: object, required: [data], properties: {data: {type: array, items: ${ENTRY}}, links: ${LINKS}, meta: ${META}}}}}
        '400': {description: no}
        '404': {description: none}
`;

const DOCUMENT = documentOf();

type Told = {
  readonly page: number;
  readonly size: number;
  readonly count: number;
  readonly all: number;
  readonly isLast: boolean;
};

/** `told`: what a page tells of itself. `behind`: what comes behind the last one. */
const plans =
  (told: (page: Told) => object, behind = 200): MakeService =>
  () =>
  ({ query }) => {
    const [page, size] = [query.get('page') ?? '1', query.get('per_page') ?? '15'].map(Number);
    if (page === undefined || size === undefined) return { status: 400 };
    if (![page, size].every((one) => Number.isInteger(one) && one >= 1) || size > 50) return { status: 400 };
    const all = Array.from({ length: 7 }, (_, at) => ({ id: at + 1, name: `Plan ${String(at + 1)}` }));
    const data = all.slice((page - 1) * size, page * size);
    const isLast = page * size >= all.length;
    if (page > 1 && data.length === 0 && behind !== 200) return { status: behind };
    return {
      status: 200,
      body: { data, ...told({ page, size, count: data.length, all: all.length, isLast }) },
    };
  };

/** All of it, as it is. */
function honest({ page, size, all, isLast }: Told): object {
  const meta = { current_page: page, per_page: size, last_page: Math.ceil(all / size), has_more: !isLast };
  return {
    links: { next: isLast ? null : `/plans?page=${String(page + 1)}&per_page=${String(size)}` },
    meta: { ...meta, total: all },
  };
}

const END = ['resources.pages-end'];

test.each<readonly [string, (page: Told) => object, readonly string[]]>([
  ['all of it', honest, []],
  ['nothing', () => ({}), []],
  ['a page behind the last one', (page) => ({ meta: { last_page: page.all + 1, has_more: true } }), []],
  ['an estimate', ({ all }) => ({ meta: { total: all - 2 } }), []],
  ['the longest page that there may be', () => ({ meta: { per_page: 50 } }), []],
  ['the first one is 0', ({ page }) => ({ meta: { current_page: page - 1 } }), []],
  ['no page follows', () => ({ links: { next: null } }), END],
  ['there is no more', () => ({ meta: { has_more: false } }), ['resources.pages-complete', ...END]],
  ['the first page', () => ({ meta: { current_page: 1 } }), END],
  ['a length that it has not', () => ({ meta: { per_page: 15 } }), END],
  ['too few pages', ({ all, size }) => ({ meta: { last_page: Math.max(1, Math.floor(all / size)) } }), END],
  ['its own entries as all', ({ count }) => ({ meta: { total: count } }), END],
  ['as many as were asked for as all', ({ all, size }) => ({ meta: { total: Math.min(all, size) } }), END],
  [
    'as many pages as its entries fill',
    ({ all, size }) => ({ meta: { total: all, per_page: size, total_pages: Math.ceil(all / size) } }),
    [],
  ],
  [
    'one page more than they fill',
    ({ all, size }) => ({ meta: { total: all, per_page: size, total_pages: Math.ceil(all / size) + 1 } }),
    END,
  ],
  [
    'pages for more entries',
    ({ all, size }) => ({ meta: { total: all, per_page: size, total_pages: Math.ceil((all + 9) / size) } }),
    END,
  ],
])('a page tells %s', async (_name, told, blamed) => {
  const run = await runAtOnce(DOCUMENT, plans(told));
  expect(idsOf(run, 'fail').filter((id) => id.startsWith('resources.pages'))).toEqual(blamed);
});

const EMPTY = 'description: The number of the page. Behind the last page the list is empty.,';

test.each<readonly [string, string, number, readonly string[]]>([
  ['is empty', documentOf(EMPTY), 200, []],
  ['is refused, and nothing is said of it', documentOf(), 404, []],
  ['is refused, though it has to be empty', documentOf(EMPTY), 404, END],
])('what is behind the last page %s', async (_name, document, behind, blamed) => {
  const run = await runAtOnce(
    document,
    plans(() => ({}), behind),
  );
  expect(idsOf(run, 'fail')).toEqual(blamed);
});

test.each<readonly [string, string, (page: Told) => object]>([
  [
    'a total of which nothing is said may be the one of a page',
    DOCUMENT.replace(', description: Entries on all pages.', ''),
    ({ count, all, size }) => ({ meta: { total: count, total_pages: Math.ceil(all / size) } }),
  ],
  [
    'a number that is called like one of pages may be the one of entries',
    DOCUMENT.replace('total_pages:', 'page_count:'),
    ({ count, all }) => ({ meta: { total: all, page_count: count } }),
  ],
  [
    'the words for what leads on are none for pages',
    documentOf('description: The number of the page. The link is empty after the last page.,'),
    () => ({}),
  ],
])('%s', async (_name, document, told) => {
  const run = await runAtOnce(document, plans(told, 404));
  expect(idsOf(run, 'fail').filter((id) => id.startsWith('resources.pages'))).toEqual([]);
});

const saying = (words: string): string => DOCUMENT.replace('Entries on all pages.', words);

test.each<readonly [string, string, (page: Told) => object, readonly string[]]>([
  ['is right', saying('Number of entries on all pages'), honest, []],
  [
    'is one too large',
    saying('Number of entries on all pages'),
    ({ all }) => ({ meta: { total: all + 1 } }),
    END,
  ],
  [
    'is one too small',
    saying('The total number of plans across all pages'),
    ({ all }) => ({ meta: { total: all - 1 } }),
    END,
  ],
  [
    'is one too large, and may be',
    saying('Estimated number of entries on all pages'),
    ({ all }) => ({ meta: { total: all + 1 } }),
    [],
  ],
  ['counts what is hidden', saying('Number of all plans'), ({ all }) => ({ meta: { total: all + 1 } }), []],
])('the number of what all pages have together %s', async (_name, document, told, blamed) => {
  const run = await runAtOnce(document, plans(told));
  expect(idsOf(run, 'fail')).toEqual(blamed);
});

const MISSING = DOCUMENT.replace('Null on the last page.', 'Missing on the last page.');

test.each<readonly [string, (page: Told) => object, readonly string[]]>([
  [
    'there until the last page',
    ({ page, isLast }) => ({ links: isLast ? {} : { next: `/plans?page=${String(page + 1)}` } }),
    [],
  ],
  ['nowhere, nor what holds it', () => ({}), []],
  ['nowhere', () => ({ links: {} }), END],
  ['on the last page too', ({ page }) => ({ links: { next: `/plans?page=${String(page + 1)}` } }), END],
])('a way on that is missing on the last page is %s', async (_name, told, blamed) => {
  const run = await runAtOnce(MISSING, plans(told));
  expect(idsOf(run, 'fail').filter((id) => id.startsWith('resources.pages'))).toEqual(blamed);
});
