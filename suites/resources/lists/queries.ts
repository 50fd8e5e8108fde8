import { STRANGE } from '../../../src/checks/resources/pages/filter-fits.ts';
import { compareIn } from '../../../src/checks/resources/pages/page-orders.ts';
import type { Page } from '../../../src/checks/resources/pages/page-asks.ts';
import { markersIn } from '../../../src/checks/resources/creations/creations.ts';
import {
  type Order,
  orderParameters,
  type Sorting,
  takesList,
} from '../../../src/interface/resources/lists/list-orders.ts';
import { writtenAs } from '../../../src/interface/resources/lists/expressions.ts';
import type { Filter } from '../../../src/interface/resources/lists/list-queries.ts';
import { shownAt } from '../../../src/interface/resources/lists/member-places.ts';
import type { Operation, Parameter } from '../../../src/interface/model.ts';
import type { Resource } from '../../../src/interface/resources/resources.ts';
import type { ListModel } from '../../../src/interface/resources/lists/pages.ts';
import { plainText } from '../../../src/json/lossless.ts';
import { fromPointer, putAt, valueAt } from '../../../src/json/pointer.ts';
import {
  isNumber,
  isObject,
  type Json,
  type JsonObject,
  memberOf,
  type Name,
} from '../../../src/json/value.ts';
import { requestSchema, validatorOf } from '../../../src/oracle/contract.ts';
import { sentTo } from '../../../src/checks/resources/life/members/entry-state.ts';
import type { ProbeContext } from '../../../src/session/probe.ts';
import { markedBody } from '../../../src/session/requests/marked.ts';
import { allowedIn, isChangedByList, sendToEntry } from '../../../src/session/entries/entry-requests.ts';
import { statesOf } from '../../../src/session/entries/of-entry-at.ts';
import { decimalIn } from '../../../src/schema/decimals.ts';
import { fixedValues } from '../../../src/schema/keywords.ts';
import { scalarKeywords } from '../../../src/schema/scalar.ts';
import { bodyWithOther, type Living } from '../bodies.ts';
import { look } from '../steps.ts';

/** Which values a list is asked for, and in which orders: those that would show when a service does not care. */

type Pair = readonly [parameter: Parameter, value: Json];
type Scalar = Name | boolean;

function isScalar(value: Json | undefined): value is Scalar {
  return typeof value === 'string' || isNumber(value) || typeof value === 'boolean';
}

/** A value as the parameter of a filter is sent with it; `undefined` where an expression can't have it. */
function sentAs({ written, isList }: Filter, value: Json): Json | undefined {
  if (written !== undefined) return isScalar(value) ? writtenAs(written, plainText(value)) : undefined;
  return isList ? [value] : value;
}

function fits(filter: Filter, value: Json): boolean {
  const { parameter, written } = filter;
  const sent = value === '' ? undefined : sentAs(filter, value);
  const isOfMember = written === undefined || validatorOf(written.schema)(value).length === 0;
  return sent !== undefined && isOfMember && validatorOf(parameter.schema)(sent).length === 0;
}

/** The values that a document lists for what is asked for. */
function listedFor({ parameter, written }: Filter): readonly Json[] | undefined {
  return fixedValues(scalarKeywords(written?.schema ?? parameter.schema));
}

/** A shown value as its parameter takes it: a flag may be asked for by the text of it. */
function asked(filter: Filter, value: Scalar): Scalar {
  return typeof value === 'boolean' && !fits(filter, value) ? String(value) : value;
}

/**
 * What a list has to be asked for, as an entry that something showed has it: a search for words that nobody has tells nothing.
 * `undefined` where the entry does not say.
 */
export function valuesOfEntry({ filters }: ListModel, entry: JsonObject): readonly Pair[] | undefined {
  // What a caller knows to be right stays as it is.
  const needed = filters.filter(({ parameter }) => parameter.required && parameter.known === undefined);
  const pairs = needed.flatMap((filter): readonly Pair[] => {
    const shown = shownAt(entry, filter);
    const value = isScalar(shown) ? asked(filter, shown) : undefined;
    const sent = value === undefined || !fits(filter, value) ? undefined : sentAs(filter, value);
    return sent === undefined ? [] : [[filter.parameter, sent]];
  });
  return pairs.length === needed.length ? pairs : undefined;
}

