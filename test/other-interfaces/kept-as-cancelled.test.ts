import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { behindKey, isObject, isText, Shelf } from './shelf.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** Bookings that a removal cancels and keeps, and that nobody may change from then on. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const BOOKING = `{$ref: '#/components/schemas/Booking'}`;
const GUEST = 'guest: {type: string, minLength: 1, maxLength: 80}';
const no = (...statuses: readonly string[]): string =>
  statuses.map((status) => `'${status}': {description: no}`).join(', ');

const DOCUMENT = `
openapi: 3.1.0
info: {title: Inn, version: '1'}
security: [{key: []}]
paths:
  /bookings:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${BOOKING}}`)}}, ${no('401')}}}
    post: {requestBody: {required: true, ${json(`{type: object, required: [guest], properties: {${GUEST}}}`)}}, responses: {'201': {description: made, ${json(BOOKING)}}, ${no('400', '401')}}}
  /bookings/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {description: A deleted booking can still be read., responses: {'200': {description: it, ${json(BOOKING)}}, ${no('401', '404')}}}
    patch:
      description: A cancelled booking cannot be changed (409).
      requestBody: {required: true, ${json(`{type: object, properties: {${GUEST}}}`)}}
      responses: {'200': {description: it, ${json(BOOKING)}}, ${no('400', '401', '404', '409')}}
    delete: {description: The booking becomes \`cancelled\` and gets a \`deletedAt\`., responses: {'204': {description: done}, ${no('401', '404')}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Booking: {type: object, required: [id, guest, status], properties: {id: {type: integer}, ${GUEST}, status: {type: string, enum: [booked, cancelled]}, deletedAt: {type: string, format: date-time}}}
`;

const inn = ({ isKept = true } = {}): MakeService =>
  behindKey(() => {
    const all = new Shelf();
    return ({ method, json: body }, [first, id, ...more]) => {
      if (first !== 'bookings' || more.length > 0) return { status: 404 };
      const booking = all.at(id);
      if (id !== undefined && booking === undefined) return { status: 404 };
      if (booking === undefined && method === 'GET')
        return { status: 200, body: all.all.filter(({ deletedAt }) => deletedAt === undefined) };
      if (method === 'GET') return { status: 200, body: booking };
      if (booking !== undefined && method === 'DELETE') {
        all.put({ ...booking, status: 'cancelled', deletedAt: '2030-01-02T03:04:05Z' });
        return { status: 204 };
      }
      if (!isObject(body)) return { status: 400 };
      const { guest } = { guest: undefined, ...body };
      if (booking === undefined)
        return isText(guest) ? { status: 201, body: all.add({ guest, status: 'booked' }) } : { status: 400 };
      if (guest !== undefined && !isText(guest)) return { status: 400 };
      if (isKept && booking['status'] === 'cancelled') return { status: 409 };
      return { status: 200, body: all.put({ ...booking, ...(guest === undefined ? {} : { guest }) }) };
    };
  });

test('a service that leaves cancelled bookings alone: no fault', async () => {
  const run = await runAtOnce(DOCUMENT, inn());
  expect(alarms(run)).toEqual([]);
  expect(run.verdict).toMatchObject({ exitCode: 0, missing: [] });
});

test('a service that changes what a removal has cancelled: found', async () => {
  expect(blames(await runAtOnce(DOCUMENT, inn({ isKept: false })))).toContain('resources.action-stored');
});
