import type { RunRecord, Stop } from '../run/record.ts';
import { damageText } from './damage-text.ts';
import { adviceOn, knownFailures, nameOfKnownFailure } from './known-failures.ts';
import { counted } from './run-counts.ts';
import { verdict, type Verdict } from './verdict.ts';

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

const MOST_MISSING = 5;

/** Why assay could not tell, a sentence each: what failed in it, what is missing, the first of it, and what to do. */
export function undecidedTexts({ kind, missing, faults, advice }: Verdict): readonly string[] {
  if (kind !== 'could-not-tell') return [];
  const operations = missing.filter((one) => one.kind !== 'clause');
  const clauses = [
    ...Map.groupBy(
      missing.filter((one) => one.kind === 'clause'),
      ({ why }) => why,
    ),
  ];
  const more = Math.max(0, operations.length - MOST_MISSING) + Math.max(0, clauses.length - MOST_MISSING);
  return [
    ...faults
      .slice(0, MOST_MISSING)
      .map(({ part, reason }) => `assay failed in ${part}: ${reason.split('\n', 1).join('')}`),
    ...operations.slice(0, MOST_MISSING).map(({ what, why }) => `${what}: ${why}`),
    ...clauses
      .slice(0, MOST_MISSING)
      .map(([why, list]) => `${counted(list.length, 'clause')} not proven: ${why}`),
    ...(more === 0 ? [] : [`and ${String(more)} more`]),
    ...(advice === undefined ? [] : [advice]),
  ];
}

function problemOfVerdict(record: RunRecord): RunProblem | undefined {
  const ruling = verdict(record);
  const hasError = record.results.some(({ outcome }) => outcome.kind === 'harness-error');
  const isOfCheck = hasError && (record.footer?.faults ?? []).length === 0;
  if (ruling.exitCode === 2 && !isOfCheck)
    return { kind: 'could-not-tell', message: [ruling.text, ...undecidedTexts(ruling)].join('. ') };
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
