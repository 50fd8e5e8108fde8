import { hash, randomUUID } from 'node:crypto';
import type { Interface } from '../../interface/model.ts';
import type { Clock, SettableClock } from '../clock.ts';
import type { JsonObject } from '../json.ts';
import { BAN_MS, type Charge, type RequestLimiter } from '../limiter.ts';
import { refusal } from '../refusals.ts';
import type { Caller, Refusal, Reply, Stages, Visit } from '../stages.ts';
import { Store } from '../store.ts';
import { type LimiterKind, slidingGrainMs } from '../window-counter.ts';
import { messageOf, type RedisLink } from './redis-link.ts';
import { createSharedCopy, entryText } from './shared-copy.ts';
import { type Asked, createSharedLimiter } from './shared-limiter.ts';
import { SharedStoreFault } from './shared-store-fault.ts';
import { type Ask, type ChargeAsk, createStep, type Told } from './step.ts';

/** Who asks, and what that cost. */
export type Entered = { readonly caller: Caller; readonly charge: Charge };

/** State that several mocks have in common: entries, counts and the clock. Each mock keeps a copy of entries and clock. */
export type SharedState = {
  readonly limiter: RequestLimiter;
  readonly clock: Clock;
  readonly insert: Stages['insert'];
  /** Charges a request; afterwards the copy is as new as the request. Refuses while the store is lost. */
  readonly enter: (visit: Visit, stages: Stages) => Promise<Entered | Refusal>;
  /** Runs what responds; what that inserts is there for all before the reply is. */
  readonly respond: (visit: Visit, run: () => Reply | Refusal) => Promise<Reply | Refusal>;
  /** Begins anew, for all. */
  readonly reset: () => Promise<void>;
  /** Goes on with the document that is in force now. */
  readonly follow: () => void;
  /** Waits until what was changed here is changed for all, and the copy is new. Rejects with a `SharedStoreFault`. */
  readonly settle: () => Promise<void>;
  /** Where the state is, for people. */
  readonly view: () => JsonObject;
};

export type SharedStateOptions = {
  readonly link: RedisLink;
  /** The document in force. */
  readonly interface: () => Interface;
  readonly clock: SettableClock;
  /** What the clock stands on. Time in ms since the epoch. */
  readonly source: () => number;
  /** The copy of the entries. */
  readonly store: Store;
  readonly limiterKind: LimiterKind;
  readonly banAfter: number | undefined;
  /** Puts the entries of the start there. */
  readonly plant: (store: Store) => void;
  /** Called when the state has begun anew, here or elsewhere. */
  readonly onAnew: () => void;
};

/** What is asked of a step besides what every step tells. */
type Change = Omit<Ask, 'epoch' | 'since' | 'source'>;

/** The name of an account in the store, which learns no key. */
function accountOf(name: string): string {
  return hash('sha256', name, 'base64url');
}

/** A refusal for what the store could not do. */
async function unlessLost<T>(visit: Visit, run: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof SharedStoreFault)) throw error;
    return refusal(visit.operation, [503], 'shared_store_lost', `${error.message}.`, [['Retry-After', '1']]);
  }
}

