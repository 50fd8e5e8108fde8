import { createServer, type Server } from 'node:http';
import express, { type NextFunction, type Request, type Response } from 'express';
import { REAL_KEY } from '../../../test/limiters/real-key.ts';

/** The Pet Catalogue in Express as somebody writes it who takes no package for the limit, the key or the validation. */

type Category = { id: number; name: string; description?: string };
type Usage = { count: number; startedAt: number };

const REQUESTS_PER_MINUTE = 60;
const WINDOW_SECONDS = 60;
const API_KEYS = new Set([REAL_KEY]);

class ApiError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

class CategoryStore {
  readonly #categories = new Map<number, Category>();
  #lastId = 0;

  constructor() {
    this.create({ name: 'dog', description: 'Loyal companions' });
    this.create({ name: 'cat' });
  }

  all(): Category[] {
    return [...this.#categories.values()].sort((a, b) => a.id - b.id);
  }

  create(input: Omit<Category, 'id'>): Category {
    this.#lastId += 1;
    const category = { ...input, id: this.#lastId };
    this.#categories.set(category.id, category);
    return category;
  }
}

function bearerToken(header: string | undefined): string | undefined {
  if (!header) return undefined;
  const [scheme, token, ...rest] = header.split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || rest.length > 0) return undefined;
  return token;
}

function rateLimit() {
  const usages = new Map<string, Usage>();
  return (request: Request, response: Response, next: NextFunction): void => {
    const token = bearerToken(request.get('authorization'));
    const caller = token !== undefined && API_KEYS.has(token) ? token : `ip:${request.ip}`;
    const now = Date.now() / 1000;
    let usage = usages.get(caller);
    if (usage === undefined || now >= usage.startedAt + WINDOW_SECONDS) {
      usage = { count: 0, startedAt: now };
      usages.set(caller, usage);
    }
    usage.count += 1;
    const reset = Math.ceil(usage.startedAt + WINDOW_SECONDS);
    response.set({
      'X-RateLimit-Limit': String(REQUESTS_PER_MINUTE),
      'X-RateLimit-Remaining': String(Math.max(0, REQUESTS_PER_MINUTE - usage.count)),
      'X-RateLimit-Reset': String(reset),
    });
    if (usage.count > REQUESTS_PER_MINUTE) {
      response.set('Retry-After', String(Math.ceil(reset - now)));
      throw new ApiError(429, 'rate_limit_exceeded', 'Too many requests, slow down');
    }
    next();
  };
}

function authenticate(request: Request, response: Response, next: NextFunction): void {
  const token = bearerToken(request.get('authorization'));
  if (token === undefined || !API_KEYS.has(token)) {
    response.set('WWW-Authenticate', 'Bearer realm="catalogue"');
    throw new ApiError(401, 'unauthorized', 'The API key is missing or invalid');
  }
  next();
}

function validateNewCategory(body: unknown): Omit<Category, 'id'> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ApiError(400, 'invalid_body', 'The body must be a JSON object');
  }
  const { name, description } = body as Record<string, unknown>;
  const problems: string[] = [];
  if (name === undefined) problems.push('name is required');
  else if (typeof name !== 'string') problems.push('name must be a string');
  if (description !== undefined && typeof description !== 'string') {
    problems.push('description must be a string');
  }
  if (problems.length > 0) throw new ApiError(400, 'invalid_values', problems.join('; '));
  return description === undefined
    ? { name: name as string }
    : { name: name as string, description: description as string };
}

function requireJson(request: Request, _response: Response, next: NextFunction): void {
  const hasBody = request.get('content-length') !== '0' && request.get('content-length') !== undefined;
  if (request.method === 'POST' && hasBody && !request.is('application/json')) {
    throw new ApiError(415, 'unsupported_media_type', 'Send application/json');
  }
  next();
}

function notFound(request: Request): never {
  throw new ApiError(404, 'not_found', `Nothing here: ${request.method} ${request.path}`);
}

function sendError(error: unknown, _request: Request, response: Response, next: NextFunction): void {
  if (response.headersSent) {
    next(error);
    return;
  }
  if (error instanceof ApiError) {
    const { status, code, message } = error;
    response.status(status).json({ code, message, status });
    return;
  }
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  const code = status >= 500 ? 'internal_error' : 'bad_request';
  response.status(status).json({ code, message: 'The request could not be served', status });
}

/** Starts with two categories and its own count of requests. */
export async function expressByHand(): Promise<Server> {
  const app = express();
  const store = new CategoryStore();
  const api = express.Router();

  api.get('/categories', (_request, response) => {
    response.json(store.all());
  });
  api.post('/categories', (request, response) => {
    const category = store.create(validateNewCategory(request.body));
    response.status(201).json(category);
  });
  api.get('/pets/:petId', (request, response) => {
    const id = Number(request.params.petId);
    if (!Number.isInteger(id) || id < 1) throw new ApiError(404, 'not_found', 'There is no such pet');
    response.json({ id, name: 'Rex', category: 'dog' });
  });
  api.get('/store/orders', (_request, response) => {
    response.json([]);
  });

  app.disable('x-powered-by');
  app.use(rateLimit());
  app.use(authenticate);
  app.use(requireJson);
  app.use(express.json({ limit: '200kb' }));
  app.use('/v1', api);
  app.use(notFound);
  app.use(sendError);
  return createServer(app);
}
