import type { Caller } from './pacer.ts';
import type { Profile } from './record.ts';

/** The most requests that a caller sends during a run, and the most of both together. */
export type Allowance = { readonly total: number; readonly key: number; readonly address: number };

/**
 * What a profile allows. Standard fits a Free plan: with the last list (`BEYOND_FOR_LAST_LIST`) the suites send 58
 * requests on the key; only using up a window that takes more than that goes on, to `total` at most.
 * Requests without a valid key are scarcer: services count them per address.
 */
export const ALLOWANCES: { readonly [profile in Profile]: Allowance } = {
  quick: { total: 20, key: 10, address: 7 },
  standard: { total: 140, key: 55, address: 20 },
  thorough: { total: 1000, key: 800, address: 200 },
};

/** Requests kept for the last list, which shows what all others left behind, and for reading it again twice. */
export const BEYOND_FOR_LAST_LIST = 3;

/** Counts what a run has sent against its allowance. */
export class Budget {
  readonly #allowance: Allowance;
  readonly #spent: Record<Caller, number> = { key: 0, address: 0 };

  constructor(profile: Profile, maxRequests: number) {
    this.#allowance = { ...ALLOWANCES[profile], total: maxRequests };
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
    const total = this.#allowance.total - this.#spent.key - this.#spent.address;
    return Math.max(0, Math.min(total, this.#allowance[caller] + beyond - this.#spent[caller]));
  }

  /** Counts a request that was sent. */
  spend(caller: Caller): void {
    this.#spent[caller] += 1;
  }
}
