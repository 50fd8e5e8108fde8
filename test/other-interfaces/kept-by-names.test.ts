import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';
import { behindKey, isObject, isText, Shelf } from './shelf.ts';

/** Rooms that are not removed as long as there are bookings of them, which name them in their bodies. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const of = (schema: string): string => `{$ref: '#/components/schemas/${schema}'}`;
const no = (...statuses: readonly string[]): string =>
  statuses.map((status) => `'${status}': {description: no}`).join(', ');

const documentOf = (words: string): string => `
openapi: 3.0.3
info: {title: Inn, version: '1'}
security: [{key: []}]
paths:
  /rooms:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${of('Room')}}`)}}, ${no('401')}}}
    post: {requestBody: {required: true, ${json(of('NewRoom'))}}, responses: {'201': {description: made, ${json(of('Room'))}}, ${no('400', '401')}}}
  /rooms/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: it, ${json(of('Room'))}}, ${no('401', '404')}}}
    delete: {description: ${JSON.stringify(words)}, responses: {'204': {description: gone}, ${no('401', '404', '409')}}}
  /bookings:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${of('Booking')}}`)}}, ${no('401')}}}
    post: {requestBody: {required: true, ${json(of('NewBooking'))}}, responses: {'201': {description: made, ${json(of('Booking'))}}, ${no('400', '401', '422')}}}
  /bookings/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: it, ${json(of('Booking'))}}, ${no('401', '404')}}}
    delete: {responses: {'204': {description: gone}, ${no('401', '404')}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    NewRoom: {type: object, required: [title], properties: {title: {type: string, minLength: 1, maxLength: 80}}}
    Room: {allOf: [${of('NewRoom')}, {type: object, required: [id], properties: {id: {type: integer}}}]}
    NewBooking: {type: object, required: [roomId, guest], properties: {roomId: {type: integer}, guest: {type: string, minLength: 1, maxLength: 80}}}
    Booking: {allOf: [${of('NewBooking')}, {type: object, required: [id, status], properties: {id: {type: integer}, status: {type: string, enum: [booked, cancelled]}}}]}
`;

const inn = ({ isKept = true, status = 'booked' } = {}): MakeService =>
  behindKey(() => {
    const [rooms, bookings] = [new Shelf(), new Shelf()];
    return ({ method, json: body }, [kind, id]) => {
      const shelf = kind === 'rooms' ? rooms : bookings;
      const entry = shelf.at(id);
      if (id !== undefined && entry === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: entry ?? shelf.all };
      if (entry !== undefined) {
        const isBooked = bookings.all.some(({ roomId }) => roomId === entry['id']);
        if (kind === 'rooms' && isKept && isBooked) return { status: 409 };
        shelf.take(entry);
        return { status: 204 };
      }
      if (!isObject(body)) return { status: 400 };
      const { title, roomId, guest } = body;
      if (kind === 'rooms')
        return isText(title) ? { status: 201, body: rooms.add({ title }) } : { status: 400 };
      if (!isText(guest) || !Number.isInteger(roomId)) return { status: 400 };
      if (rooms.at(String(roomId)) === undefined) return { status: 422 };
      return { status: 201, body: bookings.add({ roomId, guest, status }) };
    };
  });

const WORDS = [
  'A room that bookings still refer to cannot be deleted (409).',
  'Only a room without bookings can be deleted. Otherwise 409.',
  'Refused with 409 while there are bookings of the room that are not cancelled.',
  'Refused with 409 if it still has bookings.',
];

test('a service that keeps them, and the mock: no fault', async () => {
  for (const words of WORDS.slice(0, 2)) {
    const run = await runAtOnce(documentOf(words), inn());
    expect(alarms(run)).toEqual([]);
    expect(run.verdict).toMatchObject({ exitCode: 0, missing: [] });
    const loaded = await loadOnce({ 'openapi.yaml': documentOf(words) });
    expect(loaded.kind === 'broken' ? loaded : blamed(await runAgainstMock(loaded.interface))).toEqual([]);
  }
});

test.each(WORDS)('a service that removes them all the same: found by "%s"', async (words) => {
  expect(blames(await runAtOnce(documentOf(words), inn({ isKept: false })))).toContain(
    'resources.children-follow',
  );
});

test.each([
  ['Removes the room.', 'booked'],
  ['Refused with 409 while there are bookings of the guest.', 'booked'],
  ['Refused with 409 while there are bookings of the room that are not paid.', 'booked'],
  ['Refused with 409 while there are bookings of the room that are not cancelled.', 'cancelled'],
])('nothing is said of that by "%s", of bookings that are %s: no fault', async (words, status) => {
  expect(alarms(await runAtOnce(documentOf(words), inn({ isKept: false, status })))).toEqual([]);
});
