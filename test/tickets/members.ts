import type { Ask, MakeService, Reply } from '../other-interfaces/run-against-service.ts';
import { type Desk, deskWith, type Entry, honest, own, type Parts, problem } from './service.ts';

/** Services of this zoo: those that conform, each with a freedom of its own, and those with one fault. */

export type Member = { readonly name: string; readonly serve: MakeService };
export type Faulty = Member & { readonly finds: string };

function free(name: string, changes: Partial<Parts>): Member {
  return { name, serve: deskWith(changes) };
}

function broken(name: string, finds: string, changes: Partial<Parts>): Faulty {
  return { name, finds, serve: deskWith(changes) };
}

function isObject(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The answer with another body, where it is an object. */
function reshaped(reply: Reply, shape: (body: Entry) => unknown): Reply {
  return isObject(reply.body) ? { ...reply, body: shape(reply.body) } : reply;
}

/** The answer with another ticket, or other tickets. */
function withTickets(reply: Reply, change: (ticket: Entry) => Entry): Reply {
  return reshaped(reply, (body) => {
    const { data } = body;
    if (Array.isArray(data))
      return { ...body, data: data.map((one: unknown) => (isObject(one) ? change(one) : one)) };
    return isObject(data) ? { ...body, data: change(data) } : body;
  });
}

function without(entry: Entry, ...names: readonly string[]): Entry {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !names.includes(name)));
}

function withoutEmpty(entry: Entry): Entry {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null));
}

function is(ask: Ask, method: string, path: RegExp): boolean {
  return ask.method === method && path.test(ask.path);
}

const ONE = /^\/api\/v2\/tickets\/[0-9a-f-]{36}$/;
const LIST = /^\/api\/v2\/tickets$/;
const COMMENTS = /^\/api\/v2\/tickets\/[^/]+\/comments$/;
const CLOSE = /^\/api\/v2\/tickets\/[0-9a-f-]{36}\/close$/;
const PROJECT = /^\/api\/v2\/projects\/[^/]+$/;

export const conforming: readonly Member[] = [
  free('plain', {}),
  free(
    'fields that may be left out come, one as HTTP has it and one with zeros in front',
    answering(
      'GET',
      LIST,
      withFields({ 'X-Took-Ms': '007', 'Last-Modified': 'Tue, 05 Jan 2027 08:00:00 GMT' }),
    ),
  ),
  free('members without a value are left out', { after: (_ask, reply) => withTickets(reply, withoutEmpty) }),
  free('labels are small and sorted', {
    made: (sent) => sorted(honest.made(sent)),
    replaced: (old, sent) => sorted(honest.replaced(old, sent)),
    changed: (old, sent) => sorted(honest.changed(old, sent)),
  }),
  free('mail addresses are small', {
    made: (sent) => small(honest.made(sent)),
    replaced: (old, sent) => small(honest.replaced(old, sent)),
    changed: (old, sent) => small(honest.changed(old, sent)),
  }),
  free('texts lose the blanks at their ends', {
    made: (sent) => trimmed(honest.made(sent)),
    replaced: (old, sent) => trimmed(honest.replaced(old, sent)),
    changed: (old, sent) => trimmed(honest.changed(old, sent)),
  }),
  free('pages are of ten at most', {
    after: (ask, reply) =>
      is(ask, 'GET', LIST)
        ? reshaped(reply, (body) => ({
            ...body,
            data: Array.isArray(body['data']) ? body['data'].slice(0, 10) : [],
            meta: isObject(body['meta'])
              ? { ...body['meta'], per_page: Math.min(10, Number(body['meta']['per_page'])) }
              : {},
          }))
        : reply,
    before: (ask) =>
      is(ask, 'GET', LIST) && Number(ask.query.get('per_page') ?? 0) > 10 ? problem(400) : undefined,
  }),
  free('lists have less of each ticket', {
    show: (ticket, where) => (where === 'list' ? without(ticket, 'labels', 'body', 'due') : ticket),
  }),
  free('a put of a project keeps what it does not name', {
    putProject: (old, sent, slug) => ({
      ...honest.putProject(old, sent, slug),
      ...old,
      ...own(sent, ANY),
      slug,
    }),
  }),
  free('a project with tickets is kept', {
    before: (ask, desk) =>
      is(ask, 'DELETE', PROJECT) && honest.admits(ask) && desk.projects.size > 3 ? problem(409) : undefined,
  }),
  free('comments are a service of their own and late', {
    after: (ask, reply) =>
      is(ask, 'GET', LIST) ? withTickets(reply, (ticket) => ({ ...ticket, comment_count: 0 })) : reply,
  }),
  free('answers carry more', {
    after: (_ask, reply) =>
      withTickets(reply, (ticket) => ({ ...ticket, links: { self: '/x' }, version: 7 })),
  }),
  free('closed tickets take no change', {
    before: (ask, desk) => {
      const id = ask.path.split('/')[4];
      const ticket = desk.tickets.find((one) => one['id'] === id);
      const isChange = ['PUT', 'PATCH'].includes(ask.method) && ONE.test(ask.path);
      return isChange && honest.admits(ask) && ticket?.['state'] === 'closed' ? problem(409) : undefined;
    },
  }),
  free('the state can be set by a change alone', { changed: (old, sent) => ({ ...old, ...own(sent) }) }),
  free('identities in capitals', { ticketId: (desk) => honest.ticketId(desk).toUpperCase() }),
  free('estimates are kept in quarters', {
    made: (sent) => quartered(honest.made(sent)),
    replaced: (old, sent) => quartered(honest.replaced(old, sent)),
    changed: (old, sent) => quartered(honest.changed(old, sent)),
  }),
];

