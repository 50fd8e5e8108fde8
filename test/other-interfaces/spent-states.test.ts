import { expect, test } from 'vitest';
import { isObject } from '../../src/json/value.ts';
import { blamed, faultsOfAssay } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** Payments of orders: each takes an order that is confirmed, and leaves one that is paid. */
const ORDER = `{ type: object, required: [id, item, status], properties: { id: { type: string, format: uuid }, item: { type: string }, status: { type: string, enum: [open, confirmed, paid] } } }`;
const PAYMENT = `{ type: object, required: [id, order_id, method, note], properties: { id: { type: integer }, order_id: { type: string, format: uuid }, method: { type: string, enum: [card, cash] }, note: { type: string, nullable: true } } }`;
const one = (schema: string, description: string): string =>
  `{ description: ${description}, content: { application/json: { schema: ${schema} } } }`;
const DOCUMENT = `
openapi: 3.0.3
info: { title: Till, version: '1' }
paths:
  /orders:
    get: { operationId: listOrders, responses: { '200': ${one(`{ type: array, items: ${ORDER} }`, 'all')} } }
    post:
      operationId: order
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [item], properties: { item: { type: string, minLength: 1, maxLength: 60 } } } } } }
      responses: { '201': ${one(ORDER, 'made')}, '400': { description: wrong } }
  /orders/{order_id}:
    parameters: [{ name: order_id, in: path, required: true, schema: { type: string, format: uuid } }]
    get: { operationId: readOrder, responses: { '200': ${one(ORDER, 'one')}, '404': { description: none } } }
  /orders/{order_id}/confirm:
    parameters: [{ name: order_id, in: path, required: true, schema: { type: string, format: uuid } }]
    post: { operationId: confirm, responses: { '200': ${one(ORDER, 'confirmed')}, '404': { description: none }, '409': { description: The order is not open. } } }
  /payments:
    get: { operationId: listPayments, responses: { '200': ${one(`{ type: array, items: ${PAYMENT} }`, 'all')} } }
    post:
      operationId: pay
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [order_id, method], properties: { order_id: { type: string, format: uuid }, method: { type: string, enum: [card, cash] }, note: { type: string, nullable: true, maxLength: 80 } } } } } }
      responses: { '201': ${one(PAYMENT, 'paid')}, '400': { description: wrong }, '409': { description: The order is not confirmed. } }
  /payments/{payment_id}:
    parameters: [{ name: payment_id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readPayment, responses: { '200': ${one(PAYMENT, 'one')}, '404': { description: none } } }
`;

type Order = { readonly id: string; readonly item: string; status: string };
type Payment = {
  readonly id: number;
  readonly order_id: string;
  readonly method: string;
  readonly note: string | null;
};

/** `take`: what a payment becomes. */
function till(take: (payment: Payment) => Payment): MakeService {
  return () => {
    const orders: Order[] = [];
    const payments: Payment[] = [];
    return ({ method, path, json }) => {
      const [, kind, id, action] = path.split('/');
      const body = isObject(json) ? json : undefined;
      if (kind === 'orders' && id === undefined) {
        if (method === 'GET') return { status: 200, body: orders };
        const item = body?.['item'];
        if (typeof item !== 'string' || !/^.{1,60}$/su.test(item)) return { status: 400 };
        orders.push({ id: crypto.randomUUID(), item, status: 'open' });
        return { status: 201, body: orders.at(-1) };
      }
      const order = orders.find((each) => each.id === (kind === 'orders' ? id : body?.['order_id']));
      if (kind === 'orders') {
        if (order === undefined) return { status: 404 };
        if (action === undefined) return method === 'GET' ? { status: 200, body: order } : { status: 405 };
        if (order.status !== 'open') return { status: 409 };
        order.status = 'confirmed';
        return { status: 200, body: order };
      }
      if (method === 'GET') {
        if (id === undefined) return { status: 200, body: payments };
        const found = payments.find((each) => String(each.id) === id);
        return found === undefined ? { status: 404 } : { status: 200, body: found };
      }
      const { order_id: orderId, method: by, note = null } = body ?? {};
      const isNote = note === null || (typeof note === 'string' && /^.{0,80}$/su.test(note));
      if (typeof orderId !== 'string' || typeof by !== 'string' || !['card', 'cash'].includes(by) || !isNote)
        return { status: 400 };
      if (order === undefined)
        return { status: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(orderId) ? 409 : 400 };
      if (order.status !== 'confirmed') return { status: 409 };
      order.status = 'paid';
      const payment = take({ id: payments.length + 1, order_id: orderId, method: by, note });
      payments.push(payment);
      return { status: 201, body: payment };
    };
  };
}

test('what a payment needs is prepared anew for each, and honest ones are blamed for nothing', async () => {
  let served = 0;
  const counting = till((payment) => {
    served += 1;
    return payment;
  });
  const run = await runAtOnce(DOCUMENT, counting);
  expect([...blamed(run), ...faultsOfAssay(run)]).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
  expect(served).toBeGreaterThan(5);
});

test('a till that takes later payments for those by card is found', async () => {
  const tired = till((payment) => (payment.id > 3 ? { ...payment, method: 'card' } : payment));
  const run = await runAtOnce(DOCUMENT, tired);
  expect(faultsOfAssay(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(1);
});
