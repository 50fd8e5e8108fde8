import type { WindowColumn } from './window-columns.ts';

/** A pause is shown as a gap, in columns, from so many seconds on. */
const PAUSE_COLUMNS = 6;
const SHORTEST_PAUSE_S = 1;
const MOST_PAUSES = 8;

/** A column with its place on the horizontal axis. `paused`: a gap stands before it. */
export type Placed = {
  readonly column: WindowColumn;
  readonly x: number;
  readonly width: number;
  readonly paused: boolean;
};

/** Columns side by side between two places, with a gap for each of the longest pauses. */
export function placed(
  columns: readonly WindowColumn[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly Placed[] {
  const longest = columns
    .filter(({ pauseS }) => pauseS >= SHORTEST_PAUSE_S)
    .toSorted((a, b) => b.pauseS - a.pauseS)
    .slice(0, MOST_PAUSES);
  const pauses = new Set(longest);
  const gap = Math.max(PAUSE_COLUMNS, Math.round(columns.length / 14));
  const step = (to - from) / Math.max(1, columns.length + pauses.size * gap);
  let x = from;
  return columns.map((column) => {
    const paused = pauses.has(column);
    if (paused) x += gap * step;
    const at = x;
    x += step;
    return { column, x: at, width: step, paused };
  });
}

export type Step = { readonly from: number; readonly to: number; readonly y: number };

/**
 * Remaining as steps, one for each request on the key, in series: a pause ends one, and so does an answer that tells no
 * count. Requests without the key leave the level as it is.
 */
export function series(
  list: readonly Placed[],
  scale: (value: number) => number,
): readonly (readonly Step[])[] {
  const all: Step[][] = [];
  let open: Step[] | undefined;
  for (const { column, x, width, paused } of list) {
    const { remaining, onKey } = column;
    if (paused || (onKey > 0 && remaining === undefined)) open = undefined;
    const y = remaining === undefined ? open?.at(-1)?.y : scale(remaining);
    if (y === undefined) continue;
    if (open === undefined) {
      open = [];
      all.push(open);
    }
    open.push({ from: x, to: x + width, y });
  }
  return all;
}
