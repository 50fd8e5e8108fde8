import { hash, randomUUID } from 'node:crypto';
import type { Quota } from '../../interface/model.ts';
import type { Entered } from '../answers/stages/pipeline.ts';
import { refusal, type Refusal, type Stages, type Visit } from '../answers/stages/stages.ts';
import {
  BAN_MS,
  type Charge,
  MAX_ACCOUNTS,
  type RequestLimiter,
  tightest,
  type WindowView,
} from '../limits/limiter.ts';
import { slidingGrainMs } from '../limits/window-counter.ts';
import type { SharedParts, State } from '../state/state.ts';
import { Store } from '../state/store.ts';
import { messageOf, type RedisLink } from './redis-link.ts';
import { createSharedCopy, entryText } from './shared-copy.ts';
import { SharedStoreFault } from './shared-store-fault.ts';
import { type Ask, type ChargeAsk, type ChargeTold, createStep, type Step, type Told } from './step.ts';

/** An account to be charged, and the quotas of the request. */
type Asked = { readonly name: string; readonly quotas: readonly Quota[] };

/**
 * The face of a limiter that counts elsewhere. Stages ask it without waiting, so they are asked twice: first for what they
 * would charge, and again once that was charged. What it shows of accounts is what this mock heard of them last.
 */
export type SharedLimiter = RequestLimiter & {
  /** What `charge` asks for; `undefined` where it asks for nothing. */
  readonly asked: (charge: () => Charge) => Asked | undefined;
  /** What `charge` returns now that this was counted. */
  readonly counted: (asked: Asked, told: ChargeTold, charge: () => Charge) => Charge;
};

export type SharedLimiterOptions = {
  readonly now: () => number;
  /** Passes on that a refused caller was told another time than its refusal had. */
  readonly pass: (name: string, retryAt: number) => void;
};

type Heard = {
  readonly windows: readonly WindowView[];
  readonly retryAt: number;
  readonly bannedUntil: number | undefined;
};

const UNLIMITED: Charge = { kind: 'unlimited' };

function chargeOf({ quotas }: Asked, { kind, retryAt, windows }: ChargeTold): Charge {
  const measured = windows.flatMap((window, at) => {
    const quota = quotas[at];
    return quota === undefined ? [] : [{ quota, ...window }];
  });
  const window = tightest(measured);
  switch (kind) {
    case 'accepted':
      return { kind, window };
    case 'limit':
      return { kind: 'refused', window, retryAt, reason: kind };
    case 'ban':
      return { kind: 'refused', window: { ...window, remaining: 0 }, retryAt, reason: kind };
  }
}

export function createSharedLimiter({ now, pass }: SharedLimiterOptions): SharedLimiter {
  const heard = new Map<string, Heard>();
  let question: Asked | undefined;
  let given: Charge | undefined;
  let refused = 0;
  let bans = 0;

  function note({ name, quotas }: Asked, { kind, retryAt, windows, banned }: ChargeTold): void {
    const views = quotas.map((quota, at) => ({
      quota,
      remaining: windows[at]?.remaining ?? quota.limit,
      resetAt: windows[at]?.resetAt ?? now(),
    }));
    heard.delete(name);
    heard.set(name, { windows: views, retryAt, bannedUntil: kind === 'ban' ? retryAt : undefined });
    const [oldest] = heard.keys();
    if (heard.size > MAX_ACCOUNTS && oldest !== undefined) heard.delete(oldest);
    if (kind !== 'accepted') refused += 1;
    if (banned) bans += 1;
  }
  return {
    take(name, quotas) {
      if (quotas.length === 0) return UNLIMITED;
      question ??= { name, quotas };
      return given ?? UNLIMITED;
    },
    asked(charge) {
      question = undefined;
      charge();
      return question;
    },
    counted(asked, told, charge) {
      note(asked, told);
      given = chargeOf(asked, told);
      try {
        return charge();
      } finally {
        given = undefined;
      }
    },
    told(name, retryAt) {
      if (retryAt < (heard.get(name)?.retryAt ?? Number.NEGATIVE_INFINITY)) pass(name, retryAt);
    },
    tally: () => ({ callers: heard.size, refused, bans }),
    latest: (most) => [...heard.keys()].slice(-most).reverse(),
    view(name) {
      const found = heard.get(name);
      if (found === undefined) return undefined;
      const { windows, bannedUntil } = found;
      return {
        windows: windows.map((window) =>
          window.resetAt > now() ? window : { ...window, remaining: window.quota.limit, resetAt: now() },
        ),
        bannedUntil: bannedUntil !== undefined && now() < bannedUntil ? bannedUntil : undefined,
      };
    },
    reset() {
      heard.clear();
      refused = 0;
      bans = 0;
    },
  };
}

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

/**
 * State that several mocks have in common, each with a copy of entries and clock: every change is one step in the store, and every
 * step brings what is new there.
 */
export function createSharedState(link: RedisLink, parts: SharedParts): State {
  const { interface: document, clock: copiedClock, source, store, limiterKind, banAfter } = parts;
  let taken: Step | undefined;
  const unsettled = new Set<Promise<unknown>>();
  const copy = createSharedCopy({
    interface: document,
    store,
    onAnew() {
      limiter.reset();
      parts.onAnew();
    },
  });
  const limiter = createSharedLimiter({
    now: copiedClock.now,
    pass: (name, retryAt) => later(step({ told: { account: accountOf(name), retryAt } })),
  });
  /** Mocks stay together that began with the same document. */
  function perform(ask: Ask, entries: readonly string[]): Promise<Told | undefined> {
    taken ??= createStep(link, `assay:${link.address.prefix ?? document().digest.slice(0, 16)}`);
    return taken(ask, entries);
  }
  let moves = 0;
  let inserted: string[] = [];

  function beginning(anew: boolean): { readonly change: Change; readonly entries: readonly string[] } {
    const first = new Store(copiedClock.now);
    parts.plant(first);
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
    store,
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
    async deliver(visit, run) {
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
    beginnings: {
      start: () => undefined,
      follow: copy.forget,
      anew() {
        const { change, entries } = beginning(true);
        later(step(change, entries));
      },
    },
    async settle() {
      await Promise.all([...unsettled, step({})]);
    },
    place: () => ({ kind: 'shared', url: link.address.shown, connected: link.isReady() }),
  };
}
