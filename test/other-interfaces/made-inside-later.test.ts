import { expect, test } from 'vitest';
import { loadOnce } from '../specs/load-files.ts';
import { idsOf, runAgainstMock } from './run-against-mock.ts';

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const of = (name: string): string => `{$ref: '#/components/schemas/${name}'}`;
const all = (name: string): string => json(`{type: array, items: ${of(name)}}`);
const NO = `'400': {description: no}, '401': {description: who}`;
const NONE = `'404': {description: none}`;
const ID = 'parameters: [{name: id, in: path, required: true, schema: {type: integer}}]';
const made = (name: string, more = ''): string =>
  `post: {requestBody: {required: true, ${json(of(`New${name}`))}}, responses: {'201': {description: made, ${json(of(name))}}, ${NO}${more}}}`;
const listed = (name: string, more = ''): string =>
  `get: {responses: {'200': {description: all, ${all(name)}}, '401': {description: who}${more}}}`;

/** Bookings of seats, which stand inside of halls and are read at a path of their own; payments are made inside of bookings. */
const DOCUMENT = `
openapi: 3.1.0
info: {title: Halls, version: '1'}
security: [{token: []}]
paths:
  /halls:
    ${listed('Hall')}
    ${made('Hall')}
  /halls/{id}:
    ${ID}
    get: {responses: {'200': {description: one, ${json(of('Hall'))}}, '401': {description: who}, ${NONE}}}
  /bookings:
    ${listed('Booking')}
    ${made('Booking', `, '404': {description: there is no such seat}`)}
  /bookings/{id}:
    ${ID}
    get: {responses: {'200': {description: one, ${json(of('Booking'))}}, '401': {description: who}, ${NONE}}}
  /halls/{id}/seats:
    ${ID}
    ${listed('Seat', `, ${NONE}`)}
    ${made('Seat', `, ${NONE}`)}
  /seats/{id}:
    ${ID}
    get: {responses: {'200': {description: one, ${json(of('Seat'))}}, '401': {description: who}, ${NONE}}}
    delete: {responses: {'204': {description: gone}, '401': {description: who}, ${NONE}}}
  /bookings/{id}/payments:
    ${ID}
    ${listed('Payment', `, ${NONE}`)}
    ${made('Payment', `, ${NONE}`)}
components:
  securitySchemes: {token: {type: http, scheme: bearer}}
  schemas:
    NewHall: {type: object, required: [name], properties: {name: {type: string, minLength: 1, maxLength: 80}}}
    Hall: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}
    NewSeat: {type: object, required: [place], properties: {place: {type: string, minLength: 1, maxLength: 80}}}
    Seat: {type: object, required: [id, place], properties: {id: {type: integer}, place: {type: string}}}
    NewBooking: {type: object, required: [seatId], properties: {seatId: {type: integer}, note: {type: string, maxLength: 80}}}
    Booking: {type: object, required: [id, seatId], properties: {id: {type: integer}, seatId: {type: integer}, note: {type: string}}}
    NewPayment: {type: object, required: [amount], properties: {amount: {type: number, minimum: 1, maximum: 50}}}
    Payment: {type: object, required: [id, amount], properties: {id: {type: integer}, amount: {type: number}}}
`;

test("what is inside of entries that can be made late is made, also by assay's own mock", async () => {
  const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const run = await runAgainstMock(loaded.interface);
  expect(idsOf(run, 'fail')).toEqual([]);
  const operations = run.record.footer?.coverage?.operations ?? [];
  expect(operations.filter(({ served }) => served === 0).map(({ name }) => name)).toEqual([]);
  const payments = [...run.record.exchanges.values()].filter(
    ({ request: { method, target } }) => method === 'POST' && /\/bookings\/\d+\/payments$/.test(target),
  );
  expect(payments.some(({ request }) => request.credential.kind === 'none')).toBe(true);
});
