import { describe, expect, test } from 'vitest';
import { isObject } from '../../src/json/value.ts';
import { wholeInCi } from '../sampled.ts';
import { blamed, faultsOfAssay, idsOf } from './run-against-mock.ts';
import { type Ask, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Whole numbers that no double holds, in members that clients may change: an entry's, and a thing's that is always there. */

const GIVEN =
  'type: object, properties: { label: { type: string, maxLength: 60 }, serial: { type: integer, format: int64 } }';
const METER =
  'type: object, required: [id], properties: { id: { type: integer, format: int64, readOnly: true }, label: { type: string, maxLength: 60 }, serial: { type: integer, format: int64 } }';
const READ_OFF =
  'meterId: { type: integer, format: int64, description: The id of a meter. }, note: { type: string, maxLength: 60 }, others: { type: array, uniqueItems: true, maxItems: 4, items: { type: integer, format: int64 } }';
const TAKEN = `type: object, required: [meterId], properties: { ${READ_OFF} }`;
const READING = `type: object, required: [id, meterId], properties: { id: { type: integer, format: int64, readOnly: true }, ${READ_OFF} }`;
const BAD = '{ description: not valid }';
const ABSENT = '{ description: not there }';
const body = (schema: string): string => `content: { application/json: { schema: { ${schema} } } }`;
const taken = `requestBody: { required: true, ${body(GIVEN)} }`;
const DOCUMENT = `
openapi: 3.0.3
info: { title: Meters, version: '1' }
paths:
  /settings:
    get:
      operationId: readSettings
      responses: { '200': { description: Settings, ${body(GIVEN)} } }
    patch:
      operationId: changeSettings
      ${taken}
      responses: { '200': { description: Changed, ${body(GIVEN)} }, '400': ${BAD} }
  /meters:
    get:
      operationId: listMeters
      responses: { '200': { description: Meters, ${body(`type: array, items: { ${METER} }`)} } }
    post:
      operationId: addMeter
      ${taken}
      responses: { '201': { description: Made, ${body(METER)} }, '400': ${BAD} }
  /meters/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, format: int64 } }]
    get:
      operationId: readMeter
      responses: { '200': { description: One, ${body(METER)} }, '400': ${BAD}, '404': ${ABSENT} }
    patch:
      operationId: changeMeter
      ${taken}
      responses: { '200': { description: Changed, ${body(METER)} }, '400': ${BAD}, '404': ${ABSENT} }
    put:
      operationId: replaceMeter
      ${taken}
      responses: { '200': { description: Replaced, ${body(METER)} }, '400': ${BAD}, '404': ${ABSENT} }
    delete:
      operationId: removeMeter
      responses: { '204': { description: Gone }, '400': ${BAD}, '404': ${ABSENT} }
  /readings:
    get:
      operationId: listReadings
      parameters: [{ name: meterId, in: query, schema: { type: integer, format: int64 } }]
      responses: { '200': { description: Readings, ${body(`type: array, items: { ${READING} }`)} }, '400': ${BAD} }
    post:
      operationId: addReading
      requestBody: { required: true, ${body(TAKEN)} }
      responses: { '201': { description: Made, ${body(READING)} }, '400': ${BAD} }
  /readings/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, format: int64 } }]
    get:
      operationId: readReading
      responses: { '200': { description: One, ${body(READING)} }, '400': ${BAD}, '404': ${ABSENT} }
    patch:
      operationId: changeReading
      requestBody: { required: true, ${body(TAKEN.replace('required: [meterId], ', ''))} }
      responses: { '200': { description: Changed, ${body(READING)} }, '400': ${BAD}, '404': ${ABSENT} }
    delete:
      operationId: removeReading
      responses: { '204': { description: Gone }, '400': ${BAD}, '404': ${ABSENT} }
`;

/** Members as they are written: numbers as they came. */
type Written = { readonly label?: string; readonly serial?: string };

const FIRST = 2n ** 60n;
const LONG = '9007199254740993';

function writtenIn({ json, text }: Ask): Written | undefined {
  if (!isObject(json)) return undefined;
  const { label, serial } = json;
  const isLabel = label === undefined || (typeof label === 'string' && Array.from(label).length <= 60);
  const digits = /"serial"\s*:\s*(-?\d+)\s*[,}]/.exec(text)?.[1];
  if (!isLabel || (serial !== undefined && digits === undefined)) return undefined;
  return {
    ...(label === undefined ? {} : { label }),
    ...(digits === undefined ? {} : { serial: digits }),
  };
}

