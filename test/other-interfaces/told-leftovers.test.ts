import { expect, test } from 'vitest';
import { type MakeService, runAtOnce } from './run-against-service.ts';

const ENTRY =
  '{type: object, required: [id], properties: {id: {type: integer, readOnly: true}, name: {type: string}}}';

/** What nothing can remove, from bodies that need no member. */
const DOCUMENT = `
openapi: 3.1.0
info: {title: Notes, version: '1'}
paths:
  /notes:
    get:
      responses:
        '200': {description: all, content: {application/json: {schema: {type: array, items: ${ENTRY}}}}}
    post:
      requestBody: {required: true, content: {application/json: {schema: ${ENTRY}}}}
      responses:
        '200': {description: made, content: {application/json: {schema: ${ENTRY}}}}
        '400': {description: no}
`;

type Note = { readonly id: number; readonly name?: string };

/** Takes whatever it is sent; `kept` shows what is there in the end. */
const notes =
  (kept: Note[]): MakeService =>
  () => {
    kept.length = 0;
    return ({ method, json }) => {
      if (method === 'GET') return { status: 200, body: kept };
      if (typeof json !== 'object' || json === null || Array.isArray(json)) return { status: 400 };
      const name: unknown = 'name' in json ? json.name : undefined;
      const note = { id: kept.length + 1, ...(typeof name === 'string' ? { name } : {}) };
      kept.push(note);
      return { status: 200, body: note };
    };
  };

test('what a body without a Content-Type or with a megabyte made is told as left behind, like everything else', async () => {
  const kept: Note[] = [];
  const run = await runAtOnce(DOCUMENT, notes(kept));
  const told = new Set((run.record.footer?.leftovers ?? []).map(({ identity }) => identity));
  expect(kept.length).toBeGreaterThan(5);
  expect(kept.filter(({ id }) => !told.has(String(id)))).toEqual([]);
});
