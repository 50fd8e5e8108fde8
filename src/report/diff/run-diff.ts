import type { RunRecord } from '../../run/record.ts';
import { verdict, type Verdict } from '../verdict.ts';
import { clauseChanges, type ClauseChanges, type DiffSide } from './clause-changes.ts';
import { observedChanges, type ObservedChange } from './observed-changes.ts';
import { endNotes, runDifferences, type RunDifference } from './run-differences.ts';
import { violationChanges, type ViolationChange } from './violation-changes.ts';

/** What a report of a difference says of each of the two runs. */
export type DiffedRun = {
  readonly runId: string;
  readonly startedAt: string;
  readonly target: string;
  readonly version: string;
  readonly verdict: Verdict;
};

/** What changed from one run to another. Every format is made of it. */
export type RunDiff = {
  readonly title: string;
  readonly before: DiffedRun;
  readonly now: DiffedRun;
  readonly differences: readonly RunDifference[];
  /** Sentences on what makes the comparison weak: a run that was cut short. */
  readonly notes: readonly string[];
  readonly clauses: ClauseChanges;
  readonly violations: {
    readonly new: readonly ViolationChange[];
    readonly gone: readonly ViolationChange[];
  };
  readonly observed: readonly ObservedChange[];
  /** A clause is newly broken or no longer proven, or something fails that did not; in a strict run, or is warned of. */
  readonly worse: boolean;
};

function runOf({ record, document }: DiffSide): DiffedRun {
  const { header } = record;
  return {
    runId: header.runId,
    startedAt: header.startedAt,
    target: header.ownMock ? "assay's own mock" : header.settings.url,
    version: header.interface.version,
    verdict: verdict(record, document),
  };
}

function isWorse({ header }: RunRecord, diff: Pick<RunDiff, 'clauses' | 'violations'>): boolean {
  const { newlyBroken, newlyWarned, noLongerProven } = diff.clauses;
  const { strict } = header.settings;
  return (
    newlyBroken.length + noLongerProven.length > 0 ||
    diff.violations.new.some(({ kind }) => kind === 'fail' || strict) ||
    (strict && newlyWarned.length > 0)
  );
}

/** Compares two runs of the same interface, the older one first. Baselines excuse nothing here: a change is a change. */
export function diffRuns(before: DiffSide, now: DiffSide): RunDiff {
  const clauses = clauseChanges(before, now);
  const violations = violationChanges(before.record, now.record);
  return {
    title: now.record.header.interface.title,
    before: runOf(before),
    now: runOf(now),
    differences: runDifferences(before.record, now.record),
    notes: endNotes(before.record, now.record),
    clauses,
    violations,
    observed: observedChanges(before.record, now.record),
    worse: isWorse(now.record, { clauses, violations }),
  };
}
