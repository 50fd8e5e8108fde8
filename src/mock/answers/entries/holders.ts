import type { Interface, Operation } from '../../../interface/model.ts';
import { resourcesOf } from '../../../interface/resources/resources.ts';
import {
  type FullRefusal,
  refusesWhatIsFull,
} from '../../../interface/resources/words/states/told-removals.ts';
import { fromPointer, putAt, valueAt } from '../../../json/pointer.ts';
import { plainText } from '../../../json/lossless.ts';
import { isList, type Json, memberOf } from '../../../json/value.ts';
import type { KeptRole, ListBelow } from './kept-entries.ts';
import { type Presenter, presenterOf } from '../present.ts';
import {
  absent,
  mayBeAbsent,
  wantedIn,
  type Entry,
  type Kept,
  refusal,
  type Refusal,
  type Shelves,
  type Stages,
  type Visit,
} from '../stages/stages.ts';

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

/** The entries of a list below an entry: those that name it; a refusal where it is not there, and the document has one. */
export function entriesBelow(
  { holder, by, shown }: ListBelow,
  entries: readonly Entry[],
  visit: Visit,
  stages: Stages,
): readonly Entry[] | Refusal {
  const wanted = wantedIn(visit);
  if (stages.find(holder, wanted) === undefined && mayBeAbsent(visit))
    return absent(visit.operation, holder, wanted);
  const fits = (entry: Entry): boolean => plainText(memberOf(entry, by) ?? null) === wanted;
  const filters = [{ member: by, within: undefined, value: wanted, fits }];
  return stages.select(shown, entries, { filters, order: undefined, size: undefined, from: 0 });
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

/** How many entries name something in a member, of those in the states that are meant, without those that say to be in one that is left out. */
function countNaming(
  entries: readonly Entry[],
  {
    member,
    name,
    unless,
    state,
  }: {
    readonly member: string;
    readonly name: string;
    readonly unless?: string | undefined;
    readonly state: FullRefusal['named'][number]['state'];
  },
): number {
  const isMeant = (entry: Entry): boolean =>
    state === undefined || state.values.some((value) => value === memberOf(entry, state.member));
  const isLeftOut = (entry: Entry): boolean =>
    Object.entries(entry).some(
      ([own, value]) =>
        unless !== undefined && (value === unless || (value === true && own.toLowerCase().endsWith(unless))),
    );
  const isNaming = (entry: Entry): boolean => plainText(memberOf(entry, member) ?? null) === name;
  return entries.filter((entry) => isNaming(entry) && isMeant(entry) && !isLeftOut(entry)).length;
}

/**
 * The refusal of a removal as long as something is inside of the entry, or names it, where the document has one. `inside`: what is kept
 * there.
 */
export function refusedWhileFull(
  {
    document,
    roles,
    stages,
  }: { readonly document: Interface; readonly roles: ReadonlyMap<string, KeptRole>; readonly stages: Stages },
  operation: Operation,
  name: string,
  inside: readonly { readonly path: string; readonly count: number }[],
): Refusal | undefined {
  const told = refusesWhatIsFull(document, operation);
  if (told === undefined) return undefined;
  const { kinds, named, unless } = told;
  const namedIn = named.map(({ child: { path }, by: member, state }) => {
    const kind = roles
      .values()
      .find(({ collection, above }) => collection.path === path && above.length === 0);
    const entries = kind === undefined ? [] : stages.entries(kind.collection);
    return { path, count: countNaming(entries, { member, name, unless, state }) };
  });
  const held = [...inside.filter(({ path }) => kinds.includes(path)), ...namedIn].find(
    ({ count }) => count > 0,
  );
  return held === undefined
    ? undefined
    : refusal(operation, [Number(told.status)], 'conflict', `There is still something in ${held.path}.`);
}
