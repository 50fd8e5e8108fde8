import { describe, expect, test } from 'vitest';
import { startMock } from '../../src/mock/server/start-mock.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, faultsOfAssay, idsOf, runAgainstMock } from './run-against-mock.ts';
import { type Ask, isKnown, type MakeService, type Reply, runAgainstService } from './run-against-service.ts';
import { wholeInCi } from '../sampled.ts';

const PROBLEM = `{ description: A problem, content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string } } } } } }`;
const ACCOUNT = `content: { application/json: { schema: { $ref: '#/components/schemas/Account' } } }`;

/** Accounts with a secret inside of a member, and of each item of a list. */
const ACCOUNTS = `
openapi: 3.1.0
info: { title: Accounts, version: '1' }
security: [{ access: [] }]
paths:
  /accounts:
    get:
      operationId: listAccounts
      responses:
        '200': { description: All, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Account' } } } } }
        '401': ${PROBLEM}
    post:
      operationId: addAccount
      requestBody: { required: true, ${ACCOUNT} }
      responses:
        '201': { description: The account, ${ACCOUNT} }
        '400': ${PROBLEM}
        '401': ${PROBLEM}
  /accounts/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: readAccount
      responses:
        '200': { description: The account, ${ACCOUNT} }
        '400': ${PROBLEM}
        '401': ${PROBLEM}
        '404': ${PROBLEM}
    put:
      operationId: replaceAccount
      requestBody: { required: true, ${ACCOUNT} }
      responses:
        '200': { description: The account, ${ACCOUNT} }
        '400': ${PROBLEM}
        '401': ${PROBLEM}
        '404': ${PROBLEM}
components:
  securitySchemes: { access: { type: http, scheme: bearer } }
  schemas:
    Secret: { type: string, minLength: 8, maxLength: 40, writeOnly: true }
    Account:
      type: object
      required: [id, label, login, keys]
      properties:
        id: { type: integer, readOnly: true }
        label: { type: string, minLength: 1, maxLength: 80 }
        login:
          type: object
          required: [user]
          properties: { user: { type: string, minLength: 1, maxLength: 40 }, secret: { $ref: '#/components/schemas/Secret' } }
        keys:
          type: array
          minItems: 1
          maxItems: 3
          items:
            type: object
            required: [name, secret]
            properties: { name: { type: string, maxLength: 40 }, secret: { $ref: '#/components/schemas/Secret' } }
`;

/** Where members are looked at. */
const SUITES = { suites: ['resources', 'collections'] };

type Members = { readonly [name: string]: unknown };

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown, least: number, most: number): boolean {
  if (typeof value !== 'string') return false;
  const { length } = Array.from(value);
  return length >= least && length <= most;
}

function isAccount(body: unknown): body is Members {
  if (!isObject(body) || !isText(body['label'], 1, 80)) return false;
  const { login, keys } = body;
  if (!isObject(login) || !isText(login['user'], 1, 40)) return false;
  if (login['secret'] !== undefined && !isText(login['secret'], 8, 40)) return false;
  if (!Array.isArray(keys) || keys.length < 1 || keys.length > 3) return false;
  return keys.every((key) => isObject(key) && isText(key['name'], 0, 40) && isText(key['secret'], 8, 40));
}

type Show = (inner: Members) => Members;

const without: Show = ({ secret: _secret, ...rest }) => rest;
const asItIs: Show = (inner) => inner;
const masked: Show = (inner) => ('secret' in inner ? { ...inner, secret: '********' } : inner);

