import { ABSENT, answers, BAD, documentOf, known, membersOf, takes } from '../everyday-services.ts';
import type { Ask, MakeService, Reply } from '../run-against-service.ts';
import type { Kind } from './kind.ts';

/**
 * Orders that hold their lines, which have paths of their own below them as well, and name a supplier that has to be there; remarks
 * about them that have a path of their own. One that is empty can't be submitted, nor one that is not submitted be approved.
 */

const LINE = `{ $ref: '#/components/schemas/Line' }`;
const ORDER = `{ $ref: '#/components/schemas/Order' }`;
const SENT_LINE = `{ type: object, required: [product, count], properties: { product: { type: string, minLength: 1, maxLength: 60 }, count: { type: integer, minimum: 1, maximum: 99 } } }`;
const SENT = `{ type: object, required: [supplierId], properties: { supplierId: { type: integer, minimum: 1 }, note: { type: string, maxLength: 100 }, lines: { type: array, maxItems: 5, items: ${SENT_LINE} } } }`;
const REMARK = `{ type: object, required: [id, text], properties: { id: { type: integer, readOnly: true }, text: { type: string } } }`;
const byNumber = (name: string): string =>
  `{ name: ${name}, in: path, required: true, schema: { type: integer } }`;

const ORDERS = documentOf(
  `
  /suppliers:
    get: { operationId: suppliers, ${answers('200', '{ type: array, items: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } } }')} }
  /orders:
    get: { operationId: orders, ${answers('200', "{ type: array, items: { $ref: '#/components/schemas/Short' } }")} }
    post: { operationId: addOrder, ${takes(SENT)}, ${answers('201', ORDER)} }
  /orders/{order}:
    parameters: [${byNumber('order')}]
    get: { operationId: order, ${answers('200', ORDER)} }
    put: { operationId: replaceOrder, ${takes(SENT)}, ${answers('200', ORDER)} }
    delete: { operationId: removeOrder, ${answers('204', '')} }
  /orders/{order}/submit:
    parameters: [${byNumber('order')}]
    post: { operationId: submitOrder, ${answers('200', ORDER)} }
  /orders/{order}/approve:
    parameters: [${byNumber('order')}]
    post: { operationId: approveOrder, ${answers('200', ORDER)} }
  /orders/{order}/lines:
    parameters: [${byNumber('order')}]
    get: { operationId: lines, ${answers('200', `{ type: array, items: ${LINE} }`)} }
    post: { operationId: addLine, ${takes(SENT_LINE)}, ${answers('201', LINE)} }
  /orders/{order}/lines/{lineNo}:
    parameters: [${byNumber('order')}, ${byNumber('lineNo')}]
    get: { operationId: line, ${answers('200', LINE)} }
    delete: { operationId: removeLine, ${answers('204', '')} }
  /orders/{order}/remarks:
    parameters: [${byNumber('order')}]
    get: { operationId: remarks, ${answers('200', `{ type: array, items: ${REMARK} }`)} }
    post: { operationId: addRemark, ${takes('{ type: object, required: [text], properties: { text: { type: string, minLength: 1, maxLength: 100 } } }')}, ${answers('201', REMARK)} }
  /remarks/{remark}:
    parameters: [${byNumber('remark')}]
    get: { operationId: remark, ${answers('200', REMARK)} }
    delete: { operationId: removeRemark, ${answers('204', '')} }`,
  `
    Line: { type: object, required: [lineNo, product, count], properties: { lineNo: { type: integer, readOnly: true }, product: { type: string }, count: { type: integer } } }
    Order: { type: object, required: [id, supplierId, lines, tags, state], properties: &order { id: { type: integer, readOnly: true }, state: { type: string, enum: [draft, submitted, approved], readOnly: true }, supplierId: { type: integer }, note: { type: string }, tags: { type: object }, lines: { type: array, items: ${LINE} } } }
    Short: { type: object, required: [id], properties: *order }`,
);

type Line = { readonly lineNo: number; readonly product: string; readonly count: number };
type State = 'draft' | 'submitted' | 'approved';
type Order = { supplierId: number; note: string | undefined; lines: Line[]; last: number; state: State };

