import { expect, test } from 'vitest';
import { type MakeService, runAtOnce } from './run-against-service.ts';

const BODY = '{type: object, required: [name], properties: {name: {type: string}, note: {type: string}}}';
const FILTER =
  '{type: object, required: [id, name], properties: {id: {type: string}, name: {type: string}, note: {type: string}}}';
const content = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const ID = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]';

/** What is listed at one path is made at another below it. */
const DOCUMENT = `
openapi: 3.1.0
info: {title: Filters, version: '1'}
paths:
  /filters:
    get: {responses: {'200': {description: all, ${content(`{type: array, items: ${FILTER}}`)}}}}
  /filters/create:
    post: {requestBody: {required: true, ${content(BODY)}}, responses: {'200': {description: made, ${content(FILTER)}}, '400': {description: no}}}
  /filters/{id}:
    ${ID}
    get: {responses: {'200': {description: it, ${content(FILTER)}}, '404': {description: no}}}
    put: {requestBody: {required: true, ${content(BODY)}}, responses: {'204': {description: changed}, '400': {description: no}, '404': {description: no}}}
    delete: {responses: {'204': {description: gone}, '404': {description: no}}}
`;

type Filter = { readonly id: string; readonly name: string; readonly note?: string };

function filterOf(id: string, json: unknown): Filter | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const { name, note } = json as { readonly name?: unknown; readonly note?: unknown };
  if (typeof name !== 'string' || (note !== undefined && typeof note !== 'string')) return undefined;
  return { id, name, ...(note === undefined ? {} : { note }) };
}

const filters =
  (kept: Map<string, Filter>, keeps: boolean): MakeService =>
  () => {
    kept.set('theirs', { id: 'theirs', name: 'of others' });
    let last = 0;
    return ({ method, path, json }) => {
      const [, , id = ''] = path.split('/');
      if (path === '/filters')
        return method === 'GET' ? { status: 200, body: [...kept.values()] } : { status: 405 };
      if (path === '/filters/create' && method === 'POST') {
        const made = filterOf(`f${String(last + 1)}`, json);
        if (made === undefined) return { status: 400 };
        last += 1;
        kept.set(made.id, made);
        return { status: 200, body: made };
      }
      if (!kept.has(id) || path.split('/').length !== 3) return { status: 404 };
      if (method === 'GET') return { status: 200, body: kept.get(id) };
      if (method === 'DELETE') return { status: kept.delete(id) ? 204 : 404 };
      const changed = method === 'PUT' ? filterOf(id, json) : undefined;
      if (method !== 'PUT') return { status: 405 };
      if (changed === undefined) return { status: 400 };
      if (keeps) kept.set(id, changed);
      return { status: 204 };
    };
  };

test.each([
  [true, []],
  [false, ['resources.update-stored']],
])(
  'what is made below its list lives, and is removed again (updates are kept: %s)',
  async (keeps, blamed) => {
    const kept = new Map<string, Filter>();
    const { record, verdict } = await runAtOnce(DOCUMENT, filters(kept, keeps));
    const failed = record.results.filter(({ outcome }) => outcome.kind === 'fail').map(({ id }) => id);
    expect(failed).toEqual(expect.arrayContaining(blamed));
    expect(verdict.exitCode).toBe(keeps ? 0 : 1);
    expect(kept.has('theirs')).toBe(true);
    // What a body of two readings made is told, and left.
    const told = (record.footer?.leftovers ?? []).map(({ identity }) => identity);
    const left = [...kept.keys()].filter((id) => id !== 'theirs');
    expect(left.map((id) => JSON.stringify(id))).toEqual(told);
    expect(told.length).toBeLessThan(2);
  },
);
