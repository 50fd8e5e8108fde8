import { expect, test } from 'vitest';
import { type MakeService, runAtOnce } from './run-against-service.ts';

/**
 * Stays with a first and a last day, of which the document says that they are texts, as generators do that know of a type of the language
 * and of no format. No answer is described: what names a stay is shown as a language without small letters at the beginning of a public
 * name has it. Who asks for those between two days reads in words alone how days are written.
 */

const SENT =
  '{type: object, properties: {guest: {type: string}, starts_at: {type: string}, ends_at: {type: string}}}';
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const ANY = json('{type: object, additionalProperties: true}');
const REFUSED = `'400': {description: no, ${ANY}}`;

const DOCUMENT = `
openapi: 3.1.0
info: {title: Stays, version: '1'}
paths:
  /stay:
    post:
      requestBody: {required: true, ${json(SENT)}}
      responses: {'200': {description: made, ${ANY}}, ${REFUSED}}
  /stays:
    get:
      parameters:
        - {name: after, in: query, required: true, description: The first of them (DD.MM.YYYY), schema: {type: string}}
      responses: {'200': {description: all, ${ANY}}, ${REFUSED}}
  /stay/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get:
      responses: {'200': {description: one, ${ANY}}, ${REFUSED}, '404': {description: none, ${ANY}}}
    put:
      requestBody: {required: true, ${json(SENT)}}
      responses: {'200': {description: changed, ${ANY}}, ${REFUSED}, '404': {description: none, ${ANY}}}
    delete:
      responses: {'200': {description: gone, ${ANY}}, '404': {description: none, ${ANY}}}
`;

type Stay = { readonly ID: number; readonly [name: string]: unknown };

const stays =
  (form: RegExp, removes = true): MakeService =>
  () => {
    const all = new Map<number, Stay>();
    const isTime = (value: unknown): boolean => typeof value === 'string' && form.test(value);
    const told = (data: unknown): { status: number; body: unknown } => ({
      status: 200,
      body: { code: 200, message: 'done', data },
    });
    const refused = (status: number): { status: number; body: unknown } => ({
      status,
      body: { code: status, message: 'no' },
    });
    const stayOf = (id: number, body: unknown): Stay | undefined => {
      if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
      const {
        guest = '',
        starts_at,
        ends_at,
      }: Record<string, unknown> = Object.fromEntries(Object.entries(body));
      if (typeof guest !== 'string' || !isTime(starts_at) || !isTime(ends_at)) return undefined;
      // What keeps days alone shows no more of them.
      return {
        ID: id,
        Guest: guest,
        Start: String(starts_at).slice(0, 10),
        End: String(ends_at).slice(0, 10),
      };
    };
    return ({ method, path, query, json: body }) => {
      const [, kind, text = ''] = path.split('/');
      if (kind === 'stays')
        return /^\d\d\.\d\d\.\d{4}$/.test(query.get('after') ?? '') ? told([...all.values()]) : refused(400);
      const id = method === 'POST' ? Math.max(0, ...all.keys()) + 1 : Number(text);
      if (method !== 'POST' && !all.has(id)) return refused(404);
      if (method === 'GET') return told(all.get(id));
      if (method === 'DELETE') {
        if (removes) all.delete(id);
        return told(undefined);
      }
      const stay = stayOf(id, body);
      if (stay === undefined) return refused(400);
      all.set(id, stay);
      return told(stay);
    };
  };

test.each([
  ['moments', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, true, []],
  ['days', /^\d{4}-\d\d-\d\d$/, true, []],
  ['days, and are never removed', /^\d{4}-\d\d-\d\d$/, false, ['resources.removed-is-gone']],
] as const)('stays are made of texts that have to be %s', async (_form, form, removes, blamed) => {
  const { record, verdict } = await runAtOnce(DOCUMENT, stays(form, removes));
  const failed = record.results.filter(({ outcome }) => outcome.kind === 'fail').map(({ id }) => id);
  expect(failed).toEqual(blamed);
  expect(verdict.exitCode, verdict.text).toBe(blamed.length > 0 ? 1 : 0);
});
