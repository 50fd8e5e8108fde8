import type { Schema } from '../../schema/schema.ts';
import type { Json } from '../../json/json.ts';
import { isSchema } from '../merged-keywords.ts';

const BOUNDS = ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'multipleOf'];
const MAX_DEPTH = 100;

/** Keywords that hold values, not schemas: what stands there must stay as it is. */
const VALUES = new Set(['const', 'default', 'enum', 'example', 'examples', 'required']);

function isInteger({ type }: { readonly [keyword: string]: Json }): boolean {
  return type === 'integer' || (Array.isArray(type) && (type as readonly Json[]).includes('integer'));
}

function sensible(value: Json, depth: number): Json {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => sensible(item, depth + 1));
  const keywords = value as { readonly [keyword: string]: Json };
  const entries = Object.entries(keywords).map(([keyword, held]): [string, Json] => [
    keyword,
    VALUES.has(keyword) ? held : sensible(held, depth + 1),
  ]);
  const unbound = isInteger(keywords) && !BOUNDS.some((bound) => Object.hasOwn(keywords, bound));
  return Object.fromEntries(unbound ? [...entries, ['minimum', 1]] : entries);
}

/**
 * The schema for a generator: integers that the document leaves without bounds start at 1, since people expect an
 * identifier or a count to look like one, and generators take 0, or anything down to -2^53.
 */
export function sensibleSchema(schema: Schema): { readonly [keyword: string]: Json } {
  const result = sensible(schema, 0);
  return isSchema(result) && typeof result === 'object' ? result : {};
}
