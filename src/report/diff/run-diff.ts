import type { RunRecord } from '../../record/record.ts';
import { nameOfSetting, settingsTold, valueText } from '../../run/setting-facts.ts';
import { partialNote } from '../model/run-problem.ts';
import { verdict, type Verdict } from '../model/verdict.ts';
import {
  clauseChanges,
  type ClauseChanges,
  type DiffSide,
  type ObservedChange,
  observedChanges,
  type ViolationChange,
  violationChanges,
} from './changes.ts';

/** Something about how two runs were made that differs, so that their results may differ for that reason. */
export type RunDifference = { readonly name: string; readonly before: string; readonly now: string };

function traitsOf({ header }: RunRecord): readonly (readonly [name: string, value: string])[] {
  const { settings, interface: document } = header;
  const { shard } = settings;
  return [
    ['target', header.ownMock ? "assay's own mock" : settings.url],
    ['version of the interface', document.version],
    ['digest of the document', document.digest],
    ['version of assay', header.assayVersion],
    ...settingsTold(settings).flatMap(({ row, value }) =>
      row.compared === true ? [[nameOfSetting(row), valueText(value)] as const] : [],
    ),
    ['shard', shard === undefined ? 'none' : `${String(shard.index)} of ${String(shard.total)}`],
  ];
}

/** How two runs were made differently. The seed is left out: it is meant to change. */
function runDifferences(before: RunRecord, now: RunRecord): readonly RunDifference[] {
  const olds = new Map(traitsOf(before));
  return traitsOf(now)
    .map(([name, value]) => ({ name, before: olds.get(name) ?? 'none', now: value }))
    .filter((difference) => difference.before !== difference.now);
}

function endNote(which: string, record: RunRecord): readonly string[] {
  const partial = partialNote(record);
  const stop = record.footer?.stop;
  switch (stop?.kind) {
    case 'interrupted':
      return [`The ${which} run was interrupted.`];
    case 'budget':
    case 'harness-error':
    case 'unusable-target':
      return [`The ${which} run ended early: ${stop.reason}`];
    case 'completed':
    case undefined:
      return partial === undefined ? [] : [`The ${which} run: ${partial}`];
  }
}

/** A sentence for each run that did not come to its end. */
function endNotes(before: RunRecord, now: RunRecord): readonly string[] {
  return [...endNote('old', before), ...endNote('new', now)];
}

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
