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

const PROBLEM = `content: { application/problem+json: { schema: { $ref: '#/components/schemas/ProblemDetail' } } }`;
const SHOWS = `{ description: OK, content: { '*/*': { schema: { $ref: '#/components/schemas/Shop' } } } }`;
const TAKEN = `{ required: true, content: { application/json: { schema: { $ref: '#/components/schemas/ShopRequest' } } } }`;

/** As springdoc writes it: answers of any media type, the errors of an advice, and addresses that are `format: uri`. */
export const ANY_TYPE = `
openapi: 3.1.0
info: { title: OpenAPI definition, version: v0 }
paths:
  /shops:
    get: { operationId: list, responses: { '200': { description: OK, content: { '*/*': { schema: { type: array, items: { $ref: '#/components/schemas/Shop' } } } } } } }
    post: { operationId: create, requestBody: ${TAKEN}, responses: { '201': ${SHOWS}, '400': { description: Bad Request, ${PROBLEM} } } }
  /shops/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, format: int64 } }]
    get: { operationId: get, responses: { '200': ${SHOWS}, '404': { description: Not Found, ${PROBLEM} } } }
    delete: { operationId: delete, responses: { '204': { description: No Content }, '404': { description: Not Found, ${PROBLEM} } } }
  /shops/{id}/deactivate:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, format: int64 } }]
    post: { operationId: deactivate, responses: { '200': ${SHOWS}, '404': { description: Not Found, ${PROBLEM} } } }
components:
  schemas:
    ShopRequest: { type: object, required: [name], properties: { name: { type: string, maxLength: 80, minLength: 0 } } }
    Shop: { type: object, properties: { id: { type: integer, format: int64 }, name: { type: string }, active: { type: boolean } } }
    ProblemDetail:
      type: object
      properties:
        type: { type: string, format: uri }
        title: { type: string }
        status: { type: integer, format: int32 }
        instance: { type: string, format: uri }
`;

type Shop = { readonly id: number; readonly name: string; readonly active: boolean };

/** The shops, where nothing can be removed, or where problems name their place in another way. */
export function anyType({ instanceOf = (path: string) => path, removes = true } = {}): MakeService {
  return () => {
    const kept = new Map<number, Shop>();
    let last = 0;
    return ({ method, path, json }) => {
      const problem = (status: number, title: string): Reply => ({
        status,
        headers: { 'Content-Type': 'application/problem+json' },
        body: { type: 'about:blank', title, status, instance: instanceOf(path) },
      });
      if (path === '/shops' && method === 'GET') return { status: 200, body: [...kept.values()] };
      if (path === '/shops' && method === 'POST') {
        const name: unknown =
          typeof json === 'object' && json !== null && 'name' in json ? json.name : undefined;
        if (typeof name !== 'string' || name.length > 80) return problem(400, 'Bad Request');
        last += 1;
        kept.set(last, { id: last, name, active: true });
        return { status: 201, body: kept.get(last) };
      }
      const [, id = '', deed] = /^\/shops\/(\d+)(\/deactivate)?$/.exec(path) ?? [];
      const shop = kept.get(Number(id));
      if (shop === undefined) return problem(404, 'Not Found');
      if (deed !== undefined && method === 'POST') {
        kept.set(shop.id, { ...shop, active: false });
        return { status: 200, body: kept.get(shop.id) };
      }
      if (deed === undefined && method === 'GET') return { status: 200, body: shop };
      if (deed !== undefined || method !== 'DELETE') return problem(405, 'Method Not Allowed');
      if (!removes) return problem(404, 'Not Found');
      kept.delete(shop.id);
      return { status: 204 };
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
  {
    title: 'answers of any media type, and problems whose instance is a reference',
    document: ANY_TYPE,
    honest: anyType(),
    isGreen: true,
    faulty: { serve: anyType({ instanceOf: (path) => `<${path}>` }), finds: 'errors.shape' },
  },
];
