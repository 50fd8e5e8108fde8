import { plainName, sentencesOf } from '../../../interface/names.ts';
import { fieldsBeside, type ListModel } from '../../../interface/resources/lists/pages.ts';
import { countsAll, countsSome, membersBeside } from '../../../interface/resources/lists/paging-members.ts';
import { fromPointer, valueAt } from '../../../json/pointer.ts';
import { onceFor } from '../../../system/once-for.ts';
import type { Violation } from '../../outcome.ts';
import type { Page } from './page-asks.ts';
import type { Sure } from './sure-lists.ts';
import { isStart } from './walks.ts';

/**
 * What the pages of a walk tell of themselves and of the list, beside their entries: that none follows, how many there are, which one
 * it is. It is held against the entries that were shown, and only where these leave no doubt: a number that is merely old, or an
 * estimate, is no fault.
 */

/** What a page tells, and the page that shows otherwise. */
export type Untruth = {
  readonly telling: Page;
  readonly other: Page;
  readonly words: Pick<Violation, 'expected' | 'actual' | 'deviation'>;
};

const PAGES: ReadonlySet<string> = new Set(['totalpages', 'pagecount', 'numberofpages', 'lastpage', 'pages']);
const NUMBERS: ReadonlySet<string> = new Set(['currentpage', 'page', 'pagenumber']);
const TOTALS: ReadonlySet<string> = new Set([
  'count',
  'total',
  'totalcount',
  'totalelements',
  'totalresults',
  'totalitems',
  'totalrecords',
  'totalsize',
]);
/** What leads on from a page that has a number, but for texts that may be left out where nobody asked for one. */
const WAYS_ON: ReadonlySet<string> = new Set([
  'next',
  'nextpage',
  'nextlink',
  'nexturl',
  'nexturi',
  'nextpageurl',
  'nextpageuri',
  'nextpagetoken',
  'nexttoken',
  'nextcursor',
  'nextmarker',
  'continuationtoken',
]);
/** Words that say that it is empty on the last page: of others nobody knows whether it is ever there. */
const NONE_AT_THE_END =
  /\b(?:null|empty|absent|missing|left out|omitted)\b.{0,30}\b(?:last|no (?:more|next|further|subsequent))\b/i;
/** Words that say of such a total that it is one of what was asked for. */
const OF_CHOSEN = /\b(?:match|satisf|fit|filter|quer)/i;
/** Words that leave no doubt about what such a total counts: what the pages show together. */
const ON_ALL_PAGES = /\bnumber of (?:[\w-]+ ){1,6}?(?:on|over|across|in|of) all (?:the )?pages\b/i;

/** What stands before the name of a field, in the place of a pointer to a member. */
const FIELD = 'field ';

/** Members and fields of an answer that tell a whole number, by their places. */
const placesOf = onceFor((model: ListModel) => {
  const at = (names: ReadonlySet<string>): readonly string[] =>
    membersBeside(model, names).map(({ pointer }) => pointer);
  const position = plainName(model.pages?.position?.name ?? '');
  const numbers = at(model.pages?.by === 'offset' ? new Set([position]) : NUMBERS);
  const [parameter, most] = [plainName(model.size?.parameter.name ?? ''), model.size?.most];
  const isSure = (pointer: string, words: string): boolean => {
    const name = lastName(pointer);
    // It may be the number of entries on a page.
    if (name === 'pagecount') return /\bpages\b/i.test(words);
    // The last one has the number of all where the first one is 1; `pages` may be anything, but beside the number of one.
    const isNumbered = model.pages?.by === 'page' && numbers.length > 0;
    return name === 'lastpage' ? model.pages?.first === 1 : name !== 'pages' || isNumbered;
  };
  const fields = fieldsBeside(model, TOTALS).map(({ field, words }) => ({
    pointer: `${FIELD}${field}`,
    words,
  }));
  const ofAll = [...membersBeside(model, TOTALS), ...fields].filter(({ words }) => countsAll(words));
  return {
    numbers,
    most,
    counts: [...membersBeside(model, TOTALS), ...fields]
      .filter(({ pointer, words }) => isCountOfAll(pointer, words))
      .map(({ pointer }) => pointer),
    pages: membersBeside(model, PAGES)
      .filter(({ pointer, words }) => isSure(pointer, words))
      .map(({ pointer }) => pointer),
    sizes: parameter === '' ? [] : at(new Set([parameter])),
    totals: ofAll.map(({ pointer }) => pointer),
    totalsOfPages: ofAll.filter(({ words }) => ON_ALL_PAGES.test(words)).map(({ pointer }) => pointer),
    totalsOfChosen: ofAll.filter(({ words }) => OF_CHOSEN.test(words)).map(({ pointer }) => pointer),
    isToldByNext: membersBeside(model, WAYS_ON).some(({ words }) => NONE_AT_THE_END.test(words)),
  };
});

