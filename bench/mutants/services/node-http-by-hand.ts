import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { REAL_KEY } from '../../../test/limiters/real-key.ts';

/** The Pet Catalogue on node:http alone, with two windows a key and a table of routes. */

type Plan = { readonly perMinute: number; readonly perDay: number };
type Window = { readonly limit: number; readonly lengthMs: number; used: number; endsAt: number };
type Category = { readonly id: number; readonly name: string; readonly description?: string };
type Answer = { readonly status: number; readonly body: unknown };
type Handler = (body: unknown, match: RegExpExecArray) => Answer;
type Route = { readonly method: string; readonly path: RegExp; readonly handle: Handler };

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MAX_BODY_BYTES = 1024 * 1024;

const plans: { readonly [name: string]: Plan } = {
  free: { perMinute: 60, perDay: 1_000 },
  pro: { perMinute: 300, perDay: 10_000 },
};
const keys = [{ key: REAL_KEY, plan: 'free' }];

const CODES: { readonly [status: number]: string } = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
};

function problem(status: number, message: string): Answer {
  return { status, body: { code: CODES[status] ?? 'INTERNAL', message, status } };
}

function isSameKey(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The plan of the key that the request shows, if it shows a valid one. */
function planOf(request: IncomingMessage): string | undefined {
  const match = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '');
  if (match === null) return undefined;
  return keys.find(({ key }) => isSameKey(key, match[1] ?? ''))?.plan;
}

class Limiter {
  readonly #windows = new Map<string, readonly Window[]>();

  /** Counts one request in every window, or in none where one of them is full. */
  take(caller: string, plan: Plan, now: number): { readonly allowed: boolean; readonly tightest: Window } {
    const windows = (this.#windows.get(caller) ?? this.#open(plan, now)).map((window) =>
      now < window.endsAt ? window : { ...window, used: 0, endsAt: now + window.lengthMs },
    );
    this.#windows.set(caller, windows);
    const allowed = windows.every(({ used, limit }) => used < limit);
    if (allowed) for (const window of windows) window.used += 1;
    const left = (window: Window): number => window.limit - window.used;
    const tightest = windows.reduce((a, b) => (left(b) < left(a) ? b : a));
    return { allowed, tightest };
  }

  #open({ perMinute, perDay }: Plan, now: number): readonly Window[] {
    return [
      { limit: perMinute, lengthMs: MINUTE_MS, used: 0, endsAt: now + MINUTE_MS },
      { limit: perDay, lengthMs: DAY_MS, used: 0, endsAt: now + DAY_MS },
    ];
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk as Buffer);
  }
  return size > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks);
}

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function createRoutes(): readonly Route[] {
  const categories: Category[] = [];
  let nextId = 100;

  const add = (name: string, description?: string): Category => {
    const category = { id: nextId++, name, ...(description === undefined ? {} : { description }) };
    categories.push(category);
    return category;
  };
  add('dog', 'Barks');
  add('rabbit');

  return [
    { method: 'GET', path: /^\/categories$/, handle: () => ({ status: 200, body: categories }) },
    {
      method: 'POST',
      path: /^\/categories$/,
      handle: (body) => {
        if (!isRecord(body)) return problem(400, 'expected an object');
        const { name, description } = body;
        if (typeof name !== 'string') return problem(400, 'name: expected a string');
        if (description !== undefined && typeof description !== 'string') {
          return problem(400, 'description: expected a string');
        }
        return { status: 201, body: add(name, description) };
      },
    },
    { method: 'GET', path: /^\/store\/orders$/, handle: () => ({ status: 200, body: { orders: [] } }) },
    { method: 'GET', path: /^\/pets\/([^/]+)$/, handle: () => problem(404, 'no such pet') },
  ];
}

async function dispatch(request: IncomingMessage, routes: readonly Route[]): Promise<Answer> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (!pathname.startsWith('/v1/')) return problem(404, 'no such path');
  const path = pathname.slice('/v1'.length);
  const matching = routes.filter((route) => route.path.test(path));
  if (matching.length === 0) return problem(404, 'no such path');
  const route = matching.find(({ method }) => method === request.method);
  const match = route?.path.exec(path);
  if (route === undefined || match === null || match === undefined) return problem(405, 'no such method');
  if (request.method !== 'POST') return route.handle(undefined, match);

  const bytes = await readBody(request);
  if (bytes === undefined) return problem(413, 'the body is too large');
  const [mediaType = ''] = (request.headers['content-type'] ?? '').split(';');
  if (bytes.length > 0 && mediaType.trim().toLowerCase() !== 'application/json') {
    return problem(415, 'expected application/json');
  }
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return problem(400, 'the body is no JSON');
  }
  return route.handle(body, match);
}

function send(response: ServerResponse, { status, body }: Answer): void {
  const text = JSON.stringify(body);
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}

/** Starts with two categories and its own count of requests. */
export async function nodeHttpByHand(): Promise<Server> {
  const routes = createRoutes();
  const limiter = new Limiter();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<Answer> {
    const planName = planOf(request);
    const caller = planName === undefined ? `address ${request.socket.remoteAddress}` : `key ${planName}`;
    const plan = plans[planName ?? 'free'] ?? { perMinute: 60, perDay: 1_000 };
    const now = Date.now();
    const { allowed, tightest } = limiter.take(caller, plan, now);
    response.setHeader('X-RateLimit-Limit', tightest.limit);
    response.setHeader('X-RateLimit-Remaining', tightest.limit - tightest.used);
    response.setHeader('X-RateLimit-Reset', Math.ceil(tightest.endsAt / 1000));
    if (!allowed) {
      response.setHeader('Retry-After', Math.ceil((tightest.endsAt - now) / 1000));
      return problem(429, 'too many requests');
    }
    if (planName === undefined) {
      response.setHeader('WWW-Authenticate', 'Bearer');
      return problem(401, 'send a valid API key');
    }
    return dispatch(request, routes);
  }

  return createServer((request, response) => {
    answer(request, response)
      .catch(() => problem(500, 'something went wrong'))
      .then((found) => send(response, found))
      .catch(() => response.destroy());
  });
}
