import { describe, expect, test } from 'vitest';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** Entries whose name stands in their `metadata`, beside all that they hold. */

const LABELS = '{type: object, additionalProperties: {type: string, maxLength: 60}}';
const SPEC = `{type: object, required: [model], properties: {model: {type: string, minLength: 1, maxLength: 60}, channel: {type: string, enum: [stable, beta]}, weight: {type: integer, minimum: 0, maximum: 900}}}`;
const SENT = `{type: object, required: [spec], properties: {metadata: {type: object, properties: {resourceVersion: {type: string}, labels: ${LABELS}}}, spec: ${SPEC}}}`;
const META = `{type: object, required: [name, resourceVersion], properties: {name: {type: string}, resourceVersion: {type: string}, labels: ${LABELS}}}`;
const DEVICE = `{type: object, required: [metadata, spec], properties: {metadata: ${META}, spec: ${SPEC}}}`;
const LIST = `{type: object, required: [metadata, items], properties: {metadata: {type: object, properties: {continue: {type: string}}}, items: {type: array, items: ${DEVICE}}}}`;
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;

const DOCUMENT = `
openapi: 3.1.0
info: {title: Devices, version: '1'}
paths:
  /devices:
    get:
      parameters:
        - {name: channel, in: query, schema: {type: string, enum: [stable, beta]}}
        - {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 100, default: 100}}
        - {name: continue, in: query, schema: {type: string}}
      responses: {'200': {description: some, ${json(LIST)}}, '400': {description: no}}
  /devices/{name}:
    parameters: [{name: name, in: path, required: true, schema: {type: string, pattern: '^[a-z0-9-]{1,60}$'}}]
    get: {responses: {'200': {description: it, ${json(DEVICE)}}, '404': {description: none}}}
    put:
      requestBody: {required: true, ${json(SENT)}}
      responses:
        '200': {description: replaced, ${json(DEVICE)}}
        '201': {description: made, ${json(DEVICE)}}
        '400': {description: no}
        '409': {description: It has another version.}
    delete: {responses: {'204': {description: gone}, '404': {description: none}}}
`;

type Fault = 'keeps' | 'lists others' | 'begins again' | 'shows more';

type Device = { readonly metadata: object; readonly spec: { readonly [name: string]: unknown } };

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown, least: number): boolean {
  return typeof value === 'string' && Array.from(value).length >= least && Array.from(value).length <= 60;
}

function isSpec(value: unknown): value is Device['spec'] {
  if (!isObject(value) || !isText(value['model'], 1)) return false;
  const { channel, weight } = value;
  const isWeight =
    weight === undefined || (Number.isInteger(weight) && Number(weight) >= 0 && Number(weight) <= 900);
  return isWeight && (channel === undefined || channel === 'stable' || channel === 'beta');
}

/** Versions that nobody has read are refused; what is empty is left out of what is shown. */
const devices =
  (fault?: Fault): MakeService =>
  () => {
    const all = new Map<string, Device>();
    let version = 0;
    const read = (query: URLSearchParams): ReturnType<ReturnType<MakeService>> => {
      const [channel, limit, at] = ['channel', 'limit', 'continue'].map((name) => query.get(name));
      const size = Number(limit ?? 100);
      if (!Number.isInteger(size) || size < 1 || size > 100 || !/^\d*$/.test(at ?? ''))
        return { status: 400 };
      if (typeof channel === 'string' && channel !== 'stable' && channel !== 'beta') return { status: 400 };
      const fitting = [...all.values()].filter(
        ({ spec }) => typeof channel !== 'string' || fault === 'shows more' || spec['channel'] === channel,
      );
      const from = fault === 'begins again' ? 0 : Number(at ?? 0);
      const items = fitting.slice(from, from + size).map(({ metadata, spec }) => ({
        metadata,
        spec: fault === 'lists others' ? { ...spec, weight: 7 } : spec,
      }));
      const metadata = from + size < fitting.length ? { continue: String(from + size) } : {};
      return { status: 200, body: { metadata, items } };
    };
    return ({ method, path, query, json: body }) => {
      if (path === '/devices') return read(query);
      const name = path.slice('/devices/'.length);
      const old = all.get(name);
      if (method !== 'PUT') {
        if (old === undefined) return { status: 404 };
        if (method === 'DELETE') all.delete(name);
        return method === 'DELETE' ? { status: 204 } : { status: 200, body: old };
      }
      if (!/^[a-z0-9-]{1,60}$/.test(name) || !isObject(body) || !isSpec(body['spec'])) return { status: 400 };
      const { metadata = {}, spec } = { metadata: body['metadata'], spec: body['spec'] };
      if (!isObject(metadata)) return { status: 400 };
      const { labels = {}, resourceVersion } = metadata;
      const isLabels = isObject(labels) && Object.values(labels).every((one) => isText(one, 0));
      if (!isLabels || (resourceVersion !== undefined && typeof resourceVersion !== 'string'))
        return { status: 400 };
      if (resourceVersion !== undefined) return { status: 409 };
      version += 1;
      const shown = Object.keys(labels).length === 0 ? {} : { labels };
      const kept = fault === 'keeps' && old !== undefined ? old.spec : spec;
      const device = { metadata: { name, resourceVersion: String(version), ...shown }, spec: kept };
      all.set(name, device);
      return { status: old === undefined ? 201 : 200, body: device };
    };
  };

describe('entries whose name stands in their metadata', () => {
  test('are made without a version that nobody has read, walked over and changed', async () => {
    const run = await runAtOnce(DOCUMENT, devices());
    expect(idsOf(run, 'fail')).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test.each<readonly [Fault, string]>([
    ['keeps', 'resources.update-stored'],
    ['lists others', 'resources.listed-as-read'],
    ['begins again', 'resources.pages-each-once'],
    ['shows more', 'resources.filter-holds'],
  ])('are blamed where the service %s', async (fault, blamed) => {
    const run = await runAtOnce(DOCUMENT, devices(fault));
    expect(idsOf(run, 'fail')).toContain(blamed);
  });
});
