import type { LosslessJson } from './lossless-json.ts';

function numberText(value: number): string {
  if (Object.is(value, -0)) return '-0';
  if (Number.isFinite(value)) {
    // Written out, an integer this large would be read back as a bigint.
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? value.toExponential() : String(value);
  }
  return value > 0 ? '1e999' : '-1e999';
}

/**
 * JSON text of a value, without white space: `bigint` as an integer, `-0` kept, and the infinity that a number too
 * large for a double became as `1e999`.
 */
export function stringifyLossless(value: LosslessJson): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return numberText(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value))
    return `[${value.map((item: LosslessJson) => stringifyLossless(item)).join(',')}]`;
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}:${stringifyLossless(member)}`,
  );
  return `{${members.join(',')}}`;
}
