import { once } from 'node:events';
import { extname, join } from 'node:path';
import { inspect } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { Fault } from '../mock/faults/fault.ts';
import type { Freedom } from '../mock/freedoms/freedom.ts';
import type { CheckResult } from '../record/record.ts';
import { type MockRun, type MockRunOptions, runAgainstMock } from './run-against-mock.ts';
import type { FreedomTrial, Trial, TrialOutcome } from './score.ts';
import type { TrialWorkerData } from './trial-worker.ts';

/** `.ts` from the source as it is, `.js` from the build. */
const file = join(import.meta.dirname, `trial-worker${extname(import.meta.filename)}`);

async function askNext(worker: Worker, fault: string): Promise<Trial> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows
  worker.postMessage(fault);
  const [trial] = (await once(worker, 'message')) as [Trial];
  return trial;
}

/**
 * Tries faults in threads, each one fault after the other, until all are tried or `signal` fires. Rejects when a thread
 * fails.
 */
export async function tryInThreads(
  faults: readonly string[],
  threads: number,
  data: TrialWorkerData,
  { onTrial, signal }: { readonly onTrial: (trial: Trial) => void; readonly signal: AbortSignal },
): Promise<void> {
  const open = [...faults];
  const work = async (): Promise<void> => {
    const worker = new Worker(file, { workerData: data });
    try {
      for (let fault = open.shift(); fault !== undefined && !signal.aborted; fault = open.shift())
        onTrial(await askNext(worker, fault));
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(threads, faults.length) }, work));
}

function idsOf(results: readonly CheckResult[], kind: 'fail' | 'warn' | 'harness-error'): readonly string[] {
  return results.filter(({ outcome }) => outcome.kind === kind).map(({ id }) => id);
}

/** What assay did wrong in a run; `undefined` when nothing. */
export function ownFailure({ results, footer, mockErrors }: MockRun): string | undefined {
  const [error] = mockErrors;
  if (error !== undefined)
    return `the mock itself failed: ${error instanceof Error ? error.message : inspect(error)}`;
  const [astray] = idsOf(results, 'harness-error');
  if (astray !== undefined) return `the check ${astray} itself failed`;
  const [fault] = footer.faults ?? [];
  if (fault !== undefined) return `a fault of assay: ${fault.part}: ${fault.reason}`;
  return footer.stop.kind === 'harness-error' ? footer.stop.reason : undefined;
}

/** Says what a run with a fault comes to, beside the warnings that a run without one has too. */
function outcomeOf(run: MockRun, usualWarnings: readonly string[]): TrialOutcome {
  const failure = ownFailure(run);
  if (failure !== undefined) return { kind: 'broken', reason: failure };
  const failed = idsOf(run.results, 'fail');
  const warned = idsOf(run.results, 'warn').filter((id) => !usualWarnings.includes(id));
  const { stop } = run.footer;
  const isBlamed = failed.length > 0 || warned.length > 0 || stop.kind === 'unusable-target';
  if (!run.shown)
    return isBlamed
      ? { kind: 'broken', reason: 'the mock is blamed for a fault that did not show' }
      : { kind: 'not-shown' };
  if (failed.length > 0) return { kind: 'noticed', checks: failed };
  if (stop.kind === 'unusable-target') return { kind: 'unusable', reason: stop.reason };
  return warned.length > 0 ? { kind: 'warned', checks: warned } : { kind: 'survived' };
}

/** Ids of the checks that warn of a run. */
export function warningsOf({ results }: MockRun): readonly string[] {
  return idsOf(results, 'warn');
}

type Attempt = { readonly outcome: TrialOutcome; readonly requests: number };

async function attempt(
  fault: Fault,
  options: MockRunOptions,
  usualWarnings: readonly string[],
): Promise<Attempt> {
  try {
    const run = await runAgainstMock(options, { fault });
    const { withKey, withoutKey } = run.footer.requests;
    return { outcome: outcomeOf(run, usualWarnings), requests: withKey + withoutKey };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { outcome: { kind: 'broken', reason }, requests: 0 };
  }
}

/** What a run of the profile `thorough` makes of a fault that another one did not notice. */
function secondThought(first: TrialOutcome, second: TrialOutcome): TrialOutcome {
  if (second.kind !== 'noticed' && second.kind !== 'warned') return first;
  return { kind: 'left-to-thorough', shown: first.kind === 'survived', checks: second.checks };
}

/**
 * Runs the suites against a mock with the fault, and once more, thoroughly, where they don't notice it. Never rejects: what
 * assay itself gets wrong is an outcome.
 */
export async function tryFault(
  fault: Fault,
  options: MockRunOptions,
  usualWarnings: readonly string[],
): Promise<Trial> {
  const startedMs = performance.now();
  const first = await attempt(fault, options, usualWarnings);
  const isMissed = first.outcome.kind === 'survived' || first.outcome.kind === 'not-shown';
  const second =
    isMissed && options.profile !== 'thorough'
      ? await attempt(fault, { ...options, profile: 'thorough' }, usualWarnings)
      : undefined;
  return {
    fault: fault.name,
    outcome: second === undefined ? first.outcome : secondThought(first.outcome, second.outcome),
    requests: first.requests + (second?.requests ?? 0),
    durationMs: performance.now() - startedMs,
  };
}

/** Runs the suites against a mock that takes a freedom of the document. Never rejects: what assay itself gets wrong is told. */
export async function tryFreedom(freedom: Freedom, options: MockRunOptions): Promise<FreedomTrial> {
  const about = { freedom: freedom.name, title: freedom.title };
  try {
    const run = await runAgainstMock(options, { freedom });
    const { withKey, withoutKey } = run.footer.requests;
    const { stop } = run.footer;
    const failure = ownFailure(run) ?? (stop.kind === 'unusable-target' ? stop.reason : undefined);
    const blaming = idsOf(run.results, 'fail');
    return { ...about, shown: run.shown, blaming, failure, requests: withKey + withoutKey };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { ...about, shown: false, blaming: [], failure, requests: 0 };
  }
}
