/** A JSON value. Integers outside the safe range of a double are `bigint`, so that int64 survives. */
export type JsonValue = null | boolean | number | bigint | string | readonly JsonValue[] | JsonObject;

export type JsonObject = { readonly [name: string]: JsonValue };

export type ParsedJson =
  | { readonly kind: 'value'; readonly value: JsonValue }
  | { readonly kind: 'broken'; readonly problem: string };

/** Deeper values are refused: everything that walks a value later may recurse without care. */
const MAX_DEPTH = 200;
/** No integer beyond the range of a double is kept; this many digits reach it. */
const MAX_DIGITS = 309;
const INTEGER = /^-?\d+$/;
/** In no text without these is a number that a double can't hold. */
const MAYBE_NO_DOUBLE = /\d{16}|[eE]\+?\d{3}/;

type Reviver = (name: string, value: unknown, context: { readonly source?: string }) => unknown;

/** `JSON.parse` and `JSON.rawJSON` as ECMAScript has them; the library types don't describe source text access yet. */
const withSource = JSON as unknown as {
  parse(text: string, reviver: Reviver | undefined): JsonValue;
  rawJSON(text: string): unknown;
};

/** The deepest nesting of brackets outside strings. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (inString) {
      if (unit === 0x5c) at += 1;
      else if (unit === 0x22) inString = false;
    } else if (unit === 0x22) inString = true;
    else if (unit === 0x5b || unit === 0x7b) deepest = Math.max(deepest, (depth += 1));
    else if (unit === 0x5d || unit === 0x7d) depth -= 1;
  }
  return deepest;
}

function keepInteger(_name: string, value: unknown, context: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const { source } = context;
  if (source !== undefined && INTEGER.test(source) && source.length <= MAX_DIGITS) return BigInt(source);
  if (!Number.isFinite(value)) throw new RangeError('a number is too large');
  return value;
}

/** Parses JSON (RFC 8259) without losing digits of integers. Never throws; numbers beyond a double are refused. */
export function parseJson(text: string): ParsedJson {
  if (text.length > MAX_DEPTH && depthOf(text) > MAX_DEPTH)
    return { kind: 'broken', problem: `nested deeper than ${MAX_DEPTH} levels` };
  try {
    const reviver = MAYBE_NO_DOUBLE.test(text) ? keepInteger : undefined;
    return { kind: 'value', value: withSource.parse(text, reviver) };
  } catch (error) {
    return { kind: 'broken', problem: error instanceof RangeError ? error.message : 'not valid JSON' };
  }
}

function printWithBigints(value: JsonValue): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'bigint' ? withSource.rawJSON(String(member)) : member,
  );
}

/** The JSON text of a value; bigints come out as integers. */
export function printJson(value: JsonValue): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof TypeError) return printWithBigints(value);
    throw error;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A string as it is, anything else as its JSON text: how a value stands in a path or a header. */
export function plainText(value: JsonValue): string {
  return typeof value === 'string' ? value : printJson(value);
}
