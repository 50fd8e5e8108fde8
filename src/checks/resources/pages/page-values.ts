import { isCalledOnly } from '../../../interface/resources/lists/amount-switches.ts';
import { askedOf, type Filter, isOpenValue } from '../../../interface/resources/lists/list-queries.ts';
import { fitOf, isExactly, textOf, wantedBy } from './filter-fits.ts';
import { shownAt } from '../../../interface/resources/lists/member-places.ts';
import { searchedBy } from '../../../interface/resources/lists/searches.ts';
import { type JsonObject, memberOf } from '../../../json/value.ts';
import type { Situation } from '../../../oracle/situation.ts';
import type { JudgedRun } from '../../check.ts';
import { breaks, IRRELEVANT, PROVES, type Verdict } from '../../judge-each.ts';
import { excerptJson, type Violation } from '../../outcome.ts';
import { TELLING_LAG_MS } from '../judges.ts';
import { deedOf, pathOfEntry } from '../deeds.ts';
import { isShortest, type Page } from './page-asks.ts';
import { isEqual } from '../life/members/shown-values.ts';
import { isFreshAt } from '../ownership/touched.ts';
import { toldLength, toldTotal } from './told-pages.ts';
import { ledFrom } from './way-on.ts';
import { besideWalk, isStart, pagesIn, type Walk, walksIn } from './walks.ts';

/** What the entries of one page have to be: not more than were asked for, with the values that were asked for. */

/** True where a list that was asked for pages of that length at least told that it made them so, or had so many. */
function showsLonger(run: JudgedRun, { path }: Page, usual: number): boolean {
  return pagesIn(run).some(
    (other) =>
      other.path === path &&
      (other.size ?? 0) >= usual &&
      ((toldLength(other) ?? 0) >= usual || other.count >= usual),
  );
}

/** Judges how many entries a page has: no more than were asked for, or than the document gives without being asked. */
export function judgeSize(run: JudgedRun, page: Page): Verdict {
  const { model, size, count, query } = page;
  const { size: asked, pages } = model;
  if (asked === undefined) return IRRELEVANT;
  const { name } = asked.parameter;
  if (size === undefined) {
    // Nothing was asked for: the documented default is what a client goes by.
    if (query.has(name) || asked.usual === undefined || pages === undefined) return IRRELEVANT;
    const told = toldLength(page);
    const isOther = told !== undefined && ![asked.usual, asked.most, count].includes(told);
    // Whoever shows no longer pages than that cuts all of them.
    if (isOther && (told > asked.usual || showsLonger(run, page, asked.usual)))
      return breaks(
        `${String(asked.usual)}, the default of ${name}`,
        `${String(told)}, as the answer tells`,
        'another length of pages is told than the default',
      );
    if (count > asked.usual)
      return breaks(
        `at most ${String(asked.usual)} entries, the default of ${name}`,
        `${String(count)} entries`,
        'a page is longer than its default',
      );
    return count === asked.usual ? PROVES : IRRELEVANT;
  }
  if (size < asked.least) return IRRELEVANT;
  const most = Math.min(size, asked.most ?? size);
  if (count <= most) return count === most ? PROVES : IRRELEVANT;
  return breaks(
    size > most
      ? `at most ${String(most)} entries, the documented maximum of ${name}`
      : `at most ${String(most)} entries: ${name} asked for that`,
    `${String(count)} entries`,
    'a page is longer than asked for',
  );
}

/** True where some entry of the list was shown with the value. */
function isSeen(run: JudgedRun, { path }: Page, filter: Filter, asked: string): boolean {
  return pagesIn(run).some(
    (page) => page.path === path && page.entries.some((entry) => isExactly(filter, asked, entry)),
  );
}

/** What breaks the document or has several readings may be ignored, or read as something else: `-1` and `1` for a boolean. */
const UNSURE: ReadonlySet<Situation> = new Set(['invalid-parameter', 'format', 'doubtful']);

/** The filters that a request asked for with one value, and that value. */
function askedFilters(
  run: JudgedRun,
  page: Page,
): readonly { readonly filter: Filter; readonly asked: string }[] {
  const { model, query, reading } = page;
  if (UNSURE.has(reading.expectation.situation)) return [];
  return model.filters.flatMap((filter) => {
    const asked = askedOf(filter, query.get(filter.parameter.name));
    if (asked === undefined) return [];
    const wanted = wantedBy(filter, asked);
    if (filter.isList && asked.includes(',') && wanted.length < 2) return [];
    // A value that no entry has may ask for something else than entries with it.
    if (wanted.some((one) => isOpenValue(filter, one) && !isSeen(run, page, filter, one))) return [];
    if (switchMeans(run, page, filter, asked) === 'open') return [];
    return [{ filter, asked }];
  });
}

