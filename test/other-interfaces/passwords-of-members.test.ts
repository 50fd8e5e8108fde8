import { expect, test } from 'vitest';
import { idsOf } from './run-against-mock.ts';
import { type Ask, isKnown, type MakeService, runAtOnce } from './run-against-service.ts';

/** Members who have a password each: what a run changes of those that it made is not its own account. */

const content = (name: string): string =>
  `content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}`;

const DOCUMENT = `
openapi: 3.1.0
info: {title: Club, version: '1'}
security: [{access: []}]
components:
  securitySchemes: {access: {type: http, scheme: bearer}}
  schemas:
    NewMember: {type: object, required: [name, password], properties: {name: {type: string, minLength: 1, maxLength: 80}, password: {type: string, minLength: 8, maxLength: 64}}}
    Change: {type: object, properties: {name: {type: string, minLength: 1, maxLength: 80}, password: {type: string, minLength: 8, maxLength: 64}}}
    Member: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}
paths:
  /members:
    get: {operationId: list, responses: {'200': {description: all, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Member'}}}}}, '401': {description: who}}}
    post:
      operationId: make
      requestBody: {required: true, ${content('NewMember')}}
      responses: {'201': {description: made, ${content('Member')}}, '401': {description: who}, '422': {description: no}}
  /members/me:
    get: {operationId: me, responses: {'200': {description: who asks, ${content('Member')}}, '401': {description: who}}}
    patch:
      operationId: changeMe
      requestBody: {required: true, ${content('Change')}}
      responses: {'200': {description: changed, ${content('Member')}}, '401': {description: who}, '422': {description: no}}
  /members/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: read, responses: {'200': {description: it, ${content('Member')}}, '401': {description: who}, '404': {description: none}, '422': {description: no}}}
    patch:
      operationId: change
      requestBody: {required: true, ${content('Change')}}
      responses: {'200': {description: changed, ${content('Member')}}, '401': {description: who}, '404': {description: none}, '422': {description: no}}
    delete: {operationId: remove, responses: {'204': {description: gone}, '401': {description: who}, '404': {description: none}, '422': {description: no}}}
`;

type Member = { readonly id: number; readonly name: string };

function fits(value: unknown, least: number, most: number): value is string {
  if (typeof value !== 'string') return false;
  const { length } = Array.from(value);
  return length >= least && length <= most;
}

/** What a body says of a member; `undefined` where it may not. */
function told({ json }: Ask): { readonly name?: string; readonly password?: string } | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const { name, password } = json as { readonly name?: unknown; readonly password?: unknown };
  if (name !== undefined && !fits(name, 1, 80)) return undefined;
  if (password !== undefined && !fits(password, 8, 64)) return undefined;
  return { ...(name === undefined ? {} : { name }), ...(password === undefined ? {} : { password }) };
}

/** `loses`: a change is answered and not kept. */
function club(loses = false): MakeService {
  return () => {
    const all = new Map<number, Member>([[1, { id: 1, name: 'whoever asks' }]]);
    let last = 1;
    return (ask) => {
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const [, , id] = ask.path.split('/');
      if (id === undefined && ask.method === 'GET') return { status: 200, body: [...all.values()] };
      const asked = told(ask);
      if (id === undefined) {
        if (asked?.name === undefined || asked.password === undefined) return { status: 422 };
        last += 1;
        const made = { id: last, name: asked.name };
        all.set(made.id, made);
        return { status: 201, body: made };
      }
      const number = id === 'me' ? 1 : Number(id);
      if (!/^-?\d+$/.test(String(number))) return { status: 422 };
      const known = all.get(number);
      if (ask.method === 'PATCH' && asked === undefined) return { status: 422 };
      if (known === undefined) return { status: 404 };
      if (ask.method === 'GET') return { status: 200, body: known };
      if (ask.method === 'DELETE') {
        all.delete(number);
        return { status: 204 };
      }
      const changed = { ...known, ...(asked?.name === undefined ? {} : { name: asked.name }) };
      if (!loses) all.set(number, changed);
      return { status: 200, body: changed };
    };
  };
}

test('what changes a member that the run made is in reach, and what changes its own account is not', async () => {
  const run = await runAtOnce(DOCUMENT, club());
  expect(idsOf(run, 'fail')).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
  const changed = run.asked.filter(({ method }) => method === 'PATCH').map(({ path }) => path);
  expect(changed.some((path) => /^\/members\/\d+$/.test(path))).toBe(true);
  expect(changed.filter((path) => path === '/members/me' || path === '/members/1')).toEqual([]);
});

test('a change of a member that is not kept is found', async () => {
  const run = await runAtOnce(DOCUMENT, club(true));
  expect(idsOf(run, 'fail')).toEqual(['resources.update-stored']);
});