const ANY = { name: () => true, archived: () => true, settings: () => true };

function sorted(ticket: Entry): Entry {
  const { labels } = ticket;
  return Array.isArray(labels)
    ? { ...ticket, labels: labels.map(String).toSorted((a, b) => (a < b ? -1 : 1)) }
    : ticket;
}

function small(ticket: Entry): Entry {
  const { assignee } = ticket;
  return typeof assignee === 'string' ? { ...ticket, assignee: assignee.toLowerCase() } : ticket;
}

function trimmed(ticket: Entry): Entry {
  const { title } = ticket;
  return typeof title === 'string' ? { ...ticket, title: title.trim() || title } : ticket;
}

function quartered(ticket: Entry): Entry {
  const { estimate } = ticket;
  return typeof estimate === 'number' ? { ...ticket, estimate: Math.round(estimate * 4) / 4 } : ticket;
}

/** The answer to requests of one kind. */
function withFields(fields: { readonly [name: string]: string }): (reply: Reply) => Reply {
  return (reply) => ({ ...reply, headers: { ...reply.headers, ...fields } });
}

function answering(method: string, path: RegExp, answer: (reply: Reply) => Reply): Partial<Parts> {
  return { after: (ask, reply) => (is(ask, method, path) && reply.status < 300 ? answer(reply) : reply) };
}

/** Serves without looking at the key. */
function open(method: string, path: RegExp): Partial<Parts> {
  return { admits: (ask) => honest.admits(ask) || is(ask, method, path) };
}

function forget(name: string): Partial<Parts> {
  return { made: (sent) => honest.made(without(sent, name)) };
}

function changeTicket(desk: Desk, id: string | undefined, next: (ticket: Entry) => Entry): void {
  desk.tickets = desk.tickets.map((ticket) => (ticket['id'] === id ? next(ticket) : ticket));
}

