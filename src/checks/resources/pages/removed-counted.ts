import { TELLING_LAG_MS } from '../judges.ts';
import type { Page } from './page-asks.ts';
import { isDistinct, isLast } from './sure-lists.ts';
import { toldCount, type Untruth } from './told-pages.ts';
import type { Walk } from './walks.ts';

/**
 * Entries that were removed, that their list shows no longer, and that the number of all still counts. An answer that tells too large
 * a number is no fault by itself: it may be an estimate, or count what is hidden. This list told the right one before.
 */

/** A removal that was served. `place`: canonical path of the list that the entry was in. */
export type Removal = { readonly place: string; readonly atMs: number };

/** True for a page that shows all there is from its beginning on, or is told to do so. */
function isEnd(page: Page): boolean {
  const { count, model, next, size = model.size?.usual } = page;
  return (
    toldCount(page) === count ||
    isLast({ count, next, size: size === undefined ? size : Math.min(size, model.size?.most ?? size) })
  );
}

/** How many more entries a walk to the end is told to have than it shows. */
function surplusOf({ pages, isEnded }: Walk): number | undefined {
  const last = pages.at(-1);
  const [told, ...others] = pages.map((page) => toldCount(page));
  if (last === undefined || told === undefined || others.some((other) => other !== told)) return undefined;
  if (!isEnded && !(pages.length === 1 && isEnd(last))) return undefined;
  if (pages.some(({ ids }) => ids === undefined)) return undefined;
  const ids = pages.flatMap((page) => page.ids ?? []);
  return isDistinct(ids) ? told - ids.length : undefined;
}

/** `isLate`: so soon after a removal that the number may merely lag. */
type Counted = Untruth & { readonly isLate: boolean };

/** What the first page of a walk tells of entries that were removed since the number of all was right. */
export function removedAndCounted(
  walks: readonly Walk[],
  walk: Walk,
  removals: readonly Removal[],
): Counted | undefined {
  const [telling] = walk.pages;
  const surplus = surplusOf(walk) ?? 0;
  if (telling === undefined || surplus <= 0) return undefined;
  const isExact = (other: Walk): boolean => {
    const [start] = other.pages;
    return start?.path === telling.path && start.rest === telling.rest && surplusOf(other) === 0;
  };
  const exact = walks.slice(0, walks.indexOf(walk)).findLast(isExact)?.pages[0];
  if (exact === undefined) return undefined;
  const fromMs = exact.reading.exchange.endMs;
  const times = removals.filter(({ place }) => place === telling.path).map(({ atMs }) => atMs);
  const between = times.filter((atMs) => atMs > fromMs);
  if (between.length < surplus) return undefined;
  const shown = String((toldCount(telling) ?? 0) - surplus);
  return {
    telling,
    other: exact,
    isLate: telling.reading.exchange.startMs - Math.max(...between) < TELLING_LAG_MS,
    words: {
      expected: `${shown}: so many are shown, and the number was right before entries were removed`,
      actual: `${String(toldCount(telling))}, as if ${surplus === 1 ? 'one' : String(surplus)} of the removed were there`,
      deviation: 'what was removed is still counted',
    },
  };
}
