import { randomUUID } from 'node:crypto';
import { type Ask, KEY, type MakeService, type Reply } from '../other-interfaces/run-against-service.ts';

/**
 * The service of `openapi.yaml`, in parts that a member of this zoo replaces one by one. It wraps its entries, wants references to
 * be unique, has rules of its own (422), actions, projects that a PUT makes, and an account that no run may change.
 */

export type Entry = { readonly [name: string]: unknown };

/** All that the service keeps. */
export type Desk = {
  tickets: Entry[];
  readonly comments: Map<string, Entry[]>;
  readonly projects: Map<string, Entry>;
  me: Entry;
  serial: number;
  /** How often all tickets were removed at once. */
  cleared: number;
};

/** Parts of the service. */
export type Parts = {
  readonly admits: (ask: Ask) => boolean;
  readonly ticketId: (desk: Desk) => string;
  readonly made: (sent: Entry) => Entry;
  readonly replaced: (old: Entry, sent: Entry) => Entry;
  readonly changed: (old: Entry, sent: Entry) => Entry;
  readonly show: (ticket: Entry, where: 'made' | 'read' | 'list' | 'updated', desk: Desk) => Entry;
  /** What one request answers, before anything else is looked at; `undefined` goes on. */
  readonly before: (ask: Ask, desk: Desk) => Reply | undefined;
  readonly after: (ask: Ask, reply: Reply, desk: Desk) => Reply;
  readonly removeTicket: (desk: Desk, id: string) => void;
  readonly removeComment: (desk: Desk, ticket: string, id: string) => void;
  readonly putProject: (old: Entry | undefined, sent: Entry, slug: string) => Entry;
  readonly removeProject: (desk: Desk, slug: string) => void;
  readonly absent: (what: 'ticket' | 'comment' | 'project', desk: Desk) => Reply;
  /** Where a body is broken, the status of its refusal. */
  readonly broken: number;
  /** A ticket that was changed just now. */
  readonly stamped: (ticket: Entry) => Entry;
  readonly wantsUniqueReferences: boolean | 'of new ones' | 'of the ticket itself';
  readonly closed: (ticket: Entry) => Entry;
};

export function problem(status: number, more: Entry = {}): Reply {
  const body = { type: 'about:blank', title: 'A problem', status, ...more };
  return { status, body, headers: { 'Content-Type': 'application/problem+json' } };
}

function isObject(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown, least: number, most: number): value is string {
  if (typeof value !== 'string') return false;
  const { length } = Array.from(value);
  return length >= least && length <= most;
}

type Rules = { readonly [name: string]: (value: unknown) => boolean };

const STATES = ['open', 'waiting', 'closed'];

const TICKET: Rules = {
  title: (value) => isText(value, 1, 140),
  body: (value) => value === null || isText(value, 0, 10_000),
  priority: (value) => ['low', 'normal', 'high'].some((one) => one === value),
  assignee: (value) => value === null || (isText(value, 3, 254) && /^[^\s@]+@[^\s@]+$/.test(value)),
  due: (value) => value === null || (isText(value, 10, 10) && isDay(value)),
  labels: (value) =>
    Array.isArray(value) &&
    value.length <= 10 &&
    new Set(value).size === value.length &&
    value.every((one: unknown) => isText(one, 1, 30)),
  estimate: (value) => typeof value === 'number' && value >= 0 && value <= 1000,
  reference: (value) => isText(value, 1, 20) && /^[A-Z]{2,4}-[0-9]{1,6}$/.test(value),
};

const CHANGE: Rules = { ...TICKET, state: (value) => STATES.some((one) => one === value) };

const COMMENT: Rules = {
  text: (value) => isText(value, 1, 2000),
  internal: (value) => typeof value === 'boolean',
};

const PROJECT: Rules = {
  name: (value) => isText(value, 1, 80),
  archived: (value) => typeof value === 'boolean',
  settings: (value) => isObject(value) && Object.values(value).every((one) => isText(one, 0, 100)),
};

const PERSON: Rules = {
  name: (value) => isText(value, 1, 1e6),
  email: (value) => typeof value === 'string' && /^[!-?A-~]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(value),
};

function fits(body: unknown, rules: Rules, required: readonly string[], isClosed = false): body is Entry {
  return (
    isObject(body) &&
    required.every((name) => Object.hasOwn(body, name)) &&
    Object.entries(body).every(([name, value]) =>
      Object.hasOwn(rules, name) ? rules[name]?.(value) === true : !isClosed,
    )
  );
}

