import type { Collection, Interface } from '../interface/model.ts';
import type { DataFile } from './data-file.ts';
import { exampleEntries, type SeedEntries } from './seed-entries.ts';
import type { Store } from './store.ts';

/** Puts into collections what they begin with. */
export type Beginnings = {
  /** What was kept; where nothing was, the seed. */
  readonly start: (document: Interface) => void;
  /** Goes on with a changed document: what is there stays, and collections that are new to it begin. */
  readonly follow: (document: Interface) => void;
  /** Nothing but the seed. */
  readonly anew: (document: Interface) => void;
};

export type BeginningsOptions = {
  readonly store: Store;
  readonly data: DataFile | undefined;
  /** Default: the examples of the document. */
  readonly seed: SeedEntries | undefined;
};

/** The beginnings of the collections of one mock. */
export function createBeginnings({ store, data, seed }: BeginningsOptions): Beginnings {
  /** Paths of collections that have begun. */
  const begun = new Set<string>();

  function plant(document: Interface, collection: Collection): void {
    const entries = (seed ?? exampleEntries(document)).get(collection.path) ?? [];
    for (const entry of entries) store.plant(collection, entry);
  }
  function restore(collection: Collection): void {
    for (const entry of data?.kept?.get(collection.path) ?? []) store.insert(collection, entry);
  }
  function keepAll({ collections }: Interface): void {
    data?.replace(new Map(collections.map((each) => [each.path, store.entries(each)])));
  }
  function begin(document: Interface, collection: Collection): void {
    begun.add(collection.path);
    if (data?.kept?.has(collection.path) === true) {
      restore(collection);
      return;
    }
    plant(document, collection);
    for (const entry of store.entries(collection)) data?.add(collection.path, entry);
  }
  function anew(document: Interface): void {
    store.clear();
    for (const collection of document.collections) plant(document, collection);
    keepAll(document);
  }
  return {
    start(document) {
      for (const collection of document.collections) begun.add(collection.path);
      if (data?.kept === undefined) anew(document);
      else for (const collection of document.collections) restore(collection);
    },
    follow(document) {
      for (const collection of document.collections) {
        if (begun.has(collection.path)) store.follow(collection);
        else begin(document, collection);
      }
    },
    anew,
  };
}
