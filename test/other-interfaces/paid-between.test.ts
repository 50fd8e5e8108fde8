import { expect, test } from 'vitest';
import { isObject, memberOf } from '../../src/json/value.ts';
import { alarms } from '../lives/run-lives.ts';
import { isKnown, type MakeService, type Reply, runAgainstService } from './run-against-service.ts';

/** A ledger: a transfer goes from an account that was paid into to another one of the same currency, in decimals with two places. */

const SHOWS = `content: { application/json: { schema: { $ref: '#/components/schemas/Account' } } }`;
const SHOWS_TRANSFER = `content: { application/json: { schema: { $ref: '#/components/schemas/Transfer' } } }`;
const NO = `'401': { description: who }, '422': { description: not valid, or the accounts do not fit }`;
const AMOUNT = `{ type: string, pattern: '^[0-9]{1,6}[.][0-9]{2}$' }`;
const CURRENCY = `{ type: string, enum: [EUR, CHF, USD], default: EUR }`;

const DOCUMENT = `
openapi: 3.1.0
info: { title: Ledger, version: '1' }
security: [{ key: [] }]
paths:
  /accounts:
    post: { operationId: open, requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string, minLength: 1 }, currency: ${CURRENCY} } } } } }, responses: { '201': { description: made, ${SHOWS} }, ${NO} } }
  /accounts/{accountId}:
    parameters: [{ name: accountId, in: path, required: true, schema: { type: string } }]
    get: { operationId: read, responses: { '200': { description: one, ${SHOWS} }, '404': { description: none }, ${NO} } }
  /accounts/{accountId}/deposits:
    parameters: [{ name: accountId, in: path, required: true, schema: { type: string } }]
    post: { operationId: deposit, requestBody: { required: true, content: { application/json: { schema: { type: object, required: [amount], properties: { amount: ${AMOUNT} } } } } }, responses: { '200': { description: paid, ${SHOWS} }, '404': { description: none }, ${NO} } }
  /transfers:
    post: { operationId: transfer, requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewTransfer' } } } }, responses: { '201': { description: made, ${SHOWS_TRANSFER} }, '409': { description: the balance is too low }, ${NO} } }
  /transfers/{transferId}:
    parameters: [{ name: transferId, in: path, required: true, schema: { type: string } }]
    get: { operationId: look, responses: { '200': { description: one, ${SHOWS_TRANSFER} }, '404': { description: none }, ${NO} } }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
  schemas:
    Account: { type: object, required: [id, name, currency], properties: { id: { type: string }, name: { type: string }, currency: { type: string }, balance: { type: string, readOnly: true } } }
    NewTransfer: { type: object, required: [amount, to, from], properties: { amount: ${AMOUNT}, to: { type: string, description: Account that receives }, from: { type: string, description: Account that pays } } }
    Transfer: { type: object, required: [id, amount, to, from], properties: { id: { type: string }, amount: { type: string }, to: { type: string }, from: { type: string } } }
`;

type Account = { readonly id: string; readonly name: string; readonly currency: string; cents: number };

function centsOf(amount: unknown): number | undefined {
  return typeof amount === 'string' && /^[0-9]{1,6}[.][0-9]{2}$/.test(amount)
    ? Math.round(Number(amount) * 100)
    : undefined;
}

const WRONG: Reply = { status: 422 };

const ledger: MakeService = () => {
  const accounts = new Map<string, Account>();
  const transfers = new Map<string, object>();
  let made = 0;
  const shown = ({ cents, ...rest }: Account): object => ({ ...rest, balance: (cents / 100).toFixed(2) });
  const named = (value: unknown): Account | undefined => accounts.get(typeof value === 'string' ? value : '');
  return (ask): Reply => {
    if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
    const [, list, id, action] = ask.path.split('/');
    const sent = isObject(ask.json) ? ask.json : undefined;
    const member = (name: string): unknown => (sent === undefined ? undefined : memberOf(sent, name));
    made += 1;
    if (list === 'transfers' && id !== undefined) {
      const transfer = transfers.get(id);
      return transfer === undefined ? { status: 404 } : { status: 200, body: transfer };
    }
    if (list === 'transfers') {
      const [from, to, cents] = [named(member('from')), named(member('to')), centsOf(member('amount'))];
      if (cents === undefined || from === undefined || to === undefined) return WRONG;
      if (from === to || from.currency !== to.currency) return WRONG;
      if (from.cents < cents) return { status: 409 };
      from.cents -= cents;
      to.cents += cents;
      const transfer = { id: `t${String(made)}x`, amount: member('amount'), from: from.id, to: to.id };
      transfers.set(transfer.id, transfer);
      return { status: 201, body: transfer };
    }
    if (id === undefined) {
      const [name, currency] = [member('name'), member('currency') ?? 'EUR'];
      if (typeof name !== 'string' || name === '') return WRONG;
      if (typeof currency !== 'string' || !['EUR', 'CHF', 'USD'].includes(currency)) return WRONG;
      if (sent !== undefined && Object.hasOwn(sent, 'currency') && member('currency') === null) return WRONG;
      const account = { id: `a${String(made)}x`, name, currency, cents: 0 };
      accounts.set(account.id, account);
      return { status: 201, body: shown(account) };
    }
    const account = accounts.get(id);
    if (account === undefined) return { status: 404 };
    if (action !== 'deposits') return { status: 200, body: shown(account) };
    const cents = centsOf(member('amount'));
    if (cents === undefined) return WRONG;
    account.cents += cents;
    return { status: 200, body: shown(account) };
  };
};

test('a transfer is made between two accounts, of which one was paid into', async () => {
  const run = await runAgainstService(DOCUMENT, ledger, { seed: 1, suites: ['collections'] });
  expect(alarms(run)).toEqual([]);
  const served = [...run.record.exchanges.values()].filter(
    ({ request, result }) =>
      request.target === '/transfers' && result.kind === 'answer' && result.answer.status === 201,
  );
  expect(served.length).toBeGreaterThan(0);
});
