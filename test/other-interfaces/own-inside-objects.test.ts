import { expect, test } from 'vitest';
import { isObject } from '../../src/json/value.ts';
import { loadOnce } from '../specs/load-files.ts';
import { idsOf, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** Notes of which an object inside has the client's label, and a moment that is the service's own. */

const META = (more: string): string =>
  `{type: object, required: [label], properties: {label: {type: string, minLength: 1, maxLength: 60}${more}}}`;
const NOTE = `{type: object, required: [id, text, meta], properties: {id: {type: string, readOnly: true}, text: {type: string}, meta: ${META(', createdAt: {type: string, format: date-time, readOnly: true}')}}}`;
const SENT = `{type: object, required: [text, meta], properties: {text: {type: string, minLength: 1, maxLength: 60}, meta: ${META('')}}}`;
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const DOCUMENT = `
openapi: 3.1.0
info: {title: Notes, version: '1'}
paths:
  /notes:
    post:
      requestBody: {required: true, ${json(SENT)}}
      responses: {'201': {description: made, ${json(NOTE)}}, '400': {description: no}}
  /notes/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: it, ${json(NOTE)}}, '404': {description: none}}}
    put:
      requestBody: {required: true, ${json(SENT)}}
      responses: {'200': {description: it, ${json(NOTE)}}, '400': {description: no}, '404': {description: none}}
`;

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && Array.from(value).length <= 60;
}

const notes =
  (takes: 'nothing' | 'in creations' | 'in updates'): MakeService =>
  () => {
    const made = new Map<string, { readonly id: string; readonly meta: { readonly createdAt: string } }>();
    return ({ method, path, json: body }) => {
      const known = made.get(path.slice('/notes/'.length));
      if (method !== 'POST' && known === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: known };
      const { text, meta } = isObject(body) ? body : {};
      const { label, createdAt } = isObject(meta) ? meta : {};
      if (!isText(text) || !isText(label)) return { status: 400 };
      const isTaken = takes === (known === undefined ? 'in creations' : 'in updates');
      const own = known?.meta.createdAt ?? '2030-01-02T03:04:05Z';
      const at = isTaken && typeof createdAt === 'string' ? createdAt : own;
      const note = { id: known?.id ?? `n${String(made.size)}`, text, meta: { label, createdAt: at } };
      made.set(note.id, note);
      return { status: known === undefined ? 201 : 200, body: note };
    };
  };

test('a moment of the service that is sent inside of an object is left aside, by the mock as well', async () => {
  const honest = await runAtOnce(DOCUMENT, notes('nothing'));
  expect(idsOf(honest, 'fail')).toEqual([]);
  expect(idsOf(honest, 'pass')).toContain('resources.read-only-kept');
  const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  expect(idsOf(await runAgainstMock(loaded.interface), 'fail')).toEqual([]);
});

test.each(['in creations', 'in updates'] as const)('one that is taken %s is found', async (takes) => {
  const run = await runAtOnce(DOCUMENT, notes(takes));
  expect(idsOf(run, 'fail')).toContain('resources.read-only-kept');
});
