import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { REAL_KEY } from '../../../test/limiters/real-key.ts';

/** The Pet Catalogue in Hono, with a log of requests for a limiter and rules for the members of a body. */

type Category = { readonly id: number; readonly name: string; readonly description?: string };
type Account = { readonly owner: string; readonly limit: number };
type Env = { Variables: { account: Account | undefined } };
type Rule = { readonly member: string; readonly required: boolean; readonly type: 'string' };

const WINDOW_MS = 60_000;
const ANONYMOUS_LIMIT = 60;
const accounts = new Map<string, Account>([[REAL_KEY, { owner: 'demo', limit: 60 }]]);

const newCategoryRules: readonly Rule[] = [
  { member: 'name', required: true, type: 'string' },
  { member: 'description', required: false, type: 'string' },
];

/** What breaks the rules, in words. */
function violations(body: object, rules: readonly Rule[]): readonly string[] {
  return rules.flatMap(({ member, required, type }) => {
    if (!Object.hasOwn(body, member)) return required ? [`${member} is missing`] : [];
    const value: unknown = body[member as keyof typeof body];
    return typeof value === type ? [] : [`${member} has to be a ${type}`];
  });
}

function errorResponse(
  context: Context,
  status: 400 | 401 | 404 | 415 | 429 | 500,
  detail: string,
): Response {
  const codes = {
    400: 'validation_failed',
    401: 'invalid_key',
    404: 'unknown_resource',
    415: 'wrong_media_type',
    429: 'quota_exceeded',
    500: 'unexpected',
  };
  return context.json({ code: codes[status], message: detail, status }, status);
}

function findAccount(authorization: string | undefined): Account | undefined {
  if (authorization === undefined) return undefined;
  const separator = authorization.indexOf(' ');
  if (separator < 0) return undefined;
  if (authorization.slice(0, separator).toLowerCase() !== 'bearer') return undefined;
  return accounts.get(authorization.slice(separator + 1).trim());
}

const identify: MiddlewareHandler<Env> = async (context, next) => {
  context.set('account', findAccount(context.req.header('Authorization')));
  await next();
};

/** Requests of the last minute, oldest first: room comes back one by one. */
function slidingLimiter(): MiddlewareHandler<Env> {
  const logs = new Map<string, number[]>();
  return async (context, next) => {
    const account = context.get('account');
    const caller = account?.owner ?? 'anonymous';
    const limit = account?.limit ?? ANONYMOUS_LIMIT;
    const now = Date.now();
    const recent = (logs.get(caller) ?? []).filter((time) => time > now - WINDOW_MS);
    const isAllowed = recent.length < limit;
    if (isAllowed) recent.push(now);
    logs.set(caller, recent);
    const [oldest = now] = recent;
    const freeAt = oldest + WINDOW_MS;
    context.header('X-RateLimit-Limit', `${limit}`);
    context.header('X-RateLimit-Remaining', `${limit - recent.length}`);
    context.header('X-RateLimit-Reset', `${Math.ceil(freeAt / 1000)}`);
    if (isAllowed) {
      await next();
      return undefined;
    }
    context.header('Retry-After', `${Math.max(1, Math.ceil((freeAt - now) / 1000))}`);
    return errorResponse(context, 429, 'the quota is used up');
  };
}

const requireAccount: MiddlewareHandler<Env> = async (context, next) => {
  if (context.get('account') !== undefined) {
    await next();
    return undefined;
  }
  context.header('WWW-Authenticate', 'Bearer error="invalid_token"');
  return errorResponse(context, 401, 'a valid key is needed');
};

async function parseJson(context: Context): Promise<object> {
  const type = context.req.header('Content-Type');
  if (type !== undefined && !/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) {
    throw new HTTPException(415, { message: 'only JSON is understood' });
  }
  const value: unknown = await context.req.json().catch(() => {
    throw new HTTPException(400, { message: 'the body has to be JSON' });
  });
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new HTTPException(400, { message: 'the body has to be an object' });
  }
  return value;
}

class Catalogue {
  #categories: readonly Category[] = [
    { id: 1, name: 'dog', description: 'Man’s best friend' },
    { id: 2, name: 'cat', description: '' },
    { id: 3, name: 'rabbit' },
  ];

  list(): readonly Category[] {
    return this.#categories;
  }

  add(input: Partial<Category>): Category {
    const id = Math.max(...this.#categories.map((category) => category.id)) + 1;
    const { name = '', description } = input;
    const category: Category = { id, name };
    const complete = description !== undefined ? { ...category, description } : category;
    this.#categories = [...this.#categories, complete];
    return complete;
  }
}

/** Starts with three categories and its own log of requests. */
export async function honoByHand(): Promise<Server> {
  const catalogue = new Catalogue();
  const app = new Hono<Env>().basePath('/v1');

  app.use(identify, slidingLimiter(), requireAccount);
  app.get('/categories', (context) => context.json(catalogue.list()));
  app.post('/categories', async (context) => {
    const body = await parseJson(context);
    const problems = violations(body, newCategoryRules);
    if (problems.length > 0) return errorResponse(context, 400, problems.join(', '));
    return context.json(catalogue.add(body), 201);
  });
  app.get('/pets/:petId', (context) => {
    const id = context.req.param('petId');
    return id === '1' ? context.json({ id: 1, name: 'Bello' }) : errorResponse(context, 404, `no pet ${id}`);
  });
  app.get('/store/orders', (context) => context.json({ items: [], total: 0 }));

  app.notFound((context) => errorResponse(context, 404, 'there is nothing here'));
  app.onError((error, context) => {
    if (!(error instanceof HTTPException)) return errorResponse(context, 500, 'unexpected');
    return errorResponse(context, error.status === 415 ? 415 : 400, error.message);
  });
  return createAdaptorServer({ fetch: app.fetch }) as Server;
}
