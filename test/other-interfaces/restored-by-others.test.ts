import { expect, test } from 'vitest';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, OTHER_KEY, runAgainstService, userOf } from './run-against-service.ts';
import { isObject, isText } from './shelf.ts';

/** What its user removed nobody else brings back. */

const NOTE = `{type: object, required: [id, title], properties: {id: {type: string}, title: {type: string}}}`;
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const NO = `'400': {description: no}, '401': {description: who}, '404': {description: none}`;
const ID = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]';
const DOCUMENT = `
openapi: 3.0.3
info: {title: Notes, version: '1'}
security: [{key: []}]
paths:
  /notes:
    get: {operationId: list, responses: {'200': {description: all, ${json(`{type: array, items: ${NOTE}}`)}}, '401': {description: who}}}
    post: {operationId: make, requestBody: {required: true, ${json('{type: object, required: [title], properties: {title: {type: string, minLength: 1, maxLength: 80}}}')}}, responses: {'201': {description: made, ${json(NOTE)}}, ${NO}}}
  /notes/{id}:
    ${ID}
    get: {operationId: read, responses: {'200': {description: it, ${json(NOTE)}}, ${NO}}}
    delete: {operationId: remove, responses: {'204': {description: gone}, ${NO}}}
  /notes/{id}/restore:
    ${ID}
    post: {operationId: restore, description: Brings a deleted note back., responses: {'200': {description: back, ${json(NOTE)}}, ${NO}, '409': {description: not deleted}}}
components: {securitySchemes: {key: {type: http, scheme: bearer}}}
`;

type Note = {
  readonly id: string;
  readonly title: string;
  readonly owner: string;
  readonly isRemoved: boolean;
};

/** `restoring`: whose notes a user may bring back. `says`: it only says so. */
const notes =
  (restoring: 'own' | 'all' | 'says'): MakeService =>
  () => {
    const all = new Map<string, Note>();
    const shown = ({ id, title }: Note): object => ({ id, title });
    return (ask) => {
      const who = userOf(ask);
      const { method, json: sent } = ask;
      if (who === undefined) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const [, , id, verb] = ask.path.split('/');
      const own = [...all.values()].filter(({ owner, isRemoved }) => owner === who && !isRemoved);
      if (id === undefined && method === 'GET') return { status: 200, body: own.map(shown) };
      if (id === undefined) {
        if (!isObject(sent) || !isText(sent['title'])) return { status: 400 };
        const made = { id: `n${String(all.size + 1)}`, title: sent['title'], owner: who, isRemoved: false };
        all.set(made.id, made);
        return { status: 201, body: shown(made) };
      }
      const note = all.get(id);
      const isOwn = note?.owner === who;
      if (note === undefined || !(isOwn || (verb === 'restore' && restoring !== 'own')))
        return { status: 404 };
      if (verb === 'restore') {
        if (!note.isRemoved) return { status: 409 };
        if (isOwn || restoring === 'all') all.set(id, { ...note, isRemoved: false });
        return { status: 200, body: shown(note) };
      }
      if (note.isRemoved) return { status: 404 };
      if (method === 'GET') return { status: 200, body: shown(note) };
      all.set(id, { ...note, isRemoved: true });
      return { status: 204 };
    };
  };

test.each([
  ['own', []],
  ['says', []],
  ['all', ['resources.not-changed-by-others']],
] as const)('a user who may bring back: %s', async (restoring, failed) => {
  const run = await runAgainstService(
    DOCUMENT,
    notes(restoring),
    { seed: 1, suites: ['resources'] },
    OTHER_KEY,
  );
  expect([idsOf(run, 'fail'), idsOf(run, 'warn')]).toEqual([failed, []]);
});
