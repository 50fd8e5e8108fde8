import { printJson } from '../../json/lossless.ts';
import { isList, isObject, type Json, memberOf } from '../../json/value.ts';
import { unusualTexts } from './texts.ts';

/**
 * Values and bytes that differ a little from others, at random: what parsers, stores and programs stumble over more often than over
 * drawn values. Whether they are still valid is for the oracle to say.
 */

/** Numbers from 0 to below 1. */
export type Random = () => number;

/** A whole number from 0 to below `end`. */
export function below(random: Random, end: number): number {
  return Math.min(end - 1, Math.floor(random() * end));
}

/** One of them; `undefined` of none. */
export function pick<T>(random: Random, list: readonly T[]): T | undefined {
  return list.at(below(random, list.length));
}

const LONGEST_TEXT = 20_000;

/** At the lengths where columns, fields and buffers end. */
const LENGTHS: readonly number[] = [31, 32, 63, 64, 127, 128, 255, 256, 257, 1_023, 1_025, 4_097, 8_193];

const TEXTS: readonly string[] = [
  ...unusualTexts.map(({ text }) => text).filter((text) => text.length <= LONGEST_TEXT),
  ...LENGTHS.map((length) => 'w'.repeat(length)),
  '0',
  '-1',
  '1e400',
  'NaN',
  'undefined',
  '[]',
  '{}',
  '../../../etc/passwd',
  '%2e%2e%2f',
  "' OR '1'='1",
  '=1+1',
  '\\',
  '"',
  '\n',
  '1970-01-01',
  '9999-12-31T23:59:60Z',
];

const NUMBERS: readonly number[] = [
  0,
  -1,
  1,
  0.5,
  -0.1,
  127,
  128,
  255,
  256,
  32_768,
  65_536,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32,
  2 ** 53,
  2 ** 53 + 2,
  -(2 ** 53),
  1e21,
  1e308,
  -1e308,
  5e-324,
];

/** A text that programs stumble over. */
export function oddText(random: Random): string {
  const text = pick(random, TEXTS) ?? '';
  return random() < 0.2 ? `${text}${pick(random, TEXTS) ?? ''}`.slice(0, LONGEST_TEXT) : text;
}

/** A number at the end of what some type of numbers holds. */
function oddNumber(random: Random): number {
  return pick(random, NUMBERS) ?? 0;
}

function oddValue(random: Random, of: Json): Json {
  switch (below(random, 8)) {
    case 0:
      return null;
    case 1:
      return oddNumber(random);
    case 2:
      return random() < 0.5;
    case 3:
      return [];
    case 4:
      return {};
    case 5:
      return [of];
    default:
      return typeof of === 'number' ? oddNumber(random) : oddText(random);
  }
}

/** As deep as a value is changed. */
const DEEPEST = 6;

function changedList(list: readonly Json[], random: Random, depth: number): Json {
  const at = below(random, list.length);
  const item = list[at] ?? null;
  switch (below(random, 5)) {
    case 0:
      return list.toSpliced(at, 1);
    case 1:
      return [...list, item];
    case 2:
      return list.toReversed();
    default:
      return list.with(at, changedValue(item, random, depth + 1));
  }
}

/** A value that differs in one place: a member left out or added, another type, an odd number or text. */
export function changedValue(value: Json, random: Random, depth = 0): Json {
  if (depth > DEEPEST) return oddValue(random, value);
  if (isList(value)) return value.length === 0 ? [oddValue(random, null)] : changedList(value, random, depth);
  if (!isObject(value)) return oddValue(random, value);
  const names = Object.keys(value);
  const name = pick(random, names);
  if (name === undefined) return { extra: oddValue(random, null) };
  const chance = random();
  if (chance < 0.1) return Object.fromEntries(Object.entries(value).filter(([one]) => one !== name));
  if (chance < 0.15) return { ...value, [`${name}2`]: memberOf(value, name) ?? null };
  return { ...value, [name]: changedValue(memberOf(value, name) ?? null, random, depth + 1) };
}

/** A body as bytes, in a media type that may be another one than the documented. */
export type RawBody = { readonly bytes: Uint8Array; readonly contentType: string | undefined };

