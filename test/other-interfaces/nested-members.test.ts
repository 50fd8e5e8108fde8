import { describe, expect, test } from 'vitest';
import { isList, isObject } from '../../src/json/value.ts';
import { blamed, faultsOfAssay, idsOf } from './run-against-mock.ts';
import { wholeInCi } from '../sampled.ts';
import { type Ask, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Members inside of objects and of items: their bounds, what breaks them, and what becomes of them, in every body that has some. */

const REFUSED = `{ description: refused, content: { application/json: { schema: { type: object, required: [detail], properties: { detail: { type: string } } } } } }`;
const REFUSALS = `'404': ${REFUSED}, '409': ${REFUSED}, '422': ${REFUSED}`;
const ORDER = `
        title: { type: string, minLength: 3, maxLength: 40 }
        address:
          type: object
          required: [street, country]
          properties: { street: { type: string, minLength: 2, maxLength: 60 }, country: { type: string, pattern: '^[A-Z]{2}$' } }
        lines:
          type: array
          minItems: 1
          maxItems: 4
          items: { $ref: '#/components/schemas/Line' }
        options:
          type: object
          properties: { retries: { type: integer, minimum: 1, maximum: 7 }, mode: { type: string, enum: [fast, slow] } }`;

function body(schema: string): string {
  return `{ required: true, content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } } }`;
}

function answers(schema: string, status = '200'): string {
  return `{ '${status}': { description: fine, content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } } }, ${REFUSALS} }`;
}

const DOCUMENT = `
openapi: 3.1.0
info: { title: Orders, version: '1' }
paths:
  /orders:
    get: { operationId: listOrders, responses: ${answers('Orders')} }
    post: { operationId: addOrder, requestBody: ${body('NewOrder')}, responses: ${answers('Order', '201')} }
  /orders/search:
    post: { operationId: searchOrders, requestBody: ${body('Search')}, responses: ${answers('Orders')} }
  /orders/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: readOrder, responses: ${answers('Order')} }
    patch: { operationId: changeOrder, requestBody: ${body('OrderChange')}, responses: ${answers('Order')} }
    delete: { operationId: removeOrder, responses: { '204': { description: gone }, '404': ${REFUSED} } }
  /orders/{id}/pay:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post: { operationId: payOrder, responses: ${answers('Order')} }
  /orders/{id}/ship:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post: { operationId: shipOrder, requestBody: ${body('Shipment')}, responses: ${answers('Order')} }
components:
  schemas:
    Line:
      type: object
      required: [sku, quantity]
      properties: { sku: { type: string, pattern: '^[A-Z]{3}-[0-9]{4}$' }, quantity: { type: integer, minimum: 1, maximum: 99 } }
    NewOrder:
      type: object
      required: [title, address, lines]
      properties:${ORDER}
    OrderChange:
      type: object
      properties:${ORDER}
    Order:
      type: object
      required: [id, title, address, lines, state]
      properties:${ORDER}
        id: { type: string }
        state: { type: string, enum: [open, paid, shipped] }
    Orders:
      type: object
      required: [items]
      properties: { items: { type: array, items: { $ref: '#/components/schemas/Order' } } }
    Shipment:
      type: object
      required: [carrier]
      properties: { carrier: { type: object, required: [code], properties: { code: { type: string, minLength: 2, maxLength: 12 } } } }
    Search:
      type: object
      properties:
        limit: { type: integer, minimum: 1, maximum: 50 }
        filter: { type: object, properties: { title: { type: string, minLength: 3, maxLength: 40 }, quantity: { type: integer, minimum: 1, maximum: 99 } } }
`;

type JsonObject = { readonly [name: string]: unknown };

type Rule = (value: unknown) => boolean;

const whole =
  (least: number, most: number): Rule =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
const text =
  (least: number, most: number): Rule =>
  (value) =>
    typeof value === 'string' && Array.from(value).length >= least && Array.from(value).length <= most;
const like =
  (pattern: RegExp): Rule =>
  (value) =>
    typeof value === 'string' && pattern.test(value);

function members(required: readonly string[], rules: { readonly [name: string]: Rule }): Rule {
  return (value) =>
    isObject(value) &&
    required.every((name) => Object.hasOwn(value, name)) &&
    Object.entries(rules).every(([name, rule]) => !Object.hasOwn(value, name) || rule(value[name]));
}

/** Where a service differs from its document. */
type Bounds = {
  readonly quantity: number;
  readonly street: number;
  readonly lines: number;
  readonly retries: number;
  readonly code: number;
  readonly limit: number;
  readonly filter: number;
  readonly sku: RegExp;
  readonly country: RegExp;
  readonly leastRetries: number;
};

const DOCUMENTED: Bounds = {
  quantity: 99,
  street: 60,
  lines: 4,
  retries: 7,
  code: 12,
  limit: 50,
  filter: 40,
  sku: /^[A-Z]{3}-[0-9]{4}$/,
  country: /^[A-Z]{2}$/,
  leastRetries: 1,
};

type Ways = {
  readonly bounds?: Partial<Bounds>;
  /** In which of the bodies the bounds are others; in all by default. */
  readonly only?: 'POST' | 'PATCH';
  /** Asks for the state of an order before it reads the body. */
  readonly stateFirst?: boolean;
  /** What is stored of a new order, and of a changed one. */
  readonly stored?: (sent: JsonObject, before?: JsonObject) => JsonObject;
  /** Anything else that a valid body may be refused for. */
  readonly refuses?: (sent: JsonObject) => boolean;
  readonly fails?: (sent: JsonObject) => boolean;
};

const refused = (status: number): Reply => ({ status, body: { detail: 'refused' } });

function rulesOf(own: Bounds): {
  readonly order: Rule;
  readonly change: Rule;
  readonly search: Rule;
  readonly ship: Rule;
} {
  const line = members(['sku', 'quantity'], { sku: like(own.sku), quantity: whole(1, own.quantity) });
  const parts: { readonly [name: string]: Rule } = {
    title: text(3, 40),
    address: members(['street', 'country'], { street: text(2, own.street), country: like(own.country) }),
    lines: (value) =>
      isList(value) && value.length >= 1 && value.length <= own.lines && value.every((one) => line(one)),
    options: members([], {
      retries: whole(own.leastRetries, own.retries),
      mode: (value) => value === 'fast' || value === 'slow',
    }),
  };
  const filter = members([], { title: text(3, own.filter), quantity: whole(1, own.quantity) });
  return {
    order: members(['title', 'address', 'lines'], parts),
    change: members([], parts),
    search: members([], { limit: whole(1, own.limit), filter }),
    ship: members(['carrier'], { carrier: members(['code'], { code: text(2, own.code) }) }),
  };
}

const KNOWN = ['title', 'address', 'lines', 'options'];

function asSent(sent: JsonObject, before: JsonObject = {}): JsonObject {
  const given = Object.entries(sent).filter(([name]) => KNOWN.includes(name));
  return { ...before, ...Object.fromEntries(given) };
}

function orders(ways: Ways = {}): MakeService {
  const { stateFirst = false, stored = asSent, refuses = () => false, fails = () => false } = ways;
  return () => {
    const all = new Map<string, JsonObject>();
    let made = 0;
    const own = { ...DOCUMENTED, ...ways.bounds };
    const rulesFor = (method: string): ReturnType<typeof rulesOf> =>
      rulesOf(ways.only === undefined || ways.only === method ? own : DOCUMENTED);
    const list = (): Reply => ({ status: 200, body: { items: [...all.values()] } });
    const search = ({ limit, filter }: JsonObject): Reply => {
      const [title, quantity] = [inside(filter, 'title'), inside(filter, 'quantity')];
      const found = [...all.values()].filter(
        (order) =>
          (title === undefined || order['title'] === title) &&
          (quantity === undefined || inside(order, 'lines', '0', 'quantity') === quantity),
      );
      return { status: 200, body: { items: found.slice(0, typeof limit === 'number' ? limit : 20) } };
    };
    const store = (id: string, order: JsonObject, state: unknown, status = 200): Reply => {
      const entry = { ...order, id, state: state === 'paid' || state === 'shipped' ? state : 'open' };
      all.set(id, entry);
      return { status, body: entry };
    };
    const act = (id: string, deed: string, entry: JsonObject, { json }: Ask): Reply => {
      const isState = entry['state'] === (deed === 'pay' ? 'open' : 'paid');
      const isFine = deed === 'pay' || rulesFor('POST').ship(json);
      if (stateFirst && !isState) return refused(409);
      if (!isFine) return refused(422);
      return isState ? store(id, entry, deed === 'pay' ? 'paid' : 'shipped') : refused(409);
    };
    return (ask): Reply => {
      const { method, path, json } = ask;
      const [, place, id, deed] = path.split('/');
      const rules = rulesFor(method);
      if (place !== 'orders') return refused(404);
      if (isObject(json) && fails(json)) return { status: 500, body: { detail: 'broken' } };
      if (id === undefined) {
        if (method === 'GET') return list();
        if (!isObject(json) || !rules.order(json) || refuses(json)) return refused(422);
        return store(`o${String((made += 1))}`, stored(json), 'open', 201);
      }
      if (id === 'search') return isObject(json) && rules.search(json) ? search(json) : refused(422);
      const entry = all.get(id);
      if (entry === undefined) return refused(404);
      if (deed !== undefined) return act(id, deed, entry, ask);
      if (method === 'GET') return { status: 200, body: entry };
      if (method === 'DELETE') {
        all.delete(id);
        return { status: 204 };
      }
      if (!isObject(json) || !rules.change(json) || refuses(json)) return refused(422);
      return store(id, stored(json, entry), entry['state']);
    };
  };
}

function inside(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => {
    if (isList(at)) return at[Number(name)];
    return isObject(at) ? at[name] : undefined;
  }, value);
}

