import { expect, test } from 'vitest';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, OTHER_KEY, runAgainstService, userOf } from './run-against-service.ts';
import { isObject, isText } from './shelf.ts';

/** Lists that are chosen from by identities: whoever names the entry of another user does not get it. */

const NOTE = `{type: object, required: [id, title], properties: {id: {type: integer}, title: {type: string}}}`;
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const NO = `'400': {description: no}, '401': {description: who}, '404': {description: none}`;
const DOCUMENT = `
openapi: 3.0.3
info: {title: Notes, version: '1'}
security: [{key: []}]
paths:
  /notes:
    get:
      operationId: list
      parameters: [{name: ids, in: query, description: Only the notes with these ids., explode: false, schema: {type: array, items: {type: integer}}}]
      responses: {'200': {description: all, ${json(`{type: array, items: ${NOTE}}`)}}, ${NO}}
    post: {operationId: make, requestBody: {required: true, ${json('{type: object, required: [title], properties: {title: {type: string, minLength: 1, maxLength: 80}}}')}}, responses: {'201': {description: made, ${json(NOTE)}}, ${NO}}}
  /notes/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: read, responses: {'200': {description: it, ${json(NOTE)}}, ${NO}}}
components: {securitySchemes: {key: {type: http, scheme: bearer}}}
`;

type Note = { readonly id: number; readonly title: string; readonly owner: string };

const notes =
  (named: 'own' | 'all'): MakeService =>
  () => {
    const all: Note[] = [];
    const shown = ({ id, title }: Note): object => ({ id, title });
    return (ask) => {
      const who = userOf(ask);
      if (who === undefined) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const [, , id] = ask.path.split('/');
      const own = all.filter(({ owner }) => owner === who);
      if (id !== undefined) {
        const note = own.find((one) => String(one.id) === id);
        return note === undefined ? { status: 404 } : { status: 200, body: shown(note) };
      }
      if (ask.method === 'POST') {
        const title = isObject(ask.json) ? ask.json['title'] : undefined;
        if (!isText(title)) return { status: 400 };
        const made = { id: all.length + 1, title, owner: who };
        all.push(made);
        return { status: 201, body: shown(made) };
      }
      const ids = ask.query.get('ids')?.split(',');
      if (ids?.some((text) => !/^-?[0-9]+$/.test(text)) === true) return { status: 400 };
      const found =
        ids === undefined ? own : (named === 'all' ? all : own).filter((one) => ids.includes(String(one.id)));
      return { status: 200, body: found.map(shown) };
    };
  };

test.each([
  ['own', []],
  ['all', ['resources.not-listed-by-others']],
] as const)('a list in which a user may name: %s', async (named, failed) => {
  const run = await runAgainstService(DOCUMENT, notes(named), { seed: 1, suites: ['resources'] }, OTHER_KEY);
  expect([idsOf(run, 'fail'), idsOf(run, 'warn')]).toEqual([failed, []]);
});
