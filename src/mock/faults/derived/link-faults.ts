import { hasStatements } from '../../../interface/clauses.ts';
import type { Interface, Operation } from '../../../interface/model.ts';
import { namedLinksOf } from '../../../interface/resources/named-links.ts';
import { listOf, memberOf } from '../../../json/value.ts';
import { keptRoles } from '../../answers/entries/kept-entries.ts';
import type { Fault } from '../fault.ts';
import { derivedName } from './derived-name.ts';
import { updating } from './life-faults.ts';

/** What services get wrong about entries that are put into others by their names. */

/** One of a member that shows what was put there. */
function fault(operation: Operation, kind: string, title: string, apply: Fault['apply']): Fault {
  return {
    name: derivedName(operation, kind),
    family: 'collections',
    title: `${operation.id} ${title}`,
    breaks: ['resources.put-in-by-name'],
    apply,
  };
}

/** For each member that shows such entries. */
export function linkFaults(document: Interface): readonly Fault[] {
  if (hasStatements(document)) return [];
  return namedLinksOf(document).flatMap(({ put, takeOut, member }): readonly Fault[] => {
    const collection = keptRoles(document, 'all').get(put.id)?.collection;
    if (collection === undefined) return [];
    const putting = [
      fault(put, 'puts-nothing', `leaves ${member} as it was`, (stages) =>
        updating(stages, collection, 'put-in', (_honest, old) => old),
      ),
      fault(put, 'puts-others-out', `leaves nothing else in ${member}`, (stages) =>
        updating(stages, collection, 'put-in', (honest) => ({
          ...honest,
          [member]: listOf(memberOf(honest, member)).slice(-1),
        })),
      ),
    ];
    if (takeOut === undefined) return putting;
    return [
      ...putting,
      fault(takeOut, 'takes-nothing', `leaves ${member} as it was`, (stages) =>
        updating(stages, collection, 'take-out', (_honest, old) => old),
      ),
      fault(takeOut, 'takes-all', `leaves nothing in ${member}`, (stages) =>
        updating(stages, collection, 'take-out', (honest) => ({ ...honest, [member]: [] })),
      ),
    ];
  });
}
