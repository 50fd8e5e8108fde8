import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Stays by their days, which are long: of a bound that is called as a member is, words say that it is a bound, and of which member. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const one = (name: string): string => json(`{$ref: '#/components/schemas/${name}'}`);
const all = (name: string): string => json(`{type: array, items: {$ref: '#/components/schemas/${name}'}}`);
const DAY = 'type: string, format: date';
const NONE = `'404': {description: none}`;

const stays = (words: string): string => `
openapi: 3.1.0
info: {title: Stays, version: '1'}
paths:
  /stays:
    get:
      operationId: listStays
      parameters: [{name: from, in: query, description: ${words}, schema: {${DAY}}}]
      responses: {'200': {description: all, ${all('Stay')}}, '400': {description: no}}
    post: {operationId: addStay, requestBody: {required: true, ${one('NewStay')}}, responses: {'201': {description: made, ${one('Stay')}}, '400': {description: no}}}
  /stays/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: readStay, responses: {'200': {description: one, ${one('Stay')}}, ${NONE}}}
    delete: {operationId: dropStay, responses: {'204': {description: gone}, ${NONE}}}
components:
  schemas:
    NewStay: {type: object, required: [guest, from, nights], properties: {guest: {type: string, minLength: 1, maxLength: 60}, from: {${DAY}, description: Day of arrival.}, nights: {type: integer, minimum: 1, maximum: 30}}}
    Stay: {type: object, required: [id, guest, from, to, nights], properties: {id: {type: integer}, guest: {type: string}, from: {${DAY}, description: Day of arrival.}, to: {${DAY}, description: Day of departure.}, nights: {type: integer}}}
`;

const SAID = stays('Only stays whose arrival is on this day or later.');

type Stay = { readonly id: number; readonly guest: string; readonly from: string; readonly to: string };

function isDay(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\d$/.test(value) &&
    !Number.isNaN(Date.parse(value)) &&
    new Date(value).toISOString().startsWith(value)
  );
}

function later(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** `fits`: whether a stay is shown for a day. */
function service(fits: (stay: Stay, day: string) => boolean): MakeService {
  return () => {
    const kept = new Map<number, Stay>();
    let last = 0;
    return ({ method, path, query, json: body }): Reply => {
      const [, , id] = path.split('/');
      if (id === undefined && method === 'GET') {
        const day = query.get('from');
        if (day !== null && !isDay(day)) return { status: 400 };
        return { status: 200, body: [...kept.values()].filter((stay) => day === null || fits(stay, day)) };
      }
      if (id === undefined) {
        if (typeof body !== 'object' || body === null) return { status: 400 };
        const { guest, from, nights } = body as Readonly<Record<string, unknown>>;
        const isCount = typeof nights === 'number' && Number.isInteger(nights) && nights >= 1 && nights <= 30;
        const isName = typeof guest === 'string' && guest !== '' && Array.from(guest).length <= 60;
        if (!isName || !isDay(from) || !isCount) return { status: 400 };
        const stay = { id: (last += 1), guest, from, nights, to: later(from, nights * 1000) };
        kept.set(stay.id, stay);
        return { status: 201, body: stay };
      }
      const stay = kept.get(Number(id));
      if (stay === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: stay };
      kept.delete(stay.id);
      return { status: 204 };
    };
  };
}

test.each<readonly [string, string, (stay: Stay, day: string) => boolean]>([
  ['by its words', SAID, (stay, day) => stay.from >= day],
  [
    'by the day of departure, where none say it',
    stays('Only stays from this day on.'),
    (stay, day) => stay.to >= day,
  ],
])('stays are shown from a day on %s', async (_way, document, fits) => {
  const run = await runAtOnce(document, service(fits));
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test.each<readonly [string, (stay: Stay, day: string) => boolean]>([
  ['leaves out those of the day itself', (stay, day) => stay.from > day],
  ['leaves out nothing', () => true],
])('a list that %s is told', async (_fault, fits) => {
  expect(blames(await runAtOnce(SAID, service(fits)))).toContain('resources.filter-holds');
});
