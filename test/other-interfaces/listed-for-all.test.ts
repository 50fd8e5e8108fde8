import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';
import { type Entry, isObject, isText, Shelf } from './shelf.ts';

/** Books that a librarian makes, changes and removes at one path, and that a list at another path shows to all: nothing else reads them. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const BOOK = '{$ref: "#/components/schemas/Book"}';
const SENT = `{required: true, ${json('{$ref: "#/components/schemas/NewBook"}')}}`;
const DOCUMENT = `
openapi: 3.0.3
info: {title: Library, version: '1'}
paths:
  /books/:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${BOOK}}`)}}}}
  /librarian/books:
    post: {requestBody: ${SENT}, responses: {'200': {description: made, ${json(BOOK)}}, '422': {description: no}}}
  /librarian/books/{book_id}:
    parameters: [{name: book_id, in: path, required: true, schema: {type: integer}}]
    put: {requestBody: ${SENT}, responses: {'200': {description: changed, ${json(BOOK)}}, '404': {description: none}, '422': {description: no}}}
    delete: {responses: {'200': {description: removed, ${json('{type: object}')}}, '404': {description: none}, '422': {description: no}}}
components:
  schemas:
    NewBook: {type: object, required: [title, author], properties: {title: {type: string, maxLength: 80}, author: {type: string, maxLength: 80}}}
    Book: {type: object, required: [id, title, author], properties: {id: {type: integer}, title: {type: string}, author: {type: string}}}
`;

type Ways = {
  readonly lists?: (all: readonly Entry[], every: readonly Entry[]) => readonly Entry[];
  readonly keeps?: (before: Entry, now: Entry) => Entry;
  readonly removes?: boolean;
  /** What else goes with what is removed. */
  readonly takes?: (all: readonly Entry[], one: Entry) => readonly Entry[];
};

const library =
  ({ lists = (all) => all, keeps = (_, now) => now, removes = true, takes = () => [] }: Ways): MakeService =>
  () => {
    const shelf = new Shelf();
    const every: Entry[] = [];
    return ({ method, path, json: sent }): Reply => {
      const parts = path.split('/').filter((part) => part !== '');
      const { title, author } = isObject(sent) ? sent : {};
      const isFit = isText(title, 0) && isText(author, 0);
      if (parts[0] === 'books') return { status: 200, body: lists(shelf.all, every) };
      const [, , id] = parts;
      if (id === undefined) {
        if (!isFit) return { status: 422 };
        const made = shelf.add({ title, author });
        every.push(made);
        return { status: 200, body: made };
      }
      if (!/^\d+$/.test(id)) return { status: 422 };
      const one = shelf.at(id);
      if (one === undefined) return { status: 404 };
      if (method === 'PUT') {
        if (!isFit) return { status: 422 };
        const now = { ...one, title, author };
        shelf.put(keeps(one, now));
        return { status: 200, body: now };
      }
      const others = takes(shelf.all, one);
      if (removes) shelf.take(one);
      for (const other of others) shelf.take(other);
      return { status: 200, body: {} };
    };
  };

test('what a list for all shows is changed and removed', async () => {
  const run = await runAtOnce(DOCUMENT, library({}));
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test.each<readonly [words: string, ways: Ways, check: string]>([
  [
    'keeps the author that it had',
    { keeps: ({ author }, now) => ({ ...now, author }) },
    'resources.update-stored',
  ],
  ['removes nothing', { removes: false }, 'resources.removed-is-gone'],
  ['lists what was removed', { lists: (_, every) => every }, 'resources.removed-is-gone'],
  [
    'removes others as well',
    { takes: (all, one) => all.filter(({ id }) => id !== one.id) },
    'resources.others-unchanged',
  ],
])('a service that %s is found out', async (_words, ways, check) => {
  expect(blames(await runAtOnce(DOCUMENT, library(ways)))).toContain(check);
});

test.each<readonly [words: string, ways: Ways]>([
  ['shows what is approved alone', { lists: () => [] }],
  ['shows the first one alone', { lists: (all) => all.slice(0, 1) }],
  ['hides who wrote it', { lists: (all) => all.map((one) => ({ ...one, author: 'hidden' })) }],
  [
    'has numbers of its own',
    { lists: (all) => all.map((one, at) => ({ ...one, id: at + 1, title: `Old ${String(at)}` })) },
  ],
  [
    'leaves out what was changed',
    {
      keeps: (_, now) => ({ ...now, isChanged: true }),
      lists: (all) => all.filter((one) => one['isChanged'] !== true),
    },
  ],
])('a list for all that %s is no fault', async (_words, ways) => {
  const run = await runAtOnce(DOCUMENT, library(ways));
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test('the mock of such a document conforms', async () => {
  const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const run = await runAgainstMock(loaded.interface);
  expect(blamed(run)).toEqual([]);
});

test('a list for all that by its words shows some is none of theirs', async () => {
  const some = DOCUMENT.replace('get: {responses', 'get: {summary: Lists the published books, responses');
  const run = await runAtOnce(some, library({ removes: false }));
  expect(alarms(run)).toEqual([]);
});
