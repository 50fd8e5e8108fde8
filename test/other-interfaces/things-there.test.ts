import { describe, expect, test } from 'vitest';
import { wholeInCi } from '../sampled.ts';
import { isObject } from '../../src/json/value.ts';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, faultsOfAssay, idsOf, runAgainstMock } from './run-against-mock.ts';
import {
  type Ask,
  type MakeService,
  type Reply,
  runAgainstService,
  runAtOnce,
} from './run-against-service.ts';

/** Things that are always there: one inside of each order, and the settings that all users share. */

const SETTINGS =
  'type: object, properties: { title: { type: string, maxLength: 60 }, footer: { type: string, maxLength: 60 }, rows: { type: integer, minimum: 1, maximum: 100000 }, contactEmail: { type: string, format: email }, changes: { type: integer, readOnly: true } }';
const ADDRESS =
  'type: object, required: [street], properties: { street: { type: string, minLength: 1, maxLength: 60 }, city: { type: string, maxLength: 60 } }';
const ORDER =
  'type: object, required: [id, name], properties: { id: { type: string }, name: { type: string, maxLength: 60 } }';
const BAD = '{ description: not valid }';
const ABSENT = '{ description: not there }';
const body = (schema: string): string => `content: { application/json: { schema: { ${schema} } } }`;
const taken = (schema: string): string => `requestBody: { required: true, ${body(schema)} }`;
const DOCUMENT = `
openapi: 3.0.3
info: { title: Orders, version: '1' }
paths:
  /settings:
    get:
      operationId: readSettings
      responses: { '200': { description: Settings, ${body(SETTINGS)} } }
    patch:
      operationId: changeSettings
      ${taken(SETTINGS)}
      responses: { '200': { description: Changed, ${body(SETTINGS)} }, '400': ${BAD} }
    put:
      operationId: replaceSettings
      ${taken(SETTINGS)}
      responses: { '200': { description: Replaced, ${body(SETTINGS)} }, '400': ${BAD} }
  /orders:
    post:
      operationId: addOrder
      ${taken('type: object, required: [name], properties: { name: { type: string, maxLength: 60 } }')}
      responses: { '201': { description: Made, ${body(ORDER)} }, '400': ${BAD} }
  /orders/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: readOrder
      responses: { '200': { description: One, ${body(ORDER)} }, '404': ${ABSENT} }
    delete:
      operationId: removeOrder
      responses: { '204': { description: Gone }, '404': ${ABSENT} }
  /orders/{id}/address:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: readAddress
      responses: { '200': { description: Where it goes, ${body(ADDRESS)} }, '404': ${ABSENT} }
    put:
      operationId: setAddress
      ${taken(ADDRESS)}
      responses: { '200': { description: Set, ${body(ADDRESS)} }, '400': ${BAD}, '404': ${ABSENT} }
`;

type Members = { readonly [name: string]: unknown };
type Ways = {
  /** What is kept of the settings. */
  readonly keeps?: (sent: Members, before: Members, method: string) => Members;
  /** What is kept of an address. */
  readonly sets?: (sent: Members, before: Members) => Members;
  /** What an order has for an address before it gets one; `null` for none. */
  readonly first?: Members | null;
  /** The answer to a PUT of an address. */
  readonly answers?: (kept: Members, isNew: boolean) => Reply;
  /** Refuses each change of the settings so. */
  readonly refuses?: number;
};

const BEFORE: Members = {
  title: 'Shop',
  footer: 'Thanks',
  rows: 20,
  contactEmail: 'a@example.com',
  changes: 0,
};

function isText(value: unknown, least = 0): boolean {
  if (value === undefined) return true;
  return typeof value === 'string' && value.length >= least && Array.from(value).length <= 60;
}

function settingsIn({ json }: Ask): Members | undefined {
  if (!isObject(json)) return undefined;
  const { title, footer, rows, contactEmail } = json;
  const isCount =
    rows === undefined ||
    (typeof rows === 'number' && Number.isInteger(rows) && rows >= 1 && rows <= 100_000);
  const isAddress =
    contactEmail === undefined ||
    (typeof contactEmail === 'string' && /^[!-?A-~]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(contactEmail));
  if (!isText(title) || !isText(footer) || !isCount || !isAddress) return undefined;
  return Object.fromEntries(
    Object.entries({ title, footer, rows, contactEmail }).filter(([, value]) => value !== undefined),
  );
}

