import { attempt, type Cursor } from '../../document/cursor.ts';
import { canonicalJson } from '../../json/canonical.ts';
import { isList, isObject, type Json, listOf, memberOf } from '../../json/value.ts';
import { DISCRIMINATOR, isSchema, KINDS, type Keywords, type Schema } from '../keywords.ts';

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

/** A kind of a schema: the member that says so, by which of its values, and what the kind says besides. */
export type Kind = {
  readonly propertyName: string;
  readonly names: readonly string[];
  readonly schema: SchemaObject;
};

/** Documents of large companies have hundreds of some. */
const MOST_KINDS = 8;
const DEEPEST_KIND = 8;

/** What a reference leads to in the same document. */
type Lead = (reference: string) => Json | undefined;

function led(part: Json, lead: Lead): Json | undefined {
  const reference = isObject(part) ? part['$ref'] : undefined;
  return typeof reference === 'string' ? lead(reference) : part;
}

/** What a kind says beside what it is a kind of; `undefined` for a schema that is none. */
function besides(schema: Json, base: Json, lead: Lead, depth = 0): SchemaObject | undefined {
  if (!isObject(schema) || depth > DEEPEST_KIND) return undefined;
  const { discriminator: _own, allOf, ...own } = schema;
  let isKind = false;
  const parts = listOf(allOf).flatMap((part): readonly Json[] => {
    const target = led(part, lead) ?? null;
    const more = target === base ? {} : besides(target, base, lead, depth + 1);
    isKind ||= more !== undefined;
    return target === base ? [] : [more ?? part];
  });
  if (!isKind) return undefined;
  return parts.length === 0 ? own : { ...own, allOf: parts };
}

type Telling = { readonly propertyName: string; readonly mapping: SchemaObject };

/**
 * The member by which kinds tell what they are, and its values, where a schema has no choice of its own, and leaves room for what its kinds
 * have besides; Swagger 2.0 has its name alone.
 */
function tellingIn({ discriminator, ...said }: SchemaObject): Telling | undefined {
  const isClosed = said['additionalProperties'] === false || said['unevaluatedProperties'] === false;
  if (isClosed || said['oneOf'] !== undefined || said['anyOf'] !== undefined) return undefined;
  const { propertyName = discriminator, mapping } = isObject(discriminator) ? discriminator : {};
  return typeof propertyName === 'string'
    ? { propertyName, mapping: isObject(mapping) ? mapping : {} }
    : undefined;
}

type Found = Kind & { readonly of: Json };

const foundIn = new WeakMap<object, readonly Found[]>();

function allKinds(base: SchemaObject, root: Json, lead: Lead): readonly Found[] {
  const telling = tellingIn(base);
  const known = foundIn.get(base);
  if (telling === undefined || known !== undefined) return known ?? [];
  const { propertyName, mapping } = telling;
  const components = isObject(root) ? memberOf(root, 'components') : undefined;
  const held = isObject(components) ? memberOf(components, 'schemas') : undefined;
  const schemas = isObject(held) ? held : {};
  const mapped = Object.entries(mapping).map(([name, reference]) => {
    const text = typeof reference === 'string' ? reference : '';
    return { name, schema: memberOf(schemas, text) ?? lead(text) };
  });
  const named =
    mapped.length > 0 ? mapped : Object.entries(schemas).map(([name, schema]) => ({ name, schema }));
  const found = [...Map.groupBy(named, ({ schema }) => schema)].flatMap(([of = null, same]) => {
    const schema = besides(of, base, lead);
    return schema === undefined ? [] : [{ propertyName, names: same.map(({ name }) => name), schema, of }];
  });
  foundIn.set(base, found);
  return found;
}

/** What a schema is a kind of, as far as its `allOf` leads to something with a discriminator. */
function basesOf(schema: Json, lead: Lead, depth = 0): readonly SchemaObject[] {
  if (!isObject(schema) || depth > DEEPEST_KIND) return [];
  return listOf(schema['allOf']).flatMap((part) => {
    const target = led(part, lead) ?? null;
    const isBase = isObject(target) && tellingIn(target) !== undefined;
    return [...(isBase ? [target] : []), ...basesOf(target, lead, depth + 1)];
  });
}

/**
 * The kinds of the schema at the cursor among those of its document, where it has a discriminator and no choice of its own; of one that
 * is itself a kind, that one.
 */
export function kindsOf(
  schema: SchemaObject,
  { document }: Cursor,
  target: (reference: string) => Cursor,
): readonly Kind[] {
  const lead: Lead = (reference) => {
    const found = attempt(() => target(reference));
    return 'value' in found && found.value.document === document ? found.value.value : undefined;
  };
  const kinds = allKinds(schema, document.root, lead);
  if (kinds.length > 0) return kinds.slice(0, MOST_KINDS);
  const own = basesOf(schema, lead).flatMap((base) => allKinds(base, document.root, lead));
  return own.filter(({ of }) => of === schema).map((kind) => ({ ...kind, schema: {} }));
}

/** A resolved schema with kinds of it, which are resolved, too. */
export function withKinds(schema: Schema, kinds: readonly Kind[]): Schema {
  const [first] = kinds;
  if (first === undefined) return schema;
  const { propertyName } = first;
  return {
    ...(typeof schema === 'boolean' ? {} : schema),
    [KINDS]: kinds.map((kind) => kind.schema),
    [DISCRIMINATOR]: { propertyName, names: kinds.map(({ names }) => names) },
  };
}
