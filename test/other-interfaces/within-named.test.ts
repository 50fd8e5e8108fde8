import { expect, test } from 'vitest';
import { idsOf } from './run-against-mock.ts';
import { isKnown, type MakeService, runAtOnce } from './run-against-service.ts';

/** Stays in rooms, of which each takes so many guests as it shows: what is more is refused, whatever the schema of a stay allows. */

const content = (name: string): string =>
  `content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}`;
const listOf = (name: string): string =>
  `content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/${name}'}}}}`;
const NO = `'401': {description: who}, '422': {description: no}`;

const DOCUMENT = `
openapi: 3.1.0
info: {title: Stays, version: '1'}
security: [{access: []}]
components:
  securitySchemes: {access: {type: http, scheme: bearer}}
  schemas:
    NewRoom: {type: object, required: [name], properties: {name: {type: string, minLength: 1, maxLength: 60}}}
    Room: {type: object, required: [id, name, beds], properties: {id: {type: string}, name: {type: string}, beds: {type: integer}}}
    NewStay: {type: object, required: [roomId, guests], properties: {roomId: {type: string, description: The room that is booked.}, guests: {type: integer, minimum: 1, maximum: 6}}}
    Stay: {type: object, required: [id, roomId, guests], properties: {id: {type: string}, roomId: {type: string}, guests: {type: integer}}}
paths:
  /rooms:
    get: {operationId: listRooms, responses: {'200': {description: all, ${listOf('Room')}}, '401': {description: who}}}
    post: {operationId: addRoom, requestBody: {required: true, ${content('NewRoom')}}, responses: {'201': {description: made, ${content('Room')}}, ${NO}}}
  /stays:
    get: {operationId: listStays, responses: {'200': {description: all, ${listOf('Stay')}}, '401': {description: who}}}
    post:
      operationId: book
      description: Refused with 422 when the room does not exist or takes fewer guests.
      requestBody: {required: true, ${content('NewStay')}}
      responses: {'201': {description: made, ${content('Stay')}}, ${NO}}
`;

type Room = { readonly id: string; readonly name: string; readonly beds: number };

/** `beds`: of each room. `most`: guests of a stay, wherever it is. */
function stays({ beds, most }: { readonly beds: number; readonly most: number }): MakeService {
  return () => {
    const rooms = new Map<string, Room>();
    const all: { id: string; roomId: string; guests: number }[] = [];
    return (ask) => {
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const isOfRooms = ask.path === '/rooms';
      if (ask.method === 'GET') return { status: 200, body: isOfRooms ? [...rooms.values()] : all };
      if (typeof ask.json !== 'object' || ask.json === null) return { status: 422 };
      const { name, roomId, guests } = ask.json as Readonly<Record<string, unknown>>;
      if (isOfRooms) {
        if (typeof name !== 'string' || name === '' || Array.from(name).length > 60) return { status: 422 };
        const room = { id: `room-${String(rooms.size + 1)}`, name, beds };
        rooms.set(room.id, room);
        return { status: 201, body: room };
      }
      const room = typeof roomId === 'string' ? rooms.get(roomId) : undefined;
      const isCount = typeof guests === 'number' && Number.isInteger(guests) && guests >= 1;
      if (room === undefined || !isCount || guests > Math.min(room.beds, most)) return { status: 422 };
      const stay = { id: `stay-${String(all.length + 1)}`, roomId: room.id, guests };
      all.push(stay);
      return { status: 201, body: stay };
    };
  };
}

test('a number may be refused that is more than the entry holds which the request names', async () => {
  const run = await runAtOnce(DOCUMENT, stays({ beds: 5, most: 6 }));
  expect(idsOf(run, 'fail')).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test('a number at its bound is taken where the entry has room for it', async () => {
  const run = await runAtOnce(DOCUMENT, stays({ beds: 8, most: 5 }));
  expect(idsOf(run, 'fail')).toEqual(['validation.bounds-taken']);
});
