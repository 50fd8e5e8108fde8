import { unlistedCount, type Outcome, type OutcomeKind, type Violation } from '../checks/outcome.ts';
import type { Interface } from '../interface/model.ts';
import type { RunRecord, Tally } from '../run/record.ts';
import { clauseStandings } from './clause-standings.ts';
import { damageText } from './damage-text.ts';
import { adviceOn, knownFailures, unexcused } from './known-failures.ts';

/** What a run came to. Every report says the same, because all of them ask here. */
export type Verdict = {
  readonly kind: 'conforms' | 'does-not-conform' | 'could-not-tell' | 'interrupted';
  /** As in the design: 0 conforms, 1 does not, 2 could not tell, 130 interrupted. */
  readonly exitCode: 0 | 1 | 2 | 130;
  /** A few words; why, where the verdict alone does not say it, and how many known failures it leaves out. */
  readonly text: string;
  /** Checks per outcome. */
  readonly counts: Tally;
  /** Clauses proven, and clauses that some check can prove. */
  readonly proven: number;
  readonly provable: number;
  /** Violations of the document, and warnings, each counted one by one, without those that are excused. */
  readonly violations: number;
  readonly warnings: number;
  /** What would have failed the run and is a known failure: violations, and in a strict run warnings. */
  readonly excused: number;
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

type Sum = { readonly counted: number; readonly excused: number };

/** Violations that are counted and not listed, of operations whose listed ones are not all excused. */
function openUnlisted(outcome: Outcome, open: readonly Violation[]): number {
  if (outcome.kind !== 'fail' && outcome.kind !== 'warn') return 0;
  return Object.entries(outcome.unlisted ?? {})
    .filter(([name]) => open.some(({ operation }) => (operation ?? '*') === name))
    .reduce((sum, [, count]) => sum + count, 0);
}

function violationsOf(record: RunRecord, kind: 'fail' | 'warn'): Sum {
  const broken = record.results.filter(({ outcome }) => outcome.kind === kind);
  return broken.reduce(
    (sum: Sum, result) => {
      const all = 'violations' in result.outcome ? result.outcome.violations.length : 0;
      const open = unexcused(record, result);
      const unlisted = openUnlisted(result.outcome, open);
      return {
        counted: sum.counted + (all === 0 ? 1 : open.length) + unlisted,
        excused: sum.excused + all - open.length + unlistedCount(result.outcome) - unlisted,
      };
    },
    { counted: 0, excused: 0 },
  );
}

function provedSomething(record: RunRecord): boolean {
  return record.results.some(
    ({ outcome }) => outcome.kind === 'pass' && Object.values(outcome.evidence).some((count) => count > 0),
  );
}

type Ruled = Pick<Verdict, 'violations' | 'warnings' | 'excused'>;
type Ruling = Pick<Verdict, 'kind' | 'exitCode' | 'text'>;

function couldNotTell(why: string): Ruling {
  return { kind: 'could-not-tell', exitCode: 2, text: `could not tell: ${why}` };
}

function doesNotConform(why: string): Ruling {
  return { kind: 'does-not-conform', exitCode: 1, text: `does not conform${why}` };
}

function conforms(excused: number): Ruling {
  const but = excused === 0 ? '' : ` but for ${excused} known failure${excused === 1 ? '' : 's'}`;
  return { kind: 'conforms', exitCode: 0, text: `conforms${but}` };
}

/**
 * Interrupted wins over all, then a target that can't be judged, then violations, then faults of the harness. A baseline
 * that has to be put right comes last: it says nothing about the service.
 */
function rule(record: RunRecord, counts: Tally, { violations, warnings, excused }: Ruled): Ruling {
  const stop = record.footer?.stop;
  if (stop?.kind === 'interrupted') return { kind: 'interrupted', exitCode: 130, text: 'interrupted' };
  if (stop?.kind === 'unusable-target') return couldNotTell('the target cannot be tested');
  if (violations > 0) return doesNotConform('');
  if (stop === undefined) return couldNotTell('the run was cut off before its end');
  const damage = damageText(record);
  if (damage !== undefined) return couldNotTell(damage);
  if (stop.kind === 'harness-error' || counts['harness-error'] > 0)
    return couldNotTell('assay itself failed');
  if (record.header.settings.strict && warnings > 0) return doesNotConform(': warnings count (--strict)');
  if (!provedSomething(record)) return couldNotTell('nothing was proven');
  if (knownFailures(record).some((standing) => adviceOn(record, standing) !== undefined))
    return { kind: 'does-not-conform', exitCode: 1, text: 'the baseline of known failures is out of date' };
  return conforms(excused);
}

/**
 * Judges a record. With its interface, clauses that a check proves for one operation alone are counted exactly;
 * without it, a clause is proven when all of its checks passed. The ruling does not depend on the interface.
 */
export function verdict(record: RunRecord, document?: Interface): Verdict {
  const counts = tally(record);
  const standings = [...clauseStandings(record, document).values()];
  const [failures, warnings] = [violationsOf(record, 'fail'), violationsOf(record, 'warn')];
  const ruled = {
    violations: failures.counted,
    warnings: warnings.counted,
    excused: failures.excused + (record.header.settings.strict ? warnings.excused : 0),
  };
  return {
    ...rule(record, counts, ruled),
    counts,
    proven: standings.filter((standing) => standing === 'proven').length,
    provable: standings.length,
    ...ruled,
  };
}
