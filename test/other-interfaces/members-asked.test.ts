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

/** The same of JSON:API, which says of its media type what `fields[TYPE]` leaves out. */
const TYPE = 'application/vnd.api+json';
const MOON = `{type: object, required: [type, id, attributes], properties: {type: {type: string, enum: [moons]}, id: {type: string},
  attributes: {type: object, properties: {name: {type: string}, radius: {type: integer}, found: {type: integer}}}}}`;
const MOONS = `
openapi: 3.0.3
info: {title: Moons, version: '1'}
paths:
  /moons:
    get:
      operationId: moons
      parameters: [{name: 'fields[moons]', in: query, style: form, explode: false, schema: {type: array, minItems: 1, items: {type: string, enum: [name, radius, found]}}}]
      responses:
        '200': {description: all, content: {${TYPE}: {schema: {type: object, required: [data], properties: {data: {type: array, items: ${MOON}}}}}}}
        '400': {description: no}
`;

const moons =
  (minds: boolean): MakeService =>
  () =>
  ({ query }) => {
    const all = { name: 'Titan', radius: 2575, found: 1655 };
    const asked = query.get('fields[moons]')?.split(',');
    if (asked?.some((name) => !Object.hasOwn(all, name)) === true) return { status: 400 };
    const attributes = Object.entries(all).filter(
      ([name]) => !minds || asked === undefined || asked.includes(name),
    );
    const moon = { type: 'moons', id: '6', attributes: Object.fromEntries(attributes) };
    return { status: 200, body: { data: [moon] }, headers: { 'Content-Type': TYPE } };
  };

test.each([
  ['what is asked for', true, []],
  ['all that there are', false, LOST],
] as const)('attributes of JSON:API: %s', async (_name, minds, expected) => {
  const run = await runAtOnce(MOONS, moons(minds), { suites: ['resources'] });
  expect(idsOf(run, 'fail')).toEqual(expected);
});

test('the mock shows the attributes that are asked for', async () => {
  const loaded = await loadOnce({ 'openapi.yaml': MOONS });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const run = await runAgainstMock(loaded.interface);
  expect([blamed(run), idsOf(run, 'warn')]).toEqual([[], []]);
  expect(idsOf(run, 'pass')).toEqual(expect.arrayContaining(LOST));
});
