import { type Ask, isKnown, type MakeService, type Reply } from './run-against-service.ts';
import type { SmallService } from './small-services.ts';

/**
 * Services as many teams write them: carts that come back whole, files with their captions, contacts with loosely read addresses.
 * What is done to a line, what a form says and what HEAD answers was out of reach, or honest ones were blamed.
 */

const COMPONENTS = `
components:
  securitySchemes: { access: { type: http, scheme: bearer } }
  schemas:
    Problem: { type: object, required: [title], properties: { title: { type: string } } }`;

export function documentOf(paths: string, schemas: string): string {
  return `
openapi: 3.1.0
info: { title: Everyday, version: '1' }
security: [{ access: [] }]
paths:${paths}${COMPONENTS}${schemas}`;
}

const PROBLEM = `{ description: A problem, content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } } }`;
const REFUSALS = `'400': ${PROBLEM}, '401': ${PROBLEM}, '404': ${PROBLEM}, '409': ${PROBLEM}`;

export function answers(status: string, schema: string): string {
  const content = schema === '' ? '' : `, content: { application/json: { schema: ${schema} } }`;
  return `responses: { '${status}': { description: Done${content} }, ${REFUSALS} }`;
}

export function takes(schema: string, mediaType = 'application/json'): string {
  return `requestBody: { required: true, content: { ${mediaType}: { schema: ${schema} } } }`;
}

const UNKNOWN: Reply = {
  status: 401,
  body: { title: 'not known' },
  headers: { 'WWW-Authenticate': 'Bearer' },
};
export const BAD: Reply = { status: 400, body: { title: 'not valid' } };
export const ABSENT: Reply = { status: 404, body: { title: 'not there' } };

export function known(serve: (ask: Ask) => Reply): (ask: Ask) => Reply {
  return (ask) => (isKnown(ask) ? serve(ask) : UNKNOWN);
}

export function membersOf({ json }: Ask): Map<string, unknown> {
  return new Map(typeof json === 'object' && json !== null ? Object.entries(json) : []);
}

function mediaTypeOf({ headers }: Ask): string {
  return (headers['content-type'] ?? '').split(';', 1).join('').trim().toLowerCase();
}

const CART = `{ $ref: '#/components/schemas/Cart' }`;
const AMOUNT = '{ type: integer, minimum: 1, maximum: 99 }';
const CARTS = documentOf(
  `
  /products:
    get: { operationId: products, ${answers('200', `{ type: array, items: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } } }`)} }
  /carts:
    post: { operationId: openCart, ${answers('201', CART)} }
  /carts/{cartId}:
    parameters: [{ name: cartId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getCart, ${answers('200', CART)} }
    delete: { operationId: dropCart, ${answers('204', '')} }
  /carts/{cartId}/lines:
    parameters: [{ name: cartId, in: path, required: true, schema: { type: string } }]
    post: { operationId: addLine, ${takes(`{ type: object, required: [productId, amount], properties: { productId: { type: string }, amount: ${AMOUNT} } }`)}, ${answers('200', CART)} }
  /carts/{cartId}/lines/{lineId}:
    parameters: [{ name: cartId, in: path, required: true, schema: { type: string } }, { name: lineId, in: path, required: true, schema: { type: string } }]
    put: { operationId: setAmount, ${takes(`{ type: object, required: [amount], properties: { amount: ${AMOUNT} } }`)}, ${answers('200', CART)} }
    delete: { operationId: dropLine, ${answers('200', CART)} }
  /carts/{cartId}/checkout:
    parameters: [{ name: cartId, in: path, required: true, schema: { type: string } }]
    post: { operationId: checkOut, ${answers('200', CART)} }`,
  `
    Money: { type: number, minimum: 0, multipleOf: 0.01 }
    Line: { type: object, required: [id, productId, amount, price], properties: { id: { type: string }, productId: { type: string }, amount: ${AMOUNT}, price: { $ref: '#/components/schemas/Money' } } }
    Cart: { type: object, required: [id, isOpen, lines], properties: { id: { type: string }, isOpen: { type: boolean }, lines: { type: array, items: { $ref: '#/components/schemas/Line' } } } }`,
);

