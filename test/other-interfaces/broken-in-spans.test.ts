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

const STAYS = `
openapi: 3.1.0
info: {title: Stays, version: '1'}
paths:
  /rooms:
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [label], properties: {label: {type: string}}}}}}
      responses: {'201': {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/Room'}}}}, '400': {description: no}}
  /rooms/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: it, content: {application/json: {schema: {$ref: '#/components/schemas/Room'}}}}, '404': {description: none}}}
  /rooms/{id}/stays:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    post:
      description: '\`to\` is the last day of the stay and must not be before \`from\` (400).'
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Stay'}}}}
      responses: {'201': {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/Stay'}}}}, '400': {description: no}, '404': {description: none}}
components:
  schemas:
    Room: {type: object, required: [id, label], properties: {id: {type: string, readOnly: true}, label: {type: string}}}
    Stay: {type: object, required: [from, to], properties: {from: {type: string, format: date}, to: {type: string, format: date}}}
`;

const stays =
  (isLax: boolean): MakeService =>
  () => {
    const rooms = new Map<string, unknown>();
    return ({ method, path, json }) => {
      const [, , id = '', inner] = path.split('/');
      const { label, from, to } = Object(json);
      if (id === '') {
        if (typeof label !== 'string') return { status: 400 };
        const room = { id: `r${String(rooms.size)}`, label };
        rooms.set(room.id, room);
        return { status: 201, body: room };
      }
      if (!rooms.has(id)) return { status: 404 };
      if (inner === undefined || method === 'GET') return { status: 200, body: rooms.get(id) };
      return isDay(from) && isDay(to) && (isLax || from <= to)
        ? { status: 201, body: { from, to } }
        : { status: 400 };
    };
  };

test('days in the wrong order are sent to what is inside of an entry, too', async () => {
  const [honest, lax] = [await runAtOnce(STAYS, stays(false)), await runAtOnce(STAYS, stays(true))];
  expect(idsOf(honest, 'fail')).toEqual([]);
  expect(idsOf(lax, 'fail')).toEqual(['validation.order-of-values']);
});
