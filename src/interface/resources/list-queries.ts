import { type MemberPlace, placedMembers } from './member-places.ts';
import { plainName } from '../names.ts';
import { plainText } from '../../json/lossless.ts';
import { isList, isObject, type Json, memberOf } from '../../json/value.ts';
import { allowedTypes, fixedValues, type Keywords, type Schema, textOf } from '../../schema/keywords.ts';
import { scalarKeywords } from '../../schema/scalar.ts';
import type { Parameter } from '../model.ts';

/** What a list may be asked for beside its pages: entries with a value alone, and an order. */

/**
 * A parameter that bears the name of a member. `exact`: entries with another value don't fit. `number`: the document does not say
 * whether it is a bound. `text`: it may be looked for in any way.
 */
export type Filter = MemberPlace & {
  readonly parameter: Parameter;
  readonly kind: 'exact' | 'number' | 'text';
  /** The parameter takes a list of values. */
  readonly isList: boolean;
  /**
   * Values that the parameter may have and of which it is not known that the member has them, in lower case: `all` may ask for
   * all of them.
   */
  readonly open: ReadonlySet<string>;
  /** The values that the document lists for the member, in lower case; `undefined` where it lists none. */
  readonly listed: ReadonlySet<string> | undefined;
  /** The default of a switch: `false` and the default then may choose nothing. `undefined` where it has none. */
  readonly usual: boolean | undefined;
};

/** A value of a parameter that puts entries in order. */
export type Order = MemberPlace & {
  readonly value: string;
  readonly direction: 'rising' | 'falling' | undefined;
};

/** The parameters that put entries in order. */
export type Sorting = {
  readonly parameter: Parameter;
  readonly orders: readonly Order[];
  /** A parameter of its own for the direction, with its values. */
  readonly direction: Parameter | undefined;
  readonly rising: string | undefined;
  readonly falling: string | undefined;
};

/** With `true` such a parameter may ask for these entries beside the others. */
const WIDENING = /archiv|delet|remov|hidden|draft|inactive|disabled|trash|expired|private|closed/i;
/** What is shown beside all others, on demand, and what no entry is when it is made. */
const WITH_REMOVED = /^(?:include|with|show)(?:soft)?(?:deleted|removed|trashed)(?:items|entries|ones)?$/;

/** True for the name of a parameter that shows what was removed, too: with any value, nothing that is there is left out. */
export function showsRemoved(name: string): boolean {
  return WITH_REMOVED.test(plainName(name));
}

/** True for a parameter for which a service has a value when none is sent, and may leave entries out by it. */
export function mayLeaveOut({ name, schema }: Parameter): boolean {
  const usual = isObject(schema) ? memberOf<Json>(schema, 'default') : undefined;
  return usual !== undefined && !(usual === false && showsRemoved(name));
}

/** Formats of values that are the same or not. */
const EXACT_FORMATS: ReadonlySet<string> = new Set(['uuid', 'guid', 'ipv4', 'ipv6']);

/** What a parameter takes: of a list, what each of its items is. */
function scalarOf({ schema }: Parameter): { readonly keywords: Keywords; readonly isList: boolean } {
  const keywords = scalarKeywords(schema);
  const { items } = keywords;
  const isArray = allowedTypes(keywords).has('array') && !allowedTypes(keywords).has('string');
  if (!isArray || items === undefined || !(typeof items === 'boolean' || isObject(items)))
    return { keywords, isList: false };
  return { keywords: scalarKeywords(items, schema), isList: true };
}

function isNumber(types: readonly string[]): boolean {
  return types.length > 0 && types.every((type) => type === 'integer' || type === 'number');
}

/** True for a text of which the document lists that it is `true` or `false`: a flag, as it stands in a query. */
function isWrittenFlag(asked: Keywords): boolean {
  const values = fixedValues(asked) ?? [];
  return values.includes('true') && values.includes('false');
}

