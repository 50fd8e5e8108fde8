import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Interface } from '../../src/interface/model.ts';
import type { CheckResult, Profile, RecordFooter, RunRecord } from '../../src/run/record.ts';
import { allowanceFor } from '../../src/run/budget.ts';
import type { Clock } from '../../src/run/clock.ts';
import { readRecord } from '../../src/run/read-record.ts';
import { runInProcess } from '../../src/run/run-in-process.ts';
import { runRequestFor } from '../run/run-request-for.ts';
import type { Stats } from './honest-server.ts';
import type { ZooMember } from './member.ts';
import { startMember } from './start-member.ts';

/** How the whole zoo is tested. `undeclared`: assay is not told the plan of the key. */
export type ZooSettings = {
  readonly document: Interface;
  readonly seed: number;
  readonly profile: Profile;
  readonly plan: 'declared' | 'undeclared';
};

/** What assay said of one member, and what the member saw of assay. */
export type Sighting = {
  readonly member: ZooMember;
  /** Results of the kinds `fail` and `harness-error`. */
  readonly blamed: readonly CheckResult[];
  readonly footer: RecordFooter;
  readonly stats: Stats;
  /** Requests on the key, besides those that use the limit up. */
  readonly onKey: number;
  readonly withoutKey: number;
};

const USES_THE_LIMIT_UP = 'rate-limit-enforcement/';

/** Chance that is the same in every run: xorshift32 over the seed and the name. */
function chanceOf(seed: number, name: string): () => number {
  let state = Buffer.from(name).reduce((sum, byte) => Math.imul(sum ^ byte, 16_777_619), seed) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** A clock that assay and a member share: whoever waits moves it. */
function sharedClock(): Clock {
  let movedMs = 0;
  return {
    now: () => Date.now() + movedMs,
    monotonicMs: () => performance.now() + movedMs,
    sleep: async (ms) => {
      movedMs += ms;
    },
  };
}

async function recorded(file: string): Promise<RunRecord> {
  const parsed = await readRecord(file);
  if (parsed.kind === 'no-record') throw new Error(parsed.problem);
  return parsed.record;
}

function requestsOnKey({ exchanges }: RunRecord): number {
  return [...exchanges.values()].filter(
    ({ probe, request: { credential } }) =>
      !probe.startsWith(USES_THE_LIMIT_UP) &&
      (credential.kind === 'valid' || credential.kind === 'valid-other-scheme-case'),
  ).length;
}

/** Runs assay against one member of the zoo, without any waiting. The record is kept in `directory` meanwhile. */
export async function assayMember(
  member: ZooMember,
  { document, seed, profile, plan }: ZooSettings,
  directory: string,
): Promise<Sighting> {
  const clock = sharedClock();
  const running = await startMember(member, { now: clock.now, random: chanceOf(seed, member.name) });
  const recordFile = join(directory, `${member.name}.ndjson`);
  const declared = plan === 'declared' ? running.plan : undefined;
  const settings = {
    plan: declared,
    profile,
    seed,
    maxRequests: allowanceFor(profile, document.rateLimits, declared).total,
    maxDurationS: 400,
    timeoutMs: 3_000,
    exhaust: true,
  };
  try {
    const { results, footer } = await runInProcess(
      runRequestFor({ url: running.url, key: running.key, recordFile, settings }),
      document,
      { onEvent: () => undefined, signal: new AbortController().signal },
      clock,
    );
    const blamed = results.filter(
      ({ outcome }) => outcome.kind === 'fail' || outcome.kind === 'harness-error',
    );
    const onKey = requestsOnKey(await recorded(recordFile));
    return {
      member,
      blamed,
      footer,
      stats: running.stats(),
      onKey,
      withoutKey: footer.requests.withoutKey,
    };
  } finally {
    await running.close();
    await rm(recordFile, { force: true });
  }
}
