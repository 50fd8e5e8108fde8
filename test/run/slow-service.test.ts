import { expect, test } from 'vitest';
import { wholeInCi } from '../sampled.ts';
import { createClient } from '../../src/client/client.ts';
import { loadInterface } from '../../src/interface/load-interface.ts';
import { lifeFaults } from '../../src/mock/faults/derived/life-faults.ts';
import type { Check } from '../../src/checks/check.ts';
import type { Fault } from '../../src/mock/faults/fault.ts';
import { startMock } from '../../src/mock/server/start-mock.ts';
import type { FinishedRun } from '../../src/run/open-run.ts';
import { runApart } from './run-apart.ts';
import { type VirtualClock, virtualClock } from '../../src/run/virtual-target.test-data.ts';
import { verdict } from '../../src/report/model/verdict.ts';
import { runRequestFor } from './run-request-for.ts';

const loaded = await loadInterface('test/lives');
if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
const document = loaded.interface;
const MAX_DURATION_S = 300;

type Slow = {
  readonly faults?: readonly Fault[];
  readonly maxDurationS?: number;
  /** Checks beside assay's own, told of as each suite ends. */
  readonly ownChecks?: readonly Check[];
  readonly clock?: VirtualClock;
};

/** A standard run against the mock, each of whose answers takes so long on a clock that only they and checks move. */
async function runAgainstSlow(
  answerMs: number,
  { faults = [], maxDurationS = MAX_DURATION_S, ownChecks, clock = virtualClock() }: Slow = {},
): Promise<FinishedRun> {
  const mock = await startMock({ interface: document, faults, onError: () => undefined });
  const [own] = mock.keys;
  const client = createClient({ baseUrl: mock.url, key: own?.key, userAgent: 'assay' });
  const settings = {
    plan: undefined,
    profile: 'standard',
    maxRequests: 700,
    maxDurationS,
  } as const;
  try {
    return await runApart(
      runRequestFor({ url: mock.url, key: own?.key, recordFile: undefined, settings }),
      document,
      {
        onEvent: () => undefined,
        signal: new AbortController().signal,
        tellChecks: true,
        ...(ownChecks === undefined ? {} : { ownChecks }),
      },
      {
        clock,
        client: {
          ...client,
          send: async (request, options) => {
            const startMs = clock.monotonicMs();
            const sending = await client.send(request, options);
            clock.pass(answerMs);
            return { ...sending, startMs, firstByteMs: clock.monotonicMs(), endMs: clock.monotonicMs() };
          },
        },
      },
    );
  } finally {
    await mock.close();
  }
}

test.each(wholeInCi([700, 1_500], 2))(
  'a service that takes %i ms an answer is judged by what it said in time, and nothing stays behind',
  async (answerMs) => {
    const record = await runAgainstSlow(answerMs);
    const kinds = record.results.map(({ outcome }) => outcome.kind);
    expect(kinds.filter((kind) => kind === 'pass').length).toBeGreaterThan(10);
    expect(kinds.filter((kind) => kind === 'fail' || kind === 'warn')).toEqual([]);
    expect(record.footer.leftovers).toEqual([]);
    expect(record.footer.durationMs).toBeLessThan((MAX_DURATION_S + 10) * 1000);
    // What there was no time for is no proof of anything.
    expect(verdict(record, document).exitCode).toBe(2);
  },
);

test('what a slow service broke in time is told', async () => {
  const fault = lifeFaults(document).find(({ name }) => name.includes('second-update-lost'));
  if (fault === undefined) throw new Error('there is no such fault');
  const record = await runAgainstSlow(1_000, { faults: [fault] });
  expect(verdict(record, document).exitCode).toBe(1);
});

test('checks that take long are told of and judged until the time for judging is over, and not for each of them', async () => {
  const clock = virtualClock();
  const isSlow = (id: string): Check => ({
    id,
    suite: 'resources',
    level: 'should',
    needs: [],
    title: 'takes a second',
    explanation: 'Takes a second.',
    notApplicable: () => undefined,
    judge: () => {
      clock.pass(1_000);
      return { kind: 'not-applicable', reason: 'it says nothing' };
    },
    foreign: { kind: 'says-nothing', reason: 'it says nothing' },
  });
  const ownChecks = Array.from({ length: 90 }, (_, at) => isSlow(`own.slow-${String(at)}`));
  const record = await runAgainstSlow(1, { maxDurationS: 20, ownChecks, clock });
  expect(clock.monotonicMs()).toBeLessThan(33_000);
  expect(record.results.some(({ outcome }) => outcome.kind === 'inconclusive')).toBe(true);
});
