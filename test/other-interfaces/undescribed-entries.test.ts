import { expect, test } from 'vitest';
import { blamed, faultsOfAssay, idsOf } from './run-against-mock.ts';
import { type Ask, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Entries of which the document describes requests alone, as JSON:API has them: a change has to bring the identity of its path. */

const TITLE = 'title: { type: string, minLength: 1, maxLength: 40 }';
const sent = (more: string): string =>
  `required: true, content: { application/vnd.api+json: { schema: { type: object, required: [data], additionalProperties: false, properties: { data: { type: object, required: [type, attributes${more === '' ? '' : ', id'}], additionalProperties: false, properties: { type: { type: string, enum: [book] }, ${more} attributes: { type: object, required: [title], additionalProperties: false, properties: { ${TITLE} } } } } } } } }`;
const SHOWN =
  'content: { application/vnd.api+json: { schema: { type: object, properties: { data: { type: object } } } } }';
const BAD = '{ description: not valid }';
const DOCUMENT = `
openapi: 3.0.3
info: { title: Books, version: '1' }
paths:
  /books:
    post:
      operationId: addBook
      requestBody: { ${sent('')} }
      responses: { '201': { description: Made, ${SHOWN} }, '400': ${BAD}, '415': ${BAD} }
  /books/{bookId}:
    parameters: [{ name: bookId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: readBook
      responses: { '200': { description: One, ${SHOWN} }, '404': { description: not there } }
    patch:
      operationId: changeBook
      requestBody: { ${sent('id: { type: string, minLength: 1 },')} }
      responses: { '200': { description: Changed, ${SHOWN} }, '400': ${BAD}, '404': { description: not there }, '409': ${BAD}, '415': ${BAD} }
    delete:
      operationId: removeBook
      responses: { '204': { description: Gone }, '404': { description: not there } }
`;

type Titled = { readonly title: string; readonly id: unknown };

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sentIn({ json }: Ask, known: readonly string[]): Titled | undefined {
  if (!isObject(json) || !isObject(json['data']) || Object.keys(json).length > 1) return undefined;
  const { type, attributes, id, ...others } = json['data'];
  if (type !== 'book' || !isObject(attributes) || Object.keys(others).length > 0) return undefined;
  if (id !== undefined && !known.includes('id')) return undefined;
  const { title, ...rest } = attributes;
  const isFine = typeof title === 'string' && title !== '' && Array.from(title).length <= 40;
  return isFine && Object.keys(rest).length === 0 ? { title, id } : undefined;
}

const books: MakeService = () => {
  const all = new Map<string, string>();
  let made = 0;
  const shown = (status: number, id: string): Reply => ({
    status,
    body: {
      data: { type: 'book', id, attributes: { title: all.get(id) }, links: { self: `/books/${id}` } },
    },
    headers: { 'Content-Type': 'application/vnd.api+json', Location: `/books/${id}` },
  });
  return (ask) => {
    const { method, path, headers } = ask;
    const isOfType = /^application\/vnd\.api\+json\s*(?:;|$)/i.test(headers['content-type'] ?? '');
    if (method === 'POST' && path === '/books') {
      if (!isOfType) return { status: 415 };
      const book = sentIn(ask, []);
      if (book === undefined) return { status: 400 };
      made += 1;
      all.set(String(made), book.title);
      return shown(201, String(made));
    }
    const id = path.slice('/books/'.length);
    if (!all.has(id)) return { status: 404 };
    if (method === 'GET') return shown(200, id);
    if (method === 'DELETE') {
      all.delete(id);
      return { status: 204 };
    }
    if (!isOfType) return { status: 415 };
    const book = sentIn(ask, ['id']);
    if (typeof book?.id !== 'string' || book.id === '') return { status: 400 };
    if (book.id !== id) return { status: 409 };
    all.set(id, book.title);
    return shown(200, id);
  };
};

test('a change brings the identity of its path where nothing but requests is described', async () => {
  const run = await runAtOnce(DOCUMENT, books);
  expect([...blamed(run), ...idsOf(run, 'warn'), ...faultsOfAssay(run)]).toEqual([]);
  const change = run.record.footer?.coverage?.operations.find(({ id }) => id === 'changeBook');
  expect(change?.served).toBeGreaterThan(0);
});
