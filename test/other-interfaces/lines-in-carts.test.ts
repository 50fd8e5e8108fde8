import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { type Ask, isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/** A cart that is always there: its lines go by the products in them, and an order takes what is in it. */

const ref = (name: string): string =>
  `content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}`;
const list = (name: string): string =>
  `content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/${name}'}}}}`;
const REFUSALS = `'400': {description: no}, '401': {description: who}, '404': {description: none}, '409': {description: in conflict}`;

const documentOf = (created: number): string => `
openapi: 3.1.0
info: {title: Shop, version: '1'}
security: [{key: []}]
paths:
  /products:
    get: {responses: {'200': {description: all, ${list('Product')}}, ${REFUSALS}}}
    post: {requestBody: {required: true, ${ref('NewProduct')}}, responses: {'201': {description: made, ${ref('Product')}}, ${REFUSALS}}}
  /products/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string, format: uuid}}]
    get: {responses: {'200': {description: it, ${ref('Product')}}, ${REFUSALS}}}
    delete: {responses: {'204': {description: gone}, ${REFUSALS}}}
  /cart:
    get: {responses: {'200': {description: mine, ${ref('Cart')}}, ${REFUSALS}}}
  /cart/items:
    post: {requestBody: {required: true, ${ref('NewLine')}}, responses: {'${String(created)}': {description: put in, ${ref('Cart')}}, ${REFUSALS}}}
  /cart/items/{productId}:
    parameters: [{name: productId, in: path, required: true, schema: {type: string, format: uuid}}]
    patch: {requestBody: {required: true, ${ref('Amount')}}, responses: {'200': {description: changed, ${ref('Cart')}}, ${REFUSALS}}}
    delete: {responses: {'200': {description: taken out, ${ref('Cart')}}, ${REFUSALS}}}
  /orders:
    get: {responses: {'200': {description: all, ${list('Order')}}, ${REFUSALS}}}
    post: {responses: {'201': {description: ordered, ${ref('Order')}}, ${REFUSALS}}}
  /orders/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string, format: uuid}}]
    get: {responses: {'200': {description: it, ${ref('Order')}}, ${REFUSALS}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    NewProduct: {type: object, required: [name, stock], properties: {name: {type: string, minLength: 1, maxLength: 60}, stock: {type: integer, minimum: 1, maximum: 90}}}
    Product: {type: object, required: [id, name, stock], properties: {id: {type: string, format: uuid}, name: {type: string}, stock: {type: integer}}}
    NewLine: {type: object, required: [productId, quantity], properties: {productId: {type: string, format: uuid}, quantity: {type: integer, minimum: 1}}}
    Amount: {type: object, required: [quantity], properties: {quantity: {type: integer, minimum: 1}}}
    Line: {type: object, required: [productId, quantity], properties: {productId: {type: string, format: uuid}, quantity: {type: integer}}}
    Cart: {type: object, required: [id, items], properties: {id: {type: string, format: uuid}, items: {type: array, items: {$ref: '#/components/schemas/Line'}}}}
    Order: {type: object, required: [id, items], properties: {id: {type: string, format: uuid}, items: {type: array, items: {$ref: '#/components/schemas/Line'}}}}
`;

type Product = { readonly id: string; readonly name: string; readonly stock: number };
type Members = { readonly [name: string]: unknown };

/** What a shop does otherwise. */
type Way = {
  readonly created?: number;
  /** What becomes of a line to which more of the same is put. */
  readonly again?: 'added' | 'replaced';
  readonly update?: (asked: number) => number;
  readonly removes?: boolean;
  readonly ordered?: 'emptied' | 'kept';
};

const isAmount = (value: unknown, most = Number.MAX_SAFE_INTEGER): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most;
const membersOf = (json: unknown): Members =>
  typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json } : {};
const isUuid = (value: unknown): boolean =>
  typeof value === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);

const CART = '11111111-1111-4111-8111-111111111111';

