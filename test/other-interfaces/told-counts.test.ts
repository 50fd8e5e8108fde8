import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { wholeInCi } from '../sampled.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, runAgainstMock } from './run-against-mock.ts';
import { isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Shelves that say how many books are on them, and how many labels they have: the document says what the numbers count. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const SHELF = '{$ref: "#/components/schemas/Shelf"}';
const BOOK = '{$ref: "#/components/schemas/Book"}';
const PARAMETER = '{name: shelf, in: path, required: true, schema: {type: integer}}';
const TITLE = 'title: {type: string, minLength: 1, maxLength: 90}';
const PAGES = 'pages: {type: integer, minimum: 1, maximum: 5000}';
const LABELS = 'labels: {type: array, maxItems: 5, items: {type: string, minLength: 1, maxLength: 20}}';

const DOCUMENT = `
openapi: 3.0.3
info: {title: Shelves, version: '1'}
security: [{key: []}]
paths:
  /shelves:
    get: {operationId: shelves, responses: {'200': {description: all, ${json(`{type: array, items: ${SHELF}}`)}}}}
    post:
      operationId: makeShelf
      requestBody: {required: true, ${json(`{type: object, required: [title, labels], properties: {${TITLE}, ${LABELS}}}`)}}
      responses: {'201': {description: made, ${json(SHELF)}}, '400': {description: not valid}}
  /shelves/{shelf}:
    parameters: [${PARAMETER}]
    get: {operationId: readShelf, responses: {'200': {description: it, ${json(SHELF)}}, '404': {description: none}}}
  /shelves/{shelf}/books:
    parameters: [${PARAMETER}]
    get: {operationId: books, responses: {'200': {description: all, ${json(`{type: array, items: ${BOOK}}`)}}, '404': {description: none}}}
    post:
      operationId: makeBook
      requestBody: {required: true, ${json(`{type: object, required: [title, pages], properties: {${TITLE}, ${PAGES}}}`)}}
      responses: {'201': {description: made, ${json(BOOK)}}, '400': {description: not valid}, '404': {description: none}}
  /shelves/{shelf}/books/{book}:
    parameters: [${PARAMETER}, {name: book, in: path, required: true, schema: {type: integer}}]
    get: {operationId: readBook, responses: {'200': {description: it, ${json(BOOK)}}, '404': {description: none}}}
    delete: {operationId: removeBook, responses: {'204': {description: gone}, '404': {description: none}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Shelf:
      type: object
      required: [id, title, labels, label_count, book_count, page_total]
      properties:
        id: {type: integer}
        ${TITLE}
        ${LABELS}
        label_count: {type: integer, description: Number of labels.}
        book_count: {type: integer, description: Number of books on the shelf.}
        page_total: {type: integer, description: The sum of pages of all books.}
    Book: {type: object, required: [id, title, pages], properties: {id: {type: integer}, ${TITLE}, ${PAGES}}}
`;

/** The same books in a list of their own: each says on which shelf it is. */
const FLAT = DOCUMENT.replaceAll('/shelves/{shelf}/books', '/books')
  .replace(`/books:\n    parameters: [${PARAMETER}]\n`, '/books:\n')
  .replace(`[${PARAMETER}, {name: book`, '[{name: book')
  .replace(
    `required: [title, pages], properties: {${TITLE}, ${PAGES}}`,
    `required: [title, pages, shelf_id], properties: {${TITLE}, ${PAGES}, shelf_id: {type: integer, description: Where it stands}}`,
  )
  .replace(
    `required: [id, title, pages], properties: {id: {type: integer}, ${TITLE}, ${PAGES}}`,
    `required: [id, title, pages, shelf_id], properties: {id: {type: integer}, ${TITLE}, ${PAGES}, shelf_id: {type: integer}}`,
  );

/** Books that nothing reads one by one. */
const LISTED = DOCUMENT.replace(/\n {4}get: \{operationId: readBook, .*/, '');

type Shelf = {
  readonly id: number;
  readonly title: string;
  readonly labels: readonly string[];
  /** How many books the last look at it showed. */
  seen: number;
  made: number;
  pages: number;
  books: readonly {
    readonly id: number;
    readonly title: string;
    readonly pages: number;
    readonly shelf_id: number;
  }[];
};

type Ways = {
  readonly books?: (shelf: Shelf) => number;
  readonly labels?: (labels: readonly string[]) => number;
  readonly pages?: (shelf: Shelf) => number;
};

function pagesOf({ books }: Shelf): number {
  return books.reduce((sum, { pages }) => sum + pages, 0);
}

function members(
  body: unknown,
): { readonly title?: unknown; readonly pages?: unknown; readonly labels?: unknown } | undefined {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : undefined;
}

function shelfNamed(body: unknown): number | undefined {
  const id = typeof body === 'object' && body !== null && 'shelf_id' in body ? body.shelf_id : undefined;
  return typeof id === 'number' ? id : undefined;
}

function isTitle(value: unknown, most = 90): value is string {
  return typeof value === 'string' && value !== '' && Array.from(value).length <= most;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 5000;
}

function areLabels(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= 5 && value.every((label) => isTitle(label, 20));
}

function shelves({
  books: count = ({ books }) => books.length,
  labels: countLabels = ({ length }) => length,
  pages: sumUp = pagesOf,
}: Ways): MakeService {
  return () => {
    const all = new Map<number, Shelf>();
    let last = 0;
    const shown = (shelf: Shelf): unknown => ({
      id: shelf.id,
      title: shelf.title,
      labels: shelf.labels,
      label_count: countLabels(shelf.labels),
      book_count: count(shelf),
      page_total: sumUp(shelf),
    });
    const makeShelf = (body: unknown): Reply => {
      const { title, labels } = members(body) ?? {};
      if (!isTitle(title) || !areLabels(labels)) return { status: 400 };
      last += 1;
      const shelf: Shelf = { id: last, title, labels, seen: 0, made: 0, pages: 0, books: [] };
      all.set(last, shelf);
      return { status: 201, body: shown(shelf) };
    };
    const makeBook = (shelf: Shelf, body: unknown): Reply => {
      const { title, pages } = members(body) ?? {};
      if (!isTitle(title) || !isCount(pages)) return { status: 400 };
      last += 1;
      shelf.made += 1;
      shelf.pages += pages;
      const book = { id: last, title, pages, shelf_id: shelf.id };
      shelf.books = [...shelf.books, book];
      return { status: 201, body: book };
    };
    return (ask) => {
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const isPost = ask.method === 'POST';
      const books = [...all.values()].flatMap((shelf) => shelf.books);
      const nested = ask.path.startsWith('/shelves') ? ask.path : undefined;
      const [, , wanted] = ask.path.split('/');
      const holder = shelfNamed(ask.json) ?? books.find((book) => String(book.id) === wanted)?.shelf_id ?? 0;
      if (nested === undefined && wanted === undefined) {
        if (!isPost) return { status: 200, body: books };
        if (!all.has(holder)) return { status: 400 };
      }
      const path = nested ?? ask.path.replace('/books', `/shelves/${String(holder)}/books`);
      const [, , own, inside, inner] = path.split('/');
      if (own === undefined)
        return isPost ? makeShelf(ask.json) : { status: 200, body: Array.from(all.values(), shown) };
      const shelf = all.get(Number(own));
      if (shelf === undefined) return { status: 404 };
      if (inside === undefined) return { status: 200, body: shown(shelf) };
      if (inner === undefined) return isPost ? makeBook(shelf, ask.json) : { status: 200, body: shelf.books };
      const book = shelf.books.find(({ id }) => String(id) === inner);
      if (book === undefined) return { status: 404 };
      if (ask.method !== 'DELETE') return { status: 200, body: book };
      shelf.books = shelf.books.filter((other) => other !== book);
      return { status: 204 };
    };
  };
}

/** The number that the look before would have shown: whoever looks brings it up to date. */
function oneLookLate(shelf: Shelf): number {
  const before = shelf.seen;
  shelf.seen = shelf.books.length;
  return before;
}

const SUITES = { suites: ['resources'] };

type Row = readonly [name: string, document: string, ways: Ways];

test.each(
  wholeInCi<Row>(
    [
      ['counts when somebody looks', DOCUMENT, { books: oneLookLate }],
      ['counts what is there', DOCUMENT, {}],
      ['has a list of all books', FLAT, {}],
      ['has books in lists alone', LISTED, {}],
      ['counts one that it put there itself', DOCUMENT, { books: ({ books }) => books.length + 1 }],
    ],
    3,
  ),
)('a service that %s conforms', async (_name, document, ways) => {
  const run = await runAtOnce(document, shelves(ways), SUITES);
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test.each(
  wholeInCi<Row>(
    [
      ['counts nothing', DOCUMENT, { books: () => 0 }],
      ['counts backwards', DOCUMENT, { books: ({ books }) => 9 - books.length }],
      ['counts what was ever there', DOCUMENT, { books: ({ made }) => made }],
      ['counts what was ever in a list', LISTED, { books: ({ made }) => made }],
      ['counts none of all books', FLAT, { books: () => 0 }],
      ['counts all books that ever were', FLAT, { books: ({ made }) => made }],
      ['sums up no pages', DOCUMENT, { pages: () => 0 }],
      ['sums up the pages that ever were', FLAT, { pages: ({ pages }) => pages }],
      ['counts one label more', DOCUMENT, { labels: ({ length }) => length + 1 }],
      ['counts one label less', DOCUMENT, { labels: ({ length }) => Math.max(0, length - 1) }],
    ],
    3,
  ),
)('a service that %s is found out', async (_name, document, ways) => {
  const run = await runAtOnce(document, shelves(ways), SUITES);
  expect(blames(run)).toContain('resources.sums-hold');
});

test.each(
  wholeInCi<readonly [name: string, document: string]>(
    [
      ['the shelf', FLAT],
      ['the path', DOCUMENT],
      ['the path of a list', LISTED],
    ],
    2,
  ),
)('the mock counts as the document says, where %s is named', async (_name, document) => {
  const loaded = await loadOnce({ 'openapi.yaml': document });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const run = await runAgainstMock(loaded.interface);
  expect(blamed(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});
