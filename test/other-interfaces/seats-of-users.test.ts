import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Seats of users at tables: a PUT gives one to a user who is there, whom nobody makes and a list shows. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const one = (name: string): string => json(`{$ref: '#/components/schemas/${name}'}`);
const all = (name: string): string => json(`{type: array, items: {$ref: '#/components/schemas/${name}'}}`);
const ID = (name: string): string => `{name: ${name}, in: path, required: true, schema: {type: integer}}`;
const NO = `'401': {description: who}, '404': {description: none}`;

const DOCUMENT = `
openapi: 3.0.3
info: {title: Tables, version: '1'}
security: [{key: []}]
paths:
  /users:
    get: {operationId: listUsers, responses: {'200': {description: all, ${all('User')}}, '401': {description: who}}}
  /users/{userId}:
    parameters: [${ID('userId')}]
    get: {operationId: readUser, responses: {'200': {description: one, ${one('User')}}, ${NO}}}
  /tables:
    get: {operationId: listTables, responses: {'200': {description: all, ${all('Table')}}, '401': {description: who}}}
    post: {operationId: addTable, requestBody: {required: true, ${one('NewTable')}}, responses: {'201': {description: made, ${one('Table')}}, '400': {description: no}, '401': {description: who}}}
  /tables/{tableId}:
    parameters: [${ID('tableId')}]
    get: {operationId: readTable, responses: {'200': {description: one, ${one('Table')}}, ${NO}}}
    delete: {operationId: dropTable, responses: {'204': {description: gone}, ${NO}}}
  /tables/{tableId}/seats/{userId}:
    parameters: [${ID('tableId')}, ${ID('userId')}]
    get: {operationId: readSeat, responses: {'200': {description: one, ${one('Seat')}}, ${NO}}}
    put: {operationId: takeSeat, requestBody: {required: true, ${one('NewSeat')}}, responses: {'200': {description: replaced, ${one('Seat')}}, '201': {description: made, ${one('Seat')}}, '400': {description: no}, ${NO}}}
    delete: {operationId: leaveSeat, responses: {'204': {description: gone}, ${NO}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    User: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}
    NewTable: {type: object, required: [name], properties: {name: {type: string, minLength: 1, maxLength: 60}}}
    Table: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}
    NewSeat: {type: object, required: [wish], properties: {wish: {type: string, minLength: 1, maxLength: 60}}}
    Seat: {type: object, required: [userId, wish], properties: {userId: {type: integer}, wish: {type: string}}}
`;

type Named = { readonly id: number; readonly name: string };

const USERS: readonly Named[] = ['Ada', 'Ben', 'Cleo'].map((name, at) => ({ id: 31 + at, name }));
const NONE: Reply = { status: 404 };

function textIn(body: unknown, name: string): string | undefined {
  const text: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  return typeof text === 'string' && text !== '' && Array.from(text).length <= 60 ? text : undefined;
}

/** `keeps`: a seat that was left is there all the same. */
function tables({ keeps = false } = {}): MakeService {
  return () => {
    let made: readonly Named[] = [];
    const seats = new Map<string, { readonly userId: number; readonly wish: string }>();
    let last = 100;
    return (ask) => {
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const [, kind, id, , user] = ask.path.split('/');
      if (kind === 'users') {
        const found = USERS.find((each) => String(each.id) === id);
        return id === undefined
          ? { status: 200, body: USERS }
          : found === undefined
            ? NONE
            : { status: 200, body: found };
      }
      if (id === undefined && ask.method === 'GET') return { status: 200, body: made };
      if (id === undefined) {
        const name = textIn(ask.json, 'name');
        if (name === undefined) return { status: 400 };
        const table = { id: (last += 1), name };
        made = [...made, table];
        return { status: 201, body: table };
      }
      const table = made.find((each) => String(each.id) === id);
      if (table === undefined) return NONE;
      if (user === undefined) {
        if (ask.method === 'GET') return { status: 200, body: table };
        made = made.filter((each) => each !== table);
        return { status: 204 };
      }
      const place = `${id} ${user}`;
      const seat = seats.get(place);
      if (ask.method === 'PUT') {
        const who = USERS.find((each) => String(each.id) === user);
        const wish = textIn(ask.json, 'wish');
        if (who === undefined) return NONE;
        if (wish === undefined) return { status: 400 };
        const taken = { userId: who.id, wish };
        seats.set(place, taken);
        return { status: seat === undefined ? 201 : 200, body: taken };
      }
      if (seat === undefined) return NONE;
      if (ask.method === 'GET') return { status: 200, body: seat };
      if (!keeps) seats.delete(place);
      return { status: 204 };
    };
  };
}

test('a PUT names who is listed, where names of the run are refused', async () => {
  const run = await runAtOnce(DOCUMENT, tables());
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
  expect(run.verdict.operations).toMatchObject({ asked: 9 });
});

test('a seat that was left and is there all the same is told', async () => {
  const run = await runAtOnce(DOCUMENT, tables({ keeps: true }));
  expect(blames(run)).toContain('resources.removed-is-gone');
});
