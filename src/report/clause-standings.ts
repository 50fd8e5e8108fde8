import type { Clause, Interface } from '../interface/model.ts';
import type { CheckResult, RunRecord } from '../run/record.ts';
import { memberOf } from '../json/member.ts';

/**
 * Where a clause stands after a run. `proven`: every check for it that applies passed, with evidence.
 * `partly`: some did and the rest could not be tested. `open`: nothing was shown.
 */
export type ClauseStanding = 'proven' | 'violated' | 'warned' | 'partly' | 'open';

/** A check of a clause, for one operation or for all. */
type Witness = { readonly result: CheckResult; readonly operation: string | undefined };

/** How many exchanges prove the check, for its operation where it has one. */
export function evidenceFor({ result, operation }: Witness): number {
  const { outcome } = result;
  if (outcome.kind !== 'pass' && outcome.kind !== 'fail' && outcome.kind !== 'warn') return 0;
  if (operation !== undefined) return memberOf(outcome.evidence, operation) ?? 0;
  return Object.values(outcome.evidence).reduce((sum, count) => sum + count, 0);
}

function concerns(witness: Witness): boolean {
  const { outcome } = witness.result;
  if (outcome.kind !== 'fail' && outcome.kind !== 'warn') return false;
  if (witness.operation === undefined || outcome.violations.length === 0) return true;
  return outcome.violations.some(
    ({ operation }) => operation === undefined || operation === witness.operation,
  );
}

/** Exact forms only sharpen what other checks prove: a run that did not ask for them proves the clause all the same. */
function isAsked({ result: { outcome } }: Witness): boolean {
  if (outcome.kind === 'not-testable') return outcome.option !== '--exclusive';
  return outcome.kind !== 'not-applicable';
}

function standingOf(witnesses: readonly Witness[]): ClauseStanding {
  const against = witnesses.filter(concerns);
  if (against.some(({ result }) => result.outcome.kind === 'fail')) return 'violated';
  if (against.length > 0) return 'warned';
  const applicable = witnesses.filter((witness) => isAsked(witness));
  const proving = applicable.filter((witness) => evidenceFor(witness) > 0);
  if (proving.length === 0) return 'open';
  return proving.length === applicable.length ? 'proven' : 'partly';
}

function witnessesOf(clause: Clause, record: RunRecord): Witness[] {
  return clause.checks.flatMap(({ check, operation }) =>
    record.results.filter(({ id }) => id === check).map((result) => ({ result, operation })),
  );
}

function isComplete(clause: Clause, witnesses: readonly Witness[]): boolean {
  return clause.checks.every(({ check }) => witnesses.some(({ result }) => result.id === check));
}

function fromDocument(record: RunRecord, document: Interface): Map<string, ClauseStanding> {
  const standings = new Map<string, ClauseStanding>();
  for (const clause of document.clauses) {
    if (clause.level === 'observe' || clause.checks.length === 0) continue;
    const witnesses = witnessesOf(clause, record);
    const standing = standingOf(witnesses);
    standings.set(clause.id, standing === 'proven' && !isComplete(clause, witnesses) ? 'partly' : standing);
  }
  return standings;
}

function fromRecord(record: RunRecord): Map<string, ClauseStanding> {
  const witnesses = new Map<string, Witness[]>();
  for (const result of record.results) {
    if (result.level === 'observe') continue;
    for (const clause of result.clauses) {
      witnesses.set(clause, [...(witnesses.get(clause) ?? []), { result, operation: undefined }]);
    }
  }
  return new Map([...witnesses].map(([clause, list]) => [clause, standingOf(list)]));
}

/**
 * The standing of every clause that some check can prove, by clause id. Without the document only the clauses
 * that the record's results name are known.
 */
export function clauseStandings(
  record: RunRecord,
  document: Interface | undefined,
): ReadonlyMap<string, ClauseStanding> {
  return document === undefined || document.clauses.length === 0
    ? fromRecord(record)
    : fromDocument(record, document);
}
