import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { wholeInCi } from '../sampled.ts';
import { zooDocument } from '../zoo/assay-over-zoo.ts';
import {
  expressConforming,
  expressRateLimit,
  fastifyConforming,
  fastifyLimited,
  flexibleAsInManual,
  flexibleConforming,
  honoLimited,
  rateLimiterFlexible,
} from './real-services.ts';
import { SharedClock } from './shared-clock.ts';
import { visitService, type Visited } from './visit-service.ts';

type Row = {
  readonly name: string;
  readonly start: () => Server | Promise<Server>;
  /** Checks that fail. */
  readonly breaks: readonly string[];
};

const ALL_ROWS: readonly Row[] = [
  {
    name: 'express-rate-limit, counting by key',
    start: () => expressRateLimit(expressConforming),
    breaks: [],
  },
  { name: 'express-rate-limit, with a limit alone', start: () => expressRateLimit({}), breaks: [] },
  {
    name: 'express-rate-limit, as its manual shows',
    start: () => expressRateLimit({ standardHeaders: 'draft-8', legacyHeaders: false }),
    breaks: ['rate-limit-headers.present', 'rate-limit-enforcement.refusal-headers'],
  },
  {
    name: 'rate-limiter-flexible, rounded',
    start: () => rateLimiterFlexible(flexibleConforming),
    breaks: [],
  },
  {
    name: 'rate-limiter-flexible, as its manual shows',
    start: () => rateLimiterFlexible(flexibleAsInManual),
    breaks: ['rate-limit-enforcement.retry-after'],
  },
  {
    name: '@fastify/rate-limit, with a Unix time as reset',
    start: () => fastifyLimited(fastifyConforming, 'unix-time'),
    breaks: [],
  },
  {
    name: '@fastify/rate-limit, with a limit alone',
    start: () => fastifyLimited({}, 'seconds'),
    breaks: ['rate-limit-headers.reset'],
  },
  {
    name: 'hono-rate-limiter, with the documented fields',
    start: () => honoLimited('documented'),
    breaks: [],
  },
  {
    name: 'hono-rate-limiter, with a limit alone',
    start: () => honoLimited('own'),
    breaks: ['rate-limit-headers.present'],
  },
];

/** Of the even ones the first conforms, and there is one of each package that does not. */
const ROWS = wholeInCi(ALL_ROWS, 2);

const START_MS = Date.UTC(2030, 0, 1);
const seen = new Map<Row, Visited>();

beforeAll(async () => {
  const document = await zooDocument();
  const directory = await mkdtemp(join(tmpdir(), 'assay-real-limiters-'));
  const shared = new SharedClock(START_MS, (nowMs) => vi.setSystemTime(nowMs));
  await Promise.all(
    ROWS.map(async (row, index) => {
      const recordFile = join(directory, `${index}.ndjson`);
      seen.set(row, await visitService(row.start, { document, shared, recordFile }));
    }),
  );
  await rm(directory, { recursive: true });
  const lines = ROWS.map((row) => {
    const { manners } = seen.get(row) ?? {};
    return `${row.name}: ${row.breaks.join(', ') || 'conforms'}, ${manners?.requests} requests`;
  });
  process.stdout.write(`\n${lines.join('\n')}\n`);
});

afterAll(() => vi.useRealTimers());

const blamed = (row: Row): readonly string[] =>
  (seen.get(row)?.results ?? [])
    .filter(({ outcome: { kind } }) => kind === 'fail' || kind === 'warn' || kind === 'harness-error')
    .map(({ id }) => id);

describe.each(ROWS)('$name', (row) => {
  test(row.breaks.length === 0 ? 'conforms' : `breaks ${row.breaks.join(', ')}`, () => {
    expect(seen.get(row)?.footer.stop).toEqual({ kind: 'completed' });
    expect(blamed(row)).toEqual(row.breaks);
  });

  test('is treated with patience', () => {
    expect(seen.get(row)?.manners.requests).toBeGreaterThan(60);
    expect(seen.get(row)?.manners.requests).toBeLessThanOrEqual(140);
    expect(seen.get(row)?.manners.early).toBe(0);
  });
});

test('limits that tell what remains are proven to be enforced and to end', () => {
  const proven = ROWS.filter((row) => row.breaks.length === 0).map((row) =>
    ['refusal', 'retry-after', 'recovery'].map(
      (name) =>
        seen.get(row)?.results.find(({ id }) => id === `rate-limit-enforcement.${name}`)?.outcome.kind,
    ),
  );
  expect(proven).toEqual(proven.map(() => ['pass', 'pass', 'pass']));
});
