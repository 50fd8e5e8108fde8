import { hasStatements } from '../../../interface/clauses.ts';
import type { Interface } from '../../../interface/model.ts';
import { severalAtOnce, type Several } from '../../../interface/resources/several-at-once.ts';
import { fromPointer, putAt, valueAt } from '../../../json/pointer.ts';
import { isList, type Json } from '../../../json/value.ts';
import { keptRoles } from '../../answers/entries/kept-entries.ts';
import type { Content, Stages } from '../../answers/stages/stages.ts';
import type { Fault } from '../fault.ts';
import { derivedName } from './derived-name.ts';

/** What services get wrong about entries that are made at once. */

/** Does to the entries of a request what it should not, before any is made. */
function making(
  stages: Stages,
  { operation, pointer }: Several,
  change: (items: readonly Json[]) => readonly Json[],
): Stages {
  const place = fromPointer(pointer);
  const changed = (content: Content): Content => {
    const items = content.kind === 'json' ? valueAt(content.value, place) : undefined;
    if (content.kind !== 'json' || !isList(items)) return content;
    return { ...content, value: putAt(content.value, place, change(items)) };
  };
  return {
    ...stages,
    respond: (content, visit, own) =>
      stages.respond(visit.operation?.id === operation.id ? changed(content) : content, visit, own),
  };
}

/** For each creation of several entries at once that the mock knows. */
export function severalFaults(document: Interface): readonly Fault[] {
  if (hasStatements(document)) return [];
  const roles = keptRoles(document, 'all');
  return severalAtOnce(document)
    .filter(({ operation }) => roles.get(operation.id)?.role === 'several')
    .flatMap((several): readonly Fault[] => {
      const { operation, isInOrder } = several;
      const fault = (
        kind: string,
        title: string,
        change: (items: readonly Json[]) => readonly Json[],
      ): Fault => ({
        name: derivedName(operation, kind),
        family: 'collections',
        title: `${operation.id} ${title}`,
        breaks: ['resources.several-made'],
        apply: (stages) => making(stages, several, change),
      });
      return [
        fault('makes-the-first-alone', 'makes the first of several entries, and no other', (items) =>
          items.slice(0, 1),
        ),
        ...(isInOrder
          ? [
              fault('turns-round', 'makes several entries from the last to the first', (items) =>
                items.toReversed(),
              ),
            ]
          : []),
      ];
    });
}
