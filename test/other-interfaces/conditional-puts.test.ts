import { describe, expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';
import { behindKey, type Entry, isObject } from './shelf.ts';

/** Entries as Microsoft's guidelines have them: a PUT makes or replaces them, on conditions, and what takes long is told of elsewhere. */

const json = (schema: string, media = 'application/json'): string =>
  `content: {${media}: {schema: {$ref: '#/components/schemas/${schema}'}}}`;
const no = (...statuses: readonly string[]): string =>
  statuses.map((status) => `'${status}': {description: no}`).join(', ');
const TAG = 'headers: {ETag: {required: true, schema: {type: string}}}';
const KEYS = `{name: If-Match, in: header, schema: {type: string}}`;
const NAME = `{name: device, in: path, required: true, schema: {type: string, pattern: '^[a-z][a-z0-9-]{2,39}$'}}`;

const DOCUMENT = `
openapi: 3.0.3
info: {title: Devices, version: '1'}
security: [{key: []}]
paths:
  /devices:
    get: {responses: {'200': {description: all, ${json('Devices')}}, ${no('401')}}}
  /devices/{device}:
    parameters: [${NAME}]
    get: {responses: {'200': {description: it, ${TAG}, ${json('Device')}}, ${no('400', '401', '404')}}}
    put:
      description: Creates or replaces the device. The serial cannot be changed (409).
      parameters: [${KEYS}, {name: If-None-Match, in: header, description: 'With \`*\` served only if there is no such device yet.', schema: {type: string}}]
      requestBody: {required: true, ${json('Device')}}
      responses: {'200': {description: it, ${TAG}, ${json('Device')}}, '201': {description: it, ${TAG}, ${json('Device')}}, ${no('400', '401', '409', '412')}}
    patch:
      parameters: [${KEYS}]
      requestBody: {required: true, ${json('Change', 'application/merge-patch+json')}}
      responses: {'200': {description: it, ${TAG}, ${json('Device')}}, ${no('400', '401', '404', '412')}}
    delete: {parameters: [${KEYS}], responses: {'204': {description: gone}, ${no('400', '401', '404', '412')}}}
  /devices/{device}:check:
    parameters: [${NAME}]
    post:
      responses: {'202': {description: begun, headers: {Operation-Location: {required: true, schema: {type: string}}}, ${json('Job')}}, ${no('400', '401', '404')}}
  /jobs/{job}:
    parameters: [{name: job, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: it, ${json('Job')}}, ${no('401', '404')}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Device: {type: object, required: [name, serial], properties: {name: {type: string, readOnly: true}, serial: {type: string, pattern: '^[A-Z]{6,9}$'}, kind: {type: string, enum: [sensor, gateway]}, contact: {$ref: '#/components/schemas/Contact'}}}
    Contact: {type: object, properties: {mail: {type: string, format: email}, phone: {type: string, pattern: '^[+][0-9]{6,15}$'}}}
    Change: {type: object, properties: {kind: {type: string, enum: [sensor, gateway]}, contact: {$ref: '#/components/schemas/Contact'}}}
    Devices: {type: object, required: [value], properties: {value: {type: array, items: {$ref: '#/components/schemas/Device'}}}}
    Job: {type: object, required: [id, status], properties: {id: {type: string}, status: {type: string, enum: [Running, Succeeded]}}}
`;

type Ways = {
  readonly mindsNone?: boolean;
  readonly mindsMatch?: boolean;
  readonly merges?: boolean;
  readonly status?: string;
};

const FORMS: { readonly [name: string]: RegExp } = {
  serial: /^[A-Z]{6,9}$/,
  kind: /^(?:sensor|gateway)$/,
  mail: /^[^\s@]+@[^\s@]+\.[a-z]+$/i,
  phone: /^[+][0-9]{6,15}$/,
};

function isFine(body: unknown): body is Entry {
  if (!isObject(body)) return false;
  return Object.entries(body).every(([name, value]) => {
    if (name === 'contact') return isFine(value);
    const form = FORMS[name];
    return form === undefined || (typeof value === 'string' && form.test(value));
  });
}

function known(body: Entry): Entry {
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => Object.hasOwn(FORMS, name) || name === 'contact'),
  );
}

