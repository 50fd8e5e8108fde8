import { expect, test } from 'vitest';
import { type MakeService, runAtOnce } from './run-against-service.ts';

const ENTRY =
  '{type: object, required: [id], properties: {id: {type: integer, readOnly: true}, name: {type: string}}}';

/** What nothing can remove, from bodies that need no member. */
const DOCUMENT = `
openapi: 3.1.0
info: {title: Notes, version: '1'}
paths:
  /notes:
    get:
      responses:
        '200': {description: all, content: {application/json: {schema: {type: array, items: ${ENTRY}}}}}
    post:
      requestBody: {required: true, content: {application/json: {schema: ${ENTRY}}}}
      responses:
        '200': {description: made, content: {application/json: {schema: ${ENTRY}}}}
        '400': {description: no}
`;

type Note = { readonly id: number; readonly name?: string };

/** Takes whatever it is sent; `kept` shows what is there in the end. */
const notes =
  (kept: Note[]): MakeService =>
  () => {
    kept.length = 0;
    return ({ method, json }) => {
      if (method === 'GET') return { status: 200, body: kept };
      if (typeof json !== 'object' || json === null || Array.isArray(json)) return { status: 400 };
      const name: unknown = 'name' in json ? json.name : undefined;
      const note = { id: kept.length + 1, ...(typeof name === 'string' ? { name } : {}) };
      kept.push(note);
      return { status: 200, body: note };
    };
  };

test('what a body without a Content-Type or with a megabyte made is told as left behind, like everything else', async () => {
  const kept: Note[] = [];
  const run = await runAtOnce(DOCUMENT, notes(kept));
  const told = new Set((run.record.footer?.leftovers ?? []).map(({ identity }) => identity));
  expect(kept.length).toBeGreaterThan(5);
  expect(kept.filter(({ id }) => !told.has(String(id)))).toEqual([]);
});

/** Calls that make and remove, and a list in which new entries are known by the bare name that their creation answers with. */
const CALLS = `
openapi: 3.1.0
info: {title: Tasks, version: '1'}
paths:
  /users/create:
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}}}}}}
      responses: {'200': {description: made, content: {application/json: {schema: {type: object, properties: {userId: {type: integer}}}}}}, '400': {description: no}}
  /rules:
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}}}}}}
      responses: {'204': {description: made}, '400': {description: no}}
  /rules/{name}:
    get:
      parameters: [{name: name, in: path, required: true, schema: {type: string, enum: [one, two]}}]
      responses: {'200': {description: it, content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, '404': {description: no}}
  /tasks:
    get:
      responses:
        '200': {description: all, content: {application/json: {schema: {type: array, items: ${ENTRY}}}}}
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}}}}}}
      responses: {'201': {description: made, content: {application/json: {schema: {type: integer}}}}, '400': {description: no}}
  /tasks/{id}:
    delete:
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      responses: {'204': {description: gone}, '404': {description: no}}
`;

type Named = { readonly id: number; readonly name: string };

const calls =
  (users: Named[], tasks: Map<number, Named>): MakeService =>
  () => {
    let last = 0;
    return ({ method, path, json }) => {
      const id = Number(path.split('/')[2]);
      if (method === 'GET' && path === '/tasks') return { status: 200, body: [...tasks.values()] };
      if (method === 'DELETE' && /^\/tasks\/\d+$/.test(path)) return { status: tasks.delete(id) ? 204 : 404 };
      const name: unknown =
        typeof json === 'object' && json !== null && 'name' in json ? json.name : undefined;
      if (method !== 'POST') return { status: 404 };
      if (typeof name !== 'string') return { status: 400 };
      last += 1;
      if (path === '/tasks') tasks.set(last, { id: last, name });
      else if (path === '/users/create') users.push({ id: last, name });
      else if (path !== '/rules') return { status: 404 };
      if (path === '/rules') return { status: 204 };
      return path === '/tasks' ? { status: 201, body: last } : { status: 200, body: { userId: last } };
    };
  };

test('what calls made is told, and what a list shows to be made is removed by the bare name that its creation answered with', async () => {
  const [users, tasks] = [[] as Named[], new Map<number, Named>()];
  const run = await runAtOnce(CALLS, calls(users, tasks));
  const told = new Set((run.record.footer?.leftovers ?? []).map(({ identity }) => identity));
  const operations = (run.record.footer?.leftovers ?? []).map(({ operation }) => operation);
  expect(operations).toContain('POST /rules');
  const isUntold = ({ id }: Named): boolean => !told.has(String(id));
  expect(users.length).toBeGreaterThan(3);
  expect([...users, ...tasks.values()].filter(isUntold)).toEqual([]);
  const removed = run.asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path.split('/')[2]);
  expect(removed.length).toBeGreaterThan(0);
  expect([...told].filter((id) => removed.includes(id))).toEqual([]);
});
