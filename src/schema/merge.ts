import { canonicalJson } from '../json/canonical.ts';
import { isList, isObject, type Json, listOf, memberOf, setMember } from '../json/value.ts';
import { onceForBoth } from '../system/once-for.ts';
import { branchesThatTell } from './kinds/discriminator.ts';
import {
  DISCRIMINATOR,
  isSchema,
  isWrapper,
  KINDS,
  type Keywords,
  requiredOf,
  type Schema,
  schemasOf,
} from './keywords.ts';
import { definitionsOf, referred } from './references.ts';

let joined = new WeakMap<object, WeakMap<object, Json>>();

/** Two schemas as one, the same each time: what is found of it once holds wherever the two meet again. */
function allOfBoth(left: Json, right: Json): Json {
  if (!isObject(left) || !isObject(right)) return { allOf: [left, right] };
  const ofLeft = joined.get(left) ?? new WeakMap<object, Json>();
  joined.set(left, ofLeft);
  const known = ofLeft.get(right) ?? { allOf: [left, right] };
  ofLeft.set(right, known);
  return known;
}

function both(left: Json | undefined, right: Json | undefined): Json {
  if (left === undefined || left === true || left === right) return right ?? true;
  if (right === undefined || right === true) return left;
  return left === false || right === false ? false : allOfBoth(left, right);
}

function allows(types: readonly Json[], type: Json): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

function commonTypes(left: Json, right: Json): Json {
  const lefts = isList(left) ? left : [left];
  const rights = isList(right) ? right : [right];
  const types = [...new Set([...lefts, ...rights])];
  const common = types.filter((type) => allows(lefts, type) && allows(rights, type));
  const [only] = common;
  return only !== undefined && common.length === 1 ? only : common;
}

function commonMultiple(left: number, right: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  if (!Number.isInteger(left) || !Number.isInteger(right)) return Math.max(left, right);
  return (left / divisor(left, right)) * right;
}

/** What a side asks of members that it doesn't name; nothing is said where patterns of names may say more. */
function unnamed(keywords: Keywords): Json | undefined {
  return keywords['patternProperties'] === undefined ? keywords['additionalProperties'] : undefined;
}

/** The members that either describes; `undefined` for none. No map is made of them: of a choice of choices that is done very often. */
function commonProperties(left: Keywords, right: Keywords): { readonly [name: string]: Json } | undefined {
  const lefts = memberOf(left, 'properties');
  const rights = memberOf(right, 'properties');
  const common: { [name: string]: Json } = {};
  const ofRight = isObject(rights) ? rights : {};
  if (isObject(lefts)) {
    const others = unnamed(right);
    for (const [name, schema] of Object.entries(lefts))
      if (isSchema(schema)) setMember(common, name, both(schema, schemaOf(ofRight, name) ?? others));
  }
  const own = unnamed(left);
  for (const [name, schema] of Object.entries(ofRight))
    if (isSchema(schema) && !Object.hasOwn(common, name)) setMember(common, name, both(own, schema));
  return isEmpty(common) ? undefined : common;
}

function schemaOf(members: { readonly [name: string]: Json }, name: string): Schema | undefined {
  const schema = memberOf(members, name);
  return isSchema(schema) ? schema : undefined;
}

function commonMembers(left: Keywords, right: Keywords): { readonly [name: string]: Json } {
  const merged = new Map(Object.entries(left));
  for (const [name, schema] of Object.entries(right)) merged.set(name, both(merged.get(name), schema));
  return Object.fromEntries(merged);
}

function commonPrefix(left: Keywords, right: Keywords): readonly Json[] {
  const lefts = schemasOf(left, 'prefixItems');
  const rights = schemasOf(right, 'prefixItems');
  const longer = lefts.length > rights.length ? lefts : rights;
  return longer.map((_, index) => both(lefts[index] ?? left['items'], rights[index] ?? right['items']));
}

function mergedKeyword(keyword: string, left: Json, right: Json): Json {
  switch (keyword) {
    case 'type':
      return commonTypes(left, right);
    case 'enum': {
      const rights = new Set(listOf(right).map(canonicalJson));
      return listOf(left).filter((value) => rights.has(canonicalJson(value)));
    }
    case 'minimum':
    case 'exclusiveMinimum':
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return Math.max(Number(left), Number(right));
    case 'maximum':
    case 'exclusiveMaximum':
    case 'maxLength':
    case 'maxItems':
    case 'maxProperties':
      return Math.min(Number(left), Number(right));
    case 'multipleOf':
      return commonMultiple(Number(left), Number(right));
    case 'uniqueItems':
    case 'readOnly':
    case 'writeOnly':
    case 'deprecated':
      return left === true || right === true;
    case 'items':
    case 'additionalProperties':
      return both(left, right);
    case 'patternProperties':
      return isObject(left) && isObject(right) ? commonMembers(left, right) : right;
    case '$defs':
      return isObject(left) && isObject(right) ? { ...left, ...right } : right;
    default:
      return right;
  }
}

function isEmpty(keywords: Keywords): boolean {
  return Object.keys(keywords).length === 0;
}

