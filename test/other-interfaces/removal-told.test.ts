import { expect, test } from 'vitest';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** Entries of which something is left that tells of their removal, as a choice of its own in the document. */

const CLIENT =
  '{type: object, required: [id, name], properties: {id: {type: integer, readOnly: true}, name: {type: string, minLength: 1, maxLength: 60}, note: {type: string, maxLength: 60}}}';
const CHANGE =
  '{type: object, minProperties: 1, properties: {name: {type: string, minLength: 1, maxLength: 60}, note: {type: string, maxLength: 60}}}';
const GONE =
  '{type: object, required: [id, deleted], properties: {id: {type: integer}, deleted: {type: boolean, enum: [true]}}}';
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;

const documentWith = (type: string): string => `
openapi: 3.0.3
info: {title: Clients, version: '1'}
paths:
  /clients:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${CLIENT}}`)}}}}
    post:
      requestBody: {required: true, ${json(CLIENT)}}
      responses: {'200': {description: made, ${json(CLIENT)}}, '400': {description: no}}
  /clients/{client}:
    parameters: [{name: client, in: path, required: true, schema: {type: ${type}}}]
    get: {responses: {'200': {description: it, ${json(`{anyOf: [${CLIENT}, ${GONE}]}`)}}, '404': {description: none}}}
    post:
      summary: Update a client
      description: Members that are left out keep their values.
      requestBody: {required: true, ${json(CHANGE)}}
      responses: {'200': {description: it, ${json(CLIENT)}}, '400': {description: no}, '404': {description: none}}
    delete: {responses: {'200': {description: gone, ${json(GONE)}}, '404': {description: none}}}
`;

type Client = { readonly id: number; readonly name: string; readonly note?: string };

/** `left`: what is shown of a client that was removed. `change`: what an update makes of one. */
const clients =
  (
    left: (client: Client) => object,
    change: (old: Client, sent: object) => Client = (old, sent) => ({ ...old, ...sent }),
  ): MakeService =>
  () => {
    const all = new Map<string, Client>();
    const gone = new Set<string>();
    return ({ method, path, json: body }) => {
      const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
      const texts: { readonly [name: string]: unknown } = isObject ? { ...body } : {};
      const own = Object.entries(texts).filter(([name]) => name === 'name' || name === 'note');
      const isFine =
        isObject &&
        own.every(([, text]) => typeof text === 'string' && Array.from(text).length <= 60) &&
        texts['name'] !== '';
      const { name, ...rest } = Object.fromEntries(own);
      if (path === '/clients') {
        const shown = [...all].filter(([key]) => !gone.has(key)).map(([, client]) => client);
        if (method === 'GET') return { status: 200, body: shown };
        if (!isFine || typeof name !== 'string') return { status: 400 };
        const client = { id: all.size + 1, name, ...rest };
        all.set(String(client.id), client);
        return { status: 200, body: client };
      }
      const key = path.slice('/clients/'.length);
      const client = all.get(key);
      if (client === undefined || (method !== 'GET' && gone.has(key))) return { status: 404 };
      if (method === 'POST') {
        if (!isFine || Object.keys(texts).length === 0) return { status: 400 };
        all.set(key, change(client, Object.fromEntries(own)));
        return { status: 200, body: { ...client, ...Object.fromEntries(own) } };
      }
      if (method === 'DELETE') gone.add(key);
      if (method === 'DELETE') return { status: 200, body: { id: client.id, deleted: true } };
      return { status: 200, body: gone.has(key) ? left(client) : client };
    };
  };

test('what is left of a removed entry may tell of that in a choice of its own', async () => {
  const run = await runAtOnce(
    documentWith('integer'),
    clients(({ id }) => ({ id, deleted: true })),
  );
  expect(idsOf(run, 'fail')).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test('what was taken for another member than the one in the path was not removed by a refusal', async () => {
  const run = await runAtOnce(
    documentWith('string'),
    clients(({ id }) => ({ id, deleted: true })),
  );
  expect(idsOf(run, 'fail')).toEqual([]);
});

test('what is left of a removed entry is not all of it', async () => {
  const run = await runAtOnce(
    documentWith('integer'),
    clients((client) => client),
  );
  expect(idsOf(run, 'fail')).toEqual(['resources.removed-is-gone']);
});

test.each<readonly [string, (old: Client, sent: object) => Client, string]>([
  ['is not stored', (old) => old, 'resources.update-stored'],
  ['takes away the rest', ({ id }, sent) => ({ id, name: 'Nobody', ...sent }), 'resources.change-keeps-rest'],
])('a POST on an entry that says what it keeps %s', async (_name, change, blamed) => {
  const run = await runAtOnce(
    documentWith('integer'),
    clients(({ id }) => ({ id, deleted: true }), change),
  );
  expect(idsOf(run, 'fail')).toEqual([blamed]);
});
