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

const SESSION =
  '{type: object, required: [id, title], properties: {id: {type: string}, title: {type: string}}}';
const shown = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
/** What is inside of runners that this interface does not make. */
const SESSIONS = `
openapi: 3.1.0
info: {title: Runners, version: '1'}
paths:
  /health:
    get: {operationId: health, responses: {'200': {description: well, ${shown('{type: object}')}}}}
  /runners/{runner}/sessions:
    parameters: [{name: runner, in: path, required: true, schema: {type: string}}]
    get: {operationId: list, responses: {'200': {description: all, ${shown(`{type: array, items: ${SESSION}}`)}}}}
    post: {operationId: begin, requestBody: {required: true, ${shown('{type: object, required: [title], properties: {title: {type: string}}}')}}, responses: {'201': {description: made, ${shown(SESSION)}}, '400': {description: no}, '404': {description: not there}}}
  /runners/{runner}/sessions/{id}:
    parameters: [{name: runner, in: path, required: true, schema: {type: string}}, {name: id, in: path, required: true, schema: {type: string}}]
    get: {operationId: read, responses: {'200': {description: it, ${shown(SESSION)}}, '404': {description: not there}}}
`;

test.each([
  ['does not have to be shown where none can be made', false],
  ['is missed where one is made and never shown', true],
])('with --allow-writes an entry inside of what nobody makes %s', async (_title, makes) => {
  let made = 0;
  const run = await runAtOnce(
    SESSIONS,
    () =>
      ({ method, path, json: sent }) => {
        if (path === '/health') return { status: 200, body: {} };
        if (method === 'GET' && path.endsWith('/sessions')) return { status: 200, body: [] };
        if (method !== 'POST' || !makes) return { status: 404 };
        const title = typeof sent === 'object' && sent !== null && 'title' in sent ? sent.title : undefined;
        if (typeof title !== 'string') return { status: 400 };
        made += 1;
        return { status: 201, body: { id: `session-${String(made)}`, title } };
      },
    { allowWrites: true },
  );
  expect(run.verdict.exitCode === 0, JSON.stringify(run.verdict)).toBe(!makes);
});
