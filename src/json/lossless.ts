import { jsonStructure } from './structure.ts';

/** A JSON value in which integers outside the safe range of a double are `bigint`. */
export type LosslessJson =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly LosslessJson[]
  | { readonly [name: string]: LosslessJson };

export type ParsedJson =
  | {
      readonly kind: 'json';
      readonly value: LosslessJson;
      /** True when the bytes began with a UTF-8 byte order mark, which RFC 8259 section 8.1 forbids to send. */
      readonly byteOrderMark: boolean;
      /** Names that occur more than once in one object. The last value counts. */
      readonly duplicateNames: readonly string[];
    }
  | { readonly kind: 'invalid'; readonly reason: string };

/** Deeper nesting is refused: what walks a parsed value may then recurse without care. */
const MAX_DEPTH = 512;
/** Longer integers stay doubles: making a bigint takes time that grows with the square of the digits. */
const MAX_DIGITS = 1000;
const BYTE_ORDER_MARK = '\uFEFF';
const INTEGER = /^-?\d+$/;

type SourceContext = { readonly source?: string };

function keepInteger(_name: string, value: unknown, context: SourceContext): unknown {
  const { source } = context;
  if (typeof value !== 'number' || source === undefined || Number.isSafeInteger(value)) return value;
  return INTEGER.test(source) && source.length <= MAX_DIGITS ? BigInt(source) : value;
}

/** `JSON.parse` with source text access (TC39), which the library types do not describe yet. */
const parseWithSource = JSON.parse as (
  text: string,
  reviver?: (name: string, value: unknown, context: SourceContext) => unknown,
) => LosslessJson;

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Parses a body as JSON (RFC 8259), strictly: UTF-8 without errors, nothing after the value. Integers outside the safe
 * range become `bigint`; numbers with a fraction or an exponent, and `-0`, stay doubles. Never throws.
 */
export function parseJson(bytes: Uint8Array): ParsedJson {
  const decoded = decodeUtf8(bytes);
  if (decoded === undefined) return { kind: 'invalid', reason: 'not valid UTF-8' };
  const byteOrderMark = decoded.startsWith(BYTE_ORDER_MARK);
  const text = byteOrderMark ? decoded.slice(1) : decoded;
  if (/^[ \t\r\n]*$/.test(text)) return { kind: 'invalid', reason: 'empty' };
  try {
    const structure = jsonStructure(text, MAX_DEPTH);
    if (structure.depth > MAX_DEPTH) return { kind: 'invalid', reason: 'nested too deeply' };
    const value = structure.longNumbers ? parseWithSource(text, keepInteger) : parseWithSource(text);
    return { kind: 'json', value, byteOrderMark, duplicateNames: structure.duplicateNames };
  } catch (error) {
    return { kind: 'invalid', reason: error instanceof Error ? error.message : 'not JSON' };
  }
}

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
