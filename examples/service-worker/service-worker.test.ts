import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findBrowser } from '../../test/browser/find-browser.ts';
import { openBrowser } from '../../test/browser/open-browser.ts';

const found = findBrowser();
if (found.kind === 'missing') console.warn(`the service worker is skipped: ${found.reason}`);

/** As any application makes one file of its worker. */
async function bundled(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: false,
      lib: { entry: join(import.meta.dirname, 'service-worker.js'), formats: ['iife'], name: 'worker' },
    },
  });
  const [output] = [result].flat() as readonly Rolldown.RolldownOutput[];
  const [chunk] = output?.output ?? [];
  if (chunk === undefined) throw new Error('there is no worker');
  return chunk.code;
}

function serve(worker: string): Promise<Server> {
  const server = createServer(({ url }, response) => {
    if (url === '/service-worker.js') response.setHeader('Content-Type', 'text/javascript').end(worker);
    else response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>A shop</title>');
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** In the page: starts the worker, and settles when the page belongs to it. */
const START = `(async () => {
  await navigator.serviceWorker.register('/service-worker.js');
  if (navigator.serviceWorker.controller === null)
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
})()`;

/** In the page: tells the mock something, and settles when it was done. */
function told(message: object): string {
  return `new Promise((resolve) => {
    navigator.serviceWorker.onmessage = () => resolve();
    navigator.serviceWorker.controller.postMessage(${JSON.stringify(message)});
  })`;
}

type Told = { readonly status: number; readonly text: string; readonly left: string | null };

/** In the page: asks the service, with the address that it has in production. */
function asked(path: string, init: RequestInit = {}): string {
  const headers = { authorization: 'Bearer free-plan-key', 'content-type': 'application/json' };
  return `fetch('https://pets.example/v1${path}', ${JSON.stringify({ headers, ...init })})
    .then(async (answer) => ({
      status: answer.status,
      text: await answer.text(),
      left: answer.headers.get('x-ratelimit-remaining'),
    }))`;
}

describe.skipIf(found.kind === 'missing')('a page whose service worker is the service', () => {
  let browser: Browser;
  let page: Page;
  let server: Server;

  beforeAll(async () => {
    if (found.kind === 'missing') return;
    server = await serve(await bundled());
    browser = await openBrowser(found.path);
    page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`);
    await page.evaluate(START);
  });
  beforeEach(async () => {
    await page.evaluate(told({}));
    await page.evaluate(told({ name: 'reset' }));
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  test('keeps what it creates, and counts', async () => {
    const created = await page.evaluate<Told>(
      asked('/categories', { method: 'POST', body: '{"name":"Parrot"}' }),
    );
    expect(created).toMatchObject({ status: 201, left: '59' });
    const listed = await page.evaluate<Told>(asked('/categories'));
    expect(listed.left).toBe('58');
    expect(listed.text).toContain('Parrot');
  });

  test('refuses a key that there is not, and a body that is none', async () => {
    const refused = await page.evaluate<Told>(
      asked('/categories', { headers: { authorization: 'Bearer x' } }),
    );
    expect(refused.status).toBe(401);
    expect((await page.evaluate<Told>(asked('/categories', { method: 'POST', body: '{' }))).status).toBe(400);
  });

  test('lets time pass when it is told to', async () => {
    const all = `(async () => { for (let n = 0; n < 60; n += 1) await ${asked('/categories')}; })()`;
    await page.evaluate(all);
    expect((await page.evaluate<Told>(asked('/categories'))).status).toBe(429);
    await page.evaluate(told({ ms: 60_000 }));
    expect((await page.evaluate<Told>(asked('/categories'))).status).toBe(200);
  });

  test('breaks off where the service would', async () => {
    await page.evaluate(told({ name: 'answers-cut' }));
    await expect(page.evaluate(asked('/categories'))).rejects.toThrow('Failed to fetch');
  });
});
