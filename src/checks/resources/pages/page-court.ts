import type { Interface } from '../../../interface/model.ts';
import type { ListModel } from '../../../interface/resources/lists/pages.ts';
import { brokenStart } from './list-starts.ts';
import { askedAt, isShortest, type Page } from './page-asks.ts';
import { hasSame, isDistinct, type Sure, sureOf } from './sure-lists.ts';
import { untruthIn } from './told-pages.ts';
import type { Walk } from './walks.ts';
import { falseWayOn, missingWayOn, type Wrong } from './way-on.ts';

/** What the pages of one walk show, held against what the list showed before and after it. */

/** What a walk over pages has to keep: each is a check of its own. */
export type PageLaw = 'each-once' | 'none-left-out' | 'walk-ends';

export type Finding = Wrong & {
  readonly law: PageLaw;
  readonly walk: Walk;
  /** The entry of the run that it is about. */
  readonly about?: string | undefined;
};

/** Pages without entries behind the end, each with a way on, after which a walk has no end. */
const MOST_EMPTY = 4;
/** Pages of a walk that have entries, where none is longer than it may be. */
export function filled({ pages }: Walk): readonly Page[] | undefined {
  if (pages.some(({ size, count }) => size !== undefined && count > size)) return undefined;
  return pages.filter(({ count }) => count > 0);
}

/** Where entries are counted, a page that is shorter than others and not the last shifts all that come after: so far tells a walk. */
function steadyIn({ pages: all }: Walk, pages: readonly Page[]): readonly Page[] {
  const by = all[0]?.model.pages?.by;
  if (by === 'cursor' || by === 'link') return pages;
  const odd = pages.findIndex(({ count }) => count !== pages[0]?.count);
  return odd < 0 ? pages : pages.slice(0, odd + 1);
}

export function isSteady(walk: Walk, pages: readonly Page[]): boolean {
  return steadyIn(walk, pages).length === pages.length;
}

function idsOf({ pages }: Walk): readonly string[] {
  return pages.flatMap(({ ids }) => ids ?? []);
}

/** True for a page with entries whose link to the next one leads to one before it. */
function leadsBack({ next, count }: Page, before: readonly Page[]): boolean {
  return count > 0 && next.kind === 'target' && before.some((page) => askedAt(page) === next.path);
}

/** Takes note of what walks show of each law, and of what they leave open. */
export class PageCourt {
  readonly findings: Finding[] = [];
  readonly proofs: { readonly law: PageLaw; readonly model: ListModel }[] = [];
  /** What the last walk does not show, and was too new for it to tell: entries of the run by their paths, and numbers of all. */
  readonly late = new Map<string, ListModel>();
  readonly #walks: readonly Walk[];
  readonly #document: Interface;

  constructor(document: Interface, walks: readonly Walk[]) {
    this.#document = document;
    this.#walks = walks;
  }

