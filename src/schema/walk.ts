import { type Cursor, faultAt, type InterfaceFault, nameOf } from '../document/cursor.ts';
import { isList, isObject, type Json, listOf } from '../json/value.ts';
import type { Dialect } from '../document/library.ts';
import { DROPPED_KEYWORDS, holderOf, isAnnotation, mapHeld, type Schema } from './keywords.ts';
import { schemaFlaw } from './meta-schema.ts';
import { unicodePattern } from './pattern.ts';

type SchemaObject = { readonly [keyword: string]: Json };

function isPlainObjectSchema(schema: Json): schema is SchemaObject {
  return (
    isObject(schema) &&
    (schema['type'] === undefined || schema['type'] === 'object') &&
    Object.keys(schema).every(
      (keyword) => ['type', 'properties', 'required'].includes(keyword) || isAnnotation(keyword),
    )
  );
}

/**
 * Writes `allOf` out where its branches only add named members to each other, which is how documents say "everything
 * of that, plus": one schema with all members accepts the same values. Every other schema is returned as it is.
 */
export function mergeAllOf(schema: SchemaObject): SchemaObject {
  const { allOf, ...own } = schema;
  if (!isList(allOf)) return schema;
  const parts = [...allOf, own];
  if (!parts.every(isPlainObjectSchema)) return schema;
  const properties = parts.flatMap((part) =>
    isObject(part['properties']) ? Object.entries(part['properties']) : [],
  );
  if (new Set(properties.map(([name]) => name)).size < properties.length) return schema;
  const required = parts.flatMap((part) => listOf(part['required']));
  const annotations = Object.fromEntries(Object.entries(own).filter(([keyword]) => isAnnotation(keyword)));
  return {
    ...annotations,
    ...(parts.some((part) => part['type'] === 'object') ? { type: 'object' } : {}),
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required: [...new Set(required)] }),
  };
}

function withNull(schema: SchemaObject): SchemaObject {
  const { nullable, ...rest } = schema;
  if (nullable !== true || typeof rest['type'] !== 'string') return rest;
  const values = rest['enum'];
  const allowsNull = isList(values) && !values.includes(null) ? { enum: [...values, null] } : {};
  return { ...rest, type: [rest['type'], 'null'], ...allowsNull };
}

function withNumericBound(
  schema: SchemaObject,
  exclusive: 'exclusiveMinimum' | 'exclusiveMaximum',
  inclusive: 'minimum' | 'maximum',
): SchemaObject {
  const { [exclusive]: flag, ...rest } = schema;
  if (typeof flag !== 'boolean') return schema;
  const { [inclusive]: bound, ...unbounded } = rest;
  return flag && bound !== undefined ? { ...unbounded, [exclusive]: bound } : rest;
}

function withExamples(schema: SchemaObject): SchemaObject {
  const { example, ...rest } = schema;
  return example === undefined ? schema : { ...rest, examples: [example] };
}

/**
 * The keywords of one OpenAPI 3.0 schema in terms of JSON Schema 2020-12: `nullable`, boolean `exclusiveMinimum` and
 * `exclusiveMaximum`, `example`. Keywords beside a `$ref` go, as OpenAPI 3.0 has it. Schemas inside are left as they are.
 * A nullable enumeration takes null whether it lists it or not: documents differ on this, and the wider reading blames nobody.
 */
export function upgradeSchema30(schema: SchemaObject): SchemaObject {
  if (typeof schema['$ref'] === 'string') return { $ref: schema['$ref'] };
  const bounded = withNumericBound(
    withNumericBound(schema, 'exclusiveMinimum', 'minimum'),
    'exclusiveMaximum',
    'maximum',
  );
  return withExamples(withNull(bounded));
}

/** What to do on the way through a schema. `depth` counts the steps into parts of the value. */
export type SchemaVisitor = {
  readonly dialect: Dialect;
  /** Called for each schema, before the ones that it holds. */
  readonly enter: (cursor: Cursor) => void;
  /** Returns what stands for the schema that a reference leads to. */
  readonly refer: (cursor: Cursor, reference: string, depth: number) => Schema;
};

