import { onceFor } from '../../../system/once-for.ts';
import type { JudgedRun } from '../../check.ts';
import { askedAt, type ListAsk, type Page, pageOf } from './page-asks.ts';

/**
 * Walks over lists: pages of which each was asked for as the answer before tells. A page from the beginning begins one; what it
 * shows is also what others are held against.
 */

/** Pages that follow one another, the first one from the beginning of the list. */
export type Walk = {
  readonly pages: readonly Page[];
  /** No page is behind the last one, as answers tell. */
  readonly isEnded: boolean;
};

type Open = { readonly pages: Page[]; first: number | undefined };

/** How many entries came before a page, or its number; the first one has none where the document does not tell. */
function numberOf({ position }: Page, first: number | undefined): number | undefined {
  return position === undefined ? first : Number(position);
}

function isSame(page: Page, other: Page): boolean {
  return page.ids !== undefined && page.ids.join('\n') === other.ids?.join('\n');
}

/** True for a page from the beginning of a list, as the request tells. */
export function isStart(page: Page): boolean {
  const { position, model } = page;
  if (position === undefined) return true;
  const { by, first } = model.pages ?? {};
  if (by !== 'offset' && by !== 'page') return position === '';
  return Number(position) === (first ?? 0);
}

/**
 * True for a page of chosen entries that is shorter than asked for: by offsets, nobody knows where the next one begins. A service that chooses
 * from each page leaves holes in it, and goes on behind what it looked through.
 */
export function mayHaveHoles({ model, query, size, count }: Page): boolean {
  const isChosen = model.filters.some(({ parameter }) => query.has(parameter.name));
  return isChosen && size !== undefined && count < size;
}

/** Whether a page is the one behind a walk. */
function continues({ pages, first }: Open, page: Page): boolean {
  const last = pages.at(-1);
  const { by, byLastEntry } = page.model.pages ?? {};
  if (last === undefined || by === undefined || page.path !== last.path) return false;
  // A link that leaves the length of pages to the service leads to a page of another walk; one that names it goes on with this one.
  if (last.next.kind === 'target' && askedAt(page) === last.next.path)
    return page.size === last.size || page.size !== undefined;
  if (page.rest !== last.rest || page.position === undefined) return false;
  switch (by) {
    case 'offset': {
      if (mayHaveHoles(last)) return false;
      const count = pages.reduce((sum, one) => sum + one.count, first ?? 0);
      // Behind an empty page at the beginning comes the beginning again.
      return page.size === last.size && !isStart(page) && Number(page.position) === count;
    }
    case 'page': {
      const number = numberOf(last, first);
      if (page.size !== last.size) return false;
      if (number !== undefined) return Number(page.position) === number + 1;
      return page.position === '1' && !isSame(page, last);
    }
    case 'cursor':
      return (
        (last.next.kind === 'token' && last.next.token === page.position) ||
        (byLastEntry === true && last.ids?.at(-1) === page.position)
      );
    case 'link':
      return false;
  }
}

/** True for pages that are counted, of which each has a place for a link and none has one there, although others follow. */
function holdsNoLinks(pages: readonly Page[]): boolean {
  const isCounted = pages.every(({ model: { pages: by } }) => by?.by === 'page' || by?.by === 'offset');
  const isEmpty = pages.every(({ next }) => next.kind === 'end' && next.isSaid !== true);
  return isCounted && isEmpty && pages.slice(1).some(({ count }) => count > 0);
}

function isEndOf(pages: readonly Page[]): boolean {
  const last = pages.at(-1);
  if (last === undefined) return false;
  const { next, count, model } = last;
  if (next.kind === 'end' && holdsNoLinks(pages)) return count === 0;
  if (next.kind === 'end') return true;
  if (next.kind !== 'untold') return false;
  // A field that came with every page but the last tells that it is the last.
  if (pages.some((page) => page.next.kind === 'target')) return true;
  return count === 0 && model.pages !== undefined && model.pages.by !== 'link';
}

