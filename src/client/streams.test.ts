import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { createClient, type Sending } from './client.ts';

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function ask(listener: RequestListener, answerMs: number): Promise<Sending> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const client = createClient({
    baseUrl: `http://127.0.0.1:${String(port)}`,
    key: undefined,
    userAgent: 'assay/0.0.0',
    deadlines: { connectMs: 2_000, firstByteMs: 2_000, answerMs },
  });
  closers.push(() => client.close());
  const request = { method: 'GET', path: '/', headers: [], body: undefined } as const;
  return client.send({ ...request, credential: { kind: 'none' }, scheme: undefined, transport: 'pool' });
}

function begin(response: ServerResponse, type: string): ServerResponse {
  response.writeHead(200, { 'Content-Type': type });
  response.flushHeaders();
  return response;
}

describe('a stream without an end', () => {
  test('send() takes what came of events until nobody waits any longer', async () => {
    const { result } = await ask((_request, response) => {
      begin(response, 'text/event-stream').write('data: 1\n\n');
    }, 80);
    expect(result).toMatchObject({ kind: 'answer', answer: { status: 200, truncated: true } });
    expect(result.kind === 'answer' && Buffer.from(result.answer.body).toString()).toBe('data: 1\n\n');
  });

  test('send() reads no more of many lines than is needed', async () => {
    const { result } = await ask((_request, response) => {
      begin(response, 'application/x-ndjson').write('{"a":1}\n'.repeat(50_000));
    }, 20_000);
    expect(result).toMatchObject({ kind: 'answer', answer: { status: 200, truncated: true } });
    expect(result.kind === 'answer' && result.answer.body.length).toBeLessThan(200_000);
  });

  test('send() takes a stream that ends as a whole', async () => {
    const { result } = await ask((_request, response) => {
      begin(response, 'text/event-stream').end('data: 1\n\n');
    }, 20_000);
    expect(result).toMatchObject({ kind: 'answer', answer: { status: 200, truncated: false } });
  });

  test('send() still fails where a JSON answer has no end', async () => {
    const { result } = await ask((_request, response) => {
      begin(response, 'application/json').write('[1,');
    }, 80);
    expect(result).toMatchObject({ kind: 'failure', failure: { kind: 'answer-timeout' } });
  });
});
