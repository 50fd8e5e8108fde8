import { isList, isObject, type Json, memberOf } from '../../json/value.ts';
import type { Schema } from '../keywords.ts';

/** A schema that is not a boolean. */
export type Keywords = Exclude<Schema, boolean>;

/** The types of JSON Schema; `integer` is a part of `number`. */
export type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

const TYPES: readonly JsonType[] = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];

const TELLING: readonly (readonly [JsonType, readonly string[]])[] = [
  ['object', ['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains']],
  ['string', ['minLength', 'maxLength', 'pattern', 'format']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** Says whether a value can be a schema. */
export function isSchema(value: Json | undefined): value is Schema {
  return typeof value === 'boolean' || isObject(value);
}

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
  const value = memberOf(keywords, keyword);
  return isList(value) ? value.filter(isSchema) : [];
}

/** The members that `properties` describes. */
export function propertiesOf(keywords: Keywords): ReadonlyMap<string, Schema> {
  const { properties } = keywords;
  const members = isObject(properties) ? Object.entries(properties) : [];
  return new Map(members.flatMap(([name, schema]) => (isSchema(schema) ? [[name, schema] as const] : [])));
}

/** The names that `required` lists. */
export function requiredOf(keywords: Keywords): ReadonlySet<string> {
  const { required } = keywords;
  return new Set(isList(required) ? required.filter((name) => typeof name === 'string') : []);
}

/** The values that `const` and `enum` leave, or `undefined` when neither is there. */
export function fixedValues(keywords: Keywords): readonly Json[] | undefined {
  const { const: only, enum: some } = keywords;
  if (only !== undefined) return [only];
  return isList(some) ? some : undefined;
}

/** The type of one value; whole numbers are integers. */
function typeOf(value: Json): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'string' ? 'string' : 'object';
}

/** Types that the schema allows: what `type` says, or the types of its fixed values, or all. */
export function allowedTypes(keywords: Keywords): ReadonlySet<JsonType> {
  const { type } = keywords;
  const named = typeof type === 'string' ? [type] : isList(type) ? type : undefined;
  if (named !== undefined) return new Set(TYPES.filter((each) => named.includes(each)));
  const fixed = fixedValues(keywords);
  return new Set(fixed === undefined ? TYPES : fixed.map(typeOf));
}

/** Types that an ordinary value has. Where `type` is missing, the other keywords tell: `properties` means an object. */
export function ordinaryTypes(keywords: Keywords): readonly JsonType[] {
  if (keywords['type'] !== undefined) return [...allowedTypes(keywords)];
  const told = TELLING.filter(([, names]) => names.some((name) => memberOf(keywords, name) !== undefined));
  return told.length === 0 ? ['string', 'integer', 'boolean'] : told.map(([type]) => type);
}
