import type { ErrorObject } from 'ajv/dist/2020.js';
import { fromPointer } from '../json/pointer.ts';
import { isList, isObject, type Json } from '../json/value.ts';
import { metaSchemaErrors } from './meta-schema-errors.ts';
import { unicodePattern } from './pattern/pattern.ts';

function describe(error: ErrorObject): string {
  const allowed: unknown = error.params['allowedValues'];
  const values = Array.isArray(allowed) ? `: ${allowed.map(String).join(', ')}` : '';
  return `${error.message ?? 'is not valid'}${values}`;
}

function noPattern(source: string): string {
  return `"${source}" is not a regular expression (ECMA-262, with the u flag)`;
}

/** A way in which a schema is not a schema, with the place inside it. */
export type SchemaFlaw = { readonly location: readonly string[]; readonly problem: string };

/**
 * Holds one schema against the JSON Schema 2020-12 meta-schema, without following its references.
 * Returns what is wrong first, or `undefined`.
 */
export function schemaFlaw(schema: Json): SchemaFlaw | undefined {
  if (isObject(schema)) {
    const { pattern, patternProperties, enum: values } = schema;
    if (isList(values) && values.length === 0) {
      return { location: ['enum'], problem: 'it lists no value, so that nothing is valid' };
    }
    if (typeof pattern === 'string' && unicodePattern(pattern) === undefined)
      return { location: ['pattern'], problem: noPattern(pattern) };
    const names = isObject(patternProperties) ? Object.keys(patternProperties) : [];
    const broken = names.find((name) => unicodePattern(name) !== name);
    if (broken !== undefined) return { location: ['patternProperties', broken], problem: noPattern(broken) };
  }
  const [error] = metaSchemaErrors(schema);
  if (error === undefined) return undefined;
  return { location: fromPointer(error.instancePath), problem: describe(error) };
}
