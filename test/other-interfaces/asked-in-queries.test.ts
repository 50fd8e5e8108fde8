import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, runAgainstMock } from './run-against-mock.ts';
import { type Ask, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';
import { type Entry, isObject, isText, Shelf } from './shelf.ts';

/** Tasks whose name stands in the query and not in the path: `GET /task?id=7`, `DELETE /task?id=7`, or `DELETE /tasks?taskId=7` beside `/tasks/{taskId}`. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const TASK = '{$ref: "#/components/schemas/Task"}';
const SENT = `requestBody: {required: true, ${json('{$ref: "#/components/schemas/NewTask"}')}}`;
const ONE = `{description: one, ${json(TASK)}}`;
const ALL = `{description: all, ${json(`{type: array, items: ${TASK}}`)}}`;
const named = (name: string): string =>
  `parameters: [{name: ${name}, in: query, required: true, schema: {type: integer}}]`;
const NONE = `'400': {description: no}, '404': {description: none}`;

const COMPONENTS = `
components:
  schemas:
    NewTask:
      type: object
      required: [title]
      properties: {title: {type: string, minLength: 1, maxLength: 80}, place: {type: string, maxLength: 80}}
    Task:
      type: object
      required: [id, title]
      properties: {id: {type: integer}, title: {type: string}, place: {type: string}, finished: {type: boolean}}
`;
/** All of one entry in the query, and the list under the plural. */
const IN_QUERIES = `
openapi: 3.0.3
info: {title: Tasks, version: '1'}
paths:
  /tasks:
    get: {responses: {'200': ${ALL}}}
  /task:
    post: {${SENT}, responses: {'201': ${ONE}, '400': {description: no}}}
    get: {${named('id')}, responses: {'200': ${ONE}, ${NONE}}}
    put: {${named('id')}, ${SENT}, responses: {'200': ${ONE}, ${NONE}}}
    delete: {${named('id')}, responses: {'204': {description: gone}, ${NONE}}}
  /task/finish:
    post: {${named('id')}, responses: {'200': ${ONE}, ${NONE}, '409': {description: The task is already finished}}}
${COMPONENTS}`;
/** Reading by the path, and the rest by the query. */
const IN_BOTH = `
openapi: 3.0.3
info: {title: Tasks, version: '1'}
paths:
  /tasks:
    get: {responses: {'200': ${ALL}}}
    post: {${SENT}, responses: {'201': ${ONE}, '400': {description: no}}}
    put: {${named('taskId')}, ${SENT}, responses: {'200': ${ONE}, ${NONE}}}
    delete: {${named('taskId')}, responses: {'204': {description: gone}, ${NONE}}}
  /tasks/{taskId}:
    parameters: [{name: taskId, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': ${ONE}, ${NONE}}}
${COMPONENTS}`;

type Ways = {
  readonly keeps?: (before: Entry, now: Entry) => Entry;
  /** The entries that an update or a removal of one reaches. */
  readonly takes?: (all: readonly Entry[], one: Entry) => readonly Entry[];
  readonly leaves?: true;
  /** A task is finished as often as is asked for. */
  readonly finishesAgain?: true;
};

/** `others`: what was there before. */
const tasks =
  (
    { keeps = (_, now) => now, takes = (_, one) => [one], leaves, finishesAgain }: Ways,
    others: readonly string[] = [],
  ): MakeService =>
  () => {
    const shelf = new Shelf();
    for (const title of others) shelf.add({ title, place: 'hall' });
    return ({ method, path, query, json: sent }): Reply => {
      const [, word, below] = path.split('/');
      if (word !== 'tasks' && word !== 'task') return { status: 404 };
      const { title, place = '' } = isObject(sent) ? sent : {};
      const isFit = isText(title, 1) && isText(place, 0) && Array.from(title).length <= 80;
      if (method === 'POST' && below !== 'finish')
        return isFit ? { status: 201, body: shelf.add({ title, place }) } : { status: 400 };
      const id =
        (below === 'finish' ? undefined : below) ?? query.get('id') ?? query.get('taskId') ?? undefined;
      if (id === undefined)
        return method === 'GET' && word === 'tasks' ? { status: 200, body: shelf.all } : { status: 400 };
      if (!/^-?\d+$/.test(id)) return { status: 400 };
      const one = shelf.at(String(Number(id)));
      if (one === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: one };
      if (below === 'finish') {
        if (one['finished'] === true && finishesAgain === undefined) return { status: 409 };
        return { status: 200, body: shelf.put({ ...one, finished: true }) };
      }
      if (method === 'DELETE') {
        if (leaves === undefined) for (const each of takes(shelf.all, one)) shelf.take(each);
        return { status: 204 };
      }
      if (!isFit) return { status: 400 };
      for (const each of takes(shelf.all, one)) shelf.put(keeps(each, { ...each, title, place }));
      return { status: 200, body: { ...one, title, place } };
    };
  };

/** The names that stood in the queries and paths of what could change or remove something. */
function namesSent({ asked }: { readonly asked: readonly Ask[] }): readonly string[] {
  return asked
    .filter(({ method, path }) => method === 'PUT' || method === 'DELETE' || path === '/task/finish')
    .map(({ query }) => query.get('id') ?? query.get('taskId') ?? '');
}

test.each([
  ['all of it', IN_QUERIES],
  ['changes', IN_BOTH],
])('an entry that is named in the query for %s is changed and removed, and no other', async (_what, text) => {
  const run = await runAtOnce(text, tasks({}, ['Tom', 'Kit', 'Pip']));
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
  const names = namesSent(run);
  expect(names.length).toBeGreaterThan(5);
  // Those of others are the first three.
  expect(names.filter((one) => !(Number(one) > 3))).toEqual([]);
});

test.each<readonly [words: string, ways: Ways, check: string]>([
  [
    'keeps the place that it had',
    { keeps: ({ place }, now) => ({ ...now, place }) },
    'resources.update-stored',
  ],
  ['changes and removes all of them', { takes: (all) => all }, 'resources.others-unchanged'],
  ['removes nothing', { leaves: true }, 'resources.removed-is-gone'],
])('a service that %s is found out', async (_words, ways, check) => {
  for (const text of [IN_QUERIES, IN_BOTH])
    expect(blames(await runAtOnce(text, tasks(ways, ['Tom'])))).toContain(check);
});

test('what is done to an entry that is named in the query is judged', async () => {
  expect(blames(await runAtOnce(IN_QUERIES, tasks({ finishesAgain: true }, ['Tom'])))).toContain(
    'resources.action-stored',
  );
});

test('the mock of such a document conforms', async () => {
  for (const text of [IN_QUERIES, IN_BOTH]) {
    const loaded = await loadOnce({ 'openapi.yaml': text });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    expect(blamed(await runAgainstMock(loaded.interface))).toEqual([]);
  }
});
