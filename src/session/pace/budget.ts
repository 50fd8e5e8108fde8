import type { Quota, RateLimits } from '../../interface/model.ts';
import type { Allowance } from '../../record/allowance.ts';
import type { Profile } from '../../record/record.ts';
import type { Caller } from './pacer.ts';

/** Why a probe can't go on. Thrown by the session to unwind a probe; the engine turns it into data. */
export type HaltReason =
  | { readonly kind: 'budget'; readonly reason: string }
  | { readonly kind: 'limited'; readonly reason: string }
  /** Requests of one kind to one place get no answer, or an answer named a place that may be another one: others may go on. */
  | { readonly kind: 'closed-place'; readonly reason: string }
  /** The time of the profile itself would not last to the end of a wait. */
  | { readonly kind: 'patience'; readonly reason: string }
  | { readonly kind: 'interrupted' }
  /** `operation`: the id of the one that would be sent to what the run did not make. */
  | { readonly kind: 'broken-harness'; readonly reason: string; readonly operation?: string }
  | { readonly kind: 'target-lost'; readonly reason: string };

/** Unwinds a probe. */
export class Halt extends Error {
  readonly halt: HaltReason;

  constructor(halt: HaltReason) {
    super('reason' in halt ? halt.reason : halt.kind);
    this.name = 'Halt';
    this.halt = halt;
  }
}

/**
 * The quota of the shortest window that a key may have: of the declared plan, or the smallest one of all plans.
 * `undefined` where the document gives no number.
 */
export function shortestQuota(limits: RateLimits | undefined, plan: string | undefined): Quota | undefined {
  const plans = (limits?.plans ?? []).filter((candidate) => plan === undefined || candidate.id === plan);
  const quotas = plans.flatMap((one) => (one.kind === 'fixed' ? one.quotas : []));
  return quotas.toSorted((a, b) => a.windowS - b.windowS || a.limit - b.limit)[0];
}

/** A thorough run of a small plan ends within this time where its windows are a minute long. */
const THOROUGH_MS = 150_000;
const SHORT_WINDOW_S = 60;
/** Using the next window up, and the rest after its refusal: beyond its patience a profile has so much time. */
export const LAST_WINDOW_MS = 65_000;

/**
 * How long after its start a run may still wait for windows on its way, in ms: what comes then is the last window, and the rest
 * after its refusal. `undefined` where `--max-duration` alone bounds a run.
 */
export function patienceOf(profile: Profile, quota: Quota | undefined): number | undefined {
  const isBound = profile === 'thorough' && quota !== undefined && quota.windowS <= SHORT_WINDOW_S;
  return isBound ? THOROUGH_MS - LAST_WINDOW_MS : undefined;
}

/** Requests kept for the last list, which shows what all others left behind, and for reading it again twice. */
export const BEYOND_FOR_LAST_LIST = 3;

/** What a request counts as: those of another user are requests with a key. */
type Account = Exclude<Caller, 'other-key'>;

function accountOf(caller: Caller): Account {
  return caller === 'other-key' ? 'key' : caller;
}

/** Counts what a run has sent against its allowance. */
export class Budget {
  #allowance: Allowance;
  readonly #spent: Record<Account, number> = { key: 0, address: 0 };
  #kept = 0;

  constructor(allowance: Allowance, maxRequests: number = allowance.total) {
    this.#allowance = { ...allowance, total: maxRequests };
  }

  /** The most requests of the run. */
  get most(): number {
    return this.#allowance.total;
  }

  /** Requests sent so far. */
  get spent(): { readonly withKey: number; readonly withoutKey: number } {
    return { withKey: this.#spent.key, withoutKey: this.#spent.address };
  }

  /** Requests that a caller may still send. `beyond` adds to the caller's own share, never to the total. */
  left(caller: Caller, beyond = 0): number {
    return this.#leftOn(accountOf(caller), beyond);
  }

  #leftOn(account: Account, beyond: number): number {
    const total = this.#allowance.total - this.#spent.key - this.#spent.address;
    const [allowed, spent] =
      account === 'key'
        ? [this.#allowance.key, this.#spent.key]
        : [this.#allowance.address, this.#spent.address];
    const kept = account === 'key' && beyond === 0 ? this.#kept : 0;
    return Math.max(0, Math.min(total, allowed + beyond - spent) - kept);
  }

  /** Keeps this part of what is left on the key for later, from 0 for nothing to 1. */
  keep(part: number): void {
    this.#kept = 0;
    this.#kept = Math.floor(this.left('key') * part);
  }

  /** From now on all that is left of the total may go out on the key: what needs a share of its own has been sent. */
  openShare(): void {
    const { total, address } = this.#allowance;
    this.#allowance = { total, key: total, address };
  }

  /** Adds to the shares what went out beside what is planned. The total stays. */
  giveBack(spent: { readonly key: number; readonly address: number }): void {
    const { total, key, address } = this.#allowance;
    this.#allowance = { total, key: key + spent.key, address: address + spent.address };
  }

  /** Allows this many requests more on the key, also where its share is overdrawn: to take away what the run made. */
  extend(requests: number): void {
    const { total, key, address } = this.#allowance;
    this.#allowance = { total: total + requests, key: Math.max(key, this.#spent.key) + requests, address };
  }

  /** Counts a request that was sent. */
  spend(caller: Caller): void {
    if (accountOf(caller) === 'key') this.#spent.key += 1;
    else this.#spent.address += 1;
  }
}
