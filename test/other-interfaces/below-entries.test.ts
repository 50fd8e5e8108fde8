import { describe, expect, test } from 'vitest';
import { THOROUGH } from '../sampled.ts';
import { percentDecoded } from '../../src/http/target.ts';
import { alarms, blames } from '../lives/run-lives.ts';
import type { MockRun } from './run-against-mock.ts';
import { type Ask, isKnown, type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/**
 * What is below entries, and what entries are inside of: tags and marks by PUT and DELETE, lines that are named by what was sent,
 * orders that an action makes, tenants that nobody can make. No schema says any of it, and each was out of reach once.
 */

type Entry = { readonly [name: string]: unknown };

function isObject(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const fault = (status: number, message: string): Reply => ({ status, body: { message } });
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function notServed({ record }: MockRun): readonly string[] {
  const { operations } = record.footer?.coverage ?? { operations: [] };
  return operations.filter(({ served }) => served === 0).map(({ id }) => id);
}

/** Answers by route, for whoever has the key; `{}` stands for one segment. */
function routed(
  routes: Readonly<Record<string, (ask: Ask, values: readonly string[]) => Reply>>,
): MakeService {
  return () => (ask) => {
    if (!isKnown(ask)) return { ...fault(401, 'who is it?'), headers: { 'WWW-Authenticate': 'Bearer' } };
    const segments = ask.path.split('/');
    for (const [route, serve] of Object.entries(routes)) {
      const [method, template = ''] = route.split(' ');
      const wanted = template.split('/');
      const fits = wanted.every((segment, at) => segment === '{}' || segment === segments[at]);
      if (method !== ask.method || wanted.length !== segments.length || !fits) continue;
      const values = segments
        .filter((_, at) => wanted[at] === '{}')
        .map((text) => percentDecoded(text) ?? '');
      return serve(ask, values);
    }
    return fault(404, 'nothing here');
  };
}

const COMPONENTS = `
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  responses:
    Fault: { description: a fault, content: { application/json: { schema: { type: object, required: [message], properties: { message: { type: string } } } } } }
`;
const FAULTS = `'400': { $ref: '#/components/responses/Fault' }, '404': { $ref: '#/components/responses/Fault' }, '409': { $ref: '#/components/responses/Fault' }`;
const json = (schema: string): string => `content: { application/json: { schema: { ${schema} } } }`;
const path = (name: string): string =>
  `{ name: ${name}, in: path, required: true, schema: { type: string } }`;

const CART = `type: object, required: [id, version, lines], properties: { id: { type: string }, note: { type: string }, version: { type: integer }, lines: { type: array, items: { type: object, required: [sku, count], properties: { sku: { type: string }, count: { type: integer } } } } }`;
const ORDER = `type: object, required: [id, isPaid], properties: { id: { type: string }, isPaid: { type: boolean } }`;
const SHOP = `
openapi: 3.1.0
info: { title: Shop, version: '1' }
security: [{ token: [] }]
paths:
  /products:
    get: { operationId: products, responses: { '200': { description: all, ${json('type: array, items: { type: object, required: [sku], properties: { sku: { type: string } } }')} } } }
  /carts:
    post:
      operationId: addCart
      requestBody: { required: true, ${json('type: object, required: [note], properties: { note: { type: string, minLength: 1 } }')} }
      responses: { '201': { description: made, ${json(CART)} }, ${FAULTS} }
  /carts/{cart}:
    parameters: [${path('cart')}]
    get: { operationId: readCart, responses: { '200': { description: it, ${json(CART)} }, ${FAULTS} } }
    patch:
      operationId: changeCart
      requestBody: { required: true, ${json('type: object, required: [version], properties: { version: { type: integer }, note: { type: string, minLength: 1 } }')} }
      responses: { '200': { description: changed, ${json(CART)} }, ${FAULTS} }
  /carts/{cart}/gift:
    parameters: [${path('cart')}]
    put: { operationId: wrap, responses: { '204': { description: wrapped }, ${FAULTS} } }
    delete: { operationId: unwrap, responses: { '204': { description: unwrapped }, ${FAULTS} } }
  /carts/{cart}/labels/{label}:
    parameters: [${path('cart')}, { name: label, in: path, required: true, schema: { type: string, pattern: '^[a-z]{3,9}$' } }]
    put: { operationId: addLabel, responses: { '204': { description: there }, ${FAULTS} } }
    delete: { operationId: removeLabel, responses: { '204': { description: gone }, ${FAULTS} } }
  /carts/{cart}/lines:
    parameters: [${path('cart')}]
    post:
      operationId: addLine
      requestBody: { required: true, ${json('type: object, required: [sku], properties: { sku: { type: string }, count: { type: integer, minimum: 1, maximum: 9 } }')} }
      responses: { '201': { description: the cart, ${json(CART)} }, ${FAULTS} }
  /carts/{cart}/lines/{sku}:
    parameters: [${path('cart')}, ${path('sku')}]
    put:
      operationId: setLine
      requestBody: { required: true, ${json('type: object, required: [count], properties: { count: { type: integer, minimum: 1, maximum: 9 } }')} }
      responses: { '200': { description: the cart, ${json(CART)} }, ${FAULTS} }
    delete: { operationId: removeLine, responses: { '204': { description: gone }, ${FAULTS} } }
  /carts/{cart}/order:
    parameters: [${path('cart')}]
    post: { operationId: order, responses: { '201': { description: ordered, headers: { Location: { schema: { type: string } } }, ${json(ORDER)} }, ${FAULTS} } }
  /orders/{order}:
    parameters: [${path('order')}]
    get: { operationId: readOrder, responses: { '200': { description: it, ${json(ORDER)} }, ${FAULTS} } }
  /orders/{order}/pay:
    parameters: [${path('order')}]
    post: { operationId: pay, responses: { '200': { description: paid, ${json(ORDER)} }, ${FAULTS} } }
${COMPONENTS}`;

/** How the shop reads a count, and which texts it takes for one. */
type Counts = (count: unknown) => unknown;
const strictly: Counts = (count) => count;
/** Like widespread readers: a text that reads as a number is one. */
const somehow: Counts = (count) => (typeof count === 'string' && /^\d+$/.test(count) ? Number(count) : count);
const whatever: Counts = (count) => (typeof count === 'number' ? count : 1);

type Cart = {
  note: string;
  version: number;
  readonly lines: Map<string, number>;
  readonly labels: Set<string>;
};

function shop(counted: Counts = strictly, keepsNotes = true): MakeService {
  return () => {
    const carts = new Map<string, Cart>();
    const orders = new Map<string, boolean>();
    const shown = (id: string, { note, version, lines }: Cart): Reply => ({
      status: 200,
      body: { id, note, version, lines: [...lines].map(([sku, count]) => ({ sku, count })) },
    });
    const at = (serve: (cart: Cart, ask: Ask, values: readonly string[]) => Reply) => {
      return (ask: Ask, values: readonly string[]): Reply => {
        const cart = carts.get(values[0] ?? '');
        return cart === undefined ? fault(404, 'no such cart') : serve(cart, ask, values);
      };
    };
    const done = (cart: Cart): Reply => {
      cart.version += 1;
      return { status: 204 };
    };
    const countIn = (body: unknown, fallback?: number): number | undefined => {
      const count = isObject(body)
        ? counted(body['count'] === undefined ? fallback : body['count'])
        : undefined;
      return Number.isInteger(count) && Number(count) >= 1 && Number(count) <= 9 ? Number(count) : undefined;
    };
    return routed({
      'GET /products': () => ({ status: 200, body: [{ sku: 'MUG-1' }, { sku: 'HAT-2' }] }),
      'POST /carts': ({ json: body }) => {
        if (!isObject(body) || !isText(body['note'])) return fault(400, 'no note');
        const id = `c${String(carts.size + 1)}`;
        const cart: Cart = { note: body['note'], version: 1, lines: new Map(), labels: new Set() };
        carts.set(id, cart);
        return { ...shown(id, cart), status: 201 };
      },
      'GET /carts/{}': at((cart, _ask, [id = '']) => shown(id, cart)),
      'PATCH /carts/{}': at((cart, { json: body }, [id = '']) => {
        if (!isObject(body) || !Number.isInteger(body['version'])) return fault(400, 'which version?');
        const { note = cart.note } = body;
        if (!isText(note)) return fault(400, 'no note');
        if (body['version'] !== cart.version) return fault(409, 'somebody was faster');
        if (keepsNotes) cart.note = note;
        cart.version += 1;
        return shown(id, cart);
      }),
      'PUT /carts/{}/gift': at(done),
      'DELETE /carts/{}/gift': at(done),
      'PUT /carts/{}/labels/{}': at((cart, _ask, [, label = '']) => {
        if (!/^[a-z]{3,9}$/.test(label)) return fault(400, 'no label');
        cart.labels.add(label);
        return done(cart);
      }),
      'DELETE /carts/{}/labels/{}': at((cart, _ask, [, label = '']) =>
        cart.labels.delete(label) ? done(cart) : fault(404, 'no such label'),
      ),
      'POST /carts/{}/lines': at((cart, { json: body }, [id = '']) => {
        const count = countIn(body, 1);
        if (!isObject(body) || !isText(body['sku']) || count === undefined) return fault(400, 'no line');
        if (!['MUG-1', 'HAT-2'].includes(body['sku'])) return fault(404, 'no such product');
        cart.lines.set(body['sku'], count);
        cart.version += 1;
        return { ...shown(id, cart), status: 201 };
      }),
      'PUT /carts/{}/lines/{}': at((cart, { json: body }, [id = '', sku = '']) => {
        const count = countIn(body);
        if (count === undefined) return fault(400, 'no count');
        if (!cart.lines.has(sku)) return fault(404, 'no such line');
        cart.lines.set(sku, count);
        cart.version += 1;
        return shown(id, cart);
      }),
      'DELETE /carts/{}/lines/{}': at((cart, _ask, [, sku = '']) =>
        cart.lines.delete(sku) ? done(cart) : fault(404, 'no such line'),
      ),
      'POST /carts/{}/order': at((cart) => {
        if (cart.lines.size === 0) return fault(409, 'there is nothing in it');
        const id = `o${String(orders.size + 1)}`;
        orders.set(id, false);
        return { status: 201, body: { id, isPaid: false }, headers: { Location: `/orders/${id}` } };
      }),
      'GET /orders/{}': (_ask, [id = '']) =>
        orders.has(id) ? { status: 200, body: { id, isPaid: orders.get(id) } } : fault(404, 'no such order'),
      'POST /orders/{}/pay': (_ask, [id = '']) => {
        if (orders.get(id) !== false) return fault(orders.has(id) ? 409 : 404, 'not to be paid');
        orders.set(id, true);
        return { status: 200, body: { id, isPaid: true } };
      },
    })();
  };
}

describe('what is below entries', () => {
  test('everything is asked and served, and an honest service conforms', async () => {
    const run = await runAtOnce(SHOP, shop(), { seed: 1 });
    expect(alarms(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
    expect(notServed(run)).toEqual([]);
  });

  test('a reader that takes "7" for 7 is warned of, and blamed for nothing', async () => {
    const run = await runAtOnce(SHOP, shop(somehow), { seed: 2 });
    expect(run.verdict.exitCode).toBe(0);
    expect(alarms(run)).toEqual([]);
  });

  test.runIf(THOROUGH)('a reader that takes anything for a number is blamed', async () => {
    const run = await runAtOnce(SHOP, shop(whatever), { seed: 3 });
    expect(blames(run)).toContain('validation.wrong-type');
  });

  test('a change that is taken with the right version and not kept is blamed', async () => {
    const run = await runAtOnce(SHOP, shop(strictly, false), { seed: 4 });
    expect(blames(run)).toContain('resources.update-stored');
  });
});

const ATTRIBUTES = `type: object, required: [title, startsAt, endsAt], properties: { title: { type: string, minLength: 1, maxLength: 60 }, startsAt: { type: string, format: date-time }, endsAt: { type: string, format: date-time } }`;
const EVENT = `type: object, required: [type, id, attributes], properties: { type: { type: string, enum: [events] }, id: { type: string }, attributes: { ${ATTRIBUTES} } }`;
const ORG = `components:
  parameters: { org: { name: org, in: path, required: true, example: acme, schema: { type: string, pattern: '^[a-z]+$' } } }`;
const TENANTS = `
openapi: 3.1.0
info: { title: Tenants, version: '1' }
security: [{ token: [] }]
paths:
  /orgs/{org}/calendars:
    parameters: [{ $ref: '#/components/parameters/org' }]
    get: { operationId: calendars, responses: { '200': { description: all, ${json('type: array, items: { type: object, required: [id], properties: { id: { type: string } } }')} }, ${FAULTS} } }
  /orgs/{org}/calendars/{calendar}/events:
    parameters: [{ $ref: '#/components/parameters/org' }, ${path('calendar')}]
    get: { operationId: events, responses: { '200': { description: all, ${json(`type: object, required: [data], properties: { data: { type: array, items: { ${EVENT} } } }`)} }, ${FAULTS} } }
    post:
      operationId: addEvent
      requestBody: { required: true, ${json(`type: object, required: [data], properties: { data: { type: object, required: [type, attributes], properties: { type: { type: string, enum: [events] }, attributes: { ${ATTRIBUTES} } } } }`)} }
      responses: { '201': { description: made, ${json(`type: object, required: [data], properties: { data: { ${EVENT} } }`)} }, ${FAULTS} }
  /orgs/{org}/calendars/{calendar}/events/{event}:
    parameters: [{ $ref: '#/components/parameters/org' }, ${path('calendar')}, ${path('event')}]
    get: { operationId: readEvent, responses: { '200': { description: it, ${json(`type: object, required: [data], properties: { data: { ${EVENT} } }`)} }, ${FAULTS} } }
    put:
      operationId: replaceEvent
      requestBody: { required: true, ${json(`type: object, required: [data], properties: { data: { ${EVENT} } }`)} }
      responses: { '200': { description: it, ${json(`type: object, required: [data], properties: { data: { ${EVENT} } }`)} }, ${FAULTS} }
    delete: { operationId: removeEvent, responses: { '204': { description: gone }, ${FAULTS} } }
${COMPONENTS.replace('components:', () => ORG)}`;

/** True for a moment of a day that there is, in time of day and with its offset (RFC 3339). */
function isMoment(text: string): boolean {
  const [day = ''] = text.split(/t/i, 1);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i.test(text)) return false;
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

/** A calendar for one organisation that is there already: events must not overlap, and end after they start. */
function tenants(removes: boolean, calendarIds: readonly string[] = ['team']): MakeService {
  return () => {
    const events = new Map<string, Entry>();
    let serial = 0;
    const inside = (serve: (ask: Ask, values: readonly string[]) => Reply) => {
      return (ask: Ask, values: readonly string[]): Reply => {
        const [org, calendar] = values;
        const isThere = org === 'acme' && (calendar === undefined || calendarIds.includes(calendar));
        return isThere ? serve(ask, values) : fault(404, 'no such place');
      };
    };
    const read = (body: unknown, id?: string): Entry | Reply => {
      const data = isObject(body) ? body['data'] : undefined;
      const attributes = isObject(data) ? data['attributes'] : undefined;
      if (!isObject(data) || !isObject(attributes) || data['type'] !== 'events')
        return fault(400, 'no event');
      const { title, startsAt, endsAt } = attributes;
      if (!isText(title) || Array.from(title).length > 60) return fault(400, 'no title');
      const [start, end] = [startsAt, endsAt].map((at) =>
        isText(at) && isMoment(at) ? Date.parse(at) : Number.NaN,
      );
      if (start === undefined || end === undefined || !(start < end)) return fault(400, 'no time');
      if (id !== undefined && data['id'] !== id) return fault(409, 'another event');
      return { title, startsAt, endsAt };
    };
    const isReply = (value: Entry | Reply): value is Reply => 'status' in value;
    const shown = (id: string): Reply => ({
      status: 200,
      body: { data: { type: 'events', id, attributes: events.get(id) } },
    });
    return routed({
      'GET /orgs/{}/calendars': inside(() => ({ status: 200, body: calendarIds.map((id) => ({ id })) })),
      'GET /orgs/{}/calendars/{}/events': inside(() => ({
        status: 200,
        body: { data: [...events].map(([id, attributes]) => ({ type: 'events', id, attributes })) },
      })),
      'POST /orgs/{}/calendars/{}/events': inside(({ json: body }) => {
        const event = read(body);
        if (isReply(event)) return event;
        serial += 1;
        events.set(`e${String(serial)}`, event);
        return { ...shown(`e${String(serial)}`), status: 201 };
      }),
      'GET /orgs/{}/calendars/{}/events/{}': inside((_ask, [, , id = '']) =>
        events.has(id) ? shown(id) : fault(404, 'no such event'),
      ),
      'PUT /orgs/{}/calendars/{}/events/{}': inside(({ json: body }, [, , id = '']) => {
        if (!events.has(id)) return fault(404, 'no such event');
        const event = read(body, id);
        if (isReply(event)) return event;
        events.set(id, event);
        return shown(id);
      }),
      'DELETE /orgs/{}/calendars/{}/events/{}': inside((_ask, [, , id = '']) => {
        if (!events.has(id)) return fault(404, 'no such event');
        if (removes) events.delete(id);
        return { status: 204 };
      }),
    })();
  };
}

describe('what nobody can make', () => {
  test('entries are made inside of a tenant that the document shows, at a place that a list shows', async () => {
    const run = await runAtOnce(TENANTS, tenants(true), { seed: 1 });
    expect(alarms(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
    expect(notServed(run)).toEqual([]);
  });

  test.runIf(THOROUGH)('a removal there that removes nothing is blamed', async () => {
    const run = await runAtOnce(TENANTS, tenants(false), { seed: 2 });
    expect(blames(run)).toContain('resources.removed-is-gone');
  });

  test('where no list shows a place, what would be there is out of reach, and nothing is missing', async () => {
    const run = await runAtOnce(TENANTS, tenants(true, []), { seed: 3 });
    expect(alarms(run)).toEqual([]);
    expect(run.verdict.exitCode).toBe(0);
    expect(
      run.asked.filter(({ method }) => method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'),
    ).toEqual([]);
  });
});
