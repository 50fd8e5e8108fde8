import { isList, type Json } from '../../../json/value.ts';
import { isDecimalText } from '../../../schema/decimals.ts';
import { compilePattern, unicodePattern } from '../../../schema/pattern/pattern.ts';
import {
  allowedTypes,
  fixedValues,
  isSchema,
  type Keywords,
  OPEN_DURATION,
  type Schema,
} from '../../../schema/keywords.ts';
import { scalarKeywords } from '../../../schema/scalar.ts';
import type { Parameter } from '../../model.ts';
import { partsOfName, plainName, wordsOfName } from '../../names.ts';
import { namesMaking } from '../words/members/told-upkeep.ts';
import { withoutUnit } from './bound-names.ts';
import { type MemberPlace, placedMembers } from './member-places.ts';

/** In which order a list may be asked for. */

/** What entries are put in order by. `isDecimal`: an amount that is written as a text. */
type OrderedPlace = MemberPlace & { readonly isDecimal?: true };

/** A value of a parameter that puts entries in order. */
export type Order = OrderedPlace & {
  readonly parameter: Parameter;
  readonly value: string;
  readonly direction: 'rising' | 'falling' | undefined;
};

/** The parameters that put entries in order: one whose values name members (`sort=-name`), or one for each member (`order[name]=desc`). */
export type Sorting = {
  readonly orders: readonly Order[];
  /** A parameter of its own for the direction, with its values. */
  readonly direction: Parameter | undefined;
  readonly rising: string | undefined;
  readonly falling: string | undefined;
};

/** The parameters that name what a list is put in order by, each once. */
export function orderParameters({ orders }: Sorting): readonly Parameter[] {
  return [...new Set(orders.map(({ parameter }) => parameter))];
}

/** The order that a query asks for; `undefined` where it asks for none, or for several at once. */
export function askedOrder(
  sorting: Sorting | undefined,
  query: { readonly get: (name: string) => string | null | undefined },
): Order | undefined {
  const { orders = [], direction, rising, falling } = sorting ?? {};
  const [order, ...others] = orders.filter(({ parameter, value }) => query.get(parameter.name) === value);
  if (order === undefined || others.length > 0) return undefined;
  const way = direction === undefined ? undefined : (query.get(direction.name) ?? undefined);
  if (way === undefined) return order;
  if (way === rising) return { ...order, direction: 'rising' };
  return way === falling ? { ...order, direction: 'falling' } : undefined;
}

function defaultOf({ schema }: Parameter): string | undefined {
  const { default: whole } = scalarKeywords(schema);
  const [first, ...others] = isList(whole) ? whole : [whole];
  const usual = others.length > 0 ? undefined : first;
  return typeof usual === 'string' || typeof usual === 'boolean' ? String(usual) : undefined;
}

/** The order of a list of which a query asks for none, where the document has a default for that; `undefined` where it has not. */
export function usualOrder(
  sorting: Sorting | undefined,
  query: { readonly has: (name: string) => boolean },
): Order | undefined {
  if (sorting === undefined) return undefined;
  const parameters = orderAsksOf(sorting);
  if (parameters.some(({ name }) => query.has(name))) return undefined;
  const usual = parameters.flatMap((one): (readonly [string, string])[] => {
    const text = defaultOf(one);
    return text === undefined ? [] : [[one.name, text]];
  });
  return askedOrder(sorting, new Map(usual));
}

/** Moments by which what has them may be called new. */
export const OWN_BEGINNING = /publish|post|releas|issu|start|begin|occur|happen|schedul/i;

const SORTS: ReadonlySet<string> = new Set('sort sortby orderby ordering order sortfield sortkey'.split(' '));
const DIRECTIONS: ReadonlySet<string> = new Set(
  'order direction sortorder orderdirection sortdirection sortdir dir sorttype'.split(' '),
);
/** Flags for the direction; `reverse` turns whatever the usual one is. */
const FALLS: ReadonlySet<string> = new Set(
  'desc descending isdesc isdescending sortdesc sortdescending orderdesc orderdescending'.split(' '),
);
const RISES: ReadonlySet<string> = new Set(
  'asc ascending isasc isascending sortasc sortascending orderasc orderascending'.split(' '),
);
const RISING = /^(?:asc|ascending)$/i;
const FALLING = /^(?:desc|descending)$/i;

function isWayFlag({ name, schema }: Parameter): boolean {
  const types = [...allowedTypes(scalarKeywords(schema))].filter((type) => type !== 'null');
  return types.join() === 'boolean' && (FALLS.has(plainName(name)) || RISES.has(plainName(name)));
}

