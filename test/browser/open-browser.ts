import { chromium, type Browser } from 'playwright-core';

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Starts the browser; the caller closes it. Contacts nothing by itself. */
export async function openBrowser(path: string): Promise<Browser> {
  return chromium.launch({ executablePath: path, args: QUIET });
}
