import { describe, expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { isObject } from '../../src/json/value.ts';
import { type Ask, isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/**
 * Books and rooms that have no identity but their address (`_links.self.href`, as HAL has it), by which a book names its room and its
 * genres: where the document says so by a format or in words, and where it has a plain text. What `_links.search` leads to is no book.
 */

const gives = (name: string, type = 'application/hal+json'): string =>
  `content: { ${type}: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const NO = `'400': { description: no }, '401': { description: who }, '404': { description: none }`;

function documentOf(room: string): string {
  const lists = (name: string, path: string): string => `
    get: { operationId: list-${path}, responses: { '200': { description: all, ${gives(`${name}List`)} }, '401': { description: who } } }`;
  const kind = (name: string, path: string): string => `
  /${path}:${lists(name, path)}
    post:
      operationId: make-${path}
      requestBody: { required: true, ${gives(`New${name}`, 'application/json')} }
      responses: { '201': { description: made, ${gives(name)} }, ${NO} }
  /${path}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: read-${path}, responses: { '200': { description: one, ${gives(name)} }, ${NO} } }
    patch:
      operationId: change-${path}
      requestBody: { required: true, content: { application/merge-patch+json: { schema: { $ref: '#/components/schemas/Changed${name}' } } } }
      responses: { '200': { description: changed, ${gives(name)} }, ${NO} }
    delete: { operationId: remove-${path}, responses: { '204': { description: gone }, ${NO} } }`;
  const entry = (own: string): string =>
    `{ type: object, required: [title, _links], properties: { title: { type: string }, ${own}_links: { $ref: '#/components/schemas/Links' } } }`;
  const listOf = (name: string, path: string): string =>
    `{ type: object, required: [_links], properties: { _embedded: { type: object, properties: { ${path}: { type: array, items: { $ref: '#/components/schemas/${name}' } } } }, _links: { $ref: '#/components/schemas/Links' } } }`;
  const title = 'title: { type: string, minLength: 1, maxLength: 60 }';
  const genres = 'genres: { type: array, items: { type: string, format: uri-reference } }';
  return `
openapi: 3.0.3
info: { title: Library, version: '1' }
security: [{ key: [] }]
paths:${kind('Book', 'books')}${kind('Room', 'rooms')}
  /books/search/by-title:
    get:
      operationId: search
      parameters: [{ name: title, in: query, required: true, schema: { type: string } }]
      responses: { '200': { description: found, ${gives('BookList')} }, '400': { description: no }, '401': { description: who } }
  /books/{id}/room:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: room-of-book, responses: { '200': { description: its room, ${gives('Room')} }, ${NO} } }
    put:
      operationId: move-book
      requestBody: { required: true, content: { text/uri-list: { schema: { type: string } } } }
      responses: { '204': { description: moved }, ${NO} }
  /genres:${lists('Genre', 'genres')}
  /genres/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: read-genres, responses: { '200': { description: one, ${gives('Genre')} }, ${NO} } }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
  schemas:
    Links: { type: object, additionalProperties: { type: object, required: [href], properties: { href: { type: string } } } }
    Book: ${entry('')}
    Room: ${entry('')}
    Genre: ${entry('')}
    BookList: ${listOf('Book', 'books')}
    RoomList: ${listOf('Room', 'rooms')}
    GenreList: ${listOf('Genre', 'genres')}
    NewRoom: { type: object, required: [title], properties: { ${title} } }
    ChangedRoom: { type: object, properties: { ${title} } }
    NewBook: { type: object, required: [title, room], properties: { ${title}, room: ${room}, ${genres} } }
    ChangedBook: { type: object, properties: { ${title}, room: ${room}, ${genres} } }
