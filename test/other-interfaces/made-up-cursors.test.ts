import { expect, test } from 'vitest';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, idsOf, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** A list with cursors, of which the document says that no others are taken. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const SONG = '{type: object, required: [id, name], properties: {id: {type: string}, name: {type: string}}}';

const documentWith = (words: string, refusal = 'no'): string => `
openapi: 3.0.3
info: {title: Songs, version: '1'}
paths:
  /songs:
    get:
      parameters:
        - {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 50, default: 20}}
        - {name: pageToken, in: query, description: "The nextPageToken of the page before. ${words}", schema: {type: string}}
      responses:
        '200': {description: a page, ${json(`{type: object, required: [songs], properties: {songs: {type: array, items: ${SONG}}, nextPageToken: {type: string}}}`)}}
        '400': {description: ${refusal}}
        '403': {description: ${refusal}}
    post:
      requestBody: {required: true, ${json('{type: object, required: [name], properties: {name: {type: string, minLength: 1, maxLength: 40}}}')}}
      responses: {'201': {description: made, ${json(SONG)}}, '400': {description: no}}
`;
const DOCUMENT = documentWith('An invalid page token is refused (400).');

const songs =
  (madeUp: 'refused' | 'the first page' | 'nothing'): MakeService =>
  () => {
    let all: readonly { readonly id: string; readonly name: string }[] = [];
    return ({ method, query, json: sent }) => {
      if (method === 'POST') {
        const { name } = { name: undefined, ...(typeof sent === 'object' ? sent : {}) };
        if (typeof name !== 'string' || name === '' || Array.from(name).length > 40) return { status: 400 };
        const made = { id: `s${String(all.length + 1)}`, name };
        all = [...all, made];
        return { status: 201, body: made };
      }
      const token = query.get('pageToken') ?? '';
      const limit = Number(query.get('limit') ?? '20');
      const at = /^to-(\d+)$/.exec(token)?.[1];
      if (!Number.isInteger(limit) || limit < 1 || limit > 50) return { status: 400 };
      if (token !== '' && at === undefined && madeUp === 'refused') return { status: 400 };
      if (token !== '' && at === undefined && madeUp === 'nothing')
        return { status: 200, body: { songs: [] } };
      const from = Number(at ?? '0');
      const next = from + limit < all.length ? { nextPageToken: `to-${String(from + limit)}` } : {};
      return { status: 200, body: { songs: all.slice(from, from + limit), ...next } };
    };
  };

test.each<readonly [string, string, Parameters<typeof songs>[0]]>([
  ['refuses what is made up', DOCUMENT, 'refused'],
  ['begins anew, where nothing is said of that', documentWith(''), 'the first page'],
  ['begins anew, where a token is that of a key', documentWith('', 'Invalid token'), 'the first page'],
  [
    'begins anew, where other things are refused',
    documentWith('', '"Invalid body, or parameter"'),
    'the first page',
  ],
])('nobody is blamed who %s', async (_name, document, madeUp) => {
  const run = await runAtOnce(document, songs(madeUp));
  expect(idsOf(run, 'fail')).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test.each([
  ['the first page', DOCUMENT],
  ['nothing', DOCUMENT],
  ['the first page', documentWith('', '"Invalid body, parameter or cursor."')],
] as const)('who answers a made-up cursor with %s is blamed', async (madeUp, document) => {
  const run = await runAtOnce(document, songs(madeUp), { suites: ['validation', 'collections'] });
  expect(idsOf(run, 'fail')).toEqual(['validation.told-text']);
});

test('the mock refuses made-up cursors where its document says so', async () => {
  const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const run = await runAgainstMock(loaded.interface);
  expect(blamed(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
  expect(idsOf(run, 'pass')).toContain('validation.told-text');
});
