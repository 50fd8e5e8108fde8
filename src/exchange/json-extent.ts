import { bound } from '../system/bounds.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const POINT = 0x2e;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** A body that is no longer than this stays within all bounds on JSON, whatever it holds. */
const SHORTEST = Math.min(bound('jsonDepth'), bound('jsonDigits'), bound('jsonValues'), bound('jsonMembers'));

/**
 * Which bound on JSON a body exceeds, as a text for a report; `undefined` when none. One pass over the bytes, without
 * making anything of them: what a body would grow to is known before it does. Bytes that are no JSON may get any answer.
 */
export function overJsonBounds(bytes: Uint8Array): string | undefined {
  if (bytes.length <= SHORTEST) return undefined;
  const [maxDepth, maxDigits] = [bound('jsonDepth'), bound('jsonDigits')];
  const [maxValues, maxMembers] = [bound('jsonValues'), bound('jsonMembers')];
  const [maxSafeDigits, maxWithLong] = [15, bound('jsonValuesBesideLong')];
  /** Members of each object that is open; -1 for an array. */
  const open = new Int32Array(maxDepth + 1);
  let depth = 0;
  let values = 0;
  let digits = 0;
  let decimals = false;
  let isLong = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    if ((byte >= 0x30 && byte <= 0x39) || byte === POINT) {
      digits += 1;
      decimals ||= byte === POINT;
      if (digits > maxDigits) return `a number of more than ${String(maxDigits)} digits`;
      continue;
    }
    isLong ||= digits > maxSafeDigits && !decimals;
    digits = 0;
    decimals = false;
    if (byte === QUOTE) {
      index += 1;
      while (index < bytes.length && bytes[index] !== QUOTE) index += bytes[index] === BACKSLASH ? 2 : 1;
    } else if (byte === COMMA) {
      values += 1;
      const members = open[depth] ?? -1;
      if (members >= 0) open[depth] = members + 1;
      if (members >= maxMembers) return `an object of more than ${String(maxMembers)} members`;
    } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      depth += 1;
      values += 1;
      if (depth > maxDepth) return `more than ${String(maxDepth)} arrays and objects inside one another`;
      open[depth] = byte === OPEN_OBJECT ? 0 : -1;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) {
      depth = Math.max(0, depth - 1);
    }
    if (values > maxValues) return `more than ${String(maxValues)} values`;
    if (isLong && values > maxWithLong)
      return `an integer of more than ${String(maxSafeDigits)} digits, and more than ${String(maxWithLong)} values`;
  }
  return undefined;
}
