import { suites as everySuite } from '../../suites/suites.ts';
import type { Interface } from '../interface/model.ts';
import type { RunEvent, RunRecord, RunRequest } from '../record/record.ts';
import type { Suite } from '../session/suite.ts';
import { DRAWN } from './drawn/open-drawing.ts';
import { type FinishedRun, openRun, type OpenRun, type RunHooks, type RunWorld } from './open-run.ts';
import { machineClock } from '../system/clock.ts';
import { judgingEndMs, selectedChecks } from './plan.ts';

/** An error of assay's own as text, with where it came from. */
function faultText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Aborting a run with this as the reason makes its end a fault of assay, not the wish of a user. */
export class FaultOfAssay extends Error {
  constructor(cause: unknown) {
    super(faultText(cause), { cause });
    this.name = 'FaultOfAssay';
  }
}

/** Assay could not bring a run to its end. `record` is what it knew until then. */
export class RunBroken extends Error {
  readonly record: RunRecord;

  constructor(record: RunRecord, cause: unknown) {
    super(faultText(cause), { cause });
    this.name = 'RunBroken';
    this.record = record;
  }
}

function tellChecks(
  { engine }: OpenRun,
  { suite, all }: { readonly suite: Suite; readonly all: readonly Suite[] },
  { settings }: RunRequest,
  { onEvent, ownChecks }: RunHooks,
  isOver: () => boolean,
): void {
  for (const check of selectedChecks(settings, ownChecks).filter((each) => each.suite === suite.name)) {
    if (isOver()) return;
    const { kind } = engine.outcome(check, all);
    if (kind !== 'blocked') onEvent({ kind: 'check', suite: suite.name, id: check.id, outcome: kind });
  }
}

/**
 * Runs every suite in this process and returns the record of it, from memory. The same is written to the request's file,
 * where it names one, as it happens. After an abort nothing more is sent, and the record is brought to its end. A suite
 * that breaks off makes the run end with a fault of assay, and the others run. Rejects with `RunBroken` when assay could
 * not even judge.
 */
export async function runInProcess(
  request: RunRequest,
  document: Interface,
  hooks: RunHooks,
  world: RunWorld = {},
  suites: readonly Suite[] = everySuite,
): Promise<FinishedRun> {
  const tells = hooks.tellChecks ?? false;
  const clock = world.clock ?? machineClock;
  const startedMs = clock.monotonicMs();
  const endMs = judgingEndMs({ ...request.settings, startedMs, sinceMs: startedMs });
  const isOver = (): boolean => clock.monotonicMs() > endMs;
  // A suite ends for those who watch when its checks are judged, not when its last request is sent.
  const onEvent = (event: RunEvent): void => {
    if (!tells || event.kind !== 'suite-ended' || event.suite === DRAWN) hooks.onEvent(event);
  };
  const run = openRun(request, document, { ...hooks, onEvent }, world);
  const faults: string[] = [];
  for (const suite of suites) {
    try {
      await run.engine.runSuite(suite);
      if (!tells) continue;
      tellChecks(run, { suite, all: suites }, request, hooks, isOver);
      hooks.onEvent({ kind: 'suite-ended', suite: suite.name });
    } catch (error) {
      faults.push(`suite ${suite.name}: ${faultText(error)}`);
    }
  }
  const reason: unknown = hooks.signal.aborted ? hooks.signal.reason : undefined;
  if (reason instanceof FaultOfAssay) faults.push(reason.message);
  try {
    return await run.finish(suites, faults.length === 0 ? undefined : faults.join('\n'));
  } catch (error) {
    throw new RunBroken(run.soFar(), error);
  }
}
