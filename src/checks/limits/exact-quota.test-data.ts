import { type CheckRow, row } from '../check-rows.test-data.ts';
import { EPOCH_MS, quota, type Sample } from '../exchange.test-data.ts';

const RESET_S = 60;
const READER = {
  kind: 'fixed',
  id: 'reader',
  title: 'Reader',
  quotas: [{ window: 'minute', windowS: 60, limit: 5 }],
} as const;
const exclusive = { capabilities: { exclusive: true, exhaust: true, plan: READER } } as const;
const of5 = (remaining: number, sample: Partial<Sample> = {}): Sample => ({
  path: '/books',
  body: '[]',
  headers: quota(5, remaining, RESET_S),
  ...sample,
});
/** One request a second, each with the second after it as the reset. */
const next5 = (remaining: number, second: number, sample: Partial<Sample> = {}): Sample =>
  of5(remaining, {
    atMs: second * 1_000,
    headers: [
      ['Date', new Date(EPOCH_MS + second * 1_000).toUTCString()],
      ...quota(5, remaining, second + 1),
    ],
    ...sample,
  });
const refusal5 = of5(0, { status: 429, body: '' });

export const exactQuotaRows: readonly CheckRow[] = [
  row('rate-limit-headers.first-remaining', 'pass', 'the limit less one', [of5(4)], exclusive),
  row(
    'rate-limit-headers.first-remaining',
    'pass',
    'the limit, before the request counts',
    [of5(5)],
    exclusive,
  ),
  row('rate-limit-headers.first-remaining', 'fail', 'two requests for one', [of5(3)], exclusive),
  row('rate-limit-headers.first-remaining', 'not-testable', 'others may use the key', [of5(3)]),
  row(
    'rate-limit-headers.first-remaining',
    'inconclusive',
    'fields that speak of the day',
    [of5(3, { headers: quota(1000, 3, 40_000) })],
    exclusive,
  ),
  row(
    'rate-limit-enforcement.exact-quota',
    'pass',
    'five of five',
    [...[4, 3, 2, 1, 0].map((n) => of5(n)), refusal5],
    exclusive,
  ),
  row(
    'rate-limit-enforcement.exact-quota',
    'fail',
    'nine of five',
    [...[4, 3, 2, 1, 0, 0, 0, 0, 0].map((n) => of5(n)), refusal5],
    exclusive,
  ),
  row('rate-limit-enforcement.exact-quota', 'inconclusive', 'no refusal', [of5(4)], exclusive),
  row(
    'rate-limit-enforcement.exact-quota',
    'pass',
    'five of five, whose reset is when one of them is back',
    [...[4, 3, 2, 1, 0].map((n, i) => next5(n, i)), next5(0, 4, { status: 429, body: '' })],
    exclusive,
  ),
  row(
    'rate-limit-enforcement.exact-quota',
    'inconclusive',
    'seven, two of them in a window before',
    [...[4, 3, 4, 3, 2, 1, 0].map((n, i) => next5(n, i)), next5(0, 6, { status: 429, body: '' })],
    exclusive,
  ),
  row('rate-limit-enforcement.exact-quota', 'not-applicable', 'a plan without numbers', [of5(4), refusal5], {
    capabilities: { exclusive: true, plan: { kind: 'custom', id: 'branch', title: 'Branch' } },
  }),
];
