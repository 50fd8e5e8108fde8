import { expect, test } from 'vitest';
import type { Clock } from '../../src/system/clock.ts';
import { machineClock } from '../../src/system/clock.ts';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, runAgainstService } from './run-against-service.ts';

/** Entries that go on by themselves, or that stay as they are: what is done to them is refused in some states, to which no action leads. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const of = (schema: string): string => `{$ref: '#/components/schemas/${schema}'}`;

const DOCUMENT = `
openapi: 3.0.3
info: {title: Parcels, version: '1'}
paths:
  /parcels:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${of('Parcel')}}`)}}}}
    post:
      requestBody: {required: true, ${json(of('NewParcel'))}}
      responses: {'201': {description: made, ${json(of('Parcel'))}}, '422': {description: no}}
  /parcels/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: one, ${json(of('Parcel'))}}, '404': {description: not there}}}
  /parcels/{id}/dispatch:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    post:
      description: Only a parcel in \`packed\` or \`stuck\` can be dispatched; otherwise 409.
      responses: {'200': {description: done, ${json(of('Parcel'))}}, '404': {description: not there}, '409': {description: no}}
components:
  schemas:
    NewParcel: {type: object, required: [label], properties: {label: {type: string, minLength: 3, maxLength: 80}}}
    Parcel: {allOf: [${of('NewParcel')}, {type: object, required: [id, state], properties: {id: {type: string}, tags: {type: array, items: {type: string}}, state: {type: string, enum: [packed, stuck, moving, there]}}}]}
`;

type Parcel = {
  readonly id: string;
  readonly label: string;
  readonly state: string;
  readonly sinceMs: number;
};

/** Time that is over at once for whoever sleeps, and for the service as well. */
function sharedClock(): Clock {
  let skippedMs = 0;
  return {
    now: () => machineClock.now() + skippedMs,
    monotonicMs: () => machineClock.monotonicMs() + skippedMs,
    sleep: (ms, signal) => {
      skippedMs += ms;
      return machineClock.sleep(0, signal);
    },
  };
}

type Ways = { readonly stuckAfterMs?: number; readonly minds?: boolean };

const parcels =
  (clock: Clock, { stuckAfterMs = Number.POSITIVE_INFINITY, minds = true }: Ways): MakeService =>
  () => {
    const all = new Map<string, Parcel>();
    const now = (parcel: Parcel): Parcel => {
      const isStuck = parcel.state === 'moving' && clock.now() - parcel.sinceMs >= stuckAfterMs;
      return isStuck ? { ...parcel, state: 'stuck' } : parcel;
    };
    const put = (parcel: Omit<Parcel, 'sinceMs'>): object => {
      all.set(parcel.id, { ...parcel, sinceMs: clock.now() });
      return { ...parcel, tags: [] };
    };
    const shown = ({ id, label, state }: Parcel): object => ({ id, label, state, tags: [] });
    return ({ method, path, json: sent }) => {
      const [, , id = '', action] = path.split('/');
      const parcel = all.get(id);
      if (id !== '' && parcel === undefined) return { status: 404 };
      if (parcel !== undefined && action === 'dispatch') {
        const { state, label } = now(parcel);
        if (minds && state !== 'packed' && state !== 'stuck') return { status: 409 };
        return { status: 200, body: put({ id, label, state: 'moving' }) };
      }
      if (parcel !== undefined) return { status: 200, body: shown(now(parcel)) };
      if (method === 'GET') return { status: 200, body: [...all.values()].map(now).map(shown) };
      const { label } = { label: undefined, ...(typeof sent === 'object' ? sent : {}) };
      if (typeof label !== 'string' || Array.from(label).length < 3 || Array.from(label).length > 80)
        return { status: 422 };
      return { status: 201, body: put({ id: `p${String(all.size + 1)}`, label, state: 'packed' }) };
    };
  };

test.each<readonly [string, Ways, readonly string[]]>([
  ['that stay where they are', {}, []],
  ['that are stuck in a moment', { stuckAfterMs: 2 }, []],
  ['that are stuck after a while', { stuckAfterMs: 3_000 }, []],
  ['that are dispatched wherever they are', { minds: false }, ['resources.action-stored']],
])('parcels %s', async (_name, ways, blamed) => {
  const clock = sharedClock();
  const run = await runAgainstService(DOCUMENT, parcels(clock, ways), {}, undefined, { clock });
  expect(idsOf(run, 'fail')).toEqual(blamed);
});
