import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { isKnown, type MakeService, runAtOnce } from './run-against-service.ts';

/**
 * Notes as they are documented by remarks beside the code: the remark about the credential is forgotten at the readings, which are
 * refused without it; the embedded members of each row (`ID`) are documented in other letters.
 */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const NOTE = `{type: object, properties: {id: {type: integer}, title: {type: string, maxLength: 60}}}`;
const SENT = `{required: true, ${json('{type: object, required: [title], properties: {title: {type: string, minLength: 1, maxLength: 60}}}')}}`;
const WHO = `'401': {description: who}`;
const KEY = 'security: [{key: []}]';

const DOCUMENT = `
openapi: 3.0.3
info: {title: Notes, version: '1'}
paths:
  /notes:
    get: {operationId: list, responses: {'200': {description: all, ${json(`{type: array, items: ${NOTE}}`)}}, ${WHO}}}
    post:
      operationId: make
      ${KEY}
      requestBody: ${SENT}
      responses: {'201': {description: made, ${json(NOTE)}}, '400': {description: no}, ${WHO}}
  /notes/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: read, responses: {'200': {description: one, ${json(NOTE)}}, '404': {description: none}, ${WHO}}}
    put:
      operationId: replace
      ${KEY}
      requestBody: ${SENT}
      responses: {'200': {description: replaced, ${json(NOTE)}}, '400': {description: no}, '404': {description: none}, ${WHO}}
    delete: {operationId: remove, ${KEY}, responses: {'204': {description: gone}, '404': {description: none}, ${WHO}}}
components: {securitySchemes: {key: {type: http, scheme: bearer}}}
`;

type Fault = 'lists nothing' | 'reads another' | 'keeps no title' | 'fails on reading';

const notes =
  (fault?: Fault): MakeService =>
  () => {
    const all = new Map<number, string>();
    let made = 0;
    const shown = (id: number): unknown => ({ ID: id, title: all.get(id) });
    return (ask) => {
      const { method, path, json: body } = ask;
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const [, , segment = ''] = path.split('/');
      const title = typeof body === 'object' && body !== null && 'title' in body ? body.title : undefined;
      const isText = typeof title === 'string' && title !== '' && Array.from(title).length <= 60;
      if (segment === '') {
        if (method === 'GET')
          return { status: 200, body: fault === 'lists nothing' ? [] : [...all.keys()].map(shown) };
        if (!isText) return { status: 400 };
        made += 1;
        all.set(made, title);
        return { status: 201, body: shown(made) };
      }
      const id = Number(segment);
      if (!all.has(id)) return { status: 404 };
      if (method === 'DELETE') {
        all.delete(id);
        return { status: 204 };
      }
      if (method === 'GET') {
        if (fault === 'fails on reading') return { status: 500 };
        return { status: 200, body: fault === 'reads another' ? { ID: id, title: 'another' } : shown(id) };
      }
      if (!isText) return { status: 400 };
      if (fault !== 'keeps no title') all.set(id, title);
      return { status: 200, body: { ID: id, title } };
    };
  };

test('readings that are refused without the credential which others take: asked with it', async () => {
  const run = await runAtOnce(DOCUMENT, notes());
  expect(alarms(run)).toEqual([]);
  const told = run.record.results.find(({ id }) => id === 'observed.forgotten-credentials')?.outcome;
  const names = told?.kind === 'observed' ? told.observations.map(({ name }) => name) : [];
  expect(names.toSorted()).toEqual(['GET /notes', 'GET /notes/{id}']);
  const operations = run.record.footer?.coverage?.operations ?? [];
  expect(operations.filter(({ served }) => served === 0).map(({ id }) => id)).toEqual([]);
});

test.each<readonly [fault: Fault, check: RegExp]>([
  ['lists nothing', /collections\.(?:created|listed)/],
  ['reads another', /collections\.read-back/],
  ['keeps no title', /update-stored/],
  ['fails on reading', /no-server-error/],
])('a service that %s: found', async (fault, check) => {
  expect(blames(await runAtOnce(DOCUMENT, notes(fault)))).toMatch(check);
});
