import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';
import { isObject, isText } from './shelf.ts';

/** Shares of notes: nothing that is sent for one tells it from others, and each names the note that it is of. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const ID = 'parameters: [{name: noteId, in: path, required: true, schema: {type: integer}}]';
const NONE = `'404': {description: none}`;
const NOTE = "{$ref: '#/components/schemas/Note'}";
const SHARE = "{$ref: '#/components/schemas/Share'}";
const LEVEL = 'level: {type: string, enum: [read]}';

const DOCUMENT = `
openapi: 3.1.0
info: {title: Notes, version: '1'}
paths:
  /notes:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${NOTE}}`)}}}}
    post: {requestBody: {required: true, ${json('{type: object, required: [title], properties: {title: {type: string, minLength: 1}}}')}}, responses: {'201': {description: made, ${json(NOTE)}}, '400': {description: no}}}
  /notes/{noteId}:
    ${ID}
    get: {responses: {'200': {description: one, ${json(NOTE)}}, ${NONE}}}
    delete: {responses: {'204': {description: gone}, ${NONE}}}
  /notes/{noteId}/shares:
    ${ID}
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${SHARE}}`)}}, ${NONE}}}
    post: {requestBody: {required: true, ${json(`{type: object, required: [level], properties: {${LEVEL}}}`)}}, responses: {'201': {description: made, ${json(SHARE)}}, '400': {description: no}, ${NONE}}}
  /notes/{noteId}/shares/{shareId}:
    parameters: [{name: noteId, in: path, required: true, schema: {type: integer}}, {name: shareId, in: path, required: true, schema: {type: integer}}]
    delete: {responses: {'204': {description: gone}, ${NONE}}}
components:
  schemas:
    Note: {type: object, required: [id, title], properties: {id: {type: integer}, title: {type: string}}}
    Share: {type: object, required: [id, note_id, level], properties: {id: {type: integer}, note_id: {type: integer}, ${LEVEL}}}
`;

type Share = { readonly id: number; readonly note_id: number; readonly level: string };

/** `listed`: what the list of a note shows. `isNumberedApart`: the first share of each note is 1. */
const notes =
  (listed: (own: readonly Share[], all: readonly Share[]) => readonly Share[], isNumberedApart = false) =>
  (): ReturnType<MakeService> => {
    const titles: (string | undefined)[] = [];
    const numbers = new Map<number, number>();
    let shares: readonly Share[] = [];
    const shown = (at: number): object => ({ id: at + 1, title: titles[at] });
    return ({ method, path, json: body }): Reply => {
      const [, , note, inner, share] = path.split('/');
      const sent = isObject(body) ? body : {};
      if (note === undefined && method === 'GET')
        return { status: 200, body: titles.flatMap((title, at) => (title === undefined ? [] : [shown(at)])) };
      if (note === undefined) {
        const { title } = sent;
        if (!isText(title, 1)) return { status: 400 };
        titles.push(title);
        return { status: 201, body: shown(titles.length - 1) };
      }
      const id = Number(note);
      if (titles[id - 1] === undefined) return { status: 404 };
      if (inner === undefined && method === 'GET') return { status: 200, body: shown(id - 1) };
      if (inner === undefined) {
        titles[id - 1] = undefined;
        shares = shares.filter((one) => one.note_id !== id);
        return { status: 204 };
      }
      const own = shares.filter((one) => one.note_id === id);
      if (share !== undefined) {
        const found = own.find((one) => one.id === Number(share));
        shares = shares.filter((one) => one !== found);
        return { status: found === undefined ? 404 : 204 };
      }
      if (method === 'GET') return { status: 200, body: listed(own, shares) };
      const { level } = sent;
      if (level !== 'read') return { status: 400 };
      const kind = isNumberedApart ? id : 0;
      const number = (numbers.get(kind) ?? 0) + 1;
      numbers.set(kind, number);
      const made = { id: number, note_id: id, level };
      shares = [...shares, made];
      return { status: 201, body: made };
    };
  };

test.each([
  ['numbers them all', false],
  ['numbers those of each note apart', true],
])('a service that shows the shares of one note and %s is not blamed', async (_words, isNumberedApart) => {
  expect(
    alarms(
      await runAtOnce(
        DOCUMENT,
        notes((own) => own, isNumberedApart),
      ),
    ),
  ).toEqual([]);
});

test('a service that shows the shares of all notes once several have some is found out', async () => {
  const listed = (own: readonly Share[], all: readonly Share[]): readonly Share[] =>
    all.some((one) => one.note_id !== all[0]?.note_id) ? all : own;
  expect(blames(await runAtOnce(DOCUMENT, notes(listed)))).toContain('resources.inside-one-alone');
});
