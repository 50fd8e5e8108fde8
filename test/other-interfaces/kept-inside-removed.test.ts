import { expect, test } from 'vitest';
import { alarms } from '../lives/run-lives.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';
import { behindKey, isObject, isText, Shelf } from './shelf.ts';

/** What is inside of something that is removed, can be read all the same, and has a member that says so. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const REFUSALS = `'400': {description: no}, '401': {description: who}, '404': {description: none}`;
const ID = 'parameters: [{name: id, in: path, required: true, schema: {type: integer}}]';
const sent = (member: string): string =>
  `requestBody: {required: true, ${json(`{type: object, required: [${member}], properties: {${member}: {type: string, minLength: 1, maxLength: 80}}}`)}}`;

const DOCUMENT = `
openapi: 3.0.3
info: {title: Notes, version: '1'}
security: [{key: []}]
paths:
  /notes:
    get: {operationId: list, responses: {'200': {description: all, ${json("{type: array, items: {$ref: '#/components/schemas/Note'}}")}}, ${REFUSALS}}}
    post: {operationId: make, ${sent('title')}, responses: {'201': {description: made, ${json("{$ref: '#/components/schemas/Note'}")}}, ${REFUSALS}}}
  /notes/{id}:
    ${ID}
    get: {operationId: read, responses: {'200': {description: it, ${json("{$ref: '#/components/schemas/Note'}")}}, ${REFUSALS}}}
    delete: {operationId: remove, responses: {'204': {description: gone}, ${REFUSALS}}}
  /notes/{id}/lines:
    ${ID}
    get: {operationId: lines, responses: {'200': {description: all, ${json("{type: array, items: {$ref: '#/components/schemas/Line'}}")}}, ${REFUSALS}}}
    post: {operationId: add, ${sent('text')}, responses: {'201': {description: made, ${json("{$ref: '#/components/schemas/Line'}")}}, ${REFUSALS}}}
  /notes/{id}/lines/{line}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}, {name: line, in: path, required: true, schema: {type: integer}}]
    delete: {operationId: take, responses: {'204': {description: gone}, ${REFUSALS}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Line: {type: object, required: [id, text], properties: {id: {type: integer}, text: {type: string}}}
    Note: {type: object, required: [id, title], properties: {id: {type: integer}, title: {type: string}, deleted_at: {type: string, format: date-time, nullable: true}}}
`;

const WITHOUT_MEMBER = DOCUMENT.replace(
  ', deleted_at: {type: string, format: date-time, nullable: true}',
  '',
);

function notes(isKept: boolean): MakeService {
  return behindKey(() => {
    const [shelf, lines] = [new Shelf(), new Shelf()];
    return ({ method, json: body }, [, id, inner, name]) => {
      const note = id === undefined ? undefined : shelf.at(id);
      if (
        id !== undefined &&
        inner === undefined &&
        (note === undefined || (note['deleted_at'] !== undefined && !isKept))
      )
        return { status: 404 };
      if (name !== undefined) {
        const line = lines.at(name);
        if (line === undefined || line['note'] !== id) return { status: 404 };
        lines.take(line);
        return { status: 204 };
      }
      if (method === 'DELETE' && note !== undefined) {
        shelf.put({ ...note, deleted_at: '2030-01-02T10:00:00Z' });
        return { status: 204 };
      }
      if (note !== undefined && inner === undefined) return { status: 200, body: note };
      const [place, member] = inner === undefined ? ([shelf, 'title'] as const) : ([lines, 'text'] as const);
      if (inner !== undefined && note === undefined) return { status: 404 };
      const isOwn = (one: { readonly [name: string]: unknown }): boolean =>
        inner === undefined ? one['deleted_at'] === undefined : one['note'] === id;
      if (method === 'GET') return { status: 200, body: place.all.filter(isOwn) };
      const text = isObject(body) ? body[member] : undefined;
      return isText(text) && text.length <= 80
        ? {
            status: 201,
            body: place.add({ [member]: text, ...(inner === undefined ? {} : { note: id ?? '' }) }),
          }
        : { status: 400 };
    };
  });
}

test('what may be read as removed may keep what is inside of it', async () => {
  expect(alarms(await runAtOnce(DOCUMENT, notes(true)))).toEqual([]);
});

test('what is gone by its schema takes along what is inside of it', async () => {
  expect(alarms(await runAtOnce(WITHOUT_MEMBER, notes(false))).flat()).toContain('resources.children-follow');
});
