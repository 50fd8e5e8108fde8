import fc from 'fast-check';
import { isList, isObject, type Json, memberOf } from '../../json/value.ts';
import { compileSchemaLater } from '../compile.ts';
import {
  allowedTypes,
  fixedValues,
  isSchema,
  type SchemaType,
  type Keywords,
  numberOf,
  requiredOf,
  type Schema,
  textOf,
} from '../keywords.ts';
import { nearMisses, type Slip, SLIPS } from './near-misses.ts';
import { multiple, numberValues, stringValues } from './scalars.ts';
import { brokenTexts, ordinaryText, otherCharacters } from './texts.ts';

/** What to do to a place: gets the valid value that stands there, returns what is to stand there instead. */
export type Change = (original: Json | undefined) => Json | undefined;

/** The six types of RFC 8259. */
export type WrongType = Exclude<SchemaType, 'integer'>;

const ALL: readonly WrongType[] = ['null', 'boolean', 'number', 'string', 'array', 'object'];

function constants(...values: readonly Json[]): fc.Arbitrary<Change> {
  return fc.constantFrom(...values).map((value) => () => value);
}

function crossShrinking(...arbitraries: readonly fc.Arbitrary<Change>[]): fc.Arbitrary<Change> {
  return fc.oneof({ withCrossShrink: true }, ...arbitraries);
}

/** Strings that a lenient reader takes for a value of the type that is asked for. */
function lookalikes(allowed: ReadonlySet<SchemaType>): readonly string[] {
  const numeric = allowed.has('number') || allowed.has('integer') ? ['0', '12'] : [];
  const truth = allowed.has('boolean') ? ['true', 'false'] : [];
  return [...numeric, ...truth, ''];
}

/** How much more often a truth value is sent as its text than as any other: who takes another one takes this one as well. */
const TRUTH_FIRST = 16;

function textsFor(allowed: ReadonlySet<SchemaType>): fc.Arbitrary<Change> {
  const any = [constants(...lookalikes(allowed)), ordinaryText().map((value) => () => value)];
  if (!allowed.has('boolean')) return crossShrinking(...any);
  const truth = { arbitrary: constants('true'), weight: TRUTH_FIRST };
  return fc.oneof({ withCrossShrink: true }, truth, ...any);
}

function changesTo(type: WrongType, allowed: ReadonlySet<SchemaType>): fc.Arbitrary<Change> {
  switch (type) {
    case 'null':
      return constants(null);
    case 'boolean':
      return constants(false, true);
    case 'number':
      return crossShrinking(
        constants(0),
        constants(12.5, 1, -1),
        fc.integer({ min: 0, max: 9999 }).map((value) => () => value),
      );
    case 'string':
      return textsFor(allowed);
    case 'array':
      return crossShrinking(
        constants([]),
        fc.constant((original) => [original ?? null]),
        constants([null], [0]),
      );
    case 'object':
      return crossShrinking(
        constants({}),
        fc.constant((original) => ({ value: original ?? null })),
      );
  }
}

/** For each JSON type that none of the ways allows at a place: how to put a value of that type there. */
export function wrongTypes(
  ways: readonly Keywords[],
): readonly { readonly type: WrongType; readonly change: fc.Arbitrary<Change> }[] {
  const allowed = new Set(ways.flatMap((keywords) => [...allowedTypes(keywords)]));
  const wrong = ALL.filter((type) => !allowed.has(type) && !(type === 'number' && allowed.has('integer')));
  return wrong.map((type) => ({ type, change: changesTo(type, allowed) }));
}

type BrokenNumber = { readonly keyword: string; readonly arbitrary: fc.Arbitrary<number> };

const INT32_OUTSIDE = [2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1];
/** A double can't come closer to the bounds of int64 from the outside and be told apart from them. */
const INT64_OUTSIDE = [2 ** 64, -(2 ** 64), 1e300];

/** The nearest number behind a bound: whoever takes one that is farther away takes this one, too. */
function away(from: number, step: number, direction: 1 | -1, open: boolean): fc.Arbitrary<number> {
  const nearest = direction === 1 ? Math.ceil(from / step) : Math.floor(from / step);
  const beyond = nearest * step === from && !open ? nearest + direction : nearest;
  return fc.constant(multiple(beyond, step));
}