/** Two letters in another case, and no blanks at the ends, wherever they are. */
function normalised(sent: JsonObject, before?: JsonObject): JsonObject {
  const plain = JSON.parse(JSON.stringify(sent), (_name, value: unknown) =>
    typeof value === 'string' ? value.trim() : value,
  );
  return asSent(isObject(plain) ? plain : sent, before);
}

const HONEST: readonly (readonly [name: string, ways: Ways])[] = [
  ['does as it says', {}],
  ['asks for the state of an order before it reads a body', { stateFirst: true }],
  ['trims texts', { stored: normalised }],
  [
    'refuses valid values inside for reasons of its own: what it has not in store, and where it does not deliver to',
    {
      refuses: (sent) =>
        Number(inside(sent, 'lines', '0', 'quantity')) > 90 ||
        String(inside(sent, 'address', 'street')).length > 55,
    },
  ],
  [
    'refuses more than so many things in an order',
    {
      refuses: ({ lines }) =>
        isList(lines) && lines.reduce<number>((sum, line) => sum + Number(inside(line, 'quantity')), 0) > 300,
    },
  ],
];

const FAULTY: readonly (readonly [name: string, ways: Ways, finds: string])[] = [
  ['a number at its bound in an item', { bounds: { quantity: 98 } }, 'validation.bounds-taken'],
  ['the same in a change alone', { bounds: { quantity: 98 }, only: 'PATCH' }, 'validation.bounds-taken'],
  ['a long text in an object', { bounds: { street: 59 } }, 'validation.bounds-taken'],
  ['the longest list', { bounds: { lines: 3 } }, 'validation.bounds-taken'],
  ['the largest number of an optional object', { bounds: { retries: 6 } }, 'validation.bounds-taken'],
  ['a bound in what an action is asked for', { bounds: { code: 11 } }, 'validation.bounds-taken'],
  [
    'the same where it is done after another one alone',
    { bounds: { code: 11 }, stateFirst: true },
    'validation.bounds-taken',
  ],
  ['the largest limit of a search', { bounds: { limit: 49 } }, 'validation.bounds-taken'],
  ['a long text in the filter of a search', { bounds: { filter: 39 } }, 'validation.bounds-taken'],
];

