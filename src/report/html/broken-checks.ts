import type { Violation } from '../../checks/outcome.ts';
import type { CheckResult } from '../../run/record.ts';
import { unexcused } from '../known-failures.ts';
import type { HtmlContext } from './report-context.ts';

/** A check that found violations, or warnings where `kind` is `warn`. `counted` are those that no known failure excuses. */
export type Broken = {
  readonly result: CheckResult;
  readonly kind: 'fail' | 'warn';
  readonly violations: readonly Violation[];
  readonly counted: readonly Violation[];
};

/** The broken checks of a record: violations first, then warnings. */
export function brokenChecks({ record }: HtmlContext): readonly Broken[] {
  const all = record.results.flatMap((result): Broken[] => {
    const { outcome } = result;
    if (outcome.kind !== 'fail' && outcome.kind !== 'warn') return [];
    const { kind, violations } = outcome;
    return [{ result, kind, violations, counted: unexcused(record, result) }];
  });
  return [...all.filter(({ kind }) => kind === 'fail'), ...all.filter(({ kind }) => kind === 'warn')];
}
