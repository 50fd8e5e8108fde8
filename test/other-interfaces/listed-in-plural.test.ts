import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';
import { type Entry, isObject, isText, Shelf } from './shelf.ts';

/** Users that are made and read under the singular, and listed under the plural; nothing but the list says what a creation made. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const USER = '{$ref: "#/components/schemas/User"}';
const SENT = `{required: true, ${json('{$ref: "#/components/schemas/NewUser"}')}}`;
const DONE = `{description: done, ${json('{type: object, properties: {result: {type: string}}}')}}`;
const DOCUMENT = `
openapi: 3.0.3
info: {title: Users, version: '1'}
paths:
  /api/users:
    get: {responses: {'200': {description: all, ${json(`{type: object, properties: {data: {type: array, items: ${USER}}}}`)}}}}
  /api/user:
    post: {requestBody: ${SENT}, responses: {'200': ${DONE}, '400': {description: no}}}
  /api/user/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: one, ${json(USER)}}, '404': {description: none}}}
    put: {requestBody: ${SENT}, responses: {'200': ${DONE}, '400': {description: no}, '404': {description: none}}}
    delete: {responses: {'200': ${DONE}, '404': {description: none}}}
components:
  schemas:
    NewUser: {type: object, required: [name, mail], properties: {name: {type: string, maxLength: 80}, mail: {type: string, maxLength: 80}}}
    User: {type: object, required: [id, name, mail], properties: {id: {type: integer}, name: {type: string}, mail: {type: string}}}
`;

type Ways = {
  readonly lists?: (all: readonly Entry[], every: readonly Entry[]) => readonly Entry[];
  readonly keeps?: (before: Entry, now: Entry) => Entry;
};

const users =
  ({ lists = (all) => all, keeps = (_, now) => now }: Ways): MakeService =>
  () => {
    const shelf = new Shelf();
    const every: Entry[] = [];
    const done = { status: 200, body: { result: 'success' } };
    return ({ method, path, json: sent }): Reply => {
      const [, , place, id] = path.split('/');
      const { name, mail } = isObject(sent) ? sent : {};
      const isFit = isText(name, 0) && isText(mail, 0);
      if (place === 'users') return { status: 200, body: { data: lists(shelf.all, every) } };
      if (id === undefined && method === 'POST') {
        if (isFit) every.push(shelf.add({ name, mail }));
        return isFit ? done : { status: 400 };
      }
      const one = shelf.at(id);
      if (one === undefined) return { status: id === undefined ? 405 : 404 };
      if (method === 'GET') return { status: 200, body: one };
      if (method === 'PUT' && !isFit) return { status: 400 };
      if (method === 'PUT') shelf.put(keeps(one, { ...one, name, mail }));
      else shelf.take(one);
      return done;
    };
  };

test('what a list under the plural shows of a creation is changed and removed', async () => {
  const run = await runAtOnce(DOCUMENT, users({}));
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
  expect(run.asked.filter(({ method }) => method === 'DELETE').length).toBeGreaterThan(1);
});

test.each<readonly [words: string, ways: Ways, check: string]>([
  ['keeps the mail that it had', { keeps: ({ mail }, now) => ({ ...now, mail }) }, 'resources.update-stored'],
  ['lists what was removed', { lists: (_, every) => every }, 'resources.removed-is-gone'],
  [
    'lists the one text for the other',
    { lists: (all) => all.map((one) => ({ ...one, name: one['mail'], mail: one['name'] })) },
    'resources.listed-as-read',
  ],
])('a service that %s is found out', async (_words, ways, check) => {
  expect(blames(await runAtOnce(DOCUMENT, users(ways)))).toContain(check);
});

test('the mock of such a document conforms', async () => {
  const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const run = await runAgainstMock(loaded.interface);
  expect(blamed(run)).toEqual([]);
});

test('a list of something else under the plural is none of them', async () => {
  const other = DOCUMENT.replace(
    `items: ${USER}`,
    'items: {type: object, properties: {id: {type: integer}, count: {type: integer}}}',
  );
  const run = await runAtOnce(other, users({ lists: () => [{ id: 1, count: 7 }] }));
  expect(alarms(run)).toEqual([]);
  expect(run.asked.some(({ method }) => method === 'DELETE')).toBe(false);
});
