import { isList, isNumber, type JsonObject, type Json, memberOf } from '../../../../json/value.ts';
import { isUnspecified } from '../shown-values.ts';

/** What a value that a creation gave has to be, so that its absence tells something: writers of JSON leave out nothing, zero and false. */

export function isTelling(value: Json): boolean {
  if (typeof value === 'string') return value.length > 1 && !isUnspecified(value);
  return (isNumber(value) && value !== 0) || isFilled(value);
}

/** True for a list or an object with something in it. */
export function isFilled(value: Json | undefined): boolean {
  return value !== undefined && value !== null && typeof value === 'object' && Object.keys(value).length > 0;
}

/** True where an entry shows something in the place of a member. */
export function has(entry: JsonObject | undefined, name: string): boolean {
  const value = entry === undefined ? undefined : memberOf(entry, name);
  if (isList(value)) return value.length > 0;
  return (value ?? null) !== null && value !== '';
}