export const faulty: readonly Faulty[] = [
  broken('a PATCH is not stored', 'resources.update-stored', { changed: (old) => old }),
  broken('a PATCH does not store titles', 'resources.update-stored', {
    changed: (old, sent) => honest.changed(old, without(sent, 'title')),
  }),
  broken('a PATCH does not store priorities', 'resources.update-stored', {
    changed: (old, sent) => honest.changed(old, without(sent, 'priority')),
  }),
  broken('a PATCH does not store states', 'resources.update-stored', {
    changed: (old, sent) => honest.changed(old, without(sent, 'state')),
  }),
  broken('a PUT is not stored', 'resources.update-stored', { replaced: (old) => old }),
  broken('a PUT does not store texts', 'resources.update-stored', {
    replaced: (old, sent) => ({ ...honest.replaced(old, sent), body: old['body'] }),
  }),
  broken('a PATCH takes away what it does not name', 'resources.change-keeps-rest', {
    changed: (old, sent) =>
      honest.changed({ ...old, body: null, priority: 'normal', reference: undefined }, sent),
  }),
  broken('a PATCH takes labels away', 'resources.change-keeps-rest', {
    changed: (old, sent) => honest.changed({ ...old, labels: [] }, sent),
  }),
  broken('a PUT keeps what it does not name', 'resources.replacement-is-whole', {
    replaced: (old, sent) => ({ ...old, ...own(sent) }),
  }),
  broken('a PATCH changes the identity', 'resources.', {
    changed: (old, sent) => ({ ...honest.changed(old, sent), id: '00000000-0000-4000-8000-000000000001' }),
  }),
  broken('a PATCH changes all tickets', 'resources.others-unchanged', {
    after(ask, reply, desk) {
      if (
        is(ask, 'PATCH', ONE) &&
        reply.status === 200 &&
        isObject(ask.json) &&
        ask.json['title'] !== undefined
      )
        for (const { id } of desk.tickets)
          changeTicket(desk, String(id), (ticket) => ({
            ...ticket,
            ...own(isObject(ask.json) ? without(ask.json, 'reference') : {}),
          }));
      return reply;
    },
  }),
  broken('a DELETE removes nothing', 'resources.removed-is-gone', { removeTicket: () => undefined }),
  broken('removed tickets stay in the list', 'resources.removed-is-gone|resources.children-follow', {
    removeTicket: (desk, id) => changeTicket(desk, id, (ticket) => ({ ...ticket, gone: true })),
    before(ask, desk) {
      const ticket = desk.tickets.find((one) => one['id'] === ask.path.split('/')[4]);
      return ONE.test(ask.path) && honest.admits(ask) && ticket?.['gone'] === true ? problem(404) : undefined;
    },
  }),
  broken('a DELETE removes all tickets', 'resources.', {
    removeTicket: (desk) => {
      desk.tickets = [];
    },
  }),
  broken('a removed ticket is answered with 500', 'statuses.no-server-error', {
    absent: (what) => problem(what === 'ticket' ? 500 : 404),
  }),
  broken('a removed ticket is answered with 200', 'resources.removed-is-gone', {
    absent: (what) => (what === 'ticket' ? { status: 200, body: { data: null } } : problem(404)),
  }),
  broken('a DELETE of a comment removes nothing', 'resources.removed-is-gone', {
    removeComment: () => undefined,
  }),
  broken('a DELETE of a project removes nothing', 'resources.removed-is-gone', {
    removeProject: () => undefined,
  }),
  broken('a project is not stored', 'resources.update-stored', {
    putProject: (old, sent, slug) => old ?? honest.putProject(old, sent, slug),
  }),
  broken('a PATCH without a key is executed', 'resources.refused-changes-nothing', {
    after(ask, reply, desk) {
      if (is(ask, 'PATCH', ONE) && reply.status === 401)
        changeTicket(desk, ask.path.split('/')[4], (ticket) => ({
          ...ticket,
          title: 'Changed by a stranger',
        }));
      return reply;
    },
  }),
  broken('a refused PUT is half executed', 'resources.refused-changes-nothing', {
    after(ask, reply, desk) {
      if (
        is(ask, 'PUT', ONE) &&
        reply.status === 400 &&
        isObject(ask.json) &&
        typeof ask.json['title'] === 'string'
      )
        changeTicket(desk, ask.path.split('/')[4], (ticket) => ({
          ...ticket,
          title: isObject(ask.json) ? ask.json['title'] : '',
        }));
      return reply;
    },
  }),
  broken('DELETE is open to everybody', 'authentication.', open('DELETE', ONE)),
  broken('PATCH is open to everybody', 'authentication.', open('PATCH', ONE)),
  broken('the list is open to everybody', 'authentication.', open('GET', LIST)),
  broken('comments are open to everybody', 'authentication.', open('GET', COMMENTS)),
  broken('a project that is replaced is told as made', 'resources.replaced-not-made', {
    after: (ask, reply) =>
      is(ask, 'PUT', PROJECT) && reply.status === 200 ? { ...reply, status: 201 } : reply,
  }),
  broken('two tickets may have one reference', 'resources.unique-kept', { wantsUniqueReferences: false }),
  broken('a ticket may get the reference of another', 'resources.unique-kept', {
    wantsUniqueReferences: 'of new ones',
  }),
  broken('a ticket is refused the reference that it has', 'resources.unique-kept', {
    wantsUniqueReferences: 'of the ticket itself',
  }),
  broken('a change leaves the time of the last change as it was', 'resources.upkeep', {
    stamped: (ticket) => ticket,
  }),
  broken('a change sets anew when the ticket was made', 'resources.upkeep', {
    stamped: (ticket) => ({
      ...honest.stamped(ticket),
      created_at: new Date(Date.now() + 60_000).toISOString(),
    }),
  }),
  broken('a project that is made is told as replaced', 'resources.made-not-replaced', {
    after: (ask, reply) =>
      is(ask, 'PUT', PROJECT) && reply.status === 201 ? { ...reply, status: 200 } : reply,
  }),
  broken('projects are open to everybody', 'authentication.', open('GET', PROJECT)),
  broken(
    'no Location',
    'headers.documented',
    answering('POST', LIST, ({ headers: _headers, ...reply }) => ({
      ...reply,
      headers: { 'Content-Type': 'application/json' },
    })),
  ),
  broken(
    'tells the time of a list in words',
    'headers.optional',
    answering('GET', LIST, withFields({ 'X-Took-Ms': 'a moment' })),
  ),
  broken(
    'tells the time of a list by a clock that goes back',
    'headers.optional',
    answering('GET', LIST, withFields({ 'X-Took-Ms': '-3' })),
  ),
  broken(
    'tells the time of a list with its unit',
    'headers.optional',
    answering('GET', LIST, withFields({ 'X-Took-Ms': '12ms' })),
  ),
  broken(
    'Location leads nowhere',
    'collections.read-back',
    answering('POST', LIST, (reply) => ({
      ...reply,
      headers: { ...reply.headers, Location: '/api/v2/tickets/00000000-0000-4000-8000-000000000009' },
    })),
  ),
  broken(
    'a creation is answered with 200',
    'statuses.success',
    answering('POST', LIST, (reply) => ({ ...reply, status: 200 })),
  ),
  broken(
    'a creation of a comment is answered with 202',
    'statuses.success',
    answering('POST', COMMENTS, (reply) => ({ ...reply, status: 202 })),
  ),
  broken(
    'a DELETE is answered with 200',
    'statuses.success',
    answering('DELETE', ONE, (reply) => ({ ...reply, status: 200, body: {} })),
  ),
  broken('no state in tickets', 'bodies.schema', {
    after: (_ask, reply) => withTickets(reply, (ticket) => without(ticket, 'state')),
  }),
  broken('numbers for identities in lists', 'bodies.schema', {
    show: (ticket, where) => (where === 'list' ? { ...ticket, id: 7 } : ticket),
  }),
  broken('times are numbers after a change', 'bodies.schema', {
    show: (ticket, where) => (where === 'updated' ? { ...ticket, updated_at: Date.now() } : ticket),
  }),
  broken('titles are not stored by a creation', 'bodies.schema', forget('title')),
  broken('long titles are taken', 'validation.constraint', {
    before: (ask) => lax(ask, 'title', (value) => typeof value === 'string' && value.length > 140),
  }),
  broken('a missing title is taken', 'validation.missing-member', {
    before: (ask) =>
      is(ask, 'POST', LIST) && honest.admits(ask) && isObject(ask.json) && !Object.hasOwn(ask.json, 'title')
        ? taken()
        : undefined,
  }),
  broken('any priority is taken', 'validation.constraint', {
    before: (ask) =>
      lax(
        ask,
        'priority',
        (value) => typeof value === 'string' && !['low', 'normal', 'high'].includes(value),
      ),
  }),
  broken('a number for a title is a failure', 'statuses.no-server-error', {
    before: (ask) =>
      honest.admits(ask) && isObject(ask.json) && typeof ask.json['title'] === 'number'
        ? problem(500)
        : undefined,
  }),
  broken('empty changes fail', 'statuses.no-server-error', {
    before: (ask) =>
      is(ask, 'PATCH', ONE) && honest.admits(ask) && ask.text === '{}' ? problem(500) : undefined,
  }),
  broken('page 0 fails', 'statuses.no-server-error', {
    before: (ask) =>
      is(ask, 'GET', LIST) && honest.admits(ask) && Number(ask.query.get('page') ?? 1) < 1
        ? problem(500)
        : undefined,
  }),
  broken('too large pages are taken', 'validation.parameter', {
    before: (ask) => {
      if (is(ask, 'GET', LIST) && Number(ask.query.get('per_page') ?? 1) > 100)
        ask.query.set('per_page', '100');
      return undefined;
    },
  }),
  broken('any state is looked for', 'validation.parameter', {
    before: (ask) => {
      if (!['open', 'waiting', 'closed', 'all', null].includes(ask.query.get('state')))
        ask.query.delete('state');
      return undefined;
    },
  }),
  broken('errors are plain', 'bodies.media-type', {
    after: (_ask, reply) =>
      reply.status >= 400 ? { ...reply, headers: { 'Content-Type': 'text/plain' }, body: 'no' } : reply,
  }),
  broken('errors have no status', 'errors.shape', {
    after: (_ask, reply) => (reply.status === 404 ? { ...reply, body: { title: 'x' } } : reply),
  }),
  broken('comments outlive their ticket', 'resources.children-follow', {
    removeTicket(desk, id) {
      desk.tickets = desk.tickets.filter((ticket) => ticket['id'] !== id);
    },
    before(ask, desk) {
      const [, , , , ticket = '', kind, id] = ask.path.split('/');
      if (kind !== 'comments' || ask.method !== 'GET' || !honest.admits(ask)) return undefined;
      if (desk.tickets.some((one) => one['id'] === ticket)) return undefined;
      const all = desk.comments.get(ticket);
      if (all === undefined) return undefined;
      const one = all.find((each) => String(each['id']) === id);
      return id === undefined
        ? { status: 200, body: { comments: all, next: null } }
        : one === undefined
          ? problem(404)
          : { status: 200, body: one };
    },
  }),
  broken('clients choose when a ticket was made', 'resources.read-only-kept', {
    replaced: (old, sent) => ({
      ...honest.replaced(old, sent),
      ...('created_at' in sent ? { created_at: sent['created_at'] } : {}),
    }),
  }),
  broken('closes the first ticket, whichever is named', 'resources.action-stored', {
    before(ask, desk) {
      const [first] = desk.tickets;
      const isNamed = desk.tickets.some(({ id }) => id === ask.path.split('/')[4]);
      if (!is(ask, 'POST', CLOSE) || !honest.admits(ask) || !isNamed || first === undefined) return undefined;
      if (first['state'] === 'closed') return problem(409);
      changeTicket(desk, String(first['id']), honest.closed);
      const headers = { 'Content-Type': 'application/json' };
      return { status: 200, body: { data: { ...honest.closed(first), comment_count: 0 } }, headers };
    },
  }),
  broken('the list shows old titles', 'resources.listed-as-read', {
    show: (ticket, where) => (where === 'list' ? { ...ticket, title: 'A title' } : ticket),
  }),
];

const TAKEN: Entry = {
  id: '0b0a7b0e-3c43-4d39-8c64-2f8f0e7c5b11',
  title: 'x',
  state: 'open',
  priority: 'normal',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};

function taken(): Reply {
  return {
    status: 201,
    body: { data: TAKEN },
    headers: { 'Content-Type': 'application/json', Location: `/api/v2/tickets/${String(TAKEN['id'])}` },
  };
}

function lax(ask: Ask, name: string, isBroken: (value: unknown) => boolean): Reply | undefined {
  const isCreation = is(ask, 'POST', LIST) && honest.admits(ask);
  return isCreation && isObject(ask.json) && isBroken(ask.json[name]) && typeof ask.json['title'] === 'string'
    ? taken()
    : undefined;
}
