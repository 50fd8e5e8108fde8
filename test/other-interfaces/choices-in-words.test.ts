import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';
import { type Entry, isObject, isText, Shelf } from './shelf.ts';

/** Tasks whose status is one of four, as words alone say: any other text is refused. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const TASK = '{$ref: "#/components/schemas/Task"}';
const SENT = `{required: true, ${json('{$ref: "#/components/schemas/NewTask"}')}}`;
const STATUS =
  '{type: string, description: "The status. It must be one of the following: `done`, `started`, `waiting` or `planned`", example: waiting}';
const DOCUMENT = `
openapi: 3.0.3
info: {title: Tasks, version: '1'}
paths:
  /tasks:
    get:
      parameters: [{name: status, in: query, schema: {type: string}, description: Those of one status}]
      responses: {'200': {description: all, ${json(`{type: array, items: ${TASK}}`)}}, '400': {description: no}}
    post: {requestBody: ${SENT}, responses: {'200': {description: made, ${json(TASK)}}, '400': {description: no}}}
  /tasks/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: one, ${json(TASK)}}, '404': {description: none}}}
    put: {requestBody: ${SENT}, responses: {'200': {description: now, ${json(TASK)}}, '400': {description: no}, '404': {description: none}}}
    delete: {responses: {'204': {description: gone}, '404': {description: none}}}
components:
  schemas:
    NewTask: {type: object, required: [title, status], properties: {status: ${STATUS}, title: {type: string, maxLength: 80}}}
    Task: {type: object, required: [id, title, status], properties: {id: {type: integer}, status: {type: string}, title: {type: string}}}
`;

/** The same, with updates whose members may be left out, and whose words have no values. */
const SILENT_UPDATE = DOCUMENT.replace(
  `put: {requestBody: ${SENT}`,
  `put: {requestBody: {required: true, ${json('{type: object, properties: {status: {type: string, description: The new status}, title: {type: string, maxLength: 80}}}')}}`,
);

type Ways = {
  readonly makes?: (entry: Entry) => Entry;
  readonly keeps?: (before: Entry, now: Entry) => Entry;
  readonly finds?: (all: readonly Entry[], status: string) => readonly Entry[];
  /** An update may leave members out. */
  readonly isPartial?: boolean;
};

const KNOWN: readonly unknown[] = ['done', 'started', 'waiting', 'planned'];

const tasks =
  ({ makes = (entry) => entry, keeps = (_, now) => now, finds, isPartial = false }: Ways): MakeService =>
  () => {
    const shelf = new Shelf();
    return ({ method, path, query, json: sent }): Reply => {
      const [, , id] = path.split('/');
      const { title, status } = isObject(sent) ? sent : {};
      const isFit = isText(title, 0) && KNOWN.includes(status);
      if (id === undefined && method === 'POST')
        return isFit ? { status: 200, body: shelf.add(makes({ title, status })) } : { status: 400 };
      if (id === undefined) {
        const asked = query.get('status');
        if (asked === null) return { status: 200, body: shelf.all };
        const own = shelf.all.filter((one) => one['status'] === asked);
        return { status: 200, body: finds === undefined ? own : finds(shelf.all, asked) };
      }
      const one = shelf.at(id);
      if (one === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: one };
      if (method === 'PUT') {
        if (!isObject(sent)) return { status: 400 };
        const old = isPartial ? { title: one['title'], status: one['status'] } : {};
        const next: Entry = { ...old, ...sent };
        if (!isText(next['title'], 0) || !KNOWN.includes(next['status'])) return { status: 400 };
        const now = keeps(one, { ...one, title: next['title'], status: next['status'] });
        shelf.put(now);
        return { status: 200, body: now };
      }
      shelf.take(one);
      return { status: 204 };
    };
  };

test.each([DOCUMENT, SILENT_UPDATE])(
  'values that words alone list are sent, and served',
  async (document) => {
    const run = await runAtOnce(document, tasks({ isPartial: document === SILENT_UPDATE }));
    expect(alarms(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  },
);

test.each<readonly [words: string, ways: Ways, check: string]>([
  [
    'begins all in one status',
    { makes: (one) => ({ ...one, status: 'waiting' }) },
    'collections.created-as-sent',
  ],
  ['keeps the status', { keeps: ({ status }, now) => ({ ...now, status }) }, 'resources.update-stored'],
  ['leaves nothing out', { finds: (all) => all }, 'resources.filter-holds'],
  [
    'turns the filter round',
    { finds: (all, status) => all.filter((one) => one['status'] !== status) },
    'resources.filter-holds',
  ],
])('a service that %s is found out', async (_words, ways, check) => {
  expect(blames(await runAtOnce(DOCUMENT, tasks(ways)))).toContain(check);
});

test('an update whose words have no values is sent those of the creation', async () => {
  const keeps: Ways['keeps'] = ({ status }, now) => ({ ...now, status });
  expect(blames(await runAtOnce(SILENT_UPDATE, tasks({ keeps, isPartial: true })))).toContain(
    'resources.update-stored',
  );
});

test('the mock of such a document conforms', async () => {
  const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const run = await runAgainstMock(loaded.interface);
  expect(blamed(run)).toEqual([]);
});