/** A number with entries on both sides. */
function between(values: readonly number[]): number | undefined {
  const distinct = [...new Set(values)].toSorted((a, b) => a - b);
  if (distinct.length > 2) return distinct.at(Math.floor(distinct.length / 2));
  const [least = 0, most = 0] = distinct;
  const middle = Math.floor((least + most) / 2);
  return middle > least && middle < most ? middle : undefined;
}

/** A value that the fewest entries have, and not all. */
function rarest(values: readonly Scalar[], others: readonly Scalar[]): Scalar | undefined {
  const counts = [...Map.groupBy(values, (value) => value)].toSorted(([, a], [, b]) => a.length - b.length);
  const [first] = counts;
  if (first !== undefined && counts.length > 1) return first[0];
  return others.find((value) => value !== first?.[0]);
}

const SOME_UUID = '6f1a8f0e-52c4-4b7d-9a35-1c0d7e9b2f48';
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Names of things that none of the entries has, where all have the same: a list that does not care shows all of them. */
export type NamesBeside = (filter: Filter) => readonly Scalar[];

function otherNames(values: readonly Scalar[]): readonly Scalar[] {
  const numbers = values.filter((value) => typeof value === 'number' && Number.isSafeInteger(value));
  if (numbers.length > 0) return [Math.max(...numbers.map(Number)) + 1];
  return values.some((value) => typeof value === 'string' && UUID.test(value)) ? [SOME_UUID] : [];
}

/** A value that is inside of another one which is there: whoever looks for parts of texts finds both. */
function partOfOther(values: readonly Scalar[]): Scalar | undefined {
  const texts = [...new Set(values)].filter((value): value is string => typeof value === 'string');
  return texts.find((text) =>
    texts.some((other) => other !== text && other.toLowerCase().includes(text.toLowerCase())),
  );
}

/** So many values of a short list of values are asked for. */
const MOST_VALUES = 3;

/** So many characters of the end of a text are asked for as a part of it: a text of the run ends in what it has alone. */
const PART_LENGTH = 8;
const ASCII = /^[\x20-\x7e]+$/;

/** A part of the text, or all of it, in the other letter case, as far as the document says that these find it, or that this does not. */
function otherwise({ manner }: Filter, value: Json): readonly string[] {
  if (typeof value !== 'string' || !ASCII.test(value)) return [];
  const part = value.trim().slice(2).slice(-PART_LENGTH).trim();
  const text = manner.inside && part.length > PART_LENGTH / 2 ? part : value;
  const upper = text.toUpperCase();
  const other = upper === text ? text.toLowerCase() : upper;
  return [manner.anyCase || manner.ownCase ? other : text].filter((one) => one !== value);
}

function isOfTexts({ kind }: Filter): boolean {
  return kind === 'text' || kind === 'anywhere';
}

/** The values to ask for: of a few that there are, all. */
function valuesFor(filter: Filter, page: Page, beside: NamesBeside): readonly Json[] {
  const value = valueFor(filter, page, beside);
  const strange = isOfTexts(filter) && fits(filter, STRANGE) ? [STRANGE] : [];
  if (value === undefined) return strange;
  const others = filter.beside.flatMap(
    (place) => valueFor({ ...filter, ...place, beside: [] }, page, beside) ?? [],
  );
  if (filter.kind === 'text')
    return [value, ...others, ...otherwise(filter, value), ...strange].filter((one) => fits(filter, one));
  if (filter.kind === 'some') return [value];
  if (typeof value === 'boolean') return fits(filter, !value) ? [value, !value] : [value];
  const own = filter.isInclusive || filter.isExclusive ? ownBound(filter, page) : undefined;
  if (own !== undefined && own !== value) return [value, own];
  if (filter.kind === 'item') return [value];
  const fixed = filter.kind === 'exact' ? (listedFor(filter) ?? []) : [];
  const listed = fixed.filter((other) => other !== value && isScalar(other) && fits(filter, other));
  const inOtherCase = filter.manner.ownCase
    ? otherwise(filter, value).filter((one) => fits(filter, one))
    : [];
  return [value, ...inOtherCase, ...listed].slice(0, MOST_VALUES);
}