/** What a client may write of a reading, member by member as it was written; `undefined` where that is broken. */
function readOffIn({ json, text }: Ask): ReadonlyMap<string, string> | undefined {
  if (!isObject(json)) return undefined;
  const { meterId, note, others } = json;
  const isNote = note === undefined || (typeof note === 'string' && Array.from(note).length <= 60);
  const list = /"others"\s*:\s*\[((?:-?\d+(?:\s*,\s*-?\d+)*)?)\]/.exec(text)?.[1];
  const items = list === undefined || list === '' ? [] : list.split(/\s*,\s*/);
  const isList =
    others === undefined || (list !== undefined && items.length <= 4 && new Set(items).size === items.length);
  const digits = /"meterId"\s*:\s*(-?\d+)\s*[,}]/.exec(text)?.[1];
  if (!isNote || !isList || (meterId !== undefined && digits === undefined)) return undefined;
  return new Map([
    ...(digits === undefined ? [] : [['meterId', digits] as const]),
    ...(note === undefined ? [] : [['note', JSON.stringify(note)] as const]),
    ...(others === undefined ? [] : [['others', `[${items.join(',')}]`] as const]),
  ]);
}

function shown({ label, serial = LONG }: Written, id?: string): string {
  const members = [
    ...(id === undefined ? [] : [`"id":${id}`]),
    ...(label === undefined ? [] : [`"label":${JSON.stringify(label)}`]),
    `"serial":${serial}`,
  ];
  return `{${members.join(',')}}`;
}

function meters(changes: (before: Written, sent: Written) => Written): MakeService {
  return () => {
    const all = new Map<string, Written>();
    let settings: Written = { label: 'All of them', serial: LONG };
    const readings = new Map<string, ReadonlyMap<string, string>>();
    let made = FIRST;
    const json = (status: number, text: string): Reply => ({
      status,
      body: text,
      headers: { 'Content-Type': 'application/json' },
    });
    const written = (id: string, members: ReadonlyMap<string, string>): string =>
      `{${[...new Map([['id', id], ...members])].map(([name, value]) => `"${name}":${value}`).join(',')}}`;
    const ofReadings = (ask: Ask): Reply => {
      const { method, path, query } = ask;
      const sent = ['POST', 'PATCH'].includes(method) ? readOffIn(ask) : new Map<string, string>();
      const meterId = sent?.get('meterId');
      if (sent === undefined || (meterId !== undefined && !all.has(meterId))) return { status: 400 };
      if (path === '/readings') {
        const of = query.get('meterId');
        if (of !== null && !/^-?\d+$/.test(of)) return { status: 400 };
        const found = [...readings].filter(([, one]) => of === null || one.get('meterId') === of);
        if (method === 'GET') return json(200, `[${found.map(([id, one]) => written(id, one)).join(',')}]`);
        if (meterId === undefined) return { status: 400 };
        const id = String((made += 1n));
        readings.set(id, sent);
        return json(201, written(id, sent));
      }
      const id = path.slice('/readings/'.length);
      const reading = readings.get(id);
      if (reading === undefined) return { status: /^-?\d+$/.test(id) ? 404 : 400 };
      const now = new Map([...reading, ...sent]);
      readings.set(id, now);
      if (method !== 'DELETE') return json(200, written(id, now));
      readings.delete(id);
      return { status: 204 };
    };
    return (ask): Reply => {
      const { method, path } = ask;
      if (path.startsWith('/readings')) return ofReadings(ask);
      const sent = writtenIn(ask);
      const isRead = method === 'GET';
      if (!isRead && method !== 'DELETE' && sent === undefined) return { status: 400 };
      if (path === '/settings') {
        if (!isRead) settings = { ...settings, ...sent };
        return json(200, shown(settings));
      }
      if (path === '/meters') {
        if (isRead) return json(200, `[${[...all].map(([id, one]) => shown(one, id)).join(',')}]`);
        const id = String((made += 1n));
        all.set(id, sent ?? {});
        return json(201, shown(sent ?? {}, id));
      }
      const id = path.slice('/meters/'.length);
      const meter = all.get(id);
      if (meter === undefined) return { status: /^-?\d+$/.test(id) ? 404 : 400 };
      if (method === 'DELETE') {
        all.delete(id);
        return { status: 204 };
      }
      if (method === 'PATCH') all.set(id, changes(meter, sent ?? {}));
      if (method === 'PUT') all.set(id, sent ?? {});
      return json(200, shown(all.get(id) ?? {}, id));
    };
  };
}

describe('whole numbers that no double holds', () => {
  test.for(wholeInCi(['standard', 'thorough'] as const, 2))(
    'are compared and put back as they are: %s',
    async (profile) => {
      const run = await runAtOnce(
        DOCUMENT,
        meters((before, sent) => ({ ...before, ...sent })),
        { allowWrites: true, profile, maxRequests: 900 },
      );
      expect([...blamed(run), ...faultsOfAssay(run)]).toEqual([]);
      expect(run.record.footer?.leftovers).toEqual([]);
      const writers = [...run.record.exchanges.values()].flatMap(({ probe, request }) =>
        request.target === '/settings' && request.method === 'PATCH' ? [probe.split('/')[0]] : [],
      );
      expect(new Set(writers)).toEqual(new Set(['resources', 'put-back']));
      expect(run.verdict.exitCode).toBe(0);
    },
  );

  test('hide no service that stores no change', async () => {
    const run = await runAtOnce(
      DOCUMENT,
      meters((before) => before),
    );
    expect(faultsOfAssay(run)).toEqual([]);
    expect(idsOf(run, 'fail')).toContain('resources.update-stored');
  });
});
