/** A clock that the run moves and the service reads, through memory that their threads share. */
export type MovedClock = { readonly nowMs: () => number; readonly moveMs: (ms: number) => void };

/** What the two threads share: how far the clock was moved, in ms. */
export const newMoves = (): SharedArrayBuffer => new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);

/** While somebody works, time all but stands still: a busy machine must not use up a window. */
const SLOWER = 100;
const START_MS = Date.UTC(2030, 0, 1, 12);

/** Reads and moves the clock whose moves are kept in `moves`. */
export function movedClock(moves: SharedArrayBuffer, startedAtMs: number): MovedClock {
  const moved = new Int32Array(moves);
  return {
    nowMs: () =>
      START_MS + Atomics.load(moved, 0) + (performance.timeOrigin + performance.now() - startedAtMs) / SLOWER,
    moveMs: (ms) => void Atomics.add(moved, 0, Math.ceil(ms)),
  };
}
