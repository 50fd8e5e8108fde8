import { fromPointer, valueAt } from '../../json/pointer.ts';
import { isList, isObject, type Json } from '../../json/value.ts';
import type { Schema } from '../keywords.ts';
import { isSchema, type Keywords, propertiesOf, requiredOf, schemasOf } from './constraints.ts';

function both(left: Json | undefined, right: Json | undefined): Json {
  if (left === undefined || left === true || left === right) return right ?? true;
  if (right === undefined || right === true) return left;
  return left === false || right === false ? false : { allOf: [left, right] };
}

function allows(types: readonly Json[], type: Json): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

function commonTypes(left: Json, right: Json): Json {
  const lefts = isList(left) ? left : [left];
  const rights = isList(right) ? right : [right];
  return [...new Set([...lefts, ...rights])].filter((type) => allows(lefts, type) && allows(rights, type));
}

function commonMultiple(left: number, right: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  if (!Number.isInteger(left) || !Number.isInteger(right)) return Math.max(left, right);
  return (left / divisor(left, right)) * right;
}

/** Members that the other side describes and this side, closed by `additionalProperties: false`, rules out. */
function ruledOut(closed: Keywords, other: Keywords): readonly string[] {
  if (closed['additionalProperties'] !== false || closed['patternProperties'] !== undefined) return [];
  const known = propertiesOf(closed);
  return [...propertiesOf(other).keys()].filter((name) => !known.has(name));
}

function commonProperties(left: Keywords, right: Keywords): { readonly [name: string]: Schema } {
  const lefts = propertiesOf(left);
  const rights = propertiesOf(right);
  const out = new Set([...ruledOut(left, right), ...ruledOut(right, left)]);
  const names = [...new Set([...lefts.keys(), ...rights.keys()])];
  return Object.fromEntries(
    names.map((name) => [name, out.has(name) ? false : (both(lefts.get(name), rights.get(name)) as Schema)]),
  );
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
    case 'enum':
      return isList(left) && isList(right)
        ? left.filter((value) => right.some((other) => JSON.stringify(other) === JSON.stringify(value)))
        : left;
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
      return left === true || right === true;
    case 'items':
    case 'additionalProperties':
      return both(left, right);
    case 'patternProperties':
    case '$defs':
      return isObject(left) && isObject(right) ? { ...left, ...right } : left;
    default:
      return left;
  }
}

/**
 * One set of keywords that asks for what both ask for, as far as keywords can be joined; of two patterns, formats or
 * constants the left one is kept, so that values still have to be judged by the schemas themselves.
 */
function mergeKeywords(left: Keywords, right: Keywords): Keywords {
  const merged = new Map(Object.entries(left));
  for (const [keyword, value] of Object.entries(right)) {
    const present = merged.get(keyword);
    merged.set(keyword, present === undefined ? value : mergedKeyword(keyword, present, value));
  }
  const required = [...new Set([...requiredOf(left), ...requiredOf(right)])];
  const properties = commonProperties(left, right);
  const prefixItems = commonPrefix(left, right);
  if (required.length > 0) merged.set('required', required);
  if (Object.keys(properties).length > 0) merged.set('properties', properties);
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
 * refer to each other can multiply without end.
 */
export type Effort = { left: number };

/** The effort that one schema is worth: far more than any written by hand needs. */
export function fullEffort(): Effort {
  return { left: 20_000 };
}

const MAX_ALTERNATIVES = 64;

/** The schema that a reference into the same root means (RFC 6901 fragment), or `undefined`. */
function resolved(root: Schema, reference: string): Schema | undefined {
  if (!reference.startsWith('#')) return undefined;
  const target = valueAt(root, fromPointer(decodeURIComponent(reference.slice(1))));
  return isSchema(target) ? target : undefined;
}

/** Follows references that stand alone, so that the same definition is the same object wherever it is used. */
export function definitionOf(root: Schema, schema: Schema): Schema {
  let at = schema;
  for (let steps = 0; steps < 32; steps++) {
    if (typeof at === 'boolean' || typeof at['$ref'] !== 'string' || Object.keys(at).length > 1) return at;
    at = resolved(root, at['$ref']) ?? false;
  }
  return at;
}

function combine(left: readonly FlatSchema[], right: readonly FlatSchema[]): readonly FlatSchema[] {
  const pairs = left.flatMap((one) =>
    right.map((other) => ({
      keywords: mergeKeywords(one.keywords, other.keywords),
      references: Math.max(one.references, other.references),
    })),
  );
  return pairs.slice(0, MAX_ALTERNATIVES);
}

/**
 * The ways to satisfy a schema, at most 64, each as one flat set of keywords; none when the schema allows nothing within
 * `depth` references, or when the effort is spent. `not` and other conditions are not worked out: values have to be judged by the schema itself.
 */
export function flattenSchema(
  root: Schema,
  schema: Schema,
  depth: number,
  effort: Effort,
): readonly FlatSchema[] {
  effort.left -= 1;
  if (schema === false || effort.left < 0) return [];
  if (schema === true) return [{ keywords: {}, references: 0 }];
  const { $ref, allOf: _all, anyOf, oneOf, if: condition, then, else: otherwise, ...own } = schema;
  let flats: readonly FlatSchema[] = [{ keywords: own, references: 0 }];
  if (typeof $ref === 'string') {
    const target = depth > 0 ? resolved(root, $ref) : undefined;
    const ways = target === undefined ? [] : flattenSchema(root, target, depth - 1, effort);
    flats = combine(
      flats,
      ways.map((way) => ({ ...way, references: way.references + 1 })),
    );
  }
  for (const part of schemasOf(schema, 'allOf'))
    flats = combine(flats, flattenSchema(root, part, depth, effort));
  for (const union of [anyOf, oneOf]) {
    if (!isList(union)) continue;
    flats = combine(
      flats,
      union.flatMap((part) => (isSchema(part) ? flattenSchema(root, part, depth, effort) : [])),
    );
  }
  if (isSchema(condition)) {
    const whole: Json[] = [condition, isSchema(then) ? then : true];
    const met = flattenSchema(root, { allOf: whole }, depth, effort);
    const unmet = flattenSchema(root, isSchema(otherwise) ? otherwise : true, depth, effort);
    flats = combine(flats, [...met, ...unmet]);
  }
  return flats;
}
