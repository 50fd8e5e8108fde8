import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { loadInterface } from '../../src/interface/load-interface.ts';
import type { Interface } from '../../src/interface/model.ts';
import { allowanceFor } from '../../src/record/allowance.ts';
import { parseRecord } from '../../src/record/read.ts';
import type { RunRecord } from '../../src/record/record.ts';
import { verdict } from '../../src/report/model/verdict.ts';
import { runApart } from './run-apart.ts';
import { createRandom } from '../../src/system/random.ts';
import type { Clock } from '../../src/system/clock.ts';
import { rejudge } from '../../src/traffic/rejudge.ts';
import { THOROUGH } from '../sampled.ts';
import { sharedClock } from '../zoo/assay-member.ts';
import type { ZooMember } from '../zoo/member.ts';
import { conformingMembers, faultyMembers } from '../zoo/members.ts';
import { startMember } from '../zoo/start-member.ts';
import { runRequestFor } from './run-request-for.ts';

const KEY = 'qT7xLm-4Kd9W-pZ2vB-cY6Rs';
const directory = mkdtempSync(join(tmpdir(), 'assay-resume-'));
afterAll(() => rmSync(directory, { recursive: true }));

async function shipped(): Promise<Interface> {
  const loaded = await loadInterface('spec/pet-catalogue');
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  return loaded.interface;
}
const document = await shipped();

const honest: ZooMember = {
  kind: 'conforming',
  family: 'honest',
  name: 'honest',
  title: 'honest',
  traits: {},
};

function named(names: readonly string[]): readonly ZooMember[] {
  return [...conformingMembers, ...faultyMembers].filter(({ name }) => names.includes(name));
}

/** Faults of every kind of check: of single answers, of sequences, of counters. */
const FAULTS = [
  'any-key',
  'not-stored',
  'headers-missing-on-list-401',
  'never-refused',
  'retry-after-missing',
];
const faulty = named(FAULTS).filter(({ kind }) => kind === 'faulty');

type Started = Awaited<ReturnType<typeof startMember>>;

function start(member: ZooMember, clock: Clock, random: () => number): Promise<Started> {
  return startMember(member, {
    key: KEY,
    now: clock.now,
    random,
    delay: (ms) => clock.sleep(ms),
  });
}

/** One part of a run. `until`: it is cut off after so many exchanges. */
async function part(
  { url, key, plan }: Started,
  clock: Clock,
  { until, earlier }: { readonly until?: number; readonly earlier?: RunRecord },
): Promise<{ readonly record: RunRecord; readonly text: string }> {
  const recordFile = join(directory, 'run.ndjson');
  const abort = new AbortController();
  let sent = 0;
  const settings = {
    plan,
    profile: 'standard',
    maxRequests: allowanceFor('standard', document.rateLimits, plan).total,
    maxDurationS: 400,
    exhaust: true,
  } as const;
  const onEvent = ({ kind }: { readonly kind: string }): void => {
    if (kind !== 'exchange') return;
    sent += 1;
    if (sent === until) abort.abort();
  };
  const request = { ...runRequestFor({ url, key, recordFile, settings }), earlier };
  const record = await runApart(request, document, { onEvent, signal: abort.signal }, { clock });
  return { record, text: readFileSync(recordFile, 'utf8') };
}