function beyondBounds(keywords: Keywords, step: number): readonly BrokenNumber[] {
  const broken: BrokenNumber[] = [];
  const sides = [
    ['minimum', -1, false],
    ['exclusiveMinimum', -1, true],
    ['maximum', 1, false],
    ['exclusiveMaximum', 1, true],
  ] as const;
  for (const [keyword, direction, open] of sides) {
    const bound = numberOf(keywords, keyword);
    if (bound !== undefined) broken.push({ keyword, arbitrary: away(bound, step, direction, open) });
  }
  return broken;
}

function offTheStep(keywords: Keywords, whole: boolean): readonly BrokenNumber[] {
  const step = numberOf(keywords, 'multipleOf');
  if (step === undefined) return [];
  const counts = fc.nat({ max: 999 });
  const low = Math.ceil((numberOf(keywords, 'minimum') ?? 0) / step);
  const shift = whole ? 1 : step / 2;
  return [{ keyword: 'multipleOf', arbitrary: counts.map((count) => multiple(low + count, step) + shift) }];
}

/**
 * Numbers that break a bound, `multipleOf`, `int32`, `int64` or, with a fraction, `integer` (keyword `type`), as far as
 * the keywords are there. `typical` are values that the keywords allow.
 */
function brokenNumbers(
  keywords: Keywords,
  typical: fc.Arbitrary<number> | undefined,
): readonly BrokenNumber[] {
  const types = allowedTypes(keywords);
  if (!types.has('integer') && !types.has('number')) return [];
  const whole = !types.has('number');
  const step = numberOf(keywords, 'multipleOf') ?? (whole ? 1 : 0.5);
  const format = textOf(keywords, 'format');
  const outside = format === 'int32' ? INT32_OUTSIDE : format === 'int64' ? INT64_OUTSIDE : undefined;
  return [
    ...beyondBounds(keywords, step),
    ...offTheStep(keywords, whole),
    ...(outside === undefined ? [] : [{ keyword: 'format', arbitrary: fc.constantFrom(...outside) }]),
    ...(whole && typical !== undefined
      ? [{ keyword: 'type', arbitrary: typical.map((value) => value + 0.5) }]
      : []),
  ];
}

/** How to break one keyword at a place. `added` names the member that the change adds there. */
export type BrokenConstraint = {
  readonly keyword: string;
  readonly change: fc.Arbitrary<Change>;
  readonly added?: string;
  /** Which of several ways to break the keyword this is, where each of them is to be tried. */
  readonly way?: string;
  /** A further way, for runs that have the requests. */
  readonly isVariant?: true;
};

const MAX_ITEMS = 1000;
const UNKNOWN_MEMBER = 'undocumented';

function put<T extends Json>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<Change> {
  return arbitrary.map((value) => () => value);
}

function otherThanFixed(keywords: Keywords): readonly BrokenConstraint[] {
  const fixed = fixedValues(keywords);
  if (fixed === undefined) return [];
  const texts = fixed.filter((value) => typeof value === 'string');
  const numbers = fixed.filter((value) => typeof value === 'number');
  const flags = fixed.filter((value) => typeof value === 'boolean').map((value) => !value);
  // Whoever takes any text takes one that is nearly right.
  const near: readonly Json[] = [
    ...texts.map((text) => `${text}x`),
    ...numbers.flatMap((value) => [value + 1, value - 1]),
    ...flags,
  ];
  const cased = texts.flatMap((text) => [text.toUpperCase(), text.toLowerCase()]);
  const others = cased.filter((text) => !texts.includes(text));
  const keyword = keywords['const'] === undefined ? 'enum' : 'const';
  return [
    ...(near.length === 0 ? [] : [{ keyword, change: put(fc.constantFrom(...near)) }]),
    ...(others.length === 0
      ? []
      : [{ keyword, way: 'case', isVariant: true as const, change: put(fc.constantFrom(...others)) }]),
    ...(texts.length === 0
      ? []
      : [{ keyword, way: 'empty', isVariant: true as const, change: put(fc.constant('')) }]),
  ];
}

function itemsOf(original: Json | undefined): readonly Json[] {
  return isList(original) ? original : [];
}

/** A list with one item more, of the kind of its last one. */
function withOneMore(original: Json | undefined): Json {
  const items = itemsOf(original);
  return [...items, items.at(-1) ?? null];
}

