import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CheckResult, RecordFooter } from '../../src/run/record.ts';
import { runInProcess } from '../../src/run/run-in-process.ts';
import { runRequestFor } from '../run/run-request-for.ts';
import { zooDocument } from '../zoo/assay-over-zoo.ts';
import type { LimitedServer, Manners } from './listen.ts';
import { REAL_KEY } from './real-key.ts';
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

type Row = {
  readonly name: string;
  readonly start: () => Promise<LimitedServer>;
  /** Checks that fail. */
  readonly breaks: readonly string[];
};

const ROWS: readonly Row[] = [
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

type Seen = {
  readonly results: readonly CheckResult[];
  readonly footer: RecordFooter;
  readonly manners: Manners;
};

const MINUTE_MS = 60_000;
const seen = new Map<Row, Seen>();

async function visit(row: Row, directory: string): Promise<void> {
  const server = await row.start();
  try {
    const run = await runInProcess(
      runRequestFor({
        url: server.url,
        key: REAL_KEY,
        recordFile: join(directory, `${ROWS.indexOf(row)}.ndjson`),
        settings: { profile: 'standard', maxRequests: 140, maxDurationS: 40, exhaust: true },
      }),
      await zooDocument(),
      { onEvent: () => undefined, signal: new AbortController().signal },
    );
    seen.set(row, { ...run, manners: server.manners });
  } finally {
    await server.close();
  }
}

beforeAll(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'assay-real-limiters-'));
  await Promise.all(ROWS.map((row) => visit(row, directory)));
  await rm(directory, { recursive: true });
  const lines = ROWS.map((row) => {
    const { manners, footer } = seen.get(row) ?? {};
    return `${row.name}: ${row.breaks.join(', ') || 'conforms'}, ${manners?.requests} requests, ${((footer?.durationMs ?? 0) / 1000).toFixed(1)} s`;
  });
  process.stdout.write(`\n${lines.join('\n')}\n`);
}, MINUTE_MS);

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
