import { expect, test } from 'vitest';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, idsOf, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** Pages with a flag that the words of the document set by an action, and unset by another one, as often as it is asked for, or once. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const of = (name: string): string => json(`{$ref: '#/components/schemas/${name}'}`);
const ID = 'parameters: [{name: id, in: path, required: true, schema: {type: integer}}]';
const NONE = `'404': {description: none}`;

const undoing = (words: string, refusal = 'Conflict'): string => `
  /pages/{id}/unarchive:
    ${ID}
    post: {description: ${JSON.stringify(words)}, responses: {'200': {description: done, ${of('Page')}}, '409': {description: ${refusal}}, ${NONE}}}`;

const documentOf = (words: string, more = ''): string => `
openapi: 3.1.0
info: {title: Pages, version: '1'}
paths:
  /pages:
    get: {responses: {'200': {description: all, ${json("{type: array, items: {$ref: '#/components/schemas/Page'}}")}}}}
    post: {requestBody: {required: true, ${of('NewPage')}}, responses: {'201': {description: made, ${of('Page')}}, '400': {description: no}}}
  /pages/{id}:
    ${ID}
    get: {responses: {'200': {description: one, ${of('Page')}}, ${NONE}}}
  /pages/{id}/archive:
    ${ID}
    post: {description: ${JSON.stringify(words)}, responses: {'200': {description: done, ${of('Page')}}, '409': {description: Conflict}, ${NONE}}}${more}
components:
  schemas:
    NewPage: {type: object, required: [title], properties: {title: {type: string, minLength: 1, maxLength: 200}}}
    Page: {type: object, required: [id, title, archived], properties: {id: {type: integer}, title: {type: string}, archived: {type: boolean}}}
`;

const SET = 'Sets `archived` to true. Archiving an archived page does nothing.';
const ONCE = 'Answers 409 if the page is archived already.';

/** `next`: the flag after the action; `undefined` for a refusal. */
const pages =
  (next: (now: boolean, deed: string) => boolean | undefined): MakeService =>
  () => {
    const all: { readonly id: number; readonly title: string; readonly archived: boolean }[] = [];
    return ({ method, path, json: body }) => {
      const [, , text, deed] = path.split('/');
      if (text === undefined && method === 'GET') return { status: 200, body: all };
      if (text === undefined) {
        const title: unknown = Object(body).title;
        const isFit = typeof title === 'string' && title !== '' && Array.from(title).length <= 200;
        if (!isFit) return { status: 400 };
        const made = { id: all.length + 1, title, archived: false };
        all.push(made);
        return { status: 201, body: made };
      }
      const at = Number(text) - 1;
      const page = all[at];
      if (page === undefined) return { status: 404 };
      const archived = deed === undefined ? page.archived : next(page.archived, deed);
      if (archived === undefined) return { status: 409 };
      all[at] = { ...page, archived };
      return { status: 200, body: all[at] };
    };
  };

const sets = (): boolean => true;

test.each([
  ['is set', SET, sets, []],
  ['is turned', SET, (now: boolean): boolean => !now, ['resources.action-stored']],
  ['is set once', ONCE, (now: boolean): boolean | undefined => (now ? undefined : true), []],
  ['is set again', ONCE, sets, ['resources.action-stored']],
  [
    'is set again, already',
    ONCE.replace('archived already', 'already archived'),
    sets,
    ['resources.action-stored'],
  ],
] as const)('a flag that %s each time: %s', async (_how, words, next, ids) => {
  const run = await runAtOnce(documentOf(words), pages(next), { seed: 1 });
  expect(idsOf(run, 'fail')).toEqual(ids);
});

const UNSET = 'Sets `archived` to false. Answers 409 if the page is not archived.';
const TO_UNDO = [undoing(UNSET), undoing('Unsets it.', 'The page is not archived.')];
const unsets = (_now: boolean, deed: string): boolean => deed === 'archive';
const unsetsOnce = (now: boolean, deed: string): boolean | undefined =>
  deed === 'archive' ? true : now ? false : undefined;

test.each(TO_UNDO)('a flag is unset once: %s', async (more) => {
  const document = documentOf(SET, more);
  expect(idsOf(await runAtOnce(document, pages(unsetsOnce), { seed: 1 }), 'fail')).toEqual([]);
  expect(idsOf(await runAtOnce(document, pages(unsets), { seed: 1 }), 'fail')).toEqual([
    'resources.action-stored',
  ]);
});

test('a flag may be unset as often as it is asked for', async () => {
  const document = documentOf(SET, undoing('Unsets it.'));
  expect(idsOf(await runAtOnce(document, pages(unsets), { seed: 1 }), 'fail')).toEqual([]);
});

test.each([documentOf(SET), documentOf(ONCE), ...TO_UNDO.map((more) => documentOf(SET, more))])(
  "assay's own mock does so: %#",
  async (document) => {
    const loaded = await loadOnce({ 'openapi.yaml': document });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    expect(blamed(await runAgainstMock(loaded.interface))).toEqual([]);
  },
);