`;
}

type Held = { title: string; room?: string; genres?: readonly string[] };

/**
 * `keepsTitle`: a change of the title is answered with success, and nothing is changed. `lists`: what else of books its lists show, or
 * do not.
 */
function library({
  keepsTitle = false,
  lists = 'all',
}: {
  readonly keepsTitle?: boolean;
  readonly lists?: 'all' | 'removed ones' | 'other titles';
} = {}): MakeService {
  return () => {
    const all = new Map<string, Held>([['/genres/3', { title: 'Tales' }]]);
    const gone = new Map<string, Held>();
    let made = 0;
    const shown = (path: string, { title, room }: Held): object => ({
      title,
      _links: { self: { href: path }, ...(room === undefined ? {} : { room: { href: `${path}/room` } }) },
    });
    const listed = (kind: string, isWanted: (held: Held) => boolean): Reply => {
      const known = lists === 'removed ones' ? [...all, ...gone] : [...all];
      const wanted = known.filter(([path, held]) => path.startsWith(`${kind}/`) && isWanted(held));
      const isOther = lists === 'other titles' && kind === '/books';
      const found = wanted.map(
        ([path, held]) => [path, isOther ? { ...held, title: 'A book' } : held] as const,
      );
      const search = kind === '/books' ? { search: { href: '/books/search' } } : {};
      const entries = { [kind.slice(1)]: found.map(([path, held]) => shown(path, held)) };
      return { status: 200, body: { _embedded: entries, _links: { self: { href: kind }, ...search } } };
    };
    const isIn = (kind: string, address: unknown): boolean =>
      typeof address === 'string' && address.startsWith(`/${kind}/`) && all.has(address);
    const isFine = (kind: string, given: { readonly [name: string]: unknown }, isWhole: boolean): boolean => {
      const { title, room, genres } = given;
      const isTitle = typeof title === 'string' && title !== '' && Array.from(title).length <= 60;
      if (!isTitle && (isWhole || title !== undefined)) return false;
      if (kind !== '/books') return true;
      const isList = Array.isArray(genres) && genres.every((one) => isIn('genres', one));
      if (genres !== undefined && !isList) return false;
      return room === undefined ? !isWhole : isIn('rooms', room);
    };
    const serve = (ask: Ask): Reply => {
      const { method, path, json, text } = ask;
      const [kind, isItem] = [/^\/[a-z]+/.exec(path)?.[0] ?? '', /^\/[a-z]+\/\d+$/.test(path)];
      if (path === '/books/search') return { status: 200, body: { _links: { self: { href: path } } } };
      if (path === '/books/search/by-title') {
        const title = ask.query.get('title');
        return title === null ? { status: 400 } : listed('/books', (held) => held.title === title);
      }
      if (path === kind && method === 'GET') return listed(kind, () => true);
      const given = isObject(json) ? (json as unknown as Held) : undefined;
      if (path === kind && method === 'POST' && kind !== '/genres') {
        if (given === undefined || !isFine(kind, given, true)) return { status: 400 };
        const own = `${kind}/${String((made += 1))}`;
        all.set(own, { ...given });
        return { status: 201, body: shown(own, given), headers: { Location: own } };
      }
      const entry = path.replace(/\/room$/, '');
      const held = all.get(entry);
      if (held === undefined) return { status: 404 };
      if (entry !== path && method === 'GET') {
        const room = all.get(held.room ?? '');
        return room === undefined ? { status: 404 } : { status: 200, body: shown(held.room ?? '', room) };
      }
      if (entry !== path && method === 'PUT') {
        if (!isIn('rooms', text.trim())) return { status: 400 };
        held.room = text.trim();
        return { status: 204 };
      }
      if (!isItem) return { status: 404 };
      if (method === 'DELETE') {
        gone.set(path, held);
        return { status: all.delete(path) ? 204 : 404 };
      }
      if (method === 'PATCH') {
        if (given === undefined || !isFine(kind, given, false)) return { status: 400 };
        Object.assign(held, given, keepsTitle && kind === '/books' ? { title: held.title } : {});
      }
      return { status: 200, body: shown(path, held) };
    };
    return (ask) => {
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const reply = serve(ask);
      const type = reply.body === undefined ? {} : { 'Content-Type': 'application/hal+json' };
      return { ...reply, headers: { ...type, ...reply.headers } };
    };
  };
}

const ROOMS: readonly (readonly [string, string])[] = [
  ['by its format', '{ type: string, format: uri-reference }'],
  ['in words', '{ type: string, description: The link of a room }'],
  ['by nothing', '{ type: string }'],
];

describe.each(ROOMS)('books that name their room by its address, as the document says %s', (_name, room) => {
  test('are made, and nothing is blamed', async () => {
    const run = await runAtOnce(documentOf(room), library(), { seed: 1 });
    expect(alarms(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
    const moved = run.asked.filter(({ method, path }) => method === 'PUT' && path.endsWith('/room'));
    expect(moved.some(({ text }) => /^\/rooms\/\d+$/.test(text))).toBe(true);
  });
});

test('a change of such a book that changes nothing is blamed', async () => {
  const run = await runAtOnce(
    documentOf('{ type: string, format: uri-reference }'),
    library({ keepsTitle: true }),
    { seed: 1 },
  );
  expect(blames(run)).toContain('resources.');
});

test.each(['removed ones', 'other titles'] as const)(
  'lists of such books that show %s are blamed',
  async (lists) => {
    const run = await runAtOnce(documentOf('{ type: string, format: uri-reference }'), library({ lists }), {
      seed: 1,
    });
    expect(blames(run)).toContain('resources.');
  },
);

test('a quick run makes what such a book names', async () => {
  const document = documentOf('{ type: string, format: uri-reference }');
  const run = await runAtOnce(document, library(), { seed: 1, profile: 'quick' });
  expect(run.verdict.exitCode).toBe(0);
});
