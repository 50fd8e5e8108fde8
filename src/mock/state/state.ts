import type { Collection, Interface } from '../../interface/model.ts';
import type { Deliver, Enter } from '../answers/stages/pipeline.ts';
import type { Stages } from '../answers/stages/stages.ts';
import type { JsonObject } from '../../json/value.ts';
import { type Clock, createClock, type SettableClock } from '../limits/clock.ts';
import { Limiter, type RequestLimiter } from '../limits/limiter.ts';
import type { LimiterKind } from '../limits/window-counter.ts';
import type { DataFile } from './data-file.ts';
import { exampleEntries, type SeedEntries } from './seed-entries.ts';
import { Store } from './store.ts';

/** Puts into collections what they begin with. */
type Beginnings = {
  /** What was kept; where nothing was, the seed. */
  readonly start: (document: Interface) => void;
  /** Goes on with a changed document: what is there stays, and collections that are new to it begin. */
  readonly follow: (document: Interface) => void;
  /** Nothing but the seed. */
  readonly anew: (document: Interface) => void;
};

type BeginningsOptions = {
  readonly store: Store;
  readonly data: DataFile | undefined;
  /** Default: the examples of the document. */
  readonly seed: SeedEntries | undefined;
};

/** The beginnings of the collections of one mock. */
function createBeginnings({ store, data, seed }: BeginningsOptions): Beginnings {
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

/** What a mock remembers from one request to the next, for itself or together with others. */
export type State = {
  readonly clock: Clock;
  readonly limiter: RequestLimiter;
  /** All entries, or a copy of those that are shared. */
  readonly store: Store;
  readonly beginnings: Beginnings;
  /** What waits for a store that is shared; `undefined` where nothing has to. */
  readonly enter: Enter | undefined;
  readonly deliver: Deliver | undefined;
  readonly insert: Stages['insert'] | undefined;
  /** Settles when all changes are where they are kept, and what others changed is known here. */
  readonly settle: () => Promise<void>;
  /** Where it is kept, for people. */
  readonly place: () => JsonObject;
};

export type StateOptions = {
  /** The document in force. */
  readonly interface: () => Interface;
  readonly now: (() => number) | undefined;
  readonly limiter: LimiterKind;
  readonly banAfter: number | undefined;
  /** Default: the examples of the document. */
  readonly seed: SeedEntries | undefined;
  readonly data: DataFile | undefined;
  /** Makes state that several mocks share; `undefined` for state of the mock's own. */
  readonly share: Share | undefined;
  /** Called when another mock let the shared state begin anew. */
  readonly onAnew: () => void;
};

/** What shared state is made of. */
export type SharedParts = {
  /** The document in force. */
  readonly interface: () => Interface;
  readonly clock: SettableClock;
  /** What the clock stands on. Time in ms since the epoch. */
  readonly source: () => number;
  /** For the copy of the entries. */
  readonly store: Store;
  readonly limiterKind: LimiterKind;
  readonly banAfter: number | undefined;
  /** Puts the entries of the start there. */
  readonly plant: (store: Store) => void;
  /** Called when the state has begun anew, here or elsewhere. */
  readonly onAnew: () => void;
};

export type Share = (parts: SharedParts) => State;

export function createState(options: StateOptions): State {
  const { interface: document, now: source = Date.now, limiter: kind, banAfter, seed, data, share } = options;
  const clock = createClock(source);
  const store = new Store(clock.now);
  if (share === undefined)
    return {
      clock,
      limiter: new Limiter({ kind, now: clock.now, banAfter }),
      store,
      beginnings: createBeginnings({ store, data, seed }),
      enter: undefined,
      deliver: undefined,
      insert: undefined,
      settle: () => data?.durable() ?? Promise.resolve(),
      place: () => ({ kind: data === undefined ? 'memory' : 'file' }),
    };
  return share({
    interface: document,
    clock,
    source,
    store,
    limiterKind: kind,
    banAfter,
    plant: (first) => createBeginnings({ store: first, data: undefined, seed }).start(document()),
    onAnew: options.onAnew,
  });
}