/** The filters of the page that leads to this one by a link, where that does not name them: it is the next page of what was asked for. */
function filtersOfLink(run: JudgedRun, page: Page): ReturnType<typeof askedFilters> {
  const before = ledFrom(pagesIn(run), page);
  if (before === undefined) return [];
  return askedFilters(run, before).filter(({ filter }) => !page.query.has(filter.parameter.name));
}

/** Why the value of a switch may ask for something else than entries with it. */
function switchMeans(run: JudgedRun, page: Page, filter: Filter, asked: string): 'entries' | 'open' {
  const { usual } = filter;
  if (usual === undefined) return 'entries';
  // A switch that is off may choose nothing, and one that stands as it does anyway asks for what is shown without it.
  if (asked !== 'true') return 'open';
  if (usual || isCalledOnly(filter.parameter)) return 'entries';
  // On, it may show more: not so where what it asks for is there without it.
  return pagesIn(run).some(
    (other) =>
      other.path === page.path &&
      !other.query.has(filter.parameter.name) &&
      other.entries.some((entry) => shownAt(entry, filter) === true),
  )
    ? 'entries'
    : 'open';
}

/** All on one side: the parameter may be a bound. */
function mayBeBound(filter: Filter, asked: string, entries: readonly JsonObject[]): boolean {
  if (filter.kind !== 'number') return false;
  const numbers = entries.map((entry) => Number(textOf(shownAt(entry, filter)) ?? Number.NaN));
  const bound = Number(asked);
  return numbers.every((one) => !(one < bound)) || numbers.every((one) => !(one > bound));
}

/** True where another page of the list shows an entry with another value: leaving nothing out would show. */
function isTelling(run: JudgedRun, page: Page, filter: Filter, asked: string): boolean {
  return pagesIn(run).some(
    (other) =>
      other.path === page.path &&
      !other.query.has(filter.parameter.name) &&
      other.entries.some((entry) => fitOf(filter, asked, entry) === 'other'),
  );
}

/**
 * True for an entry that the run made or changed a moment before the list was asked for: what is looked up may be late. Not so `filter`,
 * where the entry has what it was made with.
 */
function isLate(run: JudgedRun, { reading, model }: Page, entry: JsonObject, filter?: Filter): boolean {
  const deed = deedOf(run.contract, reading);
  const searched = searchedBy(run.contract.interface, model.operation);
  const resource = deed?.resource ?? searched;
  const path = resource === undefined ? undefined : pathOfEntry(resource, deed?.values ?? [], entry);
  const isSame = (made: JsonObject): boolean => {
    const before = filter === undefined ? undefined : shownAt(made, filter);
    return filter !== undefined && before !== undefined && isEqual(shownAt(entry, filter), before);
  };
  const when = { atMs: reading.exchange.startMs, lagMs: TELLING_LAG_MS };
  return path !== undefined && isFreshAt(run, path, when, isSame);
}

/** Words for bounds, before their values. */
const BOUNDS: Partial<Record<Filter['kind'], string>> = { least: 'from ', most: 'up to ' };

function wordsFor({ kind, member }: Filter, asked: string): string {
  if (kind === 'anywhere') return `the text ${asked} somewhere`;
  return kind === 'excluded' ? `${member} other than ${asked}` : `${member}: ${BOUNDS[kind] ?? ''}${asked}`;
}

/** Judges that a list shows entries with the values alone that were asked for. */
export function judgeFilters(run: JudgedRun, page: Page): Verdict {
  let proof: Verdict = IRRELEVANT;
  for (const { filter, asked } of [...askedFilters(run, page), ...filtersOfLink(run, page)]) {
    const misfits = page.entries.filter((entry) => fitOf(filter, asked, entry) === 'other');
    const misfit = misfits.find((entry) => !isLate(run, page, entry, filter));
    if (misfit === undefined && misfits.length > 0) continue;
    if (misfit !== undefined && isShortest(page)) continue;
    if (misfit !== undefined && !mayBeBound(filter, asked, page.entries))
      return breaks(
        `entries with ${wordsFor(filter, asked)} alone`,
        `${filter.member}: ${excerptJson(shownAt(misfit, filter))}`,
        'a filter leaves nothing out',
      );
    const fits =
      (filter.kind === 'anywhere' && page.count === 0) ||
      page.entries.some((entry) => fitOf(filter, asked, entry) === 'fits');
    if (misfit === undefined && fits && isTelling(run, page, filter, asked)) proof = PROVES;
  }
  return totalOfAll(run, page) ?? proof;
}

/** True for a page that shows all there is of what was asked for. */
function isWhole(page: Page): boolean {
  const { count, model, next, size = model.size?.usual } = page;
  const isLast = next.kind === 'end' || next.kind === 'untold';
  return isStart(page) && isLast && size !== undefined && count < Math.min(size, model.size?.most ?? size);
}

