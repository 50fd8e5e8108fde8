import type fc from 'fast-check';
import {
  isObject,
  type Json,
  type JsonObject,
  type LosslessJson,
  memberOf,
  setMember,
} from '../../json/value.ts';
import { hiddenInside, type Place, withoutPlace } from '../../schema/hidden-places.ts';
import { compileSchema } from '../../schema/compile.ts';
import { mergedKeywords } from '../../schema/merge.ts';
import { validSample } from '../../schema/generate/valid-sample.ts';
import { validValues } from '../../schema/generate/valid.ts';
import type { Schema } from '../../schema/keywords.ts';
import { schemaMembers } from '../../schema/members.ts';
import { subschema } from '../../schema/resolve.ts';
import { sampleOne } from '../../system/seeded.ts';
import { type Entry, type EntryWish, type Kept, nameOf, type Reply } from '../answers/stages.ts';
import { plainText, printJson } from '../../json/lossless.ts';

/** Entries are kept up to these bounds; a client that wants more gets 507. */
const MAX_ENTRIES = 100_000;
/** Texts of a narrow form run out: so often another one is drawn. */
const MOST_DRAWN = 50;
const MAX_BYTES = 256 * 2 ** 20;

/** Collections inside of entries that are remembered at once. */
const MAX_INNER = 10_000;

/** So many removed entries of one collection are remembered. */
const MOST_REMOVED = 10_000;

/** Answers that are remembered at once. */
const MAX_REPLIES = 10_000;

type Shelf = {
  readonly entries: Entry[];
  /** The first entry of each identity, by its text, of so many entries as were looked through: all once one is asked for. */
  byIdentity: Map<string, Entry>;
  indexed: number;
  /** A copy of the entries; the same one until something is added. */
  shown: readonly Entry[] | undefined;
  lastNumber: number;
  /** Identities of what was removed, as texts: those of the last ones. */
  readonly removed: Set<string>;
};

/** How the service makes the value of a member. */
type Making =
  | { readonly kind: 'date-time' | 'date' | 'uuid' | 'number' }
  | { readonly kind: 'drawn'; readonly values: fc.Arbitrary<Json> }
  | { readonly kind: 'sample'; readonly schema: Schema };

/** What the schema of a collection's entries says about creating one. */
type Shape = {
  /** Whether members that the schema doesn't name are kept. */
  readonly open: boolean;
  readonly names: ReadonlySet<string>;
  /** Members that clients send and that no answer shows. */
  readonly hidden: ReadonlySet<string>;
  /** The same inside of other members. */
  readonly hiddenInside: readonly Place[];
  readonly assigned: readonly { readonly name: string; readonly making: Making }[];
  /** Least number of an entry. */
  readonly firstNumber: number;
};

function firstNumberOf(schema: Schema): number {
  const { minimum } = mergedKeywords(schema);
  return typeof minimum === 'number' ? Math.max(1, Math.ceil(minimum)) : 1;
}

const NOBODY = '00000000-0000-4000-8000-000000000000';

function makingOf(schema: Schema, isIdentity: boolean): Making {
  const { format, type, pattern } = mergedKeywords(schema);
  if ((format === 'date-time' || format === 'date' || format === 'uuid') && pattern === undefined)
    return { kind: format };
  if (!isIdentity) return { kind: 'sample', schema };
  const isText = type === 'string' || (Array.isArray(type) && type.includes('string'));
  if (!isText) return { kind: 'number' };
  const supply = compileSchema(schema)(NOBODY).length === 0 ? undefined : validValues(schema);
  return supply?.kind === 'values' ? { kind: 'drawn', values: supply.arbitrary } : { kind: 'uuid' };
}

function shapeOf({ entrySchema, identity, named, assigned }: Kept): Shape {
  const { properties } = schemaMembers(entrySchema);
  const { additionalProperties = false } = mergedKeywords(entrySchema);
  const names = [...new Set([identity, ...assigned])];
  const schemaOf = (name: string): Schema => subschema(entrySchema, properties.get(name) ?? true);
  return {
    open: additionalProperties !== false || properties.size === 0,
    names: new Set(properties.keys()),
    hidden: new Set(
      [...properties].flatMap(([name, member]) =>
        mergedKeywords(member, entrySchema)['writeOnly'] === true ? [name] : [],
      ),
    ),
    hiddenInside: hiddenInside(entrySchema),
    assigned: names.map((name) => ({
      name,
      making: makingOf(schemaOf(name), name === identity || name === named),
    })),
    firstNumber: firstNumberOf(schemaOf(identity)),
  };
}

