import { expect, test } from 'vitest';
import { alarms } from '../lives/run-lives.ts';
import { type Ask, isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/**
 * A creation names two things of one kind, each by its part (`from` and `to`, `from_depot_id`), and another one by what that calls itself
 * (`sku`); a PUT inside of one is about the other. All of them have to be there, and the two of one kind have to be two.
 */

const CODE = '{type: string, pattern: "^[a-z][a-z0-9-]{1,19}$"}';
const SKU = '{type: string, pattern: "^[A-Z0-9]{3,12}$"}';
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const ref = (name: string): string => `{$ref: "#/components/schemas/${name}"}`;
const NONE = "'404': {description: there is none}, '400': {description: not valid}";

const document = (from: string, to: string): string => `
openapi: 3.0.3
info: {title: Depots, version: '1'}
security: [{key: []}]
paths:
  /depots:
    get: {operationId: listDepots, responses: {'200': {description: all, ${json(`{type: array, items: ${ref('Depot')}}`)}}}}
    post:
      operationId: addDepot
      requestBody: {required: true, ${json(ref('Depot'))}}
      responses:
        '201': {description: added, ${json(ref('Depot'))}}
        '400': {description: not valid}
        '409': {description: There is a depot with this code.}
  /depots/{code}:
    parameters: [{name: code, in: path, required: true, schema: ${CODE}}]
    get: {operationId: readDepot, responses: {'200': {description: it, ${json(ref('Depot'))}}, ${NONE}}}
    delete:
      operationId: dropDepot
      description: A depot that holds stock can't be deleted.
      responses: {'204': {description: gone}, '409': {description: It holds stock.}, ${NONE}}
  /goods:
    get: {operationId: listGoods, responses: {'200': {description: all, ${json(`{type: array, items: ${ref('Good')}}`)}}}}
  /goods/{sku}:
    parameters: [{name: sku, in: path, required: true, schema: ${SKU}}]
    get: {operationId: readGood, responses: {'200': {description: it, ${json(ref('Good'))}}, ${NONE}}}
    put:
      operationId: putGood
      requestBody: {required: true, ${json('{type: object, required: [title], properties: {title: {type: string, minLength: 1, maxLength: 60}}}')}}
      responses: {'200': {description: replaced, ${json(ref('Good'))}}, '201': {description: made, ${json(ref('Good'))}}, '400': {description: not valid}}
    delete: {operationId: dropGood, responses: {'204': {description: gone}, ${NONE}}}
  /depots/{code}/stock/{sku}:
    parameters:
      - {name: code, in: path, required: true, schema: ${CODE}}
      - {name: sku, in: path, required: true, schema: ${SKU}}
    get: {operationId: readStock, responses: {'200': {description: it, ${json(ref('Stock'))}}, ${NONE}}}
    put:
      operationId: setStock
      requestBody: {required: true, ${json(ref('Stock'))}}
      responses: {'200': {description: set, ${json(ref('Stock'))}}, '201': {description: set first, ${json(ref('Stock'))}}, ${NONE}}
  /depots/{code}/stock/{sku}/double:
    parameters:
      - {name: code, in: path, required: true, schema: ${CODE}}
      - {name: sku, in: path, required: true, schema: ${SKU}}
    post: {operationId: double, responses: {'200': {description: doubled, ${json(ref('Stock'))}}, ${NONE}}}
  /transfers:
    post:
      operationId: plan
      requestBody: {required: true, ${json(ref('NewTransfer'))}}
      responses:
        '201': {description: planned, ${json(ref('Transfer'))}}
        '400': {description: not valid}
        '422': {description: 'Both depots are the same, or one of them or the good is not there.'}
  /transfers/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {operationId: readTransfer, responses: {'200': {description: it, ${json(ref('Transfer'))}}, ${NONE}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Depot: {type: object, required: [code, city], properties: {code: ${CODE}, city: {type: string, minLength: 1, maxLength: 60}}}
    Good: {type: object, required: [sku, title], properties: {sku: ${SKU}, title: {type: string}}}
    Stock: {type: object, required: [quantity], properties: {quantity: {type: integer, minimum: 0, maximum: 1000}}}
    NewTransfer: &new
      type: object
      required: [${from.split(':', 1).join()}, ${to.split(':', 1).join()}, sku, quantity]
      properties: &members
        ${from}
        ${to}
        sku: ${SKU}
        quantity: {type: integer, minimum: 1, maximum: 100}
    Transfer:
      allOf: [${ref('NewTransfer')}, {type: object, required: [id], properties: {id: {type: string, readOnly: true}}}]
`;

type Members = { readonly [name: string]: unknown };

function isText(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value);
}

