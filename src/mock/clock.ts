/** Time as the mock sees it, in ms since the epoch. It can be moved forward, never back. */
export type Clock = {
  readonly now: () => number;
  /** How far the clock was moved in all, in ms. */
  readonly advancedMs: () => number;
  /** Moves the clock forward. Throws a RangeError on a negative or fractional number and beyond a century in all. */
  readonly advance: (ms: number) => void;
};

/** A century: dates and Unix seconds stay in the range that clients can read. */
export const MAX_ADVANCE_MS: number = 100 * 365 * 86_400_000;

/** A clock over `source`, which defaults to the clock of this machine. */
export function createClock(source: () => number = Date.now): Clock {
  let offsetMs = 0;
  return {
    now: () => source() + offsetMs,
    advancedMs: () => offsetMs,
    advance(ms) {
      if (!Number.isSafeInteger(ms) || ms < 0 || offsetMs + ms > MAX_ADVANCE_MS)
        throw new RangeError(
          `cannot move the clock by ${String(ms)} ms: give a whole number of ms, at most ${MAX_ADVANCE_MS} in all`,
        );
      offsetMs += ms;
    },
  };
}
