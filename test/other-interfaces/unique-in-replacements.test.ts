import { expect, test } from 'vitest';
import { isObject } from '../../src/json/value.ts';
import { idsOf } from './run-against-mock.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** Products whose replacement names the identity of its path as well, which is refused where it is another one. */

const MEMBERS =
  'code: {type: string, minLength: 3, maxLength: 40}, name: {type: string, minLength: 1, maxLength: 60}';
const PRODUCT = `{type: object, required: [id, code, name], properties: {id: {type: integer, format: int64}, ${MEMBERS}}}`;
const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const REFUSALS = `'400': {description: no}, '409': {description: A product with this code exists already}`;
const DOCUMENT = `
openapi: 3.0.3
info: {title: Products, version: '1'}
paths:
  /products:
    get: {responses: {'200': {description: all, ${json(`{type: array, items: ${PRODUCT}}`)}}}}
    post:
      operationId: add
      requestBody: {required: true, ${json(`{type: object, required: [code, name], properties: {${MEMBERS}}}`)}}
      responses: {'201': {description: made, ${json(PRODUCT)}}, ${REFUSALS}}
  /products/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer, format: int64}}]
    get: {responses: {'200': {description: one, ${json(PRODUCT)}}, '404': {description: none}}}
    put:
      operationId: replace
      requestBody: {required: true, ${json(PRODUCT)}}
      responses: {'200': {description: done, ${json(PRODUCT)}}, '404': {description: none}, ${REFUSALS}}
`;

type Product = { readonly id: number; readonly code: string; readonly name: string };

function sentIn(value: unknown): Omit<Product, 'id'> | undefined {
  const { code, name } = isObject(value) ? value : {};
  if (typeof code !== 'string' || typeof name !== 'string' || name === '') return undefined;
  const [long, short] = [Array.from(code).length, Array.from(name).length];
  return long >= 3 && long <= 40 && short <= 60 ? { code, name } : undefined;
}

/** `minds`: whether a replacement is refused for a code that another product has. */
const products =
  (minds: boolean): MakeService =>
  () => {
    const all = new Map<number, Product>();
    const isTaken = (code: string, id?: number): boolean =>
      all.values().some((one) => one.code === code && one.id !== id);
    return (ask): Reply => {
      const [, , path] = ask.path.split('/');
      const sent = sentIn(ask.json);
      if (path === undefined) {
        if (ask.method === 'GET') return { status: 200, body: [...all.values()] };
        if (sent === undefined) return { status: 400 };
        if (isTaken(sent.code)) return { status: 409 };
        const made = { id: 700 + all.size, ...sent };
        all.set(made.id, made);
        return { status: 201, body: made };
      }
      const known = all.get(Number(path));
      if (known === undefined) return { status: 404 };
      if (ask.method === 'GET') return { status: 200, body: known };
      if (sent === undefined || !isObject(ask.json) || ask.json['id'] !== known.id) return { status: 400 };
      if (minds && isTaken(sent.code, known.id)) return { status: 409 };
      all.set(known.id, { id: known.id, ...sent });
      return { status: 200, body: all.get(known.id) };
    };
  };

test.each([
  ['keeps the codes apart', true, []],
  ['gives a code twice', false, ['resources.unique-kept']],
] as const)('a replacement that names its entry %s', async (_name, minds, failed) => {
  const run = await runAtOnce(DOCUMENT, products(minds));
  expect(idsOf(run, 'fail')).toEqual(failed);
});
