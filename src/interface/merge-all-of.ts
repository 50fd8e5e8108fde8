import { isObject } from './cursor.ts';
import type { Json } from '../json/json.ts';
import { isAnnotation } from './schema-keywords.ts';

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
  if (!Array.isArray(allOf)) return schema;
  const parts = [...(allOf as readonly Json[]), own];
  if (!parts.every(isPlainObjectSchema)) return schema;
  const properties = parts.flatMap((part) =>
    isObject(part['properties']) ? Object.entries(part['properties']) : [],
  );
  if (new Set(properties.map(([name]) => name)).size < properties.length) return schema;
  const required = parts.flatMap((part) =>
    Array.isArray(part['required']) ? (part['required'] as readonly Json[]) : [],
  );
  const annotations = Object.fromEntries(Object.entries(own).filter(([keyword]) => isAnnotation(keyword)));
  return {
    ...annotations,
    ...(parts.some((part) => part['type'] === 'object') ? { type: 'object' } : {}),
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required: [...new Set(required)] }),
  };
}
