import { expect, test } from 'vitest';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/** Discounts that may not overlap: what is wrong with one shows only where its days are in nobody's way. */

const DOCUMENT = `
openapi: 3.1.0
info: {title: Discounts, version: '1'}
paths:
  /discounts:
    get:
      responses:
        '200': {description: all of them, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Discount'}}}}}
    post:
      requestBody:
        required: true
        content: {application/json: {schema: {$ref: '#/components/schemas/NewDiscount'}}}
      responses:
        '201': {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/Discount'}}}}
        '400': {description: not valid}
        '409': {description: Discounts must not overlap.}
components:
  schemas:
    NewDiscount:
      type: object
      required: [from, to, percent]
      properties: {from: {type: string, format: date}, to: {type: string, format: date}, percent: {type: integer, minimum: 1, maximum: 90}}
    Discount:
      allOf:
        - {$ref: '#/components/schemas/NewDiscount'}
        - {type: object, required: [id], properties: {id: {type: string}}}
`;

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

function isDay(value: unknown): value is string {
  return typeof value === 'string' && DAY.test(value) && new Date(value).toISOString().slice(0, 10) === value;
}

const discounts =
  (most: number): MakeService =>
  () => {
    const made: { readonly id: string; readonly from: string; readonly to: string }[] = [];
    return ({ method, json }) => {
      if (method === 'GET') return { status: 200, body: made };
      const { from, to, percent } = Object(json);
      const isWhole = Number.isInteger(percent) && percent >= 1 && percent <= most;
      if (!isDay(from) || !isDay(to) || !isWhole) return { status: 400 };
      const isFree = made.every((other) => other.to < from || to < other.from);
      if (to < from || Date.parse(to) - Date.parse(from) > 30 * 86_400_000 || !isFree) return { status: 409 };
      const one = { id: `d${String(made.length)}`, from, to, percent };
      made.push(one);
      return { status: 201, body: one };
    };
  };

test('what is wrong is sent with days that are served', async () => {
  const [honest, lax] = [await runAtOnce(DOCUMENT, discounts(90)), await runAtOnce(DOCUMENT, discounts(95))];
  expect(idsOf(honest, 'fail')).toEqual([]);
  expect(idsOf(lax, 'fail')).toContain('validation.constraint');
});
