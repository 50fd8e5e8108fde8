import { expect, test } from 'vitest';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';
import { isObject, isText, Shelf } from './shelf.ts';

/** Lists of numbered pages of which the first one has to be asked for, and that may begin with the second. */

const TASK = '{type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}';
const SENT =
  '{type: object, required: [name], properties: {name: {type: string, minLength: 1, maxLength: 80}}}';
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const documentOf = (required: boolean, made: string): string => `
openapi: 3.0.3
info: {title: Tasks, version: '1'}
paths:
  /tasks:
    get:
      parameters:
        - {name: page, in: query, required: ${String(required)}, schema: {type: integer, minimum: 1, default: 1}}
        - {name: limit, in: query, required: ${String(required)}, schema: {type: integer, minimum: 1, maximum: 100, default: 10}}
        - {name: order, in: query, schema: {anyOf: [{enum: [asc]}, {enum: [desc]}], default: desc}}
      responses:
        '200': {description: a page, ${json(`{type: object, required: [total, tasks], properties: {total: {type: integer}, tasks: {type: array, items: ${TASK}}}}`)}}
        '400': {description: no}
    post:
      requestBody: {required: true, ${json(SENT)}}
      responses: {'201': {description: made, ${json(made)}}, '400': {description: no}}
  /tasks/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: it, ${json(TASK)}}, '404': {description: none}, '400': {description: no}}}
    delete: {responses: {'204': {description: gone}, '404': {description: none}, '400': {description: no}}}
`;

/** `skipped`: so many pages come before the first. `required`: their numbers and lengths have to be asked for. */
const tasks =
  (skipped: number, required: boolean): MakeService =>
  () => {
    const shelf = new Shelf();
    return ({ method, path, query, json: sent }) => {
      const [, , id] = path.split('/');
      if (id !== undefined) {
        if (!/^-?\d+$/.test(id)) return { status: 400 };
        const task = shelf.at(id);
        if (task === undefined) return { status: 404 };
        if (method === 'GET') return { status: 200, body: task };
        shelf.take(task);
        return { status: 204 };
      }
      if (method === 'POST') {
        if (!isObject(sent) || !isText(sent['name'])) return { status: 400 };
        return { status: 201, body: shelf.add({ name: sent['name'] }) };
      }
      if (required && !['page', 'limit'].every((name) => query.has(name))) return { status: 400 };
      const [page = 1, limit = 10] = [query.get('page') ?? '1', query.get('limit') ?? '10'].map(Number);
      const order = query.get('order') ?? 'desc';
      if (order !== 'asc' && order !== 'desc') return { status: 400 };
      if (![page, limit].every(Number.isInteger) || page < 1 || limit < 1 || limit > 100)
        return { status: 400 };
      const all = order === 'asc' ? shelf.all : shelf.all.toReversed();
      const from = (page - 1 + skipped) * limit;
      return {
        status: 200,
        body: { total: shelf.all.length, tasks: all.slice(from, from + limit) },
      };
    };
  };

test.each([
  [true, '{type: object, properties: {id: {type: integer}}}'],
  [true, TASK],
  [false, TASK],
])('pages that have to be asked for (%s), of what is made as %s', async (required, made) => {
  const honest = await runAtOnce(documentOf(required, made), tasks(0, required));
  expect(idsOf(honest, 'fail')).toEqual([]);
  const faulty = await runAtOnce(documentOf(required, made), tasks(1, required));
  expect(idsOf(faulty, 'fail')).toContain('resources.pages-complete');
});
