import { randomUUID } from 'node:crypto';
import type { Collection, Json, Schema } from '../interface/model.ts';
import { type JsonObject, type JsonValue, plainText, printJson } from './json.ts';
import { schemaMembers } from '../interface/schema-members.ts';
import { subschema } from '../interface/resolve-schema.ts';
import { mergedKeywords } from './merged-keywords.ts';
import { sample } from './sample.ts';
import type { Entry } from './stages.ts';

/** Entries are kept up to these bounds; a client that wants more gets 507. */
const MAX_ENTRIES = 100_000;
const MAX_BYTES = 256 * 2 ** 20;

type Shelf = { readonly entries: Entry[]; lastNumber: number };

function typesOf(schema: Schema): readonly Json[] {
  return [mergedKeywords(schema)['type'] ?? []].flat();
}

/** The collections of one mock and what clients have put there, in the order of creation. */
export class Store {
  readonly #now: () => number;
  readonly #shelves = new Map<string, Shelf>();
  #bytes = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  entries(collection: Collection): readonly Entry[] {
    return this.#shelf(collection).entries;
  }

  /** The entry whose identity has this text. */
  find(collection: Collection, identity: string): Entry | undefined {
    return this.#shelf(collection).entries.find(
      (entry) => plainText(entry[collection.identity] ?? null) === identity,
    );
  }

  /** False when no further entry is taken: the store is bounded. */
  hasRoom(collection: Collection): boolean {
    return this.#shelf(collection).entries.length < MAX_ENTRIES && this.#bytes < MAX_BYTES;
  }

  insert(collection: Collection, entry: Entry): void {
    const shelf = this.#shelf(collection);
    const identity = entry[collection.identity];
    if (typeof identity === 'number') shelf.lastNumber = Math.max(shelf.lastNumber, identity);
    shelf.entries.push(entry);
    this.#bytes += printJson(entry).length * 2;
  }

  /** Puts an entry there as it is; members that the service assigns are added where they are missing. */
  plant(collection: Collection, given: JsonObject): void {
    this.insert(collection, { ...this.assign(collection, given), ...given });
  }

  /** What was sent, unchanged, less the members that the entry doesn't have, plus those that the service assigns. */
  assign(collection: Collection, sent: JsonObject): Entry {
    const { entrySchema } = collection;
    const { properties } = schemaMembers(entrySchema);
    const { additionalProperties = false } = mergedKeywords(entrySchema);
    const open = additionalProperties !== false || properties.size === 0;
    const kept = Object.entries(sent).filter(
      ([name]) => !collection.assigned.includes(name) && (open || properties.has(name)),
    );
    const names = new Set([collection.identity, ...collection.assigned]);
    const assigned = [...names].map(
      (name) =>
        [
          name,
          this.#assigned(collection, name, subschema(entrySchema, properties.get(name) ?? true)),
        ] as const,
    );
    return Object.fromEntries([...assigned, ...kept]);
  }

  clear(): void {
    this.#shelves.clear();
    this.#bytes = 0;
  }

  #assigned(collection: Collection, name: string, schema: Schema): JsonValue {
    const types = typesOf(schema);
    const { format } = mergedKeywords(schema);
    const now = new Date(this.#now()).toISOString();
    if (format === 'date-time') return now;
    if (format === 'date') return now.slice(0, 10);
    if (format === 'uuid') return randomUUID();
    if (name !== collection.identity) return sample(schema);
    if (types.includes('string')) return randomUUID();
    return this.#nextNumber(collection, schema);
  }

  #nextNumber(collection: Collection, schema: Schema): number {
    const { minimum } = mergedKeywords(schema);
    const shelf = this.#shelf(collection);
    shelf.lastNumber = Math.max(shelf.lastNumber + 1, typeof minimum === 'number' ? Math.ceil(minimum) : 1);
    return shelf.lastNumber;
  }

  #shelf(collection: Collection): Shelf {
    const known = this.#shelves.get(collection.path);
    if (known !== undefined) return known;
    const shelf = { entries: [], lastNumber: 0 };
    this.#shelves.set(collection.path, shelf);
    return shelf;
  }
}
