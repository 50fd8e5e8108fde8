import { expect, test } from 'vitest';
import { isObject } from '../../src/json/value.ts';
import { blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** Todos of a framework that writes its own paths (`/todos/:id`) into the document, and spreads what a client sends over what it makes. */

const TODO = `{type: object, required: [id, title], properties: {id: {type: string, format: uuid}, title: {type: string, minLength: 1, maxLength: 100}}}`;
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;

const DOCUMENT = `
openapi: 3.0.0
info: {title: Todos, version: '1'}
paths:
  /todos:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${TODO}}`)}}}}
    post: {requestBody: {required: true, ${json('{type: object, required: [title], properties: {title: {type: string, minLength: 1, maxLength: 100}}}')}}, responses: {'201': {description: made, ${json(TODO)}}, '400': {description: no}}}
  /todos/:id:
    get: {responses: {'200': {description: one, ${json(TODO)}}, '404': {description: none}}}
    delete: {responses: {'204': {description: gone}, '404': {description: none}}}
`;

/** `removesAll`: a removal takes along all that is there. */
const todos =
  (removesAll = false): MakeService =>
  () => {
    const kept = new Map<string, object>();
    let last = 1e11;
    return ({ method, path, json: sent }) => {
      const id = path.split('/')[2];
      if (id === undefined && method === 'GET') return { status: 200, body: [...kept.values()] };
      if (id === undefined) {
        const title = isObject(sent) ? sent['title'] : undefined;
        const isText = typeof title === 'string' && title !== '' && Array.from(title).length <= 100;
        if (!isObject(sent) || !isText) return { status: 400 };
        const own = `00000000-0000-4000-8000-${String((last += 1))}`;
        const made = { id: own, ...sent };
        kept.set(own, made);
        return { status: 201, body: made };
      }
      const todo = kept.get(id);
      if (todo === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: todo };
      if (removesAll) kept.clear();
      kept.delete(id);
      return { status: 204 };
    };
  };

test('what is made with an identity of the client is no reason to blame a removal of something else', async () => {
  const run = await runAtOnce(DOCUMENT, todos());
  expect(idsOf(run, 'fail')).not.toContain('resources.others-unchanged');
  const read = run.record.footer?.coverage?.operations.find(({ id }) => id === 'GET /todos/{id}');
  expect(read?.served ?? 0).toBeGreaterThan(0);
});

test('a removal that takes others along is told', async () => {
  expect(blames(await runAtOnce(DOCUMENT, todos(true)))).toContain('resources.others-unchanged');
});

async function pathsRead(...paths: readonly string[]): Promise<readonly string[]> {
  const operation = { get: { responses: { '200': { description: 'x' } } } };
  const document = {
    openapi: '3.0.0',
    info: { title: 'Paths', version: '1' },
    paths: Object.fromEntries(paths.map((path) => [path, operation])),
  };
  const result = await loadOnce({ 'openapi.json': JSON.stringify(document) });
  return result.kind === 'broken' ? [] : result.interface.operations.map(({ path }) => path);
}

test.each<readonly [string, string]>([
  ['/todos/:id', '/todos/{id}'],
  ['/todos/:todo_id/notes/:noteId', '/todos/{todo_id}/notes/{noteId}'],
  ['/todos/{id}:close', '/todos/{id}:close'],
  ['/todos/{id}/:close', '/todos/{id}/:close'],
  ['/todos/:id/:close', '/todos/{id}/:close'],
  ['/todos/:archive', '/todos/:archive'],
  ['/todos:search', '/todos:search'],
  ['/at/12:30', '/at/12:30'],
])('the path %s is read as %s', async (path, told) => {
  expect(await pathsRead(path)).toEqual([told]);
});

test('a path stays as it is where the document has it in braces as well', async () => {
  expect(await pathsRead('/todos/:id', '/todos/{id}')).toEqual(['/todos/:id', '/todos/{id}']);
});

test('a path that may be meant as it stands is no place of what was made, as long as nothing is served there', async () => {
  const literal: MakeService = () => {
    const answer = todos()();
    return (asked) => (asked.path === '/todos' ? answer(asked) : { status: 404 });
  };
  expect(blames(await runAtOnce(DOCUMENT, literal))).not.toContain('collections.read-back');
  const parameter = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]';
  const described = DOCUMENT.replace('/todos/:id:\n', `/todos/:id:\n    ${parameter}\n`);
  expect(blames(await runAtOnce(described, literal))).toContain('collections.read-back');
});
