import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { errorBody } from '../limiters/catalogue.ts';
import { REAL_KEY } from '../limiters/real-key.ts';
import { flexibleAsInManual } from '../limiters/real-services.ts';
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

async function create(request: IncomingMessage, response: ServerResponse, all: Category[]): Promise<void> {
  let input: Category;
  try {
    input = (await readJson(request)) as Category;
  } catch {
    sendJson(response, 400, errorBody(400));
    return;
  }
  const { name, description } = input;
  if (typeof name !== 'string' || (description !== undefined && typeof description !== 'string')) {
    sendJson(response, 400, errorBody(400));
    return;
  }
  const category: Category = { id: all.length + 1, name, description };
  all.push(category);
  sendJson(response, 201, category);
}

/** node:http by hand, with rate-limiter-flexible and the fields that its manual shows. */
export async function nodeHttpPlain(): Promise<Server> {
  const categories = seed();
  const limiter = new RateLimiterMemory({ points: LIMIT, duration: WINDOW_MS / 1000 });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const caller = request.socket.remoteAddress ?? '';
    const usage = await limiter.consume(caller).catch((refusal: RateLimiterRes) => refusal);
    for (const [name, value] of Object.entries(flexibleAsInManual(usage, false))) {
      response.setHeader(name, value);
    }
    if (usage.consumedPoints > LIMIT) sendJson(response, 429, errorBody(429));
    else if (request.headers.authorization !== `Bearer ${REAL_KEY}`) {
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
