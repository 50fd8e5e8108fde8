import type { JsonValue } from '../../json.ts';

/** The six types of RFC 8259. */
export const JSON_TYPES = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const;

export type JsonType = (typeof JSON_TYPES)[number];

/** The JSON type of a value. */
export function jsonTypeOf(value: JsonValue): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'number';
  if (typeof value === 'boolean' || typeof value === 'string' || typeof value === 'number')
    return typeof value as 'boolean' | 'string' | 'number';
  return 'object';
}
