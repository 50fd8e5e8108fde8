import { isObject, type Json, memberOf } from '../json/value.ts';
import type { Schema } from './keywords.ts';

/** The named members of an object schema. */
export type SchemaMembers = {
  readonly properties: ReadonlyMap<string, Schema>;
  readonly required: ReadonlySet<string>;
};

function isSchema(value: Json): value is Schema {
  return typeof value === 'boolean' || isObject(value);
}

/** The definition that a `#/$defs/…` reference means, or the schema itself. */
export function dereferenced(root: Schema, schema: Schema): Schema {
  let at = schema;
  for (let steps = 0; steps < 100; steps++) {
    if (typeof at === 'boolean' || typeof root === 'boolean') return at;
    const { $ref: reference } = at;
    if (typeof reference !== 'string' || !reference.startsWith('#/$defs/')) return at;
    const definitions = root['$defs'];
    const target = isObject(definitions)
      ? memberOf(definitions, reference.slice('#/$defs/'.length))
      : undefined;
    if (target === undefined || !isSchema(target)) return at;
    at = target;
  }
  return at;
}

/** The members that a resolved schema names, those of its `allOf` branches included; later branches win. */
export function schemaMembers(schema: Schema, root: Schema = schema): SchemaMembers {
  const properties = new Map<string, Schema>();
  const required = new Set<string>();
  const collect = (part: Schema, depth: number): void => {
    const at = dereferenced(root, part);
    if (typeof at === 'boolean' || depth > 50) return;
    if (Array.isArray(at['allOf']))
      for (const branch of at['allOf'] as readonly Json[]) if (isSchema(branch)) collect(branch, depth + 1);
    if (isObject(at['properties'])) {
      for (const [name, member] of Object.entries(at['properties']))
        if (isSchema(member)) properties.set(name, member);
    }
    if (Array.isArray(at['required']))
      for (const name of at['required'] as readonly Json[]) if (typeof name === 'string') required.add(name);
  };
  collect(schema, 0);
  return { properties, required };
}

/** True when the schema allows JSON objects and nothing else, as far as `type` or named members tell. */
export function isObjectSchema(schema: Schema, root: Schema = schema): boolean {
  const at = dereferenced(root, schema);
  if (typeof at === 'boolean') return false;
  if (at['type'] !== undefined) return at['type'] === 'object';
  return schemaMembers(at, root).properties.size > 0;
}
