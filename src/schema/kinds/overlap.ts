import { canonicalJson } from '../../json/canonical.ts';
import { isList, isObject, type Json, memberOf } from '../../json/value.ts';
import { withoutClosure } from '../closed.ts';
import { holderOf, isAnnotation, isSchema, mapHeld, type Schema } from '../keywords.ts';
import { isObjectSchema, schemaMembers } from '../members.ts';
import { mergedKeywords } from '../merge.ts';
import { dereferenced } from '../references.ts';

/**
 * Branches of `oneOf` that nothing tells apart: two descriptions of objects without a required member of their own, or two that
 * say the same. Whatever is made by the one fits the other, so that strictly nothing usual is valid; documents mean one or the
 * other of them. Such a `oneOf` is read as `anyOf`: more values are valid than the document says, never fewer.
 */

const DEEPEST = 6;

/** Keywords of objects that are looked at by what they say; every other one has to be the same in both. */
const LOOKED_AT: ReadonlySet<string> = new Set(['type', 'properties', 'required', 'additionalProperties']);

const ITEMS: ReadonlySet<string> = new Set(['items']);

/** What a schema says of values, without its words about them. */
function withoutWords(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).filter(
    ([keyword]) => !isAnnotation(keyword) && keyword !== 'default' && keyword !== '$defs',
  );
  return Object.fromEntries(
    kept.map(([keyword, value]): [string, Json] => {
      const holder = holderOf(keyword);
      return [keyword, holder === undefined ? value : mapHeld(value, holder.holding, withoutWords)];
    }),
  );
}

function saidOf(schema: Schema, without: ReadonlySet<string> = new Set()): string {
  const said = withoutWords(schema);
  if (!isObject(said)) return canonicalJson(said);
  return canonicalJson(Object.fromEntries(Object.entries(said).filter(([keyword]) => !without.has(keyword))));
}

function isClosedTo(root: Schema, names: Iterable<string>, closed: Schema): boolean {
  const { additionalProperties } = mergedKeywords(closed, root);
  const { properties } = schemaMembers(closed, root);
  return additionalProperties === false && [...names].some((name) => !properties.has(name));
}

/** The same of two schemas of which not both are of objects. */
function areAlikeOtherwise(root: Schema, one: Schema, other: Schema, depth: number): boolean {
  const [own, others] = [mergedKeywords(one, root), mergedKeywords(other, root)];
  if (saidOf(own) === saidOf(others)) return true;
  const [items, second] = [own.items, others.items];
  return (
    own['type'] === 'array' &&
    isSchema(items) &&
    isSchema(second) &&
    saidOf(own, ITEMS) === saidOf(others, ITEMS) &&
    areAlike(root, items, second, depth + 1)
  );
}

/** True where a usual value of each of two schemas inside of a root fits the other, too. */
function areAlike(root: Schema, given: Schema, second: Schema, depth: number): boolean {
  if (depth > DEEPEST) return false;
  const [one, other] = [dereferenced(root, given), dereferenced(root, second)];
  if (!isObjectSchema(one, root) || !isObjectSchema(other, root))
    return areAlikeOtherwise(root, one, other, depth);
  const [a, b] = [schemaMembers(one, root), schemaMembers(other, root)];
  if ([...a.required].some((name) => !b.properties.has(name))) return false;
  if ([...b.required].some((name) => !a.properties.has(name))) return false;
  if (isClosedTo(root, b.properties.keys(), one) || isClosedTo(root, a.properties.keys(), other))
    return false;
  const [own, others] = [mergedKeywords(one, root), mergedKeywords(other, root)];
  if (isObject(own.additionalProperties) || isObject(others.additionalProperties)) return false;
  if (saidOf(own, LOOKED_AT) !== saidOf(others, LOOKED_AT)) return false;
  return [...a.properties].every(([name, member]) => {
    const theirs = b.properties.get(name);
    return theirs === undefined || areAlike(root, member, theirs, depth + 1);
  });
}