/** Media types that a body does not have, `undefined` for none. */
const OTHER_TYPES: readonly (string | undefined)[] = [
  undefined,
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=assay',
  'application/octet-stream',
  'application/json; charset=utf-16',
  'application/json; charset=nonsense',
  'application/json;',
  'application/problem+json',
  'json',
  '/',
];

/** Texts that JSON has where it should not, or that only some parsers take. */
const PIECES: readonly string[] = [
  '\\u0000',
  '\\ud800',
  '\\udfff\\ud800',
  '\\x41',
  '\\',
  '\u0001',
  '\ufeff',
  '\u2028',
  '1e999',
  '-0',
  '00',
  '0x1F',
  '.5',
  '1.',
  '+1',
  'NaN',
  'Infinity',
  '-Infinity',
  'undefined',
  'True',
  "'a'",
  ',',
  ',,',
  ':',
  '{',
  '}',
  '[',
  ']',
  '"',
  '/*c*/',
  '//c\n',
  ' ',
  '9'.repeat(400),
  `0.${'0'.repeat(400)}1`,
  '[[[[[[[[[[]]]]]]]]]]',
  '{"a":{"a":{"a":{"a":{}}}}}',
];

const BROKEN_BYTES: readonly (readonly number[])[] = [
  [0xff],
  [0xc3],
  [0xc0, 0x80],
  [0xed, 0xa0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xfe, 0xff],
  [0x00],
];

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function putBytes(bytes: Uint8Array, at: number, more: Uint8Array, instead = 0): Uint8Array {
  const made = new Uint8Array(bytes.length - instead + more.length);
  made.set(bytes.subarray(0, at));
  made.set(more, at);
  made.set(bytes.subarray(at + instead), at + more.length);
  return made;
}

/** The same members once more, in front of all others: which of two counts differs from parser to parser. */
function withRepeated(value: Json, random: Random): Uint8Array | undefined {
  const name = isObject(value) ? pick(random, Object.keys(value)) : undefined;
  if (name === undefined) return undefined;
  const text = printJson(value);
  return bytesOf(`{${JSON.stringify(name)}:${printJson(oddValue(random, null))},${text.slice(1)}`);
}

/** The text in another encoding (RFC 8259 section 8.1 knows UTF-8 alone). */
function inUtf16(text: string): Uint8Array {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return new Uint8Array(bytes);
}

/**
 * Bytes that come of a JSON body by one change, sometimes two: cut off, a byte more, less or another one, pieces that JSON does not
 * have there, broken UTF-8, members twice, another encoding, another media type. `contentType` is what is documented.
 */
export function changedBytes(value: Json, contentType: string, random: Random): RawBody {
  const text = printJson(value);
  const bytes = bytesOf(text);
  const at = below(random, bytes.length + 1);
  const own = (made: Uint8Array): RawBody => ({ bytes: made, contentType });
  switch (below(random, 12)) {
    case 0:
      return own(bytes.slice(0, at));
    case 1:
      return own(putBytes(bytes, Math.max(0, at - 1), new Uint8Array(), Math.min(1, bytes.length)));
    case 2:
      return own(putBytes(bytes, at, bytes.slice(at, at + below(random, 16) + 1)));
    case 3:
      return own(putBytes(bytes, at, new Uint8Array(pick(random, BROKEN_BYTES) ?? [])));
    case 4:
      return own(withRepeated(value, random) ?? bytes);
    case 5:
      return own(inUtf16(text));
    case 6:
    case 7:
      return { bytes, contentType: pick(random, OTHER_TYPES) };
    case 8: {
      const changed = bytes.slice();
      const place = Math.max(0, at - 1);
      changed[place] = (changed[place] ?? 0) ^ (1 << below(random, 8));
      return own(changed);
    }
    default: {
      const more = bytesOf(pick(random, PIECES) ?? '');
      // Behind a colon stands a value: most pieces are one that somebody may take for a number or a text.
      const colon = text.indexOf(':', below(random, text.length + 1));
      const behind = colon < 0 ? at : bytesOf(text.slice(0, colon + 1)).length;
      return own(putBytes(bytes, random() < 0.5 ? behind : at, more));
    }
  }
}
