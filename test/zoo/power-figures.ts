import { checks } from '../../src/checks/catalogue.ts';
import type { Check } from '../../src/checks/check.ts';
import type { Interface } from '../../src/interface/model.ts';
import type { Sighting } from './assay-member.ts';
import type { FaultyMember } from './member.ts';

/** What a run says of a statement or a check of the interface. */
export type Figure = { readonly id: string; readonly found: number; readonly faults: number };

/** Checks that a standard run of the zoo cannot see at work, with the reason. */
export const NOT_AT_WORK: Readonly<Record<string, string>> = {
  'rate-limit-headers.first-remaining': 'needs `--exclusive`: nobody else may use the key',
  'rate-limit-enforcement.exact-quota': 'needs `--exclusive`: nobody else may use the key',
};

/** Checks that never find a fault alone, with the reason. */
export const NEVER_ALONE: Readonly<Record<string, string>> = {
  'collections.parallel-creation':
    'what is given twice at the same time is given twice: `collections.unique-identity` finds it as well',
};

/** The statements that a service can break and a run can prove. */
export function provableClauses({ clauses }: Interface): readonly string[] {
  return clauses
    .filter(({ level, checks: ids }) => level !== 'observe' && ids.length > 0)
    .map(({ id }) => id);
}

/** The checks that can fail or warn for this interface at the standard profile. */
export function checksAtWork(document: Interface): readonly Check[] {
  return checks.filter(
    ({ id, level, notApplicable }) =>
      level !== 'observe' && notApplicable(document) === undefined && NOT_AT_WORK[id] === undefined,
  );
}

/** How many faults of each provable statement were found. */
export function clauseFigures(document: Interface, sightings: readonly Sighting[]): readonly Figure[] {
  return provableClauses(document).map((id) => {
    const own = sightings.filter(({ member }) => member.kind === 'faulty' && member.clauses.includes(id));
    return { id, found: own.filter(({ found }) => found).length, faults: own.length };
  });
}

/** Statements with fewer faults than three. */
export function thinClauses(document: Interface, members: readonly FaultyMember[]): readonly string[] {
  return provableClauses(document).filter(
    (id) => members.filter(({ clauses }) => clauses.includes(id)).length < FEWEST_PER_CLAUSE,
  );
}

const FEWEST_PER_CLAUSE = 3;

/** For each check the faults that it finds, and the names of those that nothing else finds. */
export function checkFigures(
  document: Interface,
  sightings: readonly Sighting[],
): readonly { readonly id: string; readonly found: number; readonly alone: readonly string[] }[] {
  const faulty = sightings.filter(({ member }) => member.kind === 'faulty');
  return checksAtWork(document).map(({ id }) => {
    const finding = faulty.filter(({ blamed, warned }) =>
      [...blamed, ...warned].some((result) => result.id === id),
    );
    const alone = finding.filter(({ blamed, warned }) => blamed.length + warned.length === 1);
    return { id, found: finding.length, alone: alone.map(({ member }) => member.name) };
  });
}
