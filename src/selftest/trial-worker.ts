import { parentPort, workerData } from 'node:worker_threads';
import type { Interface } from '../interface/model.ts';
import { faultsOf } from '../mock/faults/faults.ts';
import type { Profile } from '../record/record.ts';
import { tryFault } from './trials.ts';

/** What a thread that tries faults is told at its start. */
export type TrialWorkerData = {
  readonly document: Interface;
  readonly specDirectory: string;
  readonly profile: Profile;
  readonly seed: number;
  readonly usualWarnings: readonly string[];
};

function serve(port: NonNullable<typeof parentPort>): void {
  const { usualWarnings, ...rest } = workerData as TrialWorkerData;
  const options = { ...rest, signal: new AbortController().signal };
  const faults = new Map(faultsOf(rest.document).map((fault) => [fault.name, fault]));
  port.on('message', (name: string) => {
    const fault = faults.get(name);
    if (fault === undefined) throw new Error(`there is no fault ${JSON.stringify(name)}`);
    void tryFault(fault, options, usualWarnings).then((trial) => port.postMessage(trial));
  });
}

if (parentPort !== null) serve(parentPort);
