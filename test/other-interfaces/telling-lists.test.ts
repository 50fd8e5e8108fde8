import { expect, test } from 'vitest';
import { wholeInCi } from '../sampled.ts';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** Orders of numbers and bounds of moments, which tell little while all numbers are as long and all moments are of one day. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const of = (schema: string): string => `{$ref: '#/components/schemas/${schema}'}`;

const DOCUMENT = `
openapi: 3.1.0
info: {title: Bids, version: '1'}
paths:
  /bids:
    get:
      parameters:
        - {name: sort, in: query, schema: {type: string, enum: [amount, -amount]}}
        - {name: made_after, in: query, description: Only bids that were made after this moment., schema: {type: string, format: date-time}}
      responses: {'200': {description: all, ${json(`{type: array, items: ${of('Bid')}}`)}}, '400': {description: no}}
    post:
      requestBody: {required: true, ${json(of('NewBid'))}}
      responses: {'201': {description: made, ${json(of('Bid'))}}, '422': {description: no}}
  /bids/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: one, ${json(of('Bid'))}}, '404': {description: not there}}}
components:
  schemas:
    NewBid: {type: object, required: [bidder, amount], properties: {bidder: {type: string, minLength: 1, maxLength: 60}, amount: {type: integer, minimum: 1, maximum: 9999, example: 1250}}}
    Bid: {allOf: [${of('NewBid')}, {type: object, required: [id, made_at], properties: {id: {type: string}, made_at: {type: string, format: date-time}}}]}
`;

type Bid = {
  readonly id: string;
  readonly bidder: string;
  readonly amount: number;
  readonly made_at: string;
};
type Ways = {
  readonly compare?: (one: number, other: number) => number;
  readonly isAfter?: (made: number, bound: number) => boolean;
};

const DAY_MS = 86_400_000;
const BEGAN = Date.parse('2030-05-02T10:00:00Z');

const bids =
  ({
    compare = (one, other) => one - other,
    isAfter = (made, bound) => made > bound,
  }: Ways = {}): MakeService =>
  () => {
    const all: Bid[] = [];
    return ({ method, path, query, json: sent }) => {
      const id = path.split('/')[2] ?? '';
      const bid = all.find((one) => one.id === id);
      if (id !== '') return bid === undefined ? { status: 404 } : { status: 200, body: bid };
      if (method === 'GET') {
        const [sort, after] = [query.get('sort'), query.get('made_after')];
        if (sort !== null && !/^-?amount$/.test(sort)) return { status: 400 };
        if (after !== null && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d.{0,12}(?:Z|[+-]\d\d:\d\d)$/i.test(after))
          return { status: 400 };
        const bound = after === null ? undefined : Date.parse(after);
        if (Number.isNaN(bound)) return { status: 400 };
        const sign = sort?.startsWith('-') === true ? -1 : 1;
        const found = all.filter(
          ({ made_at: made }) => bound === undefined || isAfter(Date.parse(made), bound),
        );
        return {
          status: 200,
          body: sort === null ? found : found.toSorted((a, b) => sign * compare(a.amount, b.amount)),
        };
      }
      const { bidder, amount } = (typeof sent === 'object' && sent !== null ? sent : {}) as Record<
        string,
        unknown
      >;
      const isName = typeof bidder === 'string' && bidder !== '' && Array.from(bidder).length <= 60;
      const isAmount =
        typeof amount === 'number' && Number.isInteger(amount) && amount >= 1 && amount <= 9999;
      if (!isName || !isAmount) return { status: 422 };
      const made = new Date(BEGAN + all.length * 2_000).toISOString();
      const next = { id: `b${String(all.length + 1)}`, bidder, amount, made_at: made };
      all.push(next);
      return { status: 201, body: next };
    };
  };

test.each<readonly [string, Ways]>([
  ['as it says', {}],
  ['with the moment itself', { isAfter: (made, bound) => made >= bound }],
  ['to the second', { isAfter: (made, bound) => Math.floor(made / 1_000) > Math.floor(bound / 1_000) }],
])('a service that shows bids %s conforms', async (_name, ways) => {
  const run = await runAtOnce(DOCUMENT, bids(ways));
  expect(idsOf(run, 'fail')).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test.each(
  wholeInCi<readonly [string, Ways, string]>(
    [
      [
        'puts numbers in the order of their digits',
        { compare: (one, other) => (String(one) < String(other) ? -1 : 1) },
        'resources.order-holds',
      ],
      [
        'looks at the day alone',
        { isAfter: (made, bound) => Math.floor(made / DAY_MS) > Math.floor(bound / DAY_MS) },
        'resources.filter-holds',
      ],
      ['shows what was made before', { isAfter: () => true }, 'resources.filter-holds'],
      ['shows nothing', { isAfter: () => false }, 'resources.filter-holds'],
    ],
    2,
  ),
)('a service that %s is blamed', async (_name, ways, check) => {
  const run = await runAtOnce(DOCUMENT, bids(ways), { suites: ['resources', 'collections'] });
  expect(idsOf(run, 'fail')).toContain(check);
});
