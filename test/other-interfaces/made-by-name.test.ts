import { expect, test } from 'vitest';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** Entries that a PUT makes under the name that the client gives them: the only way to have one. */

const NOTE =
  '{type: object, required: [text], properties: {text: {type: string, minLength: 1, maxLength: 200}}}';
const json = `content: {application/json: {schema: ${NOTE}}}`;

const DOCUMENT = `
openapi: 3.1.0
info: {title: Notes, version: '1'}
paths:
  /notes/{name}:
    parameters: [{name: name, in: path, required: true, schema: {type: string, pattern: '^[a-z0-9-]{3,60}$'}}]
    get: {operationId: read, responses: {'200': {description: it, ${json}}, '404': {description: none}}}
    put:
      operationId: put
      requestBody: {required: true, ${json}}
      responses: {'200': {description: kept, ${json}}, '201': {description: made, ${json}}, '400': {description: no}}
    delete: {operationId: remove, responses: {'204': {description: gone}, '404': {description: none}}}
`;

/** `never`: the status that every valid PUT gets. */
function notes(never?: number): MakeService {
  return () => {
    const all = new Map<string, unknown>();
    return ({ method, path, json: body }) => {
      const isNew = !all.has(path);
      if (method === 'PUT') {
        const text: unknown =
          typeof body === 'object' && body !== null ? Reflect.get(body, 'text') : undefined;
        if (typeof text !== 'string' || text === '' || Array.from(text).length > 200) return { status: 400 };
        if (never !== undefined) return { status: never };
        all.set(path, body);
        return { status: isNew ? 201 : 200, body };
      }
      if (isNew) return { status: 404 };
      if (method === 'DELETE') all.delete(path);
      return method === 'DELETE' ? { status: 204 } : { status: 200, body: all.get(path) };
    };
  };
}

test('a PUT that makes what it names is served', async () => {
  const run = await runAtOnce(DOCUMENT, notes());
  expect(idsOf(run, 'fail')).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test.each([404, 400])('a PUT that never makes anything (%i) is no green run', async (status) => {
  const run = await runAtOnce(DOCUMENT, notes(status));
  const put = run.record.footer?.coverage?.operations.find(({ id }) => id === 'put');
  expect(put).toMatchObject({ served: 0 });
  expect(put?.outOfReach).toBeUndefined();
  expect(run.verdict.exitCode).toBe(2);
});

const LINKS = `
openapi: 3.1.0
info: {title: Followers, version: '1'}
paths:
  /me: {get: {operationId: me, responses: {'200': {description: me, content: {application/json: {schema: {type: object}}}}}}}
  /following/{name}:
    parameters: [{name: name, in: path, required: true, schema: {type: string}}]
    get: {operationId: isFollowed, responses: {'204': {description: yes}, '404': {description: no}}}
    put: {operationId: follow, responses: {'201': {description: followed}, '404': {description: nobody}}}
    delete: {operationId: unfollow, responses: {'204': {description: done}, '404': {description: nobody}}}
`;

test('a PUT without a body may be a link to somebody who is not there', async () => {
  const run = await runAtOnce(
    LINKS,
    () =>
      ({ path }) =>
        path === '/me' ? { status: 200, body: {} } : { status: 404 },
  );
  expect(idsOf(run, 'fail')).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});
