import type { SentFile } from '../../interface/content/multipart.ts';
import { showsRemoved } from '../../interface/resources/lists/switch-words.ts';
import { isObject, type Json, type JsonObject, memberOf, setMember } from '../../json/value.ts';
import { withoutPlace } from '../../schema/hidden-places.ts';
import { validSample } from '../../schema/generate/valid-sample.ts';
import { sampleOne } from '../../system/seeded.ts';
import { type Entry, type EntryWish, type Kept, nameOf, type Reply } from '../answers/stages/stages.ts';
import { plainText, printJson } from '../../json/lossless.ts';
import { type Making, type Shape, shapeOf } from './shape.ts';

/** Entries are kept up to these bounds; a client that wants more gets 507. */
const MAX_ENTRIES = 100_000;
/** Texts of a narrow form run out: so often another one is drawn. */
const MOST_DRAWN = 50;
/** So often one that nothing inside of another entry has. */
const MOST_APART = 25;
const MAX_BYTES = 256 * 2 ** 20;

/** Collections inside of entries that are remembered at once. */
const MAX_INNER = 10_000;

/** So many removed entries of one collection are remembered. */
const MOST_REMOVED = 10_000;

/** Answers that are remembered at once. */
const MAX_REPLIES = 10_000;
/** Things that are always there, of which something is kept. */
const MAX_THINGS = 10_000;
const MAX_FILE_BYTES = 67_108_864;

type Shelf = {
  readonly entries: Entry[];
  /** The first entry of each identity, by its text, of so many entries as were looked through: all once one is asked for. */
  byIdentity: Map<string, Entry>;
  indexed: number;
  /** A copy of the entries; the same one until something is added. */
  shown: readonly Entry[] | undefined;
  /** Identities of what was removed, as texts: those of the last ones. */
  readonly removed: Set<string>;
  /** What was removed, where a list may be asked for it. */
  readonly away: Entry[];
  /** What was drawn for members that no path names an entry by, with their names. */
  readonly drawn: Set<string>;
};

/** The collections of one mock and what clients have put there, in the order of creation. */
export class Store {
  readonly #now: () => number;
  readonly #shelves = new Map<string, Shelf>();
  readonly #shapes = new WeakMap<Kept, Shape>();
  /** Collections inside of entries, by the key of their shelf. */
  readonly #inner = new Map<string, Kept>();
  readonly #keys = new WeakMap<Kept, string>();
  readonly #around = new WeakMap<Kept, Kept>();
  /** The last number of entries by the path of their collection, inside of whatever they are: some are read at a path of their own. */
  readonly #lastNumbers = new Map<string, number>();
  /** Members that the service assigns and whose value in an entry a client gave it later. */
  readonly #given = new WeakMap<Entry, ReadonlySet<string>>();
  readonly #things = new Map<string, JsonObject>();
  /** Answers to creations that brought a key of their own, by that key. */
  readonly replies = new Map<string, Reply>();
  #bytes = 0;
  readonly #files = new Map<string, SentFile>();
  #fileBytes = 0;

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
      if (typeof number === 'number') this.#counted(collection, number);
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
    const entry: Record<string, Json> = {};
    for (const { name, making } of assigned) setMember(entry, name, this.#make(collection, making, name));
    for (const name of Object.keys(sent))
      if (!collection.assigned.includes(name) && (open || names.has(name)) && !hidden.has(name))
        setMember(entry, name, memberOf(given, name) ?? null);
    return entry;
  }

  /** What a client asks an entry to be: members that the service assigns stay as they are, unless a client gave them a value. */
  update(collection: Kept, entry: Entry, { how, whole, later }: EntryWish): Entry {
    const { open, names, hidden } = this.#shape(collection);
    const given = this.#showable(collection, whole);
    const own = new Set([collection.identity, ...collection.assigned]);
    const isOwn = (name: string): boolean =>
      name === collection.identity || (own.has(name) && !later.has(name));
    const next: Record<string, Json> = {};
    // What a request has no member for, it can't take away.
    const isOutside = (name: string): boolean => how === 'replace' && later.size > 0 && !later.has(name);
    const before = this.#given.get(entry) ?? new Set<string>();
    const isLeft = (name: string): boolean => how === 'replace' && before.has(name);
    // Nor does it take away what the path names the entry by.
    const isNaming = (name: string): boolean => name === collection.named && !Object.hasOwn(whole, name);
    for (const name of Object.keys(entry))
      if ((own.has(name) && !isLeft(name)) || isOutside(name) || isNaming(name))
        setMember(next, name, memberOf(entry, name) ?? null);
    for (const name of Object.keys(whole))
      if (!isOwn(name) && (open || names.has(name)) && !hidden.has(name))
        setMember(next, name, memberOf(given, name) ?? null);
    const fromClient = Object.keys(whole).filter((name) => own.has(name) && !isOwn(name));
    this.#given.set(next, new Set(how === 'replace' ? fromClient : [...before, ...fromClient]));
    this.#renew(collection, next, fromClient);
    return next;
  }

