import { isBroken } from '../../checks/outcome.ts';
import type { Clause, Interface } from '../../interface/model.ts';
import { memberOf } from '../../json/value.ts';
import type { CheckResult, RunRecord } from '../../record/record.ts';
import { headlines } from '../../run/setting-facts.ts';
import { counted } from '../../system/counted.ts';
import { onceForBoth, onceForEither } from '../../system/once-for.ts';
import { type RowStanding, rowStanding } from './derived-rows.ts';
import { findingCounts, findingsText } from './finding-words.ts';
import type { Verdict } from './verdict.ts';

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
  if (outcome.kind !== 'pass' && !isBroken(outcome)) return 0;
  if (operation !== undefined) return memberOf(outcome.evidence, operation) ?? 0;
  return Object.values(outcome.evidence).reduce((sum, count) => sum + count, 0);
}

function concerns(witness: Witness): boolean {
  const { outcome } = witness.result;
  if (!isBroken(outcome)) return false;
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

/** Why rows that are derived are out of reach, by id: what the document or the caller declared. */
export const rowsOutOfReach = onceForBoth((record: RunRecord, document: Interface) => {
  const reasons = new Map<string, string>();
  for (const clause of document.clauses) {
    if (clause.isDerived !== true || clause.level === 'observe') continue;
    const standing = rowStanding(record, document, clause) ?? generalStanding(clause, record);
    if (standing?.kind === 'beyond') reasons.set(clause.id, standing.reason);
  }
  return reasons;
});

/** A derived row for a check that is about no single part: what does not apply is out of reach. */
function generalStanding(clause: Clause, record: RunRecord): RowStanding | undefined {
  const [witness] = witnessesOf(clause, record);
  const outcome = witness?.result.outcome;
  return outcome?.kind === 'not-applicable' ? { kind: 'beyond', reason: outcome.reason } : undefined;
}

function fromDocument(record: RunRecord, document: Interface): Map<string, ClauseStanding> {
  const standings = new Map<string, ClauseStanding>();
  const outOfReach = rowsOutOfReach(record, document);
  for (const clause of document.clauses) {
    if (clause.level === 'observe' || clause.checks.length === 0 || outOfReach.has(clause.id)) continue;
    const derived = rowStanding(record, document, clause);
    if (derived !== undefined && derived.kind !== 'beyond') {
      standings.set(clause.id, derived.kind);
      continue;
    }
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

const standings = onceForEither((record: RunRecord, document: Interface | undefined) =>
  document === undefined || document.clauses.length === 0
    ? fromRecord(record)
    : fromDocument(record, document),
);

/**
 * The standing of every clause that some check can prove, by clause id. Without the document only the clauses
 * that the record's results name are known. Worked out once for all reports of a record.
 */
export function clauseStandings(
  record: RunRecord,
  document: Interface | undefined,
): ReadonlyMap<string, ClauseStanding> {
  return standings(record, document);
}

/** How much a run sent, and how long it took. A run without an end counts what its record holds. */
export type RunExtent = {
  /** `undefined` where the run has no end that tells it. */
  readonly withKey: number | undefined;
  readonly all: number;
  readonly seconds: number;
};

/** What `runExtent` counts: requests that assay sent, or exchanges of others that it judged. */
export function extentNoun({ header, footer }: RunRecord): 'request' | 'exchange' {
  return header.source === undefined || footer?.traffic === undefined ? 'request' : 'exchange';
}

/** Why what a run created may still be there. A run that removed something knows of a way. */
export function leftoversReason({ exchanges }: RunRecord): string {
  const cleaned = exchanges.values().some(({ probe }) => probe.startsWith('clean-up/'));
  return cleaned ? 'it was not removed, or the document has no way to' : 'the document has no way to delete';
}

/** How a run was made, in a few words: nothing of that is known of traffic that assay did not send. */
export function runFacts({ header, footer }: RunRecord): readonly string[] {
  const { settings, source } = header;
  if (source !== undefined && footer?.traffic !== undefined) return [];
  return headlines(settings);
}

/** Requests and time of a run. */
export function runExtent({ footer, exchanges }: RunRecord): RunExtent {
  const requests = footer?.requests;
  const lastMs = [...exchanges.values()].reduce((last, { endMs }) => Math.max(last, endMs), 0);
  return {
    withKey: requests?.withKey,
    all: requests === undefined ? exchanges.size : requests.withKey + requests.withoutKey,
    seconds: (footer?.durationMs ?? lastMs) / 1000,
  };
}

/** `3 findings in 57 answers`, `1 warning in 2 answers`; `no violation` where there is none. */
export function foundTexts(record: RunRecord, { violations, warnings }: Verdict): readonly string[] {
  const counts = findingCounts(record);
  return [
    violations === 0 ? 'no violation' : findingsText(counts.fail.findings, 'finding', counts.fail.answers),
    ...(warnings === 0 ? [] : [findingsText(counts.warn.findings, 'warning', counts.warn.answers)]),
  ];
}

/** `2 of 2 operations in reach asked (4 documented)`; nothing where nobody counted. */
export function operationCounts({ operations }: Verdict): readonly string[] {
  if (operations === undefined || operations.documented === 0) return [];
  const { asked, inReach, documented } = operations;
  return [
    `${String(asked)} of ${counted(inReach, 'operation')} in reach asked (${String(documented)} documented)`,
  ];
}

/** `63 of 63 clauses proven`; with what the document says by itself and is out of reach `20 of 22 clauses proven (31 documented)`. */
function provenText({ proven, provable, documentedClauses }: Verdict): string {
  const all =
    documentedClauses === undefined || documentedClauses === provable
      ? ''
      : ` (${String(documentedClauses)} documented)`;
  return `${String(proven)} of ${counted(provable, 'clause')} proven${all}`;
}

/** What every report says beside the verdict: `63 of 63 clauses proven, 2 of 2 operations in reach asked (4 documented), no violation, 82 requests in 61.1 s`. */
export function runCounts(record: RunRecord, ruling: Verdict): string {
  const { all, seconds } = runExtent(record);
  return [
    provenText(ruling),
    ...operationCounts(ruling),
    ...foundTexts(record, ruling),
    ...(ruling.excused === 0 ? [] : [`${counted(ruling.excused, 'known failure')} excused`]),
    `${counted(all, extentNoun(record))} in ${seconds.toFixed(1)} s`,
  ].join(', ');
}
