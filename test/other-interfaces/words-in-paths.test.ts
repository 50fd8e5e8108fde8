import { describe, expect, test } from 'vitest';
import { idsOf, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';
import { loadOnce } from '../specs/load-files.ts';

const ID = '{name: id, in: path, required: true, schema: {type: integer}}';
const NEW = 'required: true, content: {application/json: {schema: {$ref: "#/components/schemas/NewBook"}}}';
const BOOK = 'content: {application/json: {schema: {$ref: "#/components/schemas/Book"}}}';
const BOOKS =
  'content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Book"}}}}';

/** Books and shops whose paths say with a word what their methods say. */
const DOCUMENT = `
openapi: 3.0.3
info: {title: Books, version: '1'}
paths:
  /books/all:
    get: {responses: {'200': {description: all, ${BOOKS}}}}
  /books/add:
    post: {requestBody: {${NEW}}, responses: {'201': {description: made, ${BOOK}}, '400': {description: no}}}
  /books/get/{id}:
    get: {parameters: [${ID}], responses: {'200': {description: one, ${BOOK}}, '404': {description: no}}}
  /books/update/{id}:
    put: {parameters: [${ID}], requestBody: {${NEW}}, responses: {'200': {description: now, ${BOOK}}, '400': {description: no}, '404': {description: no}}}
  /books/{id}/delete:
    delete: {parameters: [${ID}], responses: {'204': {description: gone}, '404': {description: no}}}
components:
  schemas:
    NewBook: {type: object, required: [title], properties: {title: {type: string, minLength: 1, maxLength: 60}, weight: {type: integer, minimum: 1}}}
    Book: {type: object, required: [id, title], properties: {id: {type: integer}, title: {type: string}, weight: {type: integer}}}
`;

type Book = { readonly id: number; readonly title: string; readonly weight?: number };
type Fault = 'update forgets' | 'removal does nothing' | 'creation forgets' | 'list forgets';

function isNew(value: unknown): value is Omit<Book, 'id'> {
  const { title, weight } = Object(value);
  const isTitle = typeof title === 'string' && title !== '' && Array.from(title).length <= 60;
  return isTitle && (weight === undefined || (Number.isInteger(weight) && weight >= 1));
}

const booksWith =
  (fault?: Fault): MakeService =>
  () => {
    const books = new Map<number, Book>();
    let last = 0;
    const made = (id: number, { title, weight }: Omit<Book, 'id'>): Book => ({
      id,
      title,
      ...(weight === undefined ? {} : { weight }),
    });
    return ({ method, path, json }) => {
      const id = Number(/\/(\d+)(?:\/|$)/.exec(path)?.[1] ?? Number.NaN);
      const book = books.get(id);
      switch (`${method} ${path.replace(/\d+/, '#')}`) {
        case 'GET /books/all':
          return {
            status: 200,
            body: [...books.values()].slice(0, fault === 'list forgets' ? -1 : undefined),
          };
        case 'POST /books/add': {
          if (!isNew(json)) return { status: 400 };
          last += 1;
          const kept = fault === 'creation forgets' ? { title: json.title } : json;
          books.set(last, made(last, kept));
          return { status: 201, body: made(last, json) };
        }
        case 'GET /books/get/#':
          return book === undefined ? { status: 404 } : { status: 200, body: book };
        case 'PUT /books/update/#': {
          if (book === undefined) return { status: 404 };
          if (!isNew(json)) return { status: 400 };
          if (fault !== 'update forgets') books.set(id, made(id, json));
          return { status: 200, body: made(id, json) };
        }
        case 'DELETE /books/#/delete':
          if (book === undefined) return { status: 404 };
          if (fault !== 'removal does nothing') books.delete(id);
          return { status: 204 };
        default:
          return { status: 404 };
      }
    };
  };

describe('paths that say the deed of their method with a word', () => {
  test('are asked, each about entries of the run', async () => {
    const run = await runAtOnce(DOCUMENT, booksWith(), { seed: 1 });
    expect(idsOf(run, 'fail')).toEqual([]);
    const operations = run.record.footer?.coverage?.operations ?? [];
    expect(operations.map(({ name, served }) => [name, (served ?? 0) > 0])).toEqual(
      operations.map(({ name }) => [name, true]),
    );
    expect(operations).toHaveLength(5);
    expect(run.verdict.exitCode).toBe(0);
  });

  test('and so they are of the mock', async () => {
    const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const run = await runAgainstMock(loaded.interface);
    expect(idsOf(run, 'fail')).toEqual([]);
    expect(idsOf(run, 'pass')).toContain('resources.update-stored');
    expect(idsOf(run, 'pass')).toContain('resources.removed-is-gone');
  });

  test.for([
    ['update forgets', 'resources.update-stored'],
    ['removal does nothing', 'resources.removed-is-gone'],
    ['creation forgets', 'resources.made-as-asked'],
    ['list forgets', 'collections.listed'],
  ] as const)('%s', async ([fault, check]) => {
    const run = await runAtOnce(DOCUMENT, booksWith(fault), { seed: 1 });
    expect(idsOf(run, 'fail')).toContain(check);
  });
});
