import { expect, test } from 'vitest';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** Notes in a list without pages: it has those that were changed since they were made, too. */

const NOTE =
  '{type: object, required: [id, name, text], properties: {id: {type: integer}, name: {type: string}, text: {type: string}}}';
const SENT =
  '{type: object, required: [name, text], properties: {name: {type: string}, text: {type: string}}}';
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;

const DOCUMENT = `
openapi: 3.1.0
info: {title: Notes, version: '1'}
paths:
  /notes:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${NOTE}}`)}}}}
    post: {requestBody: {required: true, ${json(SENT)}}, responses: {'201': {description: made, ${json(NOTE)}}, '422': {description: no}}}
  /notes/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: one, ${json(NOTE)}}, '404': {description: none}}}
    put: {requestBody: {required: true, ${json(SENT)}}, responses: {'200': {description: replaced, ${json(NOTE)}}, '404': {description: none}, '422': {description: no}}}
    delete: {responses: {'204': {description: gone}, '404': {description: none}}}
`;

type Note = { readonly id: number; readonly name: string; readonly text: string };

const notes =
  (skipped: number): MakeService =>
  () => {
    const all = new Map<number, Note>();
    let last = 0;
    return ({ method, path, json: body }) => {
      const [, , text] = path.split('/');
      const { name, text: words } = (typeof body === 'object' && body !== null ? body : {}) as {
        readonly [name: string]: unknown;
      };
      const sent = typeof name === 'string' && typeof words === 'string' ? { name, text: words } : undefined;
      if (text === undefined && method === 'GET')
        return { status: 200, body: [...all.values()].slice(skipped) };
      if (text === undefined) {
        if (sent === undefined) return { status: 422 };
        last += 1;
        const made = { id: last, ...sent };
        all.set(last, made);
        return { status: 201, body: made };
      }
      const note = all.get(Number(text));
      if (note === undefined) return { status: 404 };
      if (method === 'DELETE') all.delete(note.id);
      if (method === 'DELETE') return { status: 204 };
      if (method === 'GET') return { status: 200, body: note };
      if (sent === undefined) return { status: 422 };
      const replaced = { id: note.id, ...sent };
      all.set(note.id, replaced);
      return { status: 200, body: replaced };
    };
  };

test.each([
  ['whole', 0],
  ['without the first', 1],
])('a list comes %s', async (_how, skipped) => {
  const { record, verdict } = await runAtOnce(DOCUMENT, notes(skipped));
  const failed = record.results.filter(({ outcome }) => outcome.kind === 'fail').map(({ id }) => id);
  expect(failed.length > 0, verdict.text).toBe(skipped > 0);
  expect(verdict.exitCode, verdict.text).toBe(skipped);
});
