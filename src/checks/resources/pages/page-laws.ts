import type { ListModel } from '../../../interface/resources/lists/pages.ts';
import { partOf, type Resource } from '../../../interface/resources/resources.ts';
import type { Reading } from '../../../oracle/reading.ts';
import { onceFor } from '../../../system/once-for.ts';
import { BAD_BODIES, type JudgedRun } from '../../check.ts';
import type { Violation } from '../../outcome.ts';
import { TELLING_LAG_MS } from '../judges.ts';
import { Ownership } from '../ownership/ownership.ts';
import type { OwnEntry } from '../ownership/own-entries.ts';
import { deedOf, entryIn, isSuccess, pathOfEntry } from '../deeds.ts';
import { brokenStart } from './list-starts.ts';
import { isShortest, type ListAsk, listAskOf, type Page } from './page-asks.ts';
import { type Removal, removedAndCounted } from './removed-counted.ts';
import { hasSame, isDistinct, type Sure, sureOf } from './sure-lists.ts';
import { isEmptyBehind, untruthIn } from './told-pages.ts';
import { isRefused, type Walk, walksIn, walkRefusedAt } from './walks.ts';

/**
 * What walks over lists have to show: every entry once, none left out, and an end. Lists of others change while they are walked, so
 * a walk is held against what the list showed before and after it, as far as the two are the same, and against entries of the run
 * that were there all the time. What one walk shows alone is no fault: it has to come again.
 */

/** What a walk over pages has to keep: each is a check of its own. */
export type PageLaw = 'each-once' | 'none-left-out' | 'walk-ends';

type Finding = {
  readonly law: PageLaw;
  readonly walk: Walk;
  readonly telling: Page;
  readonly others: readonly Page[];
  readonly words: Pick<Violation, 'expected' | 'actual' | 'deviation'>;
  /** The entry of the run that it is about. */
  readonly about?: string | undefined;
};

/** Pages without entries behind the end, each with a way on, after which a walk has no end. */
const MOST_EMPTY = 4;
/** Pages that a violation names. */
const MOST_NAMED = 6;