type Line = { readonly id: string; readonly productId: string; amount: number };

function carts(leastAmount = 1): MakeService {
  return () => {
    const all = new Map<string, { isOpen: boolean; lines: Line[] }>();
    const products = ['prd_tea', 'prd_bread'].map((id) => ({ id, name: id.slice(4) }));
    let made = 0;
    return known((ask) => {
      const { method, path } = ask;
      if (path === '/products' && method === 'GET') return { status: 200, body: products };
      const [, top, id = '', part, line] = path.split('/');
      const show = (of: string, status = 200): Reply => {
        const cart = all.get(of);
        const lines = cart?.lines.map((one) => ({ ...one, price: Math.round(one.amount * 40) / 100 }));
        return cart === undefined ? ABSENT : { status, body: { id: of, isOpen: cart.isOpen, lines } };
      };
      if (top !== 'carts') return ABSENT;
      if (id === '' && method === 'POST') {
        const own = `crt_${String((made += 1))}`;
        all.set(own, { isOpen: true, lines: [] });
        return show(own, 201);
      }
      const cart = all.get(id);
      if (cart === undefined) return ABSENT;
      if (part === undefined && method === 'GET') return show(id);
      if (part === undefined && method === 'DELETE') {
        all.delete(id);
        return { status: 204 };
      }
      if (part === 'checkout' && method === 'POST') {
        if (!cart.isOpen || cart.lines.length === 0) return { status: 409, body: { title: 'not ready' } };
        cart.isOpen = false;
        return show(id);
      }
      if (part !== 'lines') return ABSENT;
      const found = cart.lines.find((one) => one.id === line);
      if (line !== undefined && found === undefined) return ABSENT;
      const given = membersOf(ask);
      const amount = given.get('amount');
      const isFine = typeof amount === 'number' && Number.isInteger(amount) && amount <= 99;
      if (
        method !== 'DELETE' &&
        (mediaTypeOf(ask) !== 'application/json' ||
          !isFine ||
          amount < (found === undefined ? 1 : leastAmount))
      )
        return BAD;
      const productId = given.get('productId');
      if (found === undefined && typeof productId !== 'string') return BAD;
      if (!cart.isOpen) return { status: 409, body: { title: 'checked out' } };
      if (method === 'DELETE') cart.lines = cart.lines.filter((one) => one !== found);
      else if (method === 'PUT' && found !== undefined) found.amount = Number(amount);
      else if (method === 'POST' && line === undefined) {
        if (!products.some((one) => one.id === productId))
          return { status: 404, body: { title: 'no product' } };
        cart.lines.push({
          id: `lin_${String((made += 1))}`,
          productId: String(productId),
          amount: Number(amount),
        });
      } else return ABSENT;
      return show(id);
    });
  };
}

const PICTURE = `{ $ref: '#/components/schemas/Picture' }`;
const PICTURES = documentOf(
  `
  /pictures:
    get: { operationId: pictures, ${answers('200', `{ type: array, items: ${PICTURE} }`)} }
    post: { operationId: addPicture, ${takes(`{ type: object, required: [caption, file], properties: { caption: { type: string, minLength: 1, maxLength: 80 }, file: { type: string, format: binary } } }`, 'multipart/form-data')}, ${answers('201', PICTURE)} }
  /pictures/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getPicture, ${answers('200', PICTURE)} }
    head: { operationId: hasPicture, ${answers('200', PICTURE)} }
    delete: { operationId: dropPicture, ${answers('204', '')} }`,
  `
    Picture: { type: object, required: [id, caption, size], properties: { id: { type: integer }, caption: { type: string }, size: { type: integer, minimum: 0 } } }`,
);