/**
 * One set of keywords that asks for what both ask for, as far as keywords can be joined; of two patterns, formats or
 * constants the right one is kept, so that values still have to be judged by the schemas themselves, and so it is of two
 * examples: what stands later says more.
 */
export function mergeKeywords(left: Keywords, right: Keywords): Keywords {
  if (isEmpty(left)) return right;
  if (isEmpty(right)) return left;
  const merged = new Map(Object.entries(left));
  for (const [keyword, value] of Object.entries(right)) {
    const present = merged.get(keyword);
    merged.set(keyword, present === undefined ? value : mergedKeyword(keyword, present, value));
  }
  const required = [...new Set([...requiredOf(left), ...requiredOf(right)])];
  const properties = commonProperties(left, right);
  const prefixItems = commonPrefix(left, right);
  if (required.length > 0) merged.set('required', required);
  if (properties !== undefined) merged.set('properties', properties);
  if (prefixItems.length > 0) merged.set('prefixItems', prefixItems);
  return Object.fromEntries(merged);
}

/**
 * One of the ways to satisfy a schema: keywords without `$ref`, `allOf`, `anyOf`, `oneOf` and `if`.
 * `references` counts the references that were followed one inside the other on the way to it.
 */
export type FlatSchema = { readonly keywords: Keywords; readonly references: number };

/**
 * How many more parts of a schema may be looked at. Shared and counted down by all that works on one schema: parts that
 * refer to each other can multiply without end. `followed`: what references led to meanwhile.
 */
export type Effort = { left: number; readonly followed?: Map<string, Schema | undefined> };

/** The effort that one schema is worth: far more than any written by hand needs. */
export function fullEffort(): Effort {
  return { left: 20_000 };
}

const MAX_ALTERNATIVES = 64;

/** Parts that are in place of one schema; the rest of more is left out. Any that are written by hand have fewer. */
const MAX_CONJUNCTS = 250;

/**
 * One flat set of what a schema, its reference and its `allOf` parts ask for together. `anyOf`, `oneOf`, `not` and conditions are
 * left as they are; of two, the later one is kept. `root` holds the `$defs`.
 */
export function mergedKeywords(schema: Schema, root: Schema = schema): Keywords {
  if (typeof schema === 'boolean') return {};
  const isAlone = schema['$ref'] === undefined && schema['allOf'] === undefined;
  return isAlone ? schema : mergedIn(definitionsOf(typeof root === 'boolean' ? schema : root), schema);
}

const mergedIn = onceForBoth((root: Keywords, schema: Keywords): Keywords => {
  const seen = new Set<Schema>();
  const found: Keywords[] = [];
  // What it refers to, the parts of `allOf`, and itself, in that order. What several parts refer to is there once.
  const find = (at: Schema): void => {
    if (typeof at === 'boolean' || seen.has(at) || seen.size >= MAX_CONJUNCTS) return;
    seen.add(at);
    const { $ref, allOf: _all, ...own } = at;
    const target = typeof $ref === 'string' ? referred(root, $ref) : undefined;
    const parts = [...(target === undefined ? [] : [target]), ...schemasOf(at, 'allOf')];
    for (const part of parts) find(part);
    if (parts.length === 0) found.push(at);
    else if (!isEmpty(own)) found.push(own);
  };
  find(schema);
  const [first = {}, ...others] = found;
  return others.reduce(mergeKeywords, first);
});

function combine(
  left: readonly FlatSchema[] | undefined,
  right: readonly FlatSchema[],
  most: number,
): readonly FlatSchema[] {
  if (left === undefined) return right;
  const pairs: FlatSchema[] = [];
  for (const one of left) {
    for (const other of right) {
      if (pairs.length === most) return pairs;
      const references = Math.max(one.references, other.references);
      pairs.push({ keywords: mergeKeywords(one.keywords, other.keywords), references });
    }
  }
  return pairs;
}

/** The ways of the first of these schemas that have any, until there are so many. */
function waysOfAny(
  parts: Iterable<Json>,
  most: number,
  waysOf: (part: Schema) => readonly FlatSchema[],
): readonly FlatSchema[] {
  const ways: FlatSchema[] = [];
  for (const part of parts) {
    if (ways.length >= most) break;
    if (isSchema(part)) ways.push(...waysOf(part));
  }
  return ways;
}

const kindless = new WeakMap<object, Schema>();

/** A part of what is itself one of its kinds: which one is known there. */
function withoutKinds(root: Schema, part: Schema): Schema {
  const reference = typeof part === 'object' ? part['$ref'] : undefined;
  const target = typeof reference === 'string' ? referred(root, reference) : part;
  if (typeof target !== 'object' || !Object.hasOwn(target, KINDS)) return part;
  const { [KINDS]: _kinds, [DISCRIMINATOR]: _told, ...plain } = target;
  const known = kindless.get(target) ?? plain;
  kindless.set(target, known);
  return known;
}

