import { unlistedCount, type Outcome, type OutcomeKind, type Violation } from '../checks/outcome.ts';
import type { Interface } from '../interface/model.ts';
import type { AssayFault, RunRecord, Tally } from '../run/record.ts';
import { clauseStandings } from './clause-standings.ts';
import { damageText } from './damage-text.ts';
import { cutText } from './exchange-excerpt.ts';
import { missingOf, type Missing } from './missing.ts';
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
  /** Operations that were asked, of those that the run had to have served, of those of the document; missing where nobody counted. */
  readonly operations?: OperationCounts;
  /** What the run had to show and did not. A run is green only where there is nothing of it. */
  readonly missing: readonly Missing[];
  /** Parts of assay that failed: probes, checks, the generator. */
  readonly faults: readonly AssayFault[];
  /** What to do, where assay could not tell. */
  readonly advice?: string;
};

export type OperationCounts = {
  readonly asked: number;
  readonly inReach: number;
  readonly documented: number;
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

type Ruled = Pick<Verdict, 'violations' | 'warnings' | 'excused' | 'missing' | 'faults'>;
type Ruling = Pick<Verdict, 'kind' | 'exitCode' | 'text' | 'advice'>;

const MOST_WORDS = 600;
const RUN_AGAIN =
  'see to what is named, and run again; --max-duration and --max-requests give a run more room, and --allow-incomplete lets one pass that could not show everything';
const OWN_FAULT =
  'this is a fault of assay and says nothing about the service: report it, with the record of the run';

function couldNotTell(why: string, advice: string): Ruling {
  return { kind: 'could-not-tell', exitCode: 2, text: `could not tell: ${why}`, advice };
}

function doesNotConform(why: string): Ruling {
  return { kind: 'does-not-conform', exitCode: 1, text: `does not conform${why}` };
}

function conforms(excused: number, missing: readonly Missing[], allowed: boolean): Ruling {
  const but = excused === 0 ? '' : ` but for ${excused} known failure${excused === 1 ? '' : 's'}`;
  const far = missing.length === 0 ? '' : ' as far as it was shown';
  return {
    kind: 'conforms',
    exitCode: 0,
    text: `conforms${far}${but}${allowed ? ' (--allow-incomplete)' : ''}`,
  };
}

/** Why a run without a violation has no verdict, whatever was proven. */
function withoutVerdict(record: RunRecord, { faults }: Ruled): Ruling | undefined {
  const { footer } = record;
  if (footer === undefined) return couldNotTell('the run was cut off before its end', RUN_AGAIN);
  const { stop } = footer;
  if (stop.kind === 'unusable-target')
    return couldNotTell('the target cannot be tested', cutText(stop.advice, MOST_WORDS));
  if (stop.kind === 'harness-error' || faults.length > 0)
    return couldNotTell('assay itself failed', OWN_FAULT);
  const damage = damageText(record);
  if (damage !== undefined) return couldNotTell(damage, RUN_AGAIN);
  return provedSomething(record) ? undefined : couldNotTell('nothing was proven', RUN_AGAIN);
}

/**
 * The rule of the exit code, in this one place. An interruption wins over all, then a violation, whatever else happened;
 * then everything that keeps a run from telling. Green is what is left: each operation in reach was served and judged,
 * each `must` clause in reach was proven, no part of assay failed and nothing was cut off. What is out of reach is so by
 * declaration alone. A baseline that has to be put right comes last: it says nothing about the service.
 */
function rule(record: RunRecord, ruled: Ruled): Ruling {
  const { violations, warnings, excused, missing } = ruled;
  const { strict, allowIncomplete = false } = record.header.settings;
  const stop = record.footer?.stop;
  if (stop?.kind === 'interrupted') return { kind: 'interrupted', exitCode: 130, text: 'interrupted' };
  if (violations > 0) return doesNotConform('');
  if (strict && warnings > 0) return doesNotConform(': warnings count (--strict)');
  const without = withoutVerdict(record, ruled);
  if (without !== undefined) return without;
  if (missing.length > 0 && !allowIncomplete)
    return couldNotTell('not everything that has to be shown was shown', RUN_AGAIN);
  if (knownFailures(record).some((standing) => adviceOn(record, standing) !== undefined))
    return { kind: 'does-not-conform', exitCode: 1, text: 'the baseline of known failures is out of date' };
  return conforms(excused, missing, allowIncomplete);
}

function faultsOf({ results, footer }: RunRecord): readonly AssayFault[] {
  const ofChecks = results.flatMap(({ id, outcome }) =>
    outcome.kind === 'harness-error' ? [{ part: id, reason: outcome.reason }] : [],
  );
  const stop = footer?.stop.kind === 'harness-error' ? [{ part: 'run', reason: footer.stop.reason }] : [];
  return [...stop, ...(footer?.faults ?? []), ...ofChecks].map(({ part, reason }) => ({
    part: cutText(part, MOST_WORDS),
    reason: cutText(reason, MOST_WORDS),
  }));
}

function operationsOf({ footer }: RunRecord): OperationCounts | undefined {
  const operations = footer?.coverage?.operations;
  if (operations === undefined) return undefined;
  const inReach = operations.filter(({ outOfReach }) => outOfReach === undefined);
  return {
    asked: inReach.filter(({ asked }) => asked > 0).length,
    inReach: inReach.length,
    documented: operations.length,
  };
}

/**
 * Judges a record. With its interface, clauses that a check proves for one operation alone are counted exactly;
 * without it, a clause is proven when all of its checks passed. The ruling does not depend on the interface.
 */
export function verdict(record: RunRecord, document?: Interface): Verdict {
  const standings = [...clauseStandings(record, document).values()];
  const [failures, warnings] = [violationsOf(record, 'fail'), violationsOf(record, 'warn')];
  const operations = operationsOf(record);
  const ruled = {
    violations: failures.counted,
    warnings: warnings.counted,
    excused: failures.excused + (record.header.settings.strict ? warnings.excused : 0),
    missing: missingOf(record),
    faults: faultsOf(record),
  };
  return {
    ...rule(record, ruled),
    counts: tally(record),
    proven: standings.filter((standing) => standing === 'proven').length,
    provable: standings.length,
    ...ruled,
    ...(operations === undefined ? {} : { operations }),
  };
}
