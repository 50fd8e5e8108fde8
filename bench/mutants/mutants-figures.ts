import type { BedReport, Trial } from './bed.ts';
import type { Harmless } from './harmless.ts';
import type { Mutant } from './mutate.ts';

/** The least share of the mutants that can be told which has to be told, in percent. */
export const GOAL_PERCENT = 95;

/** A mutant as the list of harmless ones names it. */
export function labelOf({ id, from, to }: Mutant): string {
  return `${id}: ${from} → ${to}`;
}

/** A mutant with the place where it is. */
export function placeOf(mutant: Mutant): string {
  return `${mutant.file}:${mutant.line} ${mutant.operator} ${labelOf(mutant)}`;
}

/** How many mutants came to what. `tellable`: those that start, serve somebody and are not harmless. */
export type Figures = {
  readonly mutants: number;
  readonly broken: number;
  readonly unusable: number;
  readonly harmless: number;
  readonly tellable: number;
  readonly violation: number;
  readonly warning: number;
  readonly couldNotTell: number;
  readonly green: number;
  /** Told as a violation or a warning, of the tellable ones, in percent. */
  readonly percent: number;
};

/** The reason of each harmless mutant, by its label. */
export function reasonsOf(harmless: readonly Harmless[]): ReadonlyMap<string, string> {
  return new Map(harmless.flatMap(({ reason, mutants }) => mutants.map((label) => [label, reason] as const)));
}

/** What has not to be told by anybody. */
function isBroken({ fate: { kind } }: Trial): boolean {
  return kind === 'no-start' || kind === 'timeout';
}

/** Counts trials. */
export function figuresOf(trials: readonly Trial[], reasons: ReadonlyMap<string, string>): Figures {
  const started = trials.filter((trial) => !isBroken(trial));
  const running = started.filter(({ fate }) => fate.kind !== 'unusable');
  const tellable = running.filter(({ mutant }) => !reasons.has(labelOf(mutant)));
  const count = (kind: Trial['fate']['kind']): number =>
    tellable.filter(({ fate }) => fate.kind === kind).length;
  const told = count('violation') + count('warning');
  return {
    mutants: trials.length,
    broken: trials.length - started.length,
    unusable: started.length - running.length,
    harmless: running.length - tellable.length,
    tellable: tellable.length,
    violation: count('violation'),
    warning: count('warning'),
    couldNotTell: count('could-not-tell'),
    green: count('green'),
    percent: tellable.length === 0 ? 100 : (100 * told) / tellable.length,
  };
}

/** Mutants that a client can tell and assay did not blame. */
export function survivors(trials: readonly Trial[], reasons: ReadonlyMap<string, string>): readonly Trial[] {
  return trials.filter(
    ({ mutant, fate }) =>
      (fate.kind === 'green' || fate.kind === 'could-not-tell') && !reasons.has(labelOf(mutant)),
  );
}

/** Entries of the list of harmless mutants that name none, or one twice. */
export function staleEntries(mutants: readonly Mutant[], harmless: readonly Harmless[]): readonly string[] {
  const known = new Set(mutants.map(labelOf));
  const labels = harmless.flatMap((entry) => entry.mutants);
  return labels.filter((label, index) => !known.has(label) || labels.indexOf(label) !== index);
}

/** Whatever may not be: a conforming service that is not green, a harmless mutant that is blamed or undecided. */
export function falseAlarms(
  { unmutated, trials }: BedReport,
  reasons: ReadonlyMap<string, string>,
): readonly string[] {
  const services = unmutated.flatMap(({ service, fate }) =>
    fate.kind === 'green' ? [] : [`${service.name}, as it is: ${fate.kind}`],
  );
  const mutants = trials.flatMap(({ mutant, fate }) => {
    if (!reasons.has(labelOf(mutant))) return [];
    if (fate.kind === 'could-not-tell' || fate.kind === 'unusable')
      return [`${placeOf(mutant)}: ${fate.said}`];
    return fate.kind === 'violation' ? [`${placeOf(mutant)}: ${fate.checks.join(', ')}: ${fate.said}`] : [];
  });
  return [...services, ...mutants];
}