/** Shows an account by what it does with what holds a secret. */
function accounts(showLogin: Show, showKey: Show, keysOf = (keys: readonly unknown[]) => keys): MakeService {
  return () => {
    const kept: Members[] = [];
    const shown = (account: Members): Members => {
      const { login, keys } = account;
      const shownKeys = keysOf(Array.isArray(keys) ? keys : []).map((key) =>
        isObject(key) ? showKey(key) : key,
      );
      return { ...account, login: isObject(login) ? showLogin(login) : login, keys: shownKeys };
    };
    const onList = ({ method, json }: Ask): Reply => {
      if (method !== 'POST') return { status: 200, body: kept.map(shown) };
      if (!isAccount(json)) return { status: 400, body: { title: 'not valid' } };
      const { label, login, keys } = json;
      const account = { id: kept.length + 1, label, login, keys };
      kept.push(account);
      return { status: 201, body: shown(account) };
    };
    return (ask) => {
      if (!isKnown(ask))
        return { status: 401, body: { title: 'not known' }, headers: { 'WWW-Authenticate': 'Bearer' } };
      if (ask.path === '/accounts') return onList(ask);
      const id = /^\/accounts\/(\d+)$/.exec(ask.path)?.[1];
      if (id === undefined) return { status: 400, body: { title: 'not valid' } };
      const account = kept[Number(id) - 1];
      if (account === undefined) return { status: 404, body: { title: 'not there' } };
      if (ask.method !== 'PUT') return { status: 200, body: shown(account) };
      if (!isAccount(ask.json)) return { status: 400, body: { title: 'not valid' } };
      const { label, login, keys } = ask.json;
      const next = { id: Number(id), label, login, keys };
      kept[Number(id) - 1] = next;
      return { status: 200, body: shown(next) };
    };
  };
}

describe('members inside of others that are writeOnly', () => {
  const honest: readonly (readonly [string, MakeService])[] = [
    ['are left out', accounts(without, without)],
    ['are masked', accounts(masked, masked)],
    ['are left out of items in another order', accounts(without, without, (keys) => keys.toReversed())],
  ];
  test.each(wholeInCi(honest, 2))('%s', async (_what, serve) => {
    const run = await runAgainstService(ACCOUNTS, serve, SUITES);
    expect(faultsOfAssay(run)).toEqual([]);
    expect(blamed(run)).toEqual([]);
    expect(idsOf(run, 'pass')).toContain('resources.write-only-hidden');
  });

  const shown: readonly (readonly [string, MakeService])[] = [
    ['in an object', accounts(asItIs, without)],
    ['in the items of a list', accounts(without, asItIs)],
  ];
  test.each(wholeInCi(shown, 2))('are found where they are shown: %s', async (_what, serve) => {
    const run = await runAgainstService(ACCOUNTS, serve, SUITES);
    expect(faultsOfAssay(run)).toEqual([]);
    expect(idsOf(run, 'fail')).toEqual(['resources.write-only-hidden']);
  });

  test("are left out by assay's own mock", async () => {
    const loaded = await loadOnce({ 'openapi.yaml': ACCOUNTS });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const run = await runAgainstMock(loaded.interface);
    expect(blamed(run)).toEqual([]);
    expect(idsOf(run, 'pass')).toContain('resources.write-only-hidden');
  });
});

const STOCK = `content: { application/json: { schema: { $ref: '#/components/schemas/Stock' } } }`;
const STOCKS = `
openapi: 3.0.3
info: { title: Stocks, version: '1' }
paths:
  /stock:
    get: { responses: { '200': { description: It, ${STOCK} } } }
    put: { requestBody: { required: true, ${STOCK} }, responses: { '200': { description: It, ${STOCK} } } }
  /stock/{id}/count:
    put:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      requestBody: { required: true, ${STOCK} }
      responses: { '200': { description: It, ${STOCK} } }
components:
  schemas:
    Stock:
      type: object
      required: [book, count]
      properties: { book: { type: integer, writeOnly: true }, count: { type: integer } }
`;

test.each([['/stock'], ['/stock/7/count']])(
  'the mock shows nothing hidden of what it draws, and of what is sent to %s',
  async (path) => {
    const loaded = await loadOnce({ 'openapi.yaml': STOCKS });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const mock = await startMock({ interface: loaded.interface, onError: () => undefined });
    const body = JSON.stringify({ book: 5, count: 3 });
    const headers = { 'Content-Type': 'application/json' };
    try {
      const sent = await fetch(`${mock.url}${path}`, { method: 'PUT', headers, body });
      expect(await sent.json()).toEqual({ count: 3 });
      const read = await fetch(`${mock.url}/stock`);
      expect(Object.keys((await read.json()) as object)).toEqual(['count']);
    } finally {
      await mock.close();
    }
  },
);
