import { type CheckRow, row } from '../check-rows.test-data.ts';
import { quota, type Sample } from '../exchange.test-data.ts';

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
];
