import { checks } from '../checks/catalogue.ts';
import { checkClauses, hasStatements } from '../interface/clauses.ts';
import type { Clause, Interface } from '../interface/model.ts';
import type { Fault } from '../mock/faults/fault.ts';

/** What a run said of a mock with one fault. */
export type TrialOutcome =
  /** These checks failed. */
  | { readonly kind: 'noticed'; readonly checks: readonly string[] }
  /** The run found the target so broken that it could not be tested, and said so. */
  | { readonly kind: 'unusable'; readonly reason: string }
  /** No check failed; these warned, and don't of an honest mock. */
  | { readonly kind: 'warned'; readonly checks: readonly string[] }
  /** The mock did something else than an honest one, and the run was content. */
  | { readonly kind: 'survived' }
  /** Nothing that the run sent made the fault show: the mock did what an honest one does. */
  | { readonly kind: 'not-shown' }
  /** The run was content, whether the fault showed or not; one of the profile `thorough` is not: these checks fail or warn. */
  | { readonly kind: 'left-to-thorough'; readonly shown: boolean; readonly checks: readonly string[] }
  /** Assay itself, or its mock, failed: no statement about the suites. */
  | { readonly kind: 'broken'; readonly reason: string };

/** One fault, and what became of it. */
export type Trial = {
  readonly fault: string;
  readonly outcome: TrialOutcome;
  readonly requests: number;
  readonly durationMs: number;
};

/** One freedom that the document leaves, and whether a mock that takes it is blamed. */
export type FreedomTrial = {
  readonly freedom: string;
  readonly title: string;
  /** Whether the mock did something else than the usual one. */
  readonly shown: boolean;
  /** Checks that fail: none may. */
  readonly blaming: readonly string[];
  /** What kept the run from judging. */
  readonly failure: string | undefined;
  readonly requests: number;
};

/** True where the suites blame what the document allows, or cannot judge it. */
export function isUnjust({ blaming, failure }: FreedomTrial): boolean {
  return blaming.length > 0 || failure !== undefined;
}

/** How many faults were noticed, of those that showed. */
export type Tally = { readonly noticed: number; readonly shown: number };

/**
 * A clause with the faults that break it. `unjudged` says why no fault could tell anything: no check proves it, or none of
 * the faults is about it.
 */
export type ClauseScore = Tally & {
  readonly clause: Clause;
  readonly survivors: readonly string[];
  readonly unjudged: string | undefined;
};

export type Score = Tally & {
  /** Every clause that is more than an observation, in the order of the document. */
  readonly clauses: readonly ClauseScore[];
};

function split(reference: string): { readonly check: string; readonly operation: string | undefined } {
  const at = reference.indexOf('@');
  if (at < 0) return { check: reference, operation: undefined };
  return { check: reference.slice(0, at), operation: reference.slice(at + 1) };
}

/** Whether a fault breaks what a clause says: both name the same check, and not for different operations. */
function breaks(fault: Fault, clause: Clause): boolean {
  return fault.breaks
    .map(split)
    .some((broken) =>
      clause.checks.some(
        ({ check, operation }) =>
          check === broken.check &&
          (operation === undefined || broken.operation === undefined || operation === broken.operation),
      ),
    );
}

/** Whether the mock did something else than an honest one in the run that the score is about. */
function hasShown({ outcome }: Trial): boolean {
  switch (outcome.kind) {
    case 'noticed':
    case 'unusable':
    case 'warned':
    case 'survived':
      return true;
    case 'left-to-thorough':
      return outcome.shown;
    case 'not-shown':
    case 'broken':
      return false;
  }
}

/** Whether the suites gave a sign of the fault. */
function isNoticed({ outcome }: Trial): boolean {
  return outcome.kind === 'noticed' || outcome.kind === 'unusable' || outcome.kind === 'warned';
}

function tally(trials: readonly Trial[]): Tally {
  return { noticed: trials.filter(isNoticed).length, shown: trials.filter(hasShown).length };
}

function scoreClause(clause: Clause, faults: readonly Fault[], trials: readonly Trial[]): ClauseScore {
  const own = new Set(faults.filter((fault) => breaks(fault, clause)).map(({ name }) => name));
  const tried = trials.filter(({ fault }) => own.has(fault));
  const counts = tally(tried);
  const survivors = tried.filter((trial) => hasShown(trial) && !isNoticed(trial)).map(({ fault }) => fault);
  const nothing = own.size === 0 ? 'no fault is about it' : 'none of its faults showed';
  const unjudged = clause.checks.length === 0 ? (clause.reason ?? 'no check proves it') : nothing;
  return { ...counts, clause, survivors, unjudged: counts.shown > 0 ? undefined : unjudged };
}

/**
 * The mutation score of the suites: of the faults that showed, how many they noticed, in all and for each clause. A fault
 * counts for every clause that it breaks. What the document leaves open can't be broken and has no row.
 */
export function scoreOf(document: Interface, faults: readonly Fault[], trials: readonly Trial[]): Score {
  // Faults break checks: what a document says by itself, operation by operation, has a row for each of those.
  const isDerived = document.clauses.length > 0 && !hasStatements(document);
  const applicable = checks.filter((check) => check.notApplicable(document) === undefined);
  const rows = isDerived ? checkClauses(document, applicable) : document.clauses;
  const clauses = rows.filter(({ level }) => level !== 'observe');
  return { ...tally(trials), clauses: clauses.map((clause) => scoreClause(clause, faults, trials)) };
}

/** The share of noticed faults in percent; rounded down, so that 100 means all of them. 100 where none showed. */
export function percentOf({ noticed, shown }: Tally): number {
  return shown === 0 ? 100 : Math.floor((noticed / shown) * 100);
}

/**
 * 0 when the share is at least `minScore` percent and no freedom is blamed, 1 when not, 2 when nothing showed or assay itself failed.
 */
export function exitCodeOf(
  score: Tally,
  { trials, freedoms }: { readonly trials: readonly Trial[]; readonly freedoms: readonly FreedomTrial[] },
  minScore: number,
): 0 | 1 | 2 {
  if (score.shown === 0 || trials.some(({ outcome }) => outcome.kind === 'broken')) return 2;
  if (freedoms.some(({ failure }) => failure !== undefined)) return 2;
  return percentOf(score) >= minScore && !freedoms.some(isUnjust) ? 0 : 1;
}
