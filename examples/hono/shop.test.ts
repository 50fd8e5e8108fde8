import { once } from 'node:events';
import { serve } from '@hono/node-server';
import { mockHandler } from 'assay';
import { Hono } from 'hono';
import { beforeEach, describe, expect, test } from 'vitest';
import { shopOf } from './shop.ts';

const SERVICE = 'https://pets.example/v1';
const KEY = 'free-plan-key';

const mock = mockHandler('spec/pet-catalogue');
const { clock, fault, reset } = await mock.ready;

beforeEach(() => {
  fault();
  return reset();
});

const CREATION: RequestInit = {
  method: 'POST',
  headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
  body: '{"name":"Parrot"}',
};

describe('an application in Hono that asks the service', () => {
  const shop = shopOf(SERVICE, KEY, (address, init) => mock(new Request(address, init)));

  test('shows what the service has', async () => {
    await mock(new Request(`${SERVICE}/categories`, CREATION));
    expect(await (await shop.request('/menu')).json()).toContain('Parrot');
  });

  test('is closed for as long as the service asks, which takes no time here', async () => {
    for (let count = 0; count < 60; count += 1) await shop.request('/menu');
    const closed = await shop.request('/menu');
    expect(closed.status).toBe(503);
    clock.advance(Number(closed.headers.get('retry-after')) * 1000);
    expect((await shop.request('/menu')).status).toBe(200);
  });

  test('is closed where the key is not valid', async () => {
    const other = shopOf(SERVICE, 'mistyped', (address, init) => mock(new Request(address, init)));
    expect((await other.request('/menu')).status).toBe(502);
  });
});

describe('the service as routes of an application in Hono', () => {
  const app = new Hono();
  app.get('/health', (context) => context.text('well'));
  app.all('/v1/*', ({ req }) => mock(req.raw));

  test('answers beside the routes of its own, with and without a body', async () => {
    expect(await (await app.request('/health')).text()).toBe('well');
    const created = await app.request('/v1/categories', CREATION);
    expect(created.status).toBe(201);
    const listed = await app.request('/v1/categories', { headers: { authorization: `Bearer ${KEY}` } });
    expect(JSON.stringify(await listed.json())).toContain('Parrot');
    expect(listed.headers.get('x-ratelimit-remaining')).toBe('58');
  });

  test('breaks off where the service would', async () => {
    fault('answers-cut');
    const headers = { authorization: `Bearer ${KEY}` };
    const answer = await app.request('/v1/categories', { headers });
    await expect(answer.text()).rejects.toThrow('terminated');
  });
});

/** The form that `Bun.serve`, `Deno.serve` and workers take: an object, or a module, whose `fetch` answers requests. */
describe('the service as a server of the Fetch standard', () => {
  async function asked(path: string, init?: RequestInit): Promise<Response> {
    const server = serve({
      fetch: (request) => mock(request),
      hostname: '127.0.0.1',
      port: 0,
      overrideGlobalObjects: false,
    });
    try {
      await once(server, 'listening');
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('the server has no port');
      const answer = await fetch(`http://127.0.0.1:${String(address.port)}${path}`, init);
      return new Response(await answer.arrayBuffer(), answer);
    } finally {
      server.close();
    }
  }

  test('answers over a socket', async () => {
    const created = await asked('/v1/categories', CREATION);
    expect(created.status).toBe(201);
    expect(await created.json()).toMatchObject({ name: 'Parrot' });
    expect((await asked('/v1/categories')).status).toBe(401);
  });
});