const IS_CODE = /^[a-z][a-z0-9-]{1,19}$/;
const IS_SKU = /^[A-Z0-9]{3,12}$/;

function isCount(value: unknown, least: number, most: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
}

/** A service whose transfers call their depots so. */
function depots(from: string, to: string): MakeService {
  return () => {
    const all = new Map<string, Members>();
    let made = 0;
    const below = (place: string): readonly Members[] =>
      [...all]
        .filter(([path]) => path.startsWith(`${place}/`) && path.split('/').length === 3)
        .map(([, one]) => one);
    const set = (path: string, value: Members): Reply => {
      const status = all.has(path) ? 200 : 201;
      all.set(path, value);
      return { status, body: value };
    };
    const plan = (body: Members): Reply => {
      const [one, other] = [body[from], body[to]];
      if (!isText(one, IS_CODE) || !isText(other, IS_CODE) || !isText(body['sku'], IS_SKU))
        return { status: 400 };
      if (!isCount(body['quantity'], 1, 100)) return { status: 400 };
      const isThere = [`/depots/${one}`, `/depots/${other}`, `/goods/${body['sku']}`].every((path) =>
        all.has(path),
      );
      if (one === other || !isThere) return { status: 422 };
      made += 1;
      return set(`/transfers/t${String(made)}`, { ...body, id: `t${String(made)}` });
    };
    return (ask: Ask): Reply => {
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const { method, path } = ask;
      const body = (typeof ask.json === 'object' ? ask.json : undefined) as Members | null | undefined;
      const sent = body ?? {};
      const [, kind, name = '', , sku = ''] = path.split('/');
      if (method === 'GET' && name === '') return { status: 200, body: below(path) };
      if (method === 'GET') return all.has(path) ? { status: 200, body: all.get(path) } : { status: 404 };
      if (path.endsWith('/double')) {
        const at = path.slice(0, -'/double'.length);
        return all.has(at) ? { status: 200, body: all.get(at) } : { status: 404 };
      }
      if (method === 'DELETE') {
        if (kind === 'depots' && [...all.keys()].some((one) => one.startsWith(`${path}/`)))
          return { status: 409 };
        const isThere = all.delete(path);
        // A good takes its stock along, whichever depot that is in.
        for (const one of all.keys()) if (one.endsWith(`/stock/${name}`)) all.delete(one);
        return { status: isThere ? 204 : 404 };
      }
      if (body === undefined || body === null || Array.isArray(body)) return { status: 400 };
      if (path === '/transfers') return plan(sent);
      if (path === '/depots') {
        const { code, city } = sent;
        if (!isText(code, IS_CODE) || typeof city !== 'string' || city === '' || city.length > 60)
          return { status: 400 };
        return all.has(`/depots/${code}`) ? { status: 409 } : set(`/depots/${code}`, { code, city });
      }
      if (kind === 'goods') {
        const { title } = sent;
        const isFine = IS_SKU.test(name) && typeof title === 'string' && title !== '' && title.length <= 60;
        return isFine ? set(path, { sku: name, title }) : { status: 400 };
      }
      if (!isCount(sent['quantity'], 0, 1000)) return { status: 400 };
      const isThere = all.has(`/depots/${name}`) && all.has(`/goods/${sku}`);
      return isThere ? set(path, { quantity: sent['quantity'] }) : { status: 404 };
    };
  };
}

test.each<readonly [name: string, from: string, to: string]>([
  [
    'by what is said of each member',
    `from: {allOf: [${CODE}], description: The code of the depot to send from.}`,
    `to: {allOf: [${CODE}], description: The code of another depot.}`,
  ],
  ['by names with a word for each part', `from_depot_code: ${CODE}`, `to_depot_code: ${CODE}`],
])('two things of one kind are named %s', async (_name, from, to) => {
  const [one = '', other = ''] = [from, to].map((member) => member.split(':', 1).join());
  const run = await runAtOnce(document(from, to), depots(one, other));
  expect(alarms(run)).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
  const served = [...run.record.exchanges.values()].filter(
    ({ request, result }) =>
      /^\/transfers\/t\d+$|\/double$/.test(request.target) &&
      result.kind === 'answer' &&
      result.answer.status === 200,
  );
  expect(served.some(({ request }) => request.method === 'GET')).toBe(true);
  expect(served.some(({ request }) => request.method === 'POST')).toBe(true);
});
