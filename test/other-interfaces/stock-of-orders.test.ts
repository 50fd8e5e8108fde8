import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { type Ask, isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/**
 * Goods whose stock falls when an order that names them is paid, and rises again when that is cancelled: nobody changed them otherwise. Their
 * makers are named by numbers that no list shows.
 */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const body = (name: string): string =>
  `requestBody: {required: true, ${json(`{$ref: '#/components/schemas/${name}'}`)}}`;
const shows = (status: number, name: string): string =>
  `'${String(status)}': {description: it, ${json(`{$ref: '#/components/schemas/${name}'}`)}}`;
const REFUSALS = `'400': {description: no}, '401': {description: who}, '404': {description: none}, '409': {description: no}`;
const ID = `[{name: id, in: path, required: true, schema: {type: integer, minimum: 1}}]`;
const all = (name: string): string =>
  `{responses: {'200': {description: all, ${json(`{type: array, items: {$ref: '#/components/schemas/${name}'}}`)}}, ${REFUSALS}}}`;
const act = (deed: string): string =>
  `{summary: ${deed} an order, responses: {${shows(200, 'Order')}, ${REFUSALS}}}`;

const DOCUMENT = `
openapi: 3.0.3
info: {title: Goods, version: '1'}
security: [{key: []}]
paths:
  /goods:
    get: ${all('Good')}
    post: {${body('Good')}, responses: {${shows(201, 'Good')}, ${REFUSALS}}}
  /goods/{id}:
    parameters: ${ID}
    get: {responses: {${shows(200, 'Good')}, ${REFUSALS}}}
    patch: {${body('GoodChange')}, responses: {${shows(200, 'Good')}, ${REFUSALS}}}
  /orders:
    get: ${all('Order')}
    post: {${body('OrderWish')}, responses: {${shows(201, 'Order')}, ${REFUSALS}}}
  /orders/{id}:
    parameters: ${ID}
    get: {responses: {${shows(200, 'Order')}, ${REFUSALS}}}
  /orders/{id}/pay: {parameters: ${ID}, post: ${act('Pay')}}
  /orders/{id}/cancel: {parameters: ${ID}, post: ${act('Cancel')}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    GoodChange: {type: object, properties: {text: {type: string, minLength: 1, maxLength: 200}, maker_id: {type: integer, minimum: 1}}}
    Good:
      type: object
      required: [text, stock]
      properties: {id: {type: integer, readOnly: true}, text: {type: string, minLength: 1, maxLength: 200}, stock: {type: integer, minimum: 0, maximum: 100000}, maker_id: {type: integer, minimum: 1}}
    OrderWish: {type: object, required: [lines], properties: {lines: {type: array, minItems: 1, maxItems: 5, items: {type: object, required: [good_id, count], properties: {good_id: {type: integer, minimum: 1}, count: {type: integer, minimum: 1, maximum: 50}}}}}}
    Order: {type: object, properties: {id: {type: integer}, state: {type: string, enum: [new, paid, cancelled]}, lines: {type: array, items: {type: object, properties: {good_id: {type: integer}, count: {type: integer}}}}}}
`;

type Members = { readonly [name: string]: unknown };
type Line = { readonly good_id: number; readonly count: number };
type Order = { readonly id: number; readonly state: string; readonly lines: readonly Line[] };
type Good = { readonly id: number; readonly text: string; readonly stock: number };

const isWhole = (value: unknown, least: number, most: number): value is number =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && Array.from(value).length <= 200;
const isLine = (line: unknown): line is Line =>
  typeof line === 'object' &&
  line !== null &&
  isWhole((line as Members)['good_id'], 1, 2 ** 40) &&
  isWhole((line as Members)['count'], 1, 50);

const membersOf = ({ json: sent }: Ask): Members | undefined =>
  typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? (sent as Members) : undefined;

/** `emptied`: a change of the text forgets the stock. */
const goods =
  (emptied = false): MakeService =>
  () => {
    const stored = new Map<number, Good>();
    const orders = new Map<number, Order>();
    const move = ({ lines }: Order, sign: number): void => {
      for (const { good_id: id, count } of lines) {
        const good = stored.get(id);
        if (good !== undefined) stored.set(id, { ...good, stock: good.stock + sign * count });
      }
    };
    const ofGoods = (ask: Ask, id: string | undefined): Reply => {
      const sent = membersOf(ask);
      if (id === undefined) {
        if (ask.method === 'GET') return { status: 200, body: [...stored.values()] };
        const { text, stock } = sent ?? {};
        if (!isText(text) || !isWhole(stock, 0, 100_000) || sent?.['maker_id'] !== undefined)
          return { status: 400 };
        const good = { id: stored.size + 1, text, stock };
        stored.set(good.id, good);
        return { status: 201, body: good };
      }
      const good = stored.get(Number(id));
      if (good === undefined) return { status: 404 };
      if (ask.method === 'GET') return { status: 200, body: good };
      const { text = good.text } = sent ?? {};
      if (sent === undefined || !isText(text) || sent['maker_id'] !== undefined) return { status: 400 };
      stored.set(good.id, { ...good, text, ...(emptied ? { stock: 0 } : {}) });
      return { status: 200, body: stored.get(good.id) };
    };
    const ofOrders = (ask: Ask, id: string | undefined, deed: string | undefined): Reply => {
      if (id === undefined) {
        if (ask.method === 'GET') return { status: 200, body: [...orders.values()] };
        const lines = membersOf(ask)?.['lines'];
        if (!Array.isArray(lines) || lines.length === 0 || lines.length > 5 || !lines.every(isLine))
          return { status: 400 };
        if (!lines.every((line) => stored.has(line.good_id))) return { status: 404 };
        const order = { id: orders.size + 1, state: 'new', lines };
        orders.set(order.id, order);
        return { status: 201, body: order };
      }
      const order = orders.get(Number(id));
      if (order === undefined) return { status: 404 };
      if (deed === undefined) return { status: 200, body: order };
      const isShort = order.lines.some((line) => (stored.get(line.good_id)?.stock ?? 0) < line.count);
      if (deed === 'pay' ? order.state !== 'new' || isShort : order.state === 'cancelled')
        return { status: 409 };
      if (deed === 'pay' || order.state === 'paid') move(order, deed === 'pay' ? -1 : 1);
      orders.set(order.id, { ...order, state: deed === 'pay' ? 'paid' : 'cancelled' });
      return { status: 200, body: orders.get(order.id) };
    };
    return (ask): Reply => {
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const [, kind, id, deed] = ask.path.split('/');
      if (id !== undefined && !/^[1-9]\d*$/.test(id)) return { status: 400 };
      return kind === 'goods' ? ofGoods(ask, id) : ofOrders(ask, id, deed);
    };
  };

test.each([1, 2, 3])('nobody is blamed for goods that an order took (seed %i)', async (seed) => {
  expect(alarms(await runAtOnce(DOCUMENT, goods(), { seed }))).toEqual([]);
});

test('a change that empties the stock is found', async () => {
  expect(blames(await runAtOnce(DOCUMENT, goods(true), {}))).toContain('resources.change-keeps-rest');
});
