import { TELLING_LAG_MS } from '../judges.ts';
import type { Page } from './page-asks.ts';
import { hasSame, isDistinct, isLast, sureOf } from './sure-lists.ts';
import { toldCount, toldOnPages, type Untruth } from './told-pages.ts';
import type { Walk } from './walks.ts';

/**
 * Numbers of all that are wrong. An answer that tells too large a number is no fault by itself: it may be an estimate, or count what is
 * hidden. Either this list told the right one before, and counts what was removed since, or the document says that it is what all pages
 * have together.
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
export type Counted = Untruth & { readonly isLate: boolean };

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

/** What every page of a walk tells of how many they show together, where they leave no doubt. `wroteMs`: when something was last changed. */
export function countedOtherwise(
  walks: readonly Walk[],
  walk: Walk,
  wroteMs: number,
): Counted | 'right' | undefined {
  const { pages, isEnded } = walk;
  const [telling] = pages;
  const told = telling === undefined ? undefined : toldOnPages(telling);
  if (telling === undefined || told === undefined || !isEnded) return undefined;
  if (telling.model.filters.some(({ parameter }) => telling.query.has(parameter.name))) return undefined;
  const sure = sureOf(walks, walk);
  if (sure?.isWhole !== true) return undefined;
  const shown = pages.flatMap(({ ids }) => ids ?? []);
  if (!hasSame(shown, sure.ids) || pages.some(({ ids, count }) => ids?.length !== count)) return undefined;
  if ([...pages, sure.before, sure.after].some((page) => toldOnPages(page) !== told)) return undefined;
  if (told === sure.ids.length) return 'right';
  return {
    telling,
    other: sure.before,
    isLate: sure.before.reading.exchange.startMs - wroteMs < TELLING_LAG_MS,
    words: {
      expected: `${String(sure.ids.length)}: so many entries are on all pages, before and after as well`,
      actual: `${String(told)}, on each of them`,
      deviation: 'another number is told than all pages have together',
    },
  };
}
