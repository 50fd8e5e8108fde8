import { expect, test } from 'vitest';
import { isObject } from '../../src/json/value.ts';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, OTHER_KEY, runAgainstService, userOf } from './run-against-service.ts';

/** Hooks of each user that only a list shows, by a text that no answer shows. */

const HOOK =
  '{type: object, required: [id, kind], properties: {id: {type: string}, kind: {type: string, enum: [made, gone]}}}';
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const DOCUMENT = `
openapi: 3.1.0
info: {title: Hooks, version: '1'}
security: [{access: []}]
paths:
  /hooks:
    get:
      responses: {'200': {description: Your hooks, ${json(`{type: object, required: [items], properties: {items: {type: array, items: ${HOOK}}}}`)}}, '401': {description: no key}}
    post:
      requestBody: {required: true, ${json('{type: object, required: [kind, secret], properties: {kind: {type: string, enum: [made, gone]}, secret: {type: string, minLength: 1, maxLength: 60, writeOnly: true}}}')}}
      responses: {'201': {description: made, ${json(HOOK)}}, '400': {description: no}, '401': {description: no key}}
  /hooks/{hook_id}:
    parameters: [{name: hook_id, in: path, required: true, schema: {type: string}}]
    delete:
      responses: {'204': {description: gone}, '401': {description: no key}, '404': {description: none}}
components: {securitySchemes: {access: {type: http, scheme: bearer}}}
`;

type Hook = { readonly user: string; readonly shown: { readonly id: string; readonly kind: unknown } };

/** `denies`: how a removal by another user is refused; `shows`: whether a list has those of all users. */
const hooks =
  ({ denies, shows }: { readonly denies: 403 | 404; readonly shows: boolean }): MakeService =>
  () => {
    const all = new Map<string, Hook>();
    let made = 0;
    return (ask) => {
      const user = userOf(ask);
      if (user === undefined) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const [, , id] = ask.path.split('/');
      if (id !== undefined) {
        const hook = all.get(id);
        if (hook === undefined) return { status: 404 };
        if (hook.user !== user) return { status: denies };
        all.delete(id);
        return { status: 204 };
      }
      const own = [...all.values()].filter((one) => shows || one.user === user);
      if (ask.method === 'GET') return { status: 200, body: { items: own.map(({ shown }) => shown) } };
      const { kind, secret } = isObject(ask.json) ? ask.json : {};
      if (typeof secret !== 'string' || secret === '' || Array.from(secret).length > 60)
        return { status: 400 };
      if (kind !== 'made' && kind !== 'gone') return { status: 400 };
      const hook = { user, shown: { id: `h${String((made += 1))}x7`, kind } };
      all.set(hook.shown.id, hook);
      return { status: 201, body: hook.shown };
    };
  };

test.each([
  ['their own users alone', { denies: 404, shows: false }, []],
  ['a user who is told that there is none', { denies: 404, shows: true }, ['resources.not-listed-by-others']],
  // Who may not remove it may see it.
  ['a user who may not remove it', { denies: 403, shows: true }, []],
] as const)('hooks that a list shows to %s', async (_name, ways, warned) => {
  const run = await runAgainstService(DOCUMENT, hooks(ways), {}, OTHER_KEY);
  expect(idsOf(run, 'fail')).toEqual([]);
  expect(idsOf(run, 'warn').filter((id) => id.startsWith('resources.'))).toEqual(warned);
  expect(run.verdict.exitCode).toBe(0);
});
