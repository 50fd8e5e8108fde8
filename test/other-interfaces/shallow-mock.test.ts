import { expect, test } from 'vitest';
import { blamed, runAgainstMock } from './run-against-mock.ts';
import { loadOnce } from '../specs/load-files.ts';

/** Each thing is made inside of another one, and named by a path that leaves out what that is inside of. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const of = (name: string): string => `{$ref: '#/components/schemas/${name}'}`;
const id = (name: string): string =>
  `parameters: [{name: ${name}, in: path, required: true, schema: {type: string}}]`;
const REFUSALS = `'400': {description: no}, '404': {description: none}`;

const places = (path: string, parameter: string): string => `
  ${path}:
    ${parameter === '' ? 'parameters: []' : id(parameter)}
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${of('Thing')}}`)}}, ${REFUSALS}}}
    post: {requestBody: {required: true, ${json(of('NewThing'))}}, responses: {'201': {description: made, ${json(of('Thing'))}}, ${REFUSALS}}}`;
const place = (path: string, parameter: string): string => `
  ${path}:
    ${id(parameter)}
    get: {responses: {'200': {description: one, ${json(of('Thing'))}}, ${REFUSALS}}}
    delete: {responses: {'204': {description: gone}, ${REFUSALS}}}`;

const DOCUMENT = `
openapi: 3.0.3
info: {title: Houses, version: '1'}
paths:${places('/houses', '')}${place('/houses/{house_id}', 'house_id')}
${places('/houses/{house_id}/rooms', 'house_id')}${place('/rooms/{room_id}', 'room_id')}
${places('/rooms/{room_id}/shelves', 'room_id')}${place('/shelves/{shelf_id}', 'shelf_id')}
${places('/shelves/{shelf_id}/jars', 'shelf_id')}${place('/jars/{jar_id}', 'jar_id')}
components:
  schemas:
    NewThing: {type: object, required: [name], properties: {name: {type: string, minLength: 1, maxLength: 40}}}
    Thing: {type: object, required: [id, name], properties: {id: {type: string, readOnly: true}, name: {type: string}}}
`;

test('the mock finds what something is made inside of, however short its path', async () => {
  const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const run = await runAgainstMock(loaded.interface);
  expect(blamed(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});
