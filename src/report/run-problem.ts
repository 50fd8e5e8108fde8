import type { RunRecord, Stop } from '../run/record.ts';
import { damageText } from './damage-text.ts';
import { adviceOn, knownFailures, nameOfKnownFailure } from './known-failures.ts';
import type { Missing } from './missing.ts';
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
const MOST_NAMED = 4;
const MOST_REASONS = 2;

/** The reasons of a clause: why each of its checks proved nothing. */
function reasonsOf({ why }: Missing): readonly string[] {
  return why.split('; ').map((reason) => reason.replace(/^[a-z-]+\.[a-z-]+: /, ''));
}

/** One sentence for all clauses: how many and which, and the reasons that most of them have. */
function clausesText(clauses: readonly Missing[]): readonly string[] {
  if (clauses.length === 0) return [];
  const reasons = new Map<string, number>();
  for (const clause of clauses)
    for (const reason of new Set(reasonsOf(clause))) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const common = [...reasons].toSorted(([, left], [, right]) => right - left).map(([reason]) => reason);
  const named = clauses.slice(0, MOST_NAMED).map(({ what }) => what);
  const others = clauses.length > MOST_NAMED ? ` and ${String(clauses.length - MOST_NAMED)} more` : '';
  const rest = common.length > MOST_REASONS ? '; and other reasons, below' : '';
  return [
    `${counted(clauses.length, 'clause')} not proven (${named.join(', ')}${others}): ${common.slice(0, MOST_REASONS).join('; ')}${rest}`,
  ];
}

/** Why assay could not tell, a sentence each: what failed in it, what is missing, the first of it, and what to do. */
export function undecidedTexts({ kind, missing, faults, advice }: Verdict): readonly string[] {
  if (kind !== 'could-not-tell') return [];
  const operations = missing.filter((one) => one.kind !== 'clause');
  const more = Math.max(0, operations.length - MOST_MISSING);
  return [
    ...faults
      .slice(0, MOST_MISSING)
      .map(({ part, reason }) => `assay failed in ${part}: ${reason.split('\n', 1).join('')}`),
    ...operations.slice(0, MOST_MISSING).map(({ what, why }) => `${what}: ${why}`),
    ...(more === 0 ? [] : [`and ${counted(more, 'operation')} more`]),
    ...clausesText(missing.filter((one) => one.kind === 'clause')),
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
