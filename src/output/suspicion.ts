/**
 * Tells quickly that a text holds no secret: one look at each character, without places, and encodings undone only where
 * something long enough to be one stands. What it suspects is looked at closely by the finder.
 */
import { type Alphabets, decodedIn, inflatedIn, LONGEST_WORD } from './encodings.ts';
import {
  hasLookAlikes,
  LONG_TEXT,
  LONGEST_FORM,
  longestOf,
  MOST_LAYERS,
  plainLetters,
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

const IS_HEX: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) =>
  /[0-9a-f]/i.test(String.fromCharCode(code)) ? 1 : 0,
);

/** What a character is, beside its small letter in the lowest eight bits. */
const [SKIPPED, MARK, HEX, BETWEEN_HEX] = [0x100, 0x200, 0x400, 0x800];
/** The part that it may have in base64 and base64url: any, and one that hardly a word has. */
const [IN_BASE64, MIXES, CAPITAL] = [0x1000, 0x2000, 0x4000];

/** Those that may begin an escape or something compressed. */
const MARKS: ReadonlySet<number> = new Set([PERCENT, AMPERSAND, EQUALS, 0xb5]);

function traitsOf(code: number): number {
  const character = String.fromCharCode(code);
  if (isUnseen(code) || code === BACKSLASH) return SKIPPED;
  let traits = lowered(code);
  if (MARKS.has(code)) traits |= MARK;
  if (/[0-9a-f]/i.test(character)) traits |= HEX;
  if (/[:,;._x-]/i.test(character)) traits |= BETWEEN_HEX;
  if (/[A-Za-z0-9+/_-]/.test(character)) traits |= IN_BASE64;
  if (/[0-9+/]/.test(character)) traits |= MIXES;
  if (/[A-Z]/.test(character)) traits |= CAPITAL;
  return traits;
}

/** For each character of Latin-1 all that one look tells of it. */
const TRAITS: Uint16Array = Uint16Array.from({ length: 256 }, (_, code) => traitsOf(code));

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
  /** The same of needles of letters and digits alone, in a text of nothing else. */
  readonly bare: { readonly byHash: ReadonlyMap<number, readonly Uint8Array[]>; readonly hashes: Uint8Array };
  readonly base64: number;
  readonly hex: number;
};

function hashed(needles: readonly Uint8Array[]): Wanted['bare'] {
  const byHash = new Map<number, Uint8Array[]>();
  const hashes = new Uint8Array(BITS + 1);
  for (const needle of needles.filter(({ length }) => length >= GRAM)) {
    const hash = hashOf(needle);
    hashes.fill(1, hash, hash + 1);
    byHash.set(hash, [...(byHash.get(hash) ?? []), needle]);
  }
  return { byHash, hashes };
}

function wantedOf(needles: readonly string[], bare: readonly string[], fewestBytes: number): Wanted {
  const all = [...new Set(needles)].map(squeezed).filter(({ length }) => length > 0);
  return {
    ...hashed(all),
    bare: hashed(bare.map(squeezed)),
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
let bareRoom = Buffer.alloc(65_536);

/** Small letters and digits. */
const IS_BARE: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) ? 1 : 0,
);

/** Whether one of the needles stands at one of the places. */
function standsAt(bytes: Uint8Array, places: readonly number[], { byHash }: Wanted['bare']): boolean {
  return places.some((at) =>
    (byHash.get(hashOf(bytes.subarray(at, at + GRAM))) ?? []).some((needle) => startsAt(bytes, at, needle)),
  );
}

