import { expect, test } from 'vitest';
import { idsOf } from './run-against-mock.ts';
import { type Ask, isKnown, type MakeService, runAgainstService } from './run-against-service.ts';

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const ERROR = `401: {description: no key}, 404: {description: none}, 400: {description: bad}`;

/** Only links say what the parameters and the body of the other operations are about. */
const DOCUMENT = `
openapi: 3.0.3
info: {title: Tours, version: '1'}
security: [{key: []}]
paths:
  /bookings:
    post:
      operationId: book
      requestBody: {required: true, ${json('{type: object, required: [name], properties: {name: {type: string, maxLength: 80}}}')}}
      responses:
        201:
          description: booked
          ${json('{type: object, required: [voucher], properties: {voucher: {type: string}, seat: {type: integer}}}')}
          links:
            shown: {operationId: show, parameters: {code: $response.body#/voucher}}
            told: {operationRef: '#/paths/~1reports/get', parameters: {query.seat: $response.body#/seat}}
            paid: {operationId: pay, requestBody: {voucher: $response.body#/voucher}}
        ${ERROR.replaceAll(', ', '\n        ')}
  /vouchers/{code}:
    parameters: [{name: code, in: path, required: true, schema: {type: string}}]
    get: {operationId: show, responses: {200: {description: it, ${json('{type: object, required: [code], properties: {code: {type: string}}}')}}, ${ERROR}}}
  /reports:
    get:
      parameters: [{name: seat, in: query, required: true, schema: {type: integer}}]
      responses: {200: {description: it, ${json('{type: object}')}}, ${ERROR}}
  /payments:
    post:
      operationId: pay
      requestBody: {required: true, ${json('{type: object, required: [voucher], properties: {voucher: {type: string}}}')}}
      responses: {200: {description: it, ${json('{type: object}')}}, ${ERROR}}
components: {securitySchemes: {key: {type: http, scheme: bearer}}}
`;

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const tours: MakeService = () => {
  const vouchers = new Map<string, number>();
  return (ask: Ask) => {
    if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
    const [, area, code = ''] = ask.path.split('/');
    const sent = isRecord(ask.json) ? ask.json : undefined;
    if (area === 'bookings' && ask.method === 'POST') {
      if (typeof sent?.['name'] !== 'string' || sent['name'].length > 80) return { status: 400 };
      const voucher = `v-${String(vouchers.size * 7919 + 104_729)}`;
      vouchers.set(voucher, vouchers.size * 31 + 40_961);
      return { status: 201, body: { voucher, seat: vouchers.get(voucher) } };
    }
    if (area === 'vouchers' && ask.method === 'GET')
      return vouchers.has(code) ? { status: 200, body: { code } } : { status: 404 };
    if (area === 'reports' && ask.method === 'GET') {
      const seat = ask.query.get('seat') ?? '';
      if (!/^-?\d+$/.test(seat)) return { status: 400 };
      return [...vouchers.values()].includes(Number(seat)) ? { status: 200, body: {} } : { status: 404 };
    }
    if (area === 'payments' && ask.method === 'POST') {
      if (typeof sent?.['voucher'] !== 'string') return { status: 400 };
      return vouchers.has(sent['voucher']) ? { status: 200, body: {} } : { status: 404 };
    }
    return { status: area === '' ? 404 : 405 };
  };
};

test('links of answers name what other operations are asked for: in paths, in queries, in bodies', async () => {
  const run = await runAgainstService(DOCUMENT, tours, { seed: 1, suites: ['authentication'] });
  const operations = run.record.footer?.coverage?.operations ?? [];
  expect(operations.map(({ id, served }) => [id, served > 0])).toEqual([
    ['book', true],
    ['show', true],
    ['GET /reports', true],
    ['pay', true],
  ]);
  expect(idsOf(run, 'fail')).toEqual([]);
});
