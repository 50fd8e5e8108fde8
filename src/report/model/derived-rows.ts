import { isBroken, isSilent, type Violation } from '../../checks/outcome.ts';
import { responseFor } from '../../interface/documented-answers.ts';
import type { Clause, Interface, Operation, Subject } from '../../interface/model.ts';
import { subjectId } from '../../interface/subjects.ts';
import { memberOf } from '../../json/value.ts';
import { refusalStatuses } from '../../oracle/contract.ts';
import type { CheckResult, OperationStanding, RunRecord } from '../../record/record.ts';
import { onceFor, onceForBoth } from '../../system/once-for.ts';
import { type Shown, shownIn } from './shown.ts';

/** How what a document says by itself stands after a run: which rows a violation breaks, and which nothing could provoke. */

type Parts = {
  readonly record: RunRecord;
  readonly shown: Shown | undefined;
  readonly operations: ReadonlyMap<string, Operation>;
  readonly standings: ReadonlyMap<string, OperationStanding>;
  readonly results: ReadonlyMap<string, CheckResult>;
  /** By check, then by operation: a record may hold thousands. */
  readonly violations: ReadonlyMap<string, ReadonlyMap<string, readonly Violation[]>>;
};

const partsOf = onceForBoth((record: RunRecord, document: Interface): Parts => {
  const standings = record.footer?.coverage?.operations ?? [];
  return {
    record,
    shown: shownIn(record, document),
    operations: new Map(document.operations.map((operation) => [operation.id, operation])),
    standings: new Map(standings.map((standing) => [standing.id, standing])),
    results: new Map(record.results.map((result) => [result.id, result])),
    violations: new Map(
      record.results.flatMap(({ id, outcome }) =>
        isBroken(outcome)
          ? [[id, Map.groupBy(outcome.violations, ({ operation }) => operation ?? '')] as const]
          : [],
      ),
    ),
  };
});

function statusOf(record: RunRecord, { exchanges: [id = ''] }: Violation): number | undefined {
  const result = record.exchanges.get(id)?.result;
  return result?.kind === 'answer' ? result.answer.status : undefined;
}

/** True where a violation of one of its checks breaks what a row says, and not another row of the same operation. */
function breaksRow({ record, operations }: Parts, subject: Subject, violation: Violation): boolean {
  if (violation.operation !== subject.operation) return false;
  switch (subject.kind) {
    case 'security':
    case 'refused-body':
    case 'refused-parameters':
      return true;
    // Which part of a valid request a service refuses nobody knows: the answer is what breaks.
    case 'body':
    case 'parameter':
      return false;
    case 'response':
    case 'answer-body':
    case 'header': {
      const status = statusOf(record, violation);
      const operation = operations.get(subject.operation);
      if (operation === undefined || status === undefined) return subject.kind === 'response';
      const documented = responseFor(operation, status)?.status;
      if (subject.kind === 'response' && documented === undefined)
        return (
          operation.responses.find((response) => /^[23]/.test(response.status))?.status === subject.status
        );
      const names =
        subject.kind !== 'header' || violation.expected.toLowerCase().includes(subject.name.toLowerCase());
      return documented === subject.status && names;
    }
  }
}

/** The rows of a document by the check that they name, then by its operation; the empty text for all. */
const rowsByCheck = onceFor(
  ({ clauses }: Interface): ReadonlyMap<string, ReadonlyMap<string, readonly Clause[]>> => {
    const rows = new Map<string, Map<string, Clause[]>>();
    for (const clause of clauses)
      for (const { check, operation = '' } of clause.checks) {
        const own = rows.get(check) ?? new Map<string, Clause[]>();
        rows.set(check, own);
        const list = own.get(operation) ?? [];
        own.set(operation, list);
        list.push(clause);
      }
    return rows;
  },
);

