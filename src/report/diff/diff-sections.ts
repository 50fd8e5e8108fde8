import { counted } from '../../system/counted.ts';
import type { ClauseChange, ClauseChanges, ViolationChange } from './changes.ts';
import type { RunDiff } from './run-diff.ts';

/** One change: what it is about, and what is said of it. */
type DiffItem = { readonly name: string; readonly text: string };

/** Changes of one kind, as every format shows them. */
export type DiffSection = {
  readonly title: string;
  readonly tone: 'bad' | 'doubtful' | 'good' | 'told';
  readonly items: readonly DiffItem[];
};

type ClauseKind = {
  readonly kind: keyof ClauseChanges;
  readonly title: string;
  /** Behind a number of clauses, in the headline. */
  readonly short: string;
  readonly tone: DiffSection['tone'];
};

const CLAUSE_KINDS: readonly ClauseKind[] = [
  { kind: 'newlyBroken', title: 'Clauses newly broken', short: 'newly broken', tone: 'bad' },
  { kind: 'noLongerProven', title: 'Clauses no longer proven', short: 'no longer proven', tone: 'bad' },
  { kind: 'newlyWarned', title: 'Clauses newly warned of', short: 'newly warned of', tone: 'doubtful' },
  {
    kind: 'noLongerReached',
    title: 'Clauses broken before, and no longer reached',
    short: 'no longer reached',
    tone: 'doubtful',
  },
  { kind: 'fixed', title: 'Clauses fixed', short: 'fixed', tone: 'good' },
  { kind: 'newlyProven', title: 'Clauses newly proven', short: 'newly proven', tone: 'good' },
  { kind: 'removed', title: 'Clauses that the document no longer has', short: 'removed', tone: 'told' },
];

function clauseItem({ id, text, before, now }: ClauseChange): DiffItem {
  const change = `${before ?? 'not known'} before, ${now ?? 'not known'} now`;
  return { name: id, text: text === undefined ? change : `${text} (${change})` };
}

function violationItem({
  check,
  operation,
  kind,
  count,
  expected,
  actual,
  known,
}: ViolationChange): DiffItem {
  const what = counted(count, kind === 'fail' ? 'violation' : 'warning');
  const excused = known ? ', a known failure' : '';
  return {
    name: `${check} – ${operation ?? 'no documented operation'}`,
    text: `${what}${excused}: expected ${expected}, got ${actual}`,
  };
}

/** The changes of a diff, what got worse first. Only sections that hold something. */
export function diffSections({
  clauses,
  violations,
  observed,
  differences,
}: RunDiff): readonly DiffSection[] {
  const sections: readonly DiffSection[] = [
    ...CLAUSE_KINDS.map(({ kind, title, tone }) => ({ title, tone, items: clauses[kind].map(clauseItem) })),
    { title: 'Violations and warnings that are new', tone: 'bad', items: violations.new.map(violationItem) },
    {
      title: 'Violations and warnings that are gone',
      tone: 'good',
      items: violations.gone.map(violationItem),
    },
    {
      title: 'Observed values that changed, where the document is silent',
      tone: 'told',
      items: observed.map(({ name, before, now }) => ({
        name,
        text: `${before ?? 'not seen'} → ${now ?? 'not seen'}`,
      })),
    },
    {
      title: 'How the runs differ',
      tone: 'told',
      items: differences.map(({ name, before, now }) => ({ name, text: `${before} → ${now}` })),
    },
  ];
  return sections.filter(({ items }) => items.length > 0);
}

/** The one line that says it all. */
export function diffHeadline({ clauses, violations, worse }: RunDiff): string {
  const counts = [
    ...CLAUSE_KINDS.filter(({ kind }) => clauses[kind].length > 0).map(
      ({ kind, short }) => `${counted(clauses[kind].length, 'clause')} ${short}`,
    ),
    ...(violations.new.length === 0 ? [] : [`new failures in ${counted(violations.new.length, 'place')}`]),
  ];
  const ruling = worse ? 'worse than before' : 'nothing got worse';
  return counts.length === 0 ? `${ruling}: no clause changed` : `${ruling}: ${counts.join(', ')}`;
}

/** `Library 1.0.0, http://… at 2030-01-02T03:04:05.000Z: conforms, 60 of 63 clauses proven`. */
export function diffedRunText({ target, version, startedAt, verdict }: RunDiff['now']): string {
  const proven = `${String(verdict.proven)} of ${counted(verdict.provable, 'clause')} proven`;
  return `${target}, interface ${version}, started ${startedAt}: ${verdict.text}, ${proven}`;
}
