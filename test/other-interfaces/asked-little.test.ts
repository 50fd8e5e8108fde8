import { describe, expect, test } from 'vitest';
import { alarms } from '../lives/run-lives.ts';
import { isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Quick runs: they ask little, and see all the same whatever they ask for. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const ID = '{name: id, in: path, required: true, schema: {type: string}}';

/** A collection whose entries are made, listed and read; `more`: what else is done to one. */
const collection = (
  name: string,
  { more = '', query = '', members = '{title: {type: string}}' } = {},
): string => `
  /${name}:
    get:
      operationId: list-${name}
      parameters: [${query}]
      responses: {'200': {description: all, ${json(`{type: array, items: {$ref: "#/components/schemas/${name}"}}`)}}, '400': {description: no}}
    post:
      operationId: make-${name}
      requestBody: {required: true, ${json(`{type: object, required: [title], properties: ${members}}`)}}
      responses: {'201': {description: made, ${json(`{$ref: "#/components/schemas/${name}"}`)}}, '400': {description: no}, '404': {description: none}}
  /${name}/{id}:
    parameters: [${ID}]
    get: {operationId: read-${name}, responses: {'200': {description: it, ${json(`{$ref: "#/components/schemas/${name}"}`)}}, '404': {description: none}}}${more}`;

const schemaOf = (name: string): string =>
  `${name}: {type: object, required: [id, title], properties: {id: {type: string}, title: {type: string}, shelfId: {type: string}}}`;

const documentOf = (names: readonly string[], paths: string): string => `
openapi: 3.0.3
info: {title: Things, version: '1'}
security: [{key: []}]
paths:${paths}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas: {${names.map(schemaOf).join(', ')}}
`;

type Entry = { readonly id: string; readonly title: string; readonly shelfId?: string };

type Ways = {
  /** The documented refusal of a valid request; `undefined` where it is served. `ids`: of all that is there. */
  readonly refuse?: (
    method: string,
    name: string,
    body: unknown,
    ids: ReadonlySet<string>,
    query: string,
  ) => number | undefined;
};

function things(names: readonly string[], { refuse = () => undefined }: Ways = {}): MakeService {
  return () => {
    const all = new Map<string, Entry[]>(names.map((name) => [name, []]));
    let count = 0;
    const isEntry = (body: unknown): body is Omit<Entry, 'id'> =>
      typeof body === 'object' &&
      body !== null &&
      typeof (body as Partial<Entry>).title === 'string' &&
      ['string', 'undefined'].includes(typeof (body as Partial<Entry>).shelfId);
    return (ask): Reply => {
      const { method, path, json: body, query } = ask;
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const [, name = '', id] = path.split('/');
      const own = all.get(name);
      if (own === undefined) return { status: 404 };
      const ids = new Set([...all.values()].flat().map((one) => one.id));
      const kept = (made: string, { title, shelfId }: Omit<Entry, 'id'>): Entry => ({
        id: made,
        title,
        ...(shelfId === undefined ? {} : { shelfId }),
      });
      const refused = refuse(method, name, body, ids, query.toString());
      if (id === undefined) {
        if (method === 'POST' && !isEntry(body)) return { status: 400 };
        if (refused !== undefined) return { status: refused };
        if (method === 'GET') return { status: 200, body: own };
        if (!isEntry(body)) return { status: 400 };
        count += 1;
        const made = kept(`t${String(count)}`, body);
        own.push(made);
        return { status: 201, body: made };
      }
      const at = own.findIndex((one) => one.id === id);
      if (at < 0) return { status: 404 };
      if (method === 'PUT') {
        if (!isEntry(body)) return { status: 400 };
        if (refused !== undefined) return { status: refused };
        own[at] = kept(id, body);
      }
      if (method === 'DELETE') own.splice(at, 1);
      return method === 'DELETE' ? { status: 204 } : { status: 200, body: own[at] };
    };
  };
}

const LIFE = `
    delete: {operationId: remove, responses: {'204': {description: gone}, '404': {description: none}}}`;
const REPLACED = `
    put:
      operationId: replace
      requestBody: {required: true, ${json('{type: object, required: [title], properties: {title: {type: string}, shelfId: {type: string}}}')}}
      responses: {'200': {description: done, ${json('{$ref: "#/components/schemas/books"}')}}, '400': {description: no}, '404': {description: none}}${LIFE}`;
const WITH_SHELF = { members: '{title: {type: string}, shelfId: {type: string}}' };

const HOMES = documentOf(
  ['books', 'shelves'],
  collection('books', { ...WITH_SHELF, more: REPLACED }) + collection('shelves'),
);
const SORTED = documentOf(
  ['books', 'shelves'],
  collection('books') +
    collection('shelves', {
      query:
        '{name: pageable, in: query, required: true, schema: {type: object, properties: {page: {type: integer, minimum: 0}, size: {type: integer, minimum: 1}, sort: {type: array, items: {type: string}}}}}',
    }),
);

const namesNothing: Ways['refuse'] = (method, name, body, ids) => {
  const { shelfId } = (body ?? {}) as Partial<Entry>;
  const isRead = method === 'GET' || name !== 'books';
  return isRead || shelfId === undefined || ids.has(shelfId) ? undefined : 404;
};

const MANY = ['apples', 'pears', 'plums', 'figs', 'dates', 'limes', 'kiwis', 'melons'];
const MANY_KEPT = [...MANY, ...MANY.map((name) => `old-${name}`), ...MANY.map((name) => `new-${name}`)];

describe('a quick run', () => {
  test.each<readonly [words: string, document: string, make: MakeService, most: number]>([
    [
      'asks for all of several collections',
      documentOf(
        MANY.slice(0, 3),
        MANY.slice(0, 3)
          .map((name) => collection(name))
          .join(''),
      ),
      things(MANY.slice(0, 3)),
      40,
    ],
    [
      'asks once for each of some more',
      documentOf(MANY, MANY.map((name) => collection(name)).join('')),
      things(MANY),
      60,
    ],
    [
      'says that it leaves out most of many',
      documentOf(MANY_KEPT, MANY_KEPT.map((name) => collection(name)).join('')),
      things(MANY_KEPT),
      90,
    ],
    [
      'makes what names something that is not there at first',
      HOMES,
      things(['books', 'shelves'], { refuse: namesNothing }),
      60,
    ],
    [
      'asks for a list with other values where those that it drew are refused',
      SORTED,
      things(['books', 'shelves'], {
        refuse: (method, name, _body, _ids, query) =>
          method === 'GET' && name === 'shelves' && query.includes('sort') ? 400 : undefined,
      }),
      45,
    ],
  ])('%s', async (_words, document, make, most) => {
    for (const seed of [1, 2, 3]) {
      const run = await runAtOnce(document, make, { profile: 'quick', seed });
      expect(alarms(run)).toEqual([]);
      expect(run.verdict).toMatchObject({ exitCode: 0, missing: [] });
      expect(run.asked.length).toBeLessThanOrEqual(most);
    }
  });

  test.each<readonly [words: string, document: string, make: MakeService, missing: string]>([
    [
      'a creation that is always refused',
      HOMES,
      things(['books', 'shelves'], {
        refuse: (method, name) => (method === 'POST' && name === 'books' ? 404 : undefined),
      }),
      'POST /books',
    ],
    [
      'a replacement that is always refused',
      HOMES,
      things(['books', 'shelves'], { refuse: (method) => (method === 'PUT' ? 400 : undefined) }),
      'PUT /books/{id}',
    ],
    [
      'a list that is always refused',
      SORTED,
      things(['books', 'shelves'], {
        refuse: (method, name) => (method === 'GET' && name === 'shelves' ? 400 : undefined),
      }),
      'GET /shelves',
    ],
  ])('does not end well with %s', async (_words, document, make, missing) => {
    const run = await runAtOnce(document, make, { profile: 'quick', seed: 1 });
    expect(run.verdict.exitCode).toBe(2);
    expect(run.verdict.missing.map(({ what }) => what)).toContain(missing);
  });

  test('does not end well where the caller gave it too few requests', async () => {
    const kept = MANY_KEPT.map((name) => collection(name)).join('');
    const lowered = { profile: 'quick', seed: 1, maxRequests: 20 } as const;
    const run = await runAtOnce(documentOf(MANY_KEPT, kept), things(MANY_KEPT), lowered);
    expect(run.verdict.exitCode).toBe(2);
  });
});
