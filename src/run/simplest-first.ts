import type { Outcome } from '../checks/outcome.ts';
import type { Counterexample } from './record.ts';

/** Puts the violations that shrunk counterexamples show in front. */
export function simplestFirst(outcome: Outcome, found: readonly Counterexample[]): Outcome {
  if (outcome.kind !== 'fail') return outcome;
  const shrunk = new Set(found.map(({ exchange }) => exchange));
  const rank = (exchanges: readonly string[]): number => (shrunk.has(exchanges[0] ?? '') ? 0 : 1);
  const violations = outcome.violations.toSorted((a, b) => rank(a.exchanges) - rank(b.exchanges));
  return { ...outcome, violations };
}
