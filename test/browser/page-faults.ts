import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds wrong with a page: id, how many elements, the first of them, and why. */
export async function accessibilityFaults(page: Page, options: axe.RunOptions = {}): Promise<unknown> {
  await page.evaluate(axe.source);
  const given = JSON.stringify({ ...options, resultTypes: ['violations'] });
  const told = '({ id, nodes }) => [id, nodes.length, nodes[0].html, nodes[0].any[0]?.message]';
  return page.evaluate(`axe.run(document, ${given}).then(({ violations }) => violations.map(${told}))`);
}

/** By how many pixels a page is wider than its window. */
export async function overflow(page: Page): Promise<unknown> {
  return page.evaluate('document.documentElement.scrollWidth - innerWidth');
}
