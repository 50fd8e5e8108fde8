import { isKnown } from '../../other-interfaces/run-against-service.ts';
import type { FaultyMember, Member } from '../member.ts';
import { type Entry, isObject, problem, without } from '../nested.ts';
import { UNTOLD } from '../zoo-page.ts';
import { marketWith, usual, type Ways } from './service.ts';

/** Markets with one freedom or one fault each, in what is done to entries and what is told of them. */

function free(name: string, ways: Partial<Ways>): Member {
  return { name, serve: marketWith(ways) };
}

function broken(name: string, finds: string, ways: Partial<Ways>): FaultyMember {
  return { name, finds, serve: marketWith(ways) };
}

const LAG_MS = 3_000;

/** What was shown of entries before they were written to, for a moment. */
function lagging(): Partial<Ways> {
  const before = new Map<string, { readonly entry: Entry; readonly untilMs: number }>();
  return {
    done(old, next, { path }) {
      before.set(path.replace(/\/[a-z]+$/, ''), { entry: old, untilMs: Date.now() + LAG_MS });
      return next;
    },
    after(ask, reply) {
      const earlier = ask.method === 'GET' && reply.status === 200 ? before.get(ask.path) : undefined;
      return earlier !== undefined && Date.now() < earlier.untilMs
        ? { ...reply, body: earlier.entry }
        : reply;
    },
  };
}

/** Lines come into their cart a moment later. */
function lateLines(): Partial<Ways> {
  const since = new Map<string, number>();
  return {
    keepLine(lines, line, how) {
      if (how === 'add') since.set(String(line['lineId']), Date.now());
      return usual.keepLine(lines, line, how);
    },
    after(_ask, reply) {
      const lines = isObject(reply.body) ? reply.body['lines'] : undefined;
      if (!isObject(reply.body) || !Array.isArray(lines)) return reply;
      const there = lines.filter(
        (line) => isObject(line) && Date.now() - (since.get(String(line['lineId'])) ?? 0) >= LAG_MS,
      );
      return { ...reply, body: { ...reply.body, lines: there } };
    },
  };
}

/** The answer to a creation is another one. */
function made(change: (entry: Entry, sent: Entry) => Entry): Partial<Ways> {
  return {
    after: (ask, reply) =>
      ask.method === 'POST' && reply.status === 201 && isObject(reply.body) && isObject(ask.json)
        ? { ...reply, body: change(reply.body, ask.json) }
        : reply,
  };
}

export const conformingMarkets: readonly Member[] = [
  free('plain', {}),
  free('reads lag behind actions by a moment', lagging()),
  free('lines come into their cart a moment later', lateLines()),
  free('a cart shows its newest three lines', {
    after: (_ask, reply) =>
      isObject(reply.body) && Array.isArray(reply.body['lines'])
        ? { ...reply, body: { ...reply.body, lines: reply.body['lines'].slice(-3) } }
        : reply,
  }),
  free(
    'defaults are not shown where they were not sent',
    made((entry, sent) =>
      without(entry, ...['currency', 'gift', 'priority'].filter((name) => !Object.hasOwn(sent, name))),
    ),
  ),
  free(
    'a creation shows no notes',
    made((entry) => without(entry, 'note', 'table')),
  ),
  free('members of the service are refused', {
    before: ({ method, json, headers }) =>
      method === 'POST' && isObject(json) && 'state' in json && isOfFirst(headers) ? problem(400) : undefined,
  }),
  free('Location is an address inside', { location: (path) => `http://inside.example${path}` }),
];

function isOfFirst({ authorization }: { readonly authorization?: string | undefined }): boolean {
  return authorization?.startsWith('Bearer the-only-key-of-all-0123456789') === true;
}

const DONE = 'resources.action-stored';
const MADE = 'resources.made-as-asked';
const OTHERS = 'resources.others-unchanged';

/** What clients send for members of the service is taken. */
function taking(...names: readonly string[]): Partial<Ways> {
  return {
    make: (entry, sent) => ({
      ...entry,
      ...Object.fromEntries(
        names
          .filter((name) => Object.hasOwn(sent, name) && Object.hasOwn(entry, name))
          .map((name) => [name, sent[name]]),
      ),
    }),
  };
}

/** A new entry that has one member is another one. */
function making(identity: string, change: (entry: Entry, sent: Entry) => Entry): Partial<Ways> {
  return { make: (entry, sent) => (Object.hasOwn(entry, identity) ? change(entry, sent) : entry) };
}

function given(identity: string, name: string, value: unknown): Partial<Ways> {
  return making(identity, (entry, sent) => (Object.hasOwn(sent, name) ? entry : { ...entry, [name]: value }));
}

/** What becomes of the lines of a cart by one of the requests. */
function keeping(
  which: string,
  change: (lines: readonly Entry[], line: Entry) => readonly Entry[],
): Partial<Ways> {
  return {
    keepLine: (lines, line, how) => (how === which ? change(lines, line) : usual.keepLine(lines, line, how)),
  };
}

function doing(action: string, change: (old: Entry, next: Entry) => Entry): Partial<Ways> {
  return { done: (old, next, { path }) => (path.endsWith(action) ? change(old, next) : next) };
}