/** True for a number that is the one of all entries by its name, or where that says less by the words of the document. */
function isCountOfAll(pointer: string, words: string): boolean {
  const mayCountSome = ['total', 'count'].includes(lastName(pointer));
  return mayCountSome ? countsAll(words) : !countsSome(words);
}

function lastName(pointer: string): string {
  return plainName(fromPointer(pointer).at(-1) ?? '');
}

function toldAt({ reading: { answer } }: Page, pointers: readonly string[]): readonly number[] {
  const json = answer?.json;
  if (answer === undefined || json === undefined || json.kind === 'invalid') return [];
  return pointers.flatMap((pointer) => {
    if (pointer.startsWith(FIELD)) {
      const [text = ''] = answer.header(pointer.slice(FIELD.length));
      return /^\d{1,15}$/.test(text) ? [Number(text)] : [];
    }
    const value = valueAt(json.value, fromPointer(pointer));
    return typeof value === 'number' && Number.isInteger(value) ? [value] : [];
  });
}

/** The pages that have an entry which is certainly there, and which none before them shows. */
function leadingOn(pages: readonly Page[], { ids }: Sure): readonly Page[] {
  const met = new Set<string>();
  return pages.filter((page) => {
    const own = page.ids ?? [];
    const isNew = own.some((id) => ids.includes(id) && !met.has(id));
    for (const id of own) met.add(id);
    return isNew;
  });
}

/** The first thing that a page of a walk tells, and that its pages show to be otherwise. `pages`: as far as they are steady. */
export function untruthIn(pages: readonly Page[], sure: Sure): Untruth | undefined {
  const [first] = pages;
  const by = first?.model.pages?.by;
  if (first === undefined || by === undefined) return undefined;
  const places = placesOf(first.model);
  const showing = leadingOn(pages, sure);
  const last = showing.at(-1);
  if (last === undefined || showing[0] !== first || showing.length < 2) return undefined;
  // Pages that are not counted have no number, and no place among others.
  if (by !== 'page' && by !== 'offset') return untrueTotal(showing, sure, places);
  for (const page of showing) {
    const behind = showing[showing.indexOf(page) + 1];
    if (
      behind !== undefined &&
      page.next.kind === 'end' &&
      (page.next.isSaid === true || places.isToldByNext)
    )
      return {
        telling: page,
        other: behind,
        words: {
          expected: 'a way to the next page, which has more entries',
          actual: 'a page that says that it is the last one',
          deviation: 'a page says that it is the last one, and another one follows',
        },
      };
    const few = by === 'page' ? toldAt(page, places.pages).find((told) => told < showing.length) : undefined;
    if (few !== undefined)
      return {
        telling: page,
        other: last,
        words: {
          expected: `${String(showing.length)} pages or more: so many have entries`,
          actual: `${String(few)} pages, as the answer tells`,
          deviation: 'fewer pages are told than there are',
        },
      };
  }
  return (
    untrueNumber(first, showing, places) ??
    untrueSize(showing, places) ??
    untrueTotal(showing, sure, places) ??
    untruePages(showing, places)
  );
}

type Places = ReturnType<typeof placesOf>;

/** How many entries fit what was asked for, as an answer tells where the document says that it does. */
export function toldTotal(page: Page): number | undefined {
  return toldAt(page, placesOf(page.model).totalsOfChosen)[0];
}

/** How many entries all pages have together, as an answer tells where the document says that it counts these. */
export function toldOnPages(page: Page): number | undefined {
  return toldAt(page, placesOf(page.model).totalsOfPages)[0];
}

/** How many entries there are by a page, where that is the number of all by its name or by the words of the document. */
export function toldCount(page: Page): number | undefined {
  return toldAt(page, placesOf(page.model).counts)[0];
}

/** The length of pages that an answer tells, under the name of the parameter that asks for one. */
export function toldLength(page: Page): number | undefined {
  return toldAt(page, placesOf(page.model).sizes)[0];
}

const PAGE = '(?:page|list|result|array|collection|answer|response)s?';
const END = String.raw`\b(?:behind|beyond|past|after) the (?:last|end|final)\b`;
const EMPTY_BEHIND: readonly RegExp[] = [
  new RegExp(String.raw`${END}.{0,30}\b${PAGE} (?:is|are) empty\b`, 'i'),
  new RegExp(String.raw`${END}.{0,40}\ban? empty ${PAGE}\b`, 'i'),
  new RegExp(String.raw`\b(?:an? empty ${PAGE}|${PAGE} (?:is|are) empty)\b.{0,60}${END}`, 'i'),
];
/** Words that leave it open, or have a refusal for it as well. */
const OPEN_END = /\b(?:may|might|can|could|either|unless|4\d\d)\b/i;

