import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { htmlReport } from '../../src/report/page/html-report.ts';
import { findBrowser } from './find-browser.ts';
import { openBrowser } from './open-browser.ts';
import { accessibilityFaults, overflow } from './page-faults.ts';
import {
  emptyRecord,
  hostileRecord,
  longRecord,
  recordOf,
  shippedInterface,
  shortened,
} from './report-records.ts';
import { THOROUGH } from '../sampled.ts';

const found = findBrowser();
if (found.kind === 'missing') console.warn(`the browser tests are skipped: ${found.reason}`);

/** A viewer that forbids scripts and styles. */
const FORBIDDING = 'http://report.test/';
const VIEWPORTS = { desktop: { width: 1280, height: 900 }, phone: { width: 360, height: 740 } };

async function unfold(page: Page): Promise<void> {
  await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
}

type Opened = { readonly page: Page; readonly complaints: readonly string[] };

type Setting = {
  readonly scripts?: boolean;
  readonly viewport?: { readonly width: number; readonly height: number };
};

describe.skipIf(found.kind === 'missing')('the HTML report in a browser', () => {
  const directory = mkdtempSync(join(tmpdir(), 'assay-html-'));
  const addresses = new Map<string, string>();
  const texts = new Map<string, string>();
  let browser: Browser | undefined;
  /** One page with scripts and one without, for all tests: opening one costs more than most tests do. */
  const pages = new Map<boolean, Page>();
  let complaints: string[] = [];

  function keep(name: string, text: string): void {
    const file = join(directory, `${name}.html`);
    writeFileSync(file, text);
    texts.set(name, text);
    addresses.set(name, pathToFileURL(file).href);
  }

  /** A page that notes down what a quiet page has none of: console messages, errors, dialogs, requests. */
  async function watchedPage(javaScriptEnabled: boolean): Promise<Page> {
    const context = await browser?.newContext({
      javaScriptEnabled,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    if (context === undefined) throw new Error('there is no browser');
    const page = await context.newPage();
    page.on('console', (message) => complaints.push(`console: ${message.text()}`));
    page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
    page.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`));
    page.on('request', (request) => {
      const own = [...addresses.values(), FORBIDDING].includes(request.url());
      if (!own && !request.url().startsWith('data:,')) complaints.push(`request: ${request.url()}`);
    });
    return page;
  }

  async function opened(name: string, setting: Setting = {}): Promise<Opened> {
    const { scripts = true, viewport = VIEWPORTS.desktop } = setting;
    const page = pages.get(scripts);
    if (page === undefined) throw new Error('there is no page');
    complaints = [];
    await page.emulateMedia({ colorScheme: 'light', media: 'screen' });
    await page.setViewportSize(viewport);
    await page.goto(addresses.get(name) ?? '');
    return { page, complaints };
  }

  beforeAll(async () => {
    if (found.kind === 'missing') return;
    browser = await openBrowser(found.path);
    pages.set(true, await watchedPage(true)).set(false, await watchedPage(false));
    const document = await shippedInterface();
    const broken = await recordOf(document, [
      'error-status-differs',
      'number-taken-for-text',
      'reset-as-date',
      'challenge-missing',
    ]);
    const few = { ...document, clauses: document.clauses.slice(0, 9) };
    keep(
      'passing',
      htmlReport(await recordOf(document, []), { document, recordFile: 'reports/last.ndjson' }),
    );
    keep('failing', htmlReport(broken, { document, recordFile: 'out/last.ndjson' }));
    keep('varied', htmlReport(shortened(broken), { document: few }));
    keep('empty', htmlReport(emptyRecord(), { document }));
    keep('hostile', htmlReport(hostileRecord()));
    keep('long', htmlReport(longRecord(10_000), { document }));
  });

  afterAll(async () => {
    await browser?.close();
    rmSync(directory, { recursive: true, force: true });
  });

  test.each([
    ['passing', 'Conforms', [true]],
    ['failing', 'Does not conform', [true, false]],
    ['empty', 'Could not tell', [true]],
    ['hostile', 'Does not conform', [true, false]],
  ])(
    'a %s run says so first; it opens quietly, in a phone without sideways scrolling',
    async (name, verdict, settings) => {
      for (const scripts of settings) {
        const { page, complaints: heard } = await opened(name, { scripts, viewport: VIEWPORTS.phone });
        expect(await page.locator('h1').innerText()).toContain(verdict);
        expect(await page.locator('.lead').innerText()).toMatch(/^\d+ of \d+ clauses? proven/);
        expect(await overflow(page)).toBe(0);
        expect(await page.locator('#filter').isVisible()).toBe(scripts);
        expect(heard).toEqual([]);
      }
    },
  );

  test('an empty run says that it was cut off and sent nothing', async () => {
    const { page } = await opened('empty');
    const header = await page.locator('header').innerText();
    expect(header).toContain('cut off');
    expect(header).toContain('nothing was sent');
  });

  test('axe finds nothing with all details open; in the dark neither has anything too little contrast', async () => {
    const { page } = await opened('varied');
    await unfold(page);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await accessibilityFaults(page, { runOnly: ['color-contrast'] })).toEqual([]);
  });

  test.runIf(THOROUGH)('axe finds nothing in a hostile run', async () => {
    const { page } = await opened('hostile');
    expect(await accessibilityFaults(page, { rules: { 'color-contrast': { enabled: false } } })).toEqual([]);
  });

  test('hostile texts are text: nothing runs even without the policy, and each can be read', async () => {
    const text = texts.get('hostile') ?? '';
    const bare = text.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, '');
    expect(bare.length).toBeLessThan(text.length);
    expect(Buffer.from(text).toString()).toBe(text);
    keep('hostile-bare', bare);
    const { page, complaints: heard } = await opened('hostile-bare');
    await unfold(page);
    await page.mouse.move(300, 300);
    expect(await page.evaluate('globalThis.hit')).toBeUndefined();
    const made = 'main img, main iframe, main script, main meta, a[href^="javascript"]';
    expect(await page.locator(made).count()).toBe(0);
    const shown = await page.locator('body').innerText();
    const visible = [
      '<script>globalThis.hit = 1</script>',
      'onerror="globalThis.hit = 2"',
      ']]> &lt; &#60;',
      '\\u{1b}[31mred',
      '\\u{202e}thgir\\u{202c}',
      'lone \\u{d800} and \\u{dfff} surrogates',
      '\\r\\nbreak\\u{2028}',
    ];
    expect(visible.filter((each) => !shown.includes(each))).toEqual([]);
    expect(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}]/u.exec(shown)?.[0]).toBeUndefined();
    expect(heard).toEqual([]);
  });

  test('filters narrow clauses and violations by outcome, section and text, by keyboard alone', async () => {
    const { page } = await opened('failing');
    const shown = async (): Promise<number> => page.locator('.clause:visible').count();
    const all = await shown();
    await page.getByLabel('Outcome').focus();
    await page.keyboard.type('violated');
    expect(await shown()).toBe(await page.locator('.clause[data-outcome=violated]').count());
    expect(await shown()).toBeLessThan(all);
    expect(await page.locator('#filter [role=status]').innerText()).toMatch(/^\d+ of \d+ /);
    expect(await page.locator('.broken.warn:visible').count()).toBe(0);
    await page.keyboard.press('Tab');
    await page.keyboard.type('8');
    expect(await page.locator('.group:visible h3').allInnerTexts()).toEqual(['8 Limits']);
    await page.keyboard.press('Tab');
    await page.keyboard.type('no such words');
    await expect.poll(shown).toBe(0);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(shown).toBe(all);
  });

  test('a copy button copies the line beside it, by keyboard', async () => {
    const { page } = await opened('failing');
    const button = page.getByRole('button', { name: 'Copy Replay command' }).first();
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Copied Replay command' }).waitFor();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toMatch(/^assay replay [\w.-]+\/\d+ --/);
  });

  test('a link to something that a filter hides shows it again', async () => {
    const { page } = await opened('failing');
    await page.getByLabel('Text').fill('no such words');
    await expect.poll(async () => page.locator('.clause:visible').count()).toBe(0);
    await page.locator('.broken-list a').first().press('Enter');
    await page.locator('.broken:target').waitFor({ state: 'visible' });
  });

  test('a viewer that forbids scripts and styles still gets the whole report', async () => {
    const page = pages.get(true) ?? (await watchedPage(true));
    await page.route(FORBIDDING, async (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: { 'content-security-policy': "sandbox; default-src 'none'" },
        body: texts.get('failing') ?? '',
      }),
    );
    await page.goto(FORBIDDING);
    const text = await page.locator('body').innerText();
    expect(text).toMatch(
      /Does not conform[^]*clauses proven[^]*The status inside the error equals the HTTP status/,
    );
    expect(await page.locator('#filter').isVisible()).toBe(false);
    expect(await page.evaluate('getComputedStyle(document.querySelector("h1")).letterSpacing')).toBe(
      'normal',
    );
    await page.locator('.broken details').first().locator('summary').first().click();
    expect(await page.locator('.message:visible').first().innerText()).toMatch(/Request\s+(GET|POST) \//);
  });

  test('a printed report has its details open', async () => {
    const { page } = await opened('failing', { scripts: false });
    expect(await page.locator('.message:visible').count()).toBe(0);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.message').first().isVisible()).toBe(true);
    expect(await page.locator('.contents').isVisible()).toBe(false);
  });

  test.runIf(THOROUGH)(
    '10,000 exchanges make a file below 3 MB with few enough elements to open at once, and it says what is left out',
    async () => {
      expect(Buffer.byteLength(texts.get('long') ?? '')).toBeLessThan(3_000_000);
      const { page, complaints: heard } = await opened('long', { viewport: VIEWPORTS.phone });
      expect(await page.evaluate('document.querySelectorAll("*").length')).toBeLessThan(40_000);
      expect(await overflow(page)).toBe(0);
      const text = await page.locator('body').textContent();
      expect(text).toMatch(/more findings are left out here|more like it/);
      expect(text).toContain('each row stands for several');
      expect(heard).toEqual([]);
    },
  );
});
