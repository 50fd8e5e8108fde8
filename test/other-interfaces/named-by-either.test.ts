import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { percentDecoded } from '../../src/http/target.ts';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

const ID = '{type: string, format: uuid}';
const NAME = '{type: string, minLength: 1, maxLength: 80}';
const place = (name: string, schema: string): string =>
  `parameters: [{name: ${name}, in: path, required: true, schema: ${schema}}]`;
const json = (schema: string): string =>
  `content: {application/json: {schema: {$ref: '#/components/schemas/${schema}'}}}`;
const list = (schema: string): string =>
  `content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/${schema}'}}}}`;
const REFUSALS = `'403': {description: not allowed}, '404': {description: not there}, '422': {description: no}`;

/** Entries that two members name, models that belong to what their path names and to who asks, and other users. */
const DOCUMENT = `
openapi: 3.1.0
info: {title: Spaces, version: '1'}
paths:
  /me:
    get: {responses: {'200': {description: who asks, ${json('User')}}}}
  /users:
    get: {responses: {'200': {description: all, ${list('User')}}}}
    post:
      requestBody: {required: true, ${json('NewSpace')}}
      responses: {'201': {description: made, ${json('User')}}, ${REFUSALS}}
  /spaces:
    get: {responses: {'200': {description: all, ${list('Space')}}}}
    post:
      requestBody: {required: true, ${json('NewSpace')}}
      responses: {'201': {description: made, ${json('Space')}}, ${REFUSALS}}
  /spaces/{space_name_or_id}:
    ${place('space_name_or_id', '{type: string}')}
    get: {responses: {'200': {description: one, ${json('Space')}}, ${REFUSALS}}}
    delete: {responses: {'204': {description: gone}, ${REFUSALS}}}
  /spaces/{space_id}:
    ${place('space_id', ID)}
    put:
      requestBody: {required: true, ${json('NewSpace')}}
      responses: {'200': {description: changed, ${json('Space')}}, ${REFUSALS}}
  /spaces/{space_name_or_id}/models:
    ${place('space_name_or_id', '{type: string}')}
    post:
      requestBody: {required: true, ${json('NewModel')}}
      responses: {'201': {description: made, ${json('Model')}}, ${REFUSALS}}
components:
  schemas:
    User: {type: object, required: [id, name], properties: {id: ${ID}, name: ${NAME}}}
    NewSpace: {type: object, required: [name], properties: {name: ${NAME}}}
    Space: {type: object, required: [id, name], properties: {id: ${ID}, name: ${NAME}}}
    NewModel: {type: object, required: [space, user, name], properties: {space: ${ID}, user: ${ID}, name: ${NAME}}}
    Model: {type: object, required: [id, space, user, name], properties: {id: ${ID}, space: ${ID}, user: ${ID}, name: ${NAME}}}
`;

type Space = { readonly id: string; name: string };

const isName = (name: unknown): name is string =>
  typeof name === 'string' && name.length > 0 && Array.from(name).length <= 80;

/** `forgets`: what a PUT says is shown, and not stored. */
const spaces =
  ({ forgets = false } = {}): MakeService =>
  () => {
    const me: Space = { id: randomUUID(), name: 'me' };
    const users = [me];
    const kept = [{ id: randomUUID(), name: 'default' }];
    return ({ method, path, json: sent }) => {
      const [, first, key = '', below = ''] = path
        .split('/')
        .map((segment) => percentDecoded(segment) ?? segment);
      const body: Record<string, unknown> = typeof sent === 'object' && sent !== null ? { ...sent } : {};
      if (first === 'me') return { status: 200, body: me };
      const all = first === 'users' ? users : kept;
      if (key === '') {
        if (method === 'GET') return { status: 200, body: all };
        if (!isName(body['name'])) return { status: 422 };
        const made = { id: randomUUID(), name: body['name'] };
        all.push(made);
        return { status: 201, body: made };
      }
      const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key);
      if (method === 'PUT' && !isUuid) return { status: 422 };
      const space = kept.find(({ id, name }) => id === key || name === key);
      if (space === undefined) return { status: 404 };
      if (below === 'models') {
        const { space: within, user, name } = body;
        if (!isName(name)) return { status: 422 };
        if (within !== space.id || user !== me.id)
          return { status: typeof within === 'string' && typeof user === 'string' ? 403 : 422 };
        return { status: 201, body: { id: randomUUID(), space: within, user, name } };
      }
      if (method === 'DELETE') {
        kept.splice(kept.indexOf(space), 1);
        return { status: 204 };
      }
      if (method === 'GET') return { status: 200, body: space };
      if (!isName(body['name'])) return { status: 422 };
      if (!forgets) space.name = body['name'];
      return { status: 200, body: { ...space, name: body['name'] } };
    };
  };

test('entries are asked for by the name that each place takes, as who asks, in the place that the path names', async () => {
  const run = await runAtOnce(DOCUMENT, spaces());
  expect(idsOf(run, 'fail')).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test('and what is not stored there is found', async () => {
  const run = await runAtOnce(DOCUMENT, spaces({ forgets: true }));
  expect(idsOf(run, 'fail')).toContain('resources.update-stored');
});
