import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import type { Interface } from '../../src/interface/model.ts';
import type { Fault } from '../../src/mock/faults/fault.ts';
import type { LimiterKind, LimitPer } from '../../src/mock/limits/window-counter.ts';
import type { Mock, MockOptions } from '../../src/mock/mock-options.ts';
import { startMock } from '../../src/mock/server/start-mock.ts';
import { allowanceFor } from '../../src/record/allowance.ts';
import { readRecord } from '../../src/record/read.ts';
import type { CheckResult, RecordFooter } from '../../src/record/record.ts';
import { type Verdict, verdict } from '../../src/report/model/verdict.ts';
import { runApart } from '../run/run-apart.ts';
import { runRequestFor } from '../run/run-request-for.ts';

/** A mock as it is set up for a run. */
export type MockSetup = {
  readonly limiter: LimiterKind;
  readonly limitPer: LimitPer;
  readonly fault: Fault | undefined;
};

/** Ten seconds after a full minute: a run is over long before an aligned window ends. */
const START_MS = 1_800_000_010_000;

/** What assay said of the mock, and what the mock saw of assay. */
export type MockRun = {
  readonly setup: MockSetup;
  readonly verdict: Verdict;
  /** Results of the kinds `fail` and `harness-error`. */
  readonly blamed: readonly CheckResult[];
  readonly footer: RecordFooter;
  readonly refused: number;
  readonly bans: number;
  /** By how much the mock's clock was moved instead of waiting. */
  readonly movedS: number;
  readonly seconds: number;
};

async function limiterTally({
  origin,
  certificate,
}: Mock): Promise<{ readonly refused: number; readonly bans: number }> {
  const dispatcher = new Agent({ connect: { ca: certificate ?? '' } });
  const state = await (await request(`${origin}/__assay/state`, { dispatcher })).body.json();
  await dispatcher.close();
  const { limiter } = state as { readonly limiter: { readonly refused: number; readonly bans: number } };
  return limiter;
}

/** `directory` keeps the record meanwhile. */
export type AssayMockOptions = {
  readonly directory: string;
  readonly profile: 'standard' | 'thorough';
  /** What else the mock does. */
  readonly options?: Partial<MockOptions>;
};

/** Runs assay against a mock that bans whoever comes back once too early. */
export async function assayMock(
  document: Interface,
  setup: MockSetup,
  { directory, profile, options = {} }: AssayMockOptions,
): Promise<MockRun> {
  const { limiter, limitPer, fault } = setup;
  const openedMs = performance.now();
  await using mock = await startMock({
    now: () => START_MS + Math.round(performance.now() - openedMs),
    interface: document,
    limiter,
    limitPer,
    banAfter: 1,
    faults: fault === undefined ? [] : [fault],
    ...options,
  });
  const [own] = mock.keys;
  if (own === undefined) throw new Error('the mock has no key');
  const recordFile = join(directory, `${limiter}-${limitPer}-${fault?.name ?? 'none'}.ndjson`);
  const { total } = allowanceFor(profile, document.rateLimits, own.plan);
  /** Over HTTPS nothing moves the clock, so the limit is left alone: nobody waits for a minute. */
  const movesClock = mock.certificate === undefined;
  const settings = {
    plan: own.plan,
    profile,
    maxRequests: total,
    maxDurationS: 400,
    exhaust: movesClock,
  };
  const aimed = runRequestFor({ url: mock.url, key: own.key, recordFile, settings });
  const startedMs = performance.now();
  const { results, footer } = await runApart(
    { ...aimed, tls: { insecure: false, ca: mock.certificate }, ownMock: movesClock },
    document,
    {
      onEvent: () => undefined,
      signal: new AbortController().signal,
    },
  );
  const seconds = (performance.now() - startedMs) / 1000;
  const parsed = await readRecord(recordFile);
  if (parsed.kind === 'no-record') throw new Error(parsed.problem);
  await rm(recordFile);
  return {
    setup,
    verdict: verdict(parsed.record, document),
    blamed: results.filter(({ outcome }) => outcome.kind === 'fail' || outcome.kind === 'harness-error'),
    footer,
    ...(await limiterTally(mock)),
    movedS: mock.clock.advancedMs() / 1000,
    seconds,
  };
}
