import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';
import { isObject, isText } from './shelf.ts';

/** Products that are made with the id of a category, and the list below each category. */

const DOCUMENT = readFileSync('test/specs/categories/openapi.yaml', 'utf8');

type Product = { readonly id: number; readonly name: string; readonly categoryId: number };
type Shows = (own: readonly Product[], all: readonly Product[], query: URLSearchParams) => readonly Product[];
type Ways = { readonly shows?: Shows };

const shop =
  ({ shows = (own) => own }: Ways = {}): MakeService =>
  () => {
    const categories = new Map<number, string>([[1, 'Lamps']]);
    const products = new Map<number, Product>([[1, { id: 1, name: 'A lamp', categoryId: 1 }]]);
    let serial = 1;
    return ({ method, path, query, json: sent }): Reply => {
      const [, list = '', id, below] = /^\/(categories|products)(?:\/(\d+))?(\/products)?$/.exec(path) ?? [];
      const number = Number(id);
      const { name, categoryId } = isObject(sent) ? sent : {};
      if (list === '') return { status: 404 };
      if (
        method !== 'GET' &&
        !(method === 'POST' && id === undefined) &&
        !(method === 'DELETE' && list === 'products')
      )
        return { status: 405 };
      if (below !== undefined) {
        if (!categories.has(number)) return { status: 404 };
        const all = [...products.values()];
        return {
          status: 200,
          body: shows(
            all.filter((one) => one.categoryId === number),
            all,
            query,
          ),
        };
      }
      if (list === 'categories') {
        const known = categories.get(number);
        if (id !== undefined)
          return known === undefined ? { status: 404 } : { status: 200, body: { id: number, name: known } };
        if (method === 'GET')
          return { status: 200, body: [...categories].map(([own, its]) => ({ id: own, name: its })) };
        if (!isText(name, 1)) return { status: 400 };
        serial += 1;
        categories.set(serial, name);
        return { status: 201, body: { id: serial, name } };
      }
      if (id !== undefined) {
        const known = products.get(number);
        if (known === undefined) return { status: 404 };
        if (method === 'GET') return { status: 200, body: known };
        products.delete(number);
        return { status: 204 };
      }
      if (method === 'GET') return { status: 200, body: [...products.values()] };
      if (!isText(name, 1) || typeof categoryId !== 'number' || !Number.isInteger(categoryId))
        return { status: 400 };
      if (!categories.has(categoryId)) return { status: 404 };
      serial += 1;
      const made = { id: serial, name, categoryId };
      products.set(serial, made);
      return { status: 201, body: made };
    };
  };

test.each<readonly [words: string, ways: Ways]>([
  ['shows them in their order', {}],
  ['shows the newest first', { shows: (own) => own.toReversed() }],
  [
    'shows none of those when asked for what is cheaper',
    { shows: (own, _all, query) => (query.get('sale') === 'true' ? [] : own) },
  ],
])('a service that %s is not blamed', async (_words, ways) => {
  const run = await runAtOnce(DOCUMENT, shop(ways));
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test.each<readonly [words: string, ways: Ways]>([
  ['shows those of all', { shows: (_own, all) => all }],
  ['shows none', { shows: () => [] }],
  ['shows the first alone', { shows: (own) => own.slice(0, 1) }],
])('a service that %s below each category is found out', async (_words, ways) => {
  expect(blames(await runAtOnce(DOCUMENT, shop(ways)))).toContain('resources.holder-lists');
});

test('nobody is held to a list that may show some of them alone', async () => {
  const some = DOCUMENT.replace('List the products of a category', 'List the popular products of a category');
  expect(alarms(await runAtOnce(some, shop({ shows: () => [] })))).toEqual([]);
});

test.each([
  [
    'categories that may be below others',
    '        id: { type: integer }\n',
    '        parentId: { type: integer }\n',
  ],
  [
    'products of several categories',
    '        categoryId: { type: integer }\n',
    '        categories: { type: array, items: { type: integer } }\n',
  ],
])('nor to a list of %s', async (_words, member, another) => {
  const changed = DOCUMENT.replace(member, () => `${member}${another}`);
  expect(changed).not.toBe(DOCUMENT);
  expect(alarms(await runAtOnce(changed, shop({ shows: (_own, all) => all })))).toEqual([]);
});

test('the mock shows below each category what names it', async () => {
  const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const run = await runAgainstMock(loaded.interface);
  expect(blamed(run)).toEqual([]);
  const outcomes = new Map(run.record.results.map(({ id, outcome }) => [id, outcome.kind]));
  expect(outcomes.get('resources.holder-lists')).toBe('pass');
});
