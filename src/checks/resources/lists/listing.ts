import { canonicalJson } from '../../../json/canonical.ts';
import { type Collection, isUnnamed } from '../../../interface/model.ts';
import { isObject, type JsonObject, type Json, memberOf } from '../../../json/value.ts';
import { onceFor } from '../../../system/once-for.ts';
import {
  type Creation,
  nameIn,
  identityOf,
  type Listing,
  overlappingMarkersIn,
} from '../creations/creations.ts';

/** What is asked of a list for every creation of a run, gathered in one pass over the entries. */
export type ListingIndex = {
  /** The first entry with each identity that was asked for; `undefined` stands for entries that have none. */
  readonly byIdentity: ReadonlyMap<string | undefined, JsonObject>;
  /** The first identity that an entry repeats. */
  readonly repeated: string | undefined;
  /** The entries that hold each marker, in a value or a name at any depth. */
  readonly byMarker: ReadonlyMap<string, readonly JsonObject[]>;
};

/** Every text inside a value, names of members included. */
function eachText(value: Json, visit: (text: string) => void): void {
  if (typeof value === 'string') visit(value);
  else if (Array.isArray(value)) for (const item of value) eachText(item, visit);
  else if (isObject(value)) {
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

/** Lists with more entries are indexed by the identities that somebody asks for, so that a run can hold many of them. */
const LONG = 1_000;

type Kept = ListingIndex & { readonly wanted: ReadonlySet<string | undefined> | 'all' };

const lastOf = onceFor((_listing: Listing): { index: Kept | undefined } => ({ index: undefined }));

/** The identities that a list has shown, without a text for each of those that are no objects. */
class Identities {
  readonly #plain = new Set<Json | undefined>();
  readonly #texts = new Set<string>();

  /** Adds the identity of an entry. Returns false when it was there. What nothing names repeats none. */
  add(collection: Collection, entry: JsonObject): boolean {
    if (isUnnamed(collection)) return true;
    const identity = nameIn(collection, entry);
    const isPlain = typeof identity !== 'object';
    const { size } = isPlain ? this.#plain : this.#texts;
    return (isPlain ? this.#plain.add(identity) : this.#texts.add(canonicalJson(identity))).size > size;
  }
}

function build({ collection, entries }: Listing, wanted: ReadonlySet<string | undefined>): Kept {
  const byIdentity = new Map<string | undefined, JsonObject>();
  const met = new Identities();
  let repeated: string | undefined;
  for (const entry of entries) {
    if (!met.add(collection, entry)) {
      repeated ??= identityOf(collection, entry);
      continue;
    }
    const identity = identityOf(collection, entry);
    if (wanted.has(identity)) byIdentity.set(identity, entry);
  }
  return { byIdentity, repeated, byMarker: byMarkerIn(entries), wanted };
}

/** The first entry with each identity. */
function firstEntries(
  collection: Collection,
  entries: readonly JsonObject[],
): ReadonlyMap<string | undefined, JsonObject> {
  const byIdentity = new Map<string | undefined, JsonObject>();
  for (const entry of entries) {
    const identity = identityOf(collection, entry);
    if (!byIdentity.has(identity)) byIdentity.set(identity, entry);
  }
  return byIdentity;
}

/** The index of a list that is not long: most are asked for nothing but what they repeat. */
class ShortIndex implements Kept {
  readonly wanted = 'all';
  readonly repeated: string | undefined;
  readonly #collection: Collection;
  readonly #entries: readonly JsonObject[];
  #byIdentity: ListingIndex['byIdentity'] | undefined;
  #byMarker: ListingIndex['byMarker'] | undefined;

  constructor({ collection, entries }: Listing) {
    const met = new Identities();
    // Entries without an identity repeat none.
    const repeating = entries.find(
      (entry) => !met.add(collection, entry) && Object.hasOwn(entry, collection.identity),
    );
    this.repeated = repeating === undefined ? undefined : identityOf(collection, repeating);
    this.#collection = collection;
    this.#entries = entries;
  }

  get byIdentity(): ListingIndex['byIdentity'] {
    this.#byIdentity ??= firstEntries(this.#collection, this.#entries);
    return this.#byIdentity;
  }

  get byMarker(): ListingIndex['byMarker'] {
    this.#byMarker ??= byMarkerIn(this.#entries);
    return this.#byMarker;
  }
}

/** The index of a list, with the identities of these creations at least; built when it is first asked for. */
export function indexOf(listing: Listing, creations: readonly Creation[]): ListingIndex {
  const last = lastOf(listing);
  const known = last.index;
  const isThere = (identity: string | undefined): boolean =>
    known !== undefined && (known.wanted === 'all' || known.wanted.has(identity));
  if (known !== undefined && creations.every(({ identity }) => isThere(identity))) return known;
  last.index =
    listing.count <= LONG
      ? new ShortIndex(listing)
      : build(listing, new Set(creations.map(({ identity }) => identity)));
  return last.index;
}
