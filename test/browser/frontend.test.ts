import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Mock } from '../../src/mock/mock-options.ts';
import { startMock } from '../../src/mock/server/start-mock.ts';
import { findBrowser } from './find-browser.ts';
import { openBrowser } from './open-browser.ts';
import { shippedInterface } from './report-records.ts';
import { servePage } from './serve-page.ts';

const found = findBrowser();
if (found.kind === 'missing') console.warn(`the browser tests are skipped: ${found.reason}`);

/** A page as frontends are: it lists, creates, shows errors, and waits when it is told to. */
function frontend(base: string): string {
  return `<!doctype html><html lang="en"><title>A frontend</title>
<label>Key <input id="key"></label><label>Name <input id="name"></label>
<button id="load">Load</button><button id="add">Add</button><button id="bad">Add nothing</button>
<p role="status"></p><ul></ul>
<script>
const status = document.querySelector('[role=status]');
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
async function call(method, body) {
  const key = document.getElementById('key').value;
  const headers = key === '' ? {} : { Authorization: 'Bearer ' + key };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const answer = await fetch('${base}/categories', { method, headers, body: body && JSON.stringify(body) });
  if (answer.status === 429) {
    const seconds = Number(answer.headers.get('Retry-After'));
    const { headers: told } = answer;
    status.textContent = 'waiting ' + seconds + ' s, ' + told.get('X-RateLimit-Remaining') + ' of ' + told.get('X-RateLimit-Limit') + ' left until ' + told.get('X-RateLimit-Reset');
    await pause(seconds * 1000);
    return call(method, body);
  }
  const result = await answer.json();
  status.textContent = answer.ok ? answer.status + ', ' + answer.headers.get('X-RateLimit-Remaining') + ' left' : result.status + ' ' + result.message;
  return answer.ok ? result : undefined;
}
document.getElementById('load').onclick = async () => {
  const entries = await call('GET');
  document.querySelector('ul').replaceChildren(...(entries ?? []).map(({ name }) => Object.assign(document.createElement('li'), { textContent: name })));
};
document.getElementById('add').onclick = () => call('POST', { name: document.getElementById('name').value });
document.getElementById('bad').onclick = () => call('POST', {});
</script></html>`;
}

describe.skipIf(found.kind === 'missing')('a frontend on another origin', () => {
  let browser: Browser;
  let page: Page;
  let mock: Mock;
  let site: Awaited<ReturnType<typeof servePage>>;
  const complaints: string[] = [];

  beforeAll(async () => {
    if (found.kind === 'missing') return;
    const key = 'the-frontend-key';
    mock = await startMock({
      interface: await shippedInterface(),
      keys: [{ key, plan: 'free', limits: new Map([['minute', 4]]) }],
      limiter: 'fixed',
    });
    site = await servePage(frontend(mock.url));
    browser = await openBrowser(found.path);
    page = await browser.newPage();
    page.on('console', (message) => complaints.push(message.text()));
  });
  afterAll(async () => {
    await browser?.close();
    await site?.[Symbol.asyncDispose]();
    await mock?.close();
  });

  test('uses the mock with and without its key, backs off when told to, and goes on when the clock was moved', async () => {
    await page.clock.install();
    await page.goto(site.origin);
    const says = page.getByRole('status');
    const button = (name: string) => page.getByRole('button', { name, exact: true });

    await button('Load').click();
    await expect.poll(() => says.innerText()).toBe('401 The key is missing.');
    await page.getByLabel('Key').fill('the-frontend-key');
    await button('Load').click();
    await expect.poll(() => says.innerText()).toBe('200, 3 left');
    await page.getByLabel('Name').fill('Ferret');
    await button('Add').click();
    await expect.poll(() => says.innerText()).toBe('201, 2 left');
    await button('Add nothing').click();
    await expect.poll(() => says.innerText()).toMatch(/^400 The body is invalid/);
    await button('Load').click();
    await expect.poll(() => says.innerText()).toBe('200, 0 left');
    expect(await page.getByRole('listitem').allInnerTexts()).toContain('Ferret');

    await button('Load').click();
    await expect.poll(() => says.innerText()).toMatch(/^waiting \d+ s, 0 of 4 left until \d{10}$/);
    const waitS = Number(/\d+/.exec(await says.innerText())?.[0]);
    expect(waitS).toBeGreaterThan(30);
    const seen = mock.requests().length;
    await page.clock.runFor(10_000);
    expect(mock.requests()).toHaveLength(seen);

    const moved = await fetch(`${mock.origin}/__assay/clock`, {
      method: 'POST',
      body: JSON.stringify({ advanceMs: waitS * 1000 }),
    });
    expect(moved.status).toBe(200);
    await page.clock.runFor(waitS * 1000);
    await expect.poll(() => says.innerText()).toBe('200, 3 left');
    expect(mock.requests().map(({ method, status }) => `${method} ${status}`)).toEqual([
      'GET 401',
      'GET 200',
      'POST 201',
      'POST 400',
      'GET 200',
      'GET 429',
      'GET 200',
    ]);
    expect(complaints.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
  });

  test('cannot move the clock itself', async () => {
    const outcome = await page.evaluate(
      `fetch('${mock.origin}/__assay/clock', { method: 'POST', body: '{"advanceMs":1}' }).then(() => 'answered', () => 'refused')`,
    );
    expect(outcome).toBe('refused');
  });
});
