import { expect, test } from 'vitest';
import { isObject } from '../../src/json/value.ts';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, idsOf, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Things that are always there, and may be removed: the address of an order. */

const ADDRESS =
  '{type: object, required: [street], properties: {street: {type: string, minLength: 1, maxLength: 60}, city: {type: string, maxLength: 60}}}';
const ORDER =
  '{type: object, required: [id, name], properties: {id: {type: string}, name: {type: string, maxLength: 60}}}';
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const ID = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]';
const DOCUMENT = `
openapi: 3.0.3
info: {title: Orders, version: '1'}
paths:
  /orders:
    post:
      operationId: addOrder
      requestBody: {required: true, ${json('{type: object, required: [name], properties: {name: {type: string, maxLength: 60}}}')}}
      responses: {'201': {description: made, ${json(ORDER)}}, '400': {description: no}}
  /orders/{id}:
    ${ID}
    get: {operationId: readOrder, responses: {'200': {description: one, ${json(ORDER)}}, '404': {description: none}}}
    delete: {operationId: removeOrder, responses: {'204': {description: gone}, '404': {description: none}}}
  /orders/{id}/address:
    ${ID}
    get: {operationId: readAddress, responses: {'200': {description: where it goes, ${json(ADDRESS)}}, '404': {description: none}}}
    put:
      operationId: setAddress
      requestBody: {required: true, ${json(ADDRESS)}}
      responses: {'200': {description: set, ${json(ADDRESS)}}, '400': {description: no}, '404': {description: none}}
    delete: {operationId: clearAddress, responses: {'204': {description: gone}, '404': {description: none}}}
`;

type Address = { readonly [name: string]: unknown };
/** What an order has for an address in the beginning, and after it was removed; `undefined` for none. */
type Ways = {
  readonly first?: Address;
  readonly left?: (before: Address | undefined) => Address | undefined;
};

function isText(value: unknown, least: number): boolean {
  return typeof value === 'string' && value.length >= least && Array.from(value).length <= 60;
}

function orders({ first, left = () => first }: Ways): MakeService {
  return () => {
    const names = new Map<string, string>();
    const addresses = new Map<string, Address>();
    let count = 0;
    return ({ method, path, json: sent }): Reply => {
      const [, , id, part] = path.split('/');
      if (id === undefined) {
        if (method !== 'POST') return { status: 405 };
        const name: unknown = isObject(sent) ? sent['name'] : undefined;
        if (!isText(name, 0)) return { status: 400 };
        count += 1;
        const made = `o${String(count)}`;
        names.set(made, String(name));
        if (first !== undefined) addresses.set(made, first);
        return { status: 201, body: { id: made, name } };
      }
      if (
        method === 'PUT' &&
        !(
          isObject(sent) &&
          isText(sent['street'], 1) &&
          (sent['city'] === undefined || isText(sent['city'], 0))
        )
      )
        return { status: 400 };
      if (!names.has(id)) return { status: 404 };
      if (part === undefined) {
        if (method === 'GET') return { status: 200, body: { id, name: names.get(id) } };
        names.delete(id);
        addresses.delete(id);
        return { status: 204 };
      }
      const before = addresses.get(id);
      if (method === 'PUT' && isObject(sent)) {
        const { street, city } = sent;
        const now = { street, ...(city === undefined ? {} : { city }) };
        addresses.set(id, now);
        return { status: 200, body: now };
      }
      if (before === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: before };
      const now = left(before);
      if (now === undefined) addresses.delete(id);
      else addresses.set(id, now);
      return { status: 204 };
    };
  };
}

const HOME = { street: 'Main Road 1' };

test.each<readonly [words: string, ways: Ways]>([
  ['has none then', {}],
  ['has the first one again', { first: HOME }],
  ['has the first one in the beginning, and none then', { first: HOME, left: () => undefined }],
  ['keeps a part of it', { left: (before) => ({ ...before, street: 'unknown' }) }],
])('an order whose address is removed %s', async (_words, ways) => {
  const run = await runAtOnce(DOCUMENT, orders(ways));
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
  expect(run.asked.some(({ method, path }) => method === 'DELETE' && path.endsWith('/address'))).toBe(true);
});

test('an order that keeps the address is found out', async () => {
  const run = await runAtOnce(DOCUMENT, orders({ left: (before) => before }));
  expect(blames(run)).toContain('resources.removed-is-gone');
});

test('the mock takes it away', async () => {
  const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const run = await runAgainstMock(loaded.interface);
  expect(blamed(run)).toEqual([]);
  expect(idsOf(run, 'pass')).toContain('resources.removed-is-gone');
});
