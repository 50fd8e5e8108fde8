import { bound } from '../system/bounds.ts';
import { jsonStructure } from './structure.ts';
import { isNumber, type Json } from './value.ts';

export type ParsedJson =
  | {
      readonly kind: 'json';
      readonly value: Json;
      /** True when the bytes began with a UTF-8 byte order mark, which RFC 8259 section 8.1 forbids to send. */
      readonly byteOrderMark: boolean;
      /** Names that occur more than once in one object. The last value counts. */
      readonly duplicateNames: readonly string[];
    }
  | { readonly kind: 'invalid'; readonly reason: string };

/** Deeper nesting is refused: what walks a parsed value may then recurse without care. */
const MAX_DEPTH = bound('jsonDepth');
/** Longer integers stay doubles: making a bigint takes time that grows with the square of the digits. */
const MAX_DIGITS = bound('jsonDigits');
const TOO_DEEP = `nested deeper than ${String(MAX_DEPTH)} levels`;
const BYTE_ORDER_MARK = '\uFEFF';
const INTEGER = /^-?\d+$/;
/** In no text without these is a number that a double can't hold. */
const MAYBE_NO_DOUBLE = /\d{16}|[eE]\+?\d{3}/;

/** `JSON.parse` with source text access (TC39), which the library types do not describe yet. */
const parseWithSource = JSON.parse as (
  text: string,
  reviver?: (name: string, value: unknown, context: { readonly source?: string }) => unknown,
) => Json;

function isLongestInteger(source: string): boolean {
  const digits = source.startsWith('-') ? source.length - 1 : source.length;
  return digits <= MAX_DIGITS && INTEGER.test(source);
}

/** The value of a JSON text, and whether a number was too large for a double and became infinite. Throws `SyntaxError`. */
function parseText(
  text: string,
  hasLongNumbers: boolean,
): { readonly value: Json; readonly isBeyondDouble: boolean } {
  if (!hasLongNumbers) return { value: parseWithSource(text), isBeyondDouble: false };
  let isBeyondDouble = false;
  const value = parseWithSource(text, (_name, each, { source }) => {
    if (typeof each !== 'number' || Number.isSafeInteger(each)) return each;
    if (source !== undefined && isLongestInteger(source)) return BigInt(source);
    isBeyondDouble ||= !Number.isFinite(each);
    return each;
  });
  return { value, isBeyondDouble };
}

/** It keeps nothing from one text to the next. */
const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return DECODER.decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Parses a body as JSON (RFC 8259), strictly: UTF-8 without errors, nothing after the value. Integers outside the safe
 * range become `bigint`; numbers with a fraction or an exponent, and `-0`, stay doubles, which are infinite where no double
 * is large enough. What the RFC leaves to the reader is told, not refused. Never throws.
 */
export function parseJson(bytes: Uint8Array): ParsedJson {
  const decoded = decodeUtf8(bytes);
  if (decoded === undefined) return { kind: 'invalid', reason: 'not valid UTF-8' };
  const byteOrderMark = decoded.startsWith(BYTE_ORDER_MARK);
  const text = byteOrderMark ? decoded.slice(1) : decoded;
  if (/^[ \t\r\n]*$/.test(text)) return { kind: 'invalid', reason: 'empty' };
  try {
    const structure = jsonStructure(text, MAX_DEPTH);
    if (structure.depth > MAX_DEPTH) return { kind: 'invalid', reason: TOO_DEEP };
    const { value } = parseText(text, structure.longNumbers);
    return { kind: 'json', value, byteOrderMark, duplicateNames: structure.duplicateNames };
  } catch (error) {
    return { kind: 'invalid', reason: error instanceof Error ? error.message : 'not JSON' };
  }
}

/**
 * Parses JSON text that is to be kept: the same value as `parseJson` reads, so that `printJson` gives it back. Numbers beyond
 * a double, which could not be given back, are refused, and so is a byte order mark (RFC 8259, sections 6 and 8.1). Reasons
 * quote nothing of the text. Never throws.
 */
export function parseExactJson(
  text: string,
): { readonly kind: 'json'; readonly value: Json } | { readonly kind: 'invalid'; readonly reason: string } {
  try {
    if (text.length > MAX_DEPTH && jsonStructure(text, MAX_DEPTH).depth > MAX_DEPTH)
      return { kind: 'invalid', reason: TOO_DEEP };
    const { value, isBeyondDouble } = parseText(text, MAYBE_NO_DOUBLE.test(text));
    return isBeyondDouble ? { kind: 'invalid', reason: 'a number is too large' } : { kind: 'json', value };
  } catch {
    return { kind: 'invalid', reason: 'not valid JSON' };
  }
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** The number that a text is, as JSON has it, in a list; none for any other text. */
export function numbersIn(text: string): readonly (number | bigint)[] {
  const parsed = NUMBER.test(text) ? parseExactJson(text) : undefined;
  return parsed?.kind === 'json' && isNumber(parsed.value) ? [parsed.value] : [];
}

/** True when `JSON.stringify` prints the value so that `parseJson` gives it back. */
function isPlain(value: Json): boolean {
  if (typeof value === 'string') return true;
  if (typeof value === 'number')
    return Number.isInteger(value)
      ? Number.isSafeInteger(value) && !Object.is(value, -0)
      : Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return typeof value !== 'bigint';
  for (const part of Object.values(value)) if (!isPlain(part)) return false;
  return true;
}

function numberText(value: number): string {
  if (Object.is(value, -0)) return '-0';
  if (Number.isFinite(value)) {
    // Written out, an integer this large would be read back as a bigint.
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? value.toExponential() : String(value);
  }
  return value > 0 ? '1e999' : '-1e999';
}

function printLossless(value: Json): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return numberText(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item: Json) => printLossless(item)).join(',')}]`;
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}:${printLossless(member)}`,
  );
  return `{${members.join(',')}}`;
}

/**
 * JSON text of a value, without white space: `bigint` as an integer, `-0` kept, and the infinity that a number too
 * large for a double became as `1e999`.
 */
export function printJson(value: Json): string {
  return isPlain(value) ? JSON.stringify(value) : printLossless(value);
}

/** A string as it is, anything else as its JSON text: how a value stands in a path or a header. */
export function plainText(value: Json): string {
  return typeof value === 'string' ? value : printJson(value);
}
