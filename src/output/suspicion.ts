/**
 * Tells quickly that a text holds no secret: one look at each character, without places, and encodings undone only where
 * something long enough to be one stands. What it suspects is looked at closely by the finder.
 */
import { type Alphabets, decodedIn, inflatedIn, LONGEST_WORD } from './encodings.ts';
import {
  LONG_TEXT,
  LONGEST_FORM,
  longestOf,
  MOST_LAYERS,
  unescapedOnce,
  unwrapped,
  windowsOf,
} from './layers.ts';

/** True when a secret may stand in the text. */
export type Suspicion = (text: string) => boolean;

const BITS = 0xffff;
const GRAM = 4;
/** Stands for every character that is none of Latin-1. */
const OTHER = 1;

const [BACKSLASH, PERCENT, AMPERSAND, ESCAPE, EQUALS] = [0x5c, 0x25, 0x26, 0x1b, 0x3d];
const [LETTER, CAPITAL, DIGIT, SIGN, DASH] = [1, 2, 3, 4, 5];
const UNSEEN = 0x100;
/** Only what stands near an escape or something encoded is looked at again. */
const SHORT_WINDOW = 4_096;

function lowered(code: number): number {
  if (code > 0xff) return OTHER;
  return (code >= 0x41 && code <= 0x5a) || (code >= 0xc0 && code <= 0xde) ? code + 0x20 : code;
}

function isUnseen(code: number): boolean {
  if (code <= 0x20 || code === 0x7f || code === 0xa0 || code === 0xad) return true;
  return code > 0xff && /[\s\u200b-\u200f\u2060\ufeff]/.test(String.fromCharCode(code));
}

/** For each character of Latin-1 its small letter, or that it is not seen. */
const SQUEEZED: Uint16Array = Uint16Array.from({ length: 256 }, (_, code) =>
  isUnseen(code) || code === BACKSLASH ? UNSEEN : lowered(code),
);

/** The part that a character may have in base64 and base64url; 0 for none. */
const IN_BASE64: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) return LETTER;
  if (/[A-Z]/.test(character)) return CAPITAL;
  if (/\d/.test(character)) return DIGIT;
  if (/[+/]/.test(character)) return SIGN;
  return /[_-]/.test(character) ? DASH : 0;
});

const IS_HEX: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) =>
  /[0-9a-f]/i.test(String.fromCharCode(code)) ? 1 : 0,
);

const SEPARATES_HEX: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) =>
  /[:,;._x-]/i.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Lower case, without what is not seen and without backslashes: so is everything compared. */
function squeezed(text: string): Uint8Array {
  const codes = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return Uint8Array.from(
    codes.filter((code) => !isUnseen(code) && code !== BACKSLASH).map((code) => lowered(code)),
  );
}

function hashOf(bytes: Uint8Array): number {
  let hash = 0;
  for (const byte of bytes.subarray(0, GRAM)) hash = (hash * 31 + byte) & BITS;
  return hash;
}

/** What one look at a text brings to light. */
type Looked = {
  readonly found: boolean;
  readonly escapes: boolean;
  /** Something that is long enough to be encoded. */
  readonly encoded: boolean;
  readonly compressed: boolean;
};

type Wanted = {
  /** By the hash of their first characters; shorter ones are in all places of `short`. */
  readonly byHash: ReadonlyMap<number, readonly Uint8Array[]>;
  readonly hashes: Uint8Array;
  readonly short: readonly Uint8Array[];
  readonly base64: number;
  readonly hex: number;
};

function wantedOf(needles: readonly string[], fewestBytes: number): Wanted {
  const all = [...new Set(needles)].map(squeezed).filter(({ length }) => length > 0);
  const byHash = new Map<number, Uint8Array[]>();
  const hashes = new Uint8Array(BITS + 1);
  for (const needle of all.filter(({ length }) => length >= GRAM)) {
    const hash = hashOf(needle);
    hashes.fill(1, hash, hash + 1);
    byHash.set(hash, [...(byHash.get(hash) ?? []), needle]);
  }
  return {
    byHash,
    hashes,
    short: all.filter(({ length }) => length < GRAM),
    base64: Math.max(4, Math.floor((fewestBytes * 8) / 6)),
    hex: fewestBytes * 2,
  };
}

function startsAt(bytes: Uint8Array, at: number, needle: Uint8Array): boolean {
  if (at + needle.length > bytes.length) return false;
  for (let index = 0; index < needle.length; index += 1)
    if (bytes[at + index] !== needle[index]) return false;
  return true;
}

/** Whether an escape may begin here that hides more than a quote: one of a code, or of HTML. */
function hides(text: string, at: number, code: number): boolean {
  const next = text.charCodeAt(at + 1);
  if (code === PERCENT) return IS_HEX[next] === 1 || next === 0x75;
  if (code === AMPERSAND) return next === 0x23 || (next >= 0x41 && next <= 0x7a);
  return next === 0x75 || next === 0x78 || (next >= 0x30 && next <= 0x33);
}

