import { expect, test } from 'vitest';
import type { RateLimits } from '../../interface/model.ts';
import type { HeaderLine } from '../answers/stages/stages.ts';
import { rateLimitHeaders, retryAfterHeader, toldRetryAt } from './headers.ts';
import type { Charge } from './limiter.ts';

const NOW = 1_800_000_000_400;
const LIMITS: RateLimits = {
  status: 429,
  headers: { limit: 'X-Limit', remaining: 'X-Left', reset: 'X-Reset', retryAfter: 'Retry-After' },
  headersOn: 'always',
  resetForm: 'unix-seconds',
  plans: [],
  position: { file: 'openapi.yaml', line: 1 },
};
const window = { quota: { window: 'minute', windowS: 60, limit: 9 }, remaining: 4, resetAt: NOW + 1500 };
const accepted: Charge = { kind: 'accepted', window };
const refused: Charge = { kind: 'refused', window, retryAt: NOW + 1500, reason: 'limit' };

test.each<readonly [string, RateLimits | undefined, Charge, readonly (readonly [string, string])[]]>([
  [
    'Unix seconds, rounded up',
    LIMITS,
    accepted,
    [
      ['X-Limit', '9'],
      ['X-Left', '4'],
      ['X-Reset', '1800000002'],
    ],
  ],
  [
    'seconds that are left',
    { ...LIMITS, resetForm: 'delta-seconds' },
    accepted,
    [
      ['X-Limit', '9'],
      ['X-Left', '4'],
      ['X-Reset', '2'],
    ],
  ],
  [
    'only the headers with a name',
    { ...LIMITS, headers: { ...LIMITS.headers, limit: undefined, reset: undefined } },
    accepted,
    [['X-Left', '4']],
  ],
  ['nothing, when headers belong to refusals', { ...LIMITS, headersOn: 'limited' }, accepted, []],
  [
    'all of them, when headers belong to refusals and this is one',
    { ...LIMITS, headersOn: 'limited' },
    refused,
    [
      ['X-Limit', '9'],
      ['X-Left', '4'],
      ['X-Reset', '1800000002'],
    ],
  ],
  ['nothing, when nothing is limited', LIMITS, { kind: 'unlimited' }, []],
  ['nothing, when the document has no limits', undefined, accepted, []],
])('rateLimitHeaders() gives %s', (_name, limits, charge, expected) => {
  expect(rateLimitHeaders(limits, charge, NOW)).toEqual(expected);
});

test.each([
  [1, '1'],
  [1000, '1'],
  [1001, '2'],
  [-5, '1'],
])('retryAfterHeader() rounds up to whole seconds and never to 0, when %i ms are left', (leftMs, seconds) => {
  expect(retryAfterHeader(LIMITS, NOW + leftMs, NOW)).toEqual([['Retry-After', seconds]]);
});

test.each<readonly [string, readonly HeaderLine[] | undefined, number]>([
  ['at once, when nothing was refused', undefined, NOW],
  ['after the seconds of the header', [['Retry-After', '2']], NOW + 2000],
  ['no readable time, when the header is in words', [['Retry-After', '2 seconds']], Number.POSITIVE_INFINITY],
  ['no readable time, when there is no header', [], Number.POSITIVE_INFINITY],
])('toldRetryAt() says %s', (_name, headers, expected) => {
  const refusal = headers === undefined ? undefined : { status: 429, code: 'c', message: 'm', headers };
  expect(toldRetryAt(refusal, LIMITS, NOW)).toBe(expected);
});
