import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { rateLimiter } from 'hono-rate-limiter';
import * as z from 'zod';
import { REAL_KEY } from '../limiters/real-key.ts';
import { LIMIT, seed, WINDOW_MS, type Category } from './categories.ts';

const NewCategory = z.object({ name: z.string(), description: z.string().optional() });

/** Hono as its guide and the manuals of hono-rate-limiter and \@hono/zod-validator show it. */
export async function honoPlain(): Promise<Server> {
  const categories = seed();
  const app = new Hono().basePath('/v1');
  app.use(
    rateLimiter({
      windowMs: WINDOW_MS,
      limit: LIMIT,
      keyGenerator: (context) => context.req.header('authorization') ?? '',
    }),
  );
  app.use(bearerAuth({ token: REAL_KEY }));
  app.get('/categories', (context) => context.json(categories));
  app.post('/categories', zValidator('json', NewCategory), (context) => {
    const category: Category = { id: categories.length + 1, ...context.req.valid('json') };
    categories.push(category);
    return context.json(category, 201);
  });
  return createAdaptorServer({ fetch: app.fetch }) as Server;
}
