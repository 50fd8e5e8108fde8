import { createServer, type Server } from 'node:http';
import express, { type NextFunction, type Request, type Response } from 'express';
import { rateLimit } from 'express-rate-limit';
import * as z from 'zod';
import { errorBody } from '../limiters/catalogue.ts';
import { isValid } from '../limiters/real-key.ts';
import { expressConforming as countingByKey } from '../limiters/real-services.ts';
import { LIMIT, seed, WINDOW_MS, type Category } from './categories.ts';

const NewCategory = z.object({ name: z.string(), description: z.string().optional() });

function requireKey(request: Request, response: Response, next: NextFunction): void {
  if (isValid(request.get('authorization'))) next();
  else response.status(401).set('WWW-Authenticate', 'Bearer').json(errorBody(401));
}

/** Express has an error page in HTML: this takes its place. It is told by its four parameters. */
function answerErrors(error: unknown, _request: Request, response: Response, _next: NextFunction): void {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  response.status(status).json(errorBody(status));
}

/** The same service, with the key before the body and errors in the documented shape. */
export async function expressConforming(): Promise<Server> {
  const categories = seed();
  const app = express();
  app.use(rateLimit({ windowMs: WINDOW_MS, limit: LIMIT, ...countingByKey }));
  app.use('/v1', requireKey);
  app.use(express.json());
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
  app.use(answerErrors);
  return createServer(app);
}
