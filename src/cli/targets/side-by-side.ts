/** Work that goes on side by side: so much at most, and never two at one place. */

type Waiting = { readonly place: string; readonly begin: () => void };

/** So many slots at most; who waits for a place that is taken holds up nobody behind. */
export class SideBySide {
  #free: number;
  readonly #taken = new Set<string>();
  #waiting: readonly Waiting[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  /** Runs when a slot is free and nobody else is at this place. In the order of the calls where it can be. */
  async at<Result>(place: string, run: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((begin) => {
      this.#waiting = [...this.#waiting, { place, begin }];
      this.#next();
    });
    try {
      return await run();
    } finally {
      this.#free += 1;
      this.#taken.delete(place);
      this.#next();
    }
  }

  #next(): void {
    while (this.#free > 0) {
      const found = this.#waiting.find(({ place }) => !this.#taken.has(place));
      if (found === undefined) return;
      this.#waiting = this.#waiting.filter((each) => each !== found);
      this.#free -= 1;
      this.#taken.add(found.place);
      found.begin();
    }
  }
}