/** The collections of one mock and what clients have put there, in the order of creation. */
export class Store {
  readonly #now: () => number;
  readonly #shelves = new Map<string, Shelf>();
  readonly #shapes = new WeakMap<Kept, Shape>();
  /** Collections inside of entries, by the key of their shelf. */
  readonly #inner = new Map<string, Kept>();
  readonly #keys = new WeakMap<Kept, string>();
  /** Answers to creations that brought a key of their own, by that key. */
  readonly replies = new Map<string, Reply>();
  #bytes = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  entries(collection: Kept): readonly Entry[] {
    const shelf = this.#shelf(collection);
    return (shelf.shown ??= [...shelf.entries]);
  }

  /** The entry whose identity has this text. */
  find(collection: Kept, identity: string): Entry | undefined {
    const shelf = this.#shelf(collection);
    for (const entry of shelf.entries.slice(shelf.indexed)) {
      const text = nameOf(collection, entry);
      if (!shelf.byIdentity.has(text)) shelf.byIdentity.set(text, entry);
    }
    shelf.indexed = shelf.entries.length;
    return shelf.byIdentity.get(identity);
  }

  /** False when no further entry is taken: the store is bounded. */
  hasRoom(collection: Kept): boolean {
    return this.#shelf(collection).entries.length < MAX_ENTRIES && this.#bytes < MAX_BYTES;
  }

  insert(collection: Kept, entry: Entry): void {
    const shelf = this.#shelf(collection);
    for (const name of [collection.identity, collection.named ?? collection.identity]) {
      const number = memberOf(entry, name);
      if (typeof number === 'number') shelf.lastNumber = Math.max(shelf.lastNumber, number);
    }
    shelf.entries.push(entry);
    shelf.shown = undefined;
    this.#bytes += printJson(entry).length * 2;
  }

  /** Puts an entry there as it is; members that the service assigns are added where they are missing. */
  plant(collection: Kept, given: JsonObject): void {
    this.insert(collection, { ...this.assign(collection, given), ...given });
  }

  /** What was sent, unchanged, less the members that the entry doesn't have, plus those that the service assigns. */
  assign(collection: Kept, sent: JsonObject): Entry {
    const { open, names, hidden, assigned } = this.#shape(collection);
    const given = this.#showable(collection, sent);
    const entry: Record<string, LosslessJson> = {};
    for (const { name, making } of assigned) setMember(entry, name, this.#make(collection, making));
    for (const name of Object.keys(sent))
      if (!collection.assigned.includes(name) && (open || names.has(name)) && !hidden.has(name))
        setMember(entry, name, memberOf(given, name) ?? null);
    return entry;
  }

  /** What a client asks an entry to be: members that the service assigns stay as they are. */
  update(collection: Kept, entry: Entry, { how, whole, later }: EntryWish): Entry {
    const { open, names, hidden } = this.#shape(collection);
    const given = this.#showable(collection, whole);
    const own = new Set([collection.identity, ...collection.assigned]);
    const isOwn = (name: string): boolean =>
      name === collection.identity || (own.has(name) && !later.has(name));
    const next: Record<string, LosslessJson> = {};
    // What a request has no member for, it can't take away.
    const isOutside = (name: string): boolean => how === 'replace' && later.size > 0 && !later.has(name);
    for (const name of Object.keys(entry))
      if (own.has(name) || isOutside(name)) setMember(next, name, memberOf(entry, name) ?? null);
    for (const name of Object.keys(whole))
      if (!isOwn(name) && (open || names.has(name)) && !hidden.has(name))
        setMember(next, name, memberOf(given, name) ?? null);
    return next;
  }

  /** What was sent, without what no answer shows inside of its members. */
  #showable(collection: Kept, sent: JsonObject): JsonObject {
    const shown = this.#shape(collection).hiddenInside.reduce<LosslessJson>(withoutPlace, sent);
    return isObject(shown) ? shown : sent;
  }

  /** Puts an entry in the place of another one. */
  put(collection: Kept, entry: Entry, next: Entry): void {
    const shelf = this.#shelf(collection);
    const at = this.#placeOf(collection, entry);
    if (at < 0) return;
    shelf.entries[at] = next;
    this.#bytes += (printJson(next).length - printJson(entry).length) * 2;
    this.#renewed(shelf);
  }

  /** Takes an entry away, and all that is kept inside of it. */
  remove(collection: Kept, entry: Entry): void {
    const shelf = this.#shelf(collection);
    const at = this.#placeOf(collection, entry);
    if (at < 0) return;
    shelf.entries.splice(at, 1);
    this.#bytes -= printJson(entry).length * 2;
    this.#renewed(shelf);
    const identity = nameOf(collection, entry);
    if (shelf.removed.size < MOST_REMOVED) shelf.removed.add(identity);
    const inside = `${this.#keyOf(collection)} ${identity} `;
    for (const key of this.#shelves.keys()) if (key.startsWith(inside)) this.#shelves.delete(key);
  }

  /** True for the identity of an entry that was there and was removed. */
  wasRemoved(collection: Kept, identity: string): boolean {
    return this.#shelf(collection).removed.has(identity);
  }

  /** Where an entry stands: itself, or another value with its identity. */
  #placeOf(collection: Kept, entry: Entry): number {
    const { entries } = this.#shelf(collection);
    const at = entries.indexOf(entry);
    if (at >= 0) return at;
    const wanted = plainText(memberOf(entry, collection.identity) ?? null);
    return entries.findIndex((one) => plainText(memberOf(one, collection.identity) ?? null) === wanted);
  }

  #renewed(shelf: Shelf): void {
    shelf.shown = undefined;
    shelf.byIdentity = new Map();
    shelf.indexed = 0;
  }

  /**
   * The collection as it is inside of one entry of another: it has entries of its own. `above`: the shelf that the other is,
   * and the identity of the entry.
   */
  inside(collection: Kept, above: { readonly collection: Kept; readonly identity: string }): Kept {
    const key = `${this.#keyOf(above.collection)} ${above.identity} ${collection.path}`;
    const known = this.#inner.get(key);
    if (known !== undefined) return known;
    const inner = { ...collection };
    if (this.#inner.size >= MAX_INNER) this.#inner.clear();
    this.#inner.set(key, inner);
    this.#keys.set(inner, key);
    return inner;
  }

  #keyOf(collection: Kept): string {
    return this.#keys.get(collection) ?? collection.path;
  }

  /** The number that the next entry gets, where entries are numbered. */
  nextNumber(collection: Kept): number {
    return Math.max(this.#shelf(collection).lastNumber + 1, this.#shape(collection).firstNumber);
  }

  /** Lets the next entry have this number, which was reserved for it. */
  reserve(collection: Kept, number: number): void {
    this.#shelf(collection).lastNumber = number - 1;
  }

  /** Goes on with the collection of a changed document: its entries stay as they are. */
  follow({ path, identity }: Kept): void {
    const shelf = this.#shelves.get(path);
    if (shelf === undefined) return;
    shelf.byIdentity = new Map();
    shelf.indexed = 0;
    for (const entry of shelf.entries) {
      const number = memberOf(entry, identity);
      if (typeof number === 'number') shelf.lastNumber = Math.max(shelf.lastNumber, number);
    }
  }

  /** Remembers the answer to a creation by its key. */
  keep(key: string, reply: Reply): void {
    if (this.replies.size >= MAX_REPLIES) this.replies.clear();
    this.replies.set(key, reply);
  }

  clear(): void {
    this.#shelves.clear();
    this.replies.clear();
    this.#bytes = 0;
  }

  #make(collection: Kept, making: Making): LosslessJson {
    switch (making.kind) {
      case 'date-time':
        return new Date(this.#now()).toISOString();
      case 'date':
        return new Date(this.#now()).toISOString().slice(0, 10);
      case 'uuid':
        return process.getBuiltinModule('node:crypto').randomUUID();
      case 'drawn':
        return this.#drawn(collection, making.values);
      case 'sample':
        return validSample(making.schema);
      case 'number':
        return (this.#shelf(collection).lastNumber = this.nextNumber(collection));
    }
  }

  /** A text of the documented form that no entry has or had, unless there are too few of them. */
  #drawn(collection: Kept, values: fc.Arbitrary<Json>): Json {
    const { entries, removed } = this.#shelf(collection);
    let value: Json = null;
    for (let tries = 0; tries < MOST_DRAWN; tries += 1) {
      value = sampleOne(values, entries.length + removed.size, `${collection.path} ${String(tries)}`);
      const text = plainText(value);
      if (!removed.has(text) && this.find(collection, text) === undefined) break;
    }
    return value;
  }

  #shape(collection: Kept): Shape {
    const known = this.#shapes.get(collection);
    if (known !== undefined) return known;
    const shape = shapeOf(collection);
    this.#shapes.set(collection, shape);
    return shape;
  }

  #shelf(collection: Kept): Shelf {
    const key = this.#keyOf(collection);
    const known = this.#shelves.get(key);
    if (known !== undefined) return known;
    const shelf: Shelf = {
      entries: [],
      byIdentity: new Map(),
      indexed: 0,
      shown: undefined,
      lastNumber: 0,
      removed: new Set(),
    };
    this.#shelves.set(key, shelf);
    return shelf;
  }
}
