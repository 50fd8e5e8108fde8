import { describe, expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { idsOf, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';
import { behindKey, type Entry, isObject, isText, Shelf } from './shelf.ts';

/** Actions that are done to the version of an entry that the client has seen: they bring its tag in `If-Match`. */

const CHECK = 'resources.stale-tag-refused';
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const ref = (name: string): string => `{$ref: '#/components/schemas/${name}'}`;
const REFUSALS = `'400': {description: no}, '401': {description: who}, '404': {description: none}`;
const TAG = `headers: {ETag: {schema: {type: string}}}`;
const MATCH = (isNeeded: boolean): string =>
  `{name: If-Match, in: header, required: ${String(isNeeded)}, schema: {type: string}}`;

function documentOf(isNeeded: boolean, refusal = `'412': {description: it has changed}, `): string {
  return `
openapi: 3.0.3
info: {title: Orders, version: '1'}
security: [{key: []}]
paths:
  /orders:
    get: {operationId: list, responses: {'200': {description: all, ${json(`{type: array, items: ${ref('Order')}}`)}}, '401': {description: who}}}
    post: {operationId: make, requestBody: {required: true, ${json(ref('Made'))}}, responses: {'201': {description: made, ${json(ref('Order'))}}, ${REFUSALS}}}
  /orders/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: read, responses: {'200': {description: it, ${TAG}, ${json(ref('Order'))}}, ${REFUSALS}}}
    put: {operationId: replace, requestBody: {required: true, ${json(ref('Made'))}}, responses: {'200': {description: changed, ${json(ref('Order'))}}, ${REFUSALS}}}
    delete: {operationId: remove, responses: {'204': {description: gone}, ${REFUSALS}}}
  /orders/{id}/confirm:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    post: {operationId: confirm, parameters: [${MATCH(isNeeded)}], responses: {'200': {description: done, ${json(ref('Order'))}}, ${refusal}${REFUSALS}}}
  /orders/{id}/cancel:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    post: {operationId: cancel, parameters: [${MATCH(isNeeded)}], responses: {'204': {description: done}, ${refusal}${REFUSALS}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Made: {type: object, required: [title], properties: {title: {type: string, minLength: 1, maxLength: 80}}}
    Order: {type: object, required: [id, title, status], properties: {id: {type: integer}, title: {type: string}, status: {type: string, enum: [draft, confirmed, cancelled]}}}
`;
}

type Ways = {
  readonly isNeeded: boolean;
  /** Whether an action looks at the tag. */
  readonly looks?: (verb: string) => boolean;
  /** A refused action is done all the same. */
  readonly doesRefused?: boolean;
};

function orders({ isNeeded, looks = () => true, doesRefused = false }: Ways): MakeService {
  return behindKey(() => {
    const shelf = new Shelf();
    const versions = new Map<unknown, number>();
    const tagOf = ({ id }: Entry): string => `"${String(id)}-${String(versions.get(id) ?? 0)}"`;
    const put = (order: Entry): Entry => {
      versions.set(order['id'], (versions.get(order['id']) ?? 0) + 1);
      return shelf.put(order);
    };
    return ({ method, json: body, headers }, [, id, verb]) => {
      const isFine = isObject(body) && isText(body['title']);
      if (id === undefined && method === 'GET') return { status: 200, body: shelf.all };
      if (id === undefined)
        return isFine
          ? { status: 201, body: shelf.add({ title: body['title'], status: 'draft' }) }
          : { status: 400 };
      const order = shelf.at(id);
      if (order === undefined) return { status: 404 };
      if (verb !== undefined) {
        const match = headers['if-match'];
        if (isNeeded && match === undefined) return { status: 400 };
        const isStale = match !== undefined && match !== tagOf(order) && looks(verb);
        const done = { ...order, status: verb === 'confirm' ? 'confirmed' : 'cancelled' };
        if (!isStale || doesRefused) put(done);
        if (isStale) return { status: 412 };
        return verb === 'confirm' ? { status: 200, body: done } : { status: 204 };
      }
      if (method === 'GET') return { status: 200, body: order, headers: { ETag: tagOf(order) } };
      if (method === 'DELETE') {
        shelf.take(order);
        return { status: 204 };
      }
      return isFine ? { status: 200, body: put({ ...order, title: body['title'] }) } : { status: 400 };
    };
  });
}

describe('actions that bring a tag', () => {
  test.each<readonly [name: string, document: string, ways: Ways]>([
    ['which they need', documentOf(true), { isNeeded: true }],
    ['which they may have', documentOf(false), { isNeeded: false }],
    ['of which the document says no more', documentOf(false, ''), { isNeeded: false, looks: () => false }],
  ])('%s: no fault', async (_name, document, ways) => {
    const run = await runAtOnce(document, orders(ways));
    expect(alarms(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test.each(['quick', 'thorough'] as const)('a %s run: no fault', async (profile) => {
    const run = await runAtOnce(documentOf(true), orders({ isNeeded: true }), { profile });
    expect(alarms(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test('the mock looks at them', async () => {
    const loaded = await loadOnce({ 'openapi.yaml': documentOf(true) });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const run = await runAgainstMock(loaded.interface);
    expect(alarms(run)).toEqual([]);
    expect(idsOf(run, 'pass')).toContain(CHECK);
  });

  test.each<readonly [name: string, document: string, ways: Ways]>([
    ['no action looks at it', documentOf(true), { isNeeded: true, looks: () => false }],
    ['no action looks at one that it may have', documentOf(false), { isNeeded: false, looks: () => false }],
    ['one of them does not', documentOf(true), { isNeeded: true, looks: (verb) => verb === 'confirm' }],
  ])('%s: found', async (_name, document, ways) => {
    expect(blames(await runAtOnce(document, orders(ways)))).toContain(CHECK);
  });
});
