import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { loadOnce } from '../specs/load-files.ts';
import { idsOf, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';
import { behindKey, isText } from './shelf.ts';

/** Payments, which a form makes, of orders that have to be there: each order is named by what it is called itself. */

const CHECK = 'resources.named-is-there';
const form = (schema: string): string =>
  `content: {application/x-www-form-urlencoded: {schema: {$ref: '#/components/schemas/${schema}'}}}`;
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const of = (schema: string): string => `{$ref: '#/components/schemas/${schema}'}`;
const NO = `'400': {description: no}, '401': {description: who}, '404': {description: none}, '422': {description: not so}`;

const documentOf = (words: string): string => `
openapi: 3.0.3
info: {title: Payments, version: '1'}
security: [{key: []}]
paths:
  /orders:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${of('Order')}}`)}}, ${NO}}}
    post: {requestBody: {required: true, ${form('NewOrder')}}, responses: {'201': {description: made, ${json(of('Order'))}}, ${NO}}}
  /orders/{orderNumber}:
    parameters: [{name: orderNumber, in: path, required: true, schema: {type: string, pattern: '^[0-9]{4}$'}}]
    get: {responses: {'200': {description: it, ${json(of('Order'))}}, ${NO}}}
  /payments:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${of('Payment')}}`)}}, ${NO}}}
    post: {description: ${JSON.stringify(words)}, requestBody: {required: true, ${form('NewPayment')}}, responses: {'201': {description: made, ${json(of('Payment'))}}, ${NO}}}
  /payments/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: it, ${json(of('Payment'))}}, ${NO}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    NewOrder: {type: object, required: [title], properties: {title: {type: string, minLength: 1, maxLength: 80}}}
    Order: {allOf: [${of('NewOrder')}, {type: object, required: [orderNumber], properties: {orderNumber: {type: string}}}]}
    NewPayment: {type: object, required: [orderNumber, payer], properties: {orderNumber: {type: string}, payer: {type: string, minLength: 1, maxLength: 80}}}
    Payment: {allOf: [${of('NewPayment')}, {type: object, required: [id], properties: {id: {type: integer}}}]}
`;

const payments = ({ looksAt = true } = {}): MakeService =>
  behindKey(() => {
    const orders = new Map<string, object>();
    const all = new Map<string, object>();
    return ({ method, text }, [kind, id]) => {
      const kept = kind === 'orders' ? orders : all;
      if (id !== undefined) return kept.has(id) ? { status: 200, body: kept.get(id) } : { status: 404 };
      if (method === 'GET') return { status: 200, body: [...kept.values()] };
      const sent = new URLSearchParams(text);
      const [title, payer, orderNumber] = ['title', 'payer', 'orderNumber'].map((name) => sent.get(name));
      const number = kept.size + 1;
      if (kind === 'orders') {
        if (!isText(title)) return { status: 400 };
        const order = { orderNumber: String(4000 + number), title };
        orders.set(order.orderNumber, order);
        return { status: 201, body: order };
      }
      if (!isText(payer) || typeof orderNumber !== 'string') return { status: 400 };
      if (looksAt && !orders.has(orderNumber)) return { status: 422 };
      const payment = { id: number, payer, orderNumber };
      all.set(String(number), payment);
      return { status: 201, body: payment };
    };
  });

const WORDS = 'An order that does not exist is refused with 422.';

test('orders that are looked at: no fault', async () => {
  const run = await runAtOnce(documentOf(WORDS), payments());
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test('orders that are not looked at, and nothing is said: no fault', async () => {
  expect(alarms(await runAtOnce(documentOf('Pays.'), payments({ looksAt: false })))).toEqual([]);
});

test('orders that are not looked at: found', async () => {
  expect(blames(await runAtOnce(documentOf(WORDS), payments({ looksAt: false })))).toContain(CHECK);
});

test('the mock looks at them', async () => {
  const loaded = await loadOnce({ 'openapi.yaml': documentOf(WORDS) });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const run = await runAgainstMock(loaded.interface);
  expect(alarms(run)).toEqual([]);
  expect(idsOf(run, 'pass')).toContain(CHECK);
});
