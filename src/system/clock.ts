/** Time as a run needs it. Tests pass their own; nothing else in the run asks the machine for the time. */
export type Clock = {
  /** Wall clock in ms since the epoch. */
  readonly now: () => number;
  /** Monotonic time in ms. */
  readonly monotonicMs: () => number;
  /** Resolves after `ms`, or at once when the signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
};

/** The clock of the machine. */
export const machineClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve();
        return;
      }
      const finish = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', finish);
        resolve();
      };
      const timer = setTimeout(finish, ms);
      signal?.addEventListener('abort', finish);
    }),
};