/** The members of a body that are known. */
export function own(sent: Entry, rules: Rules = CHANGE): Entry {
  return Object.fromEntries(Object.entries(sent).filter(([name]) => Object.hasOwn(rules, name)));
}

function stamped(ticket: Entry): Entry {
  return { ...ticket, updated_at: new Date().toISOString() };
}

const DEFAULTS: Entry = { body: null, priority: 'normal', assignee: null, due: null, labels: [] };

export const honest: Parts = {
  admits: ({ headers }) => headers['x-token'] === KEY,
  ticketId: () => randomUUID(),
  made: (sent) => ({
    ...DEFAULTS,
    ...own(sent, TICKET),
    state: 'open',
    created_at: new Date().toISOString(),
  }),
  replaced: (old, sent) => ({
    ...DEFAULTS,
    ...own(sent, TICKET),
    state: old['state'],
    id: old['id'],
    created_at: old['created_at'],
  }),
  changed: (old, sent) => ({ ...old, ...own(sent) }),
  show: (ticket) => ticket,
  before: () => undefined,
  after: (_ask, reply) => reply,
  removeTicket(desk, id) {
    desk.tickets = desk.tickets.filter((ticket) => ticket['id'] !== id);
    desk.comments.delete(id);
  },
  removeComment(desk, ticket, id) {
    desk.comments.set(
      ticket,
      (desk.comments.get(ticket) ?? []).filter((one) => String(one['id']) !== id),
    );
  },
  putProject: (_old, sent, slug) => ({ slug, archived: false, ...own(sent, PROJECT) }),
  removeProject: (desk, slug) => void desk.projects.delete(slug),
  absent: () => problem(404),
  broken: 400,
  wantsUniqueReferences: true,
  stamped,
  closed: (ticket) => ({ ...ticket, state: 'closed' }),
};

const JSON_TYPE = { 'Content-Type': 'application/json' };

