import { expect, test } from 'vitest';
import { loadOnce } from '../specs/load-files.ts';
import { blamed, idsOf, runAgainstMock } from './run-against-mock.ts';
import { type MakeService, runAtOnce } from './run-against-service.ts';
import { behindKey, isObject, isText, Shelf } from './shelf.ts';

/** Switches of lists that ask for what there is some of: `inStock`, of goods that show their `stock`. */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const REFUSALS = `'400': {description: no}, '401': {description: who}, '404': {description: none}`;
const SENT =
  'title: {type: string, minLength: 1, maxLength: 80}, stock: {type: integer, minimum: 0, maximum: 9}';
const GOODS = `{type: object, required: [id, title, stock], properties: {id: {type: integer}, ${SENT}}}`;

const documentOf = (words: string): string => `
openapi: 3.0.3
info: {title: Goods, version: '1'}
security: [{key: []}]
paths:
  /goods:
    get:
      operationId: list
      parameters: [{name: inStock, in: query, description: ${JSON.stringify(words)}, schema: {type: boolean}}]
      responses: {'200': {description: all, ${json(`{type: array, items: ${GOODS}}`)}}, ${REFUSALS}}
    post: {operationId: add, requestBody: {required: true, ${json(`{type: object, required: [title, stock], properties: {${SENT}}}`)}}, responses: {'201': {description: made, ${json(GOODS)}}, ${REFUSALS}}}
  /goods/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: read, responses: {'200': {description: it, ${json(GOODS)}}, ${REFUSALS}}}
    delete: {operationId: remove, responses: {'204': {description: gone}, ${REFUSALS}}}
components: {securitySchemes: {key: {type: http, scheme: bearer}}}
`;
const TOLD = documentOf('Goods that are in stock alone.');

/** Which goods a list shows that is asked for with `true`. */
type Choose = (stock: number) => boolean;

const goods = (choose: Choose): MakeService =>
  behindKey(() => {
    const shelf = new Shelf();
    for (const stock of [0, 0, 1, 5]) shelf.add({ title: `Thing with ${String(stock)}`, stock });
    return ({ method, json: body, query }, [, id]) => {
      const asked = query.get('inStock') ?? 'false';
      if (!['true', 'false'].includes(asked)) return { status: 400 };
      if (id === undefined && method === 'GET')
        return {
          status: 200,
          body: shelf.all.filter(({ stock }) => asked === 'false' || choose(Number(stock))),
        };
      if (id === undefined) {
        if (!isObject(body) || !isText(body['title'])) return { status: 400 };
        const { title, stock } = body;
        const isFine = typeof stock === 'number' && Number.isInteger(stock) && stock >= 0 && stock <= 9;
        return isFine ? { status: 201, body: shelf.add({ title, stock }) } : { status: 400 };
      }
      const found = shelf.at(id);
      if (found === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: found };
      shelf.take(found);
      return { status: 204 };
    };
  });

test.each<readonly [string, string, Choose]>([
  ['leaves out what is sold out', TOLD, (stock) => stock > 0],
  ['leaves out what is set aside as well', TOLD, (stock) => stock > 3],
  ['shows what can be had all the same', documentOf('In stock, or on back-order.'), () => true],
  ['is silent about it', documentOf('A switch.'), () => true],
])('nobody is blamed who %s', async (_name, document, choose) => {
  const run = await runAtOnce(document, goods(choose));
  expect(idsOf(run, 'fail')).toEqual([]);
  expect(run.verdict.exitCode).toBe(0);
});

test.each<readonly [string, Choose]>([
  ['shows all', () => true],
  ['shows what is sold out', (stock) => stock === 0],
])('a switch that %s is blamed', async (_name, choose) => {
  const run = await runAtOnce(TOLD, goods(choose));
  expect(idsOf(run, 'fail')).toEqual(['resources.filter-holds']);
});

test("assay's own mock leaves out what there is none of", async () => {
  const loaded = await loadOnce({ 'openapi.yaml': TOLD });
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  expect(blamed(await runAgainstMock(loaded.interface))).toEqual([]);
});
