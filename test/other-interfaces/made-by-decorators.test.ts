import { expect, test } from 'vitest';
import { alarms, blames } from '../lives/run-lives.ts';
import { type MakeService, type Reply, runAtOnce } from './run-against-service.ts';

/**
 * A box office as decorators document it: whole numbers are `number`, what may be null is `nullable` beside a type and `allOf`. Orders are
 * taken for a show that is on sale, with seats that are inside of it.
 */

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`;
const at = (name: string): string =>
  `parameters: [{name: ${name}, in: path, required: true, schema: {type: string}}]`;
const shown = (name: string, status = '200'): string =>
  `'${status}': {description: it, ${json(`{$ref: '#/components/schemas/${name}'}`)}}`;
const listed = (name: string): string =>
  `'200': {description: all, ${json(`{type: array, items: {$ref: '#/components/schemas/${name}'}}`)}}`;
const REFUSED = `'400': {description: It is not valid.}`;
const NONE = `'404': {description: none}`;

const DOCUMENT = `
openapi: 3.0.0
info: {title: Box office, version: '1'}
paths:
  /shows:
    get: {responses: {${listed('Show')}}}
    post:
      requestBody: {required: true, ${json("{$ref: '#/components/schemas/NewShow'}")}}
      responses: {${shown('Show', '201')}, ${REFUSED}}
  /shows/{id}:
    ${at('id')}
    get: {responses: {${shown('Show')}, ${NONE}}}
  /shows/{id}/open:
    ${at('id')}
    post: {responses: {${shown('Show')}, ${NONE}, '409': {description: Not a draft.}}}
  /shows/{id}/close:
    ${at('id')}
    post: {responses: {${shown('Show')}, ${NONE}, '409': {description: Not open.}}}
  /shows/{showId}/seats:
    ${at('showId')}
    get: {responses: {${listed('Seat')}, ${NONE}}}
    post:
      requestBody: {required: true, ${json("{$ref: '#/components/schemas/NewSeat'}")}}
      responses: {${shown('Seat', '201')}, ${REFUSED}, ${NONE}}
  /orders:
    get: {responses: {${listed('Order')}}}
    post:
      requestBody: {required: true, ${json("{$ref: '#/components/schemas/NewOrder'}")}}
      responses: {${shown('Order', '201')}, ${REFUSED}, '409': {description: The show is not open.}}
  /orders/{id}:
    ${at('id')}
    get: {responses: {${shown('Order')}, ${NONE}}}
components:
  schemas:
    NewShow:
      type: object
      required: [title, capacity]
      properties: {title: {type: string, minLength: 1, maxLength: 60}, capacity: {type: number, minimum: 1, maximum: 500}}
    Poster: {type: object, required: [size], properties: {size: {type: number}}}
    Show:
      type: object
      required: [id, title, capacity, state, poster]
      properties:
        id: {type: string}
        title: {type: string}
        capacity: {type: number}
        state: {type: string, enum: [draft, open, closed]}
        poster: {nullable: true, type: object, allOf: [{$ref: '#/components/schemas/Poster'}]}
    NewSeat: {type: object, required: [label], properties: {label: {type: string, minLength: 1, maxLength: 40}}}
    Seat: {type: object, required: [id, label], properties: {id: {type: string}, label: {type: string}}}
    NewLine: {type: object, required: [seatId, quantity], properties: {seatId: {type: string}, quantity: {type: number, minimum: 1, maximum: 20}}}
    Line:
      type: object
      required: [seatId, quantity, price, sum]
      properties: {seatId: {type: string}, quantity: {type: number}, price: {type: number}, sum: {type: number, description: price times quantity}}
    NewOrder:
      type: object
      required: [showId, lines]
      properties: {showId: {type: string}, lines: {type: array, minItems: 1, maxItems: 40, items: {$ref: '#/components/schemas/NewLine'}}}
    Order:
      type: object
      required: [id, showId, lines]
      properties: {id: {type: string}, showId: {type: string}, lines: {type: array, items: {$ref: '#/components/schemas/Line'}}}
