import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Entries of which no schema has the member that stands in their path: answers show it all the same. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const BOX = '{type: object, properties: {label: {type: string, maxLength: 60}}, additionalProperties: {}}';
const HELD = `{type: object, properties: {data: ${BOX}}}`;
const refused = `'400': {description: not one}, '401': {description: who}`;

/** Entries stand in `data`, or are the whole answer; or nothing is said of answers at all. */
const documentWith = (sent: string, one: string, all: string, parameter: string): string => `
openapi: 3.0.3
info: {title: Boxes, version: '1'}
security: [{key: []}]
paths:
  /boxes:
    get: {operationId: list, responses: {'200': {description: all of them, ${all}}, '401': {description: who}}}
    post:
      operationId: create
      requestBody: {required: true, ${json(sent)}}
      responses: {'201': {description: made, ${one}}, ${refused}}
  /boxes/{${parameter}}:
    parameters: [{name: ${parameter}, in: path, required: true, schema: {type: string}}]
    get: {operationId: read, responses: {'200': {description: one, ${one}}, '404': {description: none}, '401': {description: who}}}
    put:
      operationId: replace
      requestBody: {required: true, ${json(sent)}}
      responses: {'200': {description: replaced, ${one}}, '404': {description: none}, ${refused}}
    delete: {operationId: remove, responses: {'204': {description: gone}, '404': {description: none}, '401': {description: who}}}
components: {securitySchemes: {key: {type: http, scheme: bearer}}}
`;

const WRAPPED = documentWith(
  `{type: object, required: [data], properties: {data: ${BOX}}}`,
  json(HELD),
  json(`{type: object, properties: {data: {type: array, items: ${BOX}}}}`),
  'id',
);
const BARE = documentWith(BOX, json(BOX), json(`{type: array, items: ${BOX}}`), 'boxId');

type Kept = Readonly<Record<string, unknown>>;

/** What a service does with what is given for an entry. */
type Ways = {
  readonly isWrapped: boolean;
  readonly replace?: (before: Kept, given: Kept) => Kept;
  readonly isRemoved?: boolean;
};

function isObject(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function boxes({ isWrapped, replace = (_before, given) => given, isRemoved = true }: Ways): MakeService {
  return () => {
    const all = new Map<string, Kept>();
    let made = 0;
    const around = (value: unknown): unknown => (isWrapped ? { data: value } : value);
    const sentIn = (body: unknown): Kept | undefined => {
      const given = isWrapped ? (isObject(body) ? body['data'] : undefined) : body;
      if (!isObject(given)) return undefined;
      const { label = '' } = given;
      return typeof label === 'string' && Array.from(label).length <= 60 ? given : undefined;
    };
    const shown = (status: number, id: string): Reply => ({
      status,
      body: around({ ...all.get(id), id }),
    });
    return (ask) => {
      const { method, path, json: body } = ask;
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      if (path === '/boxes' && method === 'GET')
        return { status: 200, body: around([...all].map(([id, box]) => ({ ...box, id }))) };
      const given = sentIn(body);
      if (path === '/boxes') {
        if (given === undefined) return { status: 400 };
        made += 1;
        const id = `b${String(made)}x`;
        all.set(id, given);
        return shown(201, id);
      }
      const id = path.slice('/boxes/'.length);
      const before = all.get(id);
      if (before === undefined) return { status: 404 };
      if (method === 'GET') return shown(200, id);
      if (method === 'DELETE') {
        if (isRemoved) all.delete(id);
        return { status: 204 };
      }
      if (given === undefined) return { status: 400 };
      all.set(id, replace(before, given));
      return shown(200, id);
    };
  };
}

test.each([
  ['that are wrapped', WRAPPED, true],
  ['that are the whole answer', BARE, false],
])('entries %s are named by what answers show', async (_name, document, isWrapped) => {
  const run = await runAtOnce(document, boxes({ isWrapped }));
  expect(alarms(run)).toEqual([]);
  const operations = run.record.footer?.coverage?.operations ?? [];
  expect(operations.filter(({ served }) => served === 0).map(({ id }) => id)).toEqual([]);
});

test.each<readonly [name: string, document: string, ways: Ways, check: RegExp]>([
  ['a replacement is not kept', WRAPPED, { isWrapped: true, replace: (before) => before }, /update-stored/],
  ['a removal does nothing', WRAPPED, { isWrapped: true, isRemoved: false }, /removed/],
  ['a replacement is not kept', BARE, { isWrapped: false, replace: (before) => before }, /update-stored/],
  ['a removal does nothing', BARE, { isWrapped: false, isRemoved: false }, /removed/],
])('%s: found', async (_name, document, ways, check) => {
  expect(blames(await runAtOnce(document, boxes(ways)))).toMatch(check);
});
