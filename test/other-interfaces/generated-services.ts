import { type Ask, isKnown, type MakeService, type Reply } from './run-against-service.ts';

/**
 * A service as frameworks generate its document from types: numbers that may come as their own text, a flag in words, `null` beside
 * each optional parameter, 422 for what breaks a schema while the reader of bodies answers 400, and entries inside of others that
 * no operation reads one by one.
 */

const NUMBER = '{ anyOf: [{ type: string, format: integer, default: 0 }, { type: integer }] }';
const ID = `{ name: id, in: path, required: true, schema: ${NUMBER} }`;
const LINE_ID = '{ name: lineId, in: path, required: true, schema: { type: integer } }';
const PROBLEM = `{ description: x, content: { application/json: { schema: { type: object, required: [message], properties: { message: { type: string } } } } } }`;
const REFUSALS = `'401': ${PROBLEM}, '422': ${PROBLEM}`;
const REFUSALS_OF_ONE = `${REFUSALS}, '404': ${PROBLEM}`;

function answered(schema: string): string {
  return `{ description: x, content: { application/json: { schema: ${schema} } } }`;
}

function body(name: string): string {
  return `{ required: true, content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } } }`;
}

const CART = answered(`{ $ref: '#/components/schemas/Cart' }`);
const LINE = answered(`{ $ref: '#/components/schemas/Line' }`);
const LINES = answered(`{ type: array, items: { $ref: '#/components/schemas/Line' } }`);
const CARTS = answered(
  `{ type: object, required: [carts], properties: { carts: { type: array, items: { $ref: '#/components/schemas/Cart' } } } }`,
);

export const CARTS_DOCUMENT = `
openapi: 3.1.0
info: { title: Carts, version: '1' }
security: [{ access: [] }]
paths:
  /carts:
    get:
      operationId: listCarts
      parameters:
        - { name: isOpen, in: query, schema: { type: string, enum: ['true', 'false'] } }
        - { name: owner, in: query, schema: { anyOf: [{ type: string }, { type: 'null' }] } }
      responses: { '200': ${CARTS}, ${REFUSALS} }
    post: { operationId: makeCart, requestBody: ${body('CartInput')}, responses: { '201': ${CART}, ${REFUSALS} } }
  /carts/{id}:
    parameters: [${ID}]
    get: { operationId: readCart, responses: { '200': ${CART}, ${REFUSALS_OF_ONE} } }
    put: { operationId: replaceCart, requestBody: ${body('CartInput')}, responses: { '200': ${CART}, ${REFUSALS_OF_ONE} } }
    delete: { operationId: removeCart, responses: { '204': { description: x }, ${REFUSALS_OF_ONE} } }
  /carts/{id}/lines:
    parameters: [${ID}]
    get: { operationId: listLines, responses: { '200': ${LINES}, ${REFUSALS_OF_ONE} } }
    post: { operationId: addLine, requestBody: ${body('LineInput')}, responses: { '201': ${LINE}, ${REFUSALS_OF_ONE} } }
  /carts/{id}/lines/{lineId}:
    parameters: [${ID}, ${LINE_ID}]
    patch: { operationId: changeLine, requestBody: ${body('LineChange')}, responses: { '200': ${LINE}, ${REFUSALS_OF_ONE} } }
    delete: { operationId: removeLine, responses: { '204': { description: x }, ${REFUSALS_OF_ONE} } }
components:
  securitySchemes: { access: { type: http, scheme: bearer } }
  schemas:
    CartInput:
      type: object
      required: [owner, isOpen]
      properties: { owner: { type: string, minLength: 1, maxLength: 60 }, isOpen: { type: boolean } }
    Cart:
      type: object
      required: [id, owner, isOpen]
      properties: { id: ${NUMBER}, owner: { type: string }, isOpen: { type: boolean } }
    LineInput:
      type: object
      required: [sku, count]
      properties: { sku: { type: string, pattern: '^[A-Z]{3}-[0-9]{4}$' }, count: { type: integer, minimum: 1, maximum: 99 }, isGift: { type: boolean, default: false } }
    LineChange:
      type: object
      properties: { count: { type: integer, minimum: 1, maximum: 99 }, isGift: { type: boolean } }
    Line:
      type: object
      required: [id, sku, count, isGift]
      properties: { id: { type: integer }, sku: { type: string, pattern: '^[A-Z]{3}-[0-9]{4}$' }, count: { type: integer, minimum: 1, maximum: 99 }, isGift: { type: boolean } }
`;

export type CartFault =
  | 'keeps removed lines in the list'
  | 'removes all lines'
  | 'loses what is changed of a line'
  | 'takes back a flag that a change leaves out'
  | 'does not list lines'
  | 'ignores a flag in words'
  | 'ignores a text to choose by'
  | 'finds no line'
  | 'takes no line';

type Cart = { id: number; owner: string; isOpen: boolean; lines: Line[] };
type Line = { id: number; sku: string; count: number; isGift: boolean };
type Members = ReadonlyMap<string, unknown>;

function answer(status: number, message: string): Reply {
  return { status, body: { message } };
}

const ABSENT = answer(404, 'not there');
const BROKEN = answer(422, 'not valid');

function shown({ lines: _lines, ...cart }: Cart): object {
  return cart;
}

function isText(value: unknown, most: number): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= most;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 100;
}

