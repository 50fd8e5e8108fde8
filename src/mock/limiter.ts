import type { Quota } from '../interface/model.ts';
import { createWindowCounter, type LimiterKind, type WindowCounter } from './window-counter.ts';

/** A window as a caller sees it after a request. Times in ms since the epoch. */
export type WindowView = {
  readonly quota: Quota;
  readonly remaining: number;
  readonly resetAt: number;
};

/** What a request cost. `window` is the tightest one: the fewest requests left, or the longest wait after a refusal. */
export type Charge =
  | { readonly kind: 'unlimited' }
  | { readonly kind: 'accepted'; readonly window: WindowView }
  | {
      readonly kind: 'refused';
      readonly window: WindowView;
      /** The first moment at which a request will be accepted again. */
      readonly retryAt: number;
      readonly reason: 'limit' | 'ban';
    };

export type LimiterOptions = {
  readonly kind: LimiterKind;
  readonly now: () => number;
  /** So many requests inside one `Retry-After` get the caller banned; `undefined`: never. */
  readonly banAfter: number | undefined;
};

export type LimiterTally = { readonly callers: number; readonly refused: number; readonly bans: number };

type Account = {
  readonly counters: readonly { readonly quota: Quota; readonly counter: WindowCounter }[];
  retryAt: number;
  disobeyed: number;
  bannedUntil: number;
};

export const BAN_MS = 3_600_000;
/** Callers are remembered up to this number; the one unheard of for longest is forgotten first. */
const MAX_ACCOUNTS = 10_000;

/** Counts requests per caller against several windows at once: a request is taken from all of them or from none. */
export class Limiter {
  readonly #options: LimiterOptions;
  readonly #accounts = new Map<string, Account>();
  #refused = 0;
  #bans = 0;

  constructor(options: LimiterOptions) {
    this.#options = options;
  }

  /** Takes one request of `caller`. Without quotas nothing is counted. */
  take(caller: string, quotas: readonly Quota[]): Charge {
    if (quotas.length === 0) return { kind: 'unlimited' };
    const account = this.#account(caller, quotas);
    const now = this.#options.now();
    const retryAt = Math.max(...account.counters.map(({ counter }) => counter.acceptsAt(now)));
    if (now < account.bannedUntil) return this.#refuse(account, now, account.bannedUntil, 'ban');
    if (retryAt > now) return this.#refuseOverLimit(account, now, retryAt);
    account.disobeyed = 0;
    account.retryAt = now;
    for (const { counter } of account.counters) counter.take(now);
    return { kind: 'accepted', window: tightest(account, now) };
  }

  tally(): LimiterTally {
    return { callers: this.#accounts.size, refused: this.#refused, bans: this.#bans };
  }

  reset(): void {
    this.#accounts.clear();
    this.#refused = 0;
    this.#bans = 0;
  }

  #account(caller: string, quotas: readonly Quota[]): Account {
    const known = this.#accounts.get(caller);
    const account = known ?? {
      counters: quotas.map((quota) => ({ quota, counter: createWindowCounter(this.#options.kind, quota) })),
      retryAt: Number.NEGATIVE_INFINITY,
      disobeyed: 0,
      bannedUntil: Number.NEGATIVE_INFINITY,
    };
    this.#accounts.delete(caller);
    this.#accounts.set(caller, account);
    const [oldest] = this.#accounts.keys();
    if (this.#accounts.size > MAX_ACCOUNTS && oldest !== undefined) this.#accounts.delete(oldest);
    return account;
  }

  #refuseOverLimit(account: Account, now: number, retryAt: number): Charge {
    if (now < account.retryAt) account.disobeyed += 1;
    account.retryAt = retryAt;
    const { banAfter } = this.#options;
    if (banAfter === undefined || account.disobeyed < banAfter)
      return this.#refuse(account, now, retryAt, 'limit');
    this.#bans += 1;
    account.disobeyed = 0;
    account.bannedUntil = Math.max(retryAt, now + BAN_MS);
    return this.#refuse(account, now, account.bannedUntil, 'ban');
  }

  #refuse(account: Account, now: number, retryAt: number, reason: 'limit' | 'ban'): Charge {
    this.#refused += 1;
    const window = reason === 'ban' ? { ...tightest(account, now), remaining: 0 } : tightest(account, now);
    return { kind: 'refused', window, retryAt, reason };
  }
}

/** The window with the longest wait; among those that accept at once, the one with the fewest requests left. */
function tightest(account: Account, now: number): WindowView {
  const views = account.counters.map(({ quota, counter }) => ({
    quota,
    remaining: counter.remaining(now),
    resetAt: counter.resetAt(now),
    acceptsAt: counter.acceptsAt(now),
  }));
  const [first, ...others] = views;
  if (first === undefined) throw new RangeError('an account without windows');
  const tighter = others.reduce(
    (best, view) =>
      view.acceptsAt > best.acceptsAt ||
      (view.acceptsAt === best.acceptsAt && view.remaining < best.remaining)
        ? view
        : best,
    first,
  );
  return { quota: tighter.quota, remaining: tighter.remaining, resetAt: tighter.resetAt };
}