/** What each value of a parameter is: of one that takes a list of orders, what each of them is. */
function eachKeywords(parameter: Parameter): Keywords {
  const keywords = scalarKeywords(parameter.schema);
  const { items } = keywords;
  return takesList(parameter) && isSchema(items) ? scalarKeywords(items, parameter.schema) : keywords;
}

/** Values that are listed one after the other, as names are written. */
const LISTED =
  /(?<![\w.])["'`]?[+-]?[A-Za-z]\w{0,60}["'`]?(?:(?: ?[,/|] ?(?:or |and )?| or | and )["'`]?[+-]?[A-Za-z]\w{0,60}["'`]?(?![\w.]))+/g;
/** Words, or a sign, behind which values are listed. */
const BEFORE_LISTED = /(?:: |\(|= ?|e\.g\. |\bone of |\beither |\bvalues are |\bsuch as )$/i;

/**
 * Values that the words of a parameter list: behind a colon or in brackets (`Sort field: title, artist`), each in quotes, or with the
 * default among them. What is named in the run of a sentence is no value.
 */
function listedValues(parameter: Parameter): readonly string[] {
  const { description = '' } = parameter;
  const usual = scalarKeywords(parameter.schema)['default'];
  return [...description.matchAll(LISTED)].flatMap(({ 0: whole, index }) => {
    const parts = whole.split(/ ?[,/|] ?(?:or |and )?| or | and /);
    const values = parts.map((part) => part.replaceAll(/["'`]/g, ''));
    const isListed =
      parts.every((part) => /^["'`]/.test(part)) ||
      values.some((value) => value === usual) ||
      BEFORE_LISTED.test(description.slice(Math.max(0, index - 20), index));
    const ways = values.filter((value) => RISING.test(value) || FALLING.test(value));
    // A name with its way (`name,asc`) is one value.
    return isListed && (ways.length === 0 || ways.length === values.length) ? values : [];
  });
}

/** Values of a parameter that its document shows; of a list of orders those that are listed. */
function shownValues(parameter: Parameter): readonly string[] {
  const keywords = eachKeywords(parameter);
  const fixed = fixedValues(keywords) ?? [];
  const own: readonly (Json | undefined)[] = [
    ...parameter.examples,
    keywords['example'],
    keywords['default'],
  ];
  const listed = isList(keywords['examples']) ? keywords['examples'] : [];
  const open = takesList(parameter) ? [] : [...own, ...listed, ...listedValues(parameter)];
  const all = fixed.length > 0 ? fixed : open.flatMap((value) => value ?? []).flatMap(eachOf);
  return [...new Set(all.filter((value): value is string => typeof value === 'string'))];
}

/** How an order may be written of a member, with its way or without. */
const FORMS: readonly ((member: string) => string)[] = [
  (member) => member,
  (member) => `-${member}`,
  ...[':', ',', '_', ' ', '.'].flatMap((between) =>
    ['asc', 'desc'].map((way) => (member: string) => `${member}${between}${way}`),
  ),
];

/** No entry has a member of this name. */
const NO_MEMBER = 'assayzq';

/**
 * Values that the pattern of a parameter has room for, where it names the members (`^-?(name|age)(,-?(name|age))*$`): those forms of a
 * member that it takes, and of a name that no member has does not.
 */
function valuesInPattern(parameter: Parameter, members: readonly OrderedPlace[]): readonly string[] {
  const keywords = eachKeywords(parameter);
  const { pattern: written, maxLength } = keywords;
  const source = typeof written === 'string' ? unicodePattern(written) : undefined;
  if (source === undefined || fixedValues(keywords) !== undefined) return [];
  const pattern = compilePattern(source);
  const takes = (value: string): boolean =>
    pattern.test(value) === true && (typeof maxLength !== 'number' || value.length <= maxLength);
  const forms = FORMS.filter((form) => !takes(form(NO_MEMBER)));
  // What stands in the entry itself is meant by its name before what it holds.
  const names = new Set(members.map(({ member }) => member));
  return [...names].flatMap((member) => forms.map((form) => form(member))).filter(takes);
}

/** Several orders in one text, as an example shows them, each by itself: `-due_on,title`. */
function eachOf(value: Json): readonly Json[] {
  const parts = typeof value === 'string' ? value.split(',') : [];
  const isSeveral = parts.length > 1 && parts.every((part) => /^[+-]?\w+$/.test(part));
  return isSeveral && !parts.some((part) => RISING.test(part) || FALLING.test(part)) ? parts : [value];
}

/** An order with its way, as words give one for an example: `in the form of field:desc/asc (ex. name:asc)`. */
const WITH_WAY = /(?<![\w.])([A-Za-z][\w.]{0,60}[:,])(asc|desc)(ending)?(?!\w)/gi;

/** Values that the words of a parameter give for an example, each in both ways. */
function valuesInWords({ description = '' }: Parameter): readonly string[] {
  const told = [...description.matchAll(WITH_WAY)].flatMap(([, member = '', , end = '']) =>
    ['asc', 'desc'].map((way) => `${member}${way}${end}`),
  );
  return [...new Set(told)];
}

/** The one amount of this name that has a unit behind it: `price_cents`, of which `price_asc` is the order. */
function amountCalled(text: string, members: readonly OrderedPlace[]): OrderedPlace | undefined {
  const [found, ...others] = members.filter(
    ({ member }) => withoutUnit(wordsOfName(member))?.stem === plainName(text),
  );
  return others.length === 0 ? found : undefined;
}

const AGES: ReadonlyMap<string, Order['direction']> = new Map([
  ['newest', 'falling'],
  ['oldest', 'rising'],
]);

/** Reads `newest` and `oldest`, where there is one moment that an entry may be old by. */
function orderByAge(
  parameter: Parameter,
  value: string,
  members: readonly OrderedPlace[],
): Order | undefined {
  const direction = AGES.get(value.toLowerCase());
  const [made, ...others] = members.filter(({ member }) => namesMaking(member));
  const isOpen = members.some(({ member }) => OWN_BEGINNING.test(plainName(member)));
  if (direction === undefined || made === undefined || others.length > 0 || isOpen) return undefined;
  return { ...made, parameter, value, direction };
}

/** Reads `name`, `-name`, `name:desc`, `name_desc`, `name desc`, `name,desc`. */
function orderOf(parameter: Parameter, value: string, members: readonly OrderedPlace[]): Order | undefined {
  const sign = /^[+-]/.exec(value)?.[0];
  const bare = sign === undefined ? value : value.slice(1);
  const named = (text: string): OrderedPlace | undefined =>
    members.find(({ member }) => plainName(member) === plainName(text)) ?? amountCalled(text, members);
  const whole = named(bare);
  if (whole !== undefined) return { ...whole, parameter, value, direction: bySign(sign) };
  const [, name = '', end = ''] =
    /^([A-Za-z0-9_.-]{1,80})[ :,._-](asc|desc|ascending|descending)$/i.exec(bare) ?? [];
  const placed = name === '' ? undefined : named(name);
  return placed === undefined || sign !== undefined
    ? undefined
    : { ...placed, parameter, value, direction: RISING.test(end) ? 'rising' : 'falling' };
}

function bySign(sign: string | undefined): Order['direction'] {
  if (sign === undefined) return undefined;
  return sign === '-' ? 'falling' : 'rising';
}

/** True for a parameter that takes a list of orders: each is one by itself. */
export function takesList({ schema }: Parameter): boolean {
  const types = allowedTypes(scalarKeywords(schema));
  return types.has('array') && !types.has('string');
}

/** False for members that are put in an order of their own, or in none: lists, objects, texts with an order of their values, and lengths of time. */
export function isOrdered(root: Schema, member: Schema): boolean {
  const keywords = scalarKeywords(member, root);
  const types = allowedTypes(keywords);
  const isLength = keywords['format'] === 'duration' || keywords['format'] === OPEN_DURATION;
  return fixedValues(keywords) === undefined && !isLength && !types.has('array') && !types.has('object');
}

/** The ways that a parameter puts entries in order by the member in its name: `order[name]`, `orderby.name`. */
function ordersOfMember(parameter: Parameter, members: readonly OrderedPlace[]): readonly Order[] {
  const [word = '', name = '', ...others] = partsOfName(parameter.name);
  const placed = members.find(({ member }) => plainName(member) === plainName(name));
  if (!SORTS.has(plainName(word)) || placed === undefined || others.length > 0) return [];
  return shownValues(parameter).flatMap((value): readonly Order[] => {
    if (RISING.test(value)) return [{ ...placed, parameter, value, direction: 'rising' }];
    return FALLING.test(value) ? [{ ...placed, parameter, value, direction: 'falling' }] : [];
  });
}

/** Words for the form of an order that names any member (`property,(asc|desc)`, as springdoc has it). */
const NAMED_WITH_WAY = /\b(?:property|field|attribute)\s?,\s?\(?\[?asc\s?\|\s?desc\b/i;

/** The ways to order by each member, where the document says how one is named and not which: what a service works out may have none. */
function ordersInWords(
  parameter: Parameter,
  members: readonly OrderedPlace[],
  isKept: (member: string) => boolean,
): readonly Order[] {
  if (!NAMED_WITH_WAY.test(parameter.description ?? '')) return [];
  return members
    .filter(({ member, within }) => within === undefined && /^[A-Za-z]\w*$/.test(member) && isKept(member))
    .flatMap((placed): readonly Order[] => [
      { ...placed, parameter, value: `${placed.member},asc`, direction: 'rising' },
      { ...placed, parameter, value: `${placed.member},desc`, direction: 'falling' },
    ]);
}

/**
 * How a list is put in order: by a parameter whose documented values name members, or by one for each member. `isKept`: members that a
 * service has for sure, where the document says of no member that it may be asked for.
 */
export function sortingOf(
  entry: Schema,
  query: readonly Parameter[],
  isKept: (member: string) => boolean,
): Sorting | undefined {
  const members = placedMembers(entry)
    .filter(({ root, schema }) => isOrdered(root, schema))
    .map(({ member, within, root, schema }): OrderedPlace => ({
      member,
      within,
      ...(isDecimalText(scalarKeywords(schema, root)) ? { isDecimal: true } : {}),
    }));
  const inWords = query
    .map((one) => (SORTS.has(plainName(one.name)) ? ordersInWords(one, members, isKept) : []))
    .find((orders) => orders.length > 0);
  if (inWords !== undefined)
    return { orders: inWords, direction: undefined, rising: undefined, falling: undefined };
  for (const parameter of query) {
    if (!SORTS.has(plainName(parameter.name))) continue;
    const shown = [...new Set([...shownValues(parameter), ...valuesInPattern(parameter, members)])];
    const values = shown.length > 0 || takesList(parameter) ? shown : valuesInWords(parameter);
    const read = values.flatMap(
      (value) => orderOf(parameter, value, members) ?? orderByAge(parameter, value, members) ?? [],
    );
    if (read.length === 0) continue;
    // Where a value has a sign for falling, one without has none for rising; the same goes for an end that one of a member has.
    const isSigned = read.some(({ value, direction }) => direction === 'falling' && value.startsWith('-'));
    const ways = ({ member, within }: Order): readonly Order['direction'][] =>
      read.filter((one) => one.member === member && one.within === within).map(({ direction }) => direction);
    const isOther = (order: Order): boolean =>
      ways(order).includes('falling') && !ways(order).includes('rising');
    const orders = read.map((order): Order =>
      order.direction === undefined && (isSigned || isOther(order))
        ? { ...order, direction: 'rising' }
        : order,
    );
    const direction = query.find(
      (one) =>
        one !== parameter &&
        DIRECTIONS.has(plainName(one.name)) &&
        shownValues(one).some((value) => RISING.test(value) || FALLING.test(value)),
    );
    const flag = query.find((one) => one !== parameter && isWayFlag(one));
    // A flag beside values that have a way of their own may turn that.
    const hasNoWay = orders.every((order) => order.direction === undefined);
    if (direction === undefined && flag !== undefined && hasNoWay) {
      const [rising, falling] = FALLS.has(plainName(flag.name)) ? ['false', 'true'] : ['true', 'false'];
      return { orders, direction: flag, rising, falling };
    }
    const told = direction === undefined ? [] : shownValues(direction);
    return {
      orders,
      direction,
      rising: told.find((value) => RISING.test(value)),
      falling: told.find((value) => FALLING.test(value)),
    };
  }
  const orders = query.flatMap((parameter) => ordersOfMember(parameter, members));
  if (orders.length === 0) return undefined;
  return { orders, direction: undefined, rising: undefined, falling: undefined };
}

/** The parameters that ask for an order and for its direction. */
export function orderAsksOf(sorting: Sorting | undefined): readonly Parameter[] {
  if (sorting === undefined) return [];
  const { direction } = sorting;
  return [...orderParameters(sorting), ...(direction === undefined ? [] : [direction])];
}

/** The names of those without which a list can't be asked for: they leave nothing out. */
export function neededOrderOf(sorting: Sorting | undefined): readonly string[] {
  return orderAsksOf(sorting).flatMap(({ name, required }) => (required ? [name] : []));
}
