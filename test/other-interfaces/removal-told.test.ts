import { expect, test } from 'vitest';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** Entries of which something is left that tells of their removal, as a choice of its own in the document. */

const CLIENT =
  '{type: object, required: [id, name], properties: {id: {type: integer, readOnly: true}, name: {type: string, minLength: 1, maxLength: 60}}}';
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
    delete: {responses: {'200': {description: gone, ${json(GONE)}}, '404': {description: none}}}
`;

/** `left`: what is shown of a client that was removed. */
const clients =
  (left: (client: { readonly id: number; readonly name: string }) => object): MakeService =>
  () => {
    const all = new Map<string, { readonly id: number; readonly name: string }>();
    const gone = new Set<string>();
    return ({ method, path, json: body }) => {
      if (path === '/clients') {
        const shown = [...all].filter(([key]) => !gone.has(key)).map(([, client]) => client);
        if (method === 'GET') return { status: 200, body: shown };
        const name: unknown =
          typeof body === 'object' && body !== null ? Reflect.get(body, 'name') : undefined;
        if (typeof name !== 'string' || name === '' || Array.from(name).length > 60) return { status: 400 };
        const client = { id: all.size + 1, name };
        all.set(String(client.id), client);
        return { status: 200, body: client };
      }
      const key = path.slice('/clients/'.length);
      const client = all.get(key);
      if (client === undefined || (method === 'DELETE' && gone.has(key))) return { status: 404 };
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
