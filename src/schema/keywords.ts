import { isList, isObject, type Json, type JsonType, jsonTypeOf, listOf, memberOf } from '../json/value.ts';

/** A JSON Schema (draft 2020-12) with every `$ref` of the document resolved; a boolean or an object. */
export type Schema = boolean | { readonly [keyword: string]: Json };

/** A schema that is not a boolean. */
export type Keywords = Exclude<Schema, boolean>;

/** Says whether a value can be a schema. */
export function isSchema(value: Json | undefined): value is Schema {
  return typeof value === 'boolean' || isObject(value);
}

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
  // They are never asked of a value together with the schema that has them.
  ['x-assay-kinds', { holding: 'list', inPlace: false }],
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
]);

/**
 * In a resolved schema, beside `anyOf`: the member that says which branch a value is of, and what it says for each of them. Values are
 * made by it; none is judged by it.
 */
export const DISCRIMINATOR = 'x-assay-discriminator';

/**
 * In a resolved schema with a discriminator and without a choice: what kinds of it say besides (`allOf` of it and more), in the order of the
 * names. Values are made by one of them; none is judged by it.
 */
export const KINDS = 'x-assay-kinds';

/** In a resolved schema: a choice of which nobody knows whether the document means it. Its values are neither blamed nor sent. */
export const DOUBTFUL = 'x-assay-doubtful';

/** In a resolved schema: a `duration` of which no standard says how it is written. One of ISO 8601 is sent, and none is judged. */
export const OPEN_DURATION = 'x-assay-duration';

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
      'xml',
    ].includes(keyword)
  );
}

/** True for a schema that says in words alone something more of another one than that does. */
export function isWrapper(schema: Keywords): boolean {
  const { allOf, $defs: _held, ...own } = schema;
  return isList(allOf) && allOf.length === 1 && Object.keys(own).every(isAnnotation);
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
      return isList(value) ? value.map((schema, index) => change(schema, [String(index)])) : value;
    case 'named': {
      if (!isObject(value)) return value;
      const changed = Object.entries(value).map(([name, schema]): [string, Json] => [
        name,
        change(schema, [name]),
      ]);
      return Object.fromEntries(changed);
    }
  }
}

/** The types of JSON Schema; `integer` is a part of `number`. */
export type SchemaType = JsonType | 'integer';

const TYPES: readonly SchemaType[] = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];

const TELLING: readonly (readonly [SchemaType, readonly string[]])[] = [
  ['object', ['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains']],
  ['string', ['minLength', 'maxLength', 'pattern', 'format']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** The keyword's number, or `undefined` when it has none. */
export function numberOf(keywords: Keywords, keyword: string): number | undefined {
  const value = memberOf(keywords, keyword);
  return typeof value === 'number' ? value : undefined;
}

/** The keyword's text, or `undefined` when it has none. */
export function textOf(keywords: Keywords, keyword: string): string | undefined {
  const value = memberOf(keywords, keyword);
  return typeof value === 'string' ? value : undefined;
}

/** The schemas that the keyword holds in a list. */
export function schemasOf(keywords: Keywords, keyword: string): readonly Schema[] {
  return listOf(memberOf(keywords, keyword)).filter(isSchema);
}

/** The members that `properties` describes. */
export function propertiesOf(keywords: Keywords): ReadonlyMap<string, Schema> {
  const { properties } = keywords;
  const members = isObject(properties) ? Object.entries(properties) : [];
  return new Map(members.flatMap(([name, schema]) => (isSchema(schema) ? [[name, schema] as const] : [])));
}

/** The names that `required` lists. */
export function requiredOf(keywords: Keywords): ReadonlySet<string> {
  return new Set(listOf(keywords['required']).filter((name) => typeof name === 'string'));
}

/** The values that `const` and `enum` leave, or `undefined` when neither is there. */
export function fixedValues(keywords: Keywords): readonly Json[] | undefined {
  const { const: only, enum: some } = keywords;
  if (only !== undefined) return [only];
  return isList(some) ? some : undefined;
}

/** The type of one value; whole numbers are integers. */
function typeOf(value: Json): SchemaType {
  return Number.isInteger(value) ? 'integer' : jsonTypeOf(value);
}

/** Types that the schema allows: what `type` says, or the types of its fixed values, or all. */
export function allowedTypes(keywords: Keywords): ReadonlySet<SchemaType> {
  const { type } = keywords;
  const named = typeof type === 'string' ? [type] : isList(type) ? type : undefined;
  if (named !== undefined) return new Set(TYPES.filter((each) => named.includes(each)));
  const fixed = fixedValues(keywords);
  return new Set(fixed === undefined ? TYPES : fixed.map(typeOf));
}

/** Types that an ordinary value has. Where `type` is missing, the other keywords tell: `properties` means an object. */
export function ordinaryTypes(keywords: Keywords): readonly SchemaType[] {
  if (keywords['type'] !== undefined) return [...allowedTypes(keywords)];
  const told = TELLING.filter(([, names]) => names.some((name) => memberOf(keywords, name) !== undefined));
  return told.length === 0 ? ['string', 'integer', 'boolean'] : told.map(([type]) => type);
}