/** The pages of a run, in the order of sending. */
export const pagesIn: (run: JudgedRun) => readonly Page[] = onceFor((run: JudgedRun) =>
  run.readings.flatMap((reading) => pageOf(run.contract, reading) ?? []),
);

/** The walks of a run, each page from the beginning being one at least. */
export const walksIn: (run: JudgedRun) => readonly Walk[] = onceFor((run: JudgedRun): readonly Walk[] => {
  const all: Open[] = [];
  const open = new Map<string, Open>();
  for (const page of pagesIn(run)) {
    const key = page.path;
    const known = open.get(key);
    if (known !== undefined && continues(known, page)) {
      // Pages are counted from 0 where the one called 1 is the second.
      if (known.first === undefined && page.position !== undefined) known.first = Number(page.position) - 1;
      known.pages.push(page);
    } else if (isStart(page) || (page.model.pages?.first === undefined && page.position === '1')) {
      const made: Open = { pages: [page], first: numberOf(page, page.model.pages?.first) };
      open.set(key, made);
      all.push(made);
    } else open.delete(key);
  }
  return all.map(({ pages }) => ({ pages, isEnded: isEndOf(pages) }));
});

/** The walk of several pages, the last one before the request, whose last page leads to what was asked for. */
function walkLedTo(walks: readonly Walk[], ask: ListAsk): Walk | undefined {
  const { reading, path, rest, size, position } = ask;
  const leadsHere = (page: Page): boolean => {
    const { next } = page;
    if (page.path !== path) return false;
    if (next.kind === 'target') return next.path === askedAt(ask);
    return next.kind === 'token' && next.token === position && page.rest === rest && page.size === size;
  };
  return walks.findLast(({ pages }) => {
    const last = pages.at(-1);
    if (last === undefined || pages.length < 2 || !leadsHere(last)) return false;
    return last.reading.exchange.endMs <= reading.exchange.startMs;
  });
}

/** Statuses of a refusal that is about what was asked for. */
const REFUSED: ReadonlySet<number> = new Set([400, 404, 416, 422]);

/** True for a list that was asked for as the document has it, and refused for what was asked. */
export function isRefused({ reading: { answer, expectation } }: ListAsk): boolean {
  return REFUSED.has(answer?.status ?? 0) && expectation.situation === 'ordinary';
}

/** The walk whose next page is refused, right behind its last one: behind another request the way may be used up. */
export function walkRefusedAt(
  walks: readonly Walk[],
  ask: ListAsk,
  before: ListAsk | undefined,
): Walk | undefined {
  if (!isRefused(ask)) return undefined;
  const walk = walkLedTo(walks, ask);
  return walk !== undefined && walk.pages.at(-1)?.reading === before?.reading ? walk : undefined;
}

/** The start pages before and after a walk that show most of the list, asked for in the same way. */
export function besideWalk(
  walks: readonly Walk[],
  walk: Walk,
  rest: string,
): { readonly before: Page; readonly after: Page } | undefined {
  const [first, last] = [walk.pages[0], walk.pages.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const starts = walks.flatMap((one) => {
    const [page] = one.pages;
    return one !== walk && page?.path === first.path && page.rest === rest ? [page] : [];
  });
  const before = starts.filter(({ reading }) => reading.exchange.endMs <= first.reading.exchange.startMs);
  const after = starts.filter(({ reading }) => reading.exchange.startMs >= last.reading.exchange.endMs);
  const [nearest, next] = [widest(before.slice(-NEAR)), widest(after.slice(0, NEAR).toReversed())];
  return nearest === undefined || next === undefined ? undefined : { before: nearest, after: next };
}

/** So many pages before and after a walk are looked at: what is further away is too old. */
const NEAR = 3;

/** The last one that seems to show all there is, since it has fewer entries than were asked for; else the last one of those that show most. */
function widest(pages: readonly Page[]): Page | undefined {
  const whole = pages.findLast(({ size, count }) => size !== undefined && count < size);
  if (whole !== undefined) return whole;
  return pages.reduce<Page | undefined>(
    (best, page) => (best === undefined || page.count >= best.count ? page : best),
    undefined,
  );
}