/** The default of a switch, however it is written. */
function usualOf({ default: usual }: Keywords): boolean | undefined {
  if (typeof usual === 'boolean') return usual;
  return usual === 'true' || usual === 'false' ? usual === 'true' : undefined;
}

function kindOf(name: string, asked: Keywords, shown: Keywords): Filter['kind'] | undefined {
  const [own, theirs] = [asked, shown].map((keywords) => [...allowedTypes(keywords)]);
  const scalars = ['string', 'integer', 'number', 'boolean'];
  const types = scalars.filter((type) => own?.some((one) => one === type));
  const others = scalars.filter((type) => theirs?.some((one) => one === type));
  if (own?.some((type) => type === 'object' || type === 'array')) return undefined;
  if (theirs?.some((type) => type === 'object' || type === 'array')) return undefined;
  const [format = '', shownFormat = ''] = [textOf(asked, 'format'), textOf(shown, 'format')];
  if (isNumber(types) && isNumber(others)) return /(?:Id|ID|_id)$/.test(name) ? 'exact' : 'number';
  const isFlag = others.join() === 'boolean' && (types.join() === 'boolean' || isWrittenFlag(asked));
  if (!isFlag && (types.join() !== others.join() || types.length !== 1)) return undefined;
  if (isFlag) return WIDENING.test(name) ? undefined : 'exact';
  if (/date|time|duration/.test(`${format} ${shownFormat}`)) return undefined;
  const isFixed = fixedValues(asked) !== undefined || fixedValues(shown) !== undefined;
  if (isFixed) return WIDENING.test(name) ? undefined : 'exact';
  return EXACT_FORMATS.has(format) && format === shownFormat ? 'exact' : 'text';
}

/** What says how entries are shown, or in which words, although a member bears its name. */
const SHOWS = /^(?:lang|language|locale|version|currency|units?|timezone|format|view|fields)$/;
/** What is often asked for from a value upwards. */
const GRADED = /level|severity|verbosity|urgency/;

function listedValues(keywords: Keywords): ReadonlySet<string> | undefined {
  const fixed = fixedValues(keywords);
  return fixed === undefined ? undefined : new Set(fixed.map((value) => plainText(value).toLowerCase()));
}

/** True for a value of which it is not known that some entry may have it: it may be ignored, refused, or ask for something else. */
export function isOpenValue({ open, listed }: Filter, value: string): boolean {
  const plain = value.toLowerCase();
  return open.has(plain) || (listed !== undefined && !listed.has(plain));
}

/** The listed values of a parameter that are none of the listed values of the member. */
function openValues(asked: Keywords, shown: Keywords): ReadonlySet<string> {
  const [own, theirs] = [asked, shown].map((keywords) => fixedValues(keywords)?.map(String) ?? []);
  const known = new Set(theirs?.map((text) => text.toLowerCase()));
  return new Set(own?.map((text) => text.toLowerCase()).filter((text) => !known.has(text)));
}

/** What a parameter is called for the member that it chooses by: `status`, and `filter[status]` as JSON:API writes it. */
function chosenName({ name }: Parameter): string {
  return plainName(/^filters?\[([^[\]]{1,80})\]$/i.exec(name)?.[1] ?? name);
}

/** The parameters that leave out what has another value: they bear the name of a member, and have its type. */
export function filtersOf(entry: Schema, query: readonly Parameter[]): readonly Filter[] {
  const members = placedMembers(entry);
  return query.flatMap((parameter): readonly Filter[] => {
    const placed = members.find((one) => plainName(one.member) === chosenName(parameter));
    if (placed === undefined || parameter.style === 'content' || parameter.style === 'deepObject') return [];
    const { member, within, schema, root } = placed;
    if (SHOWS.test(plainName(member)) || GRADED.test(plainName(member))) return [];
    const { keywords, isList: takesList } = scalarOf(parameter);
    const shown = scalarKeywords(schema, root);
    const kind = kindOf(member, keywords, shown);
    const open = openValues(keywords, shown);
    const usual = usualOf(keywords);
    return kind === undefined
      ? []
      : [
          {
            parameter,
            member,
            within,
            kind,
            isList: takesList,
            open,
            listed: listedValues(shown),
            usual,
          },
        ];
  });
}

