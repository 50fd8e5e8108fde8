import type { Clock } from '../../src/system/clock.ts';

/** A clock of its own: time passes when someone sleeps or a request is under way. */
export type VirtualClock = Clock & { readonly passTo: (monotonicMs: number) => void };

/** A clock that starts at `startMs` since the epoch and stands still until it is slept on. */
export function virtualClock(startMs: number): VirtualClock {
  let elapsedMs = 0;
  return {
    now: () => startMs + elapsedMs,
    monotonicMs: () => elapsedMs,
    passTo: (monotonicMs) => {
      elapsedMs = Math.max(elapsedMs, monotonicMs);
    },
    sleep: (ms, signal) => {
      if (signal?.aborted !== true) elapsedMs += Math.max(0, ms);
      return Promise.resolve();
    },
  };
}