/** True where the document says that what is behind the end of a list is an empty page. */
export const isEmptyBehind = onceFor(({ pages, operation }: ListModel): boolean => {
  const answers = operation.responses.filter(({ status }) => status.startsWith('2'));
  const words = [pages?.position, operation, ...answers].map((one) => one?.description ?? '');
  return words.some((text) =>
    sentencesOf(text).some(
      (sentence) => !OPEN_END.test(sentence) && EMPTY_BEHIND.some((form) => form.test(sentence)),
    ),
  );
});

/** True for a page from the beginning that shows all there is, by its length and by what its answer tells of others. */
export function isWholeList(page: Page): boolean {
  const { count, model, next, size = model.size?.usual } = page;
  const places = placesOf(model);
  const totals = toldAt(page, places.counts);
  if (!isStart(page) || (next.kind !== 'end' && next.kind !== 'untold')) return false;
  if (totals.some((total) => total !== count)) return false;
  const isSaid = next.isSaid === true || (next.kind === 'end' && places.isToldByNext);
  if (size === undefined) return isSaid || totals.length > 0;
  return isSaid || count < Math.min(size, model.size?.most ?? size);
}

/** The number of the first page on another one. */
function untrueNumber(first: Page, showing: readonly Page[], { numbers }: Places): Untruth | undefined {
  const [told] = toldAt(first, numbers);
  if (told === undefined || first.position === undefined || told !== Number(first.position)) return undefined;
  const telling = showing.find(
    (page) => page.position !== first.position && page !== first && toldAt(page, numbers)[0] === told,
  );
  if (telling === undefined) return undefined;
  return {
    telling,
    other: first,
    words: {
      expected: `another number than that of the first page, as asked for: ${String(telling.position)}`,
      actual: `${String(told)}, as on the first page`,
      deviation: 'another page is told than is shown',
    },
  };
}

/** Another length than was asked for, under the same name, on a page that has it. */
function untrueSize(showing: readonly Page[], { sizes, most }: Places): Untruth | undefined {
  const telling = showing.find((page) => {
    const [told] = toldAt(page, sizes);
    return told !== undefined && page.count === page.size && told !== page.size && told !== most;
  });
  const [other] = showing;
  if (telling === undefined || other === undefined) return undefined;
  return {
    telling,
    other,
    words: {
      expected: `the length that was asked for, and that the page has: ${String(telling.size)}`,
      actual: String(toldAt(telling, sizes)[0]),
      deviation: 'another length of pages is told than they have',
    },
  };
}

/** The number of entries of each page, or the length that was asked for, where the document says that it is the number of all. */
function untrueTotal(
  showing: readonly Page[],
  { ids, before }: Sure,
  { totals }: Places,
): Untruth | undefined {
  const [telling] = showing;
  const isOwn = showing.every((page) => toldAt(page, totals)[0] === page.count);
  const isAsked = showing.every((page) => page.size !== undefined && toldAt(page, totals)[0] === page.size);
  if (telling === undefined || !(isOwn || isAsked) || telling.count >= ids.length) return undefined;
  return {
    telling,
    other: before,
    words: {
      expected: `${String(ids.length)} or more: a longer page shows so many before and after`,
      actual: `${String(toldAt(telling, totals)[0])}, the number of entries on this page, or of those that were asked for`,
      deviation: 'the entries of one page are told as those of all',
    },
  };
}

/** A number of all that is an estimate is a large one. */
const LARGEST_COUNTED = 1_000;

/** Pages of one length that tell how many entries there are and how many pages, where one does not follow from the other. */
function untruePages(showing: readonly Page[], { pages, counts, sizes }: Places): Untruth | undefined {
  const told = showing.map((page) => {
    const [all, number] = [toldAt(page, counts), toldAt(page, pages.filter(isNumberOfPages))];
    const [size = page.size] = toldAt(page, sizes);
    const [total] = all;
    if (all.length !== 1 || number.length !== 1 || total === undefined || size === undefined)
      return undefined;
    // A service may have another length than was asked for.
    if (page.count !== size && page !== showing.at(-1)) return undefined;
    return { page, total, number: number[0], size, follows: Math.ceil(total / size) };
  });
  const [first] = told;
  const [, other] = showing;
  if (first === undefined || other === undefined || first.size === 0) return undefined;
  const isSame = told.every((one) => one?.number === first.number && one?.follows === first.follows);
  const isOff = isSame && first.total > 0 && first.total < LARGEST_COUNTED && first.number !== first.follows;
  if (!isOff) return undefined;
  return {
    telling: first.page,
    other,
    words: {
      expected: `${String(first.follows)} pages of ${String(first.size)}: as many as ${String(first.total)} entries fill`,
      actual: `${String(first.number)} pages, as the answer tells`,
      deviation: 'the number of pages does not go with the number of entries that is told beside it',
    },
  };
}

/** True for the place of a number that can be nothing but how many pages there are. */
function isNumberOfPages(pointer: string): boolean {
  return ['totalpages', 'numberofpages'].includes(lastName(pointer));
}
