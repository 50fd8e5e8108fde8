import type { Operation } from '../../../interface/model.ts';
import type { LosslessJson } from '../../../json/value.ts';

/** The name of a derived fault: the operation, then what it is about, with points in between and without spaces. */
export function derivedName({ id }: Operation, ...parts: readonly string[]): string {
  return [id, ...parts].join('.').replaceAll(/\s+/g, '-');
}

/** The six types of RFC 8259. */
export const JSON_TYPES = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const;

export type JsonType = (typeof JSON_TYPES)[number];

/** The JSON type of a value. */
export function jsonTypeOf(value: LosslessJson): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'number';
  if (typeof value === 'boolean' || typeof value === 'string' || typeof value === 'number')
    return typeof value as 'boolean' | 'string' | 'number';
  return 'object';
}
