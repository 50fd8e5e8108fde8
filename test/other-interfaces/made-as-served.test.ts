import { expect, test } from 'vitest';
import { isObject } from '../../src/json/value.ts';
import { alarms } from '../lives/run-lives.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';
import { isText } from './shelf.ts';

/** A creation whose document has names where the service takes something else: what was served before they were known is served again. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const ITEM = '{type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}';
const ID = '{name: id, in: path, required: true, schema: {type: integer}}';
const DOCUMENT = `
openapi: 3.0.3
info: {title: Sales, version: '1'}
paths:
  /invoices:
    post:
      requestBody: {required: true, ${json('{type: object, required: [items], properties: {items: {type: array, items: {type: string}}}}')}}
      responses: {'201': {description: made, ${json('{type: object, required: [id, state], properties: {id: {type: integer}, state: {type: string}}}')}}, '400': {description: no}}
  /invoices/{id}:
    parameters: [${ID}]
    get: {responses: {'200': {description: one, ${json('{type: object, required: [id, state], properties: {id: {type: integer}, state: {type: string}}}')}}, '404': {description: none}}}
    delete: {responses: {'204': {description: gone}, '404': {description: none}}}
  /items:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${ITEM}}`)}}}}
    post:
      requestBody: {required: true, ${json('{type: object, required: [name, stock], properties: {name: {type: string, minLength: 1}, stock: {type: number, minimum: 0}}}')}}
      responses: {'201': {description: made, ${json(ITEM)}}, '400': {description: no}}
  /items/{id}:
    parameters: [${ID}]
    get: {responses: {'200': {description: one, ${json(ITEM)}}, '404': {description: none}}}
    delete: {responses: {'204': {description: gone}, '404': {description: none}}}
`;

/** Its invoices have objects in their lists: of texts, none at all is taken. Its stocks are whole, so that no item is made at first. */
const sales: MakeService = () => {
  const kept = new Map<string, object>();
  let last = 0;
  return ({ method, path, json: body }) => {
    const [, place = '', id] = path.split('/');
    const at = `${place} ${id ?? ''}`;
    if (id === undefined && method === 'GET')
      return {
        status: 200,
        body: [...kept].flatMap(([key, one]) => (key.startsWith('items ') ? [one] : [])),
      };
    if (id === undefined) {
      const { items, name, stock } = isObject(body) ? body : {};
      const isTaken =
        place === 'items'
          ? isText(name) && name !== '' && Number.isInteger(stock)
          : Array.isArray(items) && items.length === 0;
      if (!isTaken) return { status: 400 };
      last += 1;
      const made = { id: last, ...(place === 'items' ? { name } : { state: 'placed' }) };
      kept.set(`${place} ${String(last)}`, made);
      return { status: 201, body: made };
    }
    const known = kept.get(at);
    if (known === undefined) return { status: 404 };
    if (method === 'DELETE') kept.delete(at);
    return method === 'DELETE' ? { status: 204 } : { status: 200, body: known };
  };
};

test('what names nothing is made again as it was, once there is something to name', async () => {
  const run = await runAtOnce(DOCUMENT, sales);
  const made = [...run.record.exchanges.values()].filter(
    ({ request: { method, target }, result }) =>
      method === 'POST' && target === '/invoices' && result.kind === 'answer' && result.answer.status === 201,
  );
  expect(made.some(({ probe }) => probe.endsWith('-as-served'))).toBe(true);
  expect(alarms(run).filter((alarm) => JSON.stringify(alarm).includes('fail'))).toEqual([]);
});