/** What a process leaves that is killed: no outcomes, no end, and perhaps only a part of the last line. */
function killed(text: string, bytesLost: number): RunRecord {
  const lines = text.split('\n').filter((line) => !/^\{"type":"(check|footer)"/.test(line));
  const file = lines.join('\n');
  const kept = file.slice(0, Math.max((lines[0]?.length ?? 0) + 1, file.length - bytesLost));
  const parsed = parseRecord(kept, 'killed.ndjson');
  if (parsed.kind === 'no-record') throw new Error(parsed.problem);
  return parsed.record;
}

type Cut = {
  readonly member: ZooMember;
  readonly cutAfter: readonly number[];
  readonly bytesLost: number;
  readonly pauseMs: number;
  /** The service lost its data and its counters while the run was away. */
  readonly anew: boolean;
};

async function interrupted(cut: Cut): Promise<{ readonly record: RunRecord }> {
  const clock = sharedClock();
  // A service that lost its data draws other numbers than before.
  const random = createRandom(1);
  let service = await start(cut.member, clock, random);
  let earlier: RunRecord | undefined;
  try {
    for (const until of cut.cutAfter) {
      const cutOff = await part(service, clock, { until, ...(earlier === undefined ? {} : { earlier }) });
      earlier = cut.bytesLost === 0 ? cutOff.record : killed(cutOff.text, cut.bytesLost);
      await clock.sleep(cut.pauseMs);
      if (!cut.anew) continue;
      await service.close();
      service = await start(cut.member, clock, random);
    }
    const last = await part(service, clock, earlier === undefined ? {} : { earlier });
    return { record: last.record };
  } finally {
    await service.close();
  }
}

function cutOf(members: readonly ZooMember[]): fc.Arbitrary<Cut> {
  return fc.record({
    member: fc.constantFrom(...members),
    cutAfter: fc.array(fc.integer({ min: 1, max: 80 }), { minLength: 1, maxLength: 2 }),
    bytesLost: fc.constantFrom(0, 1, 300, 2_000),
    pauseMs: fc.integer({ min: 0, max: 130_000 }),
    anew: fc.boolean(),
  });
}

const numRuns = THOROUGH ? 12 : 1;

function failing(record: RunRecord): readonly string[] {
  return record.results.filter(({ outcome }) => outcome.kind === 'fail').map(({ id }) => id);
}

describe('a run that was cut off and is resumed', { timeout: 600_000 }, () => {
  test('conforms where an uninterrupted one would, in a record that stands for itself', async () => {
    const honestOnes = THOROUGH ? [honest, ...conformingMembers] : [honest];
    await fc.assert(
      fc.asyncProperty(cutOf(honestOnes), async (cut) => {
        const { record } = await interrupted(cut);
        expect(failing(record)).toEqual([]);
        expect(record.footer?.stop).toEqual({ kind: 'completed' });
        if (cut.member === honest) expect(verdict(record, document)).toMatchObject({ exitCode: 0 });
        const again = rejudge(record, document, { name: 'run.ndjson', settings: {} });
        expect(failing(again)).toEqual([]);
      }),
      { numRuns, endOnFailure: true },
    );
  });

  test('blames what an uninterrupted one would', async () => {
    expect(faulty).toHaveLength(FAULTS.length);
    await fc.assert(
      fc.asyncProperty(cutOf(faulty), async (cut) => {
        const { record } = await interrupted(cut);
        const { exitCode } = verdict(record, document);
        // What only a whole window shows may be cut in two: that is no proof, and never green.
        expect(cut.member.name === 'never-refused' ? [1, 2] : [1]).toContain(exitCode);
      }),
      { numRuns, endOnFailure: true },
    );
  });

  test('sends no finished probe again', async () => {
    const cut = { member: honest, cutAfter: [60], bytesLost: 0, pauseMs: 0, anew: false };
    const { record } = await interrupted(cut);
    const [resumed, ...others] = record.header.resumes ?? [];
    expect(others).toEqual([]);
    const all = [...record.exchanges.values()];
    const end = all.findIndex(({ id }) => id === resumed?.lastExchange) + 1;
    const [before, after] = [all.slice(0, end), all.slice(end)].map(
      (exchanges) => new Set(exchanges.map(({ probe }) => probe)),
    );
    expect(before?.size).toBeGreaterThan(30);
    // What every run begins with, what was cut off in the middle, and what fills the window.
    expect(before?.intersection(after ?? new Set()).size).toBeLessThan(12);
    const { withKey = 0, withoutKey = 0 } = record.footer?.requests ?? {};
    expect(withKey + withoutKey).toBe(all.length);
  });
});
