import { rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { Interface } from '../../src/interface/model.ts';
import { allowanceFor } from '../../src/record/allowance.ts';
import type { CheckResult, Profile, RecordFooter, RunEvent } from '../../src/record/record.ts';
import { verdict, type Verdict } from '../../src/report/model/verdict.ts';
import { runApart } from '../run/run-apart.ts';
import type { Clock } from '../../src/system/clock.ts';
import { runRequestFor } from '../run/run-request-for.ts';
import { sampleHeader } from '../samples/sample-record.ts';
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
  readonly warned: readonly CheckResult[];
  /** True when the fault of a faulty member shows in the way that is expected of it. */
  readonly found: boolean;
  readonly footer: RecordFooter;
  readonly ruling: Verdict;
  readonly stats: Stats;
  /** Requests on the key, besides those that use the limit up. */
  readonly onKey: number;
  readonly withoutKey: number;
};

/** One for all: what looks for it in all that is written is made but once. */
const KEY = 'qT7xLm-4Kd9W-pZ2vB-cY6Rs';
const SHORTENED = 6;
const USES_THE_LIMIT_UP = 'rate-limit-enforcement';

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
export function sharedClock(): Clock {
  let movedMs = 0;
  return {
    now: () => Date.now() + movedMs,
    monotonicMs: () => performance.now() + movedMs,
    sleep: async (ms) => {
      movedMs += ms;
    },
  };
}

/** Most of a latency passes on the shared clock alone; a part passes really, so that answers keep their order. */
async function shortDelay(ms: number, clock: Clock): Promise<void> {
  const realMs = ms / SHORTENED;
  await Promise.all([clock.sleep(ms - realMs), setTimeout(realMs, undefined, { ref: false })]);
}

/** Counts the requests on the key as they are sent, besides those that use the limit up. */
function countOnKey(): { readonly onEvent: (event: RunEvent) => void; readonly count: () => number } {
  let before = 0;
  let count = 0;
  return {
    onEvent: (event) => {
      if (event.kind !== 'exchange') return;
      if (event.suite !== USES_THE_LIMIT_UP) count += event.withKey - before;
      before = event.withKey;
    },
    count: () => count,
  };
}

/**
 * Runs assay against one member of the zoo, without any waiting. The record is kept in `recordFile` meanwhile, and
 * `look` may read it at the end.
 */
export async function assayMember(
  member: ZooMember,
  { document, seed, profile, plan }: ZooSettings,
  recordFile: string,
  look: (recordFile: string, url: string) => Promise<void> = async () => undefined,
): Promise<Sighting> {
  const clock = sharedClock();
  const running = await startMember(member, {
    key: KEY,
    now: clock.now,
    random: chanceOf(seed, member.name),
    delay: (ms) => shortDelay(ms, clock),
  });
  const onKey = countOnKey();
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
  const request = runRequestFor({ url: running.url, key: running.key, recordFile, settings });
  const header = sampleHeader({ settings: request.settings });
  try {
    const { results, footer } = await runApart(
      request,
      document,
      { onEvent: onKey.onEvent, signal: new AbortController().signal },
      { clock },
    );
    const blamed = results.filter(
      ({ outcome }) => outcome.kind === 'fail' || outcome.kind === 'harness-error',
    );
    await look(recordFile, running.url);
    const warned = results.filter(({ outcome }) => outcome.kind === 'warn');
    const showing = member.kind === 'faulty' && member.shows === 'warning' ? warned : blamed;
    return {
      member,
      blamed,
      warned,
      found: member.kind === 'faulty' && showing.length > 0,
      footer,
      ruling: verdict({ header, exchanges: new Map(), results, footer, partial: false }, document),
      stats: running.stats(),
      onKey: onKey.count(),
      withoutKey: footer.requests.withoutKey,
    };
  } finally {
    await running.close();
    await rm(recordFile, { force: true });
  }
}
