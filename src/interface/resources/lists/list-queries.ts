import { amountSwitched, flagSwitched } from './amount-switches.ts';
import { identityHeld } from './held-identities.ts';
import { type MemberPlace, membersInside, type PlacedMember, placedMembers } from './member-places.ts';
import { partsOfName, plainName, singularOf, wordsOfName } from '../../names.ts';
import { plainText } from '../../../json/lossless.ts';
import { isObject, type Json, memberOf } from '../../../json/value.ts';
import {
  allowedTypes,
  fixedValues,
  isSchema,
  type Keywords,
  type Schema,
  textOf,
} from '../../../schema/keywords.ts';
import { isObjectSchema, schemaMembers } from '../../../schema/members.ts';
import { scalarKeywords } from '../../../schema/scalar.ts';
import type { Parameter } from '../../model.ts';
import {
  addsSomething,
  isSwitch,
  isWidening,
  narrowsAlone,
  showsRemoved,
  isWrittenFlag,
  usualOf,
} from './switch-words.ts';
import { type Manner, mannerOf, soughtAnywhere, soughtMembers } from './sought-texts.ts';
import { comparisonsOf, type Written, writtenIn } from './expressions.ts';
import {
  bareBound,
  boundedBy,
  boundIn,
  isBounded,
  isExclusiveBound,
  isInclusiveBound,
  isSaidBound,
  isNumeric,
} from './bound-names.ts';
import { isFormOfAnswer, isIdleSwitch } from '../../parameters/forms-of-answers.ts';

/** What a list may be asked for beside its pages: entries with a value alone. */

/**
 * A parameter that bears the name of a member. `exact`: entries with another value don't fit. `number`: the document does not say
 * whether it is a bound. `text`: it may be looked for in any way. `least` and `most`: its name says which bound it is
 * (`created_after`, `maxPrice`). `excluded`: entries with the value don't fit. `item`: the member is a list, and the value is one of its
 * items, or the identity of one. `some`: a switch that leaves out entries without any of a number (`inStock`). `anywhere`: a text is looked
 * for wherever it may stand, so that a word which none has finds none.
 */
export type Filter = MemberPlace & {
  readonly parameter: Parameter;
  readonly kind: 'exact' | 'excluded' | 'number' | 'text' | 'least' | 'most' | 'item' | 'some' | 'anywhere';
  /** How a value is written where the parameter takes expressions; `undefined` where it takes the value itself. */
  readonly written: Written | undefined;
  /** The parameter takes a list of values. */
  readonly isList: boolean;
  /**
   * Values that the parameter may have and of which it is not known that the member has them, in lower case: `all` may ask for
   * all of them.
   */
  readonly open: ReadonlySet<string>;
  /** The values that the document lists for the member, in lower case; `undefined` where it lists none. */
  readonly listed: ReadonlySet<string> | undefined;
  /** The values are codes of one length (`^[A-Z]{2}$`): none has a comma in it. */
  readonly areCodes: boolean;
  /** The default of a switch: `false` and the default then may choose nothing. `undefined` where it has none. */
  readonly usual: boolean | undefined;
  /** The document says of a bound that what is on it fits, too (`or later`, `at least`). */
  readonly isInclusive: boolean;
  /** The document says that what is on the bound is outside, of whole numbers or of days: of others, what is shown may be rounded. */
  readonly isExclusive: boolean;
  /** The document says in words that it is a bound: what is beyond it, and clearly so, is shown. */
  readonly isSaidBound: boolean;
  /** Further members in which the document says that a text is looked for. */
  readonly beside: readonly MemberPlace[];
  /** How a text is looked for, as the document says. */
  readonly manner: Manner;
  /** It bears the name of no member: a text is looked for where the document says, and maybe elsewhere. */
  readonly isSearch: boolean;
};

const DIRECTION = /^(?:asc|desc)(?:ending)?$/i;

/** True for a parameter that says which way a list goes, and nothing else. */
function isDirection({ schema }: Parameter): boolean {
  const values = fixedValues(scalarKeywords(schema)) ?? [];
  return values.length > 0 && values.every((value) => typeof value === 'string' && DIRECTION.test(value));
}

/** True for a parameter for which a service has a value when none is sent, and may leave entries out by it. */
export function mayLeaveOut(parameter: Parameter): boolean {
  const { name, schema } = parameter;
  if (isFormOfAnswer(parameter) || isIdleSwitch(parameter) || isDirection(parameter)) return false;
  const usual = isObject(schema) ? memberOf<Json>(schema, 'default') : undefined;
  return usual !== undefined && !(usual === false && showsRemoved(name));
}

