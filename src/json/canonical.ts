import { printJson } from './lossless.ts';
import { isObject, type Json, memberOf } from './value.ts';

/**
 * A value as text that is equal for equal JSON values and for no others: members sorted; numbers that are equal the same, in
 * whichever way they are written or held (`1` and `1.0`, `0` and `-0`, `1e20` as a double and as an integer). Nothing is the
 * empty text.
 */
export function canonicalJson(value: Json | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return String(value);
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) return String(BigInt(value));
    return Object.is(value, -0) ? '0' : printJson(value);
  }
  if (Array.isArray(value)) return `[${value.map((item: Json) => canonicalJson(item)).join(',')}]`;
  if (!isObject(value)) return printJson(value);
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(memberOf(value, name))}`);
  return `{${members.join(',')}}`;
}
