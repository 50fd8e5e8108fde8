import type { Interface } from '../../interface/model.ts';
import { resourcesOf } from '../../interface/resources/resources.ts';
import { toldCountsOf } from '../../interface/resources/words/told-counts.ts';
import { onceFor } from '../../system/once-for.ts';
import type { KeptRole } from './kept-entries.ts';
import { type Entry, type EntryPlace, type Kept, nameOf, type Stages } from './stages.ts';

/** Numbers of entries that count what is inside of these, where the document says so. */

/** The members that count, by the path of the entries that have them and of those that they count. */
const countersOf = onceFor(
  (document: Interface): ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> =>
    new Map(
      resourcesOf(document).flatMap((resource) => {
        const told = toldCountsOf(document, resource).flatMap((one) => (one.of === 'entries' ? [one] : []));
        const byChild = Map.groupBy(told, ({ child }) => child.path);
        const names = [...byChild].map(([path, all]) => [path, all.map(({ name }) => name)] as const);
        return names.length === 0 ? [] : [[resource.path, new Map(names)] as const];
      }),
    ),
);

function withNumber(entry: Entry, names: readonly string[], count: number): Entry {
  return names.reduce<Entry>(
    (own, name) => (Object.hasOwn(own, name) ? { ...own, [name]: count } : own),
    entry,
  );
}

/**
 * Counts what is in a collection inside of an entry, and puts the number into that. `shelf`: where the entry is kept; where its path does
 * not tell, among those that are inside of nothing.
 */
export function recount(
  {
    document,
    inside,
    stages,
  }: {
    readonly document: Interface;
    readonly inside: (child: Kept, above: EntryPlace) => Kept;
    readonly stages: Stages;
  },
  role: KeptRole,
  collection: Kept,
  shelf: Kept | undefined,
): void {
  const [above, ...outer] = role.above.toReversed();
  const names =
    above === undefined ? undefined : countersOf(document).get(above.path)?.get(role.collection.path);
  const kept = shelf ?? (outer.length === 0 ? above : undefined);
  if (above === undefined || names === undefined || kept === undefined) return;
  const isHolder = (entry: Entry): boolean =>
    inside(role.collection, { collection: kept, identity: nameOf(above, entry) }) === collection;
  const holder = stages.entries(kept).find(isHolder);
  const count = stages.entries(collection).length;
  if (holder !== undefined) stages.put(kept, holder, withNumber(holder, names, count));
}

/** An entry in which nothing is yet. */
export function countedFirst(document: Interface, { path }: Kept, entry: Entry): Entry {
  const names = [...(countersOf(document).get(path)?.values() ?? [])].flat();
  return withNumber(entry, names, 0);
}