/**
 * The ways to satisfy a schema, at most `most`, each as one flat set of keywords; none when the schema allows nothing within
 * `depth` references, or when the effort is spent. `not` and other conditions are not worked out: values have to be judged by the schema itself.
 */
export function flattenSchema(
  root: Schema,
  schema: Schema,
  depth: number,
  effort: Effort,
  most = MAX_ALTERNATIVES,
): readonly FlatSchema[] {
  effort.left -= 1;
  if (schema === false || effort.left < 0) return [];
  if (schema === true) return [{ keywords: {}, references: 0 }];
  const {
    $ref,
    allOf: _all,
    anyOf: given,
    oneOf,
    if: condition,
    then,
    else: otherwise,
    [KINDS]: kinds,
    ...own
  } = schema;
  const waysOf = (part: Schema): readonly FlatSchema[] => flattenSchema(root, part, depth, effort, most);
  const anyOf = branchesThatTell(listOf(given), own[DISCRIMINATOR], (part) =>
    waysOf(part).map((way) => way.keywords),
  );
  let flats: readonly FlatSchema[] | undefined;
  if (typeof $ref === 'string') {
    const target = depth > 0 ? referred(root, $ref) : undefined;
    if (depth > 0) effort.followed?.set($ref, target);
    const ways = target === undefined ? [] : flattenedOnce(root, target, depth - 1, effort, most);
    flats = ways.map((way) => ({ ...way, references: way.references + 1 }));
  }
  const isOne = isWrapper(schema);
  for (const part of schemasOf(schema, 'allOf'))
    flats = combine(flats, waysOf(isOne ? part : withoutKinds(root, part)), most);
  flats = combine(flats, [{ keywords: own, references: 0 }], most);
  const told = branchesThatTell(listOf(kinds), own[DISCRIMINATOR], (part) =>
    waysOf(part).map((way) => way.keywords),
  );
  const ofKinds = kinds === undefined ? [] : waysOfAny(told, most, waysOf);
  if (ofKinds.length > 0) flats = combine(flats, ofKinds, most);
  for (const union of [isList(given) ? anyOf : undefined, isList(oneOf) ? oneOf : undefined]) {
    if (union !== undefined) flats = combine(flats, waysOfAny(union, most, waysOf), most);
  }
  if (isSchema(condition)) {
    const met: Json = { allOf: [condition, isSchema(then) ? then : true] };
    const unmet = isSchema(otherwise) ? otherwise : true;
    flats = combine(flats, waysOfAny([met, unmet], most, waysOf), most);
  }
  return flats;
}

type Flattened = {
  readonly flats: readonly FlatSchema[];
  readonly followed: ReadonlyMap<string, Schema | undefined>;
};

type FlattenedBySchema = WeakMap<object, Map<number, Flattened>>;

/** By how many references are followed: all ways, and the first of them alone. */
let flattened: { readonly all: FlattenedBySchema; readonly first: FlattenedBySchema; members: number } =
  noneFlattened();

function noneFlattened(): typeof flattened {
  return { all: new WeakMap(), first: new WeakMap(), members: 0 };
}

/** The ways of all schemas together have so many members; with more, all are forgotten, and those that come again are found again. */
const MOST_MEMBERS_KEPT = 200_000;

function keepFlattened(cache: FlattenedBySchema, schema: object, depth: number, found: Flattened): void {
  const ofSchema = cache.get(schema) ?? new Map<number, Flattened>();
  cache.set(schema, ofSchema.set(depth, found));
  for (const { keywords } of found.flats) {
    const { properties } = keywords;
    flattened.members += 1 + (isObject(properties) ? Object.keys(properties).length : 0);
  }
  if (flattened.members <= MOST_MEMBERS_KEPT) return;
  flattened = noneFlattened();
  joined = new WeakMap();
}

/**
 * The same, once for a definition that many schemas of a document share: it costs nothing the second time, as long as its
 * references lead to what they led to before.
 */
export function flattenedOnce(
  root: Schema,
  schema: Schema,
  depth: number,
  effort: Effort,
  most = MAX_ALTERNATIVES,
): readonly FlatSchema[] {
  if (typeof schema === 'boolean') return flattenSchema(root, schema, depth, effort, most);
  const cache = most === 1 ? flattened.first : flattened.all;
  const known = cache.get(schema)?.get(depth);
  if (known !== undefined && [...known.followed].every(([text, target]) => referred(root, text) === target)) {
    effort.left -= 1;
    for (const [text, target] of known.followed) effort.followed?.set(text, target);
    return known.flats;
  }
  const own = { left: effort.left, followed: new Map<string, Schema | undefined>() };
  const flats = flattenSchema(root, schema, depth, own, most);
  effort.left = own.left;
  for (const [text, target] of own.followed) effort.followed?.set(text, target);
  if (own.left >= 0) keepFlattened(cache, schema, depth, { flats, followed: own.followed });
  return flats;
}

/** The first of them, without the work for the others. */
export function firstWay(
  root: Schema,
  schema: Schema,
  depth: number,
  effort: Effort,
): FlatSchema | undefined {
  return flattenedOnce(root, schema, depth, effort, 1)[0];
}
