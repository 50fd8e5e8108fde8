import { createServer, type Server } from 'node:http';
import express, { type NextFunction, type Request, type Response } from 'express';
import { rateLimit } from 'express-rate-limit';
import * as z from 'zod';
import { errorBody } from '../limiters/catalogue.ts';
import { REAL_KEY } from '../limiters/real-key.ts';
import { LIMIT, seed, WINDOW_MS, type Category } from './categories.ts';

const NewCategory = z.object({ name: z.string(), description: z.string().optional() });

function requireKey(request: Request, response: Response, next: NextFunction): void {
  if (request.get('authorization') === `Bearer ${REAL_KEY}`) next();
  else response.status(401).json(errorBody(401));
}

/** Express as its guide and the manuals of express-rate-limit and zod show it. */
export async function expressPlain(): Promise<Server> {
  const categories = seed();
  const app = express();
  app.use(rateLimit({ windowMs: WINDOW_MS, limit: LIMIT }));
  app.use(express.json());
  app.use('/v1', requireKey);
  app.get('/v1/categories', (_request, response) => {
    response.json(categories);
  });
  app.post('/v1/categories', (request, response) => {
    const input = NewCategory.safeParse(request.body);
    if (!input.success) {
      response.status(400).json(errorBody(400));
      return;
    }
    const category: Category = { id: categories.length + 1, ...input.data };
    categories.push(category);
    response.status(201).json(category);
  });
  return createServer(app);
}
