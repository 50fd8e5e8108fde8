import type { Schema } from '../schema/schema.ts';
import type { Json } from '../json/json.ts';
import { propertiesOf, requiredOf, schemasOf, type Keywords } from './keywords.ts';
import { isList, isMembers } from '../json/guards.ts';

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
      return isMembers(left) && isMembers(right) ? { ...left, ...right } : left;
    default:
      return left;
  }
}

/**
 * One set of keywords that asks for what both ask for, as far as keywords can be joined; of two patterns, formats or
 * constants the left one is kept, so that values still have to be judged by the schemas themselves.
 */
export function mergeKeywords(left: Keywords, right: Keywords): Keywords {
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
