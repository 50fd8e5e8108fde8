import type { LosslessJson } from '../exchange/lossless-json.ts';
import { isJsonObject, type JsonObject } from '../oracle/json-object.ts';
import { identityOf, overlappingMarkersIn, type Listing } from './creations.ts';
import { onceFor } from './once-for.ts';
import { memberOf } from '../json/member.ts';

/** What is asked of a list for every creation of a run, gathered in one pass over the entries. */
export type ListingIndex = {
  /** The first entry with each identity; `undefined` stands for entries that have none. */
  readonly byIdentity: ReadonlyMap<string | undefined, JsonObject>;
  /** The first identity that an entry repeats. */
  readonly repeated: string | undefined;
  /** The entries that hold each marker, in a value or a name at any depth. */
  readonly byMarker: ReadonlyMap<string, readonly JsonObject[]>;
};

/** Every text inside a value, names of members included. */
function eachText(value: LosslessJson, visit: (text: string) => void): void {
  if (typeof value === 'string') visit(value);
  else if (Array.isArray(value)) for (const item of value) eachText(item, visit);
  else if (isJsonObject(value)) {
    for (const name of Object.keys(value)) {
      visit(name);
      eachText(memberOf(value, name) ?? null, visit);
    }
  }
}

function byMarkerIn(entries: readonly JsonObject[]): ReadonlyMap<string, readonly JsonObject[]> {
  const byMarker = new Map<string, Set<JsonObject>>();
  for (const entry of entries) {
    eachText(entry, (text) => {
      for (const marker of overlappingMarkersIn(text)) {
        const holders = byMarker.get(marker) ?? new Set();
        byMarker.set(marker, holders.add(entry));
      }
    });
  }
  return new Map(Array.from(byMarker, ([marker, holders]) => [marker, [...holders]]));
}

/** The index of a list, built when it is first asked for. */
export const indexOf: (listing: Listing) => ListingIndex = onceFor(({ collection, entries }) => {
  const byIdentity = new Map<string | undefined, JsonObject>();
  let repeated: string | undefined;
  for (const entry of entries) {
    const identity = identityOf(collection, entry);
    if (byIdentity.has(identity)) repeated ??= identity;
    else byIdentity.set(identity, entry);
  }
  return { byIdentity, repeated, byMarker: byMarkerIn(entries) };
});
