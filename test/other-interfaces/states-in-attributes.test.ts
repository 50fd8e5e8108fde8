import { describe, expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { runAgainstMock } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';
import { behindKey, type Entry, isObject, isText, Shelf } from './shelf.ts';

/** Entries whose members stand in `attributes`, as JSON:API has them, with a state that actions lead on. */

const DATA = (name: string): string =>
  `content: {application/json: {schema: {type: object, required: [data], properties: {data: {$ref: '#/components/schemas/${name}'}}}}}`;
const REFUSALS = `'400': {description: no}, '401': {description: who}, '404': {description: none}`;
const ID = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]';
const action = (name: string, words: string): string => `
  /parcels/{id}/${name}:
    ${ID}
    post: {operationId: ${name}, description: "${words}", responses: {'200': {description: done, ${DATA('Parcel')}}, ${REFUSALS}, '409': {description: Conflict}}}`;

const DOCUMENT = `
openapi: 3.0.3
info: {title: Parcels, version: '1'}
security: [{key: []}]
paths:
  /parcels:
    get: {operationId: list, responses: {'200': {description: all, content: {application/json: {schema: {type: object, required: [data], properties: {data: {type: array, items: {$ref: '#/components/schemas/Parcel'}}}}}}}, ${REFUSALS}}}
    post: {operationId: make, requestBody: {required: true, ${DATA('New')}}, responses: {'201': {description: made, ${DATA('Parcel')}}, ${REFUSALS}}}
  /parcels/{id}:
    ${ID}
    get: {operationId: read, responses: {'200': {description: it, ${DATA('Parcel')}}, ${REFUSALS}}}
    patch: {operationId: change, description: "A parcel can only be changed while it is a draft; afterwards the answer is 409.", requestBody: {required: true, ${DATA('New')}}, responses: {'200': {description: it, ${DATA('Parcel')}}, ${REFUSALS}, '409': {description: Conflict}}}
${action('dispatch', 'Moves a parcel from `draft` to `sent`. A parcel with another status is answered with 409.')}
${action('deliver', 'Moves a parcel from `sent` to `delivered`. A parcel with another status is answered with 409.')}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    New: {type: object, required: [type, attributes], properties: {type: {type: string, enum: [parcels]}, attributes: {type: object, required: [label], properties: {label: {type: string, minLength: 1, maxLength: 80}}}}}
    Parcel: {type: object, required: [id, type, attributes], properties: {id: {type: string}, type: {type: string, enum: [parcels]}, attributes: {type: object, required: [label, status], properties: {label: {type: string}, status: {type: string, enum: [draft, sent, delivered]}}}}}
`;

type Ways = { readonly changesAny?: boolean; readonly actsOnAny?: boolean; readonly forgets?: boolean };

const STEPS = new Map([
  ['dispatch', ['draft', 'sent']],
  ['deliver', ['sent', 'delivered']],
]);

function parcels({ changesAny = false, actsOnAny = false, forgets = false }: Ways = {}): MakeService {
  return behindKey(() => {
    const shelf = new Shelf((count) => `p${String(count)}`);
    const shown = ({ id, ...attributes }: Entry): Entry => ({ data: { id, type: 'parcels', attributes } });
    return ({ method, json }, [, id, verb]) => {
      const parcel = id === undefined ? undefined : shelf.at(id);
      if (id !== undefined && parcel === undefined) return { status: 404 };
      if (method === 'GET' && parcel !== undefined) return { status: 200, body: shown(parcel) };
      if (method === 'GET')
        return { status: 200, body: { data: shelf.all.map((one) => shown(one)['data']) } };
      if (verb !== undefined && parcel !== undefined) {
        const [from, to] = STEPS.get(verb) ?? [];
        if (parcel['status'] !== from && !actsOnAny) return { status: 409 };
        const next = { ...parcel, status: to };
        if (!forgets) shelf.put(next);
        return { status: 200, body: shown(next) };
      }
      const data = isObject(json) ? json['data'] : undefined;
      const attributes = isObject(data) && data['type'] === 'parcels' ? data['attributes'] : undefined;
      const label = isObject(attributes) ? attributes['label'] : undefined;
      if (!isText(label)) return { status: 400 };
      if (parcel === undefined) return { status: 201, body: shown(shelf.add({ label, status: 'draft' })) };
      if (parcel['status'] !== 'draft' && !changesAny) return { status: 409 };
      return { status: 200, body: shown(shelf.put({ ...parcel, label })) };
    };
  });
}

describe('a state among attributes', () => {
  test('is led on as the document says: no fault', async () => {
    const run = await runAtOnce(DOCUMENT, parcels());
    expect(alarms(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test('is led on by the mock', async () => {
    const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    expect(alarms(await runAgainstMock(loaded.interface))).toEqual([]);
  });

  test.each<readonly [name: string, ways: Ways]>([
    ['is changed when it was sent', { changesAny: true }],
    ['is led on from any state', { actsOnAny: true }],
    ['is led on in the answer alone', { forgets: true }],
  ])('%s: found', async (_name, ways) => {
    expect(blames(await runAtOnce(DOCUMENT, parcels(ways)))).toContain('resources.action-stored');
  });
});
