import { describe, expect, test } from 'vitest';
import { idsOf } from './run-against-mock.ts';
import { type Ask, isKnown, type MakeService, runAtOnce } from './run-against-service.ts';

/** Accounts by mail address, of which there is one each: no body is taken twice, and its members have edges all the same. */

const content = (name: string): string =>
  `content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}`;
const ID = `{name: id, in: path, required: true, schema: {type: integer}}`;

const DOCUMENT = `
openapi: 3.1.0
info: {title: Accounts, version: '1'}
security: [{access: []}]
components:
  securitySchemes: {access: {type: http, scheme: bearer}}
  schemas:
    Asked: {type: object, required: [email, name], properties: {email: {type: string, format: email, maxLength: 120}, name: {type: string, minLength: 1, maxLength: 60}, alias: {type: [string, 'null'], maxLength: 30}}}
    Account: {type: object, required: [id, email, name], properties: {id: {type: integer}, email: {type: string}, name: {type: string}, alias: {type: [string, 'null']}}}
paths:
  /accounts:
    get: {operationId: list, responses: {'200': {description: all, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Account'}}}}}, '401': {description: who}}}
    post:
      operationId: make
      requestBody: {required: true, ${content('Asked')}}
      responses: {'201': {description: made, ${content('Account')}}, '401': {description: who}, '400': {description: no}, '409': {description: there already}}
  /accounts/{id}:
    parameters: [${ID}]
    get: {operationId: read, responses: {'200': {description: it, ${content('Account')}}, '401': {description: who}, '404': {description: none}, '400': {description: no}}}
    delete: {operationId: remove, responses: {'204': {description: gone}, '401': {description: who}, '404': {description: none}, '400': {description: no}}}
`;

/** `twice`: the status for a mail address that is there. `most`: letters of a name. `hasNoNull`: an alias has to be a text. */
type Ways = { readonly twice: number; readonly most?: number; readonly hasNoNull?: boolean };

type Account = { readonly email: string; readonly name: string; readonly alias?: string | null };

function isText(value: unknown, least: number, most: number): value is string {
  if (typeof value !== 'string') return false;
  const { length } = Array.from(value);
  return length >= least && length <= most;
}

function accountIn({ json }: Ask, { most = 60, hasNoNull = false }: Ways): Account | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const { email, name, alias } = json as Readonly<Record<string, unknown>>;
  if (!isText(email, 3, 120) || !/^[^\s@]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(email)) return undefined;
  if (!isText(name, 1, most)) return undefined;
  const isNull = alias === null && !hasNoNull;
  if (alias !== undefined && !isNull && !isText(alias, 0, 30)) return undefined;
  return { email, name, ...(alias === undefined ? {} : { alias: isNull ? null : String(alias) }) };
}

function accounts(ways: Ways): MakeService {
  return () => {
    const all = new Map<number, Account & { readonly id: number }>();
    let last = 0;
    return (ask) => {
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const [, , id] = ask.path.split('/');
      if (id === undefined) {
        if (ask.method === 'GET') return { status: 200, body: [...all.values()] };
        const asked = accountIn(ask, ways);
        if (asked === undefined) return { status: 400 };
        if (all.values().some(({ email }) => email === asked.email)) return { status: ways.twice };
        last += 1;
        const made = { id: last, ...asked };
        all.set(last, made);
        return { status: 201, body: made };
      }
      if (!/^-?\d+$/.test(id)) return { status: 400 };
      const known = all.get(Number(id));
      if (known === undefined) return { status: 404 };
      if (ask.method === 'GET') return { status: 200, body: known };
      all.delete(Number(id));
      return { status: 204 };
    };
  };
}

describe.each([400, 409])('what has to be unique, where it is refused with %i', (twice) => {
  test('takes nothing away from the edges of other members', async () => {
    const run = await runAtOnce(DOCUMENT, accounts({ twice }));
    expect([idsOf(run, 'fail'), idsOf(run, 'warn')]).toEqual([[], []]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test('hides no bound that is one too small', async () => {
    const run = await runAtOnce(DOCUMENT, accounts({ twice, most: 59 }));
    expect(idsOf(run, 'fail')).toEqual(['validation.bounds-taken']);
  });

  test('hides no value that is never taken', async () => {
    const run = await runAtOnce(DOCUMENT, accounts({ twice, hasNoNull: true }));
    expect([idsOf(run, 'fail'), idsOf(run, 'warn')]).toEqual([[], ['validation.values-taken']]);
  });
});
