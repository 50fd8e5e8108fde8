import { parentPort, workerData } from 'node:worker_threads';
import { loadInterface } from '../interface/load-interface.ts';
import { faultsOf } from '../mock/faults/faults.ts';
import type { Profile } from '../record/record.ts';
import { tryFault } from './trials.ts';

/** What a thread that tries faults is told at its start. */
export type TrialWorkerData = {
  readonly specDirectory: string;
  readonly profile: Profile;
  readonly seed: number;
  readonly usualWarnings: readonly string[];
};

async function serve(port: NonNullable<typeof parentPort>): Promise<void> {
  const { usualWarnings, ...rest } = workerData as TrialWorkerData;
  const loaded = await loadInterface(rest.specDirectory);
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const options = { ...rest, document: loaded.interface, signal: new AbortController().signal };
  const faults = new Map(faultsOf(loaded.interface).map((fault) => [fault.name, fault]));
  port.on('message', (name: string) => {
    const fault = faults.get(name);
    if (fault === undefined) throw new Error(`there is no fault ${JSON.stringify(name)}`);
    void tryFault(fault, options, usualWarnings).then((trial) => port.postMessage(trial));
  });
}

if (parentPort !== null) await serve(parentPort);
