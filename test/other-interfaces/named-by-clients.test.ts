import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Entries that take their name from the body of their creation, which only a list shows, and a search that has to be told for what. */

const TODO = '{type: array, items: {$ref: "#/components/schemas/Todo"}}';
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const ID = '{name: id, in: path, required: true, schema: {type: integer, format: int32}}';

const DOCUMENT = `
openapi: 3.0.3
info: {title: Todos, version: '1'}
security: [{key: []}]
paths:
  /todos:
    get: {operationId: list, responses: {'200': {description: all of them, ${json(TODO)}}}}
    post:
      operationId: create
      requestBody: {required: true, ${json('{$ref: "#/components/schemas/Todo"}')}}
      responses:
        '201': {description: made, ${json('{$ref: "#/components/schemas/Todo"}')}}
        '400': {description: not one}
        '409': {description: there already}
  /todos/search:
    get:
      operationId: search
      parameters:
        - {name: title, in: query, required: true, schema: {type: string}}
        - {name: isDone, in: query, required: true, schema: {type: boolean}}
      responses: {'200': {description: what fits, ${json(TODO)}}, '400': {description: no}}
  /todos/{id}:
    parameters: [${ID}]
    put: {operationId: finish, responses: {'200': {description: done}, '404': {description: none}}}
    delete: {operationId: remove, responses: {'200': {description: gone}, '404': {description: none}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Todo:
      type: object
      required: [id, title, isDone]
      properties: {id: {type: integer, format: int32}, title: {type: string}, isDone: {type: boolean}}
`;

type Todo = { readonly id: number; readonly title: string; readonly isDone: boolean };

function isTodo(value: unknown): value is Todo {
  if (typeof value !== 'object' || value === null) return false;
  const { id, title, isDone } = value as Partial<Todo>;
  return (
    Number.isInteger(id) &&
    Math.abs(id ?? 0) < 2 ** 31 &&
    typeof title === 'string' &&
    typeof isDone === 'boolean'
  );
}

type Ways = {
  /** What a creation keeps. */
  readonly keep?: (todo: Todo, all: readonly Todo[]) => Todo | undefined;
  /** How often it is kept. */
  readonly times?: number;
  readonly show?: (all: readonly Todo[], before: readonly Todo[]) => readonly Todo[];
  readonly isFound?: (todo: Todo, title: string, isDone: boolean) => boolean;
};

const isPart = (todo: Todo, title: string): boolean => todo.title.toLowerCase().includes(title.toLowerCase());

function todos({
  keep = (todo) => todo,
  times = 1,
  show = (all) => all,
  isFound = (todo, title, isDone) => isPart(todo, title) && todo.isDone === isDone,
}: Ways): MakeService {
  return () => {
    let all: readonly Todo[] = [];
    /** What was there when the list was asked for last. */
    let before: readonly Todo[] = [];
    const create = (body: unknown): Reply => {
      if (!isTodo(body)) return { status: 400 };
      const { id, title, isDone } = body;
      if (all.some((one) => one.id === id)) return { status: 409 };
      const kept = keep({ id, title, isDone }, all);
      if (kept !== undefined) all = [...all, ...Array.from({ length: times }, () => kept)];
      return { status: 201, body: kept ?? { id, title, isDone } };
    };
    return (ask) => {
      const { method, path, query, json: body } = ask;
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      if (path === '/todos' && method === 'GET') {
        const shown = show(all, before);
        before = all;
        return { status: 200, body: shown };
      }
      if (path === '/todos' && method === 'POST') return create(body);
      if (path === '/todos/search' && method === 'GET') {
        const [title, isDone] = [query.get('title'), query.get('isDone')];
        if (title === null || (isDone !== 'true' && isDone !== 'false')) return { status: 400 };
        return { status: 200, body: all.filter((todo) => isFound(todo, title, isDone === 'true')) };
      }
      const id = /^\/todos\/(-?\d+)$/.exec(path)?.[1];
      if (!all.some((one) => String(one.id) === id)) return { status: 404 };
      all =
        method === 'DELETE'
          ? all.toSpliced(
              all.findIndex((one) => String(one.id) === id),
              1,
            )
          : all.map((one) => (String(one.id) === id ? { ...one, isDone: true } : one));
      return { status: 200 };
    };
  };
}

test.each<readonly [name: string, ways: Ways]>([
  ['keeps each under its name', {}],
  ['gives each a number of its own', { keep: (todo, all) => ({ ...todo, id: all.length + 1 }) }],
  ['shows a list that is an answer old', { show: (_all, before) => before }],
  ['shows the newest first', { show: (all) => all.toReversed() }],
  [
    'finds whole titles alone',
    { isFound: (todo, title, isDone) => todo.title === title && todo.isDone === isDone },
  ],
])('a service that %s conforms', async (_name, ways) => {
  const run = await runAtOnce(DOCUMENT, todos(ways));
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test.each<readonly [name: string, ways: Ways, check: string]>([
  ['keeps nothing', { keep: () => undefined }, 'resources.made-as-asked'],
  ['keeps two', { times: 2 }, 'resources.removed-is-gone'],
  ['shows nothing', { show: () => [] }, 'resources.made-as-asked'],
  ['leaves the last one out', { show: (all) => all.slice(0, -1) }, 'resources.made-as-asked'],
  ['searches by the title alone', { isFound: isPart }, 'resources.filter-holds'],
  [
    'searches for what is not done where that is asked for which is',
    { isFound: (todo, title, isDone) => isPart(todo, title) && todo.isDone !== isDone },
    'resources.filter-holds',
  ],
])('a service that %s is found out', async (_name, ways, check) => {
  const run = await runAtOnce(DOCUMENT, todos(ways));
  expect(blames(run)).toContain(check);
});
