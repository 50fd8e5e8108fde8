import { expect, test } from 'vitest';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/**
 * Payments as many companies have them: bodies are forms, names bear a sort (`pi_3x`), updates are POSTs that keep what they leave out,
 * lists are a frame and what is in it, and a card may be declined after the payment was made.
 */

const form = (schema: string): string => `content: {application/x-www-form-urlencoded: {schema: ${schema}}}`;
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const shown = (name: string): string =>
  `'200': {description: it, ${json(`{$ref: '#/components/schemas/${name}'}`)}}`;
const listed = (name: string): string =>
  `'200': {description: all, ${json(`{allOf: [{$ref: '#/components/schemas/List'}, {type: object, properties: {data: {type: array, items: {$ref: '#/components/schemas/${name}'}}}}]}`)}}`;
const REFUSED = `'400': {description: A parameter is wrong.}`;
const STATES = '{type: string, enum: [unpaid, held, paid, canceled]}';
const CARD = '{type: string, enum: [card_one, card_two, card_declined]}';
const at = (name: string): string =>
  `parameters: [{name: ${name}, in: path, required: true, schema: {type: string}}]`;

const DOCUMENT = `
openapi: 3.0.3
info:
  title: Payments
  version: '1'
  description: |
    All bodies are forms.

    **Updates** change only the parameters that are sent. What is not sent keeps its value.
paths:
  /customers:
    get: {responses: {${listed('Customer')}}}
    post:
      requestBody: {${form('{type: object, properties: {name: {type: string, maxLength: 99}, note: {type: string, maxLength: 99}}}')}}
      responses: {${shown('Customer')}, ${REFUSED}}
  /customers/{customer}:
    ${at('customer')}
    get: {responses: {${shown('Customer')}, '404': {description: none}}}
    post:
      summary: Update a customer
      requestBody: {${form('{type: object, properties: {name: {type: string, maxLength: 99}, note: {type: string, maxLength: 99}}}')}}
      responses: {${shown('Customer')}, ${REFUSED}, '404': {description: none}}
    delete:
      responses:
        '200': {description: gone, ${json('{type: object, required: [id, deleted], properties: {id: {type: string}, deleted: {type: boolean, enum: [true]}}}')}}
        '404': {description: none}
  /payments:
    get: {responses: {${listed('Payment')}}}
    post:
      requestBody:
        required: true
        ${form(`{type: object, required: [amount], properties: {amount: {type: integer, minimum: 50, maximum: 9999}, customer: {type: string}, card: ${CARD},
          hold: {type: boolean, default: false}, confirm: {type: boolean, default: false}, note: {type: string, maxLength: 99}}}`)}
      responses: {${shown('Payment')}, ${REFUSED}, '402': {description: The card was declined.}}
  /payments/{payment}:
    ${at('payment')}
    get: {responses: {${shown('Payment')}, '404': {description: none}}}
  /payments/{payment}/confirm:
    ${at('payment')}
    post:
      requestBody: {${form(`{type: object, properties: {card: ${CARD}}}`)}}
      responses: {${shown('Payment')}, ${REFUSED}, '402': {description: The card was declined.}, '404': {description: none}, '409': {description: Not in this state.}}
  /payments/{payment}/capture:
    ${at('payment')}
    post: {responses: {${shown('Payment')}, '404': {description: none}, '409': {description: Not in this state.}}}
  /payments/{payment}/cancel:
    ${at('payment')}
    post:
      description: A payment that is paid or canceled can't be canceled (409).
      responses: {${shown('Payment')}, '404': {description: none}, '409': {description: Not in this state.}}
  /refunds:
    get: {responses: {${listed('Refund')}}}
    post:
      requestBody: {required: true, ${form('{type: object, required: [payment], properties: {payment: {type: string}, amount: {type: integer, minimum: 1, maximum: 9999}}}')}}
      responses: {${shown('Refund')}, ${REFUSED}}
components:
  schemas:
    List: {type: object, required: [object, data], properties: {object: {type: string, enum: [list]}, data: {type: array, items: {}}}}
    Customer: {type: object, required: [id], properties: {id: {type: string}, name: {type: string}, note: {type: string}}}
    Payment:
      type: object
      required: [id, amount, refunded, status]
      properties: {id: {type: string}, amount: {type: integer}, refunded: {type: integer}, status: ${STATES}, note: {type: string}, customer: {type: string}}
    Refund: {type: object, required: [id, amount, payment], properties: {id: {type: string}, amount: {type: integer}, payment: {type: string}}}
`;

type Payment = {
  id: string;
  amount: number;
  refunded: number;
  status: string;
  note?: string;
  customer?: string;
};
type Made = { readonly [name: string]: string };
type Reply = ReturnType<ReturnType<MakeService>>;

const CARDS = ['card_one', 'card_two', 'card_declined'];
const FLAGS = ['true', 'false'];

function isAmount(text: string, least: number): boolean {
  return /^[1-9]\d{0,3}$/.test(text) && Number(text) >= least;
}

function areOf(sent: URLSearchParams, names: readonly string[]): boolean {
  const given = [...sent.keys()];
  return given.every((name) => names.includes(name)) && new Set(given).size === given.length;
}