`;

type Members = { readonly [name: string]: unknown };

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}

function isText(value: unknown, most: number): boolean {
  return typeof value === 'string' && value !== '' && Array.from(value).length <= most;
}

/** The name of a number that is none, or none of these. */
function notWhole(name: string, value: unknown, most: number): Reply | undefined {
  const isBetween = typeof value === 'number' && value >= 1 && value <= most;
  if (isBetween && Number.isInteger(value)) return undefined;
  const message = isBetween ? `${name} must be an integer number` : `${name} must be between 1 and ${most}`;
  return { status: 400, body: { message: [message] } };
}

type Fault = 'poster' | 'quantity' | 'lines' | 'sum' | 'least';

const boxOffice =
  (fault?: Fault): MakeService =>
  () => {
    const shows = new Map<string, Members>();
    const seats = new Map<string, Members & { readonly of: string }>();
    const orders = new Map<string, Members>();
    const makeShow = ({ title, capacity }: Members): Reply => {
      if (!isText(title, 60)) return { status: 400 };
      const refusal = notWhole('capacity', capacity, 500);
      if (refusal !== undefined) return refusal;
      const id = `show${String(shows.size + 1)}x`;
      const poster = fault === 'poster' ? 'none' : null;
      shows.set(id, { id, title, capacity, state: 'draft', poster });
      return { status: 201, body: shows.get(id) };
    };
    const order = ({ showId, lines }: Members): Reply => {
      const show = shows.get(String(showId));
      if (
        typeof showId !== 'string' ||
        !Array.isArray(lines) ||
        lines.length === 0 ||
        (lines.length > 40 && fault !== 'lines')
      )
        return { status: 400 };
      const wanted = lines.map(membersOf);
      const refusal = wanted
        .filter(({ quantity }) => fault !== 'least' || quantity !== 0)
        .map(({ quantity }) => notWhole('quantity', quantity, 20))
        .find((one) => one);
      if (refusal !== undefined) return refusal;
      if (show?.['state'] !== 'open') return { status: show === undefined ? 400 : 409 };
      // No more than two of a seat: no schema says so.
      const isMuch = wanted.some(({ quantity }) => Number(quantity) > 2);
      if (isMuch && fault !== 'sum') return { status: 400 };
      if (wanted.some(({ seatId }) => seats.get(String(seatId))?.of !== showId)) return { status: 400 };
      const id = `order${String(orders.size + 1)}x`;
      const kept = wanted.map(({ seatId, quantity }) => {
        const line = { seatId, quantity: fault === 'quantity' ? 2 : Number(quantity), price: 12.35 };
        return { ...line, sum: fault === 'sum' ? line.price : Math.round(1235 * line.quantity) / 100 };
      });
      orders.set(id, { id, showId, lines: kept });
      return { status: 201, body: orders.get(id) };
    };
    return ({ method, path, json: body }) => {
      const [, kind, id = '', below] = path.split('/');
      const all = kind === 'orders' ? orders : shows;
      if (kind !== 'orders' && kind !== 'shows') return { status: 404 };
      if (id === '') {
        if (method !== 'POST') return { status: 200, body: [...all.values()] };
        return kind === 'orders' ? order(membersOf(body)) : makeShow(membersOf(body));
      }
      const one = all.get(id);
      if (one === undefined) return { status: 404 };
      if (below === undefined) return { status: 200, body: one };
      if (below === 'seats') {
        const own = [...seats.values()].filter(({ of }) => of === id);
        if (method !== 'POST') return { status: 200, body: own.map(({ of: _of, ...seat }) => seat) };
        const { label } = membersOf(body);
        if (!isText(label, 40)) return { status: 400 };
        const seat = { id: `seat${String(seats.size + 1)}x`, label };
        seats.set(seat.id, { ...seat, of: id });
        return { status: 201, body: seat };
      }
      if (one['state'] !== (below === 'open' ? 'draft' : 'open')) return { status: 409 };
      shows.set(id, { ...one, state: below === 'open' ? 'open' : 'closed' });
      return { status: 200, body: shows.get(id) };
    };
  };

test.each([1, 2])(
  'whole numbers, what may be null, and what has to be prepared: served (seed %i)',
  async (seed) => {
    expect(alarms(await runAtOnce(DOCUMENT, boxOffice(), { seed }))).toEqual([]);
  },
);

test('a text in place of what may be null: found', async () => {
  expect(blames(await runAtOnce(DOCUMENT, boxOffice('poster')))).toContain('bodies.schema');
});

test('another quantity than was ordered: found', async () => {
  expect(blames(await runAtOnce(DOCUMENT, boxOffice('quantity')))).toContain('created-as-sent');
});

test('more lines than an order may have: found', async () => {
  expect(blames(await runAtOnce(DOCUMENT, boxOffice('lines')))).toContain('validation.constraint');
});

test('a line whose sum is the price of one: found', async () => {
  expect(blames(await runAtOnce(DOCUMENT, boxOffice('sum')))).toContain('resources.sums-hold');
});

test('a line of nothing: found', async () => {
  expect(blames(await runAtOnce(DOCUMENT, boxOffice('least')))).toContain('validation.constraint');
});
