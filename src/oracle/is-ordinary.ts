import type { LosslessJson } from '../exchange/lossless-json.ts';
import type { Schema } from '../schema/schema.ts';
import type { Json } from '../json/json.ts';
import { memberOf } from '../json/member.ts';

const ORDINARY = /^[A-Za-z0-9](?:[A-Za-z0-9-]| (?=[A-Za-z0-9-]))*$/;
const LONGEST_ORDINARY = 100;

/**
 * True for text that any sensible service accepts where the document asks for a string: 1 to 100 ASCII letters,
 * digits, single inner spaces and hyphens, a letter or digit first. Other valid text is unusual: a service may refuse
 * it. `minLength`: what the document asks for, where that is more than 100.
 */
export function isOrdinaryText(text: string, minLength = 0): boolean {
  return text.length <= Math.max(LONGEST_ORDINARY, minLength) && ORDINARY.test(text);
}

type SchemaObject = { readonly [keyword: string]: Json };

function isObject(value: Json | undefined): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A schema and the schemas that it combines, one level of `allOf`, `anyOf`, `oneOf` at a time. */
function alternatives(schema: Schema, depth = 0): SchemaObject[] {
  if (typeof schema === 'boolean' || depth > 8) return [];
  const combined = [schema.allOf, schema.anyOf, schema.oneOf].flatMap((list) =>
    Array.isArray(list) ? list.filter(isObject) : [],
  );
  return [schema, ...combined.flatMap((part) => alternatives(part, depth + 1))];
}

function memberSchema(schemas: readonly SchemaObject[], name: string): Schema {
  const parts = schemas
    .map((schema) => (isObject(schema.properties) ? memberOf(schema.properties, name) : undefined))
    .filter(isObject);
  return { allOf: parts };
}

/** Text is free where the document gives neither values nor a form for it. */
function isFreeText(schemas: readonly SchemaObject[]): boolean {
  return !schemas.some(
    (s) => 'enum' in s || 'const' in s || 'format' in s || 'pattern' in s || s.maxLength === 0,
  );
}

function minLengthOf(schemas: readonly SchemaObject[]): number {
  return Math.max(0, ...schemas.flatMap((s) => (typeof s.minLength === 'number' ? [s.minLength] : [])));
}

/** True when all free text inside the value is ordinary; text with a documented form is what the document asks for. */
export function isOrdinary(schema: Schema, value: LosslessJson, depth = 0): boolean {
  const schemas = alternatives(schema);
  if (typeof value === 'string') return !isFreeText(schemas) || isOrdinaryText(value, minLengthOf(schemas));
  if (depth > 32) return false;
  if (Array.isArray(value)) {
    const items: Schema = { allOf: schemas.map((s) => s.items).filter(isObject) };
    return value.every((item: LosslessJson) => isOrdinary(items, item, depth + 1));
  }
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, member]) =>
    isOrdinary(memberSchema(schemas, name), member, depth + 1),
  );
}

/** Names of the members that the schema shows for an object, combined schemas included. */
export function documentedMembers(schema: Schema): ReadonlySet<string> {
  return new Set(
    alternatives(schema).flatMap((s) => (isObject(s.properties) ? Object.keys(s.properties) : [])),
  );
}
