import type { Interface } from '../interface/model.ts';
import type { Clock } from './clock.ts';
import { openRun, type RunHooks } from './open-run.ts';
import type { CheckResult, RecordFooter } from './record.ts';
import type { RunRequest } from './run-request.ts';
import { suites } from './suites.ts';

/** Runs every suite without a test runner, in this process. The record is written to the request's file. */
export async function runInProcess(
  request: RunRequest,
  document: Interface,
  hooks: RunHooks,
  clock?: Clock,
): Promise<{ readonly results: readonly CheckResult[]; readonly footer: RecordFooter }> {
  const run = openRun(request, document, hooks, clock);
  for (const suite of suites) await run.engine.runSuite(suite);
  return run.finish(suites);
}