/** Takes the stages' side of shared state: every change is one step in the store, and every step brings what is new there. */
export function createSharedState(options: SharedStateOptions): SharedState {
  const { link, interface: document, clock: copiedClock, source, store, limiterKind, banAfter } = options;
  const perform = createStep(link, `assay:${link.address.prefix ?? document().digest.slice(0, 16)}`);
  const unsettled = new Set<Promise<unknown>>();
  const copy = createSharedCopy({
    interface: document,
    store,
    onAnew() {
      limiter.reset();
      options.onAnew();
    },
  });
  const limiter = createSharedLimiter({
    now: copiedClock.now,
    pass: (name, retryAt) => later(step({ told: { account: accountOf(name), retryAt } })),
  });
  let moves = 0;
  let inserted: string[] = [];

  function beginning(anew: boolean): { readonly change: Change; readonly entries: readonly string[] } {
    const first = new Store(copiedClock.now);
    options.plant(first);
    const { collections } = document();
    const numbers = collections.map((each) => [each.path, first.nextNumber(each) - 1] as const);
    return {
      change: { found: { epoch: randomUUID(), anew, numbers: Object.fromEntries(numbers) } },
      entries: collections.flatMap((each) => first.entries(each).map((entry) => entryText(each, entry))),
    };
  }
  async function stepOn(connection: number, change: Change, entries: readonly string[]): Promise<Told> {
    const ask = { ...copy.known(connection), source: source(), ...change };
    const told = await perform(ask, entries);
    if (told !== undefined) return told;
    const begun = beginning(false);
    const { append: _dropped, ...others } = ask;
    const again = await perform({ ...others, ...begun.change }, begun.entries);
    if (again === undefined) throw new TypeError('no state could be begun');
    return again;
  }
  async function step(change: Change, entries: readonly string[] = []): Promise<Told> {
    const connection = link.connection();
    try {
      const told = await stepOn(connection, change, entries);
      copy.adopt(told, connection);
      if (moves === 0) copiedClock.set(told.clock);
      return told;
    } catch (error) {
      throw new SharedStoreFault(
        `the store that mocks share, ${link.address.shown}, can't be used (${messageOf(error)}); try again in a moment`,
      );
    }
  }
  /** For a change that nobody waits for: `settle` tells what became of it. */
  function later(sent: Promise<unknown>): void {
    unsettled.add(sent);
    const forget = (): void => void unsettled.delete(sent);
    sent.then(forget, forget);
  }
  /** The clock here is moved already: what steps tell of it is older until this one is through. */
  function move(change: Change): void {
    moves += 1;
    later(
      step(change).finally(() => {
        moves -= 1;
      }),
    );
  }
  function chargeAsk({ name, quotas }: Asked): ChargeAsk {
    const windows = quotas.map(({ windowS, limit }) => {
      const lengthMs = windowS * 1000;
      return { name: String(windowS), lengthMs, grainMs: slidingGrainMs(lengthMs), limit };
    });
    return {
      account: accountOf(name),
      kind: limiterKind,
      windows,
      ...(banAfter === undefined ? {} : { banAfter }),
      banMs: BAN_MS,
      keepMs: 2 * Math.max(BAN_MS, ...windows.map(({ lengthMs }) => lengthMs)),
    };
  }
  async function charged(visit: Visit, stages: Stages): Promise<Entered> {
    const first = stages.identify(visit, stages);
    const asked = limiter.asked(() => stages.charge(first, visit));
    const before = copiedClock.advancedMs();
    const told = await step(asked === undefined ? {} : { charge: chargeAsk(asked) });
    const charge =
      asked === undefined || told.charge === undefined
        ? stages.charge(first, visit)
        : limiter.counted(asked, told.charge, () => stages.charge(first, visit));
    const caller = copiedClock.advancedMs() === before ? first : stages.identify(visit, stages);
    return { caller, charge };
  }
  return {
    limiter,
    clock: {
      ...copiedClock,
      advance(ms) {
        copiedClock.advance(ms);
        if (ms > 0) move({ advanceMs: ms });
      },
      freeze() {
        copiedClock.freeze();
        move({ clock: 'freeze' });
      },
      resume() {
        copiedClock.resume();
        move({ clock: 'resume' });
      },
    },
    insert(collection, entry) {
      inserted.push(entryText(collection, entry));
    },
    enter: (visit, stages) => unlessLost(visit, () => charged(visit, stages)),
    async respond(visit, run) {
      const collection = document().collections.find(({ create }) => create.id === visit.operation?.id);
      if (collection === undefined || visit.documented !== undefined) return run();
      return unlessLost(visit, async () => {
        const { number } = await step({ number: collection.path });
        inserted = [];
        store.reserve(collection, number);
        const result = run();
        if (inserted.length === 0) return result;
        const { appended } = await step({ append: true }, inserted);
        if (appended) return result;
        throw new SharedStoreFault(
          `the store that mocks share, ${link.address.shown}, began anew meanwhile; send the request again`,
        );
      });
    },
    async reset() {
      const { change, entries } = beginning(true);
      await step(change, entries);
    },
    follow: copy.forget,
    async settle() {
      await Promise.all([...unsettled, step({})]);
    },
    view: () => ({ url: link.address.shown, connected: link.isReady() }),
  };
}
