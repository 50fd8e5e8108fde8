/**
 * JSON as the whole program holds it: the types of values, what tells them apart, and reading and giving members whose names
 * come from outside.
 */

/**
 * A JSON value: integers outside of the safe range of a double are `bigint`, so that an int64 survives the way from one answer to the
 * next request.
 */
export type Json =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly Json[]
  | { readonly [name: string]: Json };

/** What names something, in a path or in a body. */
export type Name = string | number | bigint;

export type JsonObject = { readonly [name: string]: Json };

/** The six types of RFC 8259. */
export const JSON_TYPES = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const;

export type JsonType = (typeof JSON_TYPES)[number];

/** The JSON type of a value. */
export function jsonTypeOf(value: Json): JsonType {
  if (value === null) return 'null';
  if (typeof value === 'object') return isList(value) ? 'array' : 'object';
  if (typeof value === 'string') return 'string';
  return typeof value === 'boolean' ? 'boolean' : 'number';
}

/** True for a value that can name something: a number, or a text that is not empty. */
export function isName(value: unknown): value is Name {
  return typeof value === 'string' ? value !== '' : isNumber(value);
}

/** True for a number, however many digits it has. */
export function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** True for what many services show where there is nothing: null, and a text, a list or an object without anything in it. */
export function isNothing(value: Json): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** True for a JSON object: no array, no null. */
export function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for a JSON array. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** The items of an array; none where the value is something else. */
export function listOf(value: Json | undefined): readonly Json[];
export function listOf(value: unknown): readonly unknown[];
export function listOf(value: unknown): readonly unknown[] {
  return isList(value) ? value : [];
}

/** The objects among the items of an array; none where the value is something else. */
export function objectsIn(
  value: Json | undefined | readonly (Json | undefined)[],
): readonly { readonly [name: string]: Json }[];
export function objectsIn(value: Json | undefined): readonly JsonObject[];
export function objectsIn(value: unknown): readonly { readonly [name: string]: unknown }[];
export function objectsIn(value: unknown): readonly { readonly [name: string]: unknown }[] {
  return listOf(value).filter(isObject);
}

/**
 * An own member of an object, or `undefined`. Names come from outside, so they may be `constructor` or `__proto__`, which
 * every object answers to: nothing is read by a computed name in any other way.
 */
export function memberOf<Value>(object: { readonly [name: string]: Value }, name: string): Value | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** An object without one of its members. */
export function withoutMember(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([each]) => each !== name));
}

/** Gives an object a member of its own, also one that is called `__proto__`. */
export function setMember<Value>(object: { [name: string]: Value }, name: string, value: Value): void {
  // Every other name is one that an assignment makes a member of its own, at a fifth of the cost.
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true });
}

/**
 * What JSON.stringify leaves as it is and a terminal, an editor or the log of a CI service would obey: C1 controls, format
 * characters, noncharacters, commands such as `##[error]`.
 */
const OBEYED =
  /#(?=#[\w.-]*\[)|[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]/g;

function spelledOut(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A value as JSON that is safe to look at: the same value for every parser, with what could hide or reorder text spelled out. */
export function plainJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replaceAll(OBEYED, spelledOut);
}
