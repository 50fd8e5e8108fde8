import { expect, test } from 'vitest';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** Lists inside of an entry that is there. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;

const DOCUMENT = `
openapi: 3.1.0
info: {title: Rooms, version: '1'}
paths:
  /rooms:
    get: {operationId: rooms, responses: {'200': {description: all, ${json('{type: array, items: {type: object, required: [id], properties: {id: {type: string}}}}')}}}}
  /rooms/{roomId}:
    parameters: [{name: roomId, in: path, required: true, schema: {type: string}}]
    get: {operationId: room, responses: {'200': {description: it, ${json('{type: object, required: [id], properties: {id: {type: string}}}')}}, '404': {description: none}}}
  /rooms/{roomId}/beds:
    parameters: [{name: roomId, in: path, required: true, schema: {type: string}}]
    get:
      operationId: beds
      parameters: [{name: size, in: query, schema: {type: integer, minimum: 1, maximum: 9}}]
      responses: {'200': {description: all, ${json('{type: array, items: {type: object}}')}}, '400': {description: no}, '404': {description: none}}
`;

/** `status`: what everybody gets who asks for beds of a room that is there. */
const rooms =
  (status: number): MakeService =>
  () =>
  ({ method, path, query }) => {
    const [, , id, beds] = path.split('/');
    if (method !== 'GET') return { status: 405 };
    if (id === undefined) return { status: 200, body: [{ id: 'r1' }] };
    if (id !== 'r1') return { status: 404 };
    if (beds === undefined) return { status: 200, body: { id } };
    const size = query.get('size');
    if (size !== null && !/^[1-9]$/.test(size)) return { status: 400 };
    return status === 200 ? { status, body: [] } : { status };
  };

test.each([
  ['are shown', 200, 0],
  ['are not there, as the document allows', 404, 0],
  ['are always refused, although the room is there', 400, 2],
])('beds %s', async (_words, status, exitCode) => {
  const run = await runAtOnce(DOCUMENT, rooms(status));
  expect(run.verdict).toMatchObject({ exitCode });
});
