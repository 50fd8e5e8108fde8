import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { errorBody } from '../limiters/catalogue.ts';
import { callerOf, isValid } from '../limiters/real-key.ts';
import { flexibleConforming } from '../limiters/real-services.ts';
import { LIMIT, seed, WINDOW_MS, type Category } from './categories.ts';

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}

function sendJson(response: ServerResponse, status: number, json: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(json));
}

function isObject(input: unknown): input is { readonly name?: unknown; readonly description?: unknown } {
  return typeof input === 'object' && input !== null;
}

async function create(request: IncomingMessage, response: ServerResponse, all: Category[]): Promise<void> {
  const input = await readJson(request).catch(() => undefined);
  const { name, description } = isObject(input) ? input : {};
  if (typeof name !== 'string' || (description !== undefined && typeof description !== 'string')) {
    sendJson(response, 400, errorBody(400));
    return;
  }
  const category: Category = { id: all.length + 1, name, description };
  all.push(category);
  sendJson(response, 201, category);
}

/** The same service, which looks what kind of JSON came, and rounds Retry-After. */
export async function nodeHttpConforming(): Promise<Server> {
  const categories = seed();
  const limiter = new RateLimiterMemory({ points: LIMIT, duration: WINDOW_MS / 1000 });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { authorization } = request.headers;
    const usage = await limiter.consume(callerOf(authorization)).catch((refusal: RateLimiterRes) => refusal);
    const isRefused = usage.consumedPoints > LIMIT;
    for (const [name, value] of Object.entries(flexibleConforming(usage, isRefused))) {
      response.setHeader(name, value);
    }
    if (isRefused) sendJson(response, 429, errorBody(429));
    else if (!isValid(authorization)) {
      response.setHeader('WWW-Authenticate', 'Bearer');
      sendJson(response, 401, errorBody(401));
    } else if (request.url !== '/v1/categories') sendJson(response, 404, errorBody(404));
    else if (request.method === 'GET') sendJson(response, 200, categories);
    else if (request.method === 'POST') await create(request, response, categories);
    else sendJson(response, 405, errorBody(405));
  }

  return createServer((request, response) => {
    answer(request, response).catch(() => sendJson(response, 500, errorBody(500)));
  });
}