function brokenLists(
  keywords: Keywords,
  items: (least: number) => fc.Arbitrary<Json> | undefined,
): readonly BrokenConstraint[] {
  const broken: BrokenConstraint[] = [];
  const least = numberOf(keywords, 'minItems') ?? 0;
  if (least > 0 && least <= MAX_ITEMS) {
    // One too few first: whoever asks for any item at all refuses the empty list, and not that.
    const cut = (length: number): fc.Arbitrary<Change> =>
      fc.constant((original) => itemsOf(original).slice(0, length));
    broken.push({ keyword: 'minItems', change: cut(least - 1) });
    if (least > 1) broken.push({ keyword: 'minItems', way: 'empty', isVariant: true, change: cut(0) });
  }
  const most = numberOf(keywords, 'maxItems');
  const longer = most !== undefined && most < MAX_ITEMS ? items(most + 1) : undefined;
  if (longer !== undefined) broken.push({ keyword: 'maxItems', change: put(longer) });
  if (keywords['items'] === false && keywords['prefixItems'] !== undefined)
    broken.push({ keyword: 'items', change: fc.constant(withOneMore) });
  const pair = keywords['uniqueItems'] === true ? items(1) : undefined;
  if (pair !== undefined) {
    const twice = pair.map((list): Change => () => [...itemsOf(list).slice(0, 1), ...itemsOf(list)]);
    const shortened = (numberOf(keywords, 'maxItems') ?? MAX_ITEMS) + 1;
    broken.push({
      keyword: 'uniqueItems',
      change: twice.map((change) => (original) => itemsOf(change(original)).slice(0, shortened - 1)),
    });
  }
  return broken;
}

/** Makes values that a schema allows, where it can. */
type ValuesOf = (schema: Schema) => fc.Arbitrary<Json> | undefined;

function brokenMembers(keywords: Keywords, valuesOf: ValuesOf): readonly BrokenConstraint[] {
  const broken: BrokenConstraint[] = [];
  for (const keyword of ['additionalProperties', 'unevaluatedProperties']) {
    if (memberOf(keywords, keyword) !== false) continue;
    const values = fc.oneof(
      { withCrossShrink: true },
      fc.constant<Json>(null),
      ordinaryText(),
      fc.integer({ min: 0, max: 99 }),
    );
    broken.push({ keyword, added: UNKNOWN_MEMBER, change: put(values) });
  }
  const least = numberOf(keywords, 'minProperties');
  if (least !== undefined && least > 0) {
    const required = requiredOf(keywords);
    const fewer: Change = (original) => {
      const members = isObject(original) ? Object.entries(original) : [];
      const [kept, rest] = [
        members.filter(([name]) => required.has(name)),
        members.filter(([name]) => !required.has(name)),
      ];
      return Object.fromEntries([...kept, ...rest].slice(0, least - 1));
    };
    broken.push({ keyword: 'minProperties', change: fc.constant(fewer) });
  }
  const most = numberOf(keywords, 'maxProperties');
  if (most !== undefined && most < MAX_ITEMS) {
    const { additionalProperties: open } = keywords;
    const others = isSchema(open) ? valuesOf(open) : undefined;
    const more =
      (value: Json): Change =>
      (original) => {
        const members = isObject(original) ? original : {};
        const names = Array.from({ length: most + 1 }, (_, index) => `member${index + 1}`);
        const extra = names.filter((name) => !Object.hasOwn(members, name));
        const missing = Math.max(1, most + 1 - Object.keys(members).length);
        return { ...members, ...Object.fromEntries(extra.slice(0, missing).map((name) => [name, value])) };
      };
    broken.push({ keyword: 'maxProperties', change: (others ?? fc.constant(1)).map(more) });
  }
  return broken;
}

/** So many texts of a pattern tell which slips there are to make. */
const TYPICAL_TEXTS = 5;

/** The slips that a pattern knows, the most telling first: of the texts that it allows, some have each. */
function slipsOf(keywords: Keywords): readonly Slip[] {
  const supply = stringValues(keywords, undefined);
  if (supply.kind === 'unsupported') return [];
  const texts = fc.sample(supply.arbitrary, { seed: 0, numRuns: TYPICAL_TEXTS });
  const found = new Set(texts.flatMap((text) => [...nearMisses(keywords, text).keys()]));
  return SLIPS.filter((slip) => found.has(slip));
}

/**
 * Texts that are nearly what the pattern asks for: the length is right, else all characters are; then one case for each slip that
 * services make, whatever the seed. What is drawn stands in where there are none that are so near.
 */
