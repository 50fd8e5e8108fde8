import type { Clock } from '../../src/system/clock.ts';

/** A timer never fires at the very millisecond that was asked for, so no count of whole seconds comes out by chance. */
const LATE_MS = 7;

/** While somebody works, time all but stands still: what overlaps and what comes first still shows. */
const SLOWER = 1_000;

/** Parties that share one clock: when all of them sleep, time passes at once until the first one wakes. */
export class SharedClock {
  readonly #sleepers = new Map<() => void, number>();
  readonly #startMs: number;
  readonly #passTo: (nowMs: number) => void;
  #nowMs: number;
  #parties = 0;

  /** `passTo` hears of every passing of time, in Unix milliseconds. */
  constructor(startMs: number, passTo: (nowMs: number) => void) {
    this.#startMs = startMs;
    this.#nowMs = startMs;
    this.#passTo = passTo;
    passTo(startMs);
  }

  get monotonicMs(): number {
    return this.#nowMs - this.#startMs + performance.now() / SLOWER;
  }

  /** The clock of one more party, which has to leave when it is done. */
  join(): { readonly clock: Clock; readonly leave: () => void } {
    this.#parties += 1;
    return {
      clock: {
        now: () => this.#nowMs,
        monotonicMs: () => this.monotonicMs,
        sleep: (ms) =>
          new Promise((resolve) => {
            this.#sleepers.set(resolve, this.#nowMs + Math.max(0, ms) + LATE_MS);
            this.#pass();
          }),
      },
      leave: () => {
        this.#parties -= 1;
        this.#pass();
      },
    };
  }

  #pass(): void {
    if (this.#sleepers.size === 0 || this.#sleepers.size < this.#parties) return;
    this.#nowMs = Math.min(...this.#sleepers.values());
    this.#passTo(this.#nowMs);
    for (const [wake, atMs] of this.#sleepers) {
      if (atMs > this.#nowMs) continue;
      this.#sleepers.delete(wake);
      wake();
    }
  }
}
