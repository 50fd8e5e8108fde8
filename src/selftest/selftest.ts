import type { FaultChoice } from './fault-choice.ts';
import { availableParallelism } from 'node:os';
import type { Interface } from '../interface/model.ts';
import type { Fault } from '../mock/faults/fault.ts';
import type { Freedom } from '../mock/freedoms/freedom.ts';
import type { CheckResult, Profile } from '../record/record.ts';
import { type MockRun, runAgainstMock } from './run-against-mock.ts';
import { type FreedomTrial, scoreOf, type Trial } from './score.ts';
import type { SelftestReport } from './selftest-text.ts';
import { ownFailure, tryFault, tryFreedom, tryInThreads, warningsOf } from './trials.ts';

type SelftestOptions = {
  readonly document: Interface;
  readonly specDirectory: string;
  readonly profile: Profile;
  readonly seed: number;
  readonly faults: readonly Fault[];
  /** What the suites must not blame a mock for. */
  readonly freedoms: readonly Freedom[];
  /** Threads that try faults at the same time; with 0 they are tried in this one. */
  readonly threads: number;
  readonly signal: AbortSignal;
  readonly onTrial: (trial: Trial) => void;
  readonly onFreedom: (trial: FreedomTrial) => void;
};

/** The run against an honest mock, which has to be clean before any other tells something. */
type HonestRun = { readonly requests: number; readonly results: readonly CheckResult[] };

export type Selftest =
  | {
      readonly kind: 'tried';
      readonly honest: HonestRun;
      readonly trials: readonly Trial[];
      readonly freedoms: readonly FreedomTrial[];
    }
  /** The suites blame an honest mock, or could not be run at all. */
  | { readonly kind: 'not-clean'; readonly problem: string };

function problemOf(run: MockRun): string | undefined {
  const failure = ownFailure(run);
  if (failure !== undefined) return failure;
  const { stop } = run.footer;
  if (stop.kind === 'unusable-target') return stop.reason;
  const failed = run.results.filter(({ outcome }) => outcome.kind === 'fail').map(({ id }) => id);
  if (failed.length > 0)
    return `the suites blame a mock that does what the document says: ${failed.join(', ')}`;
  const proven = run.results.some(({ outcome }) => outcome.kind === 'pass');
  return proven ? undefined : 'the suites prove nothing of a mock that does what the document says';
}

async function tryAll(options: SelftestOptions, honest: MockRun): Promise<readonly Trial[]> {
  const { faults, threads, onTrial, signal } = options;
  const trials: Trial[] = [];
  const keep = (trial: Trial): void => {
    trials.push(trial);
    onTrial(trial);
  };
  const usualWarnings = warningsOf(honest);
  if (threads > 0) {
    const { document, specDirectory, profile, seed } = options;
    const data = { document, specDirectory, profile, seed, usualWarnings };
    const names = faults.map(({ name }) => name);
    await tryInThreads(names, threads, data, { onTrial: keep, signal });
  } else {
    for (const fault of faults) {
      if (signal.aborted) break;
      keep(await tryFault(fault, options, usualWarnings));
    }
  }
  const places = new Map(faults.map(({ name }, at) => [name, at]));
  return trials.toSorted((a, b) => (places.get(a.fault) ?? 0) - (places.get(b.fault) ?? 0));
}

async function tryFreedoms(options: SelftestOptions): Promise<readonly FreedomTrial[]> {
  const { freedoms, signal, onFreedom } = options;
  const tried: FreedomTrial[] = [];
  for (const freedom of freedoms) {
    if (signal.aborted) break;
    const trial = await tryFreedom(freedom, options);
    tried.push(trial);
    onFreedom(trial);
  }
  return tried;
}

/**
 * Runs the suites against the mock of a document: once as it is, once with each freedom, then once with each fault. Trials come back in the
 * order of the freedoms and faults; those that an abort left out are missing. Rejects when a thread fails.
 */
export async function selftest(options: SelftestOptions): Promise<Selftest> {
  const honest = await runAgainstMock(options);
  const problem = problemOf(honest);
  if (problem !== undefined) return { kind: 'not-clean', problem };
  const { withKey, withoutKey } = honest.footer.requests;
  const freedoms = await tryFreedoms(options);
  const trials = await tryAll(options, honest);
  const { results } = honest;
  return { kind: 'tried', honest: { requests: withKey + withoutKey, results }, trials, freedoms };
}

/** What a self-test came to. `not-clean`: the suites blame an honest mock, or could not be run at all. */
export type SelftestResult =
  | { readonly kind: 'tried'; readonly report: SelftestReport }
  | { readonly kind: 'not-clean'; readonly problem: string };

const MOST_THREADS = 4;
/** A thread takes a second to load what it needs: fewer faults than that are tried in this one. */
const WORTH_A_THREAD = 12;

function threadsFor(faults: number): number {
  const threads = Math.min(availableParallelism(), MOST_THREADS, Math.floor(faults / WORTH_A_THREAD));
  return threads > 1 ? threads : 0;
}

export type ReportSelftestOptions = Omit<SelftestOptions, 'faults' | 'freedoms' | 'threads'> & {
  readonly choice: FaultChoice;
  /** Whether threads may try faults: they read the document from its file. */
  readonly inThreads: boolean;
};

/** Runs the self-test and sums it up. After an abort the report has the trials so far. Rejects when a thread fails. */
export async function reportSelftest({
  choice,
  inThreads,
  ...options
}: ReportSelftestOptions): Promise<SelftestResult> {
  const startedMs = performance.now();
  const { document, profile, seed } = options;
  const { applicable, inapplicable, freedoms: chosen } = choice;
  const threads = inThreads ? threadsFor(applicable.length) : 0;
  const result = await selftest({
    ...options,
    faults: applicable,
    freedoms: chosen,
    threads,
  });
  if (result.kind === 'not-clean') return result;
  const { trials, honest, freedoms } = result;
  return {
    kind: 'tried',
    report: {
      title: `${document.title} ${document.version}`,
      profile,
      seed,
      score: scoreOf(document, applicable, trials),
      faults: applicable,
      trials,
      freedoms,
      inapplicable,
      requests: [...freedoms, ...trials].reduce((sum, trial) => sum + trial.requests, honest.requests),
      seconds: (performance.now() - startedMs) / 1000,
    },
  };
}