type Picture = { readonly id: number; readonly caption: string; readonly size: number };

function partNamed(name: string, { headers, text }: Ask): string | undefined {
  const boundary = /boundary=([^;]+)/.exec(headers['content-type'] ?? '')?.[1] ?? '\0';
  const part = text.split(`--${boundary}`).find((one) => one.includes(` name="${name}"`));
  return part === undefined ? undefined : part.slice(part.indexOf('\r\n\r\n') + 4, -2);
}

function pictures(change: { readonly caption?: string; readonly headIsOpen?: true }): MakeService {
  return () => {
    const all = new Map<number, Picture>();
    let made = 0;
    return (ask) => {
      const { method, path } = ask;
      if (!isKnown(ask) && !(change.headIsOpen === true && method === 'HEAD')) return UNKNOWN;
      if (path === '/pictures' && method === 'GET') return { status: 200, body: [...all.values()] };
      if (path === '/pictures' && method === 'POST') {
        const [caption, file] = ['caption', 'file'].map((name) => partNamed(name, ask));
        const isForm = mediaTypeOf(ask) === 'multipart/form-data';
        if (!isForm || caption === undefined || file === undefined) return BAD;
        if (caption === '' || Array.from(caption).length > 80) return BAD;
        const id = (made += 1);
        all.set(id, { id, caption: change.caption ?? caption, size: file.length });
        return { status: 201, body: all.get(id) };
      }
      const [, id = ''] = /^\/pictures\/(\d+)$/.exec(path) ?? [];
      const found = all.get(Number(id));
      if (found === undefined || id === '')
        return /^\/pictures\/[^/]+$/.test(path) && id === '' ? BAD : ABSENT;
      if (method === 'DELETE') all.delete(found.id);
      if (method === 'DELETE') return { status: 204 };
      return method === 'GET' || method === 'HEAD' ? { status: 200, body: found } : ABSENT;
    };
  };
}

const CONTACT = `{ $ref: '#/components/schemas/Contact' }`;
const CONTACTS = documentOf(
  `
  /contacts:
    get: { operationId: contacts, ${answers('200', `{ type: array, items: ${CONTACT} }`)} }
    post: { operationId: addContact, ${takes(`{ type: object, required: [email], properties: { email: { type: string, format: email } } }`)}, ${answers('201', CONTACT)} }`,
  `
    Contact: { type: object, required: [id, email], properties: { id: { type: integer }, email: { type: string, format: email } } }`,
);

const contacts: MakeService = () => {
  const all: { readonly id: number; readonly email: string }[] = [];
  return known((ask) => {
    if (ask.path !== '/contacts') return ABSENT;
    if (ask.method === 'GET') return { status: 200, body: all };
    const email = membersOf(ask).get('email');
    const isFine = typeof email === 'string' && /^[^@\s]+@[^@\s]+$/.test(email);
    if (ask.method !== 'POST' || mediaTypeOf(ask) !== 'application/json' || !isFine) return BAD;
    const entry = { id: all.length + 1, email };
    all.push(entry);
    return { status: 201, body: entry };
  });
};

export const everydayServices: readonly SmallService[] = [
  {
    title: 'carts that come back whole when a line changes',
    document: CARTS,
    honest: carts(),
    faulty: { serve: carts(-99), finds: 'validation.constraint' },
  },
  {
    title: 'pictures with captions, in parts',
    document: PICTURES,
    honest: pictures({}),
    faulty: { serve: pictures({ caption: 'untitled' }), finds: 'collections.created-as-sent' },
  },
  {
    title: 'pictures that anybody may ask for by HEAD',
    document: PICTURES,
    honest: pictures({}),
    faulty: { serve: pictures({ headIsOpen: true }), finds: 'authentication.missing-credential' },
  },
  { title: 'contacts whose addresses are loosely read', document: CONTACTS, honest: contacts },
];
