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
    ['resources.absent-read', 'gets the first one', library(() => ({ status: 200, body: BOOKS[0] }))],
    ['resources.absent-read', 'gets an empty one', library(() => ({ status: 200, body: {} }))],
    ['errors.shape', 'gets another error', library(() => ({ status: 404, body: { error: 'none' } }))],
    ['statuses.no-server-error', 'fails', library(() => ({ status: 500, body: { message: 'Oops' } }))],
    ['statuses.no-server-error', 'fails below it', library(() => NONE, { status: 500, body: {} })],
  ])('is blamed by %s where it %s', async (check, _what, serve) => {
    const run = await runAgainstService(DOCUMENT, serve);
    expect(idsOf(run, 'fail')).toContain(check);
  });
});
