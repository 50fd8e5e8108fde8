import type { LosslessJson } from '../exchange/lossless-json.ts';

export type JsonObject = { readonly [name: string]: LosslessJson };

/** True for a JSON object: no array, no null. */
export function isJsonObject(value: LosslessJson | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
