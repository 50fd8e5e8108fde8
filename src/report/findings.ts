import { createHash } from 'node:crypto';
import type { Violation } from '../checks/outcome.ts';
import type { Clause, Interface, Position } from '../interface/model.ts';
import type { CheckResult, RunRecord } from '../run/record.ts';
import { excuseFor } from './known-failures.ts';

/**
 * One violation or warning, with what every format says of it. In a strict run warnings are violations. `excused`: it is
 * a known failure.
 */
export type Finding = {
  readonly kind: 'violation' | 'warning' | 'excused';
  /** Why it is excused. */
  readonly excuse: string | undefined;
  readonly result: CheckResult;
  readonly violation: Violation;
  /** `<check>/<n>`, what `assay replay` takes. */
  readonly id: string;
  /** The clauses that it breaks, where the document is at hand. */
  readonly clauses: readonly Clause[];
  /** The line of the document that it breaks: of the first clause, or of the operation where clauses are derived. */
  readonly position: Position | undefined;
  /** The same in every run that finds the same: SHA-256 in hex over interface, check, operation and probe. */
  readonly fingerprint: string;
};

const NOTHING_SAID: Violation = {
  exchanges: [],
  operation: undefined,
  expected: 'what the check asks for',
  actual: 'something else',
};

/** Clauses of a check that a violation touches: a clause narrowed to another operation is not broken. */
export function brokenClauses(
  result: CheckResult,
  violations: readonly Violation[],
  clauses: ReadonlyMap<string, Clause>,
): readonly string[] {
  return result.clauses.filter((id) => {
    const references = clauses.get(id)?.checks.filter(({ check }) => check === result.id) ?? [];
    if (references.length === 0) return true;
    return references.some(({ operation }) =>
      violations.some((violation) => operation === undefined || violation.operation === operation),
    );
  });
}

/** A derived clause has the id of its check and no line of its own. */
function positionOf(
  violation: Violation,
  clause: Clause | undefined,
  { id }: CheckResult,
  document: Interface | undefined,
): Position | undefined {
  if (clause !== undefined && clause.id !== id) return clause.position;
  const operation = document?.operations.find((candidate) => candidate.id === violation.operation);
  return operation?.position ?? clause?.position;
}

function fingerprintOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

function kindOf(record: RunRecord, { outcome }: CheckResult): 'violation' | 'warning' {
  return outcome.kind === 'warn' && !record.header.settings.strict ? 'warning' : 'violation';
}

/** All violations and warnings of a record, in its order. */
export function findingsOf(record: RunRecord, document: Interface | undefined): readonly Finding[] {
  const known = new Map((document?.clauses ?? []).map((clause) => [clause.id, clause]));
  const seen = new Map<string, number>();
  return record.results.flatMap((result) => {
    const { outcome } = result;
    if (outcome.kind !== 'fail' && outcome.kind !== 'warn') return [];
    const violations = outcome.violations.length === 0 ? [NOTHING_SAID] : outcome.violations;
    return violations.map((violation, at) => {
      const clauses = brokenClauses(result, [violation], known).flatMap((id) => known.get(id) ?? []);
      const probe = record.exchanges.get(violation.exchanges[0] ?? '')?.probe ?? '';
      const parts = [record.header.interface.id, result.id, violation.operation ?? '', probe];
      const place = JSON.stringify(parts);
      const before = seen.get(place) ?? 0;
      seen.set(place, before + 1);
      const excuse = excuseFor(record, result, violation);
      return {
        kind: excuse === undefined ? kindOf(record, result) : 'excused',
        excuse: excuse?.reason,
        result,
        violation,
        id: `${result.id}/${String(at + 1)}`,
        clauses,
        position: positionOf(violation, clauses[0] ?? known.get(result.clauses[0] ?? ''), result, document),
        fingerprint: fingerprintOf([...parts, String(before)]),
      };
    });
  });
}

/** Findings that are alike: of one check, for one operation. */
export type FindingGroup = { readonly first: Finding; readonly others: readonly Finding[] };

/** Findings put together with those that are alike, in the order of the first of each. */
export function groupFindings(findings: readonly Finding[]): readonly FindingGroup[] {
  const groups = Map.groupBy(findings, ({ result, violation }) =>
    JSON.stringify([result.id, violation.operation ?? null]),
  );
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ first, others }],
  );
}