const shop =
  (way: Way): MakeService =>
  () => {
    const products = new Map<string, Product>();
    const orders = new Map<string, Members>();
    const lines = new Map<string, number>();
    let count = 0;
    const nextId = (): string => {
      count += 1;
      return `22222222-2222-4222-8222-${String(count).padStart(12, '0')}`;
    };
    const items = (): readonly Members[] =>
      [...lines].map(([productId, quantity]) => ({ productId, quantity }));
    const cart = (status = 200): Reply => ({ status, body: { id: CART, items: items() } });
    const put = (json: unknown): Reply => {
      const { productId, quantity } = membersOf(json);
      if (!isUuid(productId) || !isAmount(quantity)) return { status: 400 };
      const id = String(productId);
      if (!products.has(id)) return { status: 404 };
      lines.set(id, quantity + (way.again === 'replaced' ? 0 : (lines.get(id) ?? 0)));
      return cart(way.created ?? 201);
    };
    const order = (): Reply => {
      if (lines.size === 0) return { status: 400 };
      if ([...lines].some(([id, quantity]) => quantity > (products.get(id)?.stock ?? 0)))
        return { status: 409 };
      const made = { id: nextId(), items: items() };
      orders.set(made.id, made);
      if (way.ordered !== 'kept') lines.clear();
      return { status: 201, body: made };
    };
    const product = ({ method, json }: Ask, id: string | undefined): Reply => {
      if (id === undefined && method === 'GET') return { status: 200, body: [...products.values()] };
      if (id === undefined) {
        const { name, stock } = membersOf(json);
        if (typeof name !== 'string' || name === '' || Array.from(name).length > 60) return { status: 400 };
        if (!isAmount(stock, 90)) return { status: 400 };
        const made = { id: nextId(), name, stock };
        products.set(made.id, made);
        return { status: 201, body: made };
      }
      if (!isUuid(id)) return { status: 400 };
      const known = products.get(id);
      if (known === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: known };
      products.delete(id);
      lines.delete(id);
      return { status: 204 };
    };
    const line = ({ method, json }: Ask, id: string): Reply => {
      if (!isUuid(id)) return { status: 400 };
      const { quantity } = membersOf(json);
      if (method === 'PATCH' && !isAmount(quantity)) return { status: 400 };
      if (!lines.has(id)) return { status: 404 };
      if (method === 'PATCH') lines.set(id, (way.update ?? ((asked) => asked))(Number(quantity)));
      else if (way.removes !== false) lines.delete(id);
      return cart();
    };
    return (ask): Reply => {
      if (!isKnown(ask)) return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
      const { method, path, json } = ask;
      const [, place, first, second] = path.split('/');
      if (place === 'products') return product(ask, first);
      if (place === 'cart' && first === undefined) return cart();
      if (place === 'cart') return second === undefined ? put(json) : line(ask, second);
      if (first === undefined)
        return method === 'POST' ? order() : { status: 200, body: [...orders.values()] };
      const known = orders.get(first);
      if (!isUuid(first)) return { status: 400 };
      return known === undefined ? { status: 404 } : { status: 200, body: known };
    };
  };

test.each<readonly [title: string, way: Way]>([
  ['answers with 201, and adds to a line', {}],
  ['answers with 200, and adds to a line', { created: 200 }],
  ['replaces a line', { again: 'replaced' }],
  ['keeps the cart when it is ordered', { created: 200, ordered: 'kept' }],
])('a shop that %s is not blamed, and all that it has is asked', async (_title, way) => {
  const run = await runAtOnce(documentOf(way.created ?? 201), shop(way));
  expect(alarms(run)).toEqual([]);
  const served = [...run.record.exchanges.values()].filter(
    ({ result }) => result.kind === 'answer' && result.answer.status < 300,
  );
  const asked = served.map(({ request: { method, target } }) => `${method} ${target.split('/')[1] ?? ''}`);
  expect(asked).toEqual(
    expect.arrayContaining(['PATCH cart', 'DELETE cart', 'POST orders', 'GET orders', 'DELETE products']),
  );
  expect(run.verdict.exitCode).toBe(0);
});

test.each<readonly [title: string, way: Way, check: string]>([
  ['puts in one more than it is told', { update: (asked) => asked + 1 }, 'resources.update-stored'],
  ['takes nothing out', { removes: false }, 'resources.removed-is-gone'],
])('a shop that %s is blamed', async (_title, way, check) => {
  for (const created of [200, 201])
    expect(blames(await runAtOnce(documentOf(created), shop({ ...way, created })))).toContain(check);
});