type Ways = {
  /** Numbers of the lines of a replaced order: from 1 again, or on from those that were there. */
  readonly numbers?: 'anew' | 'on';
  readonly remarks?: 'stay' | 'go';
  readonly lists?: 'whole' | 'short';
  readonly fault?:
    | 'loses notes'
    | 'empties others'
    | 'keeps removed lines'
    | 'keeps lines of removed orders'
    | 'keeps what a replacement leaves out'
    | 'takes any count in a replacement'
    | 'forgets approvals';
};

const SUPPLIERS: readonly number[] = [71, 72];

function isText(value: unknown, least: number, most: number): value is string {
  return typeof value === 'string' && Array.from(value).length >= least && Array.from(value).length <= most;
}

function lineOf(value: unknown, isAnyCount: boolean): Omit<Line, 'lineNo'> | undefined {
  const given = new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
  const [product, count] = [given.get('product'), given.get('count')];
  const isCount = typeof count === 'number' && Number.isInteger(count);
  if (!isText(product, 1, 60) || !isCount || (!isAnyCount && (count < 1 || count > 99))) return undefined;
  return { product, count };
}

function orders({ numbers = 'on', remarks = 'go', lists = 'whole', fault }: Ways = {}): MakeService {
  return () => {
    const all = new Map<number, Order>();
    const lost = new Map<string, Line>();
    const said = new Map<number, { readonly order: number; readonly text: string }>();
    let made = 100;
    const orderOf = (ask: Ask, before?: Order): Order | Reply => {
      const given = membersOf(ask);
      const [supplierId, note, lines = []] = ['supplierId', 'note', 'lines'].map((name) => given.get(name));
      if (ask.json === undefined || Array.isArray(ask.json) || !Number.isInteger(supplierId)) return BAD;
      if ((note !== undefined && !isText(note, 0, 100)) || !Array.isArray(lines) || lines.length > 5)
        return BAD;
      const isAnyCount = before !== undefined && fault === 'takes any count in a replacement';
      const read = lines.map((line) => lineOf(line, isAnyCount));
      if (typeof supplierId !== 'number' || supplierId < 1 || read.some((line) => line === undefined))
        return BAD;
      if (!SUPPLIERS.includes(supplierId)) return { status: 409, body: { title: 'no such supplier' } };
      const first = numbers === 'on' ? (before?.last ?? 0) : 0;
      const kept = read.flatMap((line, at) =>
        line === undefined ? [] : [{ lineNo: first + at + 1, ...line }],
      );
      return { supplierId, note, lines: kept, last: first + kept.length, state: before?.state ?? 'draft' };
    };
    const shown = (id: number, { supplierId, note, lines, state }: Order): object => ({
      id,
      state,
      supplierId,
      tags: {},
      lines,
      ...(note === undefined ? {} : { note }),
    });
    const about = (ask: Ask, id: number, order: Order): Reply => {
      if (ask.method === 'GET') return { status: 200, body: shown(id, order) };
      if (ask.method === 'DELETE') {
        all.delete(id);
        for (const line of order.lines) lost.set(`${String(id)} ${String(line.lineNo)}`, line);
        return { status: 204 };
      }
      const next = orderOf(ask, order);
      if ('status' in next) return next;
      const isKept =
        fault === 'loses notes' ||
        (fault === 'keeps what a replacement leaves out' && next.note === undefined);
      all.set(id, isKept ? { ...next, note: order.note } : next);
      if (fault === 'empties others')
        for (const [other, one] of all) if (other !== id) all.set(other, { ...one, lines: [] });
      return { status: 200, body: shown(id, next) };
    };
    // What is empty is not submitted, and what is not submitted is not approved.
    const lead = (id: number, order: Order, to: State): Reply => {
      const isDue =
        to === 'submitted' ? order.lines.length > 0 && order.state === 'draft' : order.state === 'submitted';
      if (!isDue) return { status: 409, body: { title: 'not now' } };
      if (to !== 'approved' || fault !== 'forgets approvals') order.state = to;
      return { status: 200, body: { ...shown(id, order), state: to } };
    };
    const below = (ask: Ask, id: number, order: Order, [, , , what, lineNo]: readonly string[]): Reply => {
      if (what === 'submit' || what === 'approve')
        return lead(id, order, what === 'submit' ? 'submitted' : 'approved');
      if (what === 'remarks' && ask.method === 'POST') {
        const text = membersOf(ask).get('text');
        if (!isText(text, 1, 100)) return BAD;
        made += 1;
        said.set(made, { order: id, text });
        return { status: 201, body: { id: made, text } };
      }
      if (what === 'remarks') {
        const own = [...said].filter(([, one]) => one.order === id);
        return { status: 200, body: own.map(([remark, { text }]) => ({ id: remark, text })) };
      }
      if (lineNo !== undefined) {
        const line = order.lines.find((one) => String(one.lineNo) === lineNo);
        if (line === undefined) return ABSENT;
        if (ask.method === 'GET') return { status: 200, body: line };
        if (fault !== 'keeps removed lines') order.lines = order.lines.filter((one) => one !== line);
        return { status: 204 };
      }
      if (ask.method === 'GET') return { status: 200, body: order.lines };
      const line = lineOf(ask.json, false);
      if (line === undefined) return BAD;
      order.last += 1;
      const added = { lineNo: order.last, ...line };
      order.lines.push(added);
      return { status: 201, body: added };
    };
    return known((ask) => {
      const parts = ask.path.split('/');
      const [, area, name = ''] = parts;
      const id = Number(name);
      if (area === 'suppliers')
        return { status: 200, body: SUPPLIERS.map((one) => ({ id: one, name: `Supplier ${String(one)}` })) };
      if (area === 'remarks') {
        const remark = said.get(id);
        if (remark === undefined || (remarks === 'go' && !all.has(remark.order))) return ABSENT;
        if (ask.method === 'DELETE') said.delete(id);
        return ask.method === 'DELETE' ? { status: 204 } : { status: 200, body: { id, text: remark.text } };
      }
      if (parts.length === 2 && ask.method === 'GET') {
        const whole = [...all].map(([one, order]) => shown(one, order));
        const short = [...all].map(([one, { note }]) => ({ id: one, note }));
        return { status: 200, body: lists === 'whole' ? whole : short };
      }
      if (parts.length === 2) {
        const order = orderOf(ask);
        if ('status' in order) return order;
        made += 1;
        all.set(made, order);
        return { status: 201, body: shown(made, order) };
      }
      const order = all.get(id);
      const left = lost.get(parts.slice(2).join(' ').replace('lines ', ''));
      if (order === undefined && left !== undefined && fault === 'keeps lines of removed orders')
        return { status: 200, body: left };
      if (order === undefined) return ABSENT;
      return parts.length === 3 ? about(ask, id, order) : below(ask, id, order, parts);
    });
  };
}

