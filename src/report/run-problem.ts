import type { RunRecord, Stop } from '../run/record.ts';
import { damageText } from './damage-text.ts';
import { adviceOn, knownFailures, nameOfKnownFailure } from './known-failures.ts';
import { verdict } from './verdict.ts';

/** Why a run says less than it should. `kind` is a word for programs. */
export type RunProblem = {
  readonly kind:
    | Exclude<Stop['kind'], 'completed' | 'budget'>
    | 'cut-off'
    | 'damaged'
    | 'could-not-tell'
    | 'baseline';
  readonly message: string;
};

function problemOfVerdict(record: RunRecord): RunProblem | undefined {
  const { exitCode, text } = verdict(record);
  const hasError = record.results.some(({ outcome }) => outcome.kind === 'harness-error');
  if (exitCode === 2 && !hasError) return { kind: 'could-not-tell', message: text };
  const stale = knownFailures(record).flatMap((standing) => {
    const advice = adviceOn(record, standing);
    return advice === undefined ? [] : [`${nameOfKnownFailure(standing.entry)} ${advice}`];
  });
  return stale.length === 0 ? undefined : { kind: 'baseline', message: stale.slice(0, 10).join('; ') };
}

/**
 * What kept the run from doing its job, so that no reader takes an empty report for a good one. `undefined` for a run that
 * ended with a verdict on the service, and where a fault of a check says it already.
 */
export function runProblem(record: RunRecord): RunProblem | undefined {
  const stop = record.footer?.stop;
  const damage = damageText(record);
  if (stop === undefined) return { kind: 'cut-off', message: 'the run was cut off before its end' };
  switch (stop.kind) {
    case 'unusable-target':
      return { kind: stop.kind, message: `${stop.reason} ${stop.advice}` };
    case 'harness-error':
      return { kind: stop.kind, message: stop.reason };
    case 'interrupted':
      return { kind: stop.kind, message: 'the run was interrupted' };
    case 'completed':
    case 'budget':
      return damage === undefined
        ? problemOfVerdict(record)
        : { kind: 'damaged', message: `what the run saw is not all here: ${damage}` };
  }
}
