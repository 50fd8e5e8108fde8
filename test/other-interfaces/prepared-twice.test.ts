import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { isObject } from '../../src/json/value.ts';
import { OTHER_KEY, type MakeService, type Reply, runAgainstService, userOf } from './run-against-service.ts';

/**
 * Shipments that are sent on their way once two things were done to them, of which neither comes before the other: they are booked, for
 * which they have a parcel inside, and they have a vehicle.
 */

const gives = (name: string): string =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const takes = (name: string): string => `requestBody: { required: true, ${gives(name)} }`;
const NO = `'400': { description: no }, '401': { description: who }, '404': { description: none }, '409': { description: not in this state }`;
const ID = '{ name: id, in: path, required: true, schema: { type: string } }';
const action = (name: string): string => `
  /shipments/{id}/${name}:
    parameters: [${ID}]
    post: { operationId: ${name}, responses: { '200': { description: done, ${gives('Shipment')} }, ${NO} } }`;
const things = (name: string, path: string): string => `
  /${path}:
    get: { operationId: list-${path}, responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/${name}' } } } } }, '401': { description: who } } }
    post: { operationId: make-${path}, ${takes('Named')}, responses: { '201': { description: made, ${gives(name)} }, ${NO} } }
  /${path}/{id}:
    parameters: [${ID}]
    get: { operationId: read-${path}, responses: { '200': { description: one, ${gives(name)} }, ${NO} } }
    delete: { operationId: remove-${path}, responses: { '204': { description: gone }, ${NO} } }`;

const DOCUMENT = `
openapi: 3.0.3
info: { title: Freight, version: '1' }
security: [{ key: [] }]
paths:${things('Shipment', 'shipments')}${things('Vehicle', 'vehicles')}${action('deliver')}${action('dispatch')}${action('book')}
  /shipments/{id}/vehicle:
    parameters: [${ID}]
    put: { operationId: assign, ${takes('Assignment')}, responses: { '200': { description: done, ${gives('Shipment')} }, ${NO} } }
  /shipments/bulk-cancel:
    post: { operationId: cancel-many, ${takes('Ids')}, responses: { '200': { description: those that were cancelled, ${gives('Done')} }, ${NO} } }
  /shipments/{id}/parcels:
    parameters: [${ID}]
    get: { operationId: list-parcels, responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Vehicle' } } } } }, ${NO} } }
    post: { operationId: pack, ${takes('Named')}, responses: { '201': { description: packed, ${gives('Vehicle')} }, ${NO} } }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
  schemas:
    Named: { type: object, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 60 } } }
    Ids: { type: object, required: [ids], properties: { ids: { type: array, minItems: 1, items: { type: string } } } }
    Done: { type: object, required: [ids], properties: { ids: { type: array, items: { type: string } } } }
    Assignment: { type: object, required: [vehicleId], properties: { vehicleId: { type: string } } }
    Vehicle: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
    Shipment: { type: object, required: [id, name, status], properties: { id: { type: string }, name: { type: string }, status: { type: string, enum: [DRAFT, BOOKED, ON_ITS_WAY, DELIVERED] }, vehicleId: { type: string, nullable: true } } }
`;

type Thing = {
  readonly id: string;
  readonly name: string;
  readonly owner: string;
  status?: string;
  vehicleId?: string;
};

/** `opens`: an action that is done to what belongs to others. */
function freight({ opens = '' } = {}): MakeService {
  return () => {
    const all = new Map<string, Thing>();
    let made = 0;
    const shown = ({ owner: _owner, ...thing }: Thing): object => thing;
    const leads: { readonly [name: string]: readonly [string, string] } = {
      book: ['DRAFT', 'BOOKED'],
      dispatch: ['BOOKED', 'ON_ITS_WAY'],
      deliver: ['ON_ITS_WAY', 'DELIVERED'],
    };
    return (ask) => {
      const owner = userOf(ask);
      if (owner === undefined) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const { method, path, json } = ask;
      const [, kind = '', id = '', inside = ''] = path.split('/');
      const place = inside === 'parcels' ? path : `/${kind}`;
      const given = isObject(json) ? json : {};
      if (id === 'bulk-cancel' && method === 'POST') {
        const { ids } = given;
        const isFine = Array.isArray(ids) && ids.length > 0 && ids.every((one) => typeof one === 'string');
        if (!isFine) return { status: 400 };
        const cancelled = ids.flatMap((one) => {
          const named = all.get(`/shipments/${one}`);
          return named?.status === 'DRAFT' && (named.owner === owner || opens === id) ? [named] : [];
        });
        for (const one of cancelled) one.status = 'DELIVERED';
        return { status: 200, body: { ids: cancelled.map((one) => one.id) } };
      }
      const found = id === '' ? undefined : all.get(`/${kind}/${id}`);
      const isOwn = found?.owner === owner || (found !== undefined && inside !== '' && inside === opens);
      if (id !== '' && !isOwn) return { status: 404 };
      if (path === place && method === 'GET') {
        const own = [...all].filter(([key, one]) => key.startsWith(`${place}/`) && one.owner === owner);
        const direct = own.filter(([key]) => !key.slice(place.length + 1).includes('/'));
        return { status: 200, body: direct.map(([, one]) => shown(one)) };
      }
      if (path === place && method === 'POST') {
        const { name } = given;
        if (typeof name !== 'string' || name === '' || Array.from(name).length > 60) return { status: 400 };
        if (found !== undefined && found.status !== 'DRAFT') return { status: 409 };
        const one: Thing = { id: String((made += 1)), name, owner };
        if (place === '/shipments') one.status = 'DRAFT';
        all.set(`${place}/${one.id}`, one);
        return { status: 201, body: shown(one) };
      }
      const thing = found as Thing;
      const done = (): Reply => ({ status: 200, body: shown(thing) });
      if (inside === '' && method === 'DELETE') return { status: all.delete(path) ? 204 : 404 };
      if (inside === '' && method === 'GET') return done();
      if (inside === 'vehicle' && method === 'PUT') {
        const { vehicleId } = given;
        if (typeof vehicleId !== 'string' || all.get(`/vehicles/${vehicleId}`)?.owner !== owner)
          return { status: 400 };
        if (thing.status !== 'DRAFT' && thing.status !== 'BOOKED') return { status: 409 };
        thing.vehicleId = vehicleId;
        return done();
      }
      const [from, to] = leads[inside] ?? [];
      if (to === undefined || method !== 'POST') return { status: 404 };
      const isPacked = [...all.keys()].some((key) => key.startsWith(`/shipments/${id}/parcels/`));
      const isReady = inside === 'book' ? isPacked : inside !== 'dispatch' || thing.vehicleId !== undefined;
      if (thing.status !== from || !isReady) return { status: 409 };
      thing.status = to;
      return done();
    };
  };
}

test('what two things have to be done for is served, and nothing is blamed', async () => {
  const run = await runAgainstService(DOCUMENT, freight(), { seed: 1 }, OTHER_KEY);
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test.each(['dispatch', 'book', 'bulk-cancel'])(
  '%s is blamed where it is done to what belongs to others',
  async (opens) => {
    const run = await runAgainstService(DOCUMENT, freight({ opens }), { seed: 1 }, OTHER_KEY);
    expect(blames(run)).toMatch(/resources\.[a-z-]*others?/);
  },
);