const SORTS: ReadonlySet<string> = new Set('sort sortby orderby ordering order sortfield sortkey'.split(' '));
const DIRECTIONS: ReadonlySet<string> = new Set(
  'order direction sortorder orderdirection sortdirection sortdir dir sorttype'.split(' '),
);
const RISING = /^(?:asc|ascending)$/i;
const FALLING = /^(?:desc|descending)$/i;

/** Values of a parameter that its document shows. */
function shownValues({ schema, examples }: Parameter): readonly string[] {
  const keywords = scalarKeywords(schema);
  const fixed = fixedValues(keywords) ?? [];
  const own: readonly (Json | undefined)[] = [...examples, keywords['example'], keywords['default']];
  const listed = isList(keywords['examples']) ? keywords['examples'] : [];
  const all = fixed.length > 0 ? fixed : [...own, ...listed];
  return [...new Set(all.filter((value): value is string => typeof value === 'string'))];
}

/** Reads `name`, `-name`, `name:desc`, `name_desc`, `name desc`, `name,desc`. */
function orderOf(value: string, members: readonly MemberPlace[]): Order | undefined {
  const sign = /^[+-]/.exec(value)?.[0];
  const bare = sign === undefined ? value : value.slice(1);
  const named = (text: string): MemberPlace | undefined =>
    members.find(({ member }) => plainName(member) === plainName(text));
  const whole = named(bare);
  if (whole !== undefined) return { ...whole, value, direction: bySign(sign) };
  const [, name = '', end = ''] =
    /^([A-Za-z0-9_.-]{1,80})[ :,._-](asc|desc|ascending|descending)$/i.exec(bare) ?? [];
  const placed = name === '' ? undefined : named(name);
  return placed === undefined || sign !== undefined
    ? undefined
    : { ...placed, value, direction: RISING.test(end) ? 'rising' : 'falling' };
}

function bySign(sign: string | undefined): Order['direction'] {
  if (sign === undefined) return undefined;
  return sign === '-' ? 'falling' : 'rising';
}

/** Members that are put in an order of their own, or in none: lists, objects, and texts with an order of their values. */
function isOrdered(root: Schema, member: Schema): boolean {
  const keywords = scalarKeywords(member, root);
  const types = allowedTypes(keywords);
  return fixedValues(keywords) === undefined && !types.has('array') && !types.has('object');
}

/** How a list is put in order: by a parameter whose documented values name members. */
export function sortingOf(entry: Schema, query: readonly Parameter[]): Sorting | undefined {
  const members = placedMembers(entry)
    .filter(({ root, schema }) => isOrdered(root, schema))
    .map(({ member, within }): MemberPlace => ({ member, within }));
  for (const parameter of query) {
    if (!SORTS.has(plainName(parameter.name)) || scalarOf(parameter).isList) continue;
    const read = shownValues(parameter).flatMap((value) => orderOf(value, members) ?? []);
    if (read.length === 0) continue;
    // Where a value has a sign or an end for falling, one without has none for rising.
    const isSigned = read.some(({ value, direction }) => direction === 'falling' && value.startsWith('-'));
    const orders = read.map((order): Order =>
      isSigned && order.direction === undefined ? { ...order, direction: 'rising' } : order,
    );
    const direction = query.find(
      (one) =>
        one !== parameter &&
        DIRECTIONS.has(plainName(one.name)) &&
        shownValues(one).some((value) => RISING.test(value) || FALLING.test(value)),
    );
    const values = direction === undefined ? [] : shownValues(direction);
    return {
      parameter,
      orders,
      direction,
      rising: values.find((value) => RISING.test(value)),
      falling: values.find((value) => FALLING.test(value)),
    };
  }
  return undefined;
}
