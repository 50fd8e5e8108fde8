import { expect, test } from 'vitest';
import { isObject } from '../../src/json/value.ts';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, OTHER_KEY, runAgainstService, userOf } from './run-against-service.ts';

/** Rooms that every user sees, as the list says in words; who did not make one changes nothing of it. */

const ROOM =
  '{type: object, required: [id, name], properties: {id: {type: string}, name: {type: string, minLength: 1, maxLength: 60}}}';
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const documentOf = (words: string): string => `
openapi: 3.1.0
info: {title: Rooms, version: '1'}
security: [{access: []}]
paths:
  /rooms:
    get:
      summary: ${words}
      responses: {'200': {description: rooms, ${json(`{type: array, items: ${ROOM}}`)}}, '401': {description: no key}}
    post:
      requestBody: {required: true, ${json('{type: object, required: [name], properties: {name: {type: string, minLength: 1, maxLength: 60}}}')}}
      responses: {'201': {description: made, ${json(ROOM)}}, '400': {description: no}, '401': {description: no key}}
  /rooms/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: it, ${json(ROOM)}}, '401': {description: no key}, '404': {description: none}}}
    delete: {responses: {'204': {description: gone}, '401': {description: no key}, '403': {description: not yours}, '404': {description: none}}}
components: {securitySchemes: {access: {type: http, scheme: bearer}}}
`;

type Room = { readonly user: string; readonly shown: { readonly id: string; readonly name: string } };

const rooms =
  (removes: 'own' | 'all'): MakeService =>
  () => {
    const all = new Map<string, Room>();
    let made = 0;
    return (ask) => {
      const user = userOf(ask);
      if (user === undefined) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const [, , id] = ask.path.split('/');
      if (id !== undefined) {
        const room = all.get(id);
        if (room === undefined) return { status: 404 };
        if (ask.method !== 'DELETE') return { status: 200, body: room.shown };
        if (room.user !== user && removes === 'own') return { status: 403 };
        all.delete(id);
        return { status: 204 };
      }
      if (ask.method === 'GET') return { status: 200, body: [...all.values()].map(({ shown }) => shown) };
      const { name } = isObject(ask.json) ? ask.json : {};
      if (typeof name !== 'string' || name === '' || Array.from(name).length > 60) return { status: 400 };
      const room = { user, shown: { id: `r${String((made += 1))}x7`, name } };
      all.set(room.shown.id, room);
      return { status: 201, body: room.shown };
    };
  };

test.each([
  ['of everybody, as the list says', 'All rooms, of all users', 'own', [], []],
  [
    'of everybody, and the list does not say so',
    'Rooms',
    'own',
    ['resources.not-read-by-others', 'resources.not-listed-by-others'],
    [],
  ],
  [
    'of everybody, and everybody removes them',
    'All rooms, of all users',
    'all',
    [],
    ['resources.not-removed-by-others'],
  ],
] as const)('%s', async (_name, words, removes, warned, failed) => {
  const run = await runAgainstService(documentOf(words), rooms(removes), {}, OTHER_KEY);
  expect([idsOf(run, 'warn'), idsOf(run, 'fail')]).toEqual([warned, failed]);
});
