import { plainName } from '../../../interface/names.ts';
import type { Operation } from '../../../interface/model.ts';
import type { Resource } from '../../../interface/resources/resources.ts';
import { schemaMembers } from '../../../schema/members.ts';
import { showsRemoved } from '../../../interface/resources/lists/switch-words.ts';
import {
  absent,
  type Entry,
  type Kept,
  nameOf,
  type Refusal,
  type Shelves,
  type Stages,
  type Visit,
} from '../stages/stages.ts';

/** Lists that entries of another kind are put into: by a PUT that sends no more than the name of one (`/albums/{album}/pictures/{picture}`). */

/** A list of links, and the collection whose entries it shows. */
export type Linking = Kept & { readonly linked: Kept };

/** The list of links that a resource is, where the document shows what its links lead to. */
export function linkingOf(
  { path, create, makeAt, replace, list, entries, parameter }: Resource,
  resources: readonly Resource[],
  kept: readonly Kept[],
): Linking | undefined {
  if (create !== undefined || makeAt !== undefined || replace?.requestBody !== undefined) return undefined;
  if (replace === undefined || list?.method !== 'GET' || entries === undefined || parameter === undefined)
    return undefined;
  const other = resources.find(
    (one) =>
      one.create !== undefined &&
      one.parent === undefined &&
      one.parameter !== undefined &&
      plainName(one.parameter) === plainName(parameter),
  );
  const linked = kept.find((one) => one.create.id === other?.create?.id);
  if (linked === undefined) return undefined;
  const { identity, named = identity } = linked;
  if (!schemaMembers(entries.schema).properties.has(named)) return undefined;
  return {
    ...linked,
    path,
    create: replace,
    list,
    read: undefined,
    entriesPointer: entries.pointer,
    entrySchema: entries.schema,
    linked,
  };
}

export function isLinking(collection: Kept): collection is Linking {
  return 'linked' in collection;
}

/** The entries that the links of a list lead to, as they are now. */
function linkedEntries(collection: Kept, stages: Stages): readonly Entry[] {
  const entries = stages.entries(collection);
  if (!isLinking(collection)) return entries;
  return entries.flatMap((entry): readonly Entry[] => {
    const now = stages.find(collection.linked, nameOf(collection, entry));
    return now === undefined ? [] : [now];
  });
}

/** Puts a link into a list. Returns what it leads to; a refusal where that is not there. */
export function link(
  collection: Linking,
  operation: Operation,
  wanted: string,
  stages: Stages,
): { readonly entry: Entry } | Refusal {
  const entry = stages.find(collection.linked, wanted);
  if (entry === undefined) return absent(operation, collection.linked, wanted);
  if (stages.find(collection, wanted) === undefined) stages.insert(collection, entry);
  return { entry };
}

/** The entries that a list is asked for: with what was removed, where its query asks for that, too. */
export function entriesAsked(
  collection: Kept,
  stages: Stages,
  { request }: Visit,
  away: Shelves['away'],
): readonly Entry[] {
  const entries = linkedEntries(collection, stages);
  return asksForRemoved(collection.list, request) ? [...entries, ...away(collection)] : entries;
}

/** The entry that was removed and that a read asks for all the same; `undefined` for any other. */
export function removedEntry(
  collection: Kept,
  wanted: string,
  { request }: Visit,
  away: Shelves['away'],
): Entry | undefined {
  return asksForRemoved(collection.read, request)
    ? away(collection).find((entry) => nameOf(collection, entry) === wanted)
    : undefined;
}

function asksForRemoved(operation: Operation | undefined, { query }: Visit['request']): boolean {
  const asked = operation?.parameters.find(({ name }) => showsRemoved(name));
  return asked !== undefined && query.get(asked.name) === 'true';
}
