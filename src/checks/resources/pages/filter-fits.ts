import type { Filter } from '../../../interface/resources/lists/list-queries.ts';
import { shownAt } from '../../../interface/resources/lists/member-places.ts';
import { plainText, printJson } from '../../../json/lossless.ts';
import { isList, type JsonObject, type Json } from '../../../json/value.ts';
import { decimalIn } from '../../../schema/decimals.ts';
import { markersIn } from '../creations/creations.ts';

/** Whether an entry is one of those that were asked for by a value of one of its members. */

/** `open`: no reading of the filter says. */
export type Fit = 'fits' | 'other' | 'open';

export function textOf(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
    ? plainText(value)
    : undefined;
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);
}

/** Several values at once: any of them, as far as the document lists what there may be, or gives codes a length, so that none has a comma in it. */
export function wantedBy(
  { isList: takesList, listed, areCodes, kind }: Filter,
  asked: string,
): readonly string[] {
  const several = takesList && kind === 'exact' ? asked.split(',') : [asked];
  const isKnown = (one: string): boolean => areCodes || listed?.has(one.toLowerCase()) === true;
  return several.length > 1 && several.every(isKnown) ? several : [asked];
}

/** A word that no entry has, whichever part of it is looked for: texts that a run gives have words in common. */
export const STRANGE = 'Qzwvxjkpq';

/** Two letters of that word that stand beside each other, each pair: a search may look for parts, and drawn texts have any letters. */
const PARTS_OF_STRANGE = /qz|zw|wv|vx|xj|jk|kp|pq/i;

/** A text may be looked for in any way that finds a word of it. */
function fitOfText(text: string, asked: string): Fit {
  const [wanted, own] = [wordsOf(asked), wordsOf(text)];
  if (text.toLowerCase() === asked.toLowerCase()) return 'fits';
  if (wanted.length === 0) return 'open';
  if (asked.toLowerCase() === STRANGE.toLowerCase() && PARTS_OF_STRANGE.test(text)) return 'open';
  return wanted.some((word) => own.some((one) => one.includes(word) || word.includes(one)))
    ? 'open'
    : 'other';
}

/** What is asked for by an item of a list may stand above other items, as a word for many things does: nothing is below a text of the run. */
function fitOfItems({ listed }: Filter, value: Json, asked: string): Fit {
  if (!isList(value)) return value === null ? 'other' : 'open';
  const fits = value.map((item): Fit => {
    if (typeof item === 'string') return fitOfText(item, asked);
    const text = textOf(item);
    return text === undefined ? 'open' : text === asked ? 'fits' : 'other';
  });
  if (fits.includes('fits')) return 'fits';
  const mayBeAbove = listed === undefined && value.length > 0 && markersIn(asked).length === 0;
  return mayBeAbove || fits.includes('open') ? 'open' : 'other';
}

const DAY_MS = 86_400_000;
const OFFSET = /(?:Z|[+-]\d\d:?\d\d)$/i;
const CLOCK = /\d\d:\d\d/;

/** How far a value is beyond a bound before every reading of the bound leaves it out: a day, and a time of no zone, is another one in another zone. */
function slackOf(texts: readonly string[]): number {
  return texts.every((text) => CLOCK.test(text) && OFFSET.test(text)) ? 1_000 : DAY_MS;
}

function fitOfBound(
  { kind, isExclusive }: Pick<Filter, 'kind' | 'isExclusive'>,
  value: Json,
  asked: string,
): Fit {
  const [sign, text] = [kind === 'least' ? 1 : -1, textOf(value)];
  if (text === undefined) return 'open';
  if (isExclusive && text === asked) return 'other';
  const areDecimals = decimalIn(text) !== undefined && decimalIn(asked) !== undefined;
  if (typeof value !== 'string' || areDecimals) {
    const over = (Number(text) - Number(asked)) * sign;
    return over < 0 ? 'other' : over > 0 ? 'fits' : 'open';
  }
  const over = (Date.parse(text) - Date.parse(asked)) * sign;
  const slack = slackOf([text, asked]);
  return over < -slack ? 'other' : over > slack ? 'fits' : 'open';
}

function fitOfOne(filter: Filter, value: Json, asked: string): Fit {
  const { kind } = filter;
  const text = textOf(value);
  switch (kind) {
    case 'item':
      return fitOfItems(filter, value, asked);
    case 'least':
    case 'most':
      return fitOfBound(filter, value, asked);
    case 'anywhere':
    case 'text':
      return text === undefined ? 'open' : fitOfText(text, asked);
    case 'excluded':
      if (value === null || text === undefined) return value === null ? 'fits' : 'open';
      if (text === asked) return 'other';
      return text.toLowerCase() === asked.toLowerCase() ? 'open' : 'fits';
    case 'some':
      return asked !== 'true' || text === undefined ? 'open' : Number(text) > 0 ? 'fits' : 'other';
    case 'exact':
    case 'number': {
      if (text === undefined) return value === null ? 'other' : 'open';
      const form = (one: string): string => (filter.manner.ownCase ? one : one.toLowerCase());
      const isSame = kind === 'exact' ? form(text) === form(asked) : Number(text) === Number(asked);
      return isSame ? 'fits' : 'other';
    }
  }
}

/** What an entry shows where a value is looked for: of several texts, all; `undefined` where it leaves one out. */
function shownIn(filter: Filter, entry: JsonObject): Json | undefined {
  if (filter.beside.length === 0) return shownAt(entry, filter);
  const values = [filter, ...filter.beside].map((place) => shownAt(entry, place));
  return values.includes(undefined) ? undefined : values.flatMap((value) => textOf(value) ?? []).join('\n');
}

/** Whether an entry has the value that was asked for, or one of those. What a summary leaves out is open. */
export function fitOf(filter: Filter, asked: string, entry: JsonObject): Fit {
  // What is found by a word that entries may have may have it where they don't show it.
  if (filter.kind === 'anywhere') return asked === STRANGE ? fitOfText(printJson(entry), asked) : 'open';
  const value = shownIn(filter, entry);
  if (value === undefined) return 'open';
  const fits = wantedBy(filter, asked).map((one) => fitOfOne(filter, value, one));
  const fit = fits.find((one) => one === 'fits') ?? fits.find((one) => one === 'open') ?? 'other';
  // A search may look into more than the document names.
  return fit === 'other' && filter.isSearch ? fitOfText(printJson(entry), asked) : fit;
}

/** Texts as they are compared where the document says that letter case does not matter. */
function comparedBy({ manner }: Filter): (text: string) => string {
  return (text) => (manner.anyCase ? text.toLowerCase() : text);
}

/**
 * True for an entry that has exactly the value that was asked for, or has it in the manner in which the document says that it is looked
 * for: no reading of the filter leaves it out.
 */
export function isExactly(filter: Filter, asked: string, entry: JsonObject): boolean {
  const value = shownAt(entry, filter);
  // What there is may be set aside for somebody.
  if (filter.kind === 'some' || filter.kind === 'anywhere') return false;
  if (filter.kind === 'excluded') return fitOf(filter, asked, entry) === 'fits' && value !== null;
  if (filter.isExclusive) return fitOf(filter, asked, entry) === 'fits';
  if (filter.kind === 'item') return isList(value) && value.some((item) => textOf(item) === asked);
  const form = comparedBy(filter);
  const wanted = wantedBy(filter, asked).map(form);
  const texts = [value, ...filter.beside.map((place) => shownAt(entry, place))].map(textOf);
  return texts.some((text) => {
    if (text === undefined) return false;
    const own = form(text);
    return wanted.some((one) => own === one || (filter.manner.inside && own.includes(one)));
  });
}
