import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';
import { isObject, isText } from './shelf.ts';

/** Parcels that hold what clients write in one member (`attributes`), with the number of their stops in it. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const PARCEL = '{$ref: "#/components/schemas/Parcel"}';
const STOP = '{$ref: "#/components/schemas/Stop"}';
const PARAMETER = '{name: parcel, in: path, required: true, schema: {type: integer}}';
const TITLE = 'title: {type: string, minLength: 1, maxLength: 80}';
const attributes = (more = ''): string => `{type: object, required: [title], properties: {${TITLE}${more}}}`;

const DOCUMENT = `
openapi: 3.0.3
info: {title: Parcels, version: '1'}
paths:
  /parcels:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${PARCEL}}`)}}}}
    post:
      requestBody: {required: true, ${json(`{type: object, required: [attributes], properties: {attributes: ${attributes()}}}`)}}
      responses: {'201': {description: made, ${json(PARCEL)}}, '400': {description: not valid}}
  /parcels/{parcel}:
    parameters: [${PARAMETER}]
    get: {responses: {'200': {description: it, ${json(PARCEL)}}, '404': {description: none}}}
  /parcels/{parcel}/stops:
    parameters: [${PARAMETER}]
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${STOP}}`)}}, '404': {description: none}}}
    post:
      requestBody: {required: true, ${json(`{type: object, required: [city], properties: {city: {type: string, minLength: 1, maxLength: 80}}}`)}}
      responses: {'201': {description: made, ${json(STOP)}}, '400': {description: not valid}, '404': {description: none}}
  /parcels/{parcel}/stops/{stop}:
    parameters: [${PARAMETER}, {name: stop, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: it, ${json(STOP)}}, '404': {description: none}}}
    delete: {responses: {'204': {description: gone}, '404': {description: none}}}
components:
  schemas:
    Parcel: {type: object, required: [id, attributes], properties: {id: {type: integer}, attributes: {allOf: [${attributes()}, {type: object, required: [stop_count], properties: {stop_count: {type: integer, readOnly: true, description: The number of stops of the parcel.}}}]}}}
    Stop: {type: object, required: [id, city], properties: {id: {type: integer}, city: {type: string}}}
`;

type Count = (made: number, left: number) => number;

const parcels =
  (count: Count): MakeService =>
  () => {
    const all = new Map<number, { readonly title: string; made: number }>();
    const stops = new Map<number, { readonly parcel: number; readonly city: string }>();
    let last = 0;
    const shown = (id: number): object => {
      const { title = '', made = 0 } = all.get(id) ?? {};
      const left = [...stops.values()].filter(({ parcel }) => parcel === id).length;
      return { id, attributes: { title, stop_count: count(made, left) } };
    };
    return ({ method, path, json: body }) => {
      const [, , name, inner, number] = path.split('/');
      const id = Number(name);
      const sent = isObject(body) ? body : {};
      if (number !== undefined) {
        const stop = stops.get(Number(number));
        if (stop?.parcel !== id) return { status: 404 };
        if (method === 'GET') return { status: 200, body: { id: Number(number), city: stop.city } };
        stops.delete(Number(number));
        return { status: 204 };
      }
      if (name === undefined && method === 'GET')
        return { status: 200, body: [...all.keys()].map((one) => shown(one)) };
      if (name === undefined) {
        const { title } = isObject(sent['attributes']) ? sent['attributes'] : {};
        if (!isText(title)) return { status: 400 };
        last += 1;
        all.set(last, { title, made: 0 });
        return { status: 201, body: shown(last) };
      }
      const parcel = all.get(id);
      if (parcel === undefined) return { status: 404 };
      if (inner === undefined) return { status: 200, body: shown(id) };
      if (method === 'GET') {
        const own = [...stops].filter(([, stop]) => stop.parcel === id);
        return { status: 200, body: own.map(([one, { city }]) => ({ id: one, city })) };
      }
      const { city } = { city: undefined, ...sent };
      if (!isText(city)) return { status: 400 };
      last += 1;
      parcel.made += 1;
      stops.set(last, { parcel: id, city });
      return { status: 201, body: { id: last, city } };
    };
  };

test('numbers that follow, and the mock: no fault', async () => {
  const run = await runAtOnce(
    DOCUMENT,
    parcels((_made, left) => left),
  );
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
  const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
  expect(loaded.kind === 'broken' ? loaded : blamed(await runAgainstMock(loaded.interface))).toEqual([]);
});

test.each<readonly [string, Count]>([
  ['does not fall', (made) => made],
  ['stays as it is', () => 0],
])('a number that %s: found', async (_name, count) => {
  expect(blames(await runAtOnce(DOCUMENT, parcels(count)))).toContain('resources.sums-hold');
});
