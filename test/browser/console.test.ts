import { request } from 'node:http';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Interface } from '../../src/interface/model.ts';
import type { Mock, MockOptions } from '../../src/mock/mock-options.ts';
import { startMock } from '../../src/mock/server/start-mock.ts';
import { findBrowser } from './find-browser.ts';
import { openBrowser } from './open-browser.ts';
import { accessibilityFaults, overflow } from './page-faults.ts';
import { shippedInterface } from './report-records.ts';
import { servePage } from './serve-page.ts';
import { THOROUGH } from '../sampled.ts';

const found = findBrowser();
if (found.kind === 'missing') console.warn(`the browser tests are skipped: ${found.reason}`);

const FREE = 'free-plan-key';
const VIEWPORTS = { desktop: { width: 1280, height: 900 }, phone: { width: 360, height: 740 } };
/** A second in the middle of a day, so that no window ends meanwhile. */
const NOON = Date.UTC(2030, 5, 15, 12);

describe.skipIf(found.kind === 'missing')('the console of the mock in a browser', () => {
  let browser: Browser;
  let page: Page;
  let document: Interface;
  let mock: Mock;
  let complaints: string[] = [];

  beforeAll(async () => {
    if (found.kind === 'missing') return;
    document = await shippedInterface();
    browser = await openBrowser(found.path);
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    page = await context.newPage();
    page.setDefaultTimeout(20_000);
    page.on('console', (message) => {
      // A browser writes this for every answer that is no success, and such answers are wanted here.
      if (!message.text().startsWith('Failed to load resource'))
        complaints.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
    page.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`));
    page.on('request', (sent) => {
      if (!sent.url().startsWith(mock.origin) && !sent.url().startsWith('data:,'))
        complaints.push(`request: ${sent.url()}`);
    });
  });
  afterEach(async () => {
    await page.goto('about:blank');
    await mock.close();
    expect(complaints.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
  });

  async function opened(
    options: Partial<MockOptions> = {},
    before = async (): Promise<void> => {},
  ): Promise<void> {
    const startedMs = performance.now();
    mock = await startMock({
      interface: document,
      now: () => NOON + Math.round(performance.now() - startedMs),
      ...options,
    });
    await before();
    await page.setViewportSize(VIEWPORTS.desktop);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(`${mock.origin}/__assay/`);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.locator('#operation option').first().waitFor({ state: 'attached' });
  }
  type Sent = { readonly method?: string; readonly key?: string | undefined; readonly body?: string };
  async function send(path: string, { method = 'GET', key = FREE, body }: Sent = {}): Promise<Response> {
    const headers: Record<string, string> = key === '' ? {} : { authorization: `Bearer ${key}` };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const answer = await fetch(`${mock.url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    return answer;
  }
  const lines = (): Locator => page.locator('#list .line:visible');
  const field = (name: string): Locator => page.getByRole('combobox', { name });
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });

  test('shows requests as they come, and of a refused one why, by which clauses, and what to change', async () => {
    await opened();
    expect(await page.getByText('No request yet').isVisible()).toBe(true);
    await send('/categories');
    await send('/categories', { key: '' });
    await send('/categories', { method: 'POST', body: '{"description":5}' });
    await expect.poll(() => lines().count()).toBe(3);
    const shown = await lines().allInnerTexts();
    expect(shown[0]).toMatch(/400[^]*POST \/v1\/categories[^]*free[^]*required property 'name'/);
    expect(shown[1]).toMatch(/401[^]*GET \/v1\/categories[^]*no valid key[^]*The key is missing/);
    expect(shown[2]).toMatch(/200[^]*GET \/v1\/categories[^]*free/);
    await lines().nth(1).click();
    await page.getByText('Authorization: Bearer <key>').waitFor();
    expect(await page.locator('.notice').innerText()).toMatch(/5\.3-missing-key-401/);
    await lines().nth(0).click();
    await page.getByText('4.2-answer-400').waitFor();
    await button('Copy as curl').first().click();
    await button('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      `curl -i -H "authorization: Bearer $ASSAY_KEY" -H 'content-type: application/json' --data-raw '{"description":5}' ${mock.url}/categories`,
    );
    expect(await page.locator('#live').innerText()).not.toContain(FREE);
  });

  test('moves and freezes the clock, and skips the wait of a key that is used up', async () => {
    await opened({ keys: [{ key: FREE, plan: 'free', limits: new Map([['minute', 2]]) }] });
    for (const status of [200, 200, 429]) expect((await send('/categories')).status).toBe(status);
    const gauge = page.getByRole('meter', { name: 'free, requests left this minute' });
    await expect.poll(() => gauge.getAttribute('aria-valuenow')).toBe('0');
    await button('Freeze').click();
    await page.getByText('frozen', { exact: true }).waitFor();
    expect(mock.clock.isFrozen()).toBe(true);
    const stopped = await page.locator('#time').innerText();
    await page.getByRole('button', { name: 'to the reset of the minute of free' }).click();
    await expect.poll(() => gauge.getAttribute('aria-valuenow')).toBe('2');
    expect((await send('/categories')).status).toBe(200);
    expect(await page.locator('#time').innerText()).not.toBe(stopped);
    const moved = mock.clock.advancedMs();
    await button('+1 day').click();
    await expect.poll(() => mock.clock.advancedMs()).toBe(moved + 86_400_000);
    await expect.poll(() => page.locator('#date').innerText()).toContain('2030-06-16');
    await button('Freeze').click();
    await expect.poll(() => mock.clock.isFrozen()).toBe(false);
  });

  test('sets latency and faults, and says what is in force', async () => {
    await opened();
    await page.getByLabel('From, ms').fill('20');
    await page.getByLabel('To, ms').fill('30');
    await button('Set').click();
    await expect
      .poll(async () => (await fetch(`${mock.origin}/__assay/state`)).json())
      .toMatchObject({ latency: { minMs: 20, maxMs: 30 } });
    const startedMs = performance.now();
    await send('/categories');
    expect(performance.now() - startedMs).toBeGreaterThan(19);
    await field('Fault').selectOption('any-key-accepted');
    await button('Add').click();
    const inForce = page.getByRole('list', { name: 'Faults in force' });
    await inForce.getByText('every key is taken for a valid one').waitFor();
    expect((await send('/categories', { key: 'whatever-it-is' })).status).toBe(200);
    await button('Remove the fault any-key-accepted').click();
    await expect.poll(() => inForce.locator('li').count()).toBe(0);
    expect((await send('/categories', { key: 'whatever-it-is' })).status).toBe(401);
  });

  test('sends requests by its form, wished answers too, by keyboard alone', async () => {
    await opened();
    await field('Operation').focus();
    await page.keyboard.type('POST');
    await page.getByRole('textbox', { name: 'Body' }).focus();
    await page.keyboard.press('Control+Enter');
    await page.getByText('201 Created').waitFor();
    const made: unknown = JSON.parse(
      await page.getByRole('group', { name: 'Body of the answer' }).innerText(),
    );
    expect(made).toMatchObject({ id: expect.any(Number), name: expect.any(String) });
    await field('Wished answer').focus();
    await page.keyboard.type('429');
    await page.keyboard.press('Control+Enter');
    await page.getByText('429 Too Many Requests').waitFor();
    await field('Operation').selectOption({ label: 'GET /pets/{petId}' });
    await page.getByLabel('petId (path, required)').fill('a/b');
    await field('Key').selectOption({ label: 'no key' });
    await button('Send').focus();
    await page.keyboard.press('Enter');
    await page.getByText('401 Unauthorized').waitFor();
    expect(mock.requests().map(({ method, target, status }) => [method, target, status])).toEqual([
      ['POST', '/v1/categories', 201],
      ['POST', '/v1/categories', 429],
      ['GET', '/v1/pets/a%2Fb', 401],
    ]);
  });

  test('shows what collections hold, and resets them with the quotas and the list', async () => {
    await opened();
    await send('/categories', { method: 'POST', body: '{"name":"Ferret"}' });
    const shelf = page.locator('#collections details');
    await shelf.locator('summary').click();
    await shelf.getByText('"name":"Ferret"').waitFor();
    await button('Reset').click();
    await page.getByText('No request yet').waitFor();
    await expect.poll(() => shelf.innerText()).not.toContain('Ferret');
    expect(mock.requests()).toEqual([]);
    await send('/categories');
    await expect.poll(() => lines().count()).toBe(1);
  });

  test.runIf(THOROUGH)(
    'is walked through by arrow keys, narrowed and paused, and keeps a bounded list',
    async () => {
      await opened({}, async () => {
        for (let at = 0; at < 210; at += 1)
          await send(at === 205 ? '/pets/205' : '/categories', { key: 'business-plan-key' });
      });
      expect(await page.locator('#list > li').count()).toBe(200);
      expect(await lines().count()).toBe(12);
      await lines().first().focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await page.locator('.detail:visible').getByText('listCategories').waitFor();
      expect(await page.evaluate('document.activeElement.getAttribute("aria-expanded")')).toBe('true');
      expect(await page.locator('#list .line[tabindex="0"]').count()).toBe(1);
      await page.getByRole('searchbox').fill('pets');
      await expect.poll(() => lines().count()).toBe(1);
      await page.getByRole('searchbox').fill('');
      await button('Pause').click();
      await send('/categories', { key: '' });
      await page.getByRole('button', { name: 'Pause, 1 new' }).click();
      await page.getByLabel('Only refused and failed').check();
      await expect.poll(() => lines().count()).toBe(1);
      expect(await page.locator('#list > li').count()).toBe(200);
    },
  );

  test('hostile requests stay text, wherever they are shown', async () => {
    await opened();
    const mark = '<img src=x onerror="globalThis.hit=1"><script>globalThis.hit=2</script>';
    const text = `${mark} \u{202e}thgir\u{202c} \u{7}\u{1b}[31m \u{200b} </textarea></pre>`;
    await send('/categories', {
      method: 'POST',
      body: JSON.stringify({ name: text, description: 'x'.repeat(20_000) }),
    });
    await send('/categories', { method: 'POST', body: JSON.stringify({ name: text }) });
    await new Promise((resolve) => {
      const sent = request(mock.origin, {
        path: `/v1/${mark.replaceAll(' ', '/')}?${'y'.repeat(3000)}&k=${FREE}`,
        headers: { 'x-hostile': `${mark}\u{e9}\u{ad}`, authorization: `Bearer ${mark}` },
      });
      sent.on('response', (answer) => answer.resume().on('end', resolve)).end();
    });
    await expect.poll(() => lines().count()).toBe(3);
    for (const at of [0, 1, 2]) await lines().nth(at).click();
    await expect.poll(() => page.locator('.detail:visible .messages').count()).toBe(3);
    await page.locator('#collections summary').click();
    expect(await page.evaluate('globalThis.hit')).toBeUndefined();
    expect(await page.locator('#live :is(img, script, iframe)').count()).toBe(0);
    const shown = await page.locator('#live').innerText();
    const wanted = ['<img src=x', '\\u{202e}thgir', '\\u{ad}', 'bytes in all'];
    expect(wanted.filter((each) => !shown.includes(each))).toEqual([]);
    expect(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}]/u.exec(shown)?.[0]).toBeUndefined();
    expect(shown).not.toContain(FREE);
    expect(await overflow(page)).toBe(0);
    await page.setViewportSize(VIEWPORTS.phone);
    expect(await overflow(page)).toBe(0);
  });

  test('axe finds nothing, light and dark, with all open', async () => {
    await opened({ banAfter: 1, keys: [{ key: FREE, plan: 'free', limits: new Map([['minute', 3]]) }] });
    for (let at = 0; at < 6; at += 1) await send('/categories');
    await send('/categories', { method: 'POST', key: '' });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await button('Send').click();
    await field('Fault').selectOption('any-key-accepted');
    await button('Add').click();
    await page.locator('#fault-list li').waitFor();
    await expect.poll(() => lines().count()).toBe(8);
    await lines().nth(0).click();
    await lines().nth(1).click();
    await expect.poll(() => page.locator('.detail:visible .notice').count()).toBe(2);
    await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await accessibilityFaults(page, { runOnly: ['color-contrast'] })).toEqual([]);
    await page.setViewportSize(VIEWPORTS.phone);
    expect(await overflow(page)).toBe(0);
  });

  test('is one small page, and without scripts a table of the state', async () => {
    await opened();
    const text = await (await fetch(`${mock.origin}/__assay`)).text();
    expect(Buffer.byteLength(text)).toBeLessThan(60_000);
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: VIEWPORTS.phone });
    const plain = await context.newPage();
    await plain.goto(`${mock.origin}/__assay/`);
    const shown = await plain.locator('body').innerText();
    expect(shown).toMatch(/Entries of \/categories\s+1/);
    expect(shown).toMatch(/Left for free, free\*\*\*ey\s+60 of 60 a minute/);
    expect(await overflow(plain)).toBe(0);
    await context.close();
  });

  test.runIf(THOROUGH)('says when the mock is gone and finds it again', async () => {
    await opened();
    const { port } = mock;
    await mock.close();
    await page.getByText('Connection lost').waitFor();
    mock = await startMock({ interface: document, port });
    await page.getByText('Live', { exact: true }).waitFor();
    complaints = complaints.filter((each) => !each.includes('ERR_'));
  });

  test('nothing of it answers a page of another origin', async () => {
    await opened();
    await using elsewhere = await servePage('<!doctype html><title>elsewhere</title>');
    const other = await page.context().newPage();
    await other.goto(elsewhere.origin);
    const tried = await other.evaluate(`(async () => {
      const at = (name) => '${mock.origin}/__assay/' + name;
      const outcome = (promise) => promise.then((answer) => answer.type + ' ' + answer.status, () => 'refused');
      const source = new EventSource(at('events'));
      const stream = new Promise((resolve) => { source.onerror = () => resolve('refused'); source.onmessage = resolve; source.onopen = () => resolve('open'); });
      return [
        await outcome(fetch(at('state'))),
        await outcome(fetch(at('offer'), { credentials: 'include' })),
        await outcome(fetch(at('clock'), { method: 'POST', body: '{"advanceMs":60000}' })),
        await outcome(fetch(at('clock'), { method: 'POST', mode: 'no-cors', body: '{"advanceMs":60000}' })),
        await stream,
      ];
    })()`);
    expect(tried).toEqual(['refused', 'refused', 'refused', 'refused', 'refused']);
    expect(mock.clock.advancedMs()).toBe(0);
    await other.close();
  });
});
