import type { Interface } from '../../../interface/model.ts';
import { resourcesOf } from '../../../interface/resources/resources.ts';
import { type Counting, toldCountsOf } from '../../../interface/resources/words/members/told-counts.ts';
import { plainText } from '../../../json/lossless.ts';
import { isObject, memberOf } from '../../../json/value.ts';
import { onceFor } from '../../../system/once-for.ts';
import type { KeptRole } from './kept-entries.ts';
import { type Entry, type EntryPlace, type Kept, nameOf, type Stages } from '../stages/stages.ts';

/** Numbers of entries that count what is inside of these, where the document says so. */

type Counter = { readonly above: string; readonly told: Counting };

/** The members that count, with the path of the entries that have them. */
const countersOf = onceFor((document: Interface): readonly Counter[] =>
  resourcesOf(document).flatMap((resource) =>
    toldCountsOf(document, resource).flatMap((told) =>
      told.of === 'entries' ? [{ above: resource.path, told }] : [],
    ),
  ),
);

function withNumber(entry: Entry, { name, within }: Counting, count: number): Entry {
  if (within === undefined)
    return Object.hasOwn(entry, name) && memberOf(entry, name) !== count
      ? { ...entry, [name]: count }
      : entry;
  const holder = memberOf(entry, within);
  if (!isObject(holder) || memberOf(holder, name) === count) return entry;
  return { ...entry, [within]: { ...holder, [name]: count } };
}

/** How many entries there are, or what something of them comes to. */
function totalOf(entries: readonly Entry[], { sums }: Counting): number {
  if (sums === undefined) return entries.length;
  const values = entries.map((entry) => memberOf(entry, sums));
  return values.reduce<number>((sum, value) => sum + (typeof value === 'number' ? value : 0), 0);
}

type Counted = {
  readonly document: Interface;
  readonly roles: ReadonlyMap<string, KeptRole>;
  readonly inside: (child: Kept, above: EntryPlace) => Kept;
  readonly stages: Stages;
};

/**
 * Counts what is in a collection after something was put there or taken away, and puts the numbers into the entries that have them.
 * `shelf`: where the entry is kept that the path names around it; where it names none, that is among those that are inside of nothing.
 */
export function recount(
  { document, roles, inside, stages }: Counted,
  role: KeptRole,
  collection: Kept,
  shelf: Kept | undefined,
): void {
  const { path } = role.collection;
  for (const { above: place, told } of countersOf(document)) {
    if (told.child.path !== path) continue;
    const nearest = role.above.at(-1);
    const outermost = role.above.length === 1 ? nearest : undefined;
    const above =
      told.by === undefined
        ? (shelf ?? outermost)
        : roles.values().find((one) => one.above.length === 0 && one.collection.path === place)?.collection;
    if (above === undefined || above.path !== place) continue;
    const within = stages.entries(collection);
    for (const holder of stages.entries(above)) {
      const identity = nameOf(above, holder);
      const isHolder =
        told.by !== undefined || inside(role.collection, { collection: above, identity }) === collection;
      if (!isHolder) continue;
      const isOwn = (entry: Entry): boolean =>
        told.by === undefined || plainText(memberOf(entry, told.by) ?? null) === identity;
      const next = withNumber(holder, told, totalOf(within.filter(isOwn), told));
      if (next !== holder) stages.put(above, holder, next);
    }
  }
}

/** An entry in which nothing is yet. */
export function countedFirst(document: Interface, { path }: Kept, entry: Entry): Entry {
  const counters = countersOf(document).filter(({ above }) => above === path);
  return counters.reduce<Entry>((own, { told }) => withNumber(own, told, 0), entry);
}
