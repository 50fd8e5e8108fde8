import { expect, test } from 'vitest';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** Entries that begin in another state by a flag of their creation: some actions are served of these alone, and some of the others. */

const CHARGE = `{type: object, required: [id, amount, status], properties: {id: {type: string}, amount: {type: integer}, note: {type: string},
  status: {type: string, enum: [authorized, paid, voided]}}}`;
const SENT = `{type: object, required: [amount], properties: {amount: {type: integer, minimum: 50, maximum: 9999}, capture: {type: boolean, default: true},
  note: {type: string, maxLength: 90}}}`;
const REFUND =
  '{type: object, required: [id, amount], properties: {id: {type: string}, amount: {type: integer}}}';
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const shown = (schema: string): string => `'200': {description: it, ${json(schema)}}`;

const DOCUMENT = `
openapi: 3.0.3
info: {title: Charges, version: '1'}
paths:
  /charges:
    get: {responses: {${shown(`{type: array, items: ${CHARGE}}`)}}}
    post:
      requestBody: {required: true, ${json(SENT)}}
      responses: {${shown(CHARGE)}, '400': {description: no}}
  /charges/{charge}:
    parameters: [{name: charge, in: path, required: true, schema: {type: string}}]
    get: {responses: {${shown(CHARGE)}, '404': {description: none}}}
  /charges/{charge}/void:
    parameters: [{name: charge, in: path, required: true, schema: {type: string}}]
    post: {responses: {${shown(CHARGE)}, '400': {description: The charge cannot be voided.}, '404': {description: none}}}
  /charges/{charge}/refunds:
    parameters: [{name: charge, in: path, required: true, schema: {type: string}}]
    get: {responses: {${shown(`{type: array, items: ${REFUND}}`)}, '404': {description: none}}}
    post:
      requestBody: {required: true, ${json('{type: object, properties: {amount: {type: integer, minimum: 1, maximum: 40}}}')}}
      responses: {${shown(REFUND)}, '400': {description: no}, '404': {description: none}}
`;

type Charge = { readonly id: string; readonly amount: number; readonly note?: string; status: string };

function membersOf(value: unknown): { readonly [name: string]: unknown } | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : undefined;
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}

const charges: MakeService = () => {
  const all = new Map<string, Charge>();
  const refunds = new Map<string, object[]>();
  const make = (body: unknown): ReturnType<ReturnType<MakeService>> => {
    const { amount, capture = true, note } = membersOf(body) ?? {};
    const isNote = note === undefined || (typeof note === 'string' && Array.from(note).length <= 90);
    if (!isWhole(amount, 50, 9999) || typeof capture !== 'boolean' || !isNote) return { status: 400 };
    const id = `ch${String(all.size + 1)}x`;
    const own = note === undefined ? {} : { note };
    all.set(id, { id, amount, ...own, status: capture ? 'paid' : 'authorized' });
    return { status: 200, body: all.get(id) };
  };
  return ({ method, path, json: body }) => {
    const [, , id = '', below] = path.split('/');
    if (id === '') return method === 'POST' ? make(body) : { status: 200, body: [...all.values()] };
    const charge = all.get(id);
    if (charge === undefined) return { status: 404 };
    if (below === undefined) return { status: 200, body: charge };
    if (below === 'void') {
      if (charge.status !== 'authorized') return { status: 400 };
      charge.status = 'voided';
      return { status: 200, body: charge };
    }
    const own = refunds.get(id) ?? [];
    if (method === 'GET') return { status: 200, body: own };
    const { amount = 1 } = membersOf(body) ?? { amount: 0 };
    if (charge.status !== 'paid' || !isWhole(amount, 1, 40)) return { status: 400 };
    const refund = { id: `re${String(refunds.size)}x${String(own.length)}`, amount };
    refunds.set(id, [...own, refund]);
    return { status: 200, body: refund };
  };
};

test.each([1, 2, 3, 4])('each action finds an entry that it is served of (seed %i)', async (seed) => {
  const run = await runAtOnce(DOCUMENT, charges, { seed });
  expect(idsOf(run, 'fail')).toEqual([]);
  const served = run.record.footer?.coverage?.operations.filter(({ served: times }) => times > 0);
  expect(served?.map(({ id }) => id)).toEqual(run.record.footer?.coverage?.operations.map(({ id }) => id));
});

/** Moves of a stock: what is taken from it has to be there, so that the other kind of move comes first. */
const MOVE = `direction: {type: string, enum: [issue, loan, scrap, receipt]}, amount: {type: integer, minimum: 1, maximum: 900}`;
const SHOWN_MOVE = `{type: object, required: [id, direction, amount, status], properties: {id: {type: string}, ${MOVE}, status: {type: string, enum: [draft, posted]}}}`;
const MOVES = `
openapi: 3.0.3
info: {title: Moves, version: '1'}
paths:
  /moves:
    get: {responses: {${shown(`{type: array, items: ${SHOWN_MOVE}}`)}}}
    post:
      requestBody: {required: true, ${json(`{type: object, required: [direction, amount], properties: {${MOVE}}}`)}}
      responses: {'201': {description: it, ${json(SHOWN_MOVE)}}, '400': {description: no}}
  /moves/{move}:
    parameters: [{name: move, in: path, required: true, schema: {type: string}}]
    get: {responses: {${shown(SHOWN_MOVE)}, '404': {description: none}}}
  /moves/{move}/post:
    parameters: [{name: move, in: path, required: true, schema: {type: string}}]
    post: {responses: {${shown(SHOWN_MOVE)}, '404': {description: none}, '409': {description: There is not enough in stock.}}}
`;

const DIRECTIONS = new Set(['issue', 'loan', 'scrap', 'receipt']);

type Move = { readonly id: string; readonly direction: string; readonly amount: number; status: string };

const moves: MakeService = () => {
  const all = new Map<string, Move>();
  let stock = 0;
  return ({ method, path, json: body }) => {
    const [, , id = '', below] = path.split('/');
    if (id === '') {
      if (method === 'GET') return { status: 200, body: [...all.values()] };
      const { direction, amount } = membersOf(body) ?? {};
      if (typeof direction !== 'string' || !DIRECTIONS.has(direction) || !isWhole(amount, 1, 900))
        return { status: 400 };
      const made: Move = { id: `mv${String(all.size + 1)}x`, direction, amount, status: 'draft' };
      all.set(made.id, made);
      return { status: 201, body: made };
    }
    const move = all.get(id);
    if (move === undefined) return { status: 404 };
    if (below === undefined) return { status: 200, body: move };
    const left = stock + (move.direction === 'receipt' ? move.amount : -move.amount);
    if (move.status !== 'draft' || left < 0) return { status: 409 };
    stock = left;
    move.status = 'posted';
    return { status: 200, body: move };
  };
};

test.each([4, 10, 11])('what needs another kind of entry finds one (seed %i)', async (seed) => {
  const run = await runAtOnce(MOVES, moves, { seed });
  expect(idsOf(run, 'fail')).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});