/** Formats of values that are the same or not. */
const EXACT_FORMATS: ReadonlySet<string> = new Set(['uuid', 'guid', 'ipv4', 'ipv6', 'email', 'idn-email']);

/** What a parameter takes: of a list, what each of its items is. */
function scalarOf({ schema }: Parameter): { readonly keywords: Keywords; readonly isList: boolean } {
  const keywords = scalarKeywords(schema);
  const { items } = keywords;
  const isArray = allowedTypes(keywords).has('array') && !allowedTypes(keywords).has('string');
  if (!isArray || items === undefined || !(typeof items === 'boolean' || isObject(items)))
    return { keywords, isList: false };
  return { keywords: scalarKeywords(items, schema), isList: true };
}

/** The form of a code (`^[A-Z]{2}$`): no part of one is another one, so that nothing is looked for but the whole. */
const OF_ONE_LENGTH = /^\^(?:\[(?:[A-Za-z0-9-]|\\d)+\]|\\d|[A-Za-z0-9-]|\{\d+\})+\$$/;

function areCodes(asked: Keywords, shown: Keywords): boolean {
  const pattern = textOf(asked, 'pattern');
  return pattern !== undefined && OF_ONE_LENGTH.test(pattern) && textOf(shown, 'pattern') === pattern;
}

