import { expect, test } from 'vitest';
import { isObject } from '../../src/json/value.ts';
import { alarms, blames } from '../lives/run-lives.ts';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/**
 * Bookings of which the document says nothing but types: the service wants all members, a mail address among them, and a show that is
 * there. No answer shows any words but the name of that show.
 */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const SHOW = '{type: object, required: [id, title], properties: {id: {type: string}, title: {type: string}}}';
const BOOKING =
  '{type: object, required: [id, show_id], properties: {id: {type: string}, show_id: {type: string}}}';

const DOCUMENT = `
openapi: 3.0.3
info: {title: Bookings, version: '1'}
paths:
  /shows:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${SHOW}}`)}}}}
  /bookings:
    post:
      requestBody: {required: true, ${json('{type: object, properties: {email: {type: string}, guest: {type: string}, show_id: {type: string}}}')}}
      responses: {'201': {description: made, ${json(BOOKING)}}, '400': {description: no}}
  /bookings/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: one, ${json(BOOKING)}}, '404': {description: none}}}
  /bookings/{id}/confirm:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    patch: {responses: {'200': {description: confirmed, ${json(BOOKING)}}, '404': {description: none}}}
`;

const SHOWS = ['f3d973e8-8468-4c3d-a7eb-c0df8a19750d', '8c612ea5-d5d0-4e37-898f-bc091243143f'].map(
  (id, at) => ({ id, title: `Show ${String(at)}` }),
);

/** `isMixedUp`: keeps another show than the one that was asked for. `isSmall`: each show is for one booking. */
const theatre =
  ({ isMixedUp = false, isSmall = false } = {}): MakeService =>
  () => {
    const kept = new Map<string, { readonly id: string; readonly show_id: string }>();
    return ({ path, json: sent }) => {
      const [, list, id] = path.split('/');
      if (list === 'shows') return { status: 200, body: SHOWS };
      if (id !== undefined) {
        const one = kept.get(id);
        return one === undefined ? { status: 404 } : { status: 200, body: one };
      }
      if (!isObject(sent)) return { status: 400 };
      const { email, guest, show_id: name } = sent;
      const show = SHOWS.find((one) => one.id === name);
      if (typeof email !== 'string' || !email.includes('@')) return { status: 400 };
      if (typeof guest !== 'string' || guest === '' || show === undefined) return { status: 400 };
      if (isSmall && [...kept.values()].some((one) => one.show_id === show.id)) return { status: 400 };
      const other = isMixedUp ? SHOWS.find((one) => one !== show) : show;
      const made = { id: `b${String(kept.size + 1)}`, show_id: (other ?? show).id };
      kept.set(made.id, made);
      return { status: 201, body: made };
    };
  };

test('what is there is named, and mail addresses are sent, where a body asks for nothing', async () => {
  const run = await runAtOnce(DOCUMENT, theatre());
  expect(alarms(run)).toEqual([]);
});

test('another name than the one that was sent is told', async () => {
  expect(blames(await runAtOnce(DOCUMENT, theatre({ isMixedUp: true })))).not.toBe('');
});

test('what can be made once alone is acted on', async () => {
  const run = await runAtOnce(DOCUMENT, theatre({ isSmall: true }));
  const done = run.record.footer?.coverage?.operations.find(
    ({ id }) => id === 'PATCH /bookings/{id}/confirm',
  );
  expect(idsOf(run, 'fail')).toEqual([]);
  expect(done?.served ?? 0).toBeGreaterThan(0);
});
