import { parameterNames } from '../../../interface/path-matching.ts';
import {
  type EntryPlace,
  type Kept,
  mayBeAbsent,
  type Shelves,
  type Stages,
  type Visit,
  wantedIn,
} from '../stages/stages.ts';
import type { KeptRole } from './kept-entries.ts';

/** Where the entries stand that a request is about: inside of which others, by the names in its path. */
export type Places = {
  /** The collection that a path names, inside of the entries that it names; `undefined` where one of these is not there. */
  readonly shelfOf: (role: KeptRole, visit: Visit, stages: Stages) => Kept | undefined;
  /** The collection of the entry that something is inside of, and the name of that. */
  readonly holderPlace: (role: KeptRole, visit: Visit) => EntryPlace | undefined;
};

export function createPlaces({
  wasRemoved,
  inside,
  holding,
}: Pick<Shelves, 'wasRemoved' | 'inside' | 'holding'>): Places {
  /**
   * The entry that a path names alone of those that a collection is inside of (`/projects/{id}/tasks` of projects that are made at
   * `/workspaces/{id}/projects`), and where that is kept; `undefined` for a path that names them all.
   */
  function nearestOf(
    { collection, above }: Pick<KeptRole, 'collection' | 'above'>,
    visit: Visit,
  ): { readonly last: Kept; readonly shelf: Kept | undefined; readonly identity: string } | undefined {
    const count = parameterNames(collection.path).length;
    const last = above.at(-1);
    if (last === undefined || count === 0 || count >= above.length) return undefined;
    const identity = [...visit.pathValues.values()][count - 1] ?? '';
    return { last, shelf: holding(last, identity), identity };
  }

  function shelfOf({ collection, above, isApart }: KeptRole, visit: Visit, stages: Stages): Kept | undefined {
    if (inside === undefined) return collection;
    if (isApart) return holding(collection, wantedIn(visit));
    const nearest = nearestOf({ collection, above }, visit);
    if (nearest !== undefined) {
      const { shelf, identity, last } = nearest;
      const isThere = shelf !== undefined && stages.find(shelf, identity) !== undefined;
      return isThere || !mayBeAbsent(visit)
        ? inside(collection, { collection: shelf ?? last, identity })
        : undefined;
    }
    const values = [...visit.pathValues.values()];
    let outer: EntryPlace | undefined;
    for (const each of above) {
      // What stands in the path before it may be of entries that nothing keeps.
      const identity = values[parameterNames(each.path).length] ?? '';
      const shelf: Kept = outer === undefined ? each : inside(each, outer);
      const isGone = each.isOpen === true ? wasRemoved(shelf, identity) : mayBeAbsent(visit);
      if ((isGone || wasRemoved(shelf, identity)) && stages.find(shelf, identity) === undefined)
        return undefined;
      outer = { collection: shelf, identity };
    }
    return outer === undefined ? collection : inside(collection, outer);
  }

  function holderPlace({ collection, above }: KeptRole, visit: Visit): EntryPlace | undefined {
    if (inside === undefined || above.length === 0) return undefined;
    const nearest = nearestOf({ collection, above }, visit);
    if (nearest !== undefined)
      return nearest.shelf && { collection: nearest.shelf, identity: nearest.identity };
    const values = [...visit.pathValues.values()];
    const places = above.map((each): EntryPlace => {
      const identity = values[parameterNames(each.path).length] ?? '';
      return { collection: each, identity };
    });
    return places.reduce((outer, { collection: each, identity }) => ({
      collection: inside(each, outer),
      identity,
    }));
  }

  return { shelfOf, holderPlace };
}