function whole(text: string | null, fallback: number, most: number): number | undefined {
  if (text === null) return fallback;
  const value = Number(text);
  return /^\d+$/.test(text) && value >= 1 && value <= most ? value : undefined;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** True for a day of the calendar: `Date.parse` takes the 30th of February for one of March. */
function isDay(text: string): boolean {
  const ms = DATE.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** Makes a service with these parts in place of the honest ones. `see` gets its state. */
export function deskWith(
  changes: Partial<Parts> = {},
  see: (desk: Desk) => void = () => undefined,
): MakeService {
  return () => {
    const parts: Parts = { ...honest, ...changes };
    const desk: Desk = {
      tickets: [],
      comments: new Map(),
      projects: new Map(),
      me: { id: 'p1', name: 'Somebody', email: 'somebody@example.com' },
      serial: 0,
      cleared: 0,
    };

    function shown(ticket: Entry, where: 'made' | 'read' | 'list' | 'updated'): Entry {
      const comment_count = (desk.comments.get(String(ticket['id'])) ?? []).length;
      return parts.show({ ...ticket, comment_count }, where, desk);
    }

    function isTaken(reference: unknown, except?: unknown): boolean {
      const { wantsUniqueReferences: wanted } = parts;
      if (wanted === false || reference === undefined) return false;
      if (wanted === 'of new ones' && except !== undefined) return false;
      const isOther = (one: Entry): boolean => wanted === 'of the ticket itself' || one['id'] !== except;
      return desk.tickets.some((one) => one['reference'] === reference && isOther(one));
    }

    function refused(
      ask: Ask,
      rules: Rules,
      required: readonly string[],
      except?: unknown,
    ): Reply | undefined {
      if (!fits(ask.json, rules, required)) return problem(parts.broken);
      const { reference, due } = ask.json;
      if (isTaken(reference, except)) return problem(409);
      // A day that is over is no day to be ready.
      return typeof due === 'string' && due < '1990-01-01' ? problem(422) : undefined;
    }

    function addTicket(sent: Entry): Entry {
      const ticket = stamped({ id: parts.ticketId(desk), ...parts.made(sent) });
      desk.tickets.push(ticket);
      return ticket;
    }

    function list({ query }: Ask): Reply {
      const [page, per] = [whole(query.get('page'), 1, 1e9), whole(query.get('per_page'), 20, 100)];
      const [state, sort] = [query.get('state'), query.get('sort') ?? 'created_at'];
      if (page === undefined || per === undefined) return problem(400);
      if (
        (state !== null && state !== 'all' && !STATES.includes(state)) ||
        !/^-?(?:created_at|title)$/.test(sort)
      )
        return problem(400);
      const member = sort.replace('-', '');
      const order = (a: Entry, b: Entry): number => {
        const [x, y] = [String(a[member]), String(b[member])];
        return (x < y ? -1 : x > y ? 1 : 0) * (sort.startsWith('-') ? -1 : 1);
      };
      const all = desk.tickets
        .filter((one) => state === null || state === 'all' || one['state'] === state)
        .toSorted(order);
      const data = all.slice((page - 1) * per, page * per).map((one) => shown(one, 'list'));
      return { status: 200, body: { data, meta: { page, per_page: per, total: all.length } } };
    }

    function tickets(ask: Ask): Reply {
      if (ask.method === 'GET' || ask.method === 'HEAD') return list(ask);
      if (ask.method === 'DELETE') {
        desk.tickets = [];
        desk.cleared += 1;
        return { status: 204 };
      }
      if (ask.method !== 'POST') return problem(405);
      const no = refused(ask, TICKET, ['title']);
      if (no !== undefined || !isObject(ask.json)) return no ?? problem(400);
      const ticket = addTicket(ask.json);
      const headers = { ...JSON_TYPE, Location: `/api/v2/tickets/${String(ticket['id'])}` };
      return { status: 201, body: { data: shown(ticket, 'made') }, headers };
    }

    function oneTicket(ask: Ask, id: string): Reply {
      if (!UUID.test(id) && ask.method !== 'DELETE') return problem(400);
      const at = desk.tickets.findIndex((one) => one['id'] === id);
      const ticket = desk.tickets[at];
      if (ticket === undefined) return parts.absent('ticket', desk);
      switch (ask.method) {
        case 'GET':
        case 'HEAD':
          return { status: 200, body: { data: shown(ticket, 'read') } };
        case 'DELETE':
          parts.removeTicket(desk, id);
          return { status: 204 };
        case 'PUT':
        case 'PATCH': {
          const isPut = ask.method === 'PUT';
          const type = ask.headers['content-type'] ?? '';
          if (!isPut && !/^application\/merge-patch\+json\s*(?:;|$)/i.test(type)) return problem(415);
          const no = refused(ask, isPut ? TICKET : CHANGE, isPut ? ['title'] : [], id);
          if (no !== undefined || !isObject(ask.json)) return no ?? problem(400);
          if (!isPut && Object.keys(ask.json).length === 0) return problem(parts.broken);
          const next = parts.stamped(
            isPut ? parts.replaced(ticket, ask.json) : parts.changed(ticket, ask.json),
          );
          desk.tickets[at] = next;
          return { status: 200, body: { data: shown(next, 'updated') } };
        }
        default:
          return problem(405);
      }
    }

    function close(ask: Ask, id: string): Reply {
      if (ask.method !== 'POST') return problem(405);
      const at = desk.tickets.findIndex((one) => one['id'] === id);
      const ticket = desk.tickets[at];
      if (ticket === undefined) return parts.absent('ticket', desk);
      if (ticket['state'] === 'closed') return problem(409);
      const next = stamped(parts.closed(ticket));
      desk.tickets[at] = next;
      return { status: 200, body: { data: shown(next, 'updated') } };
    }

    function comments(ask: Ask, ticket: string, id: string | undefined): Reply {
      if (!desk.tickets.some((one) => one['id'] === ticket)) return parts.absent('ticket', desk);
      const all = desk.comments.get(ticket) ?? [];
      const isLook = ask.method === 'GET' || ask.method === 'HEAD';
      if (id !== undefined) {
        const comment = all.find((one) => String(one['id']) === id);
        if (comment === undefined) return parts.absent('comment', desk);
        if (isLook) return { status: 200, body: comment };
        if (ask.method !== 'DELETE') return problem(405);
        parts.removeComment(desk, ticket, id);
        return { status: 204 };
      }
      if (isLook) {
        const [limit, after] = [whole(ask.query.get('limit'), 20, 50), ask.query.get('after')];
        if (limit === undefined) return problem(400);
        const at = after === null ? 0 : all.findIndex((one) => `c${String(one['id'])}` === after) + 1;
        if (after !== null && at === 0) return problem(400);
        const page = all.slice(at, at + limit);
        const next = at + limit < all.length ? `c${String(page.at(-1)?.['id'])}` : null;
        return { status: 200, body: { comments: page, next } };
      }
      if (ask.method !== 'POST') return problem(405);
      if (!fits(ask.json, COMMENT, ['text'], true)) return problem(parts.broken);
      desk.serial += 1;
      const written = {
        id: desk.serial,
        internal: false,
        ...own(ask.json, COMMENT),
        author: 'p1',
        written_at: new Date().toISOString(),
      };
      desk.comments.set(ticket, [...all, written]);
      return { status: 201, body: written };
    }

    function project(ask: Ask, slug: string): Reply {
      if (!/^[a-z][a-z0-9-]{1,39}$/.test(slug)) return problem(400);
      const old = desk.projects.get(slug);
      if (ask.method === 'PUT') {
        if (!fits(ask.json, PROJECT, ['name'])) return problem(parts.broken);
        const next = parts.putProject(old, ask.json, slug);
        desk.projects.set(slug, next);
        return { status: old === undefined ? 201 : 200, body: next };
      }
      if (old === undefined) return parts.absent('project', desk);
      if (ask.method === 'GET' || ask.method === 'HEAD') return { status: 200, body: old };
      if (ask.method !== 'DELETE') return problem(405);
      parts.removeProject(desk, slug);
      return { status: 204 };
    }

    function weekly({ query }: Ask): Reply {
      const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
      if (![from, to].every((day) => isDay(day))) return problem(400);
      if (from > to) return problem(422);
      const closed = desk.tickets.filter((one) => one['state'] === 'closed').length;
      return { status: 200, body: { opened: desk.tickets.length, closed } };
    }

    function search({ query }: Ask): Reply {
      const q = query.get('q') ?? '';
      const kinds = query.get('kinds')?.split(',') ?? [];
      if (!isText(q, 2, 100) || kinds.length > 2) return problem(400);
      if (kinds.some((kind) => kind !== 'ticket' && kind !== 'project')) return problem(400);
      const found = desk.tickets.filter((one) => String(one['title']).includes(q)).slice(0, 10);
      return { status: 200, body: found.map((one) => ({ kind: 'ticket', id: one['id'] })) };
    }

    function me(ask: Ask): Reply {
      if (ask.method === 'GET' || ask.method === 'HEAD') return { status: 200, body: desk.me };
      if (ask.method !== 'PATCH') return problem(405);
      if (!fits(ask.json, PERSON, []) || Object.keys(ask.json).length === 0) return problem(parts.broken);
      desk.me = { ...desk.me, ...own(ask.json, PERSON) };
      return { status: 200, body: desk.me };
    }

    function answer(ask: Ask): Reply {
      const [, api, version, first, second, third, fourth, ...more] = ask.path
        .split('/')
        .map(decodeURIComponent);
      if (api !== 'api' || version !== 'v2' || more.length > 0) return problem(404);
      if (first === 'login' && second === undefined) {
        if (ask.method !== 'POST') return problem(405);
        const isFine =
          isObject(ask.json) && isText(ask.json['user'], 1, 1e6) && typeof ask.json['password'] === 'string';
        return isFine ? problem(401) : problem(400);
      }
      const early = parts.before(ask, desk);
      if (early !== undefined) return early;
      if (!parts.admits(ask)) return problem(401);
      if (first === 'tickets') {
        if (second === undefined) return tickets(ask);
        if (third === undefined) return oneTicket(ask, second);
        if (third === 'close' && fourth === undefined) return close(ask, second);
        return third === 'comments' ? comments(ask, second, fourth) : problem(404);
      }
      if (third !== undefined) return problem(404);
      if (first === 'projects')
        return second === undefined
          ? { status: 200, body: [...desk.projects.values()] }
          : project(ask, second);
      if (first === 'reports' && second === 'weekly') return weekly(ask);
      if (second !== undefined) return problem(404);
      if (first === 'me') return me(ask);
      return first === 'search' ? search(ask) : problem(404);
    }

    for (let at = 1; at <= 25; at += 1)
      addTicket({ title: `Ticket ${String(at)}`, reference: `OLD-${String(at)}` });
    desk.projects.set('first', { slug: 'first', name: 'First', archived: false });
    see(desk);
    return (ask) => {
      try {
        return parts.after(ask, answer(ask), desk);
      } catch (error) {
        if (error instanceof URIError) return problem(400);
        throw error;
      }
    };
  };
}
