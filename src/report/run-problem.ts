import type { RunRecord, Stop } from '../run/record.ts';
import { verdict } from './verdict.ts';

/** Why a run says less than it should. `kind` is a word for programs. */
export type RunProblem = {
  readonly kind: Exclude<Stop['kind'], 'completed' | 'budget'> | 'cut-off' | 'damaged' | 'could-not-tell';
  readonly message: string;
};

/**
 * What kept the run from doing its job, so that no reader takes an empty report for a good one. `undefined` for a run that
 * ended with a verdict on the service, and where a fault of a check says it already.
 */
export function runProblem(record: RunRecord): RunProblem | undefined {
  const stop = record.footer?.stop;
  if (stop === undefined) return { kind: 'cut-off', message: 'the run was cut off before its end' };
  switch (stop.kind) {
    case 'unusable-target':
      return { kind: stop.kind, message: `${stop.reason} ${stop.advice}` };
    case 'harness-error':
      return { kind: stop.kind, message: stop.reason };
    case 'interrupted':
      return { kind: stop.kind, message: 'the run was interrupted' };
    case 'completed':
    case 'budget': {
      if (record.partial) return { kind: 'damaged', message: 'the record is partial: lines cannot be read' };
      const { exitCode, text } = verdict(record);
      const hasError = record.results.some(({ outcome }) => outcome.kind === 'harness-error');
      return exitCode === 2 && !hasError ? { kind: 'could-not-tell', message: text } : undefined;
    }
  }
}
