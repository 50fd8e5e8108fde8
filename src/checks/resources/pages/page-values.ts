import { askedOrder, type Order, usualOrder } from '../../../interface/resources/lists/list-orders.ts';
import { type Filter, isOpenValue } from '../../../interface/resources/lists/list-queries.ts';
import { fitOf, isExactly, textOf, wantedBy } from './filter-fits.ts';
import { shownAt } from '../../../interface/resources/lists/member-places.ts';
import { searchedBy } from '../../../interface/resources/lists/searches.ts';
import { isNumber, type JsonObject, type Json, memberOf } from '../../../json/value.ts';
import type { Situation } from '../../../oracle/situation.ts';
import type { JudgedRun } from '../../check.ts';
import { breaks, IRRELEVANT, PROVES, type Verdict } from '../../judge-each.ts';
import { excerptJson, type Violation } from '../../outcome.ts';
import { TELLING_LAG_MS } from '../judges.ts';
import { deedOf, pathOfEntry } from '../deeds.ts';
import { isShortest, type Page } from './page-asks.ts';
import { isFreshAt } from '../ownership/touched.ts';
import { toldLength, toldTotal } from './told-pages.ts';
import { partOf } from '../../../interface/resources/resources.ts';
import { toldLeftOut } from '../../../interface/resources/words/told-members.ts';
import { isState } from '../../../interface/resources/words/told-states.ts';
import { ledFrom } from './way-on.ts';
import { besideWalk, isStart, pagesIn, type Walk, walksIn } from './walks.ts';

/** What the entries of one page have to be: not more than were asked for, with the values and in the order that were asked for. */

/** Judges how many entries a page has: no more than were asked for, or than the document gives without being asked. */
export function judgeSize(page: Page): Verdict {
  const { model, size, count, query } = page;
  const { size: asked, pages } = model;
  if (asked === undefined) return IRRELEVANT;
  const { name } = asked.parameter;
  if (size === undefined) {
    // Nothing was asked for: the documented default is what a client goes by.
    if (query.has(name) || asked.usual === undefined || pages === undefined) return IRRELEVANT;
    const told = toldLength(page);
    if (told !== undefined && ![asked.usual, asked.most, count].includes(told))
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
    const asked = query.get(filter.parameter.name);
    if (asked === undefined || asked === '') return [];
    const wanted = wantedBy(filter, asked);
    if (filter.isList && asked.includes(',') && wanted.length < 2) return [];
    // A value that no entry has may ask for something else than entries with it.
    if (wanted.some((one) => isOpenValue(filter, one) && !isSeen(run, page, filter, one))) return [];
    if (switchMeans(run, page, filter, asked) === 'open') return [];
    return [{ filter, asked }];
  });
}

