import type { Allowance } from './allowance.ts';

import type { Caller } from './pacer.ts';

/** Requests kept for the last list, which shows what all others left behind, and for reading it again twice. */
export const BEYOND_FOR_LAST_LIST = 3;

/** Counts what a run has sent against its allowance. */
export class Budget {
  readonly #allowance: Allowance;
  readonly #spent: Record<Caller, number> = { key: 0, address: 0 };

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
    const total = this.#allowance.total - this.#spent.key - this.#spent.address;
    return Math.max(0, Math.min(total, this.#allowance[caller] + beyond - this.#spent[caller]));
  }

  /** Counts a request that was sent. */
  spend(caller: Caller): void {
    this.#spent[caller] += 1;
  }
}
