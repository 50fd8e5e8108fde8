import { existsSync } from 'node:fs';

const USUAL_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** A browser that tests can drive, or why there is none and what helps. */
export type BrowserAtHand =
  | { readonly kind: 'found'; readonly path: string }
  | { readonly kind: 'missing'; readonly reason: string };

/** Looks where CHROMIUM_PATH says, or else at the usual places. */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): BrowserAtHand {
  const { CHROMIUM_PATH: given } = env;
  if (given !== undefined && given !== '') {
    return existsSync(given)
      ? { kind: 'found', path: given }
      : { kind: 'missing', reason: `CHROMIUM_PATH names "${given}", and there is no such file` };
  }
  const path = USUAL_PATHS.find((candidate) => existsSync(candidate));
  return path === undefined
    ? {
        kind: 'missing',
        reason: 'no Chromium at the usual places: run "npm run install-browser", or set CHROMIUM_PATH',
      }
    : { kind: 'found', path };
}