function cartIn(members: Members): Pick<Cart, 'owner' | 'isOpen'> | undefined {
  const [owner, isOpen] = ['owner', 'isOpen'].map((name) => members.get(name));
  return isText(owner, 60) && typeof isOpen === 'boolean' ? { owner, isOpen } : undefined;
}

function lineIn(members: Members): Omit<Line, 'id'> | undefined {
  const [sku, count, isGift = false] = ['sku', 'count', 'isGift'].map((name) => members.get(name));
  const isFine = isText(sku, 8) && /^[A-Z]{3}-\d{4}$/.test(sku) && isCount(count);
  return isFine && typeof isGift === 'boolean' ? { sku, count, isGift } : undefined;
}

class CartService {
  readonly #fault: CartFault | undefined;
  readonly #carts: Cart[] = [];
  #last = 0;

  constructor(fault: CartFault | undefined) {
    this.#fault = fault;
  }

  answer(ask: Ask): Reply {
    const isRead = ask.text === '' || ask.json !== undefined;
    // Bodies are read before anyone looks at the key.
    if (!isRead) return answer(400, 'no JSON');
    if (!isKnown(ask)) return { ...answer(401, 'not known'), headers: { 'WWW-Authenticate': 'Bearer' } };
    const { json } = ask;
    const hasBody = ask.method === 'POST' || ask.method === 'PUT' || ask.method === 'PATCH';
    if (hasBody && (typeof json !== 'object' || json === null || Array.isArray(json))) return BROKEN;
    const members = new Map<string, unknown>(
      typeof json === 'object' && json !== null ? Object.entries(json) : [],
    );
    const [, place, id, inner, lineId, more] = ask.path.split('/');
    if (place !== 'carts' || more !== undefined || (inner !== undefined && inner !== 'lines')) return ABSENT;
    if (id === undefined) return this.#all(ask, members);
    if ([id, lineId].some((text) => text !== undefined && !/^-?\d+$/.test(text))) return BROKEN;
    const cart = this.#carts.find((one) => String(one.id) === id);
    if (cart === undefined) return ABSENT;
    if (inner === undefined) return this.#one(ask.method, cart, members);
    return lineId === undefined
      ? this.#lines(ask.method, cart, members)
      : this.#line(ask.method, cart, lineId, members);
  }

  #all({ method, query }: Ask, members: Members): Reply {
    if (method === 'POST') {
      const sent = cartIn(members);
      if (sent === undefined) return BROKEN;
      const cart = { id: (this.#last += 1), ...sent, lines: [] };
      this.#carts.push(cart);
      return { status: 201, body: shown(cart) };
    }
    if (method !== 'GET') return ABSENT;
    const [isOpen, owner] = ['isOpen', 'owner'].map((name) => query.get(name) ?? undefined);
    if (isOpen !== undefined && isOpen !== 'true' && isOpen !== 'false') return BROKEN;
    const fits = (cart: Cart): boolean =>
      (isOpen === undefined || this.#fault === 'ignores a flag in words' || String(cart.isOpen) === isOpen) &&
      (owner === undefined || this.#fault === 'ignores a text to choose by' || cart.owner === owner);
    return { status: 200, body: { carts: this.#carts.filter(fits).map(shown) } };
  }

  #one(method: string, cart: Cart, members: Members): Reply {
    if (method === 'PUT') {
      const sent = cartIn(members);
      if (sent === undefined) return BROKEN;
      Object.assign(cart, sent);
    }
    if (method === 'DELETE') {
      this.#carts.splice(this.#carts.indexOf(cart), 1);
      return { status: 204 };
    }
    return method === 'GET' || method === 'PUT' ? { status: 200, body: shown(cart) } : ABSENT;
  }

  #lines(method: string, { lines }: Cart, members: Members): Reply {
    if (method === 'GET') return { status: 200, body: lines };
    if (method !== 'POST') return ABSENT;
    if (this.#fault === 'takes no line') return BROKEN;
    const sent = lineIn(members);
    if (sent === undefined) return BROKEN;
    const line = { id: (this.#last += 1), ...sent };
    if (this.#fault !== 'does not list lines') lines.push(line);
    return { status: 201, body: line };
  }

  #line(method: string, { lines }: Cart, lineId: string, members: Members): Reply {
    const line = lines.find(({ id }) => String(id) === lineId);
    if (line === undefined || this.#fault === 'finds no line') return ABSENT;
    if (method === 'DELETE') {
      if (this.#fault === 'removes all lines') lines.splice(0);
      else if (this.#fault !== 'keeps removed lines in the list') lines.splice(lines.indexOf(line), 1);
      return { status: 204 };
    }
    if (method !== 'PATCH') return ABSENT;
    const {
      count = line.count,
      isGift = this.#fault === 'takes back a flag that a change leaves out' ? false : line.isGift,
    } = Object.fromEntries(members);
    if (!isCount(count) || typeof isGift !== 'boolean') return BROKEN;
    if (this.#fault === 'loses what is changed of a line')
      return { status: 200, body: { ...line, count, isGift } };
    Object.assign(line, { count, isGift });
    return { status: 200, body: line };
  }
}

export function carts(fault?: CartFault): MakeService {
  return () => {
    const service = new CartService(fault);
    return (ask) => service.answer(ask);
  };
}
