import { expect, test } from 'vitest';
import { wholeInCi } from '../sampled.ts';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { idsOf, runAgainstMock } from './run-against-mock.ts';
import { isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** A search that is asked for with a body: its members choose orders as the parameters of a query do elsewhere. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const ORDER = json('{$ref: "#/components/schemas/Order"}');
const ORDERS = '{type: array, items: {$ref: "#/components/schemas/Order"}}';
const REFUSED = `'400': {description: no}, '401': {description: who}`;

const DOCUMENT = `
openapi: 3.0.3
info: {title: Orders, version: '1'}
security: [{key: []}]
paths:
  /orders:
    get: {operationId: list, responses: {'200': {description: all of them, ${json(ORDERS)}}, '401': {description: who}}}
    post:
      operationId: create
      requestBody: {required: true, ${json('{$ref: "#/components/schemas/NewOrder"}')}}
      responses: {'201': {description: made, ${ORDER}}, ${REFUSED}}
  /orders/search:
    post:
      operationId: search
      requestBody:
        required: true
        ${json(`{type: object, additionalProperties: false, properties: {
          customer: {type: string, minLength: 1, maxLength: 60}, country: {$ref: "#/components/schemas/Country"},
          due_before: {type: string, format: date}, page: {type: integer, minimum: 1, default: 1},
          per_page: {type: integer, minimum: 1, maximum: 50, default: 10}}}`)}
      responses: {'200': {description: what fits, ${json(`{type: object, required: [found], properties: {found: ${ORDERS}}}`)}}, ${REFUSED}}
  /orders/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: read, responses: {'200': {description: one, ${ORDER}}, ${REFUSED}, '404': {description: none}}}
    delete: {operationId: remove, responses: {'204': {description: gone}, ${REFUSED}, '404': {description: none}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Country: {type: string, enum: [DE, FR, AT, CH]}
    NewOrder: {type: object, required: [customer, country, due_on], properties: {customer: {type: string, minLength: 1, maxLength: 60}, country: {$ref: '#/components/schemas/Country'}, due_on: {type: string, format: date}}}
    Order: {allOf: [{$ref: '#/components/schemas/NewOrder'}, {type: object, required: [id], properties: {id: {type: integer, readOnly: true}}}]}
`;

type Order = {
  readonly id: number;
  readonly customer: string;
  readonly country: string;
  readonly due_on: string;
};
type Asked = { readonly customer?: string; readonly country?: string; readonly due_before?: string };

const isDay = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value);
const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && Array.from(value).length <= 60;
const isCountry = (value: unknown): value is string => ['DE', 'FR', 'AT', 'CH'].some((one) => one === value);
const isCount = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most;

function membersOf(body: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  return body as Readonly<Record<string, unknown>>;
}

const SEARCHED: Readonly<Record<string, (value: unknown) => boolean>> = {
  customer: isName,
  country: isCountry,
  due_before: isDay,
  page: (value) => isCount(value, Number.MAX_SAFE_INTEGER),
  per_page: (value) => isCount(value, 50),
};

type Ways = {
  readonly isFound?: (order: Order, asked: Asked) => boolean;
  /** What a search shows of all that fits. */
  readonly show?: (found: readonly Order[], asked: Asked) => readonly Order[];
  /** How many entries before the page come with it. */
  readonly overlap?: number;
};

function fits(order: Order, { customer, country, due_before: day }: Asked): boolean {
  const isOf = customer === undefined || order.customer.toLowerCase().includes(customer.toLowerCase());
  return isOf && (country ?? order.country) === order.country && (day === undefined || order.due_on < day);
}

function orders({ isFound = fits, show = (found) => found, overlap = 0 }: Ways): MakeService {
  return () => {
    let all: readonly Order[] = [];
    let last = 0;
    const create = (body: unknown): Reply => {
      const { customer, country, due_on: day } = membersOf(body) ?? {};
      if (!isName(customer) || !isCountry(country) || !isDay(day)) return { status: 400 };
      last += 1;
      const order = { id: last, customer, country, due_on: day };
      all = [...all, order];
      return { status: 201, body: order };
    };
    const search = (body: unknown): Reply => {
      const asked = membersOf(body);
      const isValid = ([name, value]: readonly [string, unknown]): boolean =>
        Object.hasOwn(SEARCHED, name) && SEARCHED[name]?.(value) === true;
      if (asked === undefined || !Object.entries(asked).every(isValid)) return { status: 400 };
      const { page = 1, per_page: size = 10 } = asked as {
        readonly page?: number;
        readonly per_page?: number;
      };
      const found = show(
        all.filter((order) => isFound(order, asked)),
        asked,
      );
      const from = (page - 1) * size;
      return { status: 200, body: { found: found.slice(page > 1 ? from - overlap : from, from + size) } };
    };
    return (ask) => {
      const { method, path, json: body } = ask;
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      if (path === '/orders') return method === 'POST' ? create(body) : { status: 200, body: all };
      if (path === '/orders/search') return search(body);
      const text = path.split('/')[2] ?? '';
      if (!/^-?\d+$/.test(text)) return { status: 400 };
      const order = all.find(({ id }) => String(id) === text);
      if (order === undefined) return { status: 404 };
      if (method === 'DELETE') all = all.filter((other) => other !== order);
      return method === 'DELETE' ? { status: 204 } : { status: 200, body: order };
    };
  };
}

const SUITES = { suites: ['resources', 'collections'] };

test.each(
  wholeInCi<readonly [name: string, ways: Ways]>(
    [
      ['finds parts of names', {}],
      [
        'finds whole names alone',
        {
          isFound: (order, asked) =>
            fits(order, asked) && (asked.customer ?? order.customer) === order.customer,
        },
      ],
      [
        'finds nothing where nothing is asked for',
        {
          show: (found, { customer, country, due_before: day }) =>
            [customer, country, day].every((one) => one === undefined) ? [] : found,
        },
      ],
      ['finds the newest first', { show: (found) => found.toReversed() }],
      [
        'finds what is due on the last day as well',
        {
          isFound: (order, asked) =>
            fits(order, asked) ||
            (order.due_on === asked.due_before && fits(order, { ...asked, due_before: '9999-12-31' })),
        },
      ],
    ],
    4,
  ),
)('a service that %s conforms', async (_name, ways) => {
  const run = await runAtOnce(DOCUMENT, orders(ways), SUITES);
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test.each(
  wholeInCi<readonly [name: string, ways: Ways, check: string]>(
    [
      [
        'minds no country',
        { isFound: (order, { country: _country, ...asked }) => fits(order, asked) },
        'resources.filter-holds',
      ],
      [
        'minds no customer',
        { isFound: (order, { customer: _customer, ...asked }) => fits(order, asked) },
        'resources.filter-holds',
      ],
      [
        'minds no day',
        { isFound: (order, { due_before: _day, ...asked }) => fits(order, asked) },
        'resources.filter-holds',
      ],
      [
        'finds nothing of one country',
        { isFound: (order, asked) => fits(order, asked) && asked.country === undefined },
        'resources.filter-holds',
      ],
      ['shows one order in two pages', { overlap: 1 }, 'resources.'],
    ],
    4,
  ),
)('a service that %s is found out', async (_name, ways, check) => {
  const run = await runAtOnce(DOCUMENT, orders(ways), SUITES);
  expect(blames(run)).toContain(check);
});

test('the mock shows what a search asks for', async () => {
  const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const run = await runAgainstMock(loaded.interface);
  expect([idsOf(run, 'fail'), idsOf(run, 'warn')]).toEqual([[], []]);
});
