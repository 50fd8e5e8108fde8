import { expect, test } from 'vitest';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, idsOf, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** A list that answers with the members that are asked for; the document lists none of them for the parameter. */

const documentOf = (words: string): string => `
openapi: 3.0.3
info: {title: Planets, version: '1'}
paths:
  /planets:
    get:
      operationId: planets
      parameters: [{name: fields, in: query, description: "${words}", schema: {type: string, pattern: '^[a-z_]+(,[a-z_]+)*$'}}]
      responses:
        '200':
          description: all
          content: {application/json: {schema: {type: array, items: {type: object, required: [id], properties: {
            id: {type: integer}, name: {type: string}, moons: {type: integer}, radius: {type: integer}, found_in: {type: integer}}}}}}
        '400': {description: no}
`;
const DOCUMENT = documentOf('Members to answer with, separated by commas; id is always there.');
const PLANET = { id: 3, name: 'Ceres', moons: 0, radius: 470, found_in: 1801 };

/** `shows`: whether a member is shown that was not asked for. */
const planets =
  (shows: (member: string) => boolean): MakeService =>
  () =>
  ({ query }) => {
    const asked = query.get('fields')?.split(',');
    if (asked?.some((name) => !/^[a-z_]+$/.test(name)) === true) return { status: 400 };
    const isShown = (name: string): boolean =>
      name === 'id' || asked === undefined || asked.includes(name) || shows(name);
    return {
      status: 200,
      body: [Object.fromEntries(Object.entries(PLANET).filter(([name]) => isShown(name)))],
    };
  };

const LOST = ['resources.shown-as-asked'];

test.each<readonly [string, string, (member: string) => boolean, readonly string[]]>([
  ['what is asked for', DOCUMENT, () => false, []],
  ['one more', DOCUMENT, (name) => name === 'moons', []],
  ['all', DOCUMENT, () => true, LOST],
  ['all, where the words are of more members', documentOf('Members to add'), () => true, []],
])('a list that shows %s', async (_name, document, shows, expected) => {
  const run = await runAtOnce(document, planets(shows), { suites: ['resources'] });
  expect(idsOf(run, 'fail')).toEqual(expected);
});

test('the mock shows what is asked for', async () => {
  const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const run = await runAgainstMock(loaded.interface);
  expect([blamed(run), idsOf(run, 'warn')]).toEqual([[], []]);
  expect(idsOf(run, 'pass')).toEqual(expect.arrayContaining(LOST));
});
