import type { LosslessJson } from './lossless.ts';

/**
 * The typed model of an interface document. Everything downstream (oracle, generators, checks, mock, reports)
 * reads this and never the document itself.
 */

/** A JSON value as written in the document. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Says whether a value is a JSON object. */
export function isMembers(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Says whether a value is a JSON array. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/**
 * An own member of an object, or `undefined`. Names come from outside, so they may be `constructor` or `__proto__`, which
 * every object answers to: nothing is read by a computed name in any other way.
 */
export function memberOf<Value>(object: { readonly [name: string]: Value }, name: string): Value | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Gives an object a member of its own, also one that is called `__proto__`. */
export function setMember<Value>(object: { [name: string]: Value }, name: string, value: Value): void {
  Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true });
}

export type JsonObject = { readonly [name: string]: LosslessJson };

/** True for a JSON object: no array, no null. */
export function isJsonObject(value: LosslessJson | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
