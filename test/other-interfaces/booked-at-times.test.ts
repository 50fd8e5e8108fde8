import { describe, expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';
import { behindKey, type Entry, isObject, isText, Shelf } from './shelf.ts';

/** Bookings of rooms at a time, that are moved, confirmed and cancelled, in the words in which developers write of them. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const of = (schema: string): string => `{$ref: '#/components/schemas/${schema}'}`;
const no = (...statuses: readonly string[]): string =>
  statuses.map((status) => `'${status}': {description: no}`).join(', ');
const refused = (words: string): string => `'409': {description: ${JSON.stringify(words)}}`;

const DOCUMENT = `
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
    delete: {responses: {'204': {description: gone}, ${refused('The room has booked or confirmed bookings')}, ${no('401', '404')}}}
  /bookings:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${of('Booking')}}`)}}, ${no('401')}}}
    post: {requestBody: {required: true, ${json(of('NewBooking'))}}, responses: {'201': {description: made, ${json(of('Booking'))}}, ${refused('The room already has a booking at that time')}, '422': {description: The room does not exist}, ${no('400', '401')}}}
  /bookings/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: it, ${json(of('Booking'))}}, ${no('401', '404')}}}
  /bookings/{id}/confirm:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    post: {responses: {'200': {description: The booking is CONFIRMED, ${json(of('Booking'))}}, ${refused('Only BOOKED bookings can be confirmed')}, ${no('401', '404')}}}
  /bookings/{id}/cancel:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    post: {description: Stores the reason in cancelReason., requestBody: {required: true, ${json('{type: object, required: [reason], properties: {reason: {type: string, minLength: 1, maxLength: 80}}}')}}, responses: {'200': {description: it, ${json(of('Booking'))}}, ${no('400', '401', '404')}}}
  /bookings/{id}/move:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    post: {requestBody: {required: true, ${json('{type: object, required: [startsAt], properties: {startsAt: {type: string, format: date-time}}}')}}, responses: {'200': {description: it, ${json(of('Booking'))}}, ${no('400', '401', '404')}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    NewRoom: {type: object, required: [title], properties: {title: {type: string, minLength: 1, maxLength: 80}}}
    Room: {allOf: [${of('NewRoom')}, {type: object, required: [id], properties: {id: {type: integer}}}]}
    NewBooking: {type: object, required: [roomId, guest, startsAt], properties: {roomId: {type: integer}, guest: {type: string, minLength: 1, maxLength: 80}, startsAt: {type: string, format: date-time}}}
    Booking: {allOf: [${of('NewBooking')}, {type: object, required: [id, status, cancelReason], properties: {id: {type: integer}, status: {type: string, enum: [BOOKED, CONFIRMED, CANCELLED]}, cancelReason: {type: string, nullable: true}}}]}
`;

type Wrong = 'twice' | 'removed' | 'confirmed-always' | 'confirmed-never' | 'unmoved' | 'no-reason';

const isDay = (text: string): boolean => {
  const dayMs = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(dayMs) && new Date(dayMs).toISOString().startsWith(text);
};

const isTime = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  isDay(value.slice(0, 10));

const inn = (wrong?: Wrong): MakeService =>
  behindKey(() => {
    const [rooms, bookings] = [new Shelf(), new Shelf()];
    const done = (entry: Entry, members: Entry): { readonly status: number; readonly body: Entry } => ({
      status: 200,
      body: bookings.put({ ...entry, ...members }),
    });
    const act = (deed: string, entry: Entry, body: unknown): { status: number; body?: Entry } => {
      const { reason, startsAt } = isObject(body) ? body : {};
      if (deed === 'confirm') {
        if (entry['status'] !== 'BOOKED' && wrong !== 'confirmed-always') return { status: 409 };
        return done(entry, wrong === 'confirmed-never' ? {} : { status: 'CONFIRMED' });
      }
      if (deed === 'cancel') {
        if (!isText(reason)) return { status: 400 };
        return done(entry, { status: 'CANCELLED', cancelReason: wrong === 'no-reason' ? null : reason });
      }
      if (!isTime(startsAt)) return { status: 400 };
      return wrong === 'unmoved' ? { status: 200, body: { ...entry, startsAt } } : done(entry, { startsAt });
    };
    return ({ method, json: body }, [kind, id, deed]) => {
      const shelf = kind === 'rooms' ? rooms : bookings;
      const entry = shelf.at(id);
      if (id !== undefined && entry === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: entry ?? shelf.all };
      if (entry !== undefined && deed !== undefined) return act(deed, entry, body);
      if (entry !== undefined) {
        const holds = bookings.all.some(
          ({ roomId, status }) => roomId === entry['id'] && status !== 'CANCELLED',
        );
        if (holds && wrong !== 'removed') return { status: 409 };
        shelf.take(entry);
        return { status: 204 };
      }
      if (!isObject(body)) return { status: 400 };
      const { title, roomId, guest, startsAt } = body;
      if (kind === 'rooms')
        return isText(title) ? { status: 201, body: rooms.add({ title }) } : { status: 400 };
      if (!isText(guest) || !Number.isInteger(roomId) || !isTime(startsAt)) return { status: 400 };
      if (rooms.at(String(roomId)) === undefined) return { status: 422 };
      const isTaken = bookings.all.some(
        (one) => one['roomId'] === roomId && one['startsAt'] === startsAt && one['status'] !== 'CANCELLED',
      );
      if (isTaken && wrong !== 'twice') return { status: 409 };
      return {
        status: 201,
        body: bookings.add({ roomId, guest, startsAt, status: 'BOOKED', cancelReason: null }),
      };
    };
  });

describe('bookings of rooms at a time', () => {
  test('a service that does what is said, and the mock: no fault', async () => {
    const run = await runAtOnce(DOCUMENT, inn());
    expect(alarms(run)).toEqual([]);
    expect(run.verdict).toMatchObject({ exitCode: 0, missing: [] });
    const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
    expect(loaded.kind === 'broken' ? loaded : blamed(await runAgainstMock(loaded.interface))).toEqual([]);
  });

  test.each<readonly [name: string, wrong: Wrong, check: string]>([
    ['a room is booked twice at one time', 'twice', 'resources.unique-kept'],
    ['a room is removed that has bookings', 'removed', 'resources.children-follow'],
    ['what is cancelled is confirmed', 'confirmed-always', 'resources.action-stored'],
    ['what is confirmed stays as it was', 'confirmed-never', 'resources.action-stored'],
    ['what is moved stays where it was', 'unmoved', 'resources.action-stored'],
    ['a reason is lost', 'no-reason', 'resources.action-stored'],
  ])('%s: found', async (_name, wrong, check) => {
    expect(blames(await runAtOnce(DOCUMENT, inn(wrong)))).toContain(check);
  });
});
