import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Entries whose members stand in the query, all of them optional by the document, and accounts whose password is given twice. */

const DOCUMENT = `
openapi: 3.0.1
info: {title: Todos, version: '1'}
security: [{key: []}]
paths:
  /signup:
    post:
      operationId: signUp
      security: []
      parameters:
        - {name: name, in: query, required: true, schema: {type: string}}
        - {name: password, in: query, required: true, schema: {type: string}}
        - {name: password_confirmation, in: query, required: true, schema: {type: string}}
      responses: {'201': {description: made}, '422': {description: no}}
  /todos:
    get: {operationId: list, responses: {'200': {description: all of them, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Todo'}}}}}}}
    post:
      operationId: make
      parameters: [{name: title, in: query, schema: {type: string}}]
      responses: {'200': {description: the new one, content: {application/json: {schema: {$ref: '#/components/schemas/Todo'}}}}, '422': {description: no}}
  /todos/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {operationId: read, responses: {'200': {description: it, content: {application/json: {schema: {$ref: '#/components/schemas/Todo'}}}}, '404': {description: none}}}
    put:
      operationId: replace
      parameters: [{name: title, in: query, schema: {type: string}}]
      responses: {'200': {description: done}, '422': {description: no}, '404': {description: none}}
    delete: {operationId: remove, responses: {'200': {description: gone}, '404': {description: none}}}
components:
  schemas:
    Todo: {type: object, required: [id, title], properties: {id: {type: string}, title: {type: string}}}
  securitySchemes: {key: {type: http, scheme: bearer}}
`;

const todos =
  (removesNothing = false): MakeService =>
  () => {
    const kept = new Map<string, string>([['1', 'somebody else’s']]);
    let last = 1;
    return (ask): Reply => {
      const { method, path, query } = ask;
      const refused = { status: 422, body: { message: 'refused' } };
      if (path === '/signup')
        return query.has('name') && query.get('password') === query.get('password_confirmation')
          ? { status: query.has('password') ? 201 : 422 }
          : refused;
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const [, , id] = path.split('/');
      const title = query.get('title') ?? '';
      if (id === undefined && method === 'GET')
        return { status: 200, body: [...kept].map(([own, text]) => ({ id: own, title: text })) };
      if (id !== undefined && !kept.has(id)) return { status: 404 };
      if (method === 'DELETE') return { status: removesNothing || kept.delete(id ?? '') ? 200 : 404 };
      if (method === 'GET') return { status: 200, body: { id, title: kept.get(id ?? '') } };
      if (title === '') return refused;
      if (id === undefined) last += 1;
      kept.set(id ?? String(last), title);
      return { status: 200, body: { id: id ?? String(last), title } };
    };
  };

test('whatever can be said in a query is said where a creation is refused without, and a password is given twice', async () => {
  const run = await runAtOnce(DOCUMENT, todos(), { seed: 1 });
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.missing).toEqual([]);
  const changed = run.asked.filter(({ method, path }) => method !== 'GET' && path.startsWith('/todos/'));
  expect(new Set(changed.map(({ method }) => method))).toEqual(new Set(['PUT', 'DELETE']));
  expect(changed.filter(({ path }) => path === '/todos/1')).toEqual([]);
});

test('a removal that does nothing is told where entries are made by their query', async () => {
  expect(blames(await runAtOnce(DOCUMENT, todos(true), { seed: 1 }))).toContain('resources.removed-is-gone');
});
