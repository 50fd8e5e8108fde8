import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { zValidator } from '@hono/zod-validator';
import { Hono, type Context } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { HTTPException } from 'hono/http-exception';
import { rateLimiter } from 'hono-rate-limiter';
import * as z from 'zod';
import { errorBody } from '../limiters/catalogue.ts';
import { callerOf, REAL_KEY } from '../limiters/real-key.ts';
import { honoQuota, type HonoEnv } from '../limiters/real-services.ts';
import { LIMIT, seed, WINDOW_MS, type Category } from './categories.ts';

const NewCategory = z.object({ name: z.string(), description: z.string().optional() });

const refused = (context: Context): Response => context.json(errorBody(401), 401);

/** The same service with the documented fields of the limit, and errors in the documented shape. */
export async function honoConforming(): Promise<Server> {
  const categories = seed();
  const app = new Hono<HonoEnv>().basePath('/v1');
  app.onError((error, context) => {
    const response = error instanceof HTTPException ? error.getResponse() : undefined;
    if (response?.headers.get('Content-Type') === 'application/json') return response;
    const status = error instanceof HTTPException ? error.status : 500;
    return context.json(errorBody(status), status);
  });
  app.use(honoQuota);
  app.use(
    rateLimiter<HonoEnv>({
      windowMs: WINDOW_MS,
      limit: LIMIT,
      keyGenerator: (context) => callerOf(context.req.header('authorization')),
      message: errorBody(429),
    }),
  );
  app.use(
    bearerAuth({
      token: REAL_KEY,
      noAuthenticationHeader: { message: refused },
      invalidAuthenticationHeader: { message: refused },
      invalidToken: { message: refused },
    }),
  );
  app.get('/categories', (context) => context.json(categories));
  app.post(
    '/categories',
    zValidator('json', NewCategory, (input, context) => {
      return input.success ? undefined : context.json(errorBody(400), 400);
    }),
    (context) => {
      const category: Category = { id: categories.length + 1, ...context.req.valid('json') };
      categories.push(category);
      return context.json(category, 201);
    },
  );
  return createAdaptorServer({ fetch: app.fetch }) as Server;
}
