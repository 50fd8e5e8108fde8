import { type Beginnings, createBeginnings } from './beginnings.ts';
import { type Clock, createClock, type SettableClock } from './clock.ts';
import type { DataFile } from './data-file.ts';
import type { Interface } from '../interface/model.ts';
import type { JsonObject } from './json.ts';
import { Limiter, type RequestLimiter } from './limiter.ts';
import type { Deliver, Enter } from './pipeline.ts';
import type { SeedEntries } from './seed-entries.ts';
import type { Stages } from './stages.ts';
import { Store } from './store.ts';
import type { LimiterKind } from './window-counter.ts';

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