/** `forgets`: updates forget what they leave out. `twice`: what is canceled is canceled again. */
const payments =
  (fault?: 'forgets' | 'twice'): MakeService =>
  () => {
    const customers = new Map<string, Made>();
    const removed = new Set<string>();
    const all = new Map<string, Payment>();
    const holds = new Set<string>();
    const cards = new Map<string, string>();
    const refunds: object[] = [];
    let count = 0;
    const name = (kind: string): string => `${kind}_${String((count += 1))}x`;
    const list = (data: Iterable<object>): Reply => ({
      status: 200,
      body: { object: 'list', data: [...data].toReversed() },
    });
    const pay = (payment: Payment, card: string | undefined): Reply => {
      if (card === 'card_declined') return { status: 402 };
      payment.status = holds.has(payment.id) ? 'held' : 'paid';
      return { status: 200, body: payment };
    };
    const customer = (method: string, id: string, sent: URLSearchParams): Reply => {
      const known = customers.get(id);
      if (known === undefined) return { status: 404 };
      if (removed.has(id)) return { status: 404 };
      if (method === 'DELETE') {
        removed.add(id);
        return { status: 200, body: { id, deleted: true } };
      }
      if (method === 'GET') return { status: 200, body: known };
      const texts = [...sent.values()];
      if (!areOf(sent, ['name', 'note']) || texts.some((text) => Array.from(text).length > 99))
        return { status: 400 };
      const next = { ...(fault === 'forgets' ? { id } : known), ...Object.fromEntries(sent) };
      customers.set(id, next);
      return { status: 200, body: next };
    };
    const make = (sent: URLSearchParams): Reply => {
      const get = (key: string): string | undefined => sent.get(key) ?? undefined;
      const [amount = '', card, hold = 'false', confirm = 'false'] = [
        'amount',
        'card',
        'hold',
        'confirm',
      ].map(get);
      const isRight =
        areOf(sent, ['amount', 'customer', 'card', 'hold', 'confirm', 'note']) &&
        isAmount(amount, 50) &&
        (card === undefined || CARDS.includes(card)) &&
        FLAGS.includes(hold) &&
        FLAGS.includes(confirm) &&
        Array.from(get('note') ?? '').length <= 99 &&
        (get('customer') === undefined || customers.has(get('customer') ?? ''));
      if (!isRight || (confirm === 'true' && card === undefined)) return { status: 400 };
      const own = Object.fromEntries(
        ['note', 'customer'].flatMap((key) => (sent.has(key) ? [[key, get(key)]] : [])),
      );
      const made: Payment = { id: name('pi'), amount: Number(amount), refunded: 0, status: 'unpaid', ...own };
      all.set(made.id, made);
      if (hold === 'true') holds.add(made.id);
      if (card !== undefined && card !== 'card_declined') cards.set(made.id, card);
      return confirm === 'true' ? pay(made, card) : { status: 200, body: made };
    };
    const refund = (sent: URLSearchParams): Reply => {
      const payment = all.get(sent.get('payment') ?? '');
      const amount = sent.get('amount');
      if (!areOf(sent, ['payment', 'amount']) || payment?.status !== 'paid') return { status: 400 };
      const left = payment.amount - payment.refunded;
      const taken = amount === null ? left : isAmount(amount, 1) ? Number(amount) : 0;
      if (taken < 1 || taken > left) return { status: 400 };
      payment.refunded += taken;
      refunds.push({ id: name('re'), amount: taken, payment: payment.id });
      return { status: 200, body: refunds.at(-1) };
    };
    return ({ method, path, text, headers }) => {
      const sent = new URLSearchParams(text);
      const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
      if (text !== '' && !isForm) return { status: 400 };
      const [, of, id, deed] = path.split('/');
      if (of === 'customers' && id !== undefined) return customer(method, id, sent);
      if (of === 'customers' && method === 'GET')
        return list([...customers.values()].filter((one) => !removed.has(one['id'] ?? '')));
      if (of === 'customers') {
        const made = name('cus');
        customers.set(made, { id: made });
        const reply = customer('POST', made, sent);
        if (reply.status !== 200) customers.delete(made);
        return reply;
      }
      if (of === 'refunds') return method === 'GET' ? list(refunds) : refund(sent);
      if (id === undefined) return method === 'GET' ? list(all.values()) : make(sent);
      const payment = all.get(id);
      if (payment === undefined) return { status: 404 };
      if (deed === undefined) return { status: 200, body: payment };
      if (deed === 'capture') {
        if (payment.status !== 'held') return { status: 409 };
        payment.status = 'paid';
        return { status: 200, body: payment };
      }
      if (deed === 'cancel') {
        const isOver = payment.status === 'paid' || (payment.status === 'canceled' && fault !== 'twice');
        if (isOver) return { status: 409 };
        payment.status = 'canceled';
        return { status: 200, body: payment };
      }
      const card = sent.get('card') ?? undefined;
      if (!areOf(sent, ['card']) || (card !== undefined && !CARDS.includes(card))) return { status: 400 };
      if (payment.status !== 'unpaid') return { status: 409 };
      const used = card ?? cards.get(id);
      return used === undefined ? { status: 400 } : pay(payment, used);
    };
  };

test.each([1, 2, 3, 4])('a service of forms is asked for all that it does (seed %i)', async (seed) => {
  const run = await runAtOnce(DOCUMENT, payments(), { seed });
  expect(idsOf(run, 'fail')).toEqual([]);
  const operations = run.record.footer?.coverage?.operations ?? [];
  expect(operations.filter(({ served }) => served === 0).map(({ id }) => id)).toEqual([]);
});

test('a POST that forgets what it leaves out is told, where the document says of all updates that it stays', async () => {
  const run = await runAtOnce(DOCUMENT, payments('forgets'), { seed: 1 });
  expect(idsOf(run, 'fail')).toContain('resources.change-keeps-rest');
});

test('what is canceled twice is told, where the document says that what is canceled is not', async () => {
  const run = await runAtOnce(DOCUMENT, payments('twice'), { seed: 1 });
  expect(idsOf(run, 'fail')).toContain('resources.action-stored');
});
