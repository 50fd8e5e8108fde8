import { expect, test } from 'vitest';
import { type MakeService, runAtOnce } from './run-against-service.ts';
import { idsOf } from './run-against-mock.ts';

/** Visits that are made for days to come alone, of which the document does not say so. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const of = (name: string): string => json(`{$ref: '#/components/schemas/${name}'}`);
const NO = `'400': {description: no}, '422': {description: The days do not fit.}`;

const DOCUMENT = `
openapi: 3.1.0
info: {title: Visits, version: '1'}
paths:
  /visits:
    get: {responses: {'200': {description: all, ${json("{type: array, items: {$ref: '#/components/schemas/Visit'}}")}}}}
    post: {requestBody: {required: true, ${of('NewVisit')}}, responses: {'201': {description: made, ${of('Visit')}}, ${NO}}}
  /visits/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: one, ${of('Visit')}}, '404': {description: none}}}
    delete: {responses: {'204': {description: gone}, '404': {description: none}}}
components:
  schemas:
    NewVisit: {type: object, required: [day], properties: {day: {type: string, format: date}, reason: {type: string, maxLength: 200}}}
    Visit: {type: object, required: [id, day], properties: {id: {type: integer}, day: {type: string, format: date}, reason: {type: string}}}
`;

const DAY = /^\d{4}-\d\d-\d\d$/;

/** `from`: the first day that is still to come. */
const visits =
  (from: string, removes: boolean): MakeService =>
  () => {
    const all = new Map<number, { readonly id: number; readonly day: string; readonly reason?: string }>();
    let last = 0;
    return ({ method, path, json: body }) => {
      const id = Number(path.split('/')[2] ?? 'NaN');
      if (Number.isNaN(id) && method === 'GET') return { status: 200, body: [...all.values()] };
      if (Number.isNaN(id)) {
        const { day, reason }: { readonly day?: unknown; readonly reason?: unknown } = Object(body);
        const isText = typeof reason === 'string' && Array.from(reason).length <= 200;
        if (typeof day !== 'string' || !DAY.test(day) || Number.isNaN(Date.parse(day)))
          return { status: 400 };
        if (reason !== undefined && !isText) return { status: 400 };
        if (day < from) return { status: 422 };
        last += 1;
        all.set(last, { id: last, day, ...(isText ? { reason } : {}) });
        return { status: 201, body: all.get(last) };
      }
      const visit = all.get(id);
      if (visit === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: visit };
      if (removes) all.delete(id);
      return { status: 204 };
    };
  };

test.each([
  ['all are served', true, []],
  ['they are never removed', false, ['resources.removed-is-gone']],
] as const)('visits of days that have been are refused, and %s', async (_how, removes, blamed) => {
  // Later than most that are drawn, so that no drawn day is taken by chance.
  const run = await runAtOnce(DOCUMENT, visits('2029-12-01', removes), { seed: 2 });
  expect(idsOf(run, 'fail')).toEqual(blamed);
  expect(run.verdict.exitCode, run.verdict.text).toBe(blamed.length > 0 ? 1 : 0);
});
