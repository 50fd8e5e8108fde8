import { expect, test } from 'vitest';
import { alarms } from '../lives/run-lives.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';
import { behindKey, type Entry, isObject, isText, Shelf } from './shelf.ts';

/** What is made inside of something and has a path of its own: the document says that it goes with it, or says nothing. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const REFUSALS = `'400': {description: no}, '401': {description: who}, '404': {description: none}`;
const ID = 'parameters: [{name: id, in: path, required: true, schema: {type: integer}}]';
const NOTE = json("{$ref: '#/components/schemas/Note'}");
const sent = `requestBody: {required: true, ${json('{type: object, required: [text], properties: {text: {type: string, minLength: 1, maxLength: 80}}}')}}`;
const entries = (name: string, path: string, removal: string): string => `
  ${path}/{id}:
    ${ID}
    get: {operationId: read-${name}, responses: {'200': {description: it, ${NOTE}}, ${REFUSALS}}}
    delete: {operationId: remove-${name}, description: "${removal}", responses: {'204': {description: gone}, ${REFUSALS}}}`;
const lists = (name: string, path: string, parameters = ''): string => `
  ${path}:
    ${parameters}
    get: {operationId: list-${name}, responses: {'200': {description: all, ${json("{type: array, items: {$ref: '#/components/schemas/Note'}}")}}, ${REFUSALS}}}
    post: {operationId: make-${name}, ${sent}, responses: {'201': {description: made, ${NOTE}}, ${REFUSALS}}}`;

const documentOf = (removal: string): string => `
openapi: 3.0.3
info: {title: Notes, version: '1'}
security: [{key: []}]
paths:${lists('notes', '/notes')}${entries('note', '/notes', removal)}${lists('lines', '/notes/{id}/lines', ID)}${entries('line', '/lines', 'Deletes it.')}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Note: {type: object, required: [id, text], properties: {id: {type: integer}, text: {type: string}}}
`;

/** Lines stay when their note goes. */
const forgetful: MakeService = behindKey(() => {
  const [notes, lines] = [new Shelf(), new Shelf((count) => count + 500)];
  return ({ method, json: body }, [place, id, inner]) => {
    const shelf = place === 'lines' ? lines : notes;
    const found = id === undefined ? undefined : shelf.at(id);
    if (id !== undefined && found === undefined) return { status: 404 };
    if (found !== undefined && inner === undefined) {
      if (method === 'GET') return { status: 200, body: found };
      shelf.take(found);
      return { status: 204 };
    }
    const [into, own] = inner === undefined ? [notes, {}] : [lines, { note: id ?? '' }];
    const isOwn = (one: Entry): boolean => inner === undefined || one['note'] === id;
    if (method === 'GET') return { status: 200, body: into.all.filter(isOwn) };
    const text = isObject(body) ? body['text'] : undefined;
    return isText(text) ? { status: 201, body: into.add({ text, ...own }) } : { status: 400 };
  };
});

test.each([
  ['Deletes the note.', false],
  ['Deletes the note together with its lines.', true],
])('lines that outlive their note, where the document says: %s', async (removal, isFound) => {
  const found = alarms(await runAtOnce(documentOf(removal), forgetful)).flat();
  expect(found.includes('resources.children-follow')).toBe(isFound);
});
