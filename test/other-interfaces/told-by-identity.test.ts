import { expect, test } from 'vitest';
import { type MakeService, runAtOnce } from './run-against-service.ts';

const BODY = '{type: object, required: [name], properties: {name: {type: string}, color: {type: string}}}';
const DONE =
  '{type: object, required: [id, status], properties: {id: {type: string}, status: {type: string}}}';
const TAG =
  '{type: object, required: [id, name], properties: {id: {type: string}, name: {type: string}, color: {type: string}}}';
const content = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;

/** A creation that answers 200 with nothing but the identity, and that it is done. */
const DOCUMENT = `
openapi: 3.1.0
info: {title: Tags, version: '1'}
paths:
  /tags:
    get: {responses: {'200': {description: all, ${content(`{type: array, items: ${TAG}}`)}}}}
    post: {requestBody: {required: true, ${content(BODY)}}, responses: {'200': {description: done, ${content(DONE)}}, '400': {description: no}}}
  /tags/{tag_id}:
    parameters: [{name: tag_id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: it, ${content(TAG)}}, '404': {description: no}}}
    put: {requestBody: {required: true, ${content(BODY)}}, responses: {'200': {description: done, ${content(DONE)}}, '400': {description: no}, '404': {description: no}}}
    delete: {responses: {'204': {description: gone}, '404': {description: no}}}
`;

type Tag = { readonly id: string; readonly name: string; readonly color?: string };

function tagOf(id: string, json: unknown): Tag | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const { name, color } = json as Partial<Tag>;
  if (typeof name !== 'string' || (color !== undefined && typeof color !== 'string')) return undefined;
  return { id, name, ...(color === undefined ? {} : { color }) };
}

type Ways = {
  readonly keepsUpdates?: boolean;
  /** A creation writes over the one tag that is there. */ readonly isOne?: boolean;
};

const tags =
  (kept: Map<string, Tag>, { keepsUpdates = true, isOne = false }: Ways): MakeService =>
  () => {
    kept.set('theirs', { id: 'theirs', name: 'of others' });
    let last = 0;
    const done = (id: string) => ({ status: 200, body: { id, status: 'OK' } });
    return ({ method, path, json }) => {
      const [, first, id = '', ...more] = path.split('/');
      if (first !== 'tags' || more.length > 0) return { status: 404 };
      if (path === '/tags' && method === 'GET') return { status: 200, body: [...kept.values()] };
      if (path === '/tags' && method === 'POST') {
        const made = tagOf(isOne ? 'theirs' : `t${String(last + 1)}`, json);
        if (made === undefined) return { status: 400 };
        last += 1;
        kept.set(made.id, made);
        return done(made.id);
      }
      if (path === '/tags') return { status: 405 };
      if (!kept.has(id)) return { status: 404 };
      if (method === 'GET') return { status: 200, body: kept.get(id) };
      if (method === 'DELETE') return { status: kept.delete(id) ? 204 : 404 };
      const changed = method === 'PUT' ? tagOf(id, json) : undefined;
      if (method !== 'PUT') return { status: 405 };
      if (changed === undefined) return { status: 400 };
      if (keepsUpdates) kept.set(id, changed);
      return done(id);
    };
  };

test.each([
  ['kept', true, []],
  ['lost', false, ['resources.update-stored']],
])(
  'what a creation tells by its identity alone lives, and its updates are %s',
  async (_how, keepsUpdates, blamed) => {
    const kept = new Map<string, Tag>();
    const { record } = await runAtOnce(DOCUMENT, tags(kept, { keepsUpdates }));
    const failed = record.results.filter(({ outcome }) => outcome.kind === 'fail').map(({ id }) => id);
    expect(failed).toEqual(blamed);
    const proven = record.results.find(({ id }) => id === 'resources.removed-is-gone')?.outcome.kind;
    expect(proven).toBe('pass');
    expect(kept.get('theirs')?.name).toBe('of others');
  },
);

test('what a creation wrote over is not removed', async () => {
  const kept = new Map<string, Tag>();
  await runAtOnce(DOCUMENT, tags(kept, { isOne: true }));
  expect([...kept.keys()]).toEqual(['theirs']);
});
