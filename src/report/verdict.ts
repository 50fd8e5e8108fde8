import type { OutcomeKind } from '../checks/outcome.ts';
import type { Interface } from '../interface/model.ts';
import type { RunRecord, Tally } from '../run/record.ts';
import { clauseStandings } from './clause-standings.ts';

/** What a run came to. Every report says the same, because all of them ask here. */
export type Verdict = {
  readonly kind: 'conforms' | 'does-not-conform' | 'could-not-tell' | 'interrupted';
  /** As in the design: 0 conforms, 1 does not, 2 could not tell, 130 interrupted. */
  readonly exitCode: 0 | 1 | 2 | 130;
  /** A few words without counts; why, where the verdict alone does not say it. */
  readonly text: string;
  /** Checks per outcome. */
  readonly counts: Tally;
  /** Clauses proven, and clauses that some check can prove. */
  readonly proven: number;
  readonly provable: number;
  /** Violations of the document, and warnings, each counted one by one. */
  readonly violations: number;
  readonly warnings: number;
};

function tally(record: RunRecord): Tally {
  const counts: Record<OutcomeKind, number> = {
    pass: 0,
    fail: 0,
    warn: 0,
    observed: 0,
    'not-applicable': 0,
    'not-testable': 0,
    blocked: 0,
    inconclusive: 0,
    'harness-error': 0,
  };
  for (const { outcome } of record.results) counts[outcome.kind] += 1;
  return counts;
}

function violationsOf(record: RunRecord, kind: 'fail' | 'warn'): number {
  return record.results.reduce(
    (sum, { outcome }) => (outcome.kind === kind ? sum + Math.max(1, outcome.violations.length) : sum),
    0,
  );
}

function provedSomething(record: RunRecord): boolean {
  return record.results.some(
    ({ outcome }) => outcome.kind === 'pass' && Object.values(outcome.evidence).some((count) => count > 0),
  );
}

type Ruling = Pick<Verdict, 'kind' | 'exitCode' | 'text'>;

function couldNotTell(why: string): Ruling {
  return { kind: 'could-not-tell', exitCode: 2, text: `could not tell: ${why}` };
}

function doesNotConform(why: string): Ruling {
  return { kind: 'does-not-conform', exitCode: 1, text: `does not conform${why}` };
}

/** Interrupted wins over all, then a target that can't be judged, then violations, then faults of the harness. */
function rule(record: RunRecord, counts: Tally): Ruling {
  const stop = record.footer?.stop;
  if (stop?.kind === 'interrupted') return { kind: 'interrupted', exitCode: 130, text: 'interrupted' };
  if (stop?.kind === 'unusable-target') return couldNotTell('the target cannot be tested');
  if (counts.fail > 0) return doesNotConform('');
  if (stop === undefined) return couldNotTell('the run was cut off before its end');
  if (stop.kind === 'harness-error' || counts['harness-error'] > 0)
    return couldNotTell('assay itself failed');
  if (record.header.settings.strict && counts.warn > 0) return doesNotConform(': warnings count (--strict)');
  if (!provedSomething(record)) return couldNotTell('nothing was proven');
  return { kind: 'conforms', exitCode: 0, text: 'conforms' };
}

/**
 * Judges a record. With its interface, clauses that a check proves for one operation alone are counted exactly;
 * without it, a clause is proven when all of its checks passed. The ruling does not depend on the interface.
 */
export function verdict(record: RunRecord, document?: Interface): Verdict {
  const counts = tally(record);
  const standings = [...clauseStandings(record, document).values()];
  return {
    ...rule(record, counts),
    counts,
    proven: standings.filter((standing) => standing === 'proven').length,
    provable: standings.length,
    violations: violationsOf(record, 'fail'),
    warnings: violationsOf(record, 'warn'),
  };
}
