import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, idsOf, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';
import { isObject, isText } from './shelf.ts';

/** Remarks of which an update notes the moment, as its words say. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const of = (name: string): string => json(`{$ref: '#/components/schemas/${name}'}`);
const ID = 'parameters: [{name: id, in: path, required: true, schema: {type: integer}}]';
const NONE = `'404': {description: none}`;

const documentOf = (words: string): string => `
openapi: 3.1.0
info: {title: Remarks, version: '1'}
paths:
  /remarks:
    get: {responses: {'200': {description: all, ${json("{type: array, items: {$ref: '#/components/schemas/Remark'}}")}}}}
    post: {requestBody: {required: true, ${of('NewRemark')}}, responses: {'201': {description: made, ${of('Remark')}}, '400': {description: no}}}
  /remarks/{id}:
    ${ID}
    get: {responses: {'200': {description: one, ${of('Remark')}}, ${NONE}}}
    put: {description: ${JSON.stringify(words)}, requestBody: {required: true, ${of('NewRemark')}}, responses: {'200': {description: changed, ${of('Remark')}}, '400': {description: no}, ${NONE}}}
components:
  schemas:
    NewRemark: {type: object, required: [text], properties: {text: {type: string, minLength: 1}}}
    Remark: {type: object, required: [id, text, editedAt], properties: {id: {type: integer}, text: {type: string}, editedAt: {type: [string, 'null'], format: date-time}}}
`;

const SETS = documentOf('Only the author may edit a remark. Sets `editedAt`.');
const SILENT = documentOf('Only the author may edit a remark.');

const remarks =
  (isNoted: boolean): MakeService =>
  () => {
    const all: { readonly id: number; readonly text: string; readonly editedAt: string | null }[] = [];
    return ({ method, path, json: body }): Reply => {
      const [, , id] = path.split('/');
      if (id === undefined && method === 'GET') return { status: 200, body: all };
      const at = id === undefined ? all.length : Number(id) - 1;
      if (id !== undefined && all[at] === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: all[at] };
      const text = isObject(body) ? body['text'] : undefined;
      if (!isText(text, 1)) return { status: 400 };
      all[at] = {
        id: at + 1,
        text,
        editedAt: id !== undefined && isNoted ? '2030-01-02T03:04:05Z' : null,
      };
      return { status: id === undefined ? 201 : 200, body: all[at] };
    };
  };

test('an update that notes its moment is fine, and so is one of which nothing is said', async () => {
  expect(alarms(await runAtOnce(SETS, remarks(true)))).toEqual([]);
  expect(alarms(await runAtOnce(SILENT, remarks(false)))).toEqual([]);
});

test('an update that does not note its moment is found out', async () => {
  expect(blames(await runAtOnce(SETS, remarks(false)))).toContain('resources.upkeep');
});

test("assay's own mock notes it", async () => {
  const loaded = await loadOnce({ 'openapi.yaml': SETS });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const run = await runAgainstMock(loaded.interface);
  expect(blamed(run)).toEqual([]);
  expect(idsOf(run, 'pass')).toContain('resources.upkeep');
});