function shop(
  kept: { settings: Members; readonly writes: Members[] },
  {
    keeps = (sent, before, method) => (method === 'PUT' ? sent : { ...before, ...sent }),
    sets = (sent) => sent,
    first = { street: 'none yet' },
    answers = (address) => ({ status: 200, body: address }),
    refuses,
  }: Ways = {},
): MakeService {
  return () => {
    const orders = new Map<string, { readonly name: string; address: Members | null }>();
    let made = 0;
    let changes = 0;
    const settingsAsked = (ask: Ask): Reply => {
      if (ask.method === 'GET') return { status: 200, body: kept.settings };
      const sent = settingsIn(ask);
      if (sent === undefined) return { status: 400 };
      if (refuses !== undefined) return { status: refuses };
      const { changes: _changes, ...before } = kept.settings;
      changes += 1;
      kept.settings = { ...keeps(sent, before, ask.method), changes };
      kept.writes.push(sent);
      return { status: 200, body: { ...(ask.method === 'PUT' ? {} : before), ...sent, changes } };
    };
    return (ask): Reply => {
      const { method, path, json } = ask;
      if (path === '/settings') return settingsAsked(ask);
      if (path === '/orders') {
        const name = isObject(json) ? json['name'] : undefined;
        if (typeof name !== 'string' || !isText(name)) return { status: 400 };
        const id = `o${String((made += 1))}`;
        orders.set(id, { name, address: first });
        return { status: 201, body: { id, name } };
      }
      const [, id = '', inside] = /^\/orders\/([^/]+)(\/address)?$/.exec(path) ?? [];
      const order = orders.get(id);
      if (order === undefined) return { status: 404 };
      if (inside === undefined) {
        if (method === 'GET') return { status: 200, body: { id, name: order.name } };
        orders.delete(id);
        return { status: 204 };
      }
      if (method === 'GET')
        return order.address === null ? { status: 404 } : { status: 200, body: order.address };
      if (!isObject(json)) return { status: 400 };
      const { street, city } = json;
      if (street === undefined || !isText(street, 1) || !isText(city)) return { status: 400 };
      const sent = { street, ...(city === undefined ? {} : { city }) };
      const isNew = order.address === null;
      order.address = sets(sent, order.address ?? {});
      return answers(sent, isNew);
    };
  };
}

const kept = (): { settings: Members; readonly writes: Members[] } => ({ settings: BEFORE, writes: [] });

