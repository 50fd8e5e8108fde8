import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Mock, startMock } from 'assay';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser } from '../../test/browser/find-browser.ts';
import { openBrowser } from '../../test/browser/open-browser.ts';

const found = findBrowser();
if (found.kind === 'missing') console.warn(`the Playwright example is skipped: ${found.reason}`);

/** Stands in for the development server of a frontend: another origin than the mock. */
async function servePage(): Promise<Server> {
  const text = await readFile(join(import.meta.dirname, 'categories.html'));
  const server = createServer((_request, response) =>
    response.setHeader('Content-Type', 'text/html').end(text),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

describe.skipIf(found.kind === 'missing')('the page of categories', () => {
  let mock: Mock;
  let server: Server;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    if (found.kind === 'missing') return;
    mock = await startMock({ interface: 'spec/pet-catalogue' });
    server = await servePage();
    browser = await openBrowser(found.path);
    page = await browser.newPage();
  });
  afterAll(async () => {
    await browser.close();
    server.close();
    await mock.close();
  });

  async function open(key: string): Promise<void> {
    await mock.reset();
    const { port } = server.address() as AddressInfo;
    const query = new URLSearchParams({ service: mock.url, key });
    await page.goto(`http://127.0.0.1:${port}/?${query.toString()}`);
  }
  async function shows(text: string): Promise<void> {
    await page.getByText(text).waitFor({ timeout: 10_000 });
  }

  test('shows the categories and what is left of the limit', async () => {
    await open('free-plan-key');
    await shows('59 requests left');
    expect(await page.getByRole('listitem').count()).toBeGreaterThan(0);
  });

  test('says that the key is not valid', async () => {
    await open('mistyped');
    await shows('The key is not valid.');
  });

  test('says when to come back, and recovers then', async () => {
    await open('free-plan-key');
    await shows('59 requests left');
    const headers = { authorization: 'Bearer free-plan-key' };
    for (let count = 0; count < 59; count += 1) await fetch(`${mock.url}/categories`, { headers });
    await page.getByRole('button').click();
    await shows('Too many requests, try again in');
    mock.clock.advance(60_000);
    await page.getByRole('button').click();
    await shows('59 requests left');
  });
});