const LAX: readonly (readonly [name: string, ways: Ways, finds: string])[] = [
  ['one more than the largest number in an item', { bounds: { quantity: 100 } }, 'validation.constraint'],
  ['a text that is too long', { bounds: { street: 61 } }, 'validation.constraint'],
  ['a list that is too long', { bounds: { lines: 5 } }, 'validation.constraint'],
  ['any name of a thing', { bounds: { sku: /^[A-Z]{3}-[0-9]{4}/ } }, 'validation.constraint'],
  [
    'small letters in a change',
    { bounds: { country: /^[a-z]{2}$/i }, only: 'PATCH' },
    'validation.constraint',
  ],
  ['zero in an optional object', { bounds: { leastRetries: 0 } }, 'validation.constraint'],
  [
    'a long text for an action that comes after another one',
    { bounds: { code: 13 }, stateFirst: true },
    'validation.constraint',
  ],
  ['a large limit of a search', { bounds: { limit: 51 } }, 'validation.constraint'],
  ['a long text in the filter of a search', { bounds: { filter: 41 } }, 'validation.constraint'],
];

describe('members inside of others', () => {
  test.each(wholeInCi(HONEST, 3))('are no reason to blame a service that %s', async (_name, ways) => {
    const run = await runAtOnce(DOCUMENT, orders(ways));
    expect([...blamed(run), ...faultsOfAssay(run)]).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
  });

  test.each(wholeInCi(FAULTY, 5))('are tried at their bounds: %s is refused', async (_name, ways, finds) => {
    const run = await runAtOnce(DOCUMENT, orders(ways));
    expect(faultsOfAssay(run)).toEqual([]);
    expect(idsOf(run, 'fail')).toContain(finds);
  });

  test.each(wholeInCi(LAX, 5))('are broken: %s is taken', async (_name, ways, finds) => {
    const run = await runAtOnce(DOCUMENT, orders(ways));
    expect(faultsOfAssay(run)).toEqual([]);
    expect(idsOf(run, 'fail')).toContain(finds);
  });

  test('fail nowhere at their bounds', async () => {
    const fails = (sent: JsonObject): boolean => inside(sent, 'lines', '0', 'quantity') === 99;
    const run = await runAtOnce(DOCUMENT, orders({ fails }));
    expect(idsOf(run, 'fail')).toContain('statuses.no-server-error');
  });
});