  judge(walk: Walk): void {
    const pages = filled(walk);
    const [first] = walk.pages;
    const start = first === undefined ? undefined : brokenStart(this.#walks, walk, first);
    if (start !== undefined) this.breaks('none-left-out', walk, start.telling, start.others, start.words);
    if (pages === undefined || first === undefined) return;
    if (walk.pages.length < 2) {
      this.#endsEarly(walk, first);
      return;
    }
    const sure = sureOf(this.#walks, walk);
    this.#ends(walk, sure);
    this.#twin(walk);
    if (sure === undefined || pages.some(({ ids }) => ids === undefined)) return;
    const steady = steadyIn(walk, pages);
    const untrue = untruthIn(steady, sure);
    if (untrue !== undefined) this.breaks('walk-ends', walk, untrue.telling, [untrue.other], untrue.words);
    this.#all(walk, steady, sure, walk.isEnded && steady.length === pages.length);
    if (steady.length === pages.length) this.#once(walk, pages, sure);
  }

  /** One page that says it is the last one, and is full, while longer pages show more. */
  #endsEarly(walk: Walk, only: Page): void {
    const isFull = only.size !== undefined && only.count === only.size && only.ids !== undefined;
    if (!isFull || only.next.kind !== 'end' || only.model.pages === undefined) return;
    const sure = sureOf(this.#walks, walk);
    if (sure !== undefined) this.#all(walk, [only], sure, true);
  }

  breaks(
    law: PageLaw,
    walk: Walk,
    telling: Page,
    others: readonly Page[],
    words: Finding['words'],
    about?: string,
  ): void {
    this.findings.push({ law, walk, telling, others, words, about });
  }

  /** An entry that was missed before is there: the list was late. */
  foundAgain(path: string): void {
    const isOpen = (finding: Finding): boolean =>
      finding.about === path &&
      !this.findings.some((other) => other.walk !== finding.walk && isSameKind(finding, other));
    const open = this.findings.findIndex(isOpen);
    if (open >= 0) this.findings.splice(open, 1);
  }

  proves(law: PageLaw, model: ListModel): void {
    this.proofs.push({ law, model });
  }

  /** Two walks in the same pages show the same, and both have an entry twice: nobody changed the list in between. */
  #twin(walk: Walk): void {
    const [first] = walk.pages;
    const own = idsOf(walk);
    if (first?.size === undefined || !walk.isEnded || isDistinct(own)) return;
    const twin = this.#walks.slice(0, this.#walks.indexOf(walk)).findLast(({ pages: [start], isEnded }) => {
      const isLike = start?.path === first.path && start.rest === first.rest && start.size === first.size;
      return isLike && isEnded;
    });
    if (twin === undefined || idsOf(twin).join('\n') !== own.join('\n')) return;
    const id = own.find((one, at) => own.indexOf(one) < at);
    for (const one of [twin, walk]) {
      const [earlier, page] = one.pages.filter(({ ids }) => ids?.includes(id ?? '') === true);
      if (earlier === undefined) continue;
      this.breaks('each-once', one, page ?? earlier, [earlier], {
        expected: 'every entry once in the pages of a list',
        actual: `the entry ${String(id)} twice, in two walks that show the same`,
        deviation: 'an entry comes twice',
      });
    }
  }

  #once(walk: Walk, pages: readonly Page[], { ids, isWhole, before }: Sure): void {
    const expected = new Set(ids);
    const met = new Map<string, Page>();
    for (const page of pages) {
      const isBehindAll = isWhole && ids.every((id) => met.has(id));
      // What comes behind the end is no entry that is shown twice.
      if (isBehindAll) break;
      for (const id of page.ids ?? []) {
        const earlier = met.get(id);
        if (earlier === undefined || !expected.has(id)) {
          met.set(id, page);
          continue;
        }
        this.breaks('each-once', walk, page, [earlier, before], {
          expected: 'every entry once in the pages of a list',
          actual:
            earlier === page
              ? `the entry ${id} twice in one page`
              : `the entry ${id} in two pages, while the list stayed the same`,
          deviation: 'an entry comes twice',
        });
        return;
      }
    }
    const second = pages[1]?.ids ?? [];
    if (second.length > 0 && second.every((id) => expected.has(id))) this.proves('each-once', before.model);
  }

  #all(walk: Walk, pages: readonly Page[], { ids, before, isDeep, isWhole }: Sure, isEnded: boolean): void {
    const shown = new Set(pages.flatMap((page) => page.ids ?? []));
    const known = new Set(ids);
    const extra = isDeep && isWhole ? [...shown].find((id) => !known.has(id)) : undefined;
    const only = pages.find((page) => extra !== undefined && page.ids?.includes(extra) === true);
    if (extra !== undefined && only !== undefined)
      this.breaks('none-left-out', walk, only, [before], {
        expected: 'the same entries in shorter and in longer pages',
        actual: `the entry ${extra} here, and in no longer page before and after`,
        deviation: 'an entry is left out of longer pages',
      });
    const last = ids.findLastIndex((id) => shown.has(id));
    const asFar = isEnded && last >= 0 ? ids : ids.slice(0, last + 1);
    const lost = asFar.find((id) => !shown.has(id));
    const second = pages[1]?.ids?.[0];
    if (lost !== undefined) {
      const at = ids.indexOf(lost);
      const telling = pages.find((page) => (page.ids ?? []).some((id) => ids.indexOf(id) > at));
      const where = pages.length === 1 ? 'not in the only page' : `in none of ${String(pages.length)} pages`;
      this.breaks('none-left-out', walk, telling ?? pages.at(-1) ?? before, [before], {
        expected: 'every entry of the list in one of its pages',
        actual: `the entry ${lost} ${where}, while a longer page shows it before and after`,
        deviation: 'an entry is left out between pages',
      });
    } else if (second !== undefined && ids.includes(second)) this.proves('none-left-out', before.model);
  }

  /** Behind the last entry there is nothing, and the answers tell so. */
  #ends(walk: Walk, sure: Sure | undefined): void {
    const { pages } = walk;
    const [first, last] = [pages[0], pages.at(-1)];
    if (first === undefined || last === undefined) return;
    const tokens = pages.flatMap(({ position }) => (position === undefined ? [] : [position]));
    const by = first.model.pages?.by;
    const isBack =
      (by === 'cursor' || by === 'link') && last.next.kind === 'token' && tokens.includes(last.next.token);
    const turning = isBack ? last : pages.find((page, at) => leadsBack(page, pages.slice(0, at)));
    if (turning !== undefined) {
      this.breaks('walk-ends', walk, turning, pages.slice(-3, -1), {
        expected: 'a way to the next page that leads on',
        actual: 'the way to a page that was shown before',
        deviation: 'the pages go round',
      });
      return;
    }
    if (walk.isEnded) this.proves('walk-ends', first.model);
    if (sure === undefined || !sure.isSame || sure.ids.length === 0) return;
    for (const wrongIn of [falseWayOn, missingWayOn]) {
      const wrong = wrongIn(this.#document, pages, sure);
      if (wrong !== undefined) this.breaks('walk-ends', walk, wrong.telling, wrong.others, wrong.words);
    }
    const isTold = pages.some(({ tellsEnd }) => tellsEnd);
    const met = new Set<string>();
    let [empty, ending]: [number, readonly string[]] = [0, []];
    for (const page of pages) {
      const [isBehind, own] = [sure.ids.every((id) => met.has(id)), page.ids ?? []];
      for (const id of own) met.add(id);
      if (!isBehind) ending = own;
      if (!isBehind) continue;
      const leadsOn = page.next.kind === 'token' || page.next.kind === 'target';
      empty = page.count === 0 && leadsOn ? empty + 1 : 0;
      // Where the last entry leads on, nothing leads on from an empty page.
      const isLed = page.model.pages?.byLastEntry === true;
      const promisesMore = isLed && page.count === 0 && page.next.kind === 'more';
      const isRepeated = own.length > 0 && own.every((id) => sure.ids.includes(id));
      // A number behind the last one may mean the last page where the answers tell of the end in another way.
      const isOpen = by === 'page' && isTold && !leadsOn && hasSame(own, ending);
      if ((isRepeated && !isOpen && !isShortest(page)) || empty >= MOST_EMPTY || promisesMore) {
        this.breaks('walk-ends', walk, page, [sure.before], {
          expected: `nothing behind the ${String(sure.ids.length)} entries of the list`,
          actual: isRepeated
            ? 'entries that were shown before'
            : promisesMore
              ? 'an empty page that says that there is more'
              : 'empty pages, each with a way to another one',
          deviation: 'the walk has no end',
        });
        return;
      }
    }
  }
}

/** True for two findings of one thing, of two walks or of one. */
export function isSameKind(one: Finding, other: Finding): boolean {
  return (
    one.law === other.law &&
    one.telling.path === other.telling.path &&
    one.about === other.about &&
    one.words.deviation === other.words.deviation
  );
}
