import { inject } from 'vitest';
import { WorkerRun } from './worker-run.ts';

let current: Promise<WorkerRun> | undefined;

async function open(): Promise<WorkerRun> {
  const run = new WorkerRun(inject('assay'));
  await run.open();
  return run;
}

/** The run of this thread, opened at the first call. Every test file of the thread gets the same. */
export function currentRun(): Promise<WorkerRun> {
  current ??= open();
  return current;
}
