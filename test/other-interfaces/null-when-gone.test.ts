import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';
import { isObject, isText, Shelf } from './shelf.ts';

/** Reads of which the document has null beside the entry (`Optional[Note]`): null says that nothing is there. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const NOTE = '{$ref: "#/components/schemas/Note"}';
const EITHER = `{anyOf: [${NOTE}, {type: 'null'}]}`;
const SENT = `{required: true, ${json('{$ref: "#/components/schemas/NewNote"}')}}`;
const REFUSED = `'422': {description: no}`;
const DOCUMENT = `
openapi: 3.1.0
info: {title: Notes, version: '1'}
paths:
  /notes:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${NOTE}}`)}}}}
    post: {requestBody: ${SENT}, responses: {'200': {description: made, ${json(NOTE)}}, ${REFUSED}}}
  /notes/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: one, ${json(EITHER)}}, ${REFUSED}}}
    put: {requestBody: ${SENT}, responses: {'200': {description: kept, ${json(EITHER)}}, ${REFUSED}}}
    delete: {responses: {'200': {description: gone, ${json(EITHER)}}, ${REFUSED}}}
components:
  schemas:
    NewNote: {type: object, required: [title], properties: {title: {type: string, maxLength: 80}, text: {type: string, maxLength: 200}}}
    Note: {type: object, required: [id, title, text], properties: {id: {type: integer}, title: {type: string}, text: {type: string}}}
`;

type Way = 'honest' | 'removes nothing' | 'loses what was changed' | 'keeps what it had';
type Nothing = { readonly status: number; readonly body?: null };

const NULL: Nothing = { status: 200, body: null };
const NO_CONTENT: Nothing = { status: 204 };

/** `nothing`: what it answers where nothing is there. */
const notes =
  (way: Way, nothing: Nothing): MakeService =>
  () => {
    const shelf = new Shelf();
    return ({ method, path, json: sent }): Reply => {
      const [, , segment] = path.split('/');
      const { title, text = '' } = isObject(sent) ? sent : {};
      const isSent = method === 'POST' || method === 'PUT';
      if (segment !== undefined && !/^-?\d+$/.test(segment)) return { status: 422 };
      if (isSent && !(isText(title, 0) && isText(text, 0, 200))) return { status: 422 };
      if (segment === undefined) {
        if (method === 'GET') return { status: 200, body: shelf.all };
        return method === 'POST' ? { status: 200, body: shelf.add({ title, text }) } : { status: 405 };
      }
      const one = shelf.at(segment);
      if (one === undefined) return nothing;
      if (method === 'DELETE' && way !== 'removes nothing') shelf.take(one);
      if (method !== 'PUT') return { status: 200, body: one };
      const now = shelf.put({ ...one, title, text });
      if (way === 'keeps what it had') shelf.put(one);
      if (way === 'loses what was changed') shelf.take(now);
      return { status: 200, body: now };
    };
  };

const BESIDE_204 = DOCUMENT.replaceAll(EITHER, NOTE).replaceAll(
  REFUSED,
  `'204': {description: There is no such note.}, ${REFUSED}`,
);

test.each([
  ['null', DOCUMENT, NULL],
  ['204', BESIDE_204, NO_CONTENT],
] as const)(
  'a service that answers with %s where nothing is there conforms',
  async (_, document, nothing) => {
    const run = await runAtOnce(document, notes('honest', nothing));
    expect(alarms(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  },
);

test.each([
  ['removes nothing', DOCUMENT, NULL, 'resources.removed-is-gone'],
  ['loses what was changed', DOCUMENT, NULL, 'resources.update-stored'],
  ['keeps what it had', DOCUMENT, NULL, 'resources.update-stored'],
  ['removes nothing', BESIDE_204, NO_CONTENT, 'resources.removed-is-gone'],
  // No document says that null or 204 is what comes.
  ['honest', DOCUMENT, NO_CONTENT, 'statuses.success'],
  ['honest', BESIDE_204, NULL, 'bodies.schema'],
] as const)('one that %s is found out', async (way, document, nothing, check) => {
  const run = await runAtOnce(document, notes(way, nothing));
  expect(blames(run)).toContain(check);
  // An answer that no document has is told for that alone.
  if (way === 'honest') expect(blames(run)).not.toContain('resources.removed-is-gone');
});

test('the mock of such a document conforms', async () => {
  const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  expect(blamed(await runAgainstMock(loaded.interface))).toEqual([]);
});
