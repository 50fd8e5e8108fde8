import type { Ask, MakeService, Reply } from './run-against-service.ts';
import type { SmallService } from './small-services.ts';

/** Services as frameworks make them, with the documents that they write of themselves: each small one is a kind that was met. */

const BOOK = `{ $ref: '#/components/schemas/Book' }`;
const GIVES = `content: { application/json: { schema: ${BOOK} } }`;
const TAKES = `{ required: true, ${GIVES} }`;

/** As drf-spectacular writes it: slashes at the end of all paths, and nothing but successes. */
const SLASHED = `
openapi: 3.0.3
info: { title: Library, version: '1' }
paths:
  /books/:
    get:
      operationId: books_list
      parameters:
        - { name: in_print, in: query, schema: { type: boolean } }
        - { name: page, in: query, schema: { type: integer } }
      responses: { '200': { description: '', content: { application/json: { schema: { $ref: '#/components/schemas/Page' } } } } }
    post: { operationId: books_create, requestBody: ${TAKES}, responses: { '201': { description: '', ${GIVES} } } }
  /books/{id}/:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: books_retrieve, responses: { '200': { description: '', ${GIVES} } } }
    put: { operationId: books_update, requestBody: ${TAKES}, responses: { '200': { description: '', ${GIVES} } } }
    patch:
      operationId: books_partial_update
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/PatchedBook' } } } }
      responses: { '200': { description: '', ${GIVES} } }
    delete: { operationId: books_destroy, responses: { '204': { description: No response body } } }
components:
  schemas:
    Book:
      type: object
      required: [id, title, in_print]
      properties: { id: { type: integer, readOnly: true }, title: { type: string, maxLength: 200 }, in_print: { type: boolean } }
    PatchedBook:
      type: object
      properties: { id: { type: integer, readOnly: true }, title: { type: string, maxLength: 200 }, in_print: { type: boolean } }
    Page:
      type: object
      required: [count, results]
      properties:
        count: { type: integer }
        next: { type: string, format: uri, nullable: true }
        results: { type: array, items: ${BOOK} }
`;

const ABSENT: Reply = { status: 404, body: { detail: 'Not found.' } };
const INVALID: Reply = { status: 400, body: { detail: 'Not valid.' } };
const PAGE = 10;

type Book = { readonly id: number; readonly title: string; readonly in_print: boolean };

/** The members of a book that a body has; `undefined` where one of them is none. */
function bookIn({ json }: Ask): Partial<Book> | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const { title, in_print: inPrint } = Object.fromEntries(Object.entries(json));
  const isTitle = title === undefined || (typeof title === 'string' && title !== '' && title.length <= 200);
  if (!isTitle || !(inPrint === undefined || typeof inPrint === 'boolean')) return undefined;
  return {
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof inPrint === 'boolean' ? { in_print: inPrint } : {}),
  };
}

function isWhole(book: Partial<Book> | undefined): book is Omit<Book, 'id'> {
  return book?.title !== undefined && book.in_print !== undefined;
}

function slashed({ keepsRemoved = false } = {}): MakeService {
  return () => {
    const kept = new Map<number, Book>();
    let last = 0;
    const listed = ({ query }: Ask): Reply => {
      const [page, inPrint] = [query.get('page') ?? '1', query.get('in_print')];
      // What is neither of the two is left alone, as django-filter does.
      const chosen = ['true', 'false'].includes(inPrint ?? '');
      const all = [...kept.values()].filter((book) => !chosen || String(book.in_print) === inPrint);
      const pages = Math.max(1, Math.ceil(all.length / PAGE));
      const number = /^\d+$/.test(page) ? Number(page) : 0;
      if (number < 1 || number > pages) return ABSENT;
      const results = all.slice((number - 1) * PAGE, number * PAGE);
      const next = number < pages ? `http://books.test/books/?page=${String(number + 1)}` : null;
      return { status: 200, body: { count: all.length, next, results } };
    };
    const stored = (id: number, book: Omit<Book, 'id'>, status: number): Reply => {
      kept.set(id, { id, title: book.title, in_print: book.in_print });
      return { status, body: kept.get(id) };
    };
    return (ask) => {
      const { method, path } = ask;
      if (path === '/books/' && method === 'GET') return listed(ask);
      const sent = bookIn(ask);
      if (path === '/books/' && method === 'POST')
        return isWhole(sent) ? stored((last += 1), sent, 201) : INVALID;
      const id = Number(/^\/books\/(\d+)\/$/.exec(path)?.[1]);
      const book = kept.get(id);
      if (book === undefined) return ABSENT;
      switch (method) {
        case 'GET':
          return { status: 200, body: book };
        case 'PUT':
          return isWhole(sent) ? stored(id, sent, 200) : INVALID;
        case 'PATCH':
          return sent === undefined ? INVALID : stored(id, { ...book, ...sent }, 200);
        case 'DELETE':
          if (!keepsRemoved) kept.delete(id);
          return { status: 204 };
        default:
          return { status: 405 };
      }
    };
  };
}

export const frameworkServices: readonly SmallService[] = [
  {
    title: 'paths with a slash at their end, and a filter that ignores what it does not know',
    document: SLASHED,
    honest: slashed(),
    isGreen: true,
    faulty: { serve: slashed({ keepsRemoved: true }), finds: 'resources.removed-is-gone' },
  },
];
