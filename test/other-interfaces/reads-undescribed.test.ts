import { expect, test } from 'vitest';
import { isObject } from '../../src/json/value.ts';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { runAgainstMock } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** Tasks of which creations and changes are described, and no reading is: `200: Default Response`, as some frameworks write it. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const TOLD =
  '{type: object, required: [status, data], properties: {status: {type: string}, data: {type: object, required: [id, title], properties: {id: {type: number}, title: {type: string}}}}}';
const sent = (required: string): string =>
  `{type: object, ${required}properties: {title: {type: string, minLength: 1, maxLength: 80}, note: {type: string, maxLength: 80}}}`;

const DOCUMENT = `
openapi: 3.0.3
info: {title: Tasks, version: '1'}
paths:
  /tasks:
    get: {responses: {'200': {description: Default Response}}}
    post: {requestBody: {required: true, ${json(sent('required: [title], '))}}, responses: {'201': {description: made, ${json(TOLD)}}, '400': {description: no}}}
  /tasks/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: Default Response}, '404': {description: none}}}
    patch: {requestBody: {required: true, ${json(sent(''))}}, responses: {'200': {description: changed, ${json(TOLD)}}, '400': {description: no}, '404': {description: none}}}
    delete: {responses: {'200': {description: Default Response}, '404': {description: none}}}
`;

type Task = { readonly id: number; title: string; note: string | null };

const isText = (value: unknown): value is string =>
  typeof value === 'string' && Array.from(value).length <= 80;

/** `changesAll`: a change is made to each of them. `dropsTitles`: one of a title is made to none. */
const tasks =
  ({ changesAll = false, dropsTitles = false } = {}): MakeService =>
  () => {
    const all = new Map<string, Task>();
    let last = 0;
    return ({ method, path, json: body }) => {
      const id = path.split('/')[2];
      const task = all.get(id ?? '');
      if (id !== undefined && task === undefined) return { status: 404, body: { status: 'error' } };
      if (method === 'GET') return { status: 200, body: task ?? [...all.values()] };
      if (method === 'DELETE') {
        all.delete(id ?? '');
        return { status: 200, body: { status: 'success', data: task } };
      }
      if (!isObject(body)) return { status: 400 };
      const { title = task?.title, note = task?.note ?? '' } = body;
      if (!isText(title) || title === '' || !isText(note)) return { status: 400 };
      if (task === undefined) {
        const made = { id: (last += 1), title, note };
        all.set(String(made.id), made);
        return { status: 201, body: { status: 'success', data: { id: made.id, title } } };
      }
      for (const one of changesAll ? all.values() : [task])
        Object.assign(one, dropsTitles ? { note } : { title, note });
      return { status: 200, body: { status: 'success', data: { id: task.id, title: task.title } } };
    };
  };

test('readings of which nothing is said are held to what they showed before', async () => {
  expect(alarms(await runAtOnce(DOCUMENT, tasks()))).toEqual([]);
});

test('a change that is not made is told', async () => {
  expect(blames(await runAtOnce(DOCUMENT, tasks({ dropsTitles: true })))).toContain(
    'resources.update-stored',
  );
});

test('a change that is made to everything is told', async () => {
  expect(blames(await runAtOnce(DOCUMENT, tasks({ changesAll: true })))).toContain(
    'resources.others-unchanged',
  );
});

test('the mock of such a document conforms', async () => {
  const result = await loadOnce({ 'openapi.yaml': DOCUMENT });
  if (result.kind === 'broken') throw new Error(result.problem.problem);
  expect(alarms(await runAgainstMock(result.interface))).toEqual([]);
});
