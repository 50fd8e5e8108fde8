import { attempt } from '../document/cursor.ts';
import { canonicalJson } from '../json/canonical.ts';
import { isList, isObject, type Json, listOf, memberOf } from '../json/value.ts';
import { DISCRIMINATOR, isSchema, type Keywords, type Schema } from './keywords.ts';

/** Schemas of which a member says by its value which branch holds. */

type SchemaObject = { readonly [keyword: string]: Json };

/** The names that the discriminator has for a branch: those of its mapping, else that of the schema (OpenAPI, Discriminator Object). */
function branchNames(branch: Json, mapping: SchemaObject): readonly string[] {
  const reference = isObject(branch) ? branch['$ref'] : undefined;
  if (typeof reference !== 'string') return [];
  const name = reference.slice(reference.lastIndexOf('/') + 1);
  const mapped = Object.keys(mapping).filter((key) => {
    const target = memberOf(mapping, key);
    return target === reference || target === name;
  });
  return mapped.length > 0 ? mapped : [name];
}

/**
 * A schema of which a member says by its value which branch holds: a value that fits two branches is no fault then, and
 * those that are made say which one they are of.
 */
export function withDiscriminator(schema: SchemaObject): SchemaObject {
  const { discriminator, oneOf, anyOf, ...rest } = schema;
  const branches = oneOf ?? anyOf;
  if (!isObject(discriminator) || !isList(branches) || (oneOf !== undefined && anyOf !== undefined))
    return schema;
  const { propertyName, mapping } = discriminator;
  if (typeof propertyName !== 'string') return schema;
  const names = branches.map((branch) => branchNames(branch, isObject(mapping) ? mapping : {}));
  return { ...rest, anyOf: branches, [DISCRIMINATOR]: { propertyName, names } };
}

/** The ways to satisfy a schema. */
type WaysOf = (schema: Schema) => readonly Keywords[];

/** Whether a schema says by `enum` or `const` what its values are, and none of these is among them. */
function excludes(member: Json | undefined, values: readonly Json[], waysOf: WaysOf): boolean {
  if (!isSchema(member) || typeof member === 'boolean') return false;
  const allowed = new Set(values.map(canonicalJson));
  return waysOf(member).every((way) => {
    const fixed = Object.hasOwn(way, 'const') ? [way['const'] ?? null] : way['enum'];
    return isList(fixed) && !fixed.some((value) => allowed.has(canonicalJson(value)));
  });
}

/**
 * Branches each of which says by a member which one it is, where the schema has such a member. One that gives the member other values
 * than the discriminator has for it says it by those.
 */
export function* branchesThatTell(
  branches: readonly Json[],
  discriminator: Json | undefined,
  waysOf: WaysOf,
): Generator<Json> {
  const { propertyName, names } = isObject(discriminator) ? discriminator : {};
  for (const [at, branch] of branches.entries()) {
    const own = listOf(listOf(names)[at]);
    if (typeof propertyName !== 'string' || own.length === 0 || !isSchema(branch)) {
      yield branch;
      continue;
    }
    const ways = waysOf(branch);
    const contradicts =
      ways.length > 0 &&
      ways.every(({ properties }) =>
        excludes(isObject(properties) ? memberOf(properties, propertyName) : undefined, own, waysOf),
      );
    const tag = { properties: { [propertyName]: { enum: own } }, required: [propertyName] };
    yield contradicts ? branch : { allOf: [branch, tag] };
  }
}

/** What a reference leads to; `undefined` where it leads nowhere. */
type Target = (reference: string) => Json;

/** The discriminators that a schema has of what it is a kind of: of the references in its `allOf`. */
function inheritedBy(branch: Json, target: Target): readonly Json[] {
  const leadTo = (schema: Json): Json | undefined => {
    const reference = isObject(schema) ? memberOf(schema, '$ref') : undefined;
    if (typeof reference !== 'string') return undefined;
    const found = attempt(() => target(reference));
    return 'value' in found ? found.value : undefined;
  };
  const kind = leadTo(branch);
  const parts = isObject(kind) ? listOf(kind['allOf']) : [];
  return parts.flatMap((part) => {
    const parent = leadTo(part);
    const found = isObject(parent) ? parent['discriminator'] : undefined;
    return isObject(found) ? [found] : [];
  });
}

/** Once for each schema: what is made of one is looked up by it. */
const shared = new WeakMap<object, SchemaObject>();

/**
 * A `oneOf` without a discriminator, with that which all its branches have of the one schema that they are kinds of: without it a value
 * of one kind may fit the others as well, and so none of them.
 */
export function withSharedDiscriminator(schema: SchemaObject, target: Target): SchemaObject {
  const branches = listOf(memberOf(schema, 'oneOf'));
  if (branches.length < 2 || Object.hasOwn(schema, 'discriminator')) return schema;
  const known = shared.get(schema);
  if (known !== undefined) return known;
  const [first = [], ...others] = branches.map((branch) => inheritedBy(branch, target));
  const discriminator = first.find((one) => others.every((other) => other.includes(one)));
  const told = discriminator === undefined ? schema : { ...schema, discriminator };
  shared.set(schema, told);
  return told;
}
