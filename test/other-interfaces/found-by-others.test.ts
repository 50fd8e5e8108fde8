import { expect, test } from 'vitest';
import { type Ask, type MakeService, OTHER_KEY, runAgainstService, userOf } from './run-against-service.ts';

/** Notes that each user has alone, and searches beside their list, by GET and by POST: they are a way around whose a note is. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const NOTE = '{$ref: "#/components/schemas/Note"}';
const MANY = json(`{type: array, items: ${NOTE}}`);
const NO = "'400': {description: no}, '401': {description: who}, '404': {description: none}";
const TEXT = '{type: string, minLength: 1, maxLength: 90}';

const document = (words: string): string => `
openapi: 3.0.3
info: {title: Notes, version: '1'}
security: [{key: []}]
paths:
  /notes:
    get: {operationId: list, responses: {'200': {description: all, ${MANY}}, ${NO}}}
    post:
      operationId: make
      requestBody: {required: true, ${json(`{type: object, required: [text], properties: {text: ${TEXT}}}`)}}
      responses: {'201': {description: made, ${json(NOTE)}}, ${NO}}
  /notes/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: read, responses: {'200': {description: it, ${json(NOTE)}}, ${NO}}}
    delete: {operationId: remove, responses: {'204': {description: gone}, ${NO}}}
  /find:
    get:
      operationId: find
      description: ${words}
      parameters: [{name: q, in: query, required: true, description: The text to look for in texts., schema: ${TEXT}}]
      responses: {'200': {description: what fits, ${MANY}}, ${NO}}
  /notes/search:
    post:
      operationId: search
      description: ${words}
      requestBody: {required: true, ${json(`{type: object, properties: {text: {type: string, minLength: 1, description: Only notes whose text has this text.}}}`)}}
      responses: {'200': {description: what fits, ${MANY}}, ${NO}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Note: {type: object, required: [id, text], properties: {id: {type: integer}, text: {type: string}}}
`;

type Note = { readonly id: number; readonly text: string; readonly owner: string };

const shown = ({ id, text }: Note): unknown => ({ id, text });

function textOf({ json: sent }: Ask): unknown {
  return typeof sent === 'object' && sent !== null && 'text' in sent ? sent.text : undefined;
}

function isText(text: unknown): text is string {
  return typeof text === 'string' && text.length > 0 && Array.from(text).length <= 90;
}

/** `open`: the search that finds what anybody has. `isIdle`: a search by POST that finds all that the user has. */
const notes =
  (open?: 'GET' | 'POST', isIdle = false): MakeService =>
  () => {
    let all: readonly Note[] = [];
    let last = 0;
    return (ask) => {
      const { method, path, query } = ask;
      const owner = userOf(ask);
      if (owner === undefined) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const own = all.filter((note) => note.owner === owner);
      if (path === '/find' || path === '/notes/search') {
        const isBody = typeof ask.json === 'object' && ask.json !== null && !Array.isArray(ask.json);
        const text = method === 'GET' ? query.get('q') : textOf(ask);
        const isAll = method === 'POST' && isBody && text === undefined;
        if (!isAll && !isText(text)) return { status: 400 };
        const meant = open === method ? all : own;
        const found = meant.filter((note) => isAll || isIdle || note.text.includes(String(text)));
        return { status: 200, body: found.map(shown) };
      }
      if (path === '/notes' && method === 'GET') return { status: 200, body: own.map(shown) };
      if (path === '/notes') {
        const text = textOf(ask);
        if (!isText(text)) return { status: 400 };
        last += 1;
        const note = { id: last, text, owner };
        all = [...all, note];
        return { status: 201, body: shown(note) };
      }
      const note = own.find(({ id }) => path === `/notes/${String(id)}`);
      if (note === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: shown(note) };
      all = all.filter((one) => one !== note);
      return { status: 204 };
    };
  };

const OF_USER = 'Finds notes of the user.';

test.each<readonly [name: string, words: string, make: MakeService, failed: string, warned: string]>([
  ['of the user alone', OF_USER, notes(), '', ''],
  ['of anybody by GET', OF_USER, notes('GET'), 'resources.not-listed-by-others', ''],
  ['of anybody by POST', OF_USER, notes('POST'), 'resources.not-listed-by-others', ''],
  ['of anybody, without a word of whose', 'Finds notes.', notes('GET'), '', 'resources.not-listed-by-others'],
  ['of anybody, and says so', 'Finds notes of all users.', notes('GET'), '', ''],
  ['whatever their text', OF_USER, notes(undefined, true), 'resources.filter-holds', ''],
])('searches that find notes %s', async (_name, words, make, failed, warned) => {
  const { record } = await runAgainstService(document(words), make, {}, OTHER_KEY);
  const ids = (kind: string): string =>
    record.results.flatMap(({ id, outcome }) => (outcome.kind === kind ? [id] : [])).join(' ');
  expect(ids('fail')).toBe(failed);
  expect(ids('warn')).toBe(warned);
});
