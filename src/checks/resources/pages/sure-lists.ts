import type { Page } from './page-asks.ts';
import { besideWalk, type Walk } from './walks.ts';

/** What a list shows before and after it is walked over: of a long one all pages, where they are longer than those of the walk. */

/** What is certain of a list while it was walked. */
export type Sure = {
  /** Identities that the list began with before and after the walk. */
  readonly ids: readonly string[];
  /** It showed nothing else, before and after. */
  readonly isSame: boolean;
  /** They are the whole list. */
  readonly isWhole: boolean;
  /** They were shown in several long pages. */
  readonly isDeep: boolean;
  readonly before: Page;
  readonly after: Page;
};

/** True where no identity comes twice. */
export function isDistinct(ids: readonly string[]): boolean {
  return new Set(ids).size === ids.length;
}

/** True for two pages with the same entries. */
export function hasSame(ids: readonly string[], others: readonly string[]): boolean {
  return ids.length === others.length && ids.every((id) => others.includes(id));
}

/** True for a page that is the last one, or seems to be: it is shorter than asked for. */
export function isLast({ next, size, count }: Pick<Page, 'next' | 'size' | 'count'>): boolean {
  return next.kind === 'end' || (size !== undefined && count < size && next.kind === 'untold');
}

/** What a walk from the beginning shows for others: all of it where it goes to the end in longer pages, else its first page. */
type Shown = {
  readonly page: Page;
  readonly ids: readonly string[];
  readonly isEnd: boolean;
  readonly isDeep: boolean;
};

function shownBy(other: Walk, than: Page): Shown | undefined {
  const [page] = other.pages;
  if (page?.ids === undefined) return undefined;
  const isLonger = page.size !== undefined && than.size !== undefined && page.size > than.size;
  const isDeep = isLonger && other.isEnded && other.pages.length > 1;
  if (!isDeep) return { page, ids: page.ids, isEnd: isLast(page), isDeep };
  if (other.pages.some(({ ids }) => ids === undefined)) return undefined;
  return { page, ids: other.pages.flatMap(({ ids }) => ids ?? []), isEnd: true, isDeep };
}

/** What is certain of a list while it was walked; `undefined` where nothing is. */
export function sureOf(walks: readonly Walk[], walk: Walk): Sure | undefined {
  const [first] = walk.pages;
  if (first === undefined) return undefined;
  const deep = besideDeep(walks, walk, first);
  const isClear = deep !== undefined && isDistinct(deep.before.ids) && isDistinct(deep.after.ids);
  const beside = isClear ? deep : besidePage(walks, walk, first);
  if (beside === undefined) return undefined;
  const { before, after } = beside;
  const [own, later] = [before.ids, after.ids];
  if (!isDistinct(own) || !isDistinct(later)) return undefined;
  const differs = own.findIndex((id, at) => later[at] !== id);
  const ids = differs < 0 ? own : own.slice(0, differs);
  const isSame = differs < 0 && own.length === later.length;
  return {
    ids,
    isSame,
    isWhole: isSame && before.isEnd && after.isEnd,
    isDeep: before.isDeep,
    before: before.page,
    after: after.page,
  };
}

type Beside = { readonly before: Shown; readonly after: Shown };

function alone(page: Page): Shown {
  return { page, ids: page.ids ?? [], isEnd: isLast(page), isDeep: false };
}

function besidePage(walks: readonly Walk[], walk: Walk, first: Page): Beside | undefined {
  const found = besideWalk(walks, walk, first.rest);
  if (found === undefined) return undefined;
  return { before: alone(found.before), after: alone(found.after) };
}

/** The nearest walks in longer pages to the end, before and after. */
function besideDeep(walks: readonly Walk[], walk: Walk, first: Page): Beside | undefined {
  const at = walks.indexOf(walk);
  const deepIn = (others: readonly Walk[]): Shown | undefined => {
    for (const other of others) {
      const start = other.pages[0];
      if (start?.path !== first.path || start.rest !== first.rest) continue;
      const shown = shownBy(other, first);
      if (shown?.isDeep === true) return shown;
    }
    return undefined;
  };
  const [before, after] = [deepIn(walks.slice(0, at).toReversed()), deepIn(walks.slice(at + 1))];
  return before === undefined || after === undefined ? undefined : { before, after };
}