describe('things that are always there', () => {
  test('are changed inside of what the run made, and left alone elsewhere', async () => {
    const shared = kept();
    const run = await runAtOnce(DOCUMENT, shop(shared));
    expect([...blamed(run), ...faultsOfAssay(run)]).toEqual([]);
    expect(shared.writes).toEqual([]);
    expect(idsOf(run, 'pass')).toContain('resources.update-stored');
    expect(run.verdict.exitCode).toBe(0);
  });

  test('are changed with --allow-writes, apart from who may come in, and put back', async () => {
    const shared = kept();
    const run = await runAtOnce(DOCUMENT, shop(shared), { allowWrites: true });
    expect([...blamed(run), ...faultsOfAssay(run)]).toEqual([]);
    expect(new Set(shared.writes.map(({ title }) => title)).size).toBeGreaterThan(1);
    expect(
      shared.writes.every(
        ({ contactEmail = BEFORE['contactEmail'] }) => contactEmail === BEFORE['contactEmail'],
      ),
    ).toBe(true);
    expect({ ...shared.settings, changes: 0 }).toEqual(BEFORE);
    expect(run.verdict.exitCode).toBe(0);
  });

  test.each(
    wholeInCi<readonly [name: string, ways: Ways]>(
      [
        [
          'there once they were put',
          { first: null, answers: (address, isNew) => ({ status: isNew ? 201 : 200, body: address }) },
        ],
        ['not shown when they are put', { answers: () => ({ status: 204 }) }],
        ['put later', { sets: (_sent, before) => before, answers: () => ({ status: 202 }) }],
        [
          'kept in the words of the service',
          { sets: (sent) => ({ ...sent, street: String(sent['street']).toUpperCase().trim() }) },
        ],
        ['closed to everybody', { refuses: 403 }],
        ['taken', { refuses: 409 }],
      ],
      3,
    ),
  )('blame nobody who has them %s', async (_name, ways) => {
    const shared = kept();
    const document = DOCUMENT.replaceAll(
      "responses: { '200': { description: Set,",
      "responses: { '201': { description: Set }, '202': { description: Later }, '204': { description: Set }, '200': { description: Set,",
    ).replaceAll(
      "'400': { description: not valid } }",
      "'400': { description: not valid }, '403': { description: no }, '409': { description: taken } }",
    );
    const run = await runAtOnce(document, shop(shared, ways), { allowWrites: true });
    expect([...blamed(run), ...faultsOfAssay(run)]).toEqual([]);
    expect({ ...shared.settings, changes: 0 }).toEqual(BEFORE);
    expect(run.record.footer?.leftovers).toEqual([]);
  });

  test("are kept by assay's own mock", async () => {
    const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const run = await runAgainstMock(loaded.interface);
    expect([...blamed(run), ...faultsOfAssay(run)]).toEqual([]);
    const addresses = [...run.record.exchanges.values()].filter(({ request }) =>
      request.target.endsWith('/address'),
    );
    const proven = run.record.results.find(({ id }) => id === 'resources.update-stored')?.outcome;
    expect(addresses.length).toBeGreaterThan(5);
    expect(proven?.kind).toBe('pass');
  });

  test('are put back by a resumed run, where the first was killed right after it changed them', async () => {
    const whole = (await runAtOnce(DOCUMENT, shop(kept()), { allowWrites: true })).record;
    const sent = [...whole.exchanges];
    const change = sent.findIndex(
      ([, { request }]) => request.target === '/settings' && request.method !== 'GET',
    );
    const exchanges = new Map(sent.slice(0, change + 1));
    const shared = kept();
    shared.settings = { ...shared.settings, title: 'as the killed run left it' };
    const earlier = { ...whole, exchanges, results: [], footer: undefined };
    const run = await runAgainstService(DOCUMENT, shop(shared), { allowWrites: true }, undefined, {
      earlier,
    });
    expect({ ...shared.settings, changes: 0 }).toEqual(BEFORE);
    expect(run.record.footer?.leftovers.map(({ name }) => name)).not.toContain('/settings is not as it was');
  });

  test('are told where they were not put back', async () => {
    let isShut = false;
    const shared = kept();
    const serve = shop(shared)();
    const run = await runAtOnce(
      DOCUMENT,
      () => (ask) => {
        isShut ||= shared.writes.length > 2;
        return isShut && ask.path === '/settings' && ask.method !== 'GET' ? { status: 503 } : serve(ask);
      },
      { allowWrites: true },
    );
    expect(run.record.footer?.leftovers).toContainEqual({
      operation: 'replaceSettings',
      name: '/settings is not as it was',
      identity: '',
    });
  });

  test.each(
    wholeInCi<readonly [name: string, finds: string, ways: Ways]>(
      [
        ['keep no address', 'resources.update-stored', { sets: (_sent, before) => before }],
        ['lose the city', 'resources.update-stored', { sets: ({ street }) => ({ street }) }],
        ['keep no settings', 'resources.update-stored', { keeps: (_sent, before) => before }],
        ['lose what a change does not name', 'resources.change-keeps-rest', { keeps: (sent) => sent }],
        [
          'keep what a replacement leaves out',
          'resources.replacement-is-whole',
          { keeps: (sent, before) => ({ ...before, ...sent }) },
        ],
      ],
      3,
    ),
  )('hide no service that may %s', async (_name, finds, ways) => {
    const run = await runAtOnce(DOCUMENT, shop(kept(), ways), { allowWrites: true });
    expect(idsOf(run, 'fail')).toContain(finds);
    expect(faultsOfAssay(run)).toEqual([]);
  });
});