/** True where a backslash and this character stand for white space. */
function isEscapedSpace(next: number): boolean {
  return next === 0x6e || next === 0x72 || next === 0x74;
}

let room = Buffer.alloc(65_536);

function look(text: string, wanted: Wanted): Looked {
  const { length } = text;
  if (room.length < length) room = Buffer.alloc(length * 2);
  const { hashes, byHash } = wanted;
  const out = room;
  const candidates: number[] = [];
  let [end, escapes, encoded, compressed] = [0, false, false, false];
  let [a, b, c] = [0, 0, 0];
  let [run, mixed, hex, sinceHex] = [0, 0, 0, 0];
  // White space ends a word, but for the end of a line: encodings are broken into lines.
  let [spaces, lineEnds] = [0, 0];
  for (let index = 0; index < length; index += 1) {
    let code = text.charCodeAt(index);
    if (code > 0xff) code = isUnseen(code) ? 0x20 : OTHER + UNSEEN;
    const small = code > 0xff ? OTHER : (SQUEEZED[code] ?? 0);
    if (small === UNSEEN) {
      if (code === BACKSLASH) {
        if (isEscapedSpace(text.charCodeAt(index + 1))) {
          lineEnds += 1;
          index += 1;
        } else escapes ||= hides(text, index, code);
      } else if (code === 0x1f && text.charCodeAt(index + 1) === 0x8b) {
        compressed = true;
      } else if (code === ESCAPE && text[index + 1] === '[') {
        escapes = true;
      }
      if (code === 0x0a || code === 0x0d) lineEnds += 1;
      else if (code !== BACKSLASH) spaces += 1;
      continue;
    }
    if (code === PERCENT || code === AMPERSAND) escapes ||= hides(text, index, code);
    if (code === EQUALS && text.charCodeAt(index + 1) <= 0x0d) escapes = true;
    if (code === 0xb5 && text.startsWith('(\u00b5/\u00fd', index - 1)) compressed = true;
    const part = code > 0xff ? 0 : (IN_BASE64[code] ?? 0);
    if (part === 0 || (spaces > 0 && lineEnds === 0)) [run, mixed] = [0, 0];
    [spaces, lineEnds] = [0, 0];
    if (part !== 0) {
      run += 1;
      if (part === DIGIT || part === SIGN || (part === CAPITAL && run > 1)) mixed += 1;
      if (run >= wanted.base64 && (mixed > 0 || run >= LONGEST_WORD)) encoded = true;
    }
    if (code <= 0xff && IS_HEX[code] === 1) {
      hex += 1;
      sinceHex = 0;
      if (hex >= wanted.hex) encoded = true;
    } else {
      sinceHex = code <= 0xff && SEPARATES_HEX[code] === 1 ? sinceHex + 1 : 3;
      if (sinceHex > 2) hex = 0;
    }
    const gramIndex = (((a * 31 + b) * 31 + c) * 31 + small) & BITS;
    if (hashes[gramIndex] === 1 && end >= GRAM - 1) candidates.push(end - GRAM + 1);
    out[end] = small;
    end += 1;
    [a, b, c] = [b, c, small];
  }
  const bytes = out.subarray(0, end);
  const found =
    wanted.short.some((needle) => bytes.includes(Buffer.from(needle))) ||
    candidates.some((at) =>
      (byHash.get(hashOf(bytes.subarray(at, at + GRAM))) ?? []).some((needle) => startsAt(bytes, at, needle)),
    );
  return { found, escapes, encoded, compressed: compressed || (text[0] === 'x' && length > 8) };
}

/**
 * Suspects every text in which one of the needles may stand, also escaped and encoded `nested` times; `fewestBytes` is the
 * length of the shortest. It takes time linear in the text.
 */
export function suspicionOf(
  needles: readonly string[],
  { fewestBytes, alphabets, nested }: { fewestBytes: number; alphabets: Alphabets; nested: number },
): Suspicion {
  const wanted = wantedOf(needles, fewestBytes);
  const longest = longestOf(needles);
  const suspects = (text: string, depth: number, layer: number): boolean => {
    let compressed = false;
    for (const { part } of windowsOf(text, longest, Math.max(SHORT_WINDOW, longest * 2 * LONGEST_FORM))) {
      const looked = look(part, wanted);
      if (looked.found) return true;
      compressed ||= looked.compressed;
      if (looked.escapes && layer > 0) {
        const inner = unescapedOnce(part);
        if (inner !== part && suspects(inner, depth, layer - 1)) return true;
      }
      if (depth === 0 || !looked.encoded) continue;
      for (const decoded of decodedIn(unwrapped(part), alphabets))
        if (suspects(decoded.text, depth - 1, 2)) return true;
    }
    if (depth === 0 || !compressed) return false;
    for (const content of inflatedIn(text))
      if (content.unknown || suspects(content.text, depth - 1, MOST_LAYERS)) return true;
    return false;
  };
  return (text) => suspects(text, text.length > LONG_TEXT ? 1 : nested, MOST_LAYERS);
}
