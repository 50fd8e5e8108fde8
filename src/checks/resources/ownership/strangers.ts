/** Entries of others, by their paths: what some answer showed before the run asked for it to be made. */

/** How many are remembered: a list may be long, and one that is not remembered is never taken for the run's. */
export const MOST_STRANGERS = 20_000;

export class Strangers {
  readonly #before: ReadonlySet<string>;
  readonly #seen = new Set<string>();
  #isFull = false;

  /** `before`: what is known of before the run. */
  constructor(before: ReadonlySet<string>) {
    this.#before = before;
  }

  get paths(): ReadonlySet<string> {
    return new Set([...this.#before, ...this.#seen]);
  }

  /** True once so many were seen that nothing more is taken for the run's own. */
  get isFull(): boolean {
    return this.#isFull;
  }

  has(path: string): boolean {
    return this.#seen.has(path) || this.#before.has(path);
  }

  add(path: string): void {
    if (this.#seen.size < MOST_STRANGERS) this.#seen.add(path);
    else this.#isFull = true;
  }
}