function brokenPatterns(keywords: Keywords, far: readonly BrokenConstraint[]): readonly BrokenConstraint[] {
  if (textOf(keywords, 'pattern') === undefined) return far;
  const draws = fc.nat({ max: 99 });
  const alike = far.map((broken) => {
    if (broken.keyword !== 'pattern') return broken;
    const change = fc.tuple(draws, broken.change).map(([drawn, other]): Change => (original) => {
      const near = typeof original === 'string' ? otherCharacters(keywords, original) : [];
      return near[drawn % near.length] ?? other(original);
    });
    return { ...broken, change };
  });
  const slips = slipsOf(keywords).map((slip): BrokenConstraint => {
    const change: Change = (original) =>
      (typeof original === 'string' ? nearMisses(keywords, original).get(slip) : undefined) ?? original;
    const isVariant = slip === 'length' ? {} : { isVariant: true as const };
    return { keyword: 'pattern', way: slip, ...isVariant, change: fc.constant(change) };
  });
  return [...alike, ...slips];
}

/** So many places of a text are looked at for one that has room for more. */
const MOST_PLACES = 40;

/** Texts of this length that come of another one: its beginning and its end, or with one of its characters again and again. */
function ofLength(text: string, length: number): readonly string[] {
  const characters = Array.from(text);
  const missing = length - characters.length;
  if (missing <= 0)
    return [characters.slice(0, length).join(''), characters.slice(characters.length - length).join('')];
  const places = characters.map((_one, at) => at + 1).toReversed();
  return places.slice(0, MOST_PLACES).map((at) => {
    const more = (characters[at - 1] ?? '').repeat(missing);
    return [...characters.slice(0, at), more, ...characters.slice(at)].join('');
  });
}

/**
 * Texts of a length that is not allowed, which else are what pattern and format ask for: whoever forgot the length alone refuses others
 * for those. What is drawn stands in where none is found.
 */
function brokenLengths(keywords: Keywords, far: readonly BrokenConstraint[]): readonly BrokenConstraint[] {
  const asked = Object.entries(keywords).filter(([name]) => name === 'pattern' || name === 'format');
  if (asked.length === 0) return far;
  const validate = compileSchemaLater(Object.fromEntries(asked));
  const fits = (text: string): boolean => validate(text).length === 0;
  return far.map((broken) => {
    if (broken.keyword !== 'minLength' && broken.keyword !== 'maxLength') return broken;
    const change = broken.change.map((other): Change => (original) => {
      const drawn = other(original);
      if (typeof drawn !== 'string' || typeof original !== 'string' || fits(drawn)) return drawn;
      return ofLength(original, Array.from(drawn).length).find(fits) ?? drawn;
    });
    return { ...broken, change };
  });
}

/**
 * How to break each constraint that the keywords of a place hold, with values of an allowed type. `valuesOf` makes
 * valid values for other schemas of the same document.
 */
export function brokenConstraints(keywords: Keywords, valuesOf: ValuesOf): readonly BrokenConstraint[] {
  const types = allowedTypes(keywords);
  const fixed = otherThanFixed(keywords);
  if (fixed.length > 0) return fixed;
  const typical = types.has('integer') || types.has('number') ? numberValues(keywords, 'integer') : undefined;
  const numbers = brokenNumbers(keywords, typical?.kind === 'values' ? typical.arbitrary : undefined);
  const texts = types.has('string') ? brokenTexts(keywords) : [];
  const putTexts = texts.map(({ arbitrary, ...broken }) => ({ ...broken, change: put<Json>(arbitrary) }));
  const { maxItems: _most, minItems: _least, uniqueItems, ...list } = keywords;
  const longer = (least: number): fc.Arbitrary<Json> | undefined =>
    valuesOf({
      ...list,
      type: 'array',
      minItems: least,
      // The shortest that is too long: whoever takes a longer one takes this one, too.
      maxItems: least,
      ...(uniqueItems === undefined ? {} : { uniqueItems }),
    });
  return [
    ...numbers.map(({ keyword, arbitrary }) => ({ keyword, change: put<Json>(arbitrary) })),
    ...(types.has('string') ? brokenPatterns(keywords, brokenLengths(keywords, putTexts)) : []),
    ...(types.has('array') ? brokenLists(keywords, longer) : []),
    ...(types.has('object') ? brokenMembers(keywords, valuesOf) : []),
  ];
}