/** An entry that is in a state of which the document says that such are in no list that is asked for nothing. */
function shownInSpite(run: JudgedRun, page: Page): Verdict | undefined {
  const resource = partOf(run.contract.interface, page.model.operation)?.resource;
  const told = resource?.list === page.model.operation ? toldLeftOut(resource) : undefined;
  if (told === undefined || page.rest !== '') return undefined;
  const shown = page.entries.find((entry) => {
    const state = memberOf(entry, told.member);
    return isState(state) && told.isLeftOut(state) && !isLate(run, page, entry);
  });
  return shown === undefined
    ? undefined
    : breaks(
        `none that is left out: ${told.words}`,
        `${told.member}: ${excerptJson(memberOf(shown, told.member))}`,
        'a list shows what it leaves out by the document',
      );
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
  if (usual) return 'entries';
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

/** True for an entry that the run made or changed a moment before the list was asked for: what is looked up may be late. */
function isLate(run: JudgedRun, { reading, model }: Page, entry: JsonObject): boolean {
  const deed = deedOf(run.contract, reading);
  const searched = searchedBy(run.contract.interface, model.operation);
  const resource = deed?.resource ?? searched;
  const path = resource === undefined ? undefined : pathOfEntry(resource, deed?.values ?? [], entry);
  return path !== undefined && isFreshAt(run, path, reading.exchange.startMs, TELLING_LAG_MS);
}

/** Words for bounds, before their values. */
const BOUNDS: Partial<Record<Filter['kind'], string>> = { least: 'from ', most: 'up to ' };

/** Judges that a list shows entries with the values alone that were asked for. */
export function judgeFilters(run: JudgedRun, page: Page): Verdict {
  let proof: Verdict = IRRELEVANT;
  const left = shownInSpite(run, page);
  if (left !== undefined) return left;
  for (const { filter, asked } of [...askedFilters(run, page), ...filtersOfLink(run, page)]) {
    const misfits = page.entries.filter((entry) => fitOf(filter, asked, entry) === 'other');
    const misfit = misfits.find((entry) => !isLate(run, page, entry));
    if (misfit === undefined && misfits.length > 0) continue;
    if (misfit !== undefined && isShortest(page)) continue;
    if (misfit !== undefined && !mayBeBound(filter, asked, page.entries))
      return breaks(
        `entries with ${filter.member}: ${BOUNDS[filter.kind] ?? ''}${asked} alone`,
        `${filter.member}: ${excerptJson(shownAt(misfit, filter))}`,
        'a filter leaves nothing out',
      );
    const fits = page.entries.some((entry) => fitOf(filter, asked, entry) === 'fits');
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

type Missing = {
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
    expected: `every entry with ${filter.member}: ${BOUNDS[filter.kind] ?? ''}${asked}`,
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
      page.entries.some((entry) => fitOf(filter, asked, entry) === 'other' && isLate(run, page, entry)),
    ),
  );
  const missing = walksIn(run).flatMap((walk) => missingIn(run, walk) ?? []);
  if (leftOutByFilters(run).length > 0 || (late.length === 0 && missing.length === 0)) return 'none';
  return late.length > 0 || missing.some((one) => one.isLate === true) ? 'later' : 'again';
}

const DIGIT = /[0-9]/;

/** How many digits stand in a row from there on. */
function digitsAt(text: string, from: number): number {
  let at = from;
  while (DIGIT.test(text[at] ?? '')) at += 1;
  return at - from;
}

/** How two texts stand in every order that is in use; 0 where these differ. */
function compareTexts(a: string, b: string): number {
  const forms = [
    (text: string) => text,
    (text: string) => text.toLowerCase(),
    (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, ''),
  ];
  const signs = forms.map((form) => {
    const [one, other] = [form(a), form(b)];
    if (one === other) return 0;
    let at = 0;
    while (one[at] === other[at]) at += 1;
    const [left, right] = [one[at] ?? '', other[at] ?? ''];
    // Letters beyond ASCII, signs and numbers of several lengths stand in an order of their own.
    if (!/^[a-z]$/i.test(left) || !/^[a-z]$/i.test(right)) {
      if (!DIGIT.test(left) || !DIGIT.test(right)) return 0;
      if (digitsAt(one, at) !== digitsAt(other, at)) return 0;
    }
    return left < right ? -1 : 1;
  });
  return signs.every((sign) => sign === signs[0]) ? (signs[0] ?? 0) : 0;
}

const INSTANT = /^\d{4}-\d\d-\d\d/;

/** How two values stand in every order that is in use; 0 where that is open. */
export function compareDecisively(a: Json | undefined, b: Json | undefined): number {
  if (isNumber(a) && isNumber(b)) return a === b ? 0 : a < b ? -1 : 1;
  if (typeof a !== 'string' || typeof b !== 'string') return 0;
  if (INSTANT.test(a) && INSTANT.test(b)) {
    const [one, other] = [Date.parse(a), Date.parse(b)];
    return Number.isNaN(one) || Number.isNaN(other) ? 0 : Math.sign(one - other);
  }
  return compareTexts(a, b);
}

/** Entries that are compared with one another. */
const MOST_COMPARED = 60;

/** `source`: it was asked for, is the default of a parameter, or is told by the description of the list. */
type Ordered = Pick<Order, 'member' | 'within' | 'direction'> & {
  readonly source: 'asked' | 'usual' | 'told';
  readonly words: string;
};

/** The order that a page has to have: the one that was asked for, or where nothing was, the one of the document. */
function orderOf({ model, query, rest }: Page): Ordered | undefined {
  const asked = askedOrder(model.sorting, query);
  if (asked !== undefined) return { ...asked, source: 'asked', words: '' };
  // What was chosen may come in an order of its own.
  if (rest !== '') return undefined;
  const usual = usualOrder(model.sorting, query);
  if (usual === undefined)
    return model.toldOrder === undefined ? undefined : { ...model.toldOrder, source: 'told' };
  return { ...usual, source: 'usual', words: `${usual.value} is the default of ${usual.parameter.name}` };
}

/** What a list was not put in order by. */
const OTHER_ORDER = {
  asked: 'a list is not in the order that was asked for',
  usual: 'a list is not in its default order',
  told: 'a list is not in the order that its description tells',
} as const;

/**
 * Judges that a list is in the order that was asked for, or that it has by the document. Where the document does not say which
 * way, either will do.
 */
export function judgeOrder(page: Page): Verdict {
  const order = orderOf(page);
  if (order === undefined) return IRRELEVANT;
  const values = page.entries.slice(0, MOST_COMPARED).map((entry) => shownAt(entry, order));
  let [rising, falling] = [0, 0];
  let told = '';
  for (const [at, value] of values.entries()) {
    for (const later of values.slice(at + 1)) {
      const sign = compareDecisively(value, later);
      if (sign < 0) rising += 1;
      if (sign > 0) falling += 1;
      const isWrong = order.direction === 'falling' ? sign < 0 : sign > 0;
      if (isWrong && told === '') told = `${excerptJson(value)} before ${excerptJson(later)}`;
    }
  }
  const wrong = order.direction === 'falling' ? rising : falling;
  const isBroken = order.direction === undefined ? rising > 0 && falling > 0 : wrong > 0;
  const way = order.direction === undefined ? '' : `, ${order.direction}`;
  if (isBroken)
    return breaks(
      `entries in the order of ${order.member}${way}${order.words === '' ? '' : `: ${order.words}`}`,
      told,
      OTHER_ORDER[order.source],
    );
  return rising + falling > 1 ? PROVES : IRRELEVANT;
}

/** A walk in an order that each of its pages keeps, and that all of them together break. */
function brokenAcross({ pages }: Walk): Missing | undefined {
  const [first] = pages;
  if (first === undefined || pages.length < 2 || orderOf(first) === undefined) return undefined;
  if (pages.some((page) => judgeOrder(page).kind === 'breaks')) return undefined;
  const verdict = judgeOrder({ ...first, entries: pages.flatMap(({ entries }) => entries) });
  if (verdict.kind !== 'breaks') return undefined;
  const exchanges = pages.map(({ reading }) => reading.exchange.id);
  const { expected, actual } = verdict;
  const violation: Violation = {
    exchanges,
    operation: first.model.operation.id,
    expected: `${expected}, over all pages`,
    actual,
    deviation: 'an order holds within pages alone',
  };
  return { page: first, violation };
}

/** Orders that hold within pages alone: in two walks, or nobody is blamed. */
export function ordersAcrossPages(run: JudgedRun): readonly Missing[] {
  const all = walksIn(run).flatMap((walk) => brokenAcross(walk) ?? []);
  return all.filter(({ page }) =>
    all.some(
      (other) => other.page !== page && other.page.rest === page.rest && other.page.path === page.path,
    ),
  );
}

/** The same that came once alone. */
export function isOrderUnsure(run: JudgedRun): boolean {
  return walksIn(run).some((walk) => brokenAcross(walk) !== undefined) && ordersAcrossPages(run).length === 0;
}
