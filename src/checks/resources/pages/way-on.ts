import { toldEndOf, turnsBackBy } from '../../../interface/resources/lists/told-ends.ts';
import { fromPointer, valueAt } from '../../../json/pointer.ts';
import { isObject } from '../../../json/value.ts';
import { onceFor } from '../../../system/once-for.ts';
import type { JudgedRun } from '../../check.ts';
import type { Violation } from '../../outcome.ts';
import { askedAt, type Page } from './page-asks.ts';
import { type Sure } from './sure-lists.ts';
import type { Interface } from '../../../interface/model.ts';
import { pagesIn } from './walks.ts';

/** What a page says of the one behind it, and what is asked for before an entry. */

/** A page, others that show otherwise, and what is wrong. */
export type Wrong = {
  readonly telling: Page;
  readonly others: readonly Page[];
  readonly words: Pick<Violation, 'expected' | 'actual' | 'deviation'>;
};

/** Pages that a violation names. */
export const MOST_NAMED = 6;

export function violationOf({ telling, others, words }: Wrong): Violation {
  const readings = [telling, ...others].slice(0, MOST_NAMED).map(({ reading }) => reading.exchange.id);
  return { exchanges: [...new Set(readings)], operation: telling.model.operation.id, ...words };
}

/** The last page of a list that says that another one follows, where the document says that it says so only then. */
export function falseWayOn(
  document: Interface,
  pages: readonly Page[],
  sure: Pick<Sure, 'ids' | 'isSame'>,
): Wrong | undefined {
  const at = pages.findIndex(({ count }) => count === 0);
  const [telling, empty] = [pages[at - 1], pages[at]];
  if (empty === undefined || telling === undefined || !sure.isSame) return undefined;
  const shown = new Set(pages.slice(0, at).flatMap(({ ids }) => ids ?? []));
  if (sure.ids.some((id) => !shown.has(id))) return undefined;
  const told = toldEndOf(document, telling.model);
  const { kind } = telling.next;
  const isSaid = (kind === 'more' && told.more) || (kind === 'target' && told.next);
  if (!isSaid) return undefined;
  return {
    telling,
    others: [empty],
    words: {
      expected: 'no way on: by the document there is one only where something follows',
      actual: kind === 'more' ? 'more is said to follow' : 'a link to a next page, which is empty',
      deviation: 'a last page says that another one follows',
    },
  };
}

/** A page that leads nowhere although another one follows, where the document says that it is so on the last one alone. */
export function missingWayOn(
  document: Interface,
  pages: readonly Page[],
  sure: Pick<Sure, 'ids' | 'isSame'>,
): Wrong | undefined {
  const [first] = pages;
  const { around } = first === undefined ? {} : toldEndOf(document, first.model);
  if (around === undefined || !sure.isSame) return undefined;
  // What holds the way on may be missing itself.
  const hasPlace = ({ reading: { answer } }: Page): boolean =>
    answer?.json?.kind === 'json' && isObject(valueAt(answer.json.value, fromPointer(around)));
  const shown = new Set<string>();
  for (const [at, telling] of pages.entries()) {
    for (const id of telling.ids ?? []) shown.add(id);
    const after = pages[at + 1];
    const further = after?.ids?.find((id) => sure.ids.includes(id) && !shown.has(id));
    const isEnd = telling.next.kind === 'end' || telling.next.kind === 'untold';
    if (after === undefined || further === undefined || !isEnd || !hasPlace(telling)) continue;
    return {
      telling,
      others: [after],
      words: {
        expected: 'a way on: by the document it is missing on the last page alone',
        actual: `none, and the next page shows the entry ${further}`,
        deviation: 'a page that is not the last one says that nothing follows',
      },
    };
  }
  return undefined;
}

function widest(pages: readonly Page[]): Page | undefined {
  return pages.toSorted((a, b) => b.count - a.count)[0];
}

/** The page from the beginning that shows most of a list, and was asked for on one side of another page. */
function besides(all: readonly Page[], page: Page, rest: string): readonly [Page, Page] | undefined {
  const at = all.indexOf(page);
  const isStart = (other: Page): boolean =>
    other.path === page.path &&
    other.rest === rest &&
    other.position === undefined &&
    other.ids !== undefined;
  const [before, after] = [
    widest(all.slice(0, at).filter(isStart).slice(-NEAR)),
    widest(
      all
        .slice(at + 1)
        .filter(isStart)
        .slice(0, NEAR),
    ),
  ];
  return before === undefined || after === undefined ? undefined : [before, after];
}

/** So many pages on each side are looked at. */
const NEAR = 3;

/** What is asked for before an entry, and shows what is behind it, or leaves out what is right before it. */
export const wrongBefore: (run: JudgedRun) => readonly Wrong[] = onceFor((run: JudgedRun) => {
  const all = pagesIn(run);
  return all.flatMap((page): readonly Wrong[] => {
    const parameter = turnsBackBy(page.model);
    const id = parameter === undefined ? undefined : page.query.get(parameter.name);
    if (parameter === undefined || id === undefined || page.position !== undefined) return [];
    const rest = new URLSearchParams(page.rest);
    rest.delete(parameter.name);
    const found = besides(all, page, rest.toString());
    const { ids } = page;
    if (found === undefined || ids === undefined) return [];
    const [one, other] = found.map((beside) => beside.ids ?? []);
    const at = one?.indexOf(id) ?? -1;
    const [known, later] = [one?.slice(0, at + 1) ?? [], other?.slice(0, at + 1) ?? []];
    if (at < 0 || known.join('\n') !== later.join('\n')) return [];
    const behind = ids.find(
      (own) => one?.includes(own) === true && other?.includes(own) === true && !known.includes(own),
    );
    const next = known[at - 1];
    const lost = next !== undefined && !ids.includes(next) ? next : undefined;
    if (behind === undefined && lost === undefined) return [];
    return [
      {
        telling: page,
        others: found,
        words: {
          expected: `what is right before the entry ${id}, as pages from the beginning have it before and after`,
          actual:
            behind === undefined
              ? `the entry ${String(lost)} is missing`
              : `the entry ${behind}, which is behind it`,
          deviation: 'a page before an entry is not the one before it',
        },
      },
    ];
  });
});

/** True for a page that is the one to which the page asked for before it leads. */
export function ledFrom(all: readonly Page[], page: Page): Page | undefined {
  const before = all.slice(0, all.indexOf(page)).findLast((other) => other.path === page.path);
  const isLed = before?.next.kind === 'target' && before.next.path === askedAt(page);
  return isLed ? before : undefined;
}
