import { describe, expect, test } from 'vitest';
import { blamed, faultsOfAssay, idsOf } from './run-against-mock.ts';
import { type MakeService, type Reply, runAgainstService } from './run-against-service.ts';

const DOCUMENT = `
openapi: 3.0.3
info: { title: Books, version: '1' }
paths:
  /books:
    get:
      operationId: books
      responses:
        '200':
          description: all
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Book' } } } }
  /books/{code}:
    parameters: [{ name: code, in: path, required: true, schema: { type: string } }]
    get:
      operationId: book
      responses:
        '200':
          description: one
          content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } }
        '404':
          description: There is none
          content: { application/json: { schema: { $ref: '#/components/schemas/Error' } } }
  /books/{code}/pages:
    parameters: [{ name: code, in: path, required: true, schema: { type: string } }]
    get:
      operationId: pages
      responses:
        '200':
          description: all
          content: { application/json: { schema: { type: array, items: { type: string } } } }
components:
  schemas:
    Book:
      type: object
      properties: { code: { type: string }, title: { type: string } }
    Error:
      type: object
      required: [message]
      properties: { message: { type: string } }
`;

/** The same, where whoever asks makes books, changes them and notes something to them, and nobody takes one away. */
const WRITTEN = DOCUMENT.replace(
  '  /books/{code}:',
  `    post:
      operationId: make
      requestBody: { $ref: '#/components/requestBodies/Book' }
      responses:
        '201':
          description: made
          content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } }
  /books/{code}/notes:
    parameters: [{ name: code, in: path, required: true, schema: { type: string } }]
    post:
      operationId: note
      requestBody:
        required: true
        content:
          application/json: { schema: { type: object, required: [text], properties: { text: { type: string } } } }
      responses:
        '201':
          description: noted
          content: { application/json: { schema: { type: object, properties: { text: { type: string } } } } }
        '404': { description: There is no such book }
    get:
      operationId: notes
      responses:
        '200':
          description: all
          content:
            application/json:
              schema: { type: array, items: { type: object, properties: { text: { type: string } } } }
        '404': { description: Book not found }
  /books/{code}:
    put:
      operationId: replace
      requestBody: { $ref: '#/components/requestBodies/Book' }
      responses:
        '200':
          description: replaced
          content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } }
        '404': { description: There is none }`,
).replace(
  'components:',
  `components:
  requestBodies:
    Book:
      required: true
      content:
        application/json:
          schema: { type: object, required: [title], properties: { title: { type: string, minLength: 1 } } }`,
);

const BOOKS = [
  { code: 'b-1041', title: 'Atlas' },
  { code: 'b-1042', title: 'Birds' },
];

type Book = (typeof BOOKS)[number];

const NONE: Reply = { status: 404, body: { message: 'none' } };

/** The service; `ofNone` is what comes for a book that is not there, `pages` for its pages. */
function library(ofNone: (code: string) => Reply, pages: Reply = NONE): MakeService {
  return () =>
    ({ method, path }): Reply => {
      if (method !== 'GET') return { status: 405 };
      if (path === '/books') return { status: 200, body: BOOKS };
      const [, code = '', below] = /^\/books\/([^/]+)(\/pages)?$/.exec(path) ?? [];
      const found: Book | undefined = BOOKS.find((book) => book.code === code);
      if (code === '') return NONE;
      if (below !== undefined) return found === undefined ? pages : { status: 200, body: ['one'] };
      return found === undefined ? ofNone(code) : { status: 200, body: found };
    };
}