function kindOf(
  parameter: Parameter,
  { member: name, schema, root }: PlacedMember,
): Filter['kind'] | undefined {
  const [asked, shown] = [scalarOf(parameter).keywords, scalarKeywords(schema, root)];
  const mayWiden = isWidening({ ...parameter, name });
  const [own, theirs] = [asked, shown].map((keywords) => [...allowedTypes(keywords)]);
  const scalars = ['string', 'integer', 'number', 'boolean'];
  const types = scalars.filter((type) => own?.some((one) => one === type));
  const others = scalars.filter((type) => theirs?.some((one) => one === type));
  if (own?.some((type) => type === 'object' || type === 'array')) return undefined;
  if (theirs?.some((type) => type === 'object' || type === 'array')) return undefined;
  const [format = '', shownFormat = ''] = [textOf(asked, 'format'), textOf(shown, 'format')];
  const areListed = fixedValues(asked) !== undefined && fixedValues(shown) !== undefined;
  if (isNumeric(types) && isNumeric(others) && !(areListed && !mayWiden))
    return /(?:Id|ID|_id)$/.test(name) ? 'exact' : 'number';
  if (isNumeric(types) && isNumeric(others)) return 'exact';
  const isFlag = others.join() === 'boolean' && (types.join() === 'boolean' || isWrittenFlag(asked));
  if (!isFlag && (types.join() !== others.join() || types.length !== 1)) return undefined;
  if (isFlag) return mayWiden ? undefined : 'exact';
  if (/date|time|duration/.test(`${format} ${shownFormat}`)) return undefined;
  const isFixed = fixedValues(asked) !== undefined || fixedValues(shown) !== undefined;
  if (isFixed) return mayWiden ? undefined : 'exact';
  return areCodes(asked, shown) || (EXACT_FORMATS.has(format) && format === shownFormat) ? 'exact' : 'text';
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

const CHOOSING = /^(?:filters?|where)$/i;
const EQUAL = /^(?:eq|equals?|exact)$/i;

/** What a parameter is about, without the word for choosing: `status` of `filter[status]` (JSON:API), `price.gte` of `where.price.gte`. */
function subjectOf({ name }: Parameter): readonly string[] {
  const parts = partsOfName(name);
  return parts.length > 1 && CHOOSING.test(parts[0] ?? '') ? parts.slice(1) : parts;
}

/** True for a parameter that says that it asks for the very value: `where.price.eq`, `price[eq]`, `name__exact`. */
function asksForEqual(parameter: Parameter): boolean {
  const subject = subjectOf(parameter);
  return subject.length === 2 && EQUAL.test(subject[1] ?? '');
}

/** What a parameter is called for the member that it chooses by. */
function chosenName(parameter: Parameter): string {
  const subject = subjectOf(parameter);
  const [member = ''] = subject;
  return plainName(subject.length === 1 || asksForEqual(parameter) ? member : parameter.name);
}

/** True for a bound that is called `gte`. With `lte` it is another thing: a moment may be shown without the parts of its second. */
function isAtLeast(parameter: Parameter): boolean {
  return wordsOfName(subjectOf(parameter).join('.')).at(-1) === 'gte';
}

type Chosen = {
  readonly placed: PlacedMember;
  readonly kind: Filter['kind'];
  /** Of an expression: how its value is written, and whether what is on a bound fits. */
  readonly written?: Written;
  readonly isInclusive?: boolean;
  /** Of a search: the further members that a text is looked for in. */
  readonly beside?: readonly MemberPlace[];
  /** Of a list of objects: the member by which each is named. */
  readonly ofItem?: string;
};

/** The member of which the name of a parameter says that it is a bound, or its description where the name says no more than that. */
function boundOf(parameter: Parameter, members: readonly PlacedMember[]): Chosen | undefined {
  const name = subjectOf(parameter).join('.');
  const bound = boundIn(name) ?? bareBound(name);
  const [placed, ...others] = bound === undefined ? [] : boundedBy(parameter, bound, members);
  const { keywords, isList: takesList } = scalarOf(parameter);
  if (bound === undefined || placed === undefined || others.length > 0 || takesList) return undefined;
  const shown = scalarKeywords(placed.schema, placed.root);
  return isBounded(keywords, shown, bound.word) ? { placed, kind: bound.kind } : undefined;
}

/** Words of a parameter that takes identities. */
const OF_IDENTITIES = /\b(?:ids?|uuids?|identit(?:y|ies)|identifiers?|primary keys?)\b/i;
const IDENTITIES: readonly string[] = ['id', 'uuid', 'guid'];

/** What the name of a parameter says of whose identities it takes (`tag` of `tagIds`, `tags` of `tags__id`). */
function ownerOfIdentities(parameter: Parameter): string | undefined {
  const words = wordsOfName(subjectOf(parameter).join('_'));
  return words.length > 1 && /^ids?$/.test(words.at(-1) ?? '') ? words.slice(0, -1).join('') : undefined;
}

/** The member by which a parameter asks for the objects of a list: their identity, by its type, its name or its words. */
function namedBy(parameter: Parameter, { member, root }: PlacedMember, item: Schema): string | undefined {
  const { properties } = schemaMembers(item, root);
  const identity = IDENTITIES.find((name) => properties.has(name));
  if (identity === undefined) return undefined;
  const { keywords, isList: takesList } = scalarOf(parameter);
  const shown = scalarKeywords(properties.get(identity) ?? true, root);
  const isSaid =
    ownerOfIdentities(parameter) !== undefined || OF_IDENTITIES.test(parameter.description ?? '');
  const [own, theirs] = [keywords, shown].map((one) => [...allowedTypes(one)]);
  if (isNumeric(own ?? []) && isNumeric(theirs ?? [])) {
    // A number that is called as the list is may be how many of them there are.
    const isOfOne = chosenName(parameter) !== plainName(member);
    return isSaid || takesList || isOfOne ? identity : undefined;
  }
  const [format, shownFormat] = [keywords, shown].map((one) => textOf(one, 'format'));
  const isOfFormat = EXACT_FORMATS.has(format ?? '') && format === shownFormat;
  return own?.join() === 'string' && (isSaid || isOfFormat) ? identity : undefined;
}

/** The identity of entries, where a parameter asks for some of them: `ids`, as a list or in one text. */
function identitiesOf(parameter: Parameter, members: readonly PlacedMember[]): Chosen | undefined {
  const placed = members.find(
    ({ member }) => IDENTITIES.includes(member) && chosenName(parameter) === `${member}s`,
  );
  if (placed === undefined) return undefined;
  const { keywords, isList: takesList } = scalarOf(parameter);
  const shown = scalarKeywords(placed.schema, placed.root);
  const [own, theirs] = [keywords, shown].map((one) =>
    [...allowedTypes(one)].filter((type) => type !== 'null'),
  );
  const isOfKind = own?.join() === theirs?.join() && (own?.join() === 'string' || takesList);
  return isOfKind ? { placed, kind: 'exact' } : undefined;
}

/** The list whose items a parameter asks for: it is called as the list is, or as one of its items (`tag`, `tagIds` for `tags`). */
function itemOf(parameter: Parameter, members: readonly PlacedMember[]): Chosen | undefined {
  const name = chosenName(parameter);
  const names = new Set([name, ownerOfIdentities(parameter) ?? name]);
  const placed = members.find(({ member }) =>
    [plainName(member), singularOf(plainName(member))].some((one) => names.has(one)),
  );
  const items = placed === undefined ? undefined : scalarKeywords(placed.schema, placed.root);
  if (placed === undefined || items?.['items'] === undefined || !allowedTypes(items).has('array'))
    return undefined;
  const item = items['items'];
  if (typeof item === 'boolean' || !isObject(item)) return undefined;
  if (isObjectSchema(item, placed.root)) {
    const ofItem = namedBy(parameter, placed, item);
    return ofItem === undefined ? undefined : { placed, kind: 'item', ofItem };
  }
  const { keywords: own, isList: takesList } = scalarOf(parameter);
  const theirs = scalarKeywords(item, placed.root);
  const isNamed = [plainName(placed.member), singularOf(plainName(placed.member))].includes(name);
  const [types, itemTypes] = [own, theirs].map((keywords) =>
    [...allowedTypes(keywords)].filter((type) => type !== 'null'),
  );
  const areTexts = types?.join() === 'string' && itemTypes?.join() === 'string';
  // A number that is called as the list is may be how many of them there are.
  const areNumbers =
    isNumeric(types ?? []) && isNumeric(itemTypes ?? []) && (takesList || name !== plainName(placed.member));
  const isItem = isNamed && (areTexts || areNumbers) && !/date|time/.test(textOf(theirs, 'format') ?? '');
  return isItem ? { placed, kind: 'item' } : undefined;
}

const EXACTLY = /^(?:only )?(?:[\w-]+ ){1,3}with exactly (?:this|that|the given) [\w-]+/i;

/** Texts and whole numbers, where the very value is asked for: what fractions are equal hangs on how they are kept. */
function isOfEqual(parameter: Parameter, kind: Filter['kind']): boolean {
  const types = allowedTypes(scalarOf(parameter).keywords);
  const isExact = asksForEqual(parameter) || EXACTLY.test(parameter.description ?? '');
  return isExact && (kind === 'text' || (kind === 'number' && !types.has('number')));
}

/** Days and whole numbers: what has bounds beside it (`birthday`, `birthday__gte`) is none itself. */
function isBesideBounds(
  parameter: Parameter,
  placed: PlacedMember,
  members: readonly PlacedMember[],
  query: readonly Parameter[],
): boolean {
  const both = [scalarOf(parameter).keywords, scalarKeywords(placed.schema, placed.root)];
  const isDay = both.every((one) => textOf(one, 'format') === 'date');
  const isWhole = both.every((one) => {
    const types = [...allowedTypes(one)].filter((type) => type !== 'null');
    return types.join() === 'integer';
  });
  return (
    (isDay || isWhole) &&
    query.some((other) => other !== parameter && boundOf(other, members)?.placed === placed)
  );
}

/** The member with listed values of which a parameter takes several (`states` of `state`). */
function ofSeveral(parameter: Parameter, members: readonly PlacedMember[]): PlacedMember | undefined {
  const { keywords, isList: takesList } = scalarOf(parameter);
  if (!takesList || fixedValues(keywords) === undefined) return undefined;
  const called = singularOf(chosenName(parameter));
  return members.find(
    ({ member, schema, root }) =>
      plainName(member) === called && fixedValues(scalarKeywords(schema, root)) !== undefined,
  );
}

/** What a list is asked for, and what it shows. `said`: its own words. */
type Asked = {
  readonly members: readonly PlacedMember[];
  readonly query: readonly Parameter[];
  readonly said: string;
};

function chosenBy(parameter: Parameter, { members, query, said }: Asked): Chosen | undefined {
  const placed =
    members.find((one) => plainName(one.member) === chosenName(parameter)) ??
    ofSeveral(parameter, members) ??
    flagSwitched(parameter, members);
  const kind =
    placed === undefined
      ? undefined
      : isBesideBounds(parameter, placed, members, query)
        ? 'exact'
        : kindOf(parameter, placed);
  if (placed !== undefined && kind !== undefined)
    return { placed, kind: isOfEqual(parameter, kind) ? 'exact' : kind };
  // `from` may be a bound of the member of that name, as far as its words say so.
  const mayBound = placed === undefined || bareBound(subjectOf(parameter).join('.')) !== undefined;
  const found =
    itemOf(parameter, members) ??
    (placed === undefined ? identitiesOf(parameter, members) : undefined) ??
    (mayBound ? boundOf(parameter, members) : undefined);
  if (found !== undefined || placed !== undefined) return found;
  const amount = amountSwitched(parameter, members);
  if (amount !== undefined) return { placed: amount, kind: 'some' };
  const held = identityHeld(parameter, ownerOfIdentities(parameter), members);
  if (held !== undefined) return { placed: held, kind: 'exact' };
  return insideOne(parameter, members) ?? soughtIn(parameter, members, said);
}

/** Words by which a parameter leaves out all others: `Only customers in this country`. */
const LEAVES_OUT = /^(?:return |returns |list |lists |show |shows )?only \w+/i;

/**
 * The one member of an object inside of an entry that a parameter bears the name of (`country` of `address`), where its words say that
 * it leaves out others, and its values are described as those of the member are: listed, codes of one length, or of an exact format.
 */
function insideOne(parameter: Parameter, members: readonly PlacedMember[]): Chosen | undefined {
  if (!LEAVES_OUT.test(parameter.description ?? '')) return undefined;
  const [placed, ...others] = members
    .flatMap(membersInside)
    .filter(({ member }) => plainName(member) === chosenName(parameter));
  if (placed === undefined || others.length > 0) return undefined;
  const [asked, shown] = [scalarOf(parameter).keywords, scalarKeywords(placed.schema, placed.root)];
  const [own, theirs] = [asked, shown].map((one) => listedValues(one));
  const isAlike = own === undefined ? theirs === undefined : theirs !== undefined && own.isSubsetOf(theirs);
  const isExact = allowedTypes(shown).has('string') && kindOf(parameter, placed) === 'exact';
  return isAlike && isExact ? { placed, kind: 'exact' } : undefined;
}

/** The members that a text is looked for in, by the words of the document; one of them where it may stand anywhere. */
function soughtIn(parameter: Parameter, members: readonly PlacedMember[], said: string): Chosen | undefined {
  const [placed, ...beside] = soughtMembers(parameter, members);
  return placed === undefined ? soughtAnywhere(parameter, members, said) : { placed, kind: 'text', beside };
}

function itemKeywords({ items }: Keywords, root: Schema): Keywords {
  return items === undefined || !isSchema(items) ? {} : scalarKeywords(items, root);
}

/** A parameter and what it chooses by as a filter, where it does not say how entries are shown, or adds something to them. */
function filterOf(parameter: Parameter, chosen: Chosen): Filter | undefined {
  const { kind, written, beside = [], ofItem } = chosen;
  const { member, within, schema, root } = chosen.placed;
  const shown = scalarKeywords(schema, root);
  const held = kind === 'item' && ofItem === undefined ? itemKeywords(shown, root) : shown;
  const { keywords, isList: takesList } =
    written === undefined ? scalarOf(parameter) : { keywords: shown, isList: false };
  if (written === undefined && (SHOWS.test(plainName(member)) || GRADED.test(plainName(member))))
    return undefined;
  if (written === undefined && isSwitch(kind, shown) && addsSomething(parameter)) return undefined;
  const isBound = kind === 'least' || kind === 'most';
  const isInclusive = chosen.isInclusive ?? (isAtLeast(parameter) || isInclusiveBound(parameter, shown));
  const said = written === undefined ? mannerOf(parameter) : mannerOf({});
  return {
    parameter,
    member,
    within,
    ...(ofItem === undefined ? {} : { ofItem }),
    kind,
    written,
    isList: takesList,
    open: openValues(keywords, held),
    listed: listedValues(held),
    areCodes: areCodes(keywords, shown),
    usual:
      written === undefined
        ? (usualOf(keywords) ?? (isSwitch(kind, shown) && narrowsAlone(parameter) ? false : undefined))
        : undefined,
    isInclusive: isBound && isInclusive,
    isExclusive: isBound && !isInclusive && isExclusiveBound(parameter, keywords, shown),
    isSaidBound: isBound && (written !== undefined || isSaidBound(parameter)),
    beside,
    manner: kind === 'text' ? said : { ...mannerOf({}), ownCase: kind === 'exact' && said.ownCase },
    isSearch: chosen.beside !== undefined,
  };
}

/**
 * The parameters that leave out what has another value: they bear the name of a member, and have its type, or take expressions that
 * compare it. `said`: the words of the list.
 */
export function filtersOf(entry: Schema, query: readonly Parameter[], said: string): readonly Filter[] {
  const members = placedMembers(entry);
  return query.flatMap((parameter): readonly Filter[] => {
    if (parameter.style === 'content' || parameter.style === 'deepObject') return [];
    const chosen = chosenBy(parameter, { members, query, said });
    const all = chosen === undefined ? comparisonsOf(parameter, members) : [chosen];
    return all.flatMap((one) => filterOf(parameter, one) ?? []);
  });
}

/** The value that a parameter asks for, of what it was sent with; `undefined` where it asks for something else. */
export function askedOf({ written }: Filter, sent: string | null | undefined): string | undefined {
  if (sent === null || sent === undefined || sent === '') return undefined;
  return written === undefined ? sent : writtenIn(written, sent);
}
