/** Time as the mock sees it, in ms since the epoch. It can be moved forward and stopped; it never goes back. */
export type Clock = {
  readonly now: () => number;
  /** How far the clock was moved in all, in ms. */
  readonly advancedMs: () => number;
  /** Moves the clock forward, also while it is stopped. Throws a RangeError on a negative or fractional number and beyond a century in all. */
  readonly advance: (ms: number) => void;
  readonly isFrozen: () => boolean;
  /** Stops the clock. */
  readonly freeze: () => void;
  /** Lets the clock go on from where it was stopped. */
  readonly resume: () => void;
};

/** What a clock adds to its source. Times in ms, `frozenAt` on the source's clock. */
export type ClockState = {
  readonly advancedMs: number;
  readonly stoodStillMs: number;
  readonly frozenAt: number | undefined;
};

/** A clock that others may set: what moves it here or elsewhere adds up to one state. */
export type SettableClock = Clock & { readonly set: (state: ClockState) => void };

/** A century: dates and Unix seconds stay in the range that clients can read. */
export const MAX_ADVANCE_MS: number = 100 * 365 * 86_400_000;

/** A clock over `source`, which defaults to the clock of this machine. */
export function createClock(source: () => number = Date.now): SettableClock {
  let advancedMs = 0;
  let stoodStillMs = 0;
  let frozenAt: number | undefined;
  return {
    now: () => (frozenAt ?? source()) - stoodStillMs + advancedMs,
    advancedMs: () => advancedMs,
    advance(ms) {
      if (!Number.isSafeInteger(ms) || ms < 0 || advancedMs + ms > MAX_ADVANCE_MS)
        throw new RangeError(
          `cannot move the clock by ${String(ms)} ms: give a whole number of ms, at most ${MAX_ADVANCE_MS} in all`,
        );
      advancedMs += ms;
    },
    isFrozen: () => frozenAt !== undefined,
    freeze() {
      frozenAt ??= source();
    },
    resume() {
      if (frozenAt !== undefined) stoodStillMs += source() - frozenAt;
      frozenAt = undefined;
    },
    set(state) {
      ({ advancedMs, stoodStillMs, frozenAt } = state);
    },
  };
}