  /** Gives what tells of the last change another value. `given`: what a client gave one itself. */
  #renew(collection: Kept, next: Record<string, Json>, given: readonly string[]): void {
    for (const { name, fits } of this.#shape(collection).renewed) {
      const old = memberOf(next, name);
      const now = new Date(this.#now()).toISOString();
      const others =
        typeof old === 'number' ? [old + 1] : [now, process.getBuiltinModule('node:crypto').randomUUID()];
      const value = others.find(fits);
      if (value !== undefined && old !== undefined && !given.includes(name)) setMember(next, name, value);
    }
  }

  /** What was sent, without what no answer shows inside of its members. */
  #showable(collection: Kept, sent: JsonObject): JsonObject {
    const shown = this.#shape(collection).hiddenInside.reduce<Json>(withoutPlace, sent);
    return isObject(shown) ? shown : sent;
  }

  /** Puts an entry in the place of another one. */
  put(collection: Kept, entry: Entry, next: Entry): void {
    const shelf = this.#shelf(collection);
    const at = this.#placeOf(collection, entry);
    if (at < 0) return;
    shelf.entries[at] = next;
    const given = this.#given.get(entry);
    if (given !== undefined && !this.#given.has(next)) this.#given.set(next, given);
    this.#bytes += (printJson(next).length - printJson(entry).length) * 2;
    this.#renewed(shelf);
  }

  /** Takes an entry away, and all that is kept inside of it. */
  remove(collection: Kept, entry: Entry): void {
    const shelf = this.#shelf(collection);
    const at = this.#placeOf(collection, entry);
    if (at < 0) return;
    shelf.entries.splice(at, 1);
    const isKept = collection.list?.parameters.some(({ name }) => showsRemoved(name)) === true;
    // What is kept takes as much as before.
    if (isKept && shelf.away.length < MOST_REMOVED) shelf.away.push(entry);
    else this.#bytes -= printJson(entry).length * 2;
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

  /** What was removed of a collection whose list may be asked for it. */
  away(collection: Kept): readonly Entry[] {
    return this.#shelf(collection).away;
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
    this.#around.set(inner, above.collection);
    return inner;
  }

  /** The collection with the entry that a collection is inside of. */
  around(collection: Kept): Kept | undefined {
    return this.#around.get(collection);
  }

  /** The collection, inside of whatever entry, that has or had an entry with this identity. */
  holding(collection: Kept, identity: string): Kept | undefined {
    return this.#inner
      .values()
      .find(
        (inner) =>
          inner.path === collection.path &&
          (this.find(inner, identity) !== undefined || this.wasRemoved(inner, identity)),
      );
  }

  #keyOf(collection: Kept): string {
    return this.#keys.get(collection) ?? collection.path;
  }

  /** The number that the next entry gets, where entries are numbered. */
  nextNumber(collection: Kept): number {
    return Math.max((this.#lastNumbers.get(collection.path) ?? 0) + 1, this.#shape(collection).firstNumber);
  }

  /** Lets the next entry have this number, which was reserved for it. */
  reserve(collection: Kept, number: number): void {
    this.#lastNumbers.set(collection.path, number - 1);
  }

  /** Goes on with the collection of a changed document: its entries stay as they are. */
  follow(collection: Kept): void {
    const { path, identity } = collection;
    const shelf = this.#shelves.get(path);
    if (shelf === undefined) return;
    shelf.byIdentity = new Map();
    shelf.indexed = 0;
    for (const entry of shelf.entries) {
      const number = memberOf(entry, identity);
      if (typeof number === 'number') this.#counted(collection, number);
    }
  }

  #counted({ path }: Kept, number: number): number {
    const last = Math.max(this.#lastNumbers.get(path) ?? 0, number);
    this.#lastNumbers.set(path, last);
    return last;
  }

  /** Remembers the answer to a creation by its key. */
  keep(key: string, reply: Reply): void {
    if (this.replies.size >= MAX_REPLIES) this.replies.clear();
    this.replies.set(key, reply);
  }

  /** What clients gave a thing that is always there, by its path. */
  thingAt(path: string): JsonObject | undefined {
    return this.#things.get(path);
  }

  /** Keeps what clients gave a thing; the oldest one goes where there are too many. */
  keepThing(path: string, members: JsonObject): void {
    this.#things.delete(path);
    const [oldest] = this.#things.keys();
    if (this.#things.size >= MAX_THINGS && oldest !== undefined) this.#things.delete(oldest);
    this.#things.set(path, members);
  }

  /** The file that was uploaded to a place. */
  fileAt(path: string): SentFile | undefined {
    return this.#files.get(path);
  }

  /** Keeps a file; the oldest ones go where there are too many, or too much in them. */
  keepFile(path: string, file: SentFile): void {
    this.#dropFile(path);
    this.#files.set(path, { ...file, bytes: Uint8Array.from(file.bytes) });
    this.#fileBytes += file.bytes.length;
    for (const [oldest] of this.#files) {
      if (this.#files.size <= MAX_THINGS && this.#fileBytes <= MAX_FILE_BYTES) return;
      this.#dropFile(oldest);
    }
  }

  #dropFile(path: string): void {
    this.#fileBytes -= this.#files.get(path)?.bytes.length ?? 0;
    this.#files.delete(path);
  }

  clear(): void {
    this.#shelves.clear();
    this.#things.clear();
    this.#files.clear();
    this.#fileBytes = 0;
    this.#lastNumbers.clear();
    this.replies.clear();
    this.#bytes = 0;
  }

  #make(collection: Kept, making: Making, name: string): Json {
    switch (making.kind) {
      case 'date-time':
        return new Date(this.#now()).toISOString();
      case 'date':
        return new Date(this.#now()).toISOString().slice(0, 10);
      case 'uuid':
        return process.getBuiltinModule('node:crypto').randomUUID();
      case 'drawn':
        return this.#drawn(collection, making, name);
      case 'sample':
        return validSample(making.schema);
      case 'number':
        return this.#counted(collection, this.nextNumber(collection));
      case 'numeral':
        return String(this.#counted(collection, this.nextNumber(collection)));
    }
  }

  /**
   * A text of the documented form that no entry has or had, whatever it is inside of, unless there are too few of them; one with a number
   * behind it, where the form leaves room for one and those that are drawn are all alike (`^ses_`).
   */
  #drawn(collection: Kept, { values, fits }: Extract<Making, { kind: 'drawn' }>, name: string): Json {
    const { entries, removed, drawn } = this.#shelf(collection);
    const count = entries.length + removed.size;
    const isNaming = name === (collection.named ?? collection.identity);
    const isFree = (value: Json, tries: number): boolean => {
      const text = plainText(value);
      if (!isNaming) return !drawn.has(`${name} ${text}`);
      const isHere = removed.has(text) || this.find(collection, text) !== undefined;
      return !isHere && (tries >= MOST_APART || this.holding(collection, text) === undefined);
    };
    let value: Json = null;
    for (let tries = 0; tries < MOST_DRAWN; tries += 1) {
      value = sampleOne(values, count, `${this.#keyOf(collection)} ${String(tries)}`);
      if (fits(value) && isFree(value, tries)) break;
      const longer = `${plainText(value)}${String(count + tries)}`;
      if (typeof value !== 'string' || !isFree(longer, tries) || !fits(longer)) continue;
      value = longer;
      break;
    }
    if (!fits(value)) value = process.getBuiltinModule('node:crypto').randomUUID();
    if (!isNaming && drawn.size < MAX_ENTRIES) drawn.add(`${name} ${plainText(value)}`);
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
      removed: new Set(),
      away: [],
      drawn: new Set(),
    };
    this.#shelves.set(key, shelf);
    return shelf;
  }
}
