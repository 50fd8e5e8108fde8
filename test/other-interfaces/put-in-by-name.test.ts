import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { namedLinksOf } from '../../src/interface/resources/named-links.ts';
import { linkFaults } from '../../src/mock/faults/derived/link-faults.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';
import { isObject, isText } from './shelf.ts';

/** Tags that are put into notes by their names, and that a note shows. */

const DOCUMENT = readFileSync('test/specs/tagged/openapi.yaml', 'utf8');

type Ways = {
  readonly puts?: (tags: readonly number[], tag: number) => readonly number[];
  readonly takes?: (tags: readonly number[], tag: number) => readonly number[];
  readonly shows?: (tags: readonly number[]) => readonly number[];
};

const notes =
  ({
    puts = (tags, tag) => [...tags.filter((one) => one !== tag), tag],
    takes = (tags, tag) => tags.filter((one) => one !== tag),
    shows = (tags) => tags,
  }: Ways = {}): MakeService =>
  () => {
    const names = { notes: new Map<number, string>(), tags: new Map<number, string>() };
    const inside = new Map<number, readonly number[]>();
    let serial = 0;
    const shown = (kind: 'notes' | 'tags', id: number): unknown => {
      const own = { id, name: names[kind].get(id) };
      if (kind === 'tags') return own;
      return {
        ...own,
        tags: shows(inside.get(id) ?? []).map((tag) => ({ id: tag, name: names.tags.get(tag) })),
      };
    };
    return ({ method, path, json: sent }): Reply => {
      const [, note, tag] = /^\/notes\/(\d+)\/tags\/(\d+)$/.exec(path) ?? [];
      if (note !== undefined) {
        if (method !== 'PUT' && method !== 'DELETE') return { status: 405 };
        if (!names.notes.has(Number(note)) || !names.tags.has(Number(tag))) return { status: 404 };
        const now = inside.get(Number(note)) ?? [];
        inside.set(Number(note), (method === 'PUT' ? puts : takes)(now, Number(tag)));
        return { status: 204 };
      }
      const [, kind, id] = /^\/(notes|tags)(?:\/(\d+))?$/.exec(path) ?? [];
      if (kind !== 'notes' && kind !== 'tags') return { status: 404 };
      if (id !== undefined && method === 'GET')
        return names[kind].has(Number(id)) ? { status: 200, body: shown(kind, Number(id)) } : { status: 404 };
      if (id !== undefined) return { status: 405 };
      if (method === 'GET')
        return { status: 200, body: [...names[kind].keys()].map((own) => shown(kind, own)) };
      const name = isObject(sent) ? sent['name'] : undefined;
      if (method !== 'POST') return { status: 405 };
      if (!isText(name, 1)) return { status: 400 };
      serial += 1;
      names[kind].set(serial, name);
      return { status: 201, body: shown(kind, serial) };
    };
  };

test.each<readonly [words: string, ways: Ways]>([
  ['keeps them in their order', {}],
  ['shows the newest first', { shows: (tags) => tags.toReversed() }],
])('a service that %s is not blamed', async (_words, ways) => {
  const run = await runAtOnce(DOCUMENT, notes(ways));
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test.each<readonly [words: string, ways: Ways]>([
  ['puts nothing there', { puts: (tags) => tags }],
  ['puts others out', { puts: (_tags, tag) => [tag] }],
  ['puts it there twice', { puts: (tags, tag) => [...tags, tag] }],
  ['takes nothing out', { takes: (tags) => tags }],
  ['takes all out', { takes: () => [] }],
])('a service that %s is found out', async (_words, ways) => {
  expect(blames(await runAtOnce(DOCUMENT, notes(ways)))).toContain('resources.put-in-by-name');
});

test.each([
  [
    'a list of words, which may be the names of tags',
    (text: string) =>
      text.replace(/(tags: \{ type: array, readOnly: true, items: ).*(?= \}\n)/, '$1{ type: string }'),
  ],
  ['a POST, which may turn round what is there', (text: string) => text.replace('    put:\n', '    post:\n')],
])('nobody is held to %s', async (_words, changed) => {
  const text = changed(DOCUMENT);
  expect(text).not.toBe(DOCUMENT);
  const loaded = await loadOnce({ 'openapi.yaml': text });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  expect(namedLinksOf(loaded.interface)).toEqual([]);
});

const BOOKS = `
  /books:
    post:
      operationId: addBook
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [title], properties: { title: { type: string, minLength: 1 } } }
      responses:
        '201':
          description: made
          content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } }
        '400': { description: a bad body }
  /books/{bookId}:
    parameters: [{ name: bookId, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: book
      responses:
        '200':
          description: one
          content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } }
        '404': { description: none }
`;
const BOOK_ID = '{ name: bookId, in: path, required: true, schema: { type: integer } }';
const BAD = "'400': { description: a bad body }";
const BOOK =
  '    Book: { type: object, required: [id, title], properties: { id: { type: integer }, title: { type: string } } }\n';

/** Notes and tags that are made inside of books. */
const IN_BOOKS = DOCUMENT.replace('paths:\n', `paths:${BOOKS}`)
  .replace(
    / {2}\/(notes|tags):\n {4}get:/g,
    (_whole, kind) => `  /books/{bookId}/${String(kind)}:\n    parameters: [${BOOK_ID}]\n    get:`,
  )
  .replace(
    '  /tags/{tagId}:\n    parameters: [',
    `  /books/{bookId}/tags/{tagId}:\n    parameters: [${BOOK_ID}, `,
  )
  .replace('  schemas:\n', `  schemas:\n${BOOK}`)
  .replaceAll(BAD, `${BAD}\n        '404': { description: no such book }`);

test('what is put into an entry may stand beside it, inside of the same one', async () => {
  const loaded = await loadOnce({ 'openapi.yaml': IN_BOOKS });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  expect(namedLinksOf(loaded.interface)).toHaveLength(1);
  expect(blamed(await runAgainstMock(loaded.interface))).toEqual([]);
  const faults = linkFaults(loaded.interface);
  expect(faults).toHaveLength(4);
  for (const fault of faults)
    expect(blames(await runAgainstMock(loaded.interface, [fault]))).toContain('resources.put-in-by-name');
});

test.each([
  ['objects', 'tags', "{ $ref: '#/components/schemas/Tag' }"],
  ['identities', 'tagIds', '{ type: integer }'],
])('the mock puts tags into a list of %s', async (_words, member, items) => {
  const text = DOCUMENT.replace('required: [id, name, tags]', `required: [id, name, ${member}]`).replace(
    /tags: \{ type: array, readOnly: true, items: .*\}\n/,
    `${member}: { type: array, readOnly: true, items: ${items} }\n`,
  );
  expect(text).toContain(`items: ${items} }`);
  const loaded = await loadOnce({ 'openapi.yaml': text });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const run = await runAgainstMock(loaded.interface);
  expect(blamed(run)).toEqual([]);
  const outcomes = new Map(run.record.results.map(({ id, outcome }) => [id, outcome.kind]));
  expect(outcomes.get('resources.put-in-by-name')).toBe('pass');
});
