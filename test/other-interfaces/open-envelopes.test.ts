import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';
import { type Entry, isObject, isText, Shelf } from './shelf.ts';

/** Persons whose list stands in a member that the document leaves open (`data`, beside `pagination`); a creation answers with a message alone. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const REPLY =
  '{type: object, properties: {data: {description: Response data}, message: {type: string}, error: {type: string}}}';
const documentOf = (data: string): string => `
openapi: 3.0.3
info: {title: Persons, version: '1'}
paths:
  /person:
    get: {responses: {'200': {description: all, ${json(`{type: object, properties: {data: ${data}, pagination: {type: object, properties: {total_items: {type: integer}}}}}`)}}}}
    post: {requestBody: {required: true, ${json('{$ref: "#/components/schemas/NewPerson"}')}}, responses: {'200': {description: made, ${json(REPLY)}}, '400': {description: no, ${json(REPLY)}}}}
  /person/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: one, ${json('{$ref: "#/components/schemas/Person"}')}}, '404': {description: none, ${json(REPLY)}}}}
    put: {requestBody: {required: true, ${json('{$ref: "#/components/schemas/NewPerson"}')}}, responses: {'200': {description: now, ${json(REPLY)}}, '400': {description: no, ${json(REPLY)}}, '404': {description: none, ${json(REPLY)}}}}
    delete: {responses: {'200': {description: gone, ${json(REPLY)}}, '404': {description: none, ${json(REPLY)}}}}
components:
  schemas:
    NewPerson: {type: object, required: [first_name, last_name], properties: {first_name: {type: string, maxLength: 80}, last_name: {type: string, maxLength: 80}}}
    Address: {type: object, required: [street], properties: {street: {type: string}, beside: {type: array, items: {$ref: '#/components/schemas/Address'}}}}
    Person: {type: object, properties: {id: {type: integer}, first_name: {type: string}, last_name: {type: string}, address: {$ref: '#/components/schemas/Address'}}}
`;
const OPEN = documentOf('{description: Response data}');

type Ways = {
  readonly lists?: (all: readonly Entry[]) => unknown;
  readonly keeps?: (before: Entry, now: Entry) => Entry;
  readonly removes?: boolean;
};

const persons =
  ({ lists = (all) => all, keeps = (_, now) => now, removes = true }: Ways): MakeService =>
  () => {
    const shelf = new Shelf();
    return ({ method, path, json: sent }): Reply => {
      const [, , id] = path.split('/');
      const { first_name, last_name } = isObject(sent) ? sent : {};
      const isFit = isText(first_name, 0) && isText(last_name, 0);
      const { all } = shelf;
      if (id === undefined && method === 'GET')
        return { status: 200, body: { data: lists(all), pagination: { total_items: all.length } } };
      if (id === undefined) {
        if (isFit) shelf.add({ first_name, last_name });
        return isFit ? { status: 200, body: { message: 'added' } } : { status: 400, body: { error: 'no' } };
      }
      const one = shelf.at(id);
      if (one === undefined) return { status: 404, body: { error: 'none' } };
      if (method === 'GET') return { status: 200, body: one };
      if (method === 'PUT' && !isFit) return { status: 400, body: { error: 'no' } };
      if (method === 'PUT') shelf.put(keeps(one, { ...one, first_name, last_name }));
      else if (removes) shelf.take(one);
      return { status: 200, body: { message: 'done' } };
    };
  };

test.each([OPEN, documentOf('{type: array, items: {}}')])(
  'what an open member lists is changed and removed',
  async (document) => {
    const run = await runAtOnce(document, persons({}));
    expect(alarms(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
    expect(new Set(run.asked.map(({ method }) => method))).toEqual(
      new Set(['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS']),
    );
  },
);

test.each<readonly [words: string, ways: Ways, check: string]>([
  [
    'keeps the last name',
    { keeps: ({ last_name }, now) => ({ ...now, last_name }) },
    'resources.update-stored',
  ],
  ['removes nothing', { removes: false }, 'resources.removed-is-gone'],
])('a service that %s is found out', async (_words, ways, check) => {
  expect(blames(await runAtOnce(OPEN, persons(ways)))).toContain(check);
});

test.each<readonly [words: string, ways: Ways]>([
  ['an object', { lists: (all) => ({ count: all.length }) }],
  ['names alone', { lists: (all) => all.map(({ first_name }) => first_name) }],
  ['other entries', { lists: () => [{ id: 1, first_name: 'Ada', last_name: 'Byron' }] }],
])('an open member with %s is no list of theirs', async (_words, ways) => {
  const run = await runAtOnce(OPEN, persons(ways));
  expect(alarms(run)).toEqual([]);
  expect(run.asked.some(({ method }) => method === 'DELETE')).toBe(false);
});

test('the mock of such a document lists what was made', async () => {
  const loaded = await loadOnce({ 'openapi.yaml': OPEN });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const run = await runAgainstMock(loaded.interface);
  expect(blamed(run)).toEqual([]);
  const operations = run.record.footer?.coverage?.operations ?? [];
  expect(operations.filter(({ served }) => (served ?? 0) > 0)).toHaveLength(5);
});
