import type { Level } from '../../interface/model.ts';
import type { CheckResult } from '../../run/record.ts';
import { clauseStandings, evidenceFor } from '../clause-standings.ts';
import { findingsOf, withFollowing } from '../model/findings.ts';
import type { HtmlContext } from './report-context.ts';
import type { Standing } from './mark.ts';

/** A check that a clause refers to, with what this run has of it. */
export type ClauseCheck = {
  readonly id: string;
  readonly operation: string | undefined;
  readonly result: CheckResult | undefined;
  readonly evidence: number;
  /** Id of the answer under which the page shows what broke it. */
  readonly example: string | undefined;
};

export type ClauseRow = {
  readonly id: string;
  /** The empty string where the document is not at hand. */
  readonly section: string;
  readonly text: string;
  readonly level: Level | undefined;
  readonly standing: Standing;
  /** Exchanges that prove it, over all of its checks. */
  readonly evidence: number;
  readonly checks: readonly ClauseCheck[];
  /** Why no check can prove it, or what a run notes down instead. */
  readonly remark: string | undefined;
};

export type ClauseGroup = {
  readonly number: string;
  readonly title: string;
  readonly rows: readonly ClauseRow[];
};

type Reference = { readonly check: string; readonly operation: string | undefined };

function checksOf(
  { record, document }: HtmlContext,
  references: readonly Reference[],
): readonly ClauseCheck[] {
  const findings = findingsOf(record, document).flatMap(withFollowing);
  return references.map(({ check, operation }) => {
    const result = record.results.find(({ id }) => id === check);
    const evidence = result === undefined ? 0 : evidenceFor({ result, operation });
    const example = findings.find((finding) => finding.result.id === check)?.example.id;
    return { id: check, operation, result, evidence, example };
  });
}

function sum(checks: readonly ClauseCheck[]): number {
  return checks.reduce((total, { evidence }) => total + evidence, 0);
}

function observedStanding(checks: readonly ClauseCheck[]): Standing {
  if (checks.length === 0) return 'beyond';
  return checks.some(({ result }) => result?.outcome.kind === 'observed') ? 'observed' : 'open';
}

/** Without the document: the clauses that the record's results name. */
function rowsOfRecord(context: HtmlContext): readonly ClauseRow[] {
  const { record } = context;
  return [...clauseStandings(record, undefined)].map(([id, standing]) => {
    const named = record.results.filter(({ clauses }) => clauses.includes(id));
    const checks = checksOf(
      context,
      named.map((result) => ({ check: result.id, operation: undefined })),
    );
    const text = named[0]?.title ?? id;
    const level = named[0]?.level;
    return { id, section: '', text, level, standing, evidence: sum(checks), checks, remark: undefined };
  });
}

function rowsOfDocument(context: HtmlContext): readonly ClauseRow[] {
  const { record, document } = context;
  const standings = clauseStandings(record, document);
  return (document?.clauses ?? []).map((clause) => {
    const checks = checksOf(context, clause.checks);
    return {
      id: clause.id,
      section: clause.section,
      text: clause.text,
      level: clause.level,
      standing: standings.get(clause.id) ?? observedStanding(checks),
      evidence: sum(checks),
      checks,
      remark: clause.reason ?? clause.records,
    };
  });
}

/** Every clause under its section, in the order of the document; sections without a clause are left out. */
export function clauseGroups(context: HtmlContext): readonly ClauseGroup[] {
  const { document } = context;
  if (document === undefined || document.clauses.length === 0) {
    const rows = rowsOfRecord(context);
    return rows.length === 0 ? [] : [{ number: '', title: 'Clauses that the record names', rows }];
  }
  const bySection = Map.groupBy(rowsOfDocument(context), ({ section }) => section);
  const titles = new Map(document.sections.map(({ number, title }) => [number, title]));
  const order = new Set([...document.sections.map(({ number }) => number), ...bySection.keys()]);
  return [...order].flatMap((number) => {
    const rows = bySection.get(number);
    return rows === undefined ? [] : [{ number, title: titles.get(number) ?? '', rows }];
  });
}
