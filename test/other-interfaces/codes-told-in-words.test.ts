import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { type Ask, isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/**
 * Parts with a code that can be taken once, whose form stands in words and in an example alone, and orders whose lines show the same code: what
 * is inside of an order names no new part. Members of the service's own (`readOnly`) may be sent though objects are closed.
 */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const REFUSALS = `'400': {description: no}, '401': {description: who}, '404': {description: none}, '409': {description: no}`;
const ID = `[{name: id, in: path, required: true, schema: {type: integer, minimum: 1}}]`;

const DOCUMENT = `
openapi: 3.0.3
info: {title: Parts, version: '1'}
security: [{key: []}]
paths:
  /orders:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: {$ref: '#/components/schemas/Order'}}`)}}, ${REFUSALS}}}
  /orders/{id}:
    parameters: ${ID}
    get: {responses: {'200': {description: it, ${json(`{$ref: '#/components/schemas/Order'}`)}}, ${REFUSALS}}}
  /parts:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: {$ref: '#/components/schemas/Part'}}`)}}, ${REFUSALS}}}
    post: {requestBody: {required: true, ${json(`{$ref: '#/components/schemas/Part'}`)}}, responses: {'201': {description: made, ${json(`{$ref: '#/components/schemas/Part'}`)}}, ${REFUSALS}}}
  /parts/{id}:
    parameters: ${ID}
    get: {responses: {'200': {description: it, ${json(`{$ref: '#/components/schemas/Part'}`)}}, ${REFUSALS}}}
    put: {requestBody: {required: true, ${json(`{$ref: '#/components/schemas/Part'}`)}}, responses: {'200': {description: it, ${json(`{$ref: '#/components/schemas/Part'}`)}}, ${REFUSALS}}}
    delete: {responses: {'204': {description: gone}, ${REFUSALS}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Part:
      type: object
      additionalProperties: false
      required: [id, code, text]
      properties:
        id: {type: integer, readOnly: true}
        code: {type: string, example: PA-0042, description: 'Two capital letters, a hyphen and four digits, once in the shop'}
        text: {type: string, minLength: 1, maxLength: 200}
    Order: {type: object, properties: {id: {type: integer}, lines: {type: array, items: {type: object, properties: {code: {type: string}, count: {type: integer}}}}}}
`;

type Part = { readonly id: number; readonly code: string; readonly text: string };

/** `closed`: an object with a member that the document does not describe is refused, as the document says. */
const parts =
  (closed = true): MakeService =>
  () => {
    let last = 1;
    const all = new Map<string, Part>([['1', { id: 1, code: 'PA-0001', text: 'A nut' }]]);
    const order = { id: 1, lines: [{ code: 'PA-0001', count: 3 }] };
    const read = ({ json: body }: Ask, id: number): Part | number => {
      if (typeof body !== 'object' || body === null || Array.isArray(body)) return 400;
      const { code, text, id: _id, ...others } = body as { readonly [name: string]: unknown };
      if (closed && Object.keys(others).length > 0) return 400;
      if (typeof text !== 'string' || text === '' || Array.from(text).length > 200) return 400;
      if (typeof code !== 'string' || !/^[A-Z]{2}-[0-9]{4}$/.test(code)) return 400;
      const isTaken = [...all.values()].some((one) => one.code === code && one.id !== id);
      return isTaken ? 409 : { id, code, text };
    };
    return (ask): Reply => {
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const [, kind, id] = ask.path.split('/');
      if (kind === 'orders')
        return id === undefined
          ? { status: 200, body: [order] }
          : id === '1'
            ? { status: 200, body: order }
            : { status: /^[1-9]\d*$/.test(id) ? 404 : 400 };
      if (id === undefined && ask.method === 'GET') return { status: 200, body: [...all.values()] };
      if (id !== undefined && !/^[1-9]\d*$/.test(id)) return { status: 400 };
      if (id !== undefined && !all.has(id)) return { status: 404 };
      if (id !== undefined && ask.method === 'GET') return { status: 200, body: all.get(id) };
      if (id !== undefined && ask.method === 'DELETE') {
        all.delete(id);
        return { status: 204 };
      }
      const part = read(ask, id === undefined ? last + 1 : Number(id));
      if (typeof part === 'number') return { status: part };
      if (id === undefined) last += 1;
      all.set(String(part.id), part);
      return { status: id === undefined ? 201 : 200, body: part };
    };
  };

test.each([1, 2, 3])('parts are made with codes like the one that is shown (seed %i)', async (seed) => {
  const run = await runAtOnce(DOCUMENT, parts(), { seed });
  expect(alarms(run)).toEqual([]);
  const operations = run.record.footer?.coverage?.operations ?? [];
  expect(operations.filter(({ served }) => served === 0)).toEqual([]);
  const codes = run.asked.flatMap(({ method, json: body }) =>
    method === 'POST' && typeof body === 'object' && body !== null && 'code' in body ? [body.code] : [],
  );
  expect(new Set(codes.filter((code) => /^PA-\d{4}$/.test(String(code)))).size).toBeGreaterThan(3);
});

test('what nobody describes is refused in a closed object', async () => {
  expect(blames(await runAtOnce(DOCUMENT, parts(false), {}))).toContain('validation.constraint');
});