function look(text: string, wanted: Wanted): Looked {
  const { length } = text;
  if (room.length < length) {
    room = Buffer.alloc(length * 2);
    bareRoom = Buffer.alloc(length * 2);
  }
  const { hashes, base64, hex: fewestHex } = wanted;
  const out = room;
  const candidates: number[] = [];
  const bareCandidates: number[] = [];
  const { hashes: bareHashes } = wanted.bare;
  const bareOut = bareRoom;
  const hasBare = wanted.bare.byHash.size > 0;
  let [position, d, e, f] = [0, 0, 0, 0];
  let [end, escapes, encoded, compressed] = [0, false, false, false];
  let [a, b, c] = [0, 0, 0];
  let [run, mixed, hex, sinceHex] = [0, 0, 0, 0];
  // White space ends a word, but for the end of a line: encodings are broken into lines.
  let [spaces, lineEnds] = [0, 0];
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index);
    const traits = code <= 0xff ? (TRAITS[code] ?? 0) : isUnseen(code) ? SKIPPED : OTHER;
    if ((traits & SKIPPED) !== 0) {
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
    if ((traits & MARK) !== 0) {
      if (code === PERCENT || code === AMPERSAND) escapes ||= hides(text, index, code);
      else if (code === EQUALS) escapes ||= text.charCodeAt(index + 1) <= 0x0d;
      else compressed ||= text.startsWith('(\u00b5/\u00fd', index - 1);
    }
    if ((traits & IN_BASE64) === 0 || (spaces > 0 && lineEnds === 0)) {
      run = 0;
      mixed = 0;
    }
    spaces = 0;
    lineEnds = 0;
    if ((traits & IN_BASE64) !== 0) {
      run += 1;
      if ((traits & MIXES) !== 0 || ((traits & CAPITAL) !== 0 && run > 1)) mixed += 1;
      if (run >= base64 && (mixed > 0 || run >= LONGEST_WORD)) encoded = true;
    }
    if ((traits & HEX) !== 0) {
      hex += 1;
      sinceHex = 0;
      if (hex >= fewestHex) encoded = true;
    } else {
      sinceHex = (traits & BETWEEN_HEX) === 0 ? 3 : sinceHex + 1;
      if (sinceHex > 2) hex = 0;
    }
    const small = traits & 0xff;
    const gramIndex = (((a * 31 + b) * 31 + c) * 31 + small) & BITS;
    if (hashes[gramIndex] === 1 && end >= GRAM - 1) candidates.push(end - GRAM + 1);
    if (hasBare && IS_BARE[small] === 1) {
      const bareIndex = (((d * 31 + e) * 31 + f) * 31 + small) & BITS;
      if (bareHashes[bareIndex] === 1 && position >= GRAM - 1) bareCandidates.push(position - GRAM + 1);
      bareOut[position] = small;
      position += 1;
      d = e;
      e = f;
      f = small;
    }
    out[end] = small;
    end += 1;
    a = b;
    b = c;
    c = small;
  }
  const bytes = out.subarray(0, end);
  const found =
    wanted.short.some((needle) => bytes.includes(Buffer.from(needle))) ||
    standsAt(bytes, candidates, wanted) ||
    standsAt(bareRoom.subarray(0, position), bareCandidates, wanted.bare);
  return { found, escapes, encoded, compressed: compressed || (text[0] === 'x' && length > 8) };
}

/** `bare`: needles of letters and digits alone. */
type Settings = {
  readonly bare: readonly string[];
  readonly fewestBytes: number;
  readonly alphabets: Alphabets;
  readonly nested: number;
};

/**
 * Suspects every text in which one of the needles may stand, also escaped and encoded `nested` times; `fewestBytes` is the
 * length of the shortest. It takes time linear in the text.
 */
export function suspicionOf(
  needles: readonly string[],
  { bare, fewestBytes, alphabets, nested }: Settings,
): Suspicion {
  const wanted = wantedOf(needles, bare, fewestBytes);
  const longest = longestOf(needles);
  const suspects = (text: string, depth: number, layer: number): boolean => {
    let compressed = false;
    for (const { part } of windowsOf(text, longest, Math.max(SHORT_WINDOW, longest * 2 * LONGEST_FORM))) {
      const looked = look(part, wanted);
      if (looked.found) return true;
      if (layer > 0 && hasLookAlikes(part) && suspects(plainLetters(part), depth, 0)) return true;
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
