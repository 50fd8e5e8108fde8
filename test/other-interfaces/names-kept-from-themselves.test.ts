import { expect, test } from 'vitest';
import { isObject } from '../../src/json/value.ts';
import { alarms } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { runAgainstMock } from './run-against-mock.ts';
import { isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/**
 * Rooms of which no two have one name: a change to the name that a room has already is refused as well. What was served in a body that says
 * nothing certain (a very long one) is there then. Who asks is shown beside the place of a user, which is read of them.
 */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const ROOM = `{type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}, floor: {type: integer}}}`;
const SENT = `requestBody: {required: true, ${json('{type: object, required: [name], properties: {name: {type: string, minLength: 1, maxLength: 100}}}')}}`;
const USER = `{type: object, required: [id, email], properties: {id: {type: integer}, email: {type: string}}}`;
const WHO = `'401': {description: who}`;
const ID = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]';

const DOCUMENT = `
openapi: 3.1.0
info: {title: Rooms, version: '1'}
security: [{access: []}]
components: {securitySchemes: {access: {type: http, scheme: bearer}}}
paths:
  /rooms:
    get: {operationId: list, responses: {'200': {description: all, ${json(`{type: array, items: ${ROOM}}`)}}, ${WHO}}}
    post: {operationId: make, ${SENT}, responses: {'200': {description: made, ${json(ROOM)}}, '422': {description: no}, ${WHO}}}
  /rooms/{id}:
    ${ID}
    patch: {operationId: change, ${SENT}, responses: {'200': {description: changed, ${json(ROOM)}}, '422': {description: no}, '404': {description: none}, ${WHO}}}
    delete: {operationId: remove, responses: {'200': {description: gone, ${json(ROOM)}}, '422': {description: no}, '404': {description: none}, ${WHO}}}
  /users/me:
    get: {operationId: me, responses: {'200': {description: who asks, ${json(USER)}}, ${WHO}}}
  /users/{id}:
    ${ID}
    get: {operationId: user, responses: {'200': {description: one, ${json(USER)}}, '404': {description: none}, ${WHO}}}
`;

type Room = { readonly id: number; readonly name: string };

const ME = { id: 7, email: 'me@example.com' };

const rooms: MakeService = () => {
  const all = new Map<string, Room>();
  let last = 0;
  return (ask): Reply => {
    if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
    const [, place, id] = ask.path.split('/');
    if (place === 'users') return id === 'me' || id === '7' ? { status: 200, body: ME } : { status: 404 };
    if (id === undefined && ask.method === 'GET') return { status: 200, body: [...all.values()] };
    const known = id === undefined ? undefined : all.get(id);
    if (id !== undefined && known === undefined) return { status: 404 };
    if (known !== undefined && ask.method === 'DELETE') {
      all.delete(String(known.id));
      return { status: 200, body: known };
    }
    const name = isObject(ask.json) ? ask.json['name'] : undefined;
    if (typeof name !== 'string' || name === '' || Array.from(name).length > 100) return { status: 422 };
    if (all.values().some((one) => one.name === name)) return { status: 422 };
    if (known === undefined) last += 1;
    const room = { id: known?.id ?? last, name };
    all.set(String(room.id), room);
    return { status: 200, body: room };
  };
};

test('a name that its own room has is refused, whatever was served before', async () => {
  const run = await runAtOnce(DOCUMENT, rooms);
  expect(alarms(run)).toEqual([]);
  const operations = run.record.footer?.coverage?.operations ?? [];
  expect(operations.filter(({ served }) => served === 0).map(({ id }) => id)).toEqual([]);
});

const CALLED = '{type: object, properties: {name: {type: string}}}';
const STORE = '{type: object, properties: {name: {type: string}, active: {type: boolean}}}';
const NAMED = 'parameters: [{name: name, in: path, required: true, schema: {type: string}}]';

/** All that a change has is the name by which its path knows the store. */
const STORES = `
openapi: 3.0.3
info: {title: Stores, version: '1'}
paths:
  /stores:
    get: {operationId: stores, responses: {'200': {description: all, ${json(`{type: array, items: ${STORE}}`)}}}}
    post: {operationId: add, requestBody: {required: true, ${json(CALLED)}}, responses: {'201': {description: made, ${json(STORE)}}, '400': {description: no}, '409': {description: there already}}}
  /stores/{name}:
    ${NAMED}
    patch: {operationId: rename, requestBody: {required: true, ${json(CALLED)}}, responses: {'200': {description: changed, ${json(STORE)}}, '404': {description: none}, '409': {description: there already}}}
    delete: {operationId: drop, responses: {'204': {description: gone}, '404': {description: none}}}
`;

test('a change that has nothing but the name of its path is sent no other text', async () => {
  const loaded = await loadOnce({ 'openapi.yaml': STORES });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const run = await runAgainstMock(loaded.interface);
  expect(JSON.stringify(run.record.footer)).not.toContain('unusual-text/rename');
});
