import { plainJson } from '../../json/value.ts';
import type { ClauseChange, ViolationChange } from './changes.ts';
import { diffHeadline } from './diff-sections.ts';
import type { DiffedRun, RunDiff } from './run-diff.ts';

/** Version of the shape that `schemas/diff.schema.json` describes; members may be added without a new one. */
const DIFF_VERSION = 1;

type Members = { readonly [name: string]: unknown };

function runMembers({ runId, startedAt, target, version, verdict }: DiffedRun): Members {
  const { kind, exitCode, text, proven, provable, violations, warnings, excused } = verdict;
  return {
    id: runId,
    startedAt,
    target,
    interfaceVersion: version,
    verdict: { kind, exitCode, text, proven, provable, violations, warnings, excused },
  };
}

function clauseMembers({ id, text, before, now }: ClauseChange): Members {
  return { id, text: text ?? null, before: before ?? null, now: now ?? null };
}

function violationMembers(change: ViolationChange): Members {
  return { ...change, operation: change.operation ?? null };
}

/** What changed between two runs as JSON, in the shape of `schemas/diff.schema.json`. What is unknown is `null`. */
export function jsonDiff(diff: RunDiff): string {
  const { clauses, violations, observed } = diff;
  const changes = Object.entries(clauses).map(
    ([kind, list]: readonly [string, readonly ClauseChange[]]) => [kind, list.map(clauseMembers)] as const,
  );
  return `${plainJson(
    {
      diffVersion: DIFF_VERSION,
      title: diff.title,
      worse: diff.worse,
      text: diffHeadline(diff),
      before: runMembers(diff.before),
      now: runMembers(diff.now),
      differences: diff.differences,
      notes: diff.notes,
      clauses: Object.fromEntries(changes),
      violations: { new: violations.new.map(violationMembers), gone: violations.gone.map(violationMembers) },
      observed: observed.map((change) => ({
        ...change,
        before: change.before ?? null,
        now: change.now ?? null,
      })),
    },
    2,
  )}\n`;
}
