import type { CheckResult, RunRecord } from '../../run/record.ts';
import { excuseFor } from '../known-failures.ts';

/** The violations of one check for one operation, of a run that has them while the other has none there. */
export type ViolationChange = {
  readonly check: string;
  readonly title: string;
  readonly kind: 'fail' | 'warn';
  /** `undefined` for requests to no documented operation. */
  readonly operation: string | undefined;
  readonly count: number;
  /** Of the first one. */
  readonly expected: string;
  readonly actual: string;
  /** The baseline of the run excuses all of them. */
  readonly known: boolean;
};

function keyOf({ check, operation }: ViolationChange): string {
  return JSON.stringify([check, operation ?? null]);
}

function changesOf(record: RunRecord, result: CheckResult): readonly ViolationChange[] {
  const { id: check, title, outcome } = result;
  if (outcome.kind !== 'fail' && outcome.kind !== 'warn') return [];
  const { kind, violations } = outcome;
  if (violations.length === 0) {
    const unsaid = { expected: 'what the check asks for', actual: 'something else' };
    return [{ check, title, kind, operation: undefined, count: 1, ...unsaid, known: false }];
  }
  return [...Map.groupBy(violations, ({ operation }) => operation)].map(([operation, same]) => ({
    check,
    title,
    kind,
    operation,
    count: same.length,
    expected: same[0]?.expected ?? '',
    actual: same[0]?.actual ?? '',
    known: same.every((violation) => excuseFor(record, result, violation) !== undefined),
  }));
}

function violationsOf(record: RunRecord): readonly ViolationChange[] {
  return record.results.flatMap((result) => changesOf(record, result));
}

/**
 * What is broken now and was not before, and the other way round, per check and operation. A warning that became a
 * violation is new.
 */
export function violationChanges(
  before: RunRecord,
  now: RunRecord,
): { readonly new: readonly ViolationChange[]; readonly gone: readonly ViolationChange[] } {
  const [olds, news] = [violationsOf(before), violationsOf(now)];
  const kinds = (list: readonly ViolationChange[]): ReadonlyMap<string, ViolationChange['kind']> =>
    new Map(list.map((each) => [keyOf(each), each.kind]));
  const [oldKinds, newKinds] = [kinds(olds), kinds(news)];
  return {
    new: news.filter((each) => {
      const old = oldKinds.get(keyOf(each));
      return old === undefined || (old === 'warn' && each.kind === 'fail');
    }),
    gone: olds.filter((each) => !newKinds.has(keyOf(each))),
  };
}
