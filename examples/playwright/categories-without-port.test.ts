import { join } from 'node:path';
import { mockHandler } from 'assay';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser } from '../../test/browser/find-browser.ts';
import { openBrowser } from '../../test/browser/open-browser.ts';

const found = findBrowser();
if (found.kind === 'missing')
  console.warn(`the Playwright example without a port is skipped: ${found.reason}`);

/** Where the page and the service are in production. Nothing listens at either. */
const PAGE = 'https://shop.example/';
const SERVICE = 'https://pets.example/v1';

const mock = mockHandler('spec/pet-catalogue');

/** Lets the mock answer what a page asks. */
async function answerFromMock(route: Route): Promise<void> {
  const request = route.request();
  const body = request.postDataBuffer();
  const answer = await mock(
    new Request(request.url(), {
      method: request.method(),
      headers: await request.allHeaders(),
      ...(body === null ? {} : { body: Uint8Array.from(body) }),
    }),
  );
  if (answer.type === 'error') await route.abort();
  else
    await route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    });
}

describe.skipIf(found.kind === 'missing')('the page of categories, without a server', () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    if (found.kind === 'missing') return;
    browser = await openBrowser(found.path);
    page = await browser.newPage();
    await page.route(`${PAGE}*`, (route) =>
      route.fulfill({ path: join(import.meta.dirname, 'categories.html') }),
    );
    await page.route(`${SERVICE}/**`, answerFromMock);
  });
  afterAll(async () => {
    await browser.close();
  });

  async function open(key: string): Promise<void> {
    await (await mock.ready).reset();
    const query = new URLSearchParams({ service: SERVICE, key });
    await page.goto(`${PAGE}?${query.toString()}`);
  }
  async function shows(text: string): Promise<void> {
    await page.getByText(text).waitFor({ timeout: 10_000 });
  }

  test('shows the categories and what is left of the limit', async () => {
    await open('free-plan-key');
    await shows('59 requests left');
    expect(await page.getByRole('listitem').count()).toBeGreaterThan(0);
  });

  test('says when to come back, and recovers then', async () => {
    await open('free-plan-key');
    await shows('59 requests left');
    const headers = { authorization: 'Bearer free-plan-key' };
    for (let count = 0; count < 59; count += 1) await mock(new Request(`${SERVICE}/categories`, { headers }));
    await page.getByRole('button').click();
    await shows('Too many requests, try again in');
    (await mock.ready).clock.advance(60_000);
    await page.getByRole('button').click();
    await shows('59 requests left');
  });
});