/** Chosen entries, all on one page, with the total of the whole list, although the document says that it is of what was chosen. */
function totalOfAll(run: JudgedRun, page: Page): Verdict | undefined {
  const total = toldTotal(page);
  if (total === undefined || page.count >= total || !isWhole(page) || askedFilters(run, page).length === 0)
    return undefined;
  const whole = pagesIn(run).find(
    (other) =>
      other.path === page.path &&
      other.rest === '' &&
      isWhole(other) &&
      toldTotal(other) === total &&
      other.count === total,
  );
  return whole === undefined
    ? undefined
    : breaks(
        `a total of ${String(page.count)}: so many entries fit, and all of them are shown`,
        `${String(total)}, as without a filter`,
        'a filter is not in the total',
      );
}

export type Missing = {
  readonly page: Page;
  readonly violation: Violation;
  /** It is about what the run wrote a moment before. */
  readonly isLate?: boolean;
};

/** An entry that fits and is missing, although the list had it before and after. */
function missingIn(run: JudgedRun, walk: Walk): Missing | undefined {
  const walks = walksIn(run);
  const [page] = walk.pages;
  const [only, ...more] = page === undefined ? [] : askedFilters(run, page);
  if (page === undefined || only === undefined || more.length > 0 || !isStart(page)) return undefined;
  const { filter, asked } = only;
  if (
    filter.kind === 'number' ||
    (BOUNDS[filter.kind] !== undefined && !filter.isInclusive && !filter.isSaidBound) ||
    page.ids === undefined ||
    (page.next.kind !== 'untold' && page.next.kind !== 'end')
  )
    return undefined;
  const rest = new URLSearchParams(page.rest);
  rest.delete(filter.parameter.name);
  const beside = besideWalk(walks, walk, rest.toString());
  if (beside === undefined || page.count >= beside.before.count) return undefined;
  // A page that is shorter than the list may have holes, where nothing says that none follows.
  const isShort = page.size !== undefined && page.size < beside.before.count;
  if (isShort && page.next.kind !== 'end') return undefined;
  if (page.size !== undefined && page.count >= page.size) return undefined;
  const identityOf = (entry: JsonObject): string | undefined =>
    page.model.identity === undefined ? undefined : textOf(memberOf(entry, page.model.identity));
  const fitting = ({ entries }: Page): readonly JsonObject[] =>
    entries.filter((entry) =>
      BOUNDS[filter.kind] === undefined || filter.isInclusive
        ? isExactly(filter, asked, entry) || (filter.isInclusive && fitOf(filter, asked, entry) === 'fits')
        : fitOf(filter, asked, entry) === 'fits',
    );
  const later = new Set(fitting(beside.after).map(identityOf));
  const missing = fitting(beside.before).filter((entry) => {
    const id = identityOf(entry);
    return id !== undefined && later.has(id) && page.ids?.includes(id) === false;
  });
  const told = missing.find((entry) => !isLate(run, page, entry)) ?? missing[0];
  const lost = told === undefined ? undefined : identityOf(told);
  if (told === undefined || lost === undefined) return undefined;
  const violation: Violation = {
    exchanges: [page.reading.exchange.id, beside.before.reading.exchange.id],
    operation: page.model.operation.id,
    expected: `every entry with ${wordsFor(filter, asked)}`,
    actual: `the entry ${lost} is missing, which the whole list shows with it before and after`,
    deviation: 'a filter leaves out what fits',
  };
  return { page, violation, isLate: isLate(run, page, told) };
}

function isAskedAgain(page: Page, other: Page): boolean {
  return other !== page && other.rest === page.rest && other.path === page.path;
}

/** Entries that a filter leaves out although they fit: in two lists, one of them late enough, or nobody is blamed. */
export function leftOutByFilters(run: JudgedRun): readonly Missing[] {
  const all = walksIn(run).flatMap((walk) => missingIn(run, walk) ?? []);
  return all.filter((one) => one.isLate !== true && all.some(({ page }) => isAskedAgain(one.page, page)));
}

/** What came once alone, or too early to tell: whether it has to be asked for again, and whether a moment later. */
export function unsureFilters(run: JudgedRun): 'none' | 'again' | 'later' {
  const late = pagesIn(run).filter((page) =>
    askedFilters(run, page).some(({ filter, asked }) =>
      page.entries.some(
        (entry) => fitOf(filter, asked, entry) === 'other' && isLate(run, page, entry, filter),
      ),
    ),
  );
  const missing = walksIn(run).flatMap((walk) => missingIn(run, walk) ?? []);
  if (leftOutByFilters(run).length > 0 || (late.length === 0 && missing.length === 0)) return 'none';
  return late.length > 0 || missing.some((one) => one.isLate === true) ? 'later' : 'again';
}
