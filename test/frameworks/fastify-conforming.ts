import type { Server } from 'node:http';
import fastifyRateLimit from '@fastify/rate-limit';
import fastify, { type FastifyError } from 'fastify';
import { errorBody } from '../limiters/catalogue.ts';
import { callerOf, isValid } from '../limiters/real-key.ts';
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

/** The same service without coercion, with the limit before the key, a Unix time, and errors in the documented shape. */
export async function fastifyConforming(): Promise<Server> {
  const categories = seed();
  const app = fastify({ ajv: { customOptions: { coerceTypes: false } } });
  await app.register(fastifyRateLimit, {
    max: LIMIT,
    timeWindow: WINDOW_MS,
    keyGenerator: ({ headers }) => callerOf(headers.authorization),
  });
  // The limiter is a hook of each route, and those run after the hooks of the same name that the app has.
  app.addHook('preParsing', async (request, reply) => {
    if (isValid(request.headers.authorization)) return;
    await reply.code(401).header('WWW-Authenticate', 'Bearer').send(errorBody(401));
  });
  app.addHook('onSend', async (_request, reply) => {
    const seconds = reply.getHeader('X-RateLimit-Reset');
    if (seconds === undefined) return;
    reply.header('X-RateLimit-Reset', Math.ceil(Date.now() / 1000) + Number(seconds));
  });
  app.setErrorHandler<FastifyError>((error, _request, reply) => {
    const status = error.statusCode ?? 500;
    return reply.code(status).send(errorBody(status));
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
  // Routes of their own, so that the limiter's fields are on what they answer without a key, too.
  for (const path of ['/v1/pets/:petId', '/v1/store/orders'])
    app.get(path, async (_request, reply) => reply.code(404).send(errorBody(404)));
  await app.ready();
  return app.server;
}
