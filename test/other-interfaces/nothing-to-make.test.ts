import { expect, test } from 'vitest';
import { idsOf } from './run-against-mock.ts';
import { runAtOnce } from './run-against-service.ts';

const json =
  'content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}, size: {type: integer}}}}}';

/** Entries that only a PUT makes, inside of what nobody can name. */
const DOCUMENT = `
openapi: 3.1.0
info: {title: Accounts, version: '1'}
paths:
  /tenants/{tenant}/accounts:
    parameters: [{name: tenant, in: path, required: true, schema: {type: string}}]
    get: {operationId: list, responses: {'200': {description: all, content: {application/json: {schema: {type: array, items: {type: object, required: [name], properties: {name: {type: string}, size: {type: integer}}}}}}}}}
  /tenants/{tenant}/accounts/{name}:
    parameters: [{name: tenant, in: path, required: true, schema: {type: string}}, {name: name, in: path, required: true, schema: {type: string, minLength: 3, maxLength: 9}}]
    get: {operationId: read, responses: {'200': {description: it, ${json}}}}
    put: {operationId: put, requestBody: {required: true, ${json}}, responses: {'200': {description: kept, ${json}}}}
    delete: {operationId: remove, responses: {'204': {description: gone}}}
`;

test('a run that can make no entry for its sequences ends, and blames nobody', async () => {
  const account = { name: 'one', size: 1 };
  const run = await runAtOnce(
    DOCUMENT,
    () =>
      ({ method, path }) => {
        if (method === 'DELETE') return { status: 204 };
        return { status: 200, body: path.endsWith('/accounts') ? [account] : account };
      },
    { profile: 'thorough' },
  );
  expect(idsOf(run, 'fail')).toEqual([]);
});