function devices({
  mindsNone = true,
  mindsMatch = true,
  merges = true,
  status = 'Running',
}: Ways = {}): MakeService {
  return behindKey(() => {
    const kept = new Map<string, { readonly entry: Entry; readonly tag: string }>();
    const jobs = new Set<string>();
    let count = 0;
    const keep = (name: string, members: Entry, code: number): Reply => {
      count += 1;
      const tag = `"${String(count)}"`;
      const entry = { ...known(members), name };
      kept.set(name, { entry, tag });
      return { status: code, body: entry, headers: { ETag: tag } };
    };
    return ({ method, headers, json: body }, [list, segment = '', ...more]) => {
      if (list === 'jobs')
        return jobs.has(segment) ? { status: 200, body: { id: segment, status } } : { status: 404 };
      if (list !== 'devices' || more.length > 0) return { status: 404 };
      if (segment === '')
        return { status: 200, body: { value: [...kept.values()].map(({ entry }) => entry) } };
      const [name = '', action] = segment.replace('%3A', ':').split(':');
      if (!/^[a-z][a-z0-9-]{2,39}$/.test(name)) return { status: 400 };
      const there = kept.get(name);
      if (action !== undefined) {
        if (there === undefined) return { status: 404 };
        const id = `j${String(jobs.size)}`;
        jobs.add(id);
        const location = `http://${headers.host ?? ''}/jobs/${id}`;
        return { status: 202, body: { id, status: 'Running' }, headers: { 'Operation-Location': location } };
      }
      if (method === 'GET')
        return there === undefined
          ? { status: 404 }
          : { status: 200, body: there.entry, headers: { ETag: there.tag } };
      const match = headers['if-match'];
      if (method !== 'DELETE' && (!isFine(body) || (method === 'PUT' && body['serial'] === undefined)))
        return { status: 400 };
      const isMet = match === undefined || (there !== undefined && (match === '*' || match === there.tag));
      if (!isMet && (mindsMatch || there !== undefined)) return { status: 412 };
      if (headers['if-none-match'] === '*' && there !== undefined && mindsNone) return { status: 412 };
      const members = isObject(body) ? body : {};
      if (method === 'PUT') {
        const isOther = there !== undefined && there.entry['serial'] !== members['serial'];
        return isOther ? { status: 409 } : keep(name, members, there === undefined ? 201 : 200);
      }
      if (there === undefined) return { status: 404 };
      if (method === 'DELETE') {
        kept.delete(name);
        return { status: 204 };
      }
      const { kind = there.entry['kind'], contact } = members;
      const before = there.entry['contact'];
      const merged =
        isObject(before) && isObject(contact) && merges ? { ...before, ...contact } : (contact ?? before);
      const next = { ...there.entry, kind, contact: merged };
      const set = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
      return keep(name, set, 200);
    };
  });
}

describe('what a PUT makes or replaces', () => {
  test.each(['standard', 'thorough'] as const)(
    'a %s run: no fault, and everything is asked',
    async (profile) => {
      const run = await runAtOnce(DOCUMENT, devices(), { profile });
      expect(alarms(run)).toEqual([]);
      expect(run.verdict).toMatchObject({ exitCode: 0, missing: [] });
      expect(run.asked.some(({ path }) => path.startsWith('/jobs/j'))).toBe(true);
    },
  );

  test.each<readonly [name: string, ways: Ways, check: string]>([
    ['replaces although If-None-Match asks for none', { mindsNone: false }, 'resources.stale-tag-refused'],
    ['makes although If-Match asks for one', { mindsMatch: false }, 'resources.stale-tag-refused'],
    ['loses what a merge patch leaves out inside', { merges: false }, 'resources.change-keeps-rest'],
    ['has a status that is none of those listed', { status: 'running' }, 'bodies.schema'],
  ])('%s: found', async (_name, ways, check) => {
    expect(blames(await runAtOnce(DOCUMENT, devices(ways)))).toContain(check);
  });
});
