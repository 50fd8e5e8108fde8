import type { Schema } from '../schema/schema.ts';
import type { Json } from '../json/json.ts';
import { dereferenced } from '../interface/schema-members.ts';

/** The keywords of an object schema, by name. */
export type Keywords = { readonly [keyword: string]: Json };

const MAX_DEPTH = 20;

/** True for a schema as opposed to any other value that a keyword may hold. */
export function isSchema(value: Json | undefined): value is Schema {
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value));
}

/** A keyword's value where it is a list; otherwise none. */
export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** The parts that all have to hold: what `allOf` lists, in order, and then the schema itself. */
function conjuncts(schema: Schema, root: Schema, depth: number): readonly Keywords[] {
  const at = dereferenced(root, schema);
  if (typeof at === 'boolean' || depth > MAX_DEPTH) return [];
  const parts = listOf(at['allOf']).filter(isSchema);
  return [...parts.flatMap((part) => conjuncts(part, root, depth + 1)), at];
}

/** One flat set of the keywords of a schema and of its `allOf` parts; what stands later wins. `root` holds the `$defs`. */
export function mergedKeywords(schema: Schema, root: Schema = schema): Keywords {
  return Object.assign({}, ...conjuncts(schema, root, 0)) as Keywords;
}
