import { describe, expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { idsOf, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';
import { behindKey, type Entry, isObject, isText } from './shelf.ts';

/** Entries as Google's AIP has them: their names are paths, creations and updates say much in their queries, and what is removed stays. */

const json = (schema: string): string =>
  `content: {application/json: {schema: {$ref: '#/components/schemas/${schema}'}}}`;
const REFUSALS = `'400': {description: no}, '401': {description: who}, '404': {description: none}`;
const SHELF = '{name: shelf, in: path, required: true, schema: {type: string}}';
const BOOK = `${SHELF}, {name: book, in: path, required: true, schema: {type: string}}`;
const ID = "{type: string, pattern: '^[a-z]([a-z0-9-]{2,61}[a-z0-9])$'}";
const one = (schema: string): string => `responses: {'200': {description: it, ${json(schema)}}, ${REFUSALS}}`;
const NAMED = {
  byPattern: (literals: string): string => `pattern: '^${literals.replaceAll('*', '[^/]+')}$'`,
  byWords: (literals: string): string => `description: 'Format: \`${literals.replaceAll('*', '{id}')}\`'`,
  byExample: (literals: string): string => `example: ${literals.replaceAll('*', 'classics')}`,
};

const documentOf = (
  named: keyof typeof NAMED = 'byPattern',
  depth = '{type: integer, format: int32, minimum: 0}',
): string => `
openapi: 3.0.3
info: {title: Library, version: '1'}
security: [{key: []}]
paths:
  /v1/shelves:
    get:
      parameters: [{name: depth, in: query, description: 'How deep to look; values above 50 are coerced to 50.', schema: ${depth}}]
      ${one('Shelves')}
    post:
      parameters: [{name: shelfId, in: query, required: true, schema: ${ID}}]
      requestBody: {required: true, ${json('Shelf')}}
      responses: {'200': {description: it, ${json('Shelf')}}, ${REFUSALS}, '409': {description: The shelf exists already.}}
  /v1/shelves/{shelf}:
    parameters: [${SHELF}]
    get: {${one('Shelf')}}
    delete: {${one('Empty')}}
  /v1/shelves/{shelf}/books:
    parameters: [${SHELF}]
    get: {${one('Books')}}
    post:
      parameters: [{name: requestId, in: query, description: A retry with the same identifier gets the same response., schema: {type: string, format: uuid}}]
      requestBody: {required: true, ${json('Book')}}
      ${one('Book')}
  /v1/shelves/{shelf}/books:batchGet:
    parameters: [${SHELF}]
    post: {requestBody: {required: true, ${json('Names')}}, ${one('Books')}}
  /v1/shelves/{shelf}/books/{book}:
    parameters: [${BOOK}]
    get: {${one('Book')}}
    patch:
      parameters: [{name: updateMask, in: query, description: 'The fields to update; all that the body has, where it is left out.', schema: {type: string, format: google-fieldmask}}]
      requestBody: {required: true, ${json('Book')}}
      responses: {'200': {description: it, ${json('Book')}}, ${REFUSALS}, '409': {description: The etag is not the current one.}}
    delete: {${one('Book')}}
  /v1/shelves/{shelf}/books/{book}:undelete:
    parameters: [${BOOK}]
    post: {responses: {'200': {description: it, ${json('Book')}}, ${REFUSALS}, '409': {description: The book is not deleted.}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Empty: {type: object}
    Shelf:
      type: object
      required: [displayName]
      properties: {name: {type: string, readOnly: true, ${NAMED[named]('shelves/*')}}, displayName: {type: string, minLength: 1, maxLength: 80}}
    Book:
      type: object
      required: [title]
      properties:
        name: {type: string, readOnly: true, ${NAMED[named]('shelves/*/books/*')}}
        title: {type: string, minLength: 1, maxLength: 80}
        author: {type: string, maxLength: 80}
        isbn: {type: string, pattern: '^97[0-9]{11}$', description: Immutable. Given when the book is created.}
        genre: {type: string, enum: [GENRE_UNSPECIFIED, FICTION]}
        deleteTime: {type: string, format: date-time, readOnly: true}
        etag: {type: string, description: If an update has it it must be the current one.}
    Names: {type: object, required: [names], properties: {names: {type: array, minItems: 1, maxItems: 9, items: {type: string, pattern: '^shelves/[^/]+/books/[^/]+$'}}}}
    Shelves: {type: object, properties: {shelves: {type: array, items: {$ref: '#/components/schemas/Shelf'}}}}
    Books: {type: object, properties: {books: {type: array, items: {$ref: '#/components/schemas/Book'}}}}
`;

type Ways = {
  /** What an update without the title gets. */
  readonly isWholeNeeded?: boolean;
  /** What an update with another number of the book gets. */
  readonly ofOtherIsbn?: 'kept' | 'refused';
  readonly stores?: (book: Entry, sent: Entry) => Entry;
  readonly removes?: (book: Entry) => Entry;
  readonly shows?: (book: Entry) => Entry;
  /** A retry of a creation makes nothing new. */
  readonly knowsRetries?: boolean;
  /** The names that the service gives. */
  readonly nameOf?: (shelf: string, count: number) => string;
};

const TEXTS = ['title', 'author', 'isbn', 'etag', 'genre'];
const GENRES: readonly unknown[] = ['GENRE_UNSPECIFIED', 'FICTION'];
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ID_OF_CLIENT = /^[a-z][a-z0-9-]{2,61}[a-z0-9]$/;

function isBook(body: unknown, isWhole: boolean): body is Entry {
  if (!isObject(body) || (isWhole && body['title'] === undefined)) return false;
  return TEXTS.every((name) => {
    const value = body[name];
    if (value === undefined) return true;
    if (name === 'genre') return GENRES.includes(value);
    return name === 'isbn'
      ? typeof value === 'string' && /^97[0-9]{11}$/.test(value)
      : isText(value, name === 'title' ? 1 : 0);
  });
}

function ofClient(body: Entry): Entry {
  return Object.fromEntries(Object.entries(body).filter(([name]) => TEXTS.includes(name) && name !== 'etag'));
}

function withoutUnspecified(book: Entry): Entry {
  return Object.fromEntries(Object.entries(book).filter(([, value]) => value !== 'GENRE_UNSPECIFIED'));
}

function library({
  isWholeNeeded = false,
  ofOtherIsbn = 'kept',
  stores = (book, sent) => ({ ...book, ...sent }),
  removes = (book) => ({ ...book, deleteTime: '2030-01-02T10:00:00Z' }),
  shows = (book) => book,
  knowsRetries = true,
  nameOf = (shelf, count) => `${shelf}/books/b${String(count)}`,
}: Ways = {}): MakeService {
  return behindKey(() => {
    const shelves = new Map<string, Entry>();
    const books = new Map<string, Entry>();
    const served = new Map<string, Reply>();
    let count = 0;
    const keep = (book: Entry): Reply => {
      count += 1;
      const kept = { ...book, etag: `e${String(count)}` };
      books.set(String(book['name']), kept);
      return { status: 200, body: shows(kept) };
    };
    const onBook = (method: string, name: string, body: unknown): Reply => {
      const book = books.get(name);
      if (book === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: shows(book) };
      const isGone = book['deleteTime'] !== undefined;
      if (method === 'POST') {
        const { deleteTime: _, ...back } = book;
        return isGone ? keep(back) : { status: 409 };
      }
      if (isGone) return { status: 400 };
      if (method === 'DELETE') return keep(removes(book));
      if (!isBook(body, isWholeNeeded)) return { status: 400 };
      const { etag } = body;
      const sent = ofClient(body);
      if (etag !== undefined && etag !== book['etag']) return { status: 409 };
      const isOther = sent['isbn'] !== undefined && sent['isbn'] !== book['isbn'];
      if (isOther && ofOtherIsbn === 'refused') return { status: 400 };
      return keep(stores(book, { ...sent, ...(isOther ? { isbn: book['isbn'] } : {}) }));
    };
    return ({ method, path, query, json: body }) => {
      const segments = path.split('/').slice(2);
      const name = segments.join('/');
      const shelf = segments.slice(0, 2).join('/');
      if (segments.length === 1 && method === 'GET')
        return /^\d*$/.test(query.get('depth') ?? '')
          ? { status: 200, body: { shelves: [...shelves.values()] } }
          : { status: 400 };
      if (segments.length === 1) {
        const id = query.get('shelfId') ?? '';
        if (!ID_OF_CLIENT.test(id) || !isObject(body) || !isText(body['displayName'])) return { status: 400 };
        const own = { name: `shelves/${id}`, displayName: body['displayName'] };
        if (shelves.has(own.name)) return { status: 409 };
        shelves.set(own.name, own);
        return { status: 200, body: own };
      }
      if (!shelves.has(shelf)) return { status: 404 };
      if (segments.length === 2 && method === 'GET') return { status: 200, body: shelves.get(shelf) };
      if (segments.length === 2) {
        shelves.delete(shelf);
        for (const key of books.keys()) if (key.startsWith(`${shelf}/`)) books.delete(key);
        return { status: 200, body: {} };
      }
      const inside = [...books.values()].filter((book) => String(book['name']).startsWith(`${shelf}/`));
      if (segments[2] === 'books:batchGet') {
        const names = isObject(body) ? body['names'] : undefined;
        const isGood = (text: unknown): boolean =>
          typeof text === 'string' && /^shelves\/[^/]+\/books\/[^/]+$/.test(text);
        if (!Array.isArray(names) || names.length === 0 || names.length > 9 || !names.every(isGood))
          return { status: 400 };
        const found = names.map((text) => inside.find((book) => book['name'] === text));
        return found.includes(undefined) ? { status: 404 } : { status: 200, body: { books: found } };
      }
      if (segments.length === 3 && method === 'GET')
        return { status: 200, body: { books: inside.filter((book) => book['deleteTime'] === undefined) } };
      if (segments.length === 3) {
        const id = query.get('requestId');
        if (!isBook(body, true) || (id !== null && !UUID.test(id))) return { status: 400 };
        const known = id === null || !knowsRetries ? undefined : served.get(id);
        const reply = known ?? keep({ ...ofClient(body), name: nameOf(shelf, count) });
        if (id !== null) served.set(id, reply);
        return reply;
      }
      return onBook(method, name.replace(/:undelete$/, ''), body);
    };
  });
}

describe('entries whose names are paths', () => {
  test.each<readonly [name: string, document: string, ways: Ways]>([
    ['by their pattern', documentOf(), {}],
    ['by their description', documentOf('byWords'), {}],
    ['by an example', documentOf('byExample'), {}],
    ['whose updates want all that is required', documentOf(), { isWholeNeeded: true }],
    ['that refuse what is immutable', documentOf(), { ofOtherIsbn: 'refused' }],
    ['that leave out what is unspecified', documentOf(), { shows: withoutUnspecified }],
    [
      'with a bound beside the words',
      documentOf('byPattern', '{type: integer, minimum: 0, maximum: 50}'),
      {},
    ],
  ])('%s: no fault, and everything is asked', async (_name, document, ways) => {
    const run = await runAtOnce(document, library(ways));
    expect(alarms(run)).toEqual([]);
    expect(idsOf(run, 'warn')).toEqual([]);
    expect(run.verdict).toMatchObject({ exitCode: 0, missing: [] });
    const ends = ['/books:batchGet', ':undelete'];
    expect(ends.filter((end) => !run.asked.some(({ path }) => path.endsWith(end)))).toEqual([]);
  });

  test('the mock knows them', async () => {
    const loaded = await loadOnce({ 'openapi.yaml': documentOf() });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const run = await runAgainstMock(loaded.interface);
    expect(alarms(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test.each<readonly [name: string, ways: Ways, check: string]>([
    ['an update is not stored', { stores: (book) => book }, 'resources.update-stored'],
    ['a retry makes another one', { knowsRetries: false }, 'resources.repeated-once'],
    ['a removal does nothing', { removes: (book) => book }, 'resources.removed-is-gone'],
    [
      'a name that is not the path',
      {
        nameOf: (shelf, count) => `${shelf}/books/b${String(count)}`,
        shows: (book) => ({ ...book, name: String(book['name']).split('/').at(-1) }),
      },
      'bodies.schema',
    ],
    [
      'names that are given twice',
      { nameOf: (shelf, count) => `${shelf}/books/b${String(count % 2)}` },
      'collections.unique-identity',
    ],
  ])('%s: found', async (_name, ways, check) => {
    expect(blames(await runAtOnce(documentOf(), library(ways)))).toContain(check);
  });
});