function checkSchema(cursor: Cursor, schema: SchemaObject): void {
  const shallow = Object.entries(schema).map(([keyword, value]): [string, Json] => {
    const holder = holderOf(keyword);
    if (holder === undefined) return [keyword, value];
    return [keyword, mapHeld(value, holder.holding, (held) => (isObject(held) ? {} : held))];
  });
  const flaw = schemaFlaw(Object.fromEntries(shallow));
  if (flaw !== undefined) {
    const at = { ...cursor, location: [...cursor.location, ...flaw.location] };
    throw faultAt(at, `${nameOf(at)} is no JSON Schema: ${flaw.problem}`, 'Correct the keyword.');
  }
  if (schema['$dynamicRef'] !== undefined) {
    throw faultAt(
      cursor,
      `${nameOf(cursor)} uses \`$dynamicRef\`, which assay does not support`,
      'Use `$ref` with a JSON Pointer.',
    );
  }
}

function withUnicodePattern(schema: SchemaObject): SchemaObject {
  const { pattern } = schema;
  return typeof pattern === 'string' ? { ...schema, pattern: unicodePattern(pattern) ?? pattern } : schema;
}

function walkKeywords(
  cursor: Cursor,
  schema: SchemaObject,
  depth: number,
  visitor: SchemaVisitor,
): SchemaObject {
  const keywords: [string, Json][] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (DROPPED_KEYWORDS.has(keyword)) continue;
    const holder = holderOf(keyword);
    if (holder === undefined) {
      keywords.push([keyword, value]);
      continue;
    }
    const inner = holder.inPlace ? depth : depth + 1;
    const walked = mapHeld(value, holder.holding, (held, names) => {
      const location = [...cursor.location, keyword, ...names];
      return walkSchema({ ...cursor, location, value: held }, inner, visitor);
    });
    keywords.push([keyword, walked]);
  }
  return mergeAllOf(Object.fromEntries(keywords));
}

function combined(target: Schema, own: SchemaObject): Schema {
  const keywords = Object.keys(own);
  if (keywords.length === 0) return target;
  if (typeof target === 'object' && keywords.every(isAnnotation)) return { ...target, ...own };
  const others = own['allOf'];
  return mergeAllOf({
    ...own,
    allOf: [target, ...listOf(others)],
  });
}

/**
 * A copy of the schema at the cursor, in JSON Schema 2020-12 and with what `refer` returns in the place of references.
 * Throws `InterfaceFault` for whatever is not a schema.
 */
export function walkSchema(cursor: Cursor, depth: number, visitor: SchemaVisitor): Schema {
  visitor.enter(cursor);
  const { value } = cursor;
  if (typeof value === 'boolean') return value;
  if (!isObject(value)) {
    throw faultAt(
      cursor,
      `${nameOf(cursor)} is not a schema`,
      'Write a mapping of JSON Schema keywords, or `true`.',
    );
  }
  const schema = visitor.dialect === 'openapi-3.0' ? upgradeSchema30(value) : value;
  checkSchema(cursor, schema);
  const { $ref: reference, ...siblings } = withUnicodePattern(schema);
  const own = walkKeywords(cursor, siblings, depth, visitor);
  if (typeof reference !== 'string') return own;
  return combined(visitor.refer(cursor, reference, depth), own);
}

/** The problem with a schema that would have to be inside itself without a member or an item in between. */
export function endlessSchema(cursor: Cursor, reference: string): InterfaceFault {
  return faultAt(
    cursor,
    `the reference "${reference}" goes round in a circle: the schema would have to be inside itself at once`,
    'A schema may contain itself only by way of a member or an item.',
  );
}

/** The schema with its definitions. One that is but a reference to a definition is replaced by that. */
export function withDefinitions(root: Schema, definitions: ReadonlyMap<string, Json>): Schema {
  if (typeof root === 'boolean' || definitions.size === 0) return root;
  const only = Object.keys(root).length === 1 ? root['$ref'] : undefined;
  const itself = typeof only === 'string' ? definitions.get(only.slice('#/$defs/'.length)) : undefined;
  return { ...(isObject(itself) ? itself : root), $defs: Object.fromEntries(definitions) };
}

/** Gives names under `$defs` to places in documents: the last part of the place, with a number where it is taken. */
export class DefinitionNames {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** The name that the place has, if it was given one. */
  get(key: string): string | undefined {
    return this.#names.get(key);
  }

  /** The name of the place; a new one where it has none. */
  give(key: string, target: Cursor): string {
    const given = this.#names.get(key);
    if (given !== undefined) return given;
    const base = (target.location.at(-1) ?? 'Root').replaceAll(/[^A-Za-z0-9.-]/g, '-');
    const count = (this.#counts.get(base) ?? 0) + 1;
    this.#counts.set(base, count);
    const name = count === 1 ? base : `${base}_${count}`;
    this.#names.set(key, name);
    return name;
  }
}
