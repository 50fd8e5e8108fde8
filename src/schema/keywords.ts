import type { Json } from '../json/value.ts';

/** A JSON Schema (draft 2020-12) with every `$ref` of the document resolved; a boolean or an object. */
export type Schema = boolean | { readonly [keyword: string]: Json };

/** How a keyword of JSON Schema 2020-12 holds other schemas: one, a list, or by name. */
export type Holding = 'one' | 'list' | 'named';

/**
 * The keywords that hold schemas. `inPlace` ones apply to the same value as the schema around them, the others to a
 * part of it: only those make a schema that refers to itself finite.
 */
const HOLDERS: ReadonlyMap<string, { readonly holding: Holding; readonly inPlace: boolean }> = new Map([
  ['allOf', { holding: 'list', inPlace: true }],
  ['anyOf', { holding: 'list', inPlace: true }],
  ['oneOf', { holding: 'list', inPlace: true }],
  ['not', { holding: 'one', inPlace: true }],
  ['if', { holding: 'one', inPlace: true }],
  ['then', { holding: 'one', inPlace: true }],
  ['else', { holding: 'one', inPlace: true }],
  ['dependentSchemas', { holding: 'named', inPlace: true }],
  ['properties', { holding: 'named', inPlace: false }],
  ['patternProperties', { holding: 'named', inPlace: false }],
  ['additionalProperties', { holding: 'one', inPlace: false }],
  ['propertyNames', { holding: 'one', inPlace: false }],
  ['unevaluatedProperties', { holding: 'one', inPlace: false }],
  ['items', { holding: 'one', inPlace: false }],
  ['prefixItems', { holding: 'list', inPlace: false }],
  ['contains', { holding: 'one', inPlace: false }],
  ['unevaluatedItems', { holding: 'one', inPlace: false }],
  ['contentSchema', { holding: 'one', inPlace: false }],
]);

/** Says whether and how the keyword holds schemas. */
export function holderOf(
  keyword: string,
): { readonly holding: Holding; readonly inPlace: boolean } | undefined {
  return HOLDERS.get(keyword);
}

/**
 * Keywords that a resolved schema goes without: they lead out of it, describe it to other tools, or are none of
 * JSON Schema 2020-12 while the validator has a meaning of its own for them (`nullable`, `id`, `dependencies`, `$async`).
 */
export const DROPPED_KEYWORDS: ReadonlySet<string> = new Set([
  '$id',
  '$schema',
  '$anchor',
  '$dynamicAnchor',
  '$recursiveAnchor',
  '$recursiveRef',
  '$vocabulary',
  '$comment',
  '$defs',
  '$async',
  'definitions',
  'dependencies',
  'discriminator',
  'externalDocs',
  'id',
  'nullable',
  'xml',
]);

/** Keywords that say nothing about which values are valid. */
export function isAnnotation(keyword: string): boolean {
  return (
    keyword.startsWith('x-') ||
    [
      'title',
      'description',
      'summary',
      'default',
      'examples',
      'example',
      'deprecated',
      'readOnly',
      'writeOnly',
    ].includes(keyword)
  );
}

/** Applies `change` to each schema that the keyword holds. Values of any other form are returned as they are. */
export function mapHeld(
  value: Json,
  holding: Holding,
  change: (schema: Json, names: readonly string[]) => Json,
): Json {
  switch (holding) {
    case 'one':
      return change(value, []);
    case 'list':
      return Array.isArray(value)
        ? (value as readonly Json[]).map((schema, index) => change(schema, [String(index)]))
        : value;
    case 'named': {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
      const changed = Object.entries(value).map(([name, schema]): [string, Json] => [
        name,
        change(schema, [name]),
      ]);
      return Object.fromEntries(changed);
    }
  }
}
