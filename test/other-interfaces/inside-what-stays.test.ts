import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** Notes on cases, which nothing removes: the notes of one case are in no list of another. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const one = (name: string): string => json(`{$ref: '#/components/schemas/${name}'}`);
const all = (name: string): string => json(`{type: array, items: {$ref: '#/components/schemas/${name}'}}`);
const ID = 'parameters: [{name: id, in: path, required: true, schema: {type: integer}}]';
const NONE = `'404': {description: none}`;

const DOCUMENT = `
openapi: 3.1.0
info: {title: Cases, version: '1'}
paths:
  /cases:
    get: {operationId: listCases, responses: {'200': {description: all, ${all('Text')}}}}
    post: {operationId: openCase, requestBody: {required: true, ${one('NewText')}}, responses: {'201': {description: made, ${one('Text')}}, '400': {description: no}}}
  /cases/{id}:
    ${ID}
    get: {operationId: readCase, responses: {'200': {description: one, ${one('Text')}}, ${NONE}}}
  /cases/{id}/notes:
    ${ID}
    get: {operationId: listNotes, responses: {'200': {description: all, ${all('Text')}}, ${NONE}}}
    post: {operationId: addNote, requestBody: {required: true, ${one('NewText')}}, responses: {'201': {description: made, ${one('Text')}}, '400': {description: no}, ${NONE}}}
  /cases/{id}/notes/{noteId}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}, {name: noteId, in: path, required: true, schema: {type: integer}}]
    get: {operationId: readNote, responses: {'200': {description: one, ${one('Text')}}, ${NONE}}}
components:
  schemas:
    NewText: {type: object, required: [text], properties: {text: {type: string, minLength: 1, maxLength: 80}}}
    Text: {type: object, required: [id, text], properties: {id: {type: integer}, text: {type: string}}}
`;

type Text = { readonly id: number; readonly text: string };

function textIn(body: unknown): string | undefined {
  const text: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'text') : undefined;
  return typeof text === 'string' && text !== '' && Array.from(text).length <= 80 ? text : undefined;
}

/** `shows`: the notes of a case, of all that there are. */
function cases(shows: (notes: readonly Text[], own: ReadonlySet<number>) => readonly Text[]): MakeService {
  return () => {
    const held = new Map<number, Set<number>>();
    const [open, notes]: [Text[], Text[]] = [[], []];
    let last = 0;
    return ({ method, path, json: body }) => {
      const [, , id, kind, noteId] = path.split('/');
      const text = textIn(body);
      if (method === 'POST' && id === undefined) {
        if (text === undefined) return { status: 400 };
        const made = { id: (last += 1), text };
        open.push(made);
        held.set(made.id, new Set());
        return { status: 201, body: made };
      }
      if (id === undefined) return { status: 200, body: open };
      const own = held.get(Number(id));
      if (own === undefined) return { status: 404 };
      if (kind === undefined) return { status: 200, body: open.find((each) => each.id === Number(id)) };
      if (noteId !== undefined) {
        const found = notes.find((each) => each.id === Number(noteId) && own.has(each.id));
        return found === undefined ? { status: 404 } : { status: 200, body: found };
      }
      if (method === 'GET') return { status: 200, body: shows(notes, own) };
      if (text === undefined) return { status: 400 };
      const made = { id: (last += 1), text };
      notes.push(made);
      own.add(made.id);
      return { status: 201, body: made };
    };
  };
}

test('what is inside of entries that stay is looked for in another one', async () => {
  const run = await runAtOnce(
    DOCUMENT,
    cases((notes, own) => notes.filter(({ id }) => own.has(id))),
  );
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test('a list that shows what is inside of all of them is told', async () => {
  expect(
    blames(
      await runAtOnce(
        DOCUMENT,
        cases((notes) => notes),
      ),
    ),
  ).toContain('resources.inside-one-alone');
});
