import { expect, test } from 'vitest';
import { isObject } from '../../src/json/value.ts';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** Lists that are chosen from by a member of an object inside of an entry: `country`, of its `address`. */

const CODE = `{type: string, pattern: '^[A-Z]{2}$'}`;
const ADDRESS = `{anyOf: [{type: 'null'}, {type: object, required: [city, country], properties: {city: {type: string, minLength: 1, maxLength: 40}, country: ${CODE}}}]}`;
const MEMBERS = `name: {type: string, minLength: 1, maxLength: 60}, address: ${ADDRESS}`;
const SHOP = `{type: object, required: [id, name, address], properties: {id: {type: string}, ${MEMBERS}}}`;
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const documentOf = (words: string): string => `
openapi: 3.1.0
info: {title: Shops, version: '1'}
paths:
  /shops:
    get:
      parameters: [{name: country, in: query, description: ${words}, schema: ${CODE}}]
      responses: {'200': {description: all, ${json(`{type: array, items: ${SHOP}}`)}}, '400': {description: no}}
    post:
      requestBody: {required: true, ${json(`{type: object, required: [name, address], properties: {${MEMBERS}}}`)}}
      responses: {'201': {description: made, ${json(SHOP)}}, '400': {description: no}}
  /shops/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: it, ${json(SHOP)}}, '404': {description: none}}}
    delete: {responses: {'204': {description: gone}, '404': {description: none}}}
`;
const TOLD = documentOf('Only shops in this country');

type Shop = {
  readonly id: string;
  readonly name: string;
  readonly address: { readonly city: string; readonly country: string } | null;
};
type Fits = (shop: Shop, country: string) => boolean;

const isCountry = (value: unknown): value is string => typeof value === 'string' && /^[A-Z]{2}$/.test(value);
const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value !== '' && Array.from(value).length <= most;

const shops =
  (fits: Fits): MakeService =>
  () => {
    const all = new Map<string, Shop>(
      ['NL', 'NO', null, 'NL'].map((country, at) => [
        `s${String(at)}x`,
        {
          id: `s${String(at)}x`,
          name: `Shop ${String(at)}`,
          address: country === null ? null : { city: 'Haven', country },
        },
      ]),
    );
    let made = 10;
    return ({ method, path, query, json: body }) => {
      const [, kind, id = ''] = path.split('/');
      if (kind !== 'shops') return { status: 404 };
      if (id !== '') {
        const one = all.get(id);
        if (one === undefined) return { status: 404 };
        if (method !== 'DELETE') return { status: 200, body: one };
        all.delete(id);
        return { status: 204 };
      }
      if (method === 'POST') {
        const { name, address } = isObject(body) ? body : {};
        if (!isText(name, 60) || (address !== null && !isObject(address))) return { status: 400 };
        const { city = 'Haven', country = 'NL' } = address ?? {};
        const isWhole =
          address === null ||
          Object.keys(address).filter((one) => /^(?:city|country)$/.test(one)).length === 2;
        if (!isText(city, 40) || !isCountry(country) || !isWhole) return { status: 400 };
        const shop = {
          id: `s${String((made += 1))}x`,
          name,
          address: address === null ? null : { city, country },
        };
        all.set(shop.id, shop);
        return { status: 201, body: shop };
      }
      const asked = query.get('country');
      if (asked !== null && !isCountry(asked)) return { status: 400 };
      return { status: 200, body: [...all.values()].filter((one) => asked === null || fits(one, asked)) };
    };
  };

test('entries with the value inside are shown: no fault', async () => {
  const honest = shops(({ address }, country) => address?.country === country);
  expect(alarms(await runAtOnce(TOLD, honest))).toEqual([]);
});

test.each<readonly [string, Fits]>([
  ['ignored', () => true],
  ['turned round', ({ address }, country) => address?.country !== country],
  ['found where there is none, too', ({ address }, country) => (address?.country ?? country) === country],
  ['found nowhere', () => false],
])('a value inside that is %s: found', async (_name, fits) => {
  expect(blames(await runAtOnce(TOLD, shops(fits)))).toBe('resources.filter-holds');
});

test('where the words do not say that others are left out, nobody is blamed', async () => {
  const document = documentOf('Country of who asks');
  expect(
    alarms(
      await runAtOnce(
        document,
        shops(() => true),
      ),
    ),
  ).toEqual([]);
});

test('the mock shows them alone', async () => {
  const loaded = await loadOnce({ 'openapi.yaml': TOLD });
  expect(loaded.kind === 'broken' ? loaded : blamed(await runAgainstMock(loaded.interface))).toEqual([]);
});

const HELD = `{type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}`;
const TASK = `{type: object, required: [id, title, project], properties: {id: {type: integer}, title: {type: string}, project: ${HELD}, assigned_to: {anyOf: [${HELD}, {type: 'null'}]}}}`;
const TASKS = `
openapi: 3.1.0
info: {title: Tasks, version: '1'}
paths:
  /tasks:
    get:
      parameters: [{name: project_id, in: query, schema: {anyOf: [{type: integer}, {type: 'null'}]}}, {name: assigned_to_id, in: query, schema: {type: integer}}]
      responses: {'200': {description: all, ${json(`{type: array, items: ${TASK}}`)}}, '400': {description: no}}
  /tasks/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: it, ${json(TASK)}}, '404': {description: none}, '400': {description: no}}}
`;

type Task = {
  readonly project: { readonly id: number };
  readonly assigned_to: { readonly id: number } | null;
};

/** `fits`: whether a task is of the project that is asked for. */
const tasks =
  (fits: (task: Task, project: number) => boolean): MakeService =>
  () => {
    const all = [3, 4, 3, 5, 4].map((project, at) => ({
      id: 20 + at,
      title: `Task ${String(at)}`,
      project: { id: project, name: `Project ${String(project)}` },
      assigned_to: at % 2 === 0 ? null : { id: 90 + at, name: 'Somebody' },
    }));
    return ({ path, query }) => {
      const [, , id] = path.split('/');
      const [project, user] = ['project_id', 'assigned_to_id'].map((name) => query.get(name));
      if ([id, project, user].some((one) => typeof one === 'string' && !/^-?\d+$/.test(one)))
        return { status: 400 };
      const one = all.find((task) => String(task.id) === id);
      if (id !== undefined) return one === undefined ? { status: 404 } : { status: 200, body: one };
      const body = all.filter(
        (task) =>
          (typeof project !== 'string' || fits(task, Number(project))) &&
          (typeof user !== 'string' || task.assigned_to?.id === Number(user)),
      );
      return { status: 200, body };
    };
  };

test('a parameter that takes the identities of what entries hold leaves out the others: no fault', async () => {
  const run = await runAtOnce(
    TASKS,
    tasks(({ project }, id) => project.id === id),
  );
  expect(alarms(run)).toEqual([]);
  const loaded = await loadOnce({ 'openapi.yaml': TASKS });
  expect(loaded.kind === 'broken' ? loaded : blamed(await runAgainstMock(loaded.interface))).toEqual([]);
});

test.each<readonly [string, (task: Task, project: number) => boolean]>([
  ['ignored', () => true],
  ['turned round', ({ project }, id) => project.id !== id],
  ['found nowhere', () => false],
])('an identity of what entries hold that is %s: found', async (_name, fits) => {
  expect(blames(await runAtOnce(TASKS, tasks(fits)))).toBe('resources.filter-holds');
});
