import { isObject, type Json, memberOf } from '../../../json/value.ts';
import type { Violation } from '../../outcome.ts';
import type { Page } from './page-asks.ts';
import type { Walk } from './walks.ts';

/** Where lists begin: with the documented first number, and by the documented default, as when nobody says where. */

/** A list that begins elsewhere, by the pages that show it. */
type BrokenStart = {
  readonly telling: Page;
  readonly others: readonly Page[];
  readonly words: Pick<Violation, 'expected' | 'actual' | 'deviation'>;
};

/** True for a page that was asked for by the documented default of what tells where pages begin. */
export function isDefaultStart({ model, position }: Pick<Page, 'model' | 'position'>): boolean {
  const { schema } = model.pages?.position ?? {};
  const usual = isObject(schema) ? memberOf<Json>(schema, 'default') : undefined;
  return position !== undefined && typeof usual === 'number' && String(usual) === position;
}

/** A page without a number of the same list, with entries. */
function bareIn(walks: readonly Walk[], { path, rest }: Page): Page | undefined {
  return walks
    .flatMap(({ pages }) => pages.slice(0, 1))
    .find(
      (page) =>
        page.path === path &&
        page.rest === rest &&
        page.position === undefined &&
        (page.ids?.length ?? 0) > 0,
    );
}

/** What is wrong with the first page of a walk, beside what came without a number before and after it. */
export function brokenStart(all: readonly Walk[], walk: Walk, first: Page): BrokenStart | undefined {
  const { ids, model, position, count } = first;
  if (position === undefined || model.pages?.first === undefined) return undefined;
  const at = all.indexOf(walk);
  const before = bareIn(all.slice(0, at).toReversed(), first);
  const after = bareIn(all.slice(at + 1), first);
  const id = before?.ids?.[0];
  if (before === undefined || after === undefined || id === undefined) return undefined;
  if (after.ids?.[0] !== id || ids === undefined) return undefined;
  const name = model.pages.position?.name ?? '';
  if (!ids.includes(id))
    return {
      telling: first,
      others: [before, after],
      words: {
        expected: `the entry ${id} on the first page, as without ${name}`,
        actual: `${String(count)} entries, and it is none of them`,
        deviation: 'the first page is not the first one',
      },
    };
  const [start] = ids;
  if (start === undefined || !isDefaultStart(first)) return undefined;
  if ([before, after].some((page) => page.ids?.includes(start) !== false)) return undefined;
  return {
    telling: before,
    others: [after, first],
    words: {
      expected: `the entry ${start}, as with ${name}=${position}, which is the documented default`,
      actual: `${String(before.count)} entries from ${id} on, and it is none of them`,
      deviation: 'a list does not begin where its default says',
    },
  };
}
