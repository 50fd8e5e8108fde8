import { expect, test } from 'vitest';
import { isObject } from '../../src/json/value.ts';
import { alarms, blames } from '../lives/run-lives.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** Amounts that are written as texts: bounds and orders of them are those of the numbers. */

const PRICE = String.raw`{type: string, pattern: '^\d{1,5}\.\d{2}$'}`;
const PART = `{type: object, required: [id, name, price], properties: {id: {type: string}, name: {type: string}, price: ${PRICE}}}`;
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const DOCUMENT = `
openapi: 3.1.0
info: {title: Parts, version: '1'}
paths:
  /parts:
    get:
      parameters:
        - {name: minPrice, in: query, schema: ${PRICE}}
        - {name: sort, in: query, schema: {type: string, enum: [price, -price]}}
      responses: {'200': {description: all, ${json(`{type: array, items: ${PART}}`)}}, '400': {description: no}}
    post:
      requestBody: {required: true, ${json(`{type: object, required: [name, price], properties: {name: {type: string, minLength: 1, maxLength: 60}, price: ${PRICE}}}`)}}
      responses: {'201': {description: made, ${json(PART)}}, '400': {description: no}}
  /parts/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: it, ${json(PART)}}, '404': {description: none}}}
    delete: {responses: {'204': {description: gone}, '404': {description: none}}}
`;

type Part = { readonly id: string; readonly name: string; readonly price: string };
type Reading = 'as numbers' | 'as texts';

const WRITTEN = /^\d{1,5}\.\d{2}$/;

const parts =
  (bounds: Reading, orders: Reading): MakeService =>
  () => {
    const all = new Map<string, Part>(
      ['9.00', '80.50', '700.00', '6000.25', '10000.00'].map((price, at) => [
        `p${String(at)}x`,
        { id: `p${String(at)}x`, name: `Part ${String(at)}`, price },
      ]),
    );
    let made = 10;
    const signOf = (how: Reading, a: string, b: string): number =>
      how === 'as numbers' ? Number(a) - Number(b) : a < b ? -1 : Number(a > b);
    return ({ method, path, query, json: body }) => {
      const [, kind, id = ''] = path.split('/');
      if (kind !== 'parts') return { status: 404 };
      if (id !== '') {
        const one = all.get(id);
        if (one === undefined) return { status: 404 };
        if (method !== 'DELETE') return { status: 200, body: one };
        all.delete(id);
        return { status: 204 };
      }
      if (method === 'POST') {
        const { name, price } = isObject(body) ? body : {};
        const isNamed = typeof name === 'string' && name !== '' && Array.from(name).length <= 60;
        if (!isNamed || typeof price !== 'string' || !WRITTEN.test(price)) return { status: 400 };
        const part = { id: `p${String((made += 1))}x`, name, price };
        all.set(part.id, part);
        return { status: 201, body: part };
      }
      const [least = '0.00', sort = ''] = [
        query.get('minPrice') ?? undefined,
        query.get('sort') ?? undefined,
      ];
      if (!WRITTEN.test(least) || !['', 'price', '-price'].includes(sort)) return { status: 400 };
      const chosen = [...all.values()].filter(({ price }) => signOf(bounds, price, least) >= 0);
      const way = sort === '-price' ? -1 : 1;
      const sorted = chosen.toSorted((a, b) => way * signOf(orders, a.price, b.price));
      return { status: 200, body: sort === '' ? chosen : sorted };
    };
  };

test('bounds and orders as of numbers: no fault', async () => {
  expect(alarms(await runAtOnce(DOCUMENT, parts('as numbers', 'as numbers')))).toEqual([]);
});

test('a bound as of texts: found', async () => {
  expect(blames(await runAtOnce(DOCUMENT, parts('as texts', 'as numbers')))).toBe('resources.filter-holds');
});

const CALLED = DOCUMENT.replaceAll(
  'name: minPrice, in',
  'name: minPrice, description: Parts that cost at least this much, in',
);

/** The same service, with another name for the price. */
const renamed =
  (name: string, service: MakeService): MakeService =>
  () => {
    const serve = service();
    const [out, back] = [
      (text: string) => text.replaceAll('"price"', `"${name}"`),
      (text: string) => text.replaceAll(`"${name}"`, '"price"'),
    ];
    return (request) => {
      const sent = request.json === undefined ? undefined : JSON.parse(back(JSON.stringify(request.json)));
      const reply = serve({ ...request, json: sent });
      return reply.body === undefined
        ? reply
        : { ...reply, body: JSON.parse(out(JSON.stringify(reply.body))) };
    };
  };

test.each([
  ['unitPrice', 'as numbers', ''],
  ['unitPrice', 'as texts', 'resources.filter-holds'],
  ['listPrice', 'as texts', ''],
] as const)('a bound of a price that is called %s, %s', async (name, how, found) => {
  const document = CALLED.replaceAll(/price: \{/g, `${name}: {`).replaceAll('name, price]', `name, ${name}]`);
  expect(document).toContain(`${name}: {`);
  expect(blames(await runAtOnce(document, renamed(name, parts(how, 'as numbers'))))).toBe(found);
});

test('an order as of texts: found', async () => {
  expect(blames(await runAtOnce(DOCUMENT, parts('as numbers', 'as texts')))).toBe('resources.order-holds');
});
