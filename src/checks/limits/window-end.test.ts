import { beforeAll, describe, expect, test } from 'vitest';
import type { RateLimits } from '../../interface/model.ts';
import type { Contract } from '../../oracle/contract.ts';
import { contractOf, EPOCH_MS, quota, runOf, type Sample } from '../exchange.test-data.ts';
import { traceOf, type TracePoint } from './quota-trace.ts';
import { clockLead, untilPhaseMs, windowEndMs } from './window-end.ts';

let contract: Contract;
let limits: RateLimits;

beforeAll(async () => {
  contract = await contractOf('spec/pet-catalogue');
  const { rateLimits } = contract.interface;
  if (rateLimits === undefined) throw new Error('the document has limits');
  limits = rateLimits;
});

const LIMIT = 60;
/** The run begins so long after a full second of the service's clock, its last request so long after another one. */
const BEGIN_MS = 450;
const REFUSED_MS = 3_050;

/** What a row changes of a window that lasts from the first of 60 requests on, with fields that are rounded up. */
type Row = {
  readonly resetS?: number;
  readonly wait?: string;
  readonly refusal?: Partial<Sample>;
  readonly firstLeft?: number;
};

function traceWith({
  resetS = 61,
  wait = '58',
  refusal = {},
  firstLeft = LIMIT - 1,
}: Row): readonly TracePoint[] {
  const accepted = Array.from({ length: LIMIT }, (_, index): Sample => {
    const left = index === 0 ? firstLeft : LIMIT - 1 - index;
    return {
      path: '/categories',
      body: '[]',
      atMs: BEGIN_MS + index * 40,
      headers: quota(LIMIT, left, resetS),
    };
  });
  const last: Sample = {
    path: '/categories',
    status: 429,
    atMs: REFUSED_MS,
    headers: [...quota(LIMIT, 0, resetS), ['Retry-After', wait]],
    ...refusal,
  };
  return traceOf(runOf(contract, [...accepted, last]), limits);
}

function endOf(row: Row): number | undefined {
  const trace = traceWith(row);
  const refusal = trace.at(-1);
  return refusal === undefined ? undefined : windowEndMs(limits, trace, refusal);
}

describe('windowEndMs()', () => {
  test.each<readonly [what: string, row: Row, afterMs: number]>([
    ['the wait, where that ends last', {}, REFUSED_MS + 10 + 58_000],
    ['a whole window, where the wait is rounded down', { resetS: 60, wait: '57' }, BEGIN_MS + 50 + 60_000],
  ])('is soon after %s', (_what, row, afterMs) => {
    const endMs = endOf(row) ?? 0;
    expect(endMs).toBeGreaterThan(afterMs);
    expect(endMs).toBeLessThan(afterMs + 200);
  });

  test.each<readonly [what: string, row: Row]>([
    ['the wait is longer than the window', { wait: '70' }],
    ['the wait ends long before the reset', { wait: '20' }],
    ['the reset is no window after the first request', { resetS: 30, wait: '27' }],
    ['the window was used before', { firstLeft: LIMIT - 5 }],
    ['no wait can be read', { wait: 'soon' }],
    [
      'the refusal says that requests remain',
      { refusal: { headers: [...quota(LIMIT, 3, 61), ['Retry-After', '58']] } },
    ],
    [
      'the refusal speaks of another window',
      { refusal: { headers: [...quota(1_000, 0, 61), ['Retry-After', '58']] } },
    ],
    ['the last request was served', { refusal: { status: 200, body: '[]' } }],
  ])('is undefined where %s', (_what, row) => {
    expect(endOf(row)).toBeUndefined();
  });

  test('is half a second after the reset, where windows are the minutes of the clock and the wait is rounded up', () => {
    const minuteS = 40 - ((EPOCH_MS / 1_000) % 60) + 20;
    const endMs = endOf({ resetS: minuteS, wait: String(minuteS - 3) });
    expect(endMs).toBe(REFUSED_MS + 10 + (minuteS - 3) * 1_000 + 500);
    expect(endOf({ resetS: minuteS, wait: String(minuteS - 4) })).toBeUndefined();
  });
});

describe('clockLead()', () => {
  test('knows the clock of the service as well as the answers tell it', () => {
    const lead = clockLead(traceWith({}));
    // An answer came 20 ms after a full second, and one went out 10 ms before another.
    expect(lead?.leastMs).toBeLessThanOrEqual(EPOCH_MS);
    expect(lead?.leastMs).toBeGreaterThan(EPOCH_MS - 70);
    expect(lead?.mostMs).toBeGreaterThan(EPOCH_MS);
    expect(lead?.mostMs).toBeLessThan(EPOCH_MS + 70);
  });
});

describe('untilPhaseMs()', () => {
  test.each([
    [0, 0, 50],
    [940, 0, 110],
    [50, 0, 0],
    [60, 0, 990],
    [0, 940, 110],
    [0, -60, 110],
  ])('at %i ms with a lead of %i ms is %i ms', (nowMs, leadMs, waitMs) => {
    expect(untilPhaseMs(nowMs, { leastMs: leadMs, mostMs: leadMs }, 50)).toBe(waitMs);
  });
});
