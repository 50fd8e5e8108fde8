import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Interface } from '../../src/interface/model.ts';
import type { LimiterKind } from '../../src/mock/limits/window-counter.ts';
import type { Mock } from '../../src/mock/mock-options.ts';
import { startMock } from '../../src/mock/server/start-mock.ts';
import { loadLibrary } from './load-library.ts';

/** 2027-01-15 08:00:00 UTC. */
const START_S = 1_800_000_000;
const MIDNIGHT_S = 1_800_057_600;
const DAY_S = 86_400;
const MINUTE_MS = 60_000;
const DAY_LIMIT = 12;

let library: Interface;
let mock: Mock;

beforeAll(async () => {
  library = await loadLibrary();
});
afterEach(() => mock.close());

type Told = {
  readonly status: number;
  readonly limit: number;
  readonly remaining: number;
  readonly reset: number;
  readonly retryAfter: number | undefined;
};

/** One request of the plan with 5 a minute and 12 a day. */
async function ask(): Promise<Told> {
  const { status, headers } = await fetch(`${mock.url}/books`, {
    headers: { authorization: 'Bearer reader-plan-key' },
  });
  const number = (name: string): number => Number(headers.get(name) ?? Number.NaN);
  return {
    status,
    limit: number('x-ratelimit-limit'),
    remaining: number('x-ratelimit-remaining'),
    reset: number('x-ratelimit-reset'),
    retryAfter: headers.has('retry-after') ? number('retry-after') : undefined,
  };
}

/** Uses the day up in batches that every minute window has room for. The last batch goes out after two minutes. */
async function useTheDayUp(): Promise<void> {
  for (let sent = 0; sent < DAY_LIMIT; sent += 1) {
    if (sent > 0 && sent % 4 === 0) mock.clock.advance(MINUTE_MS);
    expect((await ask()).status).toBe(200);
  }
}

type Row = {
  readonly kind: LimiterKind;
  /** Unix seconds at which the whole day is there again, and seconds until one more request is accepted. */
  readonly reset: number;
  readonly retryAfter: number;
  /** What is told once that time is over. */
  readonly next: Pick<Told, 'limit' | 'remaining'>;
};

const ROWS: readonly Row[] = [
  {
    kind: 'fixed',
    reset: START_S + DAY_S,
    retryAfter: DAY_S - 120,
    next: { limit: 5, remaining: 4 },
  },
  {
    kind: 'aligned',
    reset: MIDNIGHT_S,
    retryAfter: MIDNIGHT_S - START_S - 120,
    next: { limit: 5, remaining: 4 },
  },
  {
    kind: 'sliding',
    reset: START_S + DAY_S + 120,
    retryAfter: DAY_S - 120,
    next: { limit: 12, remaining: 3 },
  },
  {
    kind: 'bucket',
    reset: START_S + DAY_S,
    retryAfter: DAY_S / DAY_LIMIT - 120,
    next: { limit: 12, remaining: 0 },
  },
];

describe('a day window', () => {
  test.each(ROWS)(
    'refuses once it is used up, says so in hours, and lets the caller come back then, when $kind',
    async ({ kind, reset, retryAfter, next }) => {
      mock = await startMock({ interface: library, now: () => START_S * 1000, limiter: kind, banAfter: 1 });
      await useTheDayUp();
      expect(await ask()).toEqual({ status: 429, limit: DAY_LIMIT, remaining: 0, reset, retryAfter });
      expect(retryAfter).toBeGreaterThan(3600);
      mock.clock.advance(retryAfter * 1000);
      expect(await ask()).toMatchObject({ status: 200, ...next, retryAfter: undefined });
    },
  );

  test('goes on refusing with a shorter wait, when only the minute is over', async () => {
    mock = await startMock({ interface: library, now: () => START_S * 1000 });
    await useTheDayUp();
    mock.clock.advance(MINUTE_MS);
    const wait = DAY_S - 180;
    expect(await ask()).toMatchObject({ status: 429, limit: DAY_LIMIT, remaining: 0, retryAfter: wait });
    mock.clock.advance(wait * 1000 - 1);
    expect(await ask()).toMatchObject({ status: 429, retryAfter: 1 });
    mock.clock.advance(1);
    expect(await ask()).toMatchObject({ status: 200, limit: 5, remaining: 4 });
  });

  test('has its whole quota on the next day, when the one before was used up', async () => {
    mock = await startMock({ interface: library, now: () => START_S * 1000, banAfter: 1 });
    for (let day = 0; day < 3; day += 1) {
      await useTheDayUp();
      expect((await ask()).status).toBe(429);
      mock.clock.advance(DAY_S * 1000);
    }
  });
});
