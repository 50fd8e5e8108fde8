import type { Quota } from '../../interface/model.ts';
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

/** What an account has used, measured against the quotas of its latest request. Times in ms since the epoch. */
export type AccountView = {
  readonly windows: readonly WindowView[];
  readonly bannedUntil: number | undefined;
};

export type LimiterTally = { readonly callers: number; readonly refused: number; readonly bans: number };

type Measure = { readonly quota: Quota; readonly counter: WindowCounter };

type Account = {
  /** By the length of the window in seconds. */
  readonly counters: Map<number, WindowCounter>;
  quotas: readonly Quota[];
  /** A counter for each of the quotas. */
  measures: readonly Measure[];
  retryAt: number;
  disobeyed: number;
  bannedUntil: number;
};

/** What the mock needs of a limiter. */
export type RequestLimiter = Pick<Limiter, 'take' | 'told' | 'tally' | 'latest' | 'view' | 'reset'>;

export const BAN_MS = 3_600_000;
/** Accounts are remembered up to this number; the one unheard of for longest is forgotten first. */
export const MAX_ACCOUNTS = 10_000;

/**
 * Counts requests per account against several windows at once: a request is taken from all of them or from none. Who shares
 * an account shares its counts and its bans; each request is measured against its own quotas.
 */
export class Limiter {
  readonly #options: LimiterOptions;
  readonly #accounts = new Map<string, Account>();
  /** The account that was heard of last. */
  #latest: Account | undefined;
  #refused = 0;
  #bans = 0;

  constructor(options: LimiterOptions) {
    this.#options = options;
  }

  /** Takes one request from the account of this name. Without quotas nothing is counted. */
  take(name: string, quotas: readonly Quota[]): Charge {
    if (quotas.length === 0) return { kind: 'unlimited' };
    const account = this.#account(name);
    if (account.quotas !== quotas) {
      account.quotas = quotas;
      account.measures = quotas.map((quota) => ({ quota, counter: this.#counter(account, quota) }));
    }
    const { measures } = account;
    const now = this.#options.now();
    let retryAt = now;
    for (const { quota, counter } of measures)
      retryAt = Math.max(retryAt, counter.acceptsAt(now, quota.limit));
    if (now < account.bannedUntil) return this.#refuse(measures, now, account.bannedUntil, 'ban');
    if (retryAt > now) return this.#refuseOverLimit(account, measures, now, retryAt);
    account.disobeyed = 0;
    account.retryAt = now;
    for (const { quota, counter } of measures) counter.take(now, quota.limit);
    return { kind: 'accepted', window: tightestAt(measures, now) };
  }

  /** Notes that a refused caller was told to come back at `retryAt`: whoever does so obeys, even when that is too early. */
  told(name: string, retryAt: number): void {
    const account = this.#accounts.get(name);
    if (account !== undefined) account.retryAt = Math.min(account.retryAt, retryAt);
  }

  tally(): LimiterTally {
    return { callers: this.#accounts.size, refused: this.#refused, bans: this.#bans };
  }

  /** Names of the accounts that were heard of last, at most `most`, the latest first. */
  latest(most: number): readonly string[] {
    return [...this.#accounts.keys()].slice(-most).reverse();
  }

  /** What the account of this name has used; `undefined` for one that was never heard of. Counts nothing. */
  view(name: string): AccountView | undefined {
    const account = this.#accounts.get(name);
    if (account === undefined) return undefined;
    const now = this.#options.now();
    const windows = account.measures.map(({ quota, counter }) => ({
      quota,
      remaining: counter.remaining(now, quota.limit),
      resetAt: counter.resetAt(now),
    }));
    return { windows, bannedUntil: now < account.bannedUntil ? account.bannedUntil : undefined };
  }

  reset(): void {
    this.#accounts.clear();
    this.#latest = undefined;
    this.#refused = 0;
    this.#bans = 0;
  }

  #account(name: string): Account {
    const known = this.#accounts.get(name);
    const account = known ?? {
      counters: new Map<number, WindowCounter>(),
      quotas: [],
      measures: [],
      retryAt: Number.NEGATIVE_INFINITY,
      disobeyed: 0,
      bannedUntil: Number.NEGATIVE_INFINITY,
    };
    if (account === this.#latest) return account;
    this.#latest = account;
    this.#accounts.delete(name);
    this.#accounts.set(name, account);
    if (this.#accounts.size > MAX_ACCOUNTS) this.#forgetOldest();
    return account;
  }

  #forgetOldest(): void {
    const [oldest] = this.#accounts.keys();
    if (oldest !== undefined) this.#accounts.delete(oldest);
  }

  #counter({ counters }: Account, { windowS }: Quota): WindowCounter {
    const counter = counters.get(windowS) ?? createWindowCounter(this.#options.kind, windowS);
    counters.set(windowS, counter);
    return counter;
  }

  #refuseOverLimit(account: Account, measures: readonly Measure[], now: number, retryAt: number): Charge {
    if (now < account.retryAt) account.disobeyed += 1;
    account.retryAt = retryAt;
    const { banAfter } = this.#options;
    if (banAfter === undefined || account.disobeyed < banAfter)
      return this.#refuse(measures, now, retryAt, 'limit');
    this.#bans += 1;
    account.disobeyed = 0;
    account.bannedUntil = Math.max(retryAt, now + BAN_MS);
    return this.#refuse(measures, now, account.bannedUntil, 'ban');
  }

  #refuse(measures: readonly Measure[], now: number, retryAt: number, reason: 'limit' | 'ban'): Charge {
    this.#refused += 1;
    const tighter = tightestAt(measures, now);
    const window = reason === 'ban' ? { ...tighter, remaining: 0 } : tighter;
    return { kind: 'refused', window, retryAt, reason };
  }
}

/** A window, and when it will accept a request again. */
export type MeasuredWindow = WindowView & { readonly acceptsAt: number };

function measured({ quota, counter }: Measure, now: number): MeasuredWindow {
  const { limit } = quota;
  return {
    quota,
    remaining: counter.remaining(now, limit),
    resetAt: counter.resetAt(now),
    acceptsAt: counter.acceptsAt(now, limit),
  };
}

/** The one with the longer wait; of two that wait as long, the one with fewer requests left, and of equals `best`. */
function tighterOf(best: MeasuredWindow | undefined, next: MeasuredWindow): MeasuredWindow {
  if (best === undefined || next.acceptsAt > best.acceptsAt) return next;
  return next.acceptsAt === best.acceptsAt && next.remaining < best.remaining ? next : best;
}

function viewOf(window: MeasuredWindow | undefined): WindowView {
  if (window === undefined) throw new RangeError('a request without quotas');
  const { quota, remaining, resetAt } = window;
  return { quota, remaining, resetAt };
}

function tightestAt(measures: readonly Measure[], now: number): WindowView {
  let best: MeasuredWindow | undefined;
  for (const measure of measures) best = tighterOf(best, measured(measure, now));
  return viewOf(best);
}

/** The window with the longest wait; among those that accept at once, the one with the fewest requests left. */
export function tightest(windows: readonly MeasuredWindow[]): WindowView {
  let best: MeasuredWindow | undefined;
  for (const window of windows) best = tighterOf(best, window);
  return viewOf(best);
}
