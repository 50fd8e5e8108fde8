import { expect, test } from 'vitest';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** Bookmarks that are made of what is kept elsewhere, or of a title and a note of the client's own. */

const BOOKMARK =
  '{type: object, required: [id, title, note], properties: {id: {type: integer}, title: {type: string}, note: {type: string}}}';
const OWN =
  '{type: object, required: [title, note], properties: {title: {type: string}, note: {type: string}}}';
const OF_ITEM = '{type: object, required: [item], properties: {item: {type: integer}}}';
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;

const DOCUMENT = `
openapi: 3.1.0
info: {title: Bookmarks, version: '1'}
paths:
  /bookmarks:
    get:
      responses: {'200': {description: all, ${json(`{type: array, items: ${BOOKMARK}}`)}}}
    post:
      requestBody: {required: true, ${json(`{oneOf: [${OF_ITEM}, ${OWN}]}`)}}
      responses: {'201': {description: made, ${json(BOOKMARK)}}, '400': {description: no}, '404': {description: no such item}}
`;

const bookmarks =
  (noteOf: (note: string) => string): MakeService =>
  () => {
    const all: { readonly [name: string]: unknown }[] = [];
    return ({ method, json: body }) => {
      if (method === 'GET') return { status: 200, body: all };
      if (typeof body !== 'object' || body === null) return { status: 400 };
      const { item, title, note } = body as { readonly [name: string]: unknown };
      if (Number.isInteger(item)) return { status: 404 };
      if (item !== undefined || typeof title !== 'string' || typeof note !== 'string') return { status: 400 };
      const made = { id: all.length + 1, title, note: noteOf(note) };
      all.push(made);
      return { status: 201, body: made };
    };
  };

test.each([
  ['as they were given', (note: string) => note, []],
  ['with another note', () => 'untold', ['collections.created-as-sent', 'collections.listed']],
] as const)('bookmarks of the one kind that is served are kept %s', async (_how, noteOf, blamed) => {
  const { record } = await runAtOnce(DOCUMENT, bookmarks(noteOf));
  const failed = record.results.filter(({ outcome }) => outcome.kind === 'fail').map(({ id }) => id);
  expect(failed).toEqual([...blamed]);
});
