import { expect, test } from 'vitest';
import { loadOnce } from '../specs/load-files.ts';
import { runAgainstMock } from './run-against-mock.ts';
import { alarms, blames } from '../lives/run-lives.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** A change that takes nothing of what is empty or below nothing, as the document says: schemas speak of new entries. */

const FILM = `{type: object, required: [id, title, note, rating], properties: {id: {type: integer}, title: {type: string}, note: {type: string}, rating: {type: integer}}}`;
const SENT = `{type: object, required: [title], properties: {title: {type: string, minLength: 1, maxLength: 80}, note: {type: string, maxLength: 80}, rating: {type: integer, minimum: 0, maximum: 10}}}`;
const CHANGED = SENT.replace('required: [title], ', '');
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;

const documentWith = (words: string): string => `
openapi: 3.0.3
info: {title: Films, version: '1'}
paths:
  /films:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${FILM}}`)}}}}
    post:
      requestBody: {required: true, ${json(SENT)}}
      responses: {'201': {description: made, ${json(FILM)}}, '400': {description: no}}
  /films/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: one, ${json(FILM)}}, '404': {description: none}}}
    put:
      description: ${words}
      requestBody: {required: true, ${json(CHANGED)}}
      responses: {'200': {description: changed, ${json(FILM)}}, '400': {description: no}, '404': {description: none}}
`;

const TOLD = documentWith(
  'Empty fields are IGNORED. If you want the rating to remain unchanged, put a negative value.',
);
const UNTOLD = documentWith('Changes what is given.');

type Film = { readonly id: number; title: string; note: string; rating: number };

const isText = (value: unknown): value is string =>
  typeof value === 'string' && Array.from(value).length <= 80;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const isRating = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 10;

/** `isLax`: takes any text for a title in a change, however long. */
const films =
  (isLax = false): MakeService =>
  () => {
    const all: Film[] = [];
    return ({ method, path, json: sent }) => {
      const key = path.split('/')[2];
      const one = all.find(({ id }) => String(id) === key);
      if (key !== undefined && one === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: one ?? all };
      if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return { status: 400 };
      const { title = null, note = null, rating = null }: Record<string, unknown> = { ...sent };
      const isTitle = isText(title) || (isLax && one !== undefined && typeof title === 'string');
      if (one === undefined) {
        if (!isTitle || title === '' || (note !== null && !isText(note))) return { status: 400 };
        if (('note' in sent && note === null) || ('rating' in sent && !isRating(rating)))
          return { status: 400 };
        all.push({
          id: all.length + 1,
          title: textOf(title),
          note: textOf(note),
          rating: Number(rating),
        });
        return { status: 201, body: all.at(-1) };
      }
      const isNone = rating === null || (Number.isInteger(rating) && Number(rating) < 0);
      if ((title !== null && !isTitle) || (note !== null && !isText(note))) return { status: 400 };
      if (!isNone && !isRating(rating)) return { status: 400 };
      if (title !== null && title !== '') one.title = textOf(title);
      if (note !== null && note !== '') one.note = textOf(note);
      if (!isNone) one.rating = Number(rating);
      return { status: 200, body: one };
    };
  };

test('what the document says to be ignored may be taken, and changes nothing', async () => {
  expect(alarms(await runAtOnce(TOLD, films()))).toEqual([]);
});

test('what no words say to be ignored is refused, or told', async () => {
  expect(blames(await runAtOnce(UNTOLD, films()))).toContain('validation.constraint');
});

test('other broken values are told all the same', async () => {
  expect(blames(await runAtOnce(TOLD, films(true)))).toContain('validation.constraint');
});

test('the mock of such a document conforms', async () => {
  const result = await loadOnce({ 'openapi.yaml': TOLD });
  if (result.kind === 'broken') throw new Error(result.problem.problem);
  expect(alarms(await runAgainstMock(result.interface))).toEqual([]);
});