const DAY_MS = 86_400_000;
/** A bound between moments that are so far from each other has some on both sides of it that are clearly there. */
const TELLING_SPREAD_MS = 4_000;
/** A moment that no zone moves. */
const MOMENT = /T\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i;

/** A bound with entries on both sides of it, or none where all are on one side: then whoever shows one does not care. */
function boundFor(filter: Filter, kind: 'least' | 'most', values: readonly Scalar[]): Json | undefined {
  const sign = kind === 'least' ? 1 : -1;
  const amounts = values.map((value) => (typeof value === 'string' ? decimalIn(value) : undefined));
  const areAmounts = !amounts.includes(undefined);
  const numbers = (areAmounts ? amounts : values).filter((value) => typeof value === 'number');
  const times = values.flatMap((value) => (typeof value === 'string' ? [Date.parse(value)] : []));
  const found = numbers.length > 0 ? numbers : times.filter((time) => !Number.isNaN(time));
  if (found.length === 0) return undefined;
  const isTime = numbers.length === 0;
  const [least, most] = [Math.min(...found), Math.max(...found)];
  const areMoments = values.every((value) => typeof value === 'string' && MOMENT.test(value));
  const unit = areMoments ? 1_000 : 1;
  const middle = Math.round((least + most) / 2 / unit) * unit;
  const isSpread = most - least > (areMoments ? TELLING_SPREAD_MS : isTime ? 4 * DAY_MS : 2);
  const beyond = kind === 'least' ? most : least;
  const far = isTime ? Math.floor(beyond / DAY_MS + 3 * sign) * DAY_MS : Math.round(beyond) + sign;
  const places = String(values[0]).split('.')[1]?.length ?? 0;
  const written = (value: number): Json => {
    if (areAmounts) return value.toFixed(places);
    if (!isTime) return value;
    const text = new Date(value).toISOString().replace('.000Z', 'Z');
    return fits(filter, text) ? text : text.slice(0, 10);
  };
  return [...(isSpread ? [middle] : []), far].map(written).find((value) => fits(filter, value));
}

function placeOnLine(value: Scalar): number {
  return typeof value === 'string' ? (decimalIn(value) ?? Date.parse(value)) : Number(value);
}

/** A bound that an entry is on, with others on both sides where there are some. */
function ownBound(filter: Filter, page: Page): Json | undefined {
  const values = page.entries.map((entry) => shownAt(entry, filter)).filter(isScalar);
  const distinct = [...new Set(values)].filter((value) => fits(filter, value));
  return distinct.toSorted((a, b) => placeOnLine(a) - placeOnLine(b)).at(Math.floor(distinct.length / 2));
}

/** An item that some entries have and others have not; else a word that none has. */
function itemFor(filter: Filter, page: Page): Json | undefined {
  const lists = page.entries.map((entry) => shownAt(entry, filter)).filter((value) => Array.isArray(value));
  const texts = lists.flat().filter((item) => typeof item === 'string');
  const isOfNumbers = filter.ofItem !== undefined && !texts.some((text) => fits(filter, text));
  const items = texts
    .map((text) => (isOfNumbers ? Number(text) : text))
    .filter((item) => !Number.isNaN(item) && fits(filter, item));
  const counts = [...Map.groupBy(items, (item) => item)].toSorted(([, a], [, b]) => a.length - b.length);
  const telling = counts.find(([, same]) => same.length < lists.length)?.[0];
  const strange = [STRANGE, STRANGE.toLowerCase()].find((word) => fits(filter, word));
  const isListed = listedFor(filter) !== undefined;
  return telling ?? (lists.length === 0 || isListed || filter.ofItem !== undefined ? undefined : strange);
}

