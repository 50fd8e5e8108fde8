import type { LosslessJson } from '../exchange/lossless-json.ts';

export type JsonObject = { readonly [name: string]: LosslessJson };

/** True for a JSON object: no array, no null. */
export function isJsonObject(value: LosslessJson | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own member of an object, or `undefined`. */
export function memberOf(value: JsonObject, name: string): LosslessJson | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
