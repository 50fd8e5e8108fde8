import { createServer, type Server } from 'node:http';
import fastifyRateLimit, { type FastifyRateLimitOptions } from '@fastify/rate-limit';
import { createAdaptorServer } from '@hono/node-server';
import express, {
  type Express,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { rateLimit, type Options } from 'express-rate-limit';
import fastify, { type FastifyRequest } from 'fastify';
import { Hono, type MiddlewareHandler } from 'hono';
import { rateLimiter, type RateLimitInfo } from 'hono-rate-limiter';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { createCatalogue, errorBody, type Catalogue, type CatalogueAnswer } from './catalogue.ts';
import { callerOf, isValid } from './real-key.ts';

/** The Pet Catalogue behind limiters that others wrote, in small servers as their users write them. */

const LIMIT = 60;
const WINDOW_MS = 60_000;

type Asked = { readonly method: string; readonly path: string; readonly authorization: string | undefined };

function serve(catalogue: Catalogue, { method, path, authorization }: Asked, body: unknown): CatalogueAnswer {
  const bytes = body instanceof Uint8Array ? body : new Uint8Array();
  const authorized = isValid(authorization);
  const answer = catalogue({ method, path: path.replace(/^\/v1/, ''), body: bytes, authorized });
  answer.keep();
  return answer;
}

function expressCatalogue(limiter: RequestHandler): Server {
  const app: Express = express();
  const catalogue = createCatalogue();
  app.disable('x-powered-by');
  app.use(limiter);
  app.use(express.raw({ type: () => true }));
  app.use((request: Request, response: Response) => {
    const { method, path } = request;
    const asked = { method, path, authorization: request.get('authorization') };
    const { status, json, fields } = serve(catalogue, asked, request.body);
    response.status(status).set(Object.fromEntries(fields)).json(json);
  });
  // Express tells an error handler by its four parameters.
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    const said =
      typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 500;
    response.status(said).json(errorBody(said));
  });
  return createServer(app);
}

/** Express with express-rate-limit. */
export function expressRateLimit(options: Partial<Options>): Server {
  return expressCatalogue(rateLimit({ windowMs: WINDOW_MS, limit: LIMIT, ...options }));
}

/** Counts by key, with a refusal in the Error shape. */
export const expressConforming: Partial<Options> = {
  keyGenerator: (request) => callerOf(request.get('authorization')),
  message: errorBody(429),
};

/** Express with rate-limiter-flexible. `headers`: what is said of a count. */
export function rateLimiterFlexible(
  headers: (usage: RateLimiterRes, refused: boolean) => { readonly [name: string]: string | number },
): Server {
  const limiter = new RateLimiterMemory({ points: LIMIT, duration: WINDOW_MS / 1000 });
  return expressCatalogue(async (request, response, next) => {
    try {
      const usage = await limiter.consume(callerOf(request.get('authorization')));
      response.set(textsOf(headers(usage, false)));
      next();
    } catch (usage) {
      if (!(usage instanceof RateLimiterRes)) throw usage;
      response
        .status(429)
        .set(textsOf(headers(usage, true)))
        .json(errorBody(429));
    }
  });
}

function textsOf(fields: { readonly [name: string]: string | number }): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}

function flexibleQuota({ remainingPoints, msBeforeNext }: RateLimiterRes): Record<string, number> {
  return {
    'X-RateLimit-Limit': LIMIT,
    'X-RateLimit-Remaining': remainingPoints,
    'X-RateLimit-Reset': Math.ceil((Date.now() + msBeforeNext) / 1000),
  };
}

/** The recipe of its manual: Retry-After is not rounded, and on every answer. */
export const flexibleAsInManual: Parameters<typeof rateLimiterFlexible>[0] = (usage) => ({
  'Retry-After': usage.msBeforeNext / 1000,
  ...flexibleQuota(usage),
});

/** Retry-After in whole seconds, on refusals. */
export const flexibleConforming: Parameters<typeof rateLimiterFlexible>[0] = (usage, refused) => ({
  ...(refused ? { 'Retry-After': Math.ceil(usage.msBeforeNext / 1000) } : {}),
  ...flexibleQuota(usage),
});

/** Fastify with \@fastify/rate-limit. `reset`: seconds as the plugin sends them, or made a Unix time. */
export async function fastifyLimited(
  options: FastifyRateLimitOptions,
  reset: 'seconds' | 'unix-time',
): Promise<Server> {
  const app = fastify();
  const catalogue = createCatalogue();
  await app.register(fastifyRateLimit, { max: LIMIT, timeWindow: WINDOW_MS, ...options });
  if (reset === 'unix-time') {
    app.addHook('onSend', async (_request, reply) => {
      const seconds = Number(reply.getHeader('x-ratelimit-reset'));
      reply.header('x-ratelimit-reset', Math.ceil(Date.now() / 1000) + seconds);
    });
  }
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.all('/v1/*', (request, reply) => {
    const { method } = request;
    const [path = ''] = request.url.split('?');
    const { status, json, fields } = serve(
      catalogue,
      { method, path, authorization: request.headers.authorization },
      request.body,
    );
    return reply
      .code(status)
      .headers(Object.fromEntries(fields))
      .type('application/json')
      .send(JSON.stringify(json));
  });
  await app.ready();
  return app.server;
}

/** Counts by key, with a refusal in the Error shape. */
export const fastifyConforming: FastifyRateLimitOptions = {
  keyGenerator: (request: FastifyRequest) => callerOf(request.headers.authorization),
  errorResponseBuilder: () =>
    Object.assign(new Error('Wait a while.'), { statusCode: 429, status: 429, code: 'e429' }),
};

export type HonoEnv = { readonly Variables: { readonly rateLimit: RateLimitInfo } };

/** The fields that the document wants, from what hono-rate-limiter found. */
export const honoQuota: MiddlewareHandler<HonoEnv> = async (context, next) => {
  await next();
  const { limit, remaining, resetTime } = context.get('rateLimit');
  context.header('X-RateLimit-Limit', String(limit));
  context.header('X-RateLimit-Remaining', String(remaining));
  context.header('X-RateLimit-Reset', String(Math.ceil((resetTime?.getTime() ?? Date.now()) / 1000)));
};

/** Hono with hono-rate-limiter. `fields`: those that it sends, or those of the document as well. */
export function honoLimited(fields: 'own' | 'documented'): Server {
  const app = new Hono<HonoEnv>();
  const catalogue = createCatalogue();
  if (fields === 'documented') app.use(honoQuota);
  app.use(
    rateLimiter<HonoEnv>({
      windowMs: WINDOW_MS,
      limit: LIMIT,
      keyGenerator: (context) => callerOf(context.req.header('authorization')),
    }),
  );
  app.all('/v1/*', async (context) => {
    const { method, path } = context.req;
    const body =
      method === 'GET' || method === 'HEAD' ? undefined : new Uint8Array(await context.req.arrayBuffer());
    const asked = { method, path, authorization: context.req.header('authorization') };
    const answer = serve(catalogue, asked, body);
    const headers = { 'content-type': 'application/json', ...Object.fromEntries(answer.fields) };
    return new Response(JSON.stringify(answer.json), { status: answer.status, headers });
  });
  return createAdaptorServer({ fetch: app.fetch }) as Server;
}
