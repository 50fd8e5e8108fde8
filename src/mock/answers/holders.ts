import type { Interface, Operation } from '../../interface/model.ts';
import { resourcesOf } from '../../interface/resources/resources.ts';
import { refusesWhatIsFull } from '../../interface/resources/words/told-removals.ts';
import { fromPointer, putAt, valueAt } from '../../json/pointer.ts';
import { isList, type Json } from '../../json/value.ts';
import { type Presenter, presenterOf } from './present.ts';
import {
  absent,
  type Entry,
  type Kept,
  refusal,
  type Refusal,
  type Shelves,
  type Stages,
  type Visit,
} from './stages.ts';

/** Shows an entry with what is inside of it, where the document shows that nowhere else. `madeBy`: the entries that a creation made there. */
export function presenterOfHolder(
  document: Interface,
  { read }: Kept,
  present: Presenter,
  madeBy: (create: Operation) => readonly Entry[],
): Presenter {
  const shown = resourcesOf(document).flatMap(({ seenIn, create, entries, identity }) =>
    seenIn === undefined || seenIn !== read || create === undefined || entries === undefined
      ? []
      : [{ create, place: fromPointer(entries.pointer), each: presenterOf(entries.schema, identity ?? '') }],
  );
  if (shown.length === 0) return present;
  return (entry) =>
    shown.reduce<Json>((whole, { create, place, each }) => {
      const own = Object.hasOwn(entry, place[0] ?? '') ? valueAt(whole, place) : [];
      return putAt(whole, place, [...(isList(own) ? own : []), ...madeBy(create).map((one) => each(one))]);
    }, present(entry));
}

/** Refuses what leads through an entry that was removed, where nothing is kept of what the operation is about. */
export function refuserBelow(
  kept: Iterable<Kept>,
  wasRemoved: Shelves['wasRemoved'],
): (operation: Operation | undefined, visit: Visit, stages: Stages) => Refusal | undefined {
  const outer = [...new Set(kept)].filter(({ path }) => !path.includes('{'));
  const holders = new Map<string, Kept | undefined>();
  const holderOf = ({ id, path }: Operation): Kept | undefined => {
    const found = holders.has(id)
      ? holders.get(id)
      : outer.find((one) => path.startsWith(`${one.path}/{`) && path.indexOf('}/', one.path.length) > 0);
    holders.set(id, found);
    return found;
  };
  return (operation, { pathValues }, stages) => {
    const holder = operation === undefined ? undefined : holderOf(operation);
    const [name = ''] = pathValues.values();
    const isGone =
      holder !== undefined && wasRemoved(holder, name) && stages.find(holder, name) === undefined;
    return isGone ? absent(operation, holder, name) : undefined;
  };
}

/** The refusal of a removal as long as something is inside of the entry, where the document has one. `inside`: what is kept there. */
export function refusedWhileFull(
  document: Interface,
  operation: Operation,
  inside: readonly { readonly path: string; readonly count: number }[],
): Refusal | undefined {
  const told = refusesWhatIsFull(document, operation);
  const held = inside.find(({ path, count }) => count > 0 && told?.kinds.includes(path) === true);
  return told === undefined || held === undefined
    ? undefined
    : refusal(operation, [Number(told.status)], 'conflict', `There is still something in ${held.path}.`);
}
