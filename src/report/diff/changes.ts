import type { Interface } from '../../interface/model.ts';
import type { CheckResult, RunRecord } from '../../record/record.ts';
import { excuseFor } from '../model/known-failures.ts';
import { hasStatements } from '../../interface/clauses.ts';
import { type ClauseStanding, clauseStandings } from '../model/standings.ts';

/** A record, and the document that it was made with where it is at hand. */
export type DiffSide = { readonly record: RunRecord; readonly document: Interface | undefined };

/** A clause that stands otherwise than before. `undefined`: that run knew no such clause. */
export type ClauseChange = {
  readonly id: string;
  /** Its statement, where the document is at hand. */
  readonly text: string | undefined;
  readonly before: ClauseStanding | undefined;
  readonly now: ClauseStanding | undefined;
};

/** What a change means. Each clause that changed is in one list, in the order of the newer document. */
export type ClauseChanges = {
  /** Violated now, and not before. */
  readonly newlyBroken: readonly ClauseChange[];
  /** Warned of now, and neither violated nor warned of before. */
  readonly newlyWarned: readonly ClauseChange[];
  /** Proven before, and now not, or in part only; nothing broke it. */
  readonly noLongerProven: readonly ClauseChange[];
  /** Violated or warned of before, and now neither that nor proven: whether it is still broken is not known. */
  readonly noLongerReached: readonly ClauseChange[];
  /** Violated or warned of before, and proven now; or violated before and only warned of now. */
  readonly fixed: readonly ClauseChange[];
  /** Proven now, and neither proven nor broken before. */
  readonly newlyProven: readonly ClauseChange[];
  /** No clause of the newer document any more. */
  readonly removed: readonly ClauseChange[];
};

type Kind = keyof ClauseChanges;

function isBroken(standing: ClauseStanding | undefined): boolean {
  return standing === 'violated' || standing === 'warned';
}

function kindOf({ before, now }: ClauseChange, sameDocument: boolean): Kind | undefined {
  if (before === now) return undefined;
  switch (now) {
    case 'violated':
      return 'newlyBroken';
    case 'warned':
      return before === 'violated' ? 'fixed' : 'newlyWarned';
    case 'proven':
      return isBroken(before) ? 'fixed' : 'newlyProven';
    case undefined:
    case 'open':
    case 'partly':
      if (now === undefined && !sameDocument) return 'removed';
      if (before === 'proven') return 'noLongerProven';
      return isBroken(before) ? 'noLongerReached' : undefined;
  }
}

/** How the clauses of two runs differ. The texts of clauses are used only where both documents are at hand. */
export function clauseChanges(before: DiffSide, now: DiffSide): ClauseChanges {
  // What a document says by itself is shown or not as the budget and the seed of a run have it: there checks are compared.
  const both = [before, now].every(({ document }) => document !== undefined && hasStatements(document));
  const olds = clauseStandings(before.record, both ? before.document : undefined);
  const news = clauseStandings(now.record, both ? now.document : undefined);
  const clauses = [...(before.document?.clauses ?? []), ...(now.document?.clauses ?? [])];
  const texts = new Map(clauses.map(({ id, text }) => [id, text]));
  const sameDocument = before.record.header.interface.digest === now.record.header.interface.digest;
  const changes = [...new Set([...news.keys(), ...olds.keys()])].map((id): ClauseChange => ({
    id,
    text: texts.get(id),
    before: olds.get(id),
    now: news.get(id),
  }));
  const of = (kind: Kind): readonly ClauseChange[] =>
    changes.filter((change) => kindOf(change, sameDocument) === kind);
  return {
    newlyBroken: of('newlyBroken'),
    newlyWarned: of('newlyWarned'),
    noLongerProven: of('noLongerProven'),
    noLongerReached: of('noLongerReached'),
    fixed: of('fixed'),
    newlyProven: of('newlyProven'),
    removed: of('removed'),
  };
}

/** A value that another one was seen for, where the document is silent. `undefined`: that run did not see any. */
export type ObservedChange = {
  readonly check: string;
  readonly name: string;
  readonly before: string | undefined;
  readonly now: string | undefined;
};

/** Observed values are several ones joined, in the order in which a run met them. */
const BETWEEN_VALUES = '; ';

type Values = ReadonlyMap<string, string>;

function valuesOf(record: RunRecord): ReadonlyMap<string, Values> {
  return new Map(
    record.results.flatMap(({ id, outcome }) =>
      outcome.kind === 'observed'
        ? [[id, new Map(outcome.observations.map(({ name, value }) => [name, value]))] as const]
        : [],
    ),
  );
}

/** What stands in brackets at the end of a value is an example of it, such as the seconds of a Retry-After. */
const EXAMPLE = / \([^()]*\)$/;

function comparable(value: string | undefined): string | undefined {
  const values = value?.split(BETWEEN_VALUES).map((one) => one.replace(EXAMPLE, ''));
  return values === undefined ? undefined : [...new Set(values)].toSorted().join(BETWEEN_VALUES);
}

/** Observed values that differ between two runs, by check and name. The order of the values of one name is free. */
export function observedChanges(before: RunRecord, now: RunRecord): readonly ObservedChange[] {
  const [olds, news] = [valuesOf(before), valuesOf(now)];
  return [...new Set([...news.keys(), ...olds.keys()])].flatMap((check) => {
    const [old, fresh] = [olds.get(check), news.get(check)];
    const names = [...new Set([...(fresh?.keys() ?? []), ...(old?.keys() ?? [])])];
    return names
      .map((name): ObservedChange => ({ check, name, before: old?.get(name), now: fresh?.get(name) }))
      .filter((change) => comparable(change.before) !== comparable(change.now));
  });
}

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
