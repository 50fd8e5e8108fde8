import type { Server } from 'node:http';
import fastifyRateLimit from '@fastify/rate-limit';
import fastify from 'fastify';
import { errorBody } from '../limiters/catalogue.ts';
import { REAL_KEY } from '../limiters/real-key.ts';
import { LIMIT, seed, WINDOW_MS, type Category } from './categories.ts';

const newCategory = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, description: { type: 'string' } },
} as const;

const category = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, ...newCategory.properties },
} as const;

/** Fastify as its guide and the manual of \@fastify/rate-limit show it. */
export async function fastifyPlain(): Promise<Server> {
  const categories = seed();
  const app = fastify();
  await app.register(fastifyRateLimit, { max: LIMIT, timeWindow: WINDOW_MS });
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization === `Bearer ${REAL_KEY}`) return;
    await reply.code(401).send(errorBody(401));
  });
  app.get(
    '/v1/categories',
    { schema: { response: { 200: { type: 'array', items: category } } } },
    async () => categories,
  );
  app.post<{ Body: Omit<Category, 'id'> }>(
    '/v1/categories',
    { schema: { body: newCategory, response: { 201: category } } },
    async (request, reply) => {
      const created: Category = { ...request.body, id: categories.length + 1 };
      categories.push(created);
      return reply.code(201).send(created);
    },
  );
  await app.ready();
  return app.server;
}
