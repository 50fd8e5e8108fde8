import { describe, expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import type { MockRun } from './run-against-mock.ts';
import { isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';
import { isObject, isText } from './shelf.ts';

/** Entries inside of what nobody can make by the document, and no list shows: the account of the key. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const BOOK = '{$ref: "#/components/schemas/Book"}';
const ACCOUNT = '{$ref: "#/components/schemas/Account"}';
const FAULTS = "'400': {description: no}, '401': {description: who}, '404': {description: none}";
const one = (name: string): string => `{name: ${name}, in: path, required: true, schema: {type: string}}`;
const WHO_ASKS = `
  /me: {get: {operationId: me, responses: {'200': {description: you, ${json('{type: object, required: [accountId], properties: {accountId: {type: string}}}')}}, '401': {description: who}}}}`;
const document = (more = ''): string => `
openapi: 3.0.3
info: {title: Accounts, version: '1'}
security: [{key: []}]
paths:${more}
  /accounts/{accountId}:
    parameters: [${one('accountId')}]
    get: {operationId: readAccount, responses: {'200': {description: it, ${json(ACCOUNT)}}, ${FAULTS}}}
    put:
      operationId: replaceAccount
      requestBody: {required: true, ${json(ACCOUNT)}}
      responses: {'200': {description: it, ${json(ACCOUNT)}}, ${FAULTS}}
    delete: {operationId: closeAccount, responses: {'204': {description: gone}, ${FAULTS}}}
  /accounts/{accountId}/books:
    parameters: [${one('accountId')}]
    get: {operationId: books, responses: {'200': {description: all, ${json(`{type: array, items: ${BOOK}}`)}}, ${FAULTS}}}
    post:
      operationId: addBook
      requestBody: {required: true, ${json('{$ref: "#/components/schemas/NewBook"}')}}
      responses: {'201': {description: made, ${json(BOOK)}}, ${FAULTS}}
  /accounts/{accountId}/books/{id}:
    parameters: [${one('accountId')}, ${one('id')}]
    get: {operationId: readBook, responses: {'200': {description: it, ${json(BOOK)}}, ${FAULTS}}}
    delete: {operationId: removeBook, responses: {'204': {description: gone}, ${FAULTS}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Account: {type: object, required: [name], properties: {name: {type: string}}}
    NewBook: {type: object, required: [title], properties: {title: {type: string, minLength: 1}}}
    Book: {type: object, required: [id, title], properties: {id: {type: string}, title: {type: string}}}
`;

type Ways = { readonly removes?: false };

const accounts =
  ({ removes }: Ways = {}): MakeService =>
  () => {
    const books = new Map<string, string>();
    let serial = 0;
    return (ask): Reply => {
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const { method, path, json: sent } = ask;
      if (path === '/me') return { status: 200, body: { accountId: 'acme' } };
      const [, account, , list, id] = /^\/accounts\/([^/]+)(\/(books)(?:\/([^/]+))?)?$/.exec(path) ?? [];
      if (account !== 'acme') return { status: 404 };
      if (list === undefined)
        return method === 'GET' ? { status: 200, body: { name: 'Acme' } } : { status: 500 };
      if (id === undefined) {
        if (method === 'GET')
          return { status: 200, body: [...books].map(([own, title]) => ({ id: own, title })) };
        const title = isObject(sent) ? sent['title'] : undefined;
        if (!isText(title, 1)) return { status: 400 };
        serial += 1;
        books.set(`b${String(serial)}`, title);
        return { status: 201, body: { id: `b${String(serial)}`, title } };
      }
      const title = books.get(id);
      if (title === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: { id, title } };
      if (removes !== false) books.delete(id);
      return { status: 204 };
    };
  };

const GIVEN = { parameters: [{ filter: '/**', values: new Map([['accountId', 'acme']]) }] };

function notServed({ record }: MockRun): readonly string[] {
  const { operations } = record.footer?.coverage ?? { operations: [] };
  return operations.filter(({ served }) => served === 0).map(({ id }) => id);
}

describe('inside of an account that is there already', () => {
  test('nothing is made where nobody says which it is, and the report says how to', async () => {
    const run = await runAtOnce(document(), accounts());
    expect(blames(run)).toBe('');
    expect(run.verdict.exitCode).toBe(2);
    expect(notServed(run)).toContain('addBook');
    const standing = run.record.footer?.coverage?.operations.find(({ id }) => id === 'addBook');
    expect(standing?.outOfReach).toContain('--parameter accountId=VALUE');
  });

  test('entries are made and removed where it is given, and it is left as it is', async () => {
    const run = await runAtOnce(document(), accounts(), {}, GIVEN);
    expect(alarms(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
    expect(notServed(run)).toEqual(['replaceAccount', 'closeAccount']);
    const touched = run.asked.filter(({ method, path }) => method !== 'GET' && path === '/accounts/acme');
    expect(touched).toEqual([]);
  });

  test('so are they where an answer about whoever asks tells of it', async () => {
    const run = await runAtOnce(document(WHO_ASKS), accounts());
    expect(run.verdict.exitCode).toBe(0);
    expect(notServed(run)).toEqual(['replaceAccount', 'closeAccount']);
  });

  test('a removal there that removes nothing is blamed', async () => {
    expect(blames(await runAtOnce(document(), accounts({ removes: false }), {}, GIVEN))).toContain(
      'resources.removed-is-gone',
    );
  });
});
