import { hasStatements } from '../../../interface/clauses.ts';
import type { Interface } from '../../../interface/model.ts';
import type { KeptRole } from '../../answers/entries/kept-entries.ts';
import type { Fault } from '../fault.ts';
import { derivedName } from './derived-name.ts';
import { keptOperations } from './tag-faults.ts';

/** What services forget to look at when another user asks: whose the entry is. */

const CHECKS: { readonly [role in KeptRole['role']]: string | undefined } = {
  create: undefined,
  several: undefined,
  list: 'resources.not-listed-by-others',
  read: 'resources.not-read-by-others',
  change: 'resources.not-changed-by-others',
  replace: 'resources.not-changed-by-others',
  remove: 'resources.not-removed-by-others',
  act: undefined,
  link: undefined,
  'put-in': undefined,
  'take-out': undefined,
};

/** For each operation on entries: it does for every key what it should do for that which made them alone. */
export function strangerFaults(document: Interface): readonly Fault[] {
  if (hasStatements(document)) return [];
  return keptOperations(document).flatMap(({ operation, kept: { role } }): readonly Fault[] => {
    const breaks = CHECKS[role];
    const isOpen = operation.credential === undefined || operation.sharing === 'shared';
    if (breaks === undefined || isOpen) return [];
    return [
      {
        name: derivedName(operation, 'for-others'),
        family: 'collections',
        title: `${operation.id} is done for other users as well`,
        breaks: [breaks],
        entriesOf: 'key',
        apply: (stages) => ({
          ...stages,
          mayTouch: (visit, entry) => visit.operation?.id === operation.id || stages.mayTouch(visit, entry),
        }),
      },
    ];
  });
}