function valueFor(filter: Filter, page: Page, beside: NamesBeside): Json | undefined {
  const all = page.entries.map((entry) => shownAt(entry, filter)).filter(isScalar);
  const values = all.map((value) => asked(filter, value)).filter((value) => fits(filter, value));
  switch (filter.kind) {
    case 'number': {
      const middle = between(values.filter((value): value is number => typeof value === 'number'));
      return middle !== undefined && fits(filter, middle) ? middle : undefined;
    }
    case 'text': {
      const distinct = [...new Set(values)];
      if (distinct.length < 2)
        return beside(filter).find((value) => !distinct.includes(value) && fits(filter, value));
      return distinct.find((value) => markersIn(String(value)).length > 0) ?? distinct.at(-1);
    }
    case 'least':
    case 'most':
      return boundFor(filter, filter.kind, values);
    case 'item':
      return itemFor(filter, page);
    case 'some':
      return true;
    case 'anywhere':
      return undefined;
    case 'excluded':
    case 'exact': {
      const part = partOfOther(values);
      if (part !== undefined) return part;
      const others = listedFor(filter) ?? [true, false, ...beside(filter), ...otherNames(values)];
      return rarest(
        values,
        others.filter(isScalar).filter((value) => fits(filter, value)),
      );
    }
  }
}

/** Two values at once, where a parameter takes several, entries have both, and others have neither or nobody can tell. */
function bothOf(filter: Filter, page: Page): Json | undefined {
  const isKnown = filter.listed !== undefined || filter.areCodes;
  if (!filter.isList || filter.written !== undefined || filter.kind !== 'exact' || !isKnown) return undefined;
  const all = page.entries.map((entry) => shownAt(entry, filter)).filter(isScalar);
  const two = [...new Set(all)].filter((value) => fits(filter, value)).slice(0, 2);
  return two.length === 2 && validatorOf(filter.parameter.schema)(two).length === 0 ? two : undefined;
}

/** Values for each filter, so many at most. `beside`: names of what is there and may stand in no entry of the list. */
export function askedValues(
  { filters }: ListModel,
  page: Page,
  most: number | undefined,
  beside: NamesBeside,
): readonly (readonly [name: string, pair: Pair])[] {
  const all = filters.map((filter) => {
    const { parameter, written, member, kind } = filter;
    const name = written === undefined ? parameter.name : `${parameter.name}-${member}-${kind}`;
    const ways = valuesFor(filter, page, beside).flatMap((value) => sentAs(filter, value) ?? []);
    const both = bothOf(filter, page);
    return [...ways, ...(both === undefined ? [] : [both])].map((value, at): readonly [string, Pair] => [
      at === 0 ? name : `${name}-${String(at + 1)}`,
      [parameter, value],
    ]);
  });
  // Every parameter is asked for once before any is asked for twice.
  const rounds = Math.max(0, ...all.map((ways) => ways.length));
  const inTurn = Array.from({ length: rounds }, (_, at) => all.flatMap((ways) => ways.slice(at, at + 1)));
  return inTurn.flat().slice(0, most);
}

function pairsOf(
  sorting: Sorting,
  { parameter, member, value, direction }: Order,
): readonly (readonly [string, readonly Pair[]])[] {
  const { direction: way, rising, falling } = sorting;
  const own: Pair = [parameter, takesList(parameter) ? [value] : value];
  const isOfMember = sorting.orders.some((one) => one.parameter !== parameter);
  if (way === undefined || direction !== undefined)
    return [[isOfMember ? `${member}-${value}` : value, [own]]];
  const ways = [falling, rising].filter((text) => text !== undefined);
  return ways.map((text) => [`${value}-${text}`, [own, [way, text]]]);
}

/** A name that no member has, for each parameter of which the document lists no values: a service may refuse it, and not fail. */
export function unknownOrders({ sorting }: ListModel): readonly Pair[] {
  return (sorting === undefined ? [] : orderParameters(sorting)).flatMap((parameter): readonly Pair[] => {
    const sent = takesList(parameter) ? [STRANGE] : STRANGE;
    return validatorOf(parameter.schema)(sent).length === 0 ? [[parameter, sent]] : [];
  });
}

/** How many pairs of neighbours stand in a clear order: an order by what is all the same tells nothing. */
function distinctPairs(page: Page, place: Order): number {
  const values = page.entries.map((entry) => shownAt(entry, place));
  return values.filter((value, at) => at > 0 && compareIn(place, values[at - 1], value) !== 0).length;
}

/** So many different values tell of an order. */
const TELLING_VALUES = 4;

