import { once } from 'node:events';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Trial } from './trial.ts';
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
