import { expect, test } from 'vitest';
import { alarms } from '../lives/run-lives.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';
import { behindKey, isObject, isText, Shelf } from './shelf.ts';

/** A change in plain JSON that gives a member null: the document says what it does, or nobody knows. */

const NOTE = "content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}";
const REFUSALS = `'400': {description: no}, '401': {description: who}, '404': {description: none}`;
const sent = (required: string): string =>
  `requestBody: {required: true, content: {application/json: {schema: {type: object, ${required} properties: {title: {type: string, minLength: 1, maxLength: 80}, text: {type: [string, 'null'], maxLength: 80}}}}}}`;

const documentOf = (words: string): string => `
openapi: 3.1.0
info: {title: Notes, version: '1'}
security: [{key: []}]
paths:
  /notes:
    get: {operationId: list, responses: {'200': {description: all, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Note'}}}}}, ${REFUSALS}}}
    post: {operationId: make, ${sent('required: [title],')}, responses: {'201': {description: made, ${NOTE}}, ${REFUSALS}}}
  /notes/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: read, responses: {'200': {description: it, ${NOTE}}, ${REFUSALS}}}
    patch: {operationId: change, description: "${words}", ${sent('')}, responses: {'200': {description: it, ${NOTE}}, ${REFUSALS}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Note: {type: object, required: [id, title], properties: {id: {type: integer}, title: {type: string}, text: {type: [string, 'null']}}}
`;

/** Whoever sends null has sent nothing. */
const forgetful: MakeService = behindKey(() => {
  const shelf = new Shelf();
  return ({ method, json }, [, id]) => {
    const note = id === undefined ? undefined : shelf.at(id);
    if (id !== undefined && note === undefined) return { status: 404 };
    if (method === 'GET') return { status: 200, body: note ?? shelf.all };
    if (!isObject(json)) return { status: 400 };
    const given = Object.entries(json).filter(([name]) => name === 'title' || name === 'text');
    const isFine = given.every(([name, value]) =>
      name === 'text' && value === null ? true : isText(value, name === 'text' ? 0 : 1),
    );
    if (!isFine || (note === undefined && json['title'] === undefined)) return { status: 400 };
    const members = Object.fromEntries(given.filter(([, value]) => value !== null));
    return note === undefined
      ? { status: 201, body: shelf.add(members) }
      : { status: 200, body: shelf.put({ ...note, ...members }) };
  };
});

test.each([
  ['Members that are left out stay.', false],
  ['A text of null is removed.', true],
  ['Send null to clear the title or the text.', false],
  ['`null` removes the text.', true],
])('null that is left aside, where the document says: %s', async (words, isFound) => {
  const found = alarms(await runAtOnce(documentOf(words), forgetful)).flat();
  expect(found.includes('resources.update-stored')).toBe(isFound);
});