/** How many more entries it takes until those members tell that a list may be put in order by. */
export function missingForOrders({ sorting }: ListModel, page: Page): number {
  const missing = (sorting?.orders ?? []).map((order) => {
    const values = page.entries.map((entry) => shownAt(entry, order)).filter(isScalar);
    return TELLING_VALUES - new Set(values).size;
  });
  return Math.max(0, ...missing);
}

/** Numbers of one digit. */
const SHORT_NUMBERS: readonly number[] = [9, 7, 3, 2, 1, 0];

/**
 * The body of an entry that has numbers of one digit where all others, by which the list may be put in order, have several: whoever
 * compares digits puts it elsewhere. `undefined` where there is nothing to tell.
 */
export function bodyWithShortNumbers(
  context: ProbeContext,
  { sorting }: ListModel,
  page: Page,
  {
    create,
    resource,
    label,
  }: { readonly create: Operation; readonly resource: Resource; readonly label: string },
): Json | undefined {
  const at = fromPointer(sentTo(create, resource)?.pointer ?? '');
  const schema = requestSchema(create) ?? true;
  const body = markedBody(context, create, { optional: 'all', label });
  const inner = body === undefined ? undefined : valueAt(body, at);
  if (body === undefined || !isObject(inner)) return undefined;
  const members = (sorting?.orders ?? []).flatMap((order) => {
    const values = page.entries.map((entry) => shownAt(entry, order)).filter(isNumber);
    const areLong = values.length > 0 && values.every((value) => value > 9);
    return areLong && order.within === undefined && isNumber(memberOf(inner, order.member))
      ? [order.member]
      : [];
  });
  const changed = [...new Set(members)].reduce<Json>((given, name) => {
    const ways = SHORT_NUMBERS.map((value) => putAt(given, [...at, name], value));
    return ways.find((one) => one !== undefined && validatorOf(schema)(one).length === 0) ?? given;
  }, body);
  return changed === body ? undefined : changed;
}

/** Orders to ask for, so many at most: of members that tell, both ways. */
export function orderQueries(
  { sorting }: ListModel,
  page: Page,
  most: number,
): readonly (readonly [name: string, pairs: readonly Pair[]])[] {
  if (sorting === undefined) return [];
  const rank = (order: Order): number => distinctPairs(page, order);
  const ranked = sorting.orders
    .filter((order) => rank(order) > 0)
    .toSorted((a, b) => rank(b) - rank(a) || (a.member < b.member ? -1 : 1))
    .flatMap((order) => pairsOf(sorting, order).map((query) => ({ order, query })));
  // One order of each member first, a falling one: as entries come by themselves they may well be rising.
  const isFalling = ({ order, query: [name] }: (typeof ranked)[number]): boolean =>
    order.direction === 'falling' || (sorting.falling !== undefined && name.endsWith(`-${sorting.falling}`));
  const first = [...Map.groupBy(ranked, ({ order }) => order.member).values()].flatMap(
    (same) => same.find(isFalling) ?? same.slice(0, 1),
  );
  return [...first, ...ranked.filter((one) => !first.includes(one))].map(({ query }) => query).slice(0, most);
}

/** Gives the entry another value of what the list may be chosen by: it has to be found by that, and no longer by the old one. */
export async function turnFiltered(living: Living, { filters }: ListModel): Promise<void> {
  const { context, resource, path, label } = living;
  const isOpen = filters.some(({ kind, within }) => kind === 'exact' && within === undefined);
  if (!isOpen || ![resource.change, resource.replace].some(allowedIn(context))) return;
  await look(living, 'to-be-turned');
  const { shown } = living;
  for (const { kind, member, within } of filters)
    for (const operation of [resource.change, resource.replace].filter(allowedIn(context))) {
      const states = statesOf(resource, operation);
      if (
        kind !== 'exact' ||
        within !== undefined ||
        shown === undefined ||
        states.includes(member) ||
        isChangedByList(operation)
      )
        continue;
      const body = bodyWithOther(living, operation, member);
      if (body === undefined) continue;
      const probe = `${label}/turn-${member}`;
      await sendToEntry(context, operation, path, { probe, intent: 'ordinary', body: { json: body } });
      await look(living, `turned-${member}`);
      return;
    }
}