/** Pages of a walk that have entries, where none is longer than it may be. */
function filled({ pages }: Walk): readonly Page[] | undefined {
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

function isSteady(walk: Walk, pages: readonly Page[]): boolean {
  return steadyIn(walk, pages).length === pages.length;
}

function idsOf({ pages }: Walk): readonly string[] {
  return pages.flatMap(({ ids }) => ids ?? []);
}

class PageCourt {
  readonly findings: Finding[] = [];
  readonly proofs: { readonly law: PageLaw; readonly model: ListModel }[] = [];
  /** What the last walk does not show, and was too new for it to tell: entries of the run by their paths, and numbers of all. */
  readonly late = new Map<string, ListModel>();
  readonly #walks: readonly Walk[];

  constructor(walks: readonly Walk[]) {
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
    if (
      (by === 'cursor' || by === 'link') &&
      last.next.kind === 'token' &&
      tokens.includes(last.next.token)
    ) {
      this.breaks('walk-ends', walk, last, pages.slice(-3, -1), {
        expected: 'a way to the next page that leads on',
        actual: 'the way to a page that was shown before',
        deviation: 'the pages go round',
      });
      return;
    }
    if (walk.isEnded) this.proves('walk-ends', first.model);
    if (sure === undefined || !sure.isSame || sure.ids.length === 0) return;
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

/** False for an entry at a path of the client's own choice, where the answer has another identity for it: lists may have that, too. */
function isShownByItsPath(run: JudgedRun, path: string, madeBy: Reading, resource: Resource): boolean {
  const [made, deed] = [entryIn(resource, madeBy), deedOf(run.contract, madeBy)];
  const shown =
    made === undefined || deed === undefined ? undefined : pathOfEntry(resource, deed.values, made);
  return shown === undefined || shown === path;
}

/** Entries of the run that were there long enough before a walk to the end of a list, and are in none of its pages. */
function judgeOwn(court: PageCourt, run: JudgedRun, walk: Walk, own: readonly OwnEntry[]): void {
  const pages = filled(walk);
  const [first, last] = [walk.pages[0], walk.pages.at(-1)];
  if (!walk.isEnded || pages === undefined || first === undefined || last === undefined) return;
  if (pages.some(({ entries, count }) => entries.length < count)) return;
  if (first.rest !== '' || first.model.isCutByDefault || !isSteady(walk, pages)) return;
  const found = partOf(run.contract.interface, first.model.operation);
  const deed = deedOf(run.contract, first.reading);
  if (found?.part !== 'list' || deed === undefined) return;
  const shown = new Set(
    pages.flatMap((page) => page.entries.map((entry) => pathOfEntry(found.resource, deed.values, entry))),
  );
  if (shown.has(undefined)) return;
  const startMs = first.reading.exchange.startMs;
  const there = own.filter(
    ({ resource, path, place, madeBy, standing }) =>
      resource === found.resource &&
      standing === 'there' &&
      (place === first.path || path.slice(0, path.lastIndexOf('/')) === first.path) &&
      madeBy.answer?.status !== 202 &&
      isShownByItsPath(run, path, madeBy, resource) &&
      !BAD_BODIES.includes(madeBy.expectation.situation),
  );
  const wanted = there.filter(({ madeBy }) => madeBy.exchange.endMs + TELLING_LAG_MS <= startMs);
  for (const { path } of there)
    if (shown.has(path)) court.late.delete(path);
    else if (!wanted.some((one) => one.path === path)) court.late.set(path, first.model);
  for (const { path } of wanted) if (shown.has(path)) court.foundAgain(path);
  for (const lost of wanted.filter(({ path }) => !shown.has(path)).slice(0, MOST_NAMED))
    court.breaks(
      'none-left-out',
      walk,
      last,
      [],
      {
        expected: `${lost.path}, which the run made, in one of the pages`,
        actual:
          pages.length === 0
            ? 'the list is empty'
            : `${String(pages.length)} pages to the end of the list, and it is in none`,
        deviation: 'an entry is in no page',
      },
      lost.path,
    );
  if (wanted.length > 0 && wanted.every(({ path }) => shown.has(path)))
    court.proves('none-left-out', first.model);
}

/** A way to the next page that an answer told and that is refused, where others of the walk led on. */
function judgeStep(court: PageCourt, walks: readonly Walk[], ask: ListAsk, before?: ListAsk): void {
  const walk = walkRefusedAt(walks, ask, before);
  const last = walk?.pages.at(-1);
  if (walk === undefined || last === undefined) return;
  court.breaks('walk-ends', walk, { ...last, reading: ask.reading }, [last], {
    expected: 'a way to the next page that leads on, or none',
    actual: `${String(ask.reading.answer?.status)} for the way to the next page that the answer before told`,
    deviation: 'the way to the next page is refused',
  });
}

/** Beyond that a number may be too large for a service. */
const LARGEST_POSITION = 10_000;

/** What is behind the end and is refused, where the document says that it is empty. `before`: what was asked of the list before. */
function judgeBehind(court: PageCourt, walks: readonly Walk[], ask: ListAsk, before?: ListAsk): void {
  const { model, position, rest, path, size } = ask;
  const by = model.pages?.by;
  const isNumbered = (by === 'page' || by === 'offset') && Number(position) <= LARGEST_POSITION;
  if (!isNumbered || !isRefused(ask) || before?.rest !== rest || before.size !== size) return;
  const walk = walks.find(({ pages }) => pages.at(-1)?.reading === before.reading);
  const last = walk?.pages.at(-1);
  if (walk === undefined || last === undefined || last.path !== path || !isEmptyBehind(model)) return;
  court.breaks('walk-ends', walk, { ...last, reading: ask.reading }, [last], {
    expected: 'an empty page: by the document there is one behind the end',
    actual: `${String(ask.reading.answer?.status)} for ${model.pages?.position?.name ?? 'position'}=${position ?? ''}`,
    deviation: 'what is behind the end is refused',
  });
}

/** The lists that an entry of the run was removed from by a request that was served. */
function removalsBy(run: JudgedRun, reading: Reading, own: readonly OwnEntry[]): readonly Removal[] {
  const deed = deedOf(run.contract, reading);
  if (deed?.part !== 'remove' || !isSuccess(reading) || reading.answer?.status === 202) return [];
  const removed = own.filter(({ path, standing }) => path === deed.path && standing === 'there');
  return removed.map(({ place }) => ({ place, atMs: reading.exchange.endMs }));
}

/** The number of all that a walk was told, once there was time enough for it to follow what was removed. */
function judgeCount(court: PageCourt, walk: Walk, counted: ReturnType<typeof removedAndCounted>): void {
  const [first] = walk.pages;
  if (first === undefined) return;
  const about = `how many are in ${first.path}?${first.rest}`;
  if (counted?.isLate === true) court.late.set(about, first.model);
  else court.late.delete(about);
  if (counted?.isLate === false)
    court.breaks('walk-ends', walk, counted.telling, [counted.other], counted.words);
}

const courtOf = onceFor((run: JudgedRun): PageCourt => {
  const walks = walksIn(run);
  const asked = new Map<string, ListAsk>();
  const court = new PageCourt(walks);
  const ends = new Map(walks.map((walk) => [walk.pages.at(-1)?.reading, walk]));
  const ownership = new Ownership(run.contract, run.foreign);
  const removals: Removal[] = [];
  for (const reading of run.readings) {
    removals.push(...removalsBy(run, reading, ownership.entries));
    ownership.note(reading);
    const ask = listAskOf(run.contract, reading);
    if (ask !== undefined) {
      judgeStep(court, walks, ask, asked.get(ask.path));
      judgeBehind(court, walks, ask, asked.get(ask.path));
      asked.set(ask.path, ask);
    }
    const walk = ends.get(reading);
    if (walk === undefined) continue;
    court.judge(walk);
    judgeOwn(court, run, walk, ownership.entries);
    judgeCount(court, walk, removedAndCounted(walks, walk, removals));
  }
  return court;
});

function isSameKind(one: Finding, other: Finding): boolean {
  return (
    one.law === other.law &&
    one.telling.path === other.telling.path &&
    one.about === other.about &&
    one.words.deviation === other.words.deviation
  );
}

/** True where the last walk over a list lacks an entry of the run that had just been made, or counts one that was just removed: it may lag. */
export function isLate(run: JudgedRun, { operation }: ListModel): boolean {
  return [...courtOf(run).late.values()].some((model) => model.operation === operation);
}

/** What the walks of a run say about one law: what came twice, and what was kept. `unsure`: what came once alone. */
export function pageFindings(
  run: JudgedRun,
  law: PageLaw,
): {
  readonly violations: readonly Violation[];
  readonly proofs: readonly string[];
  readonly unsure: readonly Page[];
} {
  const { findings, proofs } = courtOf(run);
  const own = findings.filter((finding) => finding.law === law);
  const isConfirmed = (finding: Finding): boolean =>
    own.some((other) => other.walk !== finding.walk && isSameKind(finding, other));
  const violations = own.filter(isConfirmed).map(({ telling, others, words }): Violation => {
    const readings = [telling, ...others].slice(0, MOST_NAMED).map(({ reading }) => reading.exchange.id);
    return { exchanges: [...new Set(readings)], operation: telling.model.operation.id, ...words };
  });
  return {
    violations,
    proofs: proofs.filter((proof) => proof.law === law).map(({ model }) => model.operation.id),
    unsure: own.filter((finding) => !isConfirmed(finding)).map(({ telling }) => telling),
  };
}
