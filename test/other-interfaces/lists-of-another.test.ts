import { expect, test } from 'vitest';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/**
 * Comments in a list that is called after the task that they are on and does not stand below it, and watchers, who are users that no operation
 * tells of but the tasks that they made.
 */

const TASK =
  '{type: object, required: [id, title, created_by], properties: {id: {type: integer}, title: {type: string}, created_by: {type: integer}}}';
const COMMENT =
  '{type: object, required: [id, text, task_id], properties: {id: {type: integer}, text: {type: string}, task_id: {type: integer}}}';
const WATCHER =
  '{type: object, required: [id, user_id], properties: {id: {type: integer}, user_id: {type: integer}}}';
const sent = (name: string, type: string): string =>
  `{required: true, ${json(`{type: object, required: [${name}], properties: {${name}: {type: ${type}}}}`)}}`;
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const all = (schema: string): string => `{description: all, ${json(`{type: array, items: ${schema}}`)}}`;

const DOCUMENT = `
openapi: 3.1.0
info: {title: Tasks, version: '1'}
paths:
  /tasks:
    get: {responses: {'200': ${all(TASK)}}}
    post: {requestBody: ${sent('title', 'string')}, responses: {'200': {description: made, ${json(TASK)}}, '422': {description: no}}}
  /tasks/{task_id}:
    parameters: [{name: task_id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: one, ${json(TASK)}}, '404': {description: none}}}
  /tasks/{task_id}/watchers:
    parameters: [{name: task_id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': ${all(WATCHER)}, '404': {description: none}}}
    post: {requestBody: ${sent('user_id', 'integer')}, responses: {'200': {description: made, ${json(WATCHER)}}, '404': {description: none}, '422': {description: no}}}
  /comments/{task_id}:
    parameters: [{name: task_id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': ${all(COMMENT)}, '404': {description: none}}}
    post: {requestBody: ${sent('text', 'string')}, responses: {'200': {description: made, ${json(COMMENT)}}, '404': {description: none}, '422': {description: no}}}
`;

type Row = { readonly [name: string]: unknown };

/** Who asks. */
const USER = 71;

const tasks =
  (textOf: (text: string) => string): MakeService =>
  () => {
    const tables = new Map<string, Row[]>();
    const made = (table: string, row: Row): Row => {
      const rows = tables.get(table) ?? [];
      tables.set(table, rows);
      const whole = { id: rows.length + 1, ...row };
      rows.push(whole);
      return whole;
    };
    return ({ method, path, json: body }) => {
      const sentRow: Row = typeof body === 'object' && body !== null ? { ...body } : {};
      const { title, text, user_id: user } = sentRow;
      const [, first, id, below] = path.split('/');
      if (id === undefined) {
        if (method === 'GET') return { status: 200, body: tables.get('tasks') ?? [] };
        if (typeof title !== 'string') return { status: 422 };
        return { status: 200, body: made('tasks', { title, created_by: USER }) };
      }
      const task = (tables.get('tasks') ?? []).find((one) => String(one['id']) === id);
      if (task === undefined) return { status: /^-?\d+$/.test(id) ? 404 : 422 };
      if (first === 'tasks' && below === undefined) return { status: 200, body: task };
      const table = `${String(first)} ${id}`;
      if (method === 'GET') return { status: 200, body: tables.get(table) ?? [] };
      if (first === 'comments')
        return typeof text === 'string'
          ? { status: 200, body: made(table, { text: textOf(text), task_id: Number(id) }) }
          : { status: 422 };
      if (!Number.isInteger(user)) return { status: 422 };
      return user === USER ? { status: 200, body: made(table, { user_id: user }) } : { status: 404 };
    };
  };

test.each([
  ['as documented', (text: string) => text, 0],
  ['without their text', () => '', 1],
] as const)('comments on own tasks are made and listed %s', async (_how, textOf, exitCode) => {
  const { verdict, asked } = await runAtOnce(DOCUMENT, tasks(textOf));
  expect(verdict.exitCode, verdict.text).toBe(exitCode);
  const own = asked.filter(({ method, path }) => method === 'POST' && /^\/comments\/\d+$/.test(path));
  expect(own.length).toBeGreaterThan(1);
});
