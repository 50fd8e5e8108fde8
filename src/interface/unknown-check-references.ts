import type { InterfaceProblem } from './interface-problem.ts';
import type { Interface } from './model.ts';
import { nearestName } from './nearest-name.ts';

/** One problem for each reference of a clause to a check that is not among the known ids. Lines are those of the clauses. */
export function unknownCheckReferences(
  { clauses }: Pick<Interface, 'clauses'>,
  knownIds: Iterable<string>,
): readonly InterfaceProblem[] {
  const known = new Set(knownIds);
  return clauses.flatMap(({ id, checks, position }) =>
    checks
      .filter(({ check }) => !known.has(check))
      .map(({ check }) => {
        const near = nearestName(check, known);
        return {
          ...position,
          problem: `the clause "${id}" names the check "${check}", which does not exist`,
          advice:
            near === undefined
              ? 'Remove it, or use the id of a check that exists.'
              : `Did you mean "${near}"?`,
        };
      }),
  );
}