/** Requests with the key of the run that are always refused, whatever is there. */
function refusing(method: string, path: RegExp, status: number): Partial<Ways> {
  return {
    before: (ask) => {
      const isMeant = ask.method === method && path.test(ask.path) && isKnown(ask);
      return isMeant ? problem(status) : undefined;
    },
  };
}

/** No answer of these breaks the document: what they never show, nobody has seen. */
export const refusingMarkets: readonly FaultyMember[] = [
  broken('no cart is ever checked out', UNTOLD, refusing('POST', /checkout$/, 409)),
  broken('no booking is ever cancelled', UNTOLD, refusing('POST', /cancel$/, 409)),
  broken('bookings are not there for who cancels', UNTOLD, refusing('POST', /cancel$/, 404)),
  broken('carts are not there for who removes them', UNTOLD, refusing('DELETE', /carts\/[^/]+$/, 404)),
  broken('lines are not there for who changes them', UNTOLD, refusing('PATCH', /lines/, 404)),
  broken('lines are not there for who removes them', UNTOLD, refusing('DELETE', /lines/, 404)),
];

export const faultyMarkets: readonly FaultyMember[] = [
  ...refusingMarkets,
  broken('HEAD finds carts that are gone', 'statuses.head-as-get', {
    after: (ask, reply) => (ask.method === 'HEAD' && reply.status === 404 ? { status: 200 } : reply),
  }),
  broken('HEAD says another length', 'headers.head-as-get', {
    after: (ask, reply) =>
      ask.method === 'HEAD' && reply.status === 200
        ? { ...reply, headers: { ...reply.headers, 'Content-Length': '2' } }
        : reply,
  }),
  broken(
    'a cancellation is not stored',
    DONE,
    doing('cancel', (old) => old),
  ),
  broken(
    'a checkout is not stored',
    DONE,
    doing('checkout', (old) => old),
  ),
  broken('a cancellation does nothing', DONE, {
    ...doing('cancel', (old) => old),
    after: ({ path }, reply, { bookings }) =>
      path.endsWith('/cancel') && reply.status === 200
        ? { ...reply, body: bookings.entries.get(path.split('/')[2] ?? '') }
        : reply,
  }),
  broken('a cancellation removes the booking', DONE, {
    after: ({ path }, reply, { bookings }) => {
      if (path.endsWith('/cancel') && reply.status === 200) bookings.entries.delete(path.split('/')[2] ?? '');
      return reply;
    },
  }),
  broken('a cart is checked out twice', DONE, { mayAgain: ({ path }) => path.endsWith('/checkout') }),
  broken('a booking is cancelled twice', DONE, { mayAgain: ({ path }) => path.endsWith('/cancel') }),
  broken(
    'a line is not added',
    MADE,
    keeping('add', (lines) => lines),
  ),
  broken(
    'a line replaces the one before',
    'resources.',
    keeping('add', (_lines, line) => [line]),
  ),
  broken(
    'a change of a line is not stored',
    'resources.update-stored',
    keeping('change', (lines) => lines),
  ),
  broken(
    'a change of a line changes all',
    OTHERS,
    keeping('change', (lines, { amount, remark }) => lines.map((one) => ({ ...one, amount, remark }))),
  ),
  broken(
    'a line is not removed',
    'resources.removed-is-gone',
    keeping('remove', (lines) => lines),
  ),
  broken(
    'a removal of a line removes all',
    OTHERS,
    keeping('remove', () => []),
  ),
  broken(
    'a remark of a line is not kept',
    MADE,
    making('lineId', (entry) => without(entry, 'remark')),
  ),
  broken('the default of priority is another one', MADE, given('cartId', 'priority', 5)),
  broken('the default of currency is another one', MADE, given('cartId', 'currency', 'USD')),
  broken('the default of gift is another one', MADE, given('cartId', 'gift', true)),
  broken('the default of amount is another one', MADE, given('lineId', 'amount', 10)),
  broken(
    'the note is not kept',
    MADE,
    making('cartId', (entry) => without(entry, 'note')),
  ),
  broken(
    'the table is not kept',
    MADE,
    making('bookingId', (entry) => without(entry, 'table')),
  ),
  broken(
    'the comment is not kept',
    MADE,
    making('bookingId', (entry) => without(entry, 'comment')),
  ),
  broken(
    'the day is not kept',
    MADE,
    making('bookingId', (entry) => without(entry, 'day')),
  ),
  ...['createdAt', 'total', 'state', 'clerk'].map((name) =>
    broken(`${name} is taken from a creation`, 'resources.read-only-kept', taking(name)),
  ),
  broken('Location names the first cart', 'collections.read-back', {
    location: (path) => path.replace(/^(\/carts\/c)\d+$/, '$11'),
  }),
  broken('a creation shows the booking before', 'collections.', {
    after: (ask, reply, { bookings }) =>
      ask.method === 'POST' && ask.path === '/bookings' && reply.status === 201
        ? { ...reply, body: [...bookings.entries.values()].at(-2) }
        : reply,
  }),
];
