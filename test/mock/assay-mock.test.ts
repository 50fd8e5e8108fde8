import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Interface } from '../../src/interface/model.ts';
import { faults } from '../../src/mock/faults/faults.ts';
import { LIMIT_PERS, LIMITER_KINDS } from '../../src/mock/limits/window-counter.ts';
import type { MockOptions } from '../../src/mock/mock-options.ts';
import { sampled, wholeInCi } from '../sampled.ts';
import { zooDocument } from '../zoo/assay-over-zoo.ts';
import { assayMock, type MockRun, type MockSetup } from './assay-mock.ts';
import { whyItEscapes } from './known-escapes.ts';
import { mockRunTable } from './mock-run-table.ts';

const FAMILIES = ['rate-limit-headers', 'rate-limit-enforcement'];
const limitFaults = faults.filter(({ family }) => FAMILIES.includes(family));

const HONEST: readonly MockSetup[] = LIMITER_KINDS.flatMap((limiter) =>
  LIMIT_PERS.map((limitPer) => ({ limiter, limitPer, fault: undefined })),
);
/** The limiter that mocks have by default, fixed windows for each key, is that of the selftest. */
const FAULTY: readonly MockSetup[] = (
  [
    { limiter: 'sliding', limitPer: 'address' },
    { limiter: 'bucket', limitPer: 'key' },
  ] as const
).flatMap((place) => sampled(limitFaults, 16, 4).map((fault) => ({ ...place, fault })));

let directory: string;
let document: Interface;
const runs: MockRun[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-own-mock-'));
  document = await zooDocument();
});
afterAll(async () => {
  await rm(directory, { recursive: true });
  process.stdout.write(`\n${mockRunTable(runs)}\n`);
});

async function run(setup: MockSetup, profile: 'standard' | 'thorough' = 'standard'): Promise<MockRun> {
  const done = await assayMock(document, setup, { directory, profile });
  runs.push(done);
  expect(done.bans).toBe(0);
  return done;
}

async function meets(setup: MockSetup, profile: 'standard' | 'thorough'): Promise<void> {
  const { verdict, blamed } = await run(setup, profile);
  const reason = whyItEscapes(setup.fault?.name ?? '', setup.limiter, profile);
  if (reason === undefined) {
    expect(verdict.exitCode).toBe(1);
    expect(blamed.map(({ suite }) => suite)).toContain(setup.fault?.family);
  } else expect({ reason, exitCode: verdict.exitCode }).toEqual({ reason, exitCode: 0 });
}

describe('assay against its own mock', () => {
  test.each(wholeInCi(HONEST, 2))(
    'finds nothing wrong, when the limiter is $limiter per $limitPer',
    async (setup) => {
      const { verdict, blamed, footer, refused, movedS } = await run(setup);
      expect(blamed).toEqual([]);
      expect(verdict).toMatchObject({ exitCode: 0, kind: 'conforms' });
      expect(footer.stop).toEqual({ kind: 'completed' });
      expect(refused).toBe(1);
      expect(movedS).toBeGreaterThan(2);
    },
  );

  test.each<readonly [string, (folder: string) => Partial<MockOptions>]>([
    ['takes its time', () => ({ latencyMs: [0, 4] })],
    ['speaks HTTPS', () => ({ tls: 'self-made' })],
    ['keeps what is created in a file', (folder) => ({ data: join(folder, 'data.ndjson') })],
  ])('finds nothing wrong, when the mock %s', async (_name, optionsIn) => {
    const setup: MockSetup = { limiter: 'fixed', limitPer: 'key', fault: undefined };
    const options = optionsIn(directory);
    const { verdict, blamed, refused } = await assayMock(document, setup, {
      directory,
      profile: 'standard',
      options,
    });
    expect(blamed).toEqual([]);
    expect([verdict.exitCode, refused]).toEqual([0, options.tls === undefined ? 1 : 0]);
  });

  test('has all faults of the rate limit before it', () => {
    expect(new Set(limitFaults.map(({ family }) => family))).toEqual(new Set(FAMILIES));
    expect(limitFaults.length).toBeGreaterThanOrEqual(23);
  });

  test.each(FAULTY)(
    'finds $fault.name unless it is known to escape, when the limiter is $limiter per $limitPer',
    (setup) => meets(setup, 'standard'),
  );

  test.each(limitFaults.filter(({ name }) => name === 'limit-not-enforced-on-writes'))(
    'finds $name unless it is known to escape, when the profile is thorough',
    (fault) => meets({ limiter: 'fixed', limitPer: 'key', fault }, 'thorough'),
  );
});