export const heldKinds: readonly Kind[] = [
  {
    title: 'orders that hold their lines',
    document: ORDERS,
    honest: {
      'lines are numbered on': orders(),
      'lines are numbered anew': orders({ numbers: 'anew' }),
      'remarks outlive their order': orders({ remarks: 'stay' }),
      'a list shows less of each': orders({ lists: 'short' }),
    },
    faulty: {
      'a replacement loses notes': {
        serve: orders({ fault: 'loses notes' }),
        finds: 'resources.update-stored',
      },
      'a replacement empties other orders': {
        serve: orders({ fault: 'empties others' }),
        finds: 'resources.',
      },
      'removed lines are there still': {
        serve: orders({ fault: 'keeps removed lines' }),
        finds: 'resources.removed-is-gone',
      },
      'lines outlive their order': {
        serve: orders({ fault: 'keeps lines of removed orders' }),
        finds: 'resources.children-follow',
      },
      'a replacement keeps what it leaves out': {
        serve: orders({ fault: 'keeps what a replacement leaves out' }),
        finds: 'resources.replacement-is-whole',
      },
      'a replacement takes any count': {
        serve: orders({ fault: 'takes any count in a replacement' }),
        finds: 'validation.constraint',
      },
      'an approval is not kept': {
        serve: orders({ fault: 'forgets approvals' }),
        finds: 'resources.action-stored',
      },
    },
    astray: ({ method, path }) =>
      ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method) && path.startsWith('/suppliers'),
  },
];
