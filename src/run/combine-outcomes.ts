import type { Evidence, Observation, Outcome, Violation } from '../checks/outcome.ts';

/** Exchanges that an observation names at most. */
const MOST_EXCHANGES = 5;
const BETWEEN_VALUES = '; ';

function evidenceOf(outcomes: readonly Outcome[]): Evidence {
  const sum = new Map<string, number>();
  for (const outcome of outcomes) {
    if (!('evidence' in outcome)) continue;
    for (const [operation, count] of Object.entries(outcome.evidence))
      sum.set(operation, (sum.get(operation) ?? 0) + count);
  }
  return Object.fromEntries(sum);
}

function violationsOf(outcomes: readonly Outcome[]): readonly Violation[] {
  return outcomes.flatMap((outcome) => ('violations' in outcome ? outcome.violations : []));
}

function observationsOf(outcomes: readonly Outcome[]): readonly Observation[] {
  const all = outcomes.flatMap((outcome) => (outcome.kind === 'observed' ? outcome.observations : []));
  return [...Map.groupBy(all, ({ name }) => name)].map(([name, same]) => ({
    name,
    value: [...new Set(same.flatMap(({ value }) => value.split(BETWEEN_VALUES)))].join(BETWEEN_VALUES),
    exchanges: same.flatMap(({ exchanges }) => exchanges).slice(0, MOST_EXCHANGES),
  }));
}

/**
 * One outcome of a check for several runs against the same service: what broke it anywhere is broken, what proves it
 * adds up. `own` is the outcome of the run that was made for the check; it stands where the others say nothing.
 */
export function combineOutcomes(own: Outcome, others: readonly Outcome[]): Outcome {
  const all = [own, ...others];
  const [violations, evidence] = [violationsOf(all), evidenceOf(all)];
  if (all.some(({ kind }) => kind === 'fail')) return { kind: 'fail', violations, evidence };
  const fault = all.find(({ kind }) => kind === 'harness-error');
  if (fault !== undefined) return fault;
  if (all.some(({ kind }) => kind === 'warn')) return { kind: 'warn', violations, evidence };
  if (all.some(({ kind }) => kind === 'pass')) return { kind: 'pass', evidence };
  const observations = observationsOf(all);
  return observations.length > 0 ? { kind: 'observed', observations } : own;
}