describe('a read of what is not there', () => {
  test.each<[string, MakeService]>([
    ['is refused', library(() => NONE)],
    ['is made of nothing', library((code) => ({ status: 200, body: { code, title: '' } }))],
    ['is refused for its name, as no document says', library(() => ({ status: 400 }))],
    ['has no pages', library(() => NONE, { status: 200, body: [] })],
  ])('%s', async (_what, serve) => {
    const run = await runAgainstService(DOCUMENT, serve);
    expect(faultsOfAssay(run)).toEqual([]);
    expect(blamed(run)).toEqual([]);
  });

  test.each<[string, string, MakeService]>([
    ['resources.absent-refused', 'gets the first one', library(() => ({ status: 200, body: BOOKS[0] }))],
    ['resources.absent-refused', 'gets an empty one', library(() => ({ status: 200, body: {} }))],
    ['errors.shape', 'gets another error', library(() => ({ status: 404, body: { error: 'none' } }))],
    ['statuses.no-server-error', 'fails', library(() => ({ status: 500, body: { message: 'Oops' } }))],
    ['statuses.no-server-error', 'fails below it', library(() => NONE, { status: 500, body: {} })],
  ])('is blamed by %s where it %s', async (check, _what, serve) => {
    const run = await runAgainstService(DOCUMENT, serve);
    expect(idsOf(run, 'fail')).toContain(check);
  });
});

type Faults = {
  readonly replaces?: boolean;
  readonly notes?: boolean;
  readonly makes?: boolean;
  readonly lists?: boolean;
};

/** The service that keeps books. `replaces`, `notes`, `lists`: also where there is none; `makes`: a note makes the book. */
function keeping({ replaces = false, notes = false, makes = false, lists = false }: Faults): MakeService {
  return () => {
    const kept = new Map<string, Book>(BOOKS.map((book) => [book.code, book]));
    const noted = new Map<string, readonly { readonly text: string }[]>();
    return ({ method, path, json }): Reply => {
      const sent = typeof json === 'object' && json !== null ? { ...json } : {};
      const title = 'title' in sent ? sent.title : undefined;
      if (path === '/books' && method === 'GET') return { status: 200, body: [...kept.values()] };
      if (path === '/books') {
        if (typeof title !== 'string' || title === '') return { status: 400 };
        const book = { code: `b-${String(1041 + kept.size)}`, title };
        kept.set(book.code, book);
        return { status: 201, body: book };
      }
      const [, code = '', below] = /^\/books\/([^/]+)\/?(pages|notes)?$/.exec(path) ?? [];
      const found = kept.get(code);
      if (below === 'pages') return found === undefined ? NONE : { status: 200, body: ['one'] };
      if (below === 'notes') {
        const own = noted.get(code) ?? [];
        if (method === 'GET') return found === undefined && !lists ? NONE : { status: 200, body: own };
        if (!('text' in sent) || typeof sent.text !== 'string') return { status: 400 };
        if (found === undefined && !notes && !makes) return NONE;
        if (makes && found === undefined) kept.set(code, { code, title: '' });
        if (kept.has(code)) noted.set(code, [...own, { text: sent.text }]);
        return { status: 201, body: { text: sent.text } };
      }
      if (method !== 'PUT') return found === undefined ? NONE : { status: 200, body: found };
      if (typeof title !== 'string' || title === '') return { status: 400 };
      if (found === undefined) return replaces ? { status: 200, body: { code, title } } : NONE;
      kept.set(code, { code, title });
      return { status: 200, body: { code, title } };
    };
  };
}

describe('a change of what is not there', () => {
  test.each<[string, Faults]>([
    ['is refused', {}],
    ['makes it, and what is inside of it', { makes: true }],
  ])('%s', async (_what, faults) => {
    const run = await runAgainstService(WRITTEN, keeping(faults));
    expect(faultsOfAssay(run)).toEqual([]);
    expect(blamed(run)).toEqual([]);
    const asked = [...run.record.exchanges.values()].map(({ probe }) => probe);
    expect(asked).toContain('resources/absent/replace');
    expect(asked).toContain('resources/absent/note');
  });

  test.each<[string, Faults]>([
    ['replaces nothing', { replaces: true }],
    ['notes something to nothing', { notes: true }],
    ['lists what is inside of nothing', { lists: true }],
  ])('is blamed where it %s', async (_what, faults) => {
    const run = await runAgainstService(WRITTEN, keeping(faults));
    expect(idsOf(run, 'fail')).toContain('resources.absent-refused');
  });
});

test('a list inside of nothing is open where the document does not say what comes', async () => {
  const silent = WRITTEN.replace('Book not found', 'Not found');
  expect(blamed(await runAgainstService(silent, keeping({ lists: true })))).toEqual([]);
});