/** So many branches are compared, each with each other one. Of more nobody knows: read as `anyOf` they blame nobody. */
const MOST_BRANCHES = 300;

function overlaps(root: Schema, branches: readonly Json[]): boolean {
  if (branches.length > MOST_BRANCHES) return true;
  const schemas = branches.filter(isSchema);
  return schemas.some((one, at) => schemas.slice(at + 1).some((other) => areAlike(root, one, other, 0)));
}

/** More values are valid under these where fewer are inside of them: what they hold stays as it is. */
const TURNED_ROUND: ReadonlySet<string> = new Set(['not', 'if', '$defs']);

type Seen = {
  readonly parts: WeakMap<object, Json>;
  /** Something forbade what stands beside it, in what is looked at now. */
  isOpened: boolean;
};

function rewritten(root: Schema, part: Json, seen: Seen): Json {
  if (!isObject(part)) return part;
  const known = seen.parts.get(part) ?? rewrittenAnew(root, part, seen);
  seen.parts.set(part, known);
  return known;
}

function rewrittenAnew(root: Schema, part: { readonly [keyword: string]: Json }, seen: Seen): Json {
  let isOther = false;
  const members = Object.entries(part).map(([keyword, value]): [string, Json] => {
    const holder = TURNED_ROUND.has(keyword) ? undefined : holderOf(keyword);
    if (holder === undefined) return [keyword, value];
    const next = mapHeld(value, holder.holding, (held) => {
      const inner = rewritten(root, held, seen);
      isOther ||= inner !== held;
      return inner;
    });
    return [keyword, next];
  });
  const closed: { readonly [keyword: string]: Json } = isOther ? Object.fromEntries(members) : part;
  const schema = withoutClosure(root, closed);
  seen.isOpened ||= schema !== closed;
  const oneOf = memberOf(schema, 'oneOf');
  if (!isList(oneOf) || !overlaps(root, oneOf)) return schema;
  const { oneOf: _branches, ...rest } = schema;
  if (rest['anyOf'] === undefined) return { ...rest, anyOf: oneOf };
  const allOf = memberOf(rest, 'allOf');
  return { ...rest, allOf: [...(isList(allOf) ? allOf : []), { anyOf: oneOf }] };
}

/** What was made of each part, by the definitions that its references lead to. */
const seenWith = new WeakMap<object, Seen>();
const NO_DEFINITIONS = {};

/**
 * A resolved schema in which a `oneOf` whose branches nothing tells apart is `anyOf`, and no closed object forbids what stands
 * beside it; the same object where there is none. `isOpened`: such an object was found, and in no schema before.
 */
export function asMeant(schema: Schema): { readonly schema: Schema; readonly isOpened: boolean } {
  if (typeof schema === 'boolean') return { schema, isOpened: false };
  const held = memberOf(schema, '$defs');
  const key = isObject(held) ? held : NO_DEFINITIONS;
  const seen = seenWith.get(key) ?? { parts: new WeakMap(), isOpened: false };
  seenWith.set(key, seen);
  seen.isOpened = false;
  const next = rewritten(schema, schema, seen);
  const definitions = isObject(held) ? inDefinitions(schema, held, seen) : undefined;
  const { isOpened } = seen;
  if (!isObject(next)) return { schema, isOpened };
  const isSame = definitions === undefined || definitions === held;
  return { schema: isSame ? next : { ...next, $defs: definitions }, isOpened };
}

function inDefinitions(root: Schema, held: { readonly [name: string]: Json }, seen: Seen): Json {
  const known = seen.parts.get(held);
  if (known !== undefined) return known;
  let isOther = false;
  const members = Object.entries(held).map(([name, definition]): [string, Json] => {
    const next = rewritten(root, definition, seen);
    isOther ||= next !== definition;
    return [name, next];
  });
  const made = isOther ? Object.fromEntries(members) : held;
  seen.parts.set(held, made);
  return made;
}