/** The rows of a document that violations of a check break: those of the first one first, then in the order of the document. */
export function rowsBrokenBy(
  record: RunRecord,
  document: Interface,
  check: string,
  violations: readonly Violation[],
): readonly Clause[] {
  const parts = partsOf(record, document);
  const rows = rowsByCheck(document).get(check) ?? new Map<string, readonly Clause[]>();
  const brokenBy = (some: readonly Violation[]): readonly Clause[] =>
    [...Map.groupBy(some, ({ operation }) => operation ?? '')].flatMap(([operation, own]) =>
      (rows.get(operation) ?? []).filter(
        ({ about }) => about === undefined || own.some((violation) => breaksRow(parts, about, violation)),
      ),
    );
  const broken = new Set([...brokenBy(violations.slice(0, 1)), ...brokenBy(violations)]);
  return broken.size > 0 ? [...broken] : (rows.get('') ?? []);
}

/** Where a row stands: as a clause does, or out of reach by what the document and the caller declared. */
export type RowStanding =
  | { readonly kind: 'proven' | 'violated' | 'warned' | 'open' }
  | { readonly kind: 'beyond'; readonly reason: string };

const NOT_PROVOKED = 'not provoked: the document says of no request that it gets this';
const OTHER_SUCCESS = 'not provoked: another documented success came';

function isProvokable(operation: Operation, status: string): boolean {
  if (status === '401') return operation.credential !== undefined;
  const takes = operation.requestBody !== undefined || operation.parameters.length > 0;
  return takes && refusalStatuses(operation)[0] === status && status !== '4XX';
}

/** Where a row stands that nothing showed. */
function unshown({ shown, operations, standings }: Parts, subject: Subject): RowStanding {
  const operation = operations.get(subject.operation);
  if (operation === undefined || !('status' in subject)) return { kind: 'open' };
  const { status } = subject;
  const came = shown?.get(subjectId({ kind: 'response', operation: subject.operation, status })) ?? 0;
  if (subject.kind !== 'response' && came > 0) return { kind: 'open' };
  if (/^[123]/.test(status))
    return (standings.get(subject.operation)?.served ?? 0) > 0
      ? { kind: 'beyond', reason: OTHER_SUCCESS }
      : { kind: 'open' };
  return isProvokable(operation, status) ? { kind: 'open' } : { kind: 'beyond', reason: NOT_PROVOKED };
}

/** The reason of the checks of a row, where none of them applies to what came. */
function inapplicable(results: readonly CheckResult[]): string | undefined {
  const reasons = results.flatMap(({ outcome }) =>
    outcome.kind === 'not-applicable' && isSilent(outcome) ? [outcome.reason] : [],
  );
  return results.length > 0 && reasons.length === results.length ? reasons[0] : undefined;
}

function evidenceOf({ outcome }: CheckResult, operation: string): number {
  return 'evidence' in outcome ? (memberOf(outcome.evidence, operation) ?? 0) : 0;
}

/**
 * Where a row about a part of the document stands: proven where an exchange showed that very part and one of its checks
 * took one of the operation for a proof; `undefined` for a row that is about no part.
 */
export function rowStanding(record: RunRecord, document: Interface, clause: Clause): RowStanding | undefined {
  const { about, id, reason, checks } = clause;
  if (about === undefined) return undefined;
  if (reason !== undefined) return { kind: 'beyond', reason };
  const parts = partsOf(record, document);
  const results = checks.flatMap(({ check }) => parts.results.get(check) ?? []);
  const against = results.filter((result) =>
    parts.violations
      .get(result.id)
      ?.get(about.operation)
      ?.some((violation) => breaksRow(parts, about, violation)),
  );
  if (against.some(({ outcome }) => outcome.kind === 'fail')) return { kind: 'violated' };
  if (against.length > 0) return { kind: 'warned' };
  const isProven = results.some((result) => evidenceOf(result, about.operation) > 0);
  if (isProven && (parts.shown === undefined || (parts.shown.get(id) ?? 0) > 0)) return { kind: 'proven' };
  const { outOfReach } = parts.standings.get(about.operation) ?? {};
  const why = outOfReach ?? inapplicable(results);
  if (why !== undefined) return { kind: 'beyond', reason: why };
  return parts.shown === undefined ? { kind: 'open' } : unshown(parts, about);
}
