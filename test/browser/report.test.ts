import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { htmlReport } from '../../src/report/html/html-report.ts';
import { findBrowser } from './find-browser.ts';
import { openBrowser } from './open-browser.ts';
import {
  emptyRecord,
  hostileRecord,
  longRecord,
  recordOf,
  shippedInterface,
  shortened,
} from './report-records.ts';

const found = findBrowser();
if (found.kind === 'missing') console.warn(`the browser tests are skipped: ${found.reason}`);

const VIEWPORTS = { desktop: { width: 1280, height: 900 }, phone: { width: 360, height: 740 } };

async function accessibilityFaults(page: Page, options: axe.RunOptions = {}): Promise<unknown> {
  await page.evaluate(axe.source);
  const given = JSON.stringify({ ...options, resultTypes: ['violations'] });
  const told = '({ id, nodes }) => [id, nodes.length, nodes[0].html, nodes[0].any[0]?.message]';
  return page.evaluate(`axe.run(document, ${given}).then(({ violations }) => violations.map(${told}))`);
}

async function unfold(page: Page): Promise<void> {
  await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
}

async function overflow(page: Page): Promise<unknown> {
  return page.evaluate('document.documentElement.scrollWidth - innerWidth');
}

describe.skipIf(found.kind === 'missing')('the HTML report in a browser', () => {
  const directory = mkdtempSync(join(tmpdir(), 'assay-html-'));
  let browser: Browser;
  const addresses = new Map<string, string>();
  const pages = new Map<string, string>();

  function keep(name: string, page: string): void {
    const file = join(directory, `${name}.html`);
    writeFileSync(file, page);
    pages.set(name, page);
    addresses.set(name, pathToFileURL(file).href);
  }

  beforeAll(async () => {
    if (found.kind === 'missing') return;
    browser = await openBrowser(found.path);
    const document = await shippedInterface();
    const broken = await recordOf(document, [
      'error-status-differs',
      'number-taken-for-text',
      'reset-as-date',
      'challenge-missing',
    ]);
    keep(
      'passing',
      htmlReport(await recordOf(document, []), { document, recordFile: 'reports/last.ndjson' }),
    );
    keep('failing', htmlReport(broken, { document, recordFile: 'out/last.ndjson' }));
    keep(
      'varied',
      htmlReport(shortened(broken), { document: { ...document, clauses: document.clauses.slice(0, 12) } }),
    );
    keep('empty', htmlReport(emptyRecord(), { document }));
    keep('hostile', htmlReport(hostileRecord()));
    keep('long', htmlReport(longRecord(10_000), { document }));
  });

  afterAll(async () => {
    await browser?.close();
    rmSync(directory, { recursive: true, force: true });
  });

  type Opened = { readonly page: Page; readonly complaints: readonly string[] };

  /** Opens a page and collects what a quiet page has none of: console messages, errors, dialogs, requests. */
  async function opened<Result>(
    name: string,
    options: BrowserContextOptions,
    use: (opened: Opened) => Promise<Result>,
  ): Promise<Result> {
    const context = await browser.newContext({ viewport: VIEWPORTS.desktop, ...options });
    const page = await context.newPage();
    const complaints: string[] = [];
    const address = addresses.get(name) ?? '';
    page.on('console', (message) => complaints.push(`console: ${message.text()}`));
    page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
    page.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`));
    page.on('request', (request) => {
      if (request.url() !== address && !request.url().startsWith('data:,'))
        complaints.push(`request: ${request.url()}`);
    });
    try {
      await page.goto(address);
      return await use({ page, complaints });
    } finally {
      await context.close();
    }
  }

  test.each([
    ['passing', 'Conforms'],
    ['failing', 'Does not conform'],
    ['empty', 'Could not tell'],
    ['hostile', 'Does not conform'],
    ['long', 'Does not conform'],
  ])(
    'a %s run says so first; it opens quietly, in a phone without sideways scrolling, with and without scripts',
    async (name, verdict) => {
      for (const javaScriptEnabled of [true, false]) {
        await opened(name, { javaScriptEnabled, viewport: VIEWPORTS.phone }, async ({ page, complaints }) => {
          expect(await page.locator('h1').innerText()).toContain(verdict);
          expect(await page.locator('.lead').innerText()).toMatch(/^\d+ of \d+ clauses? proven/);
          expect(await overflow(page)).toBe(0);
          expect(await page.locator('#filter').isVisible()).toBe(javaScriptEnabled);
          expect(complaints).toEqual([]);
        });
      }
    },
  );

  test('an empty run says that it was cut off and sent nothing', async () => {
    await opened('empty', {}, async ({ page }) => {
      const header = await page.locator('header').innerText();
      expect(header).toContain('cut off');
      expect(header).toContain('nothing was sent');
    });
  });

  test.each([
    ['varied', 'light'],
    ['varied', 'dark'],
    ['empty', 'dark'],
  ] as const)('axe finds nothing in a %s run, %s, with all details open', async (name, colorScheme) => {
    await opened(name, { colorScheme }, async ({ page }) => {
      await unfold(page);
      expect(await accessibilityFaults(page)).toEqual([]);
    });
  });

  test.each(['failing', 'hostile'])('axe finds nothing in a %s run, contrast aside', async (name) => {
    await opened(name, {}, async ({ page }) => {
      expect(await accessibilityFaults(page, { rules: { 'color-contrast': { enabled: false } } })).toEqual(
        [],
      );
    });
  });

  test('hostile texts are text: nothing runs even without the policy, and each can be read', async () => {
    const page = pages.get('hostile') ?? '';
    const bare = page.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, '');
    expect(bare.length).toBeLessThan(page.length);
    expect(Buffer.from(page).toString()).toBe(page);
    keep('hostile-bare', bare);
    await opened('hostile-bare', {}, async ({ page: shown, complaints }) => {
      await unfold(shown);
      await shown.mouse.move(300, 300);
      expect(await shown.evaluate('globalThis.hit')).toBeUndefined();
      expect(
        await shown.locator('main img, main iframe, main script, main meta, a[href^="javascript"]').count(),
      ).toBe(0);
      const text = await shown.locator('body').innerText();
      const visible = [
        '<script>globalThis.hit = 1</script>',
        'onerror="globalThis.hit = 2"',
        ']]> &lt; &#60;',
        '\\u{1b}[31mred',
        '\\u{202e}thgir\\u{202c}',
        'lone \\u{d800} and \\u{dfff} surrogates',
        '\\r\\nbreak\\u{2028}',
      ];
      expect(visible.filter((each) => !text.includes(each))).toEqual([]);
      expect(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}]/u.exec(text)?.[0]).toBeUndefined();
      expect(complaints).toEqual([]);
    });
  });

  test('filters narrow clauses and violations by outcome, section and text, by keyboard alone', async () => {
    await opened('failing', {}, async ({ page }) => {
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
      const sections = await page.locator('.group:visible h3').allInnerTexts();
      expect(sections).toEqual(['8 Limits']);
      await page.keyboard.press('Tab');
      await page.keyboard.type('no such words');
      await expect.poll(shown).toBe(0);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect.poll(shown).toBe(all);
    });
  });

  test('a copy button copies the line beside it, by keyboard', async () => {
    await opened('failing', { permissions: ['clipboard-read', 'clipboard-write'] }, async ({ page }) => {
      const button = page.getByRole('button', { name: 'Copy Replay command' }).first();
      await button.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Copied Replay command' }).waitFor();
      const copied = await page.evaluate('navigator.clipboard.readText()');
      expect(copied).toMatch(/^assay replay [\w.-]+\/1 --record out\/last\.ndjson$/);
    });
  });

  test('a viewer that forbids scripts and styles still gets the whole report', async () => {
    const context = await browser.newContext();
    await context.route('http://report.test/', async (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: { 'content-security-policy': "sandbox; default-src 'none'" },
        body: pages.get('failing') ?? '',
      }),
    );
    const page = await context.newPage();
    await page.goto('http://report.test/');
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
    await context.close();
  });

  test('a printed report has its details open', async () => {
    await opened('failing', {}, async ({ page }) => {
      expect(await page.locator('.message:visible').count()).toBe(0);
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('.message').first().isVisible()).toBe(true);
      expect(await page.locator('.contents').isVisible()).toBe(false);
    });
  });

  test('10,000 exchanges make a file below 3 MB with few enough elements to open at once, and it says what is left out', async () => {
    const page = pages.get('long') ?? '';
    expect(Buffer.byteLength(page)).toBeLessThan(3_000_000);
    await opened('long', {}, async ({ page: shown }) => {
      expect(await shown.evaluate('document.querySelectorAll("*").length')).toBeLessThan(40_000);
      const text = await shown.locator('body').innerText();
      expect(text).toContain('90 more of this check are left out here');
      expect(await shown.locator('body').textContent()).toContain('each row stands for several');
    });
  });
});
