import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { behindKey, isObject, isText, Shelf } from './shelf.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** Bookings that begin in one state by the words of the document, which no creation takes from the client. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const BOOKING = `{$ref: '#/components/schemas/Booking'}`;
const GUEST = 'guest: {type: string, minLength: 1, maxLength: 80}';
const no = (...statuses: readonly string[]): string =>
  statuses.map((status) => `'${status}': {description: no}`).join(', ');

const documentOf = (words: string): string => `
openapi: 3.1.0
info: {title: Inn, version: '1'}
security: [{key: []}]
paths:
  /bookings:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${BOOKING}}`)}}, ${no('401')}}}
    post: {description: ${JSON.stringify(words)}, requestBody: {required: true, ${json(`{type: object, required: [guest, day], properties: {${GUEST}, day: {type: string, format: date}}}`)}}, responses: {'201': {description: made, ${json(BOOKING)}}, ${no('400', '401', '409')}}}
  /bookings/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: it, ${json(BOOKING)}}, ${no('401', '404')}}}
    delete: {responses: {'204': {description: done}, ${no('401', '404')}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Booking: {type: object, required: [id, guest, day, status], properties: {id: {type: integer}, ${GUEST}, day: {type: string, format: date}, status: {type: string, enum: [tentative, confirmed]}}}
`;

type Way = 'its own' | 'of the client' | 'refused' | 'by turns' | 'of the client, once a day';

const isDay = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value);

const inn = (way: Way): MakeService =>
  behindKey(() => {
    const all = new Shelf();
    return ({ method, json: body }, [first, id, ...more]) => {
      if (first !== 'bookings' || more.length > 0) return { status: 404 };
      const booking = all.at(id);
      if (id !== undefined && booking === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: booking ?? all.all };
      if (booking !== undefined) {
        all.take(booking);
        return { status: 204 };
      }
      if (!isObject(body) || !isText(body['guest'])) return { status: 400 };
      const { guest, status, day } = body;
      if (!isDay(day)) return { status: 400 };
      const isOnce = way === 'of the client, once a day';
      if (isOnce && all.all.some((one) => one['day'] === day)) return { status: 409 };
      if (status !== undefined && way === 'refused') return { status: 400 };
      const own = way === 'by turns' && all.all.length % 2 === 1 ? 'confirmed' : 'tentative';
      const isTaken = way.startsWith('of the client') && (status === 'tentative' || status === 'confirmed');
      return { status: 201, body: all.add({ guest, day, status: isTaken ? status : own }) };
    };
  });

const WORDS = 'A booking starts as `tentative`.';

test.each<readonly [string, Way]>([
  [WORDS, 'its own'],
  [WORDS, 'refused'],
  [WORDS, 'by turns'],
  ['Makes a booking.', 'of the client'],
])('"%s", and the state is %s: no fault', async (words, way) => {
  const run = await runAtOnce(documentOf(words), inn(way));
  expect(alarms(run)).toEqual([]);
  expect(run.verdict).toMatchObject({ exitCode: 0 });
});

test.each<Way>(['of the client', 'of the client, once a day'])('a state that is %s: found', async (way) => {
  expect(blames(await runAtOnce(documentOf(WORDS), inn(way)))).toContain('resources.read-only-kept');
});
