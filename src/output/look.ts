/**
 * One look at each character of a text: whether one of the needles stands in it, spread over white space and in any letter
 * case, and whether something stands there that is escaped, encoded or compressed.
 */
import { endianness } from 'node:os';
import { LONGEST_WORD } from './encodings.ts';

/** What one look at a text brings to light. */
export type Looked = {
  readonly found: boolean;
  readonly escapes: boolean;
  /** Something that is long enough to be encoded. */
  readonly encoded: boolean;
  readonly compressed: boolean;
  /** Characters that are none of Latin-1. */
  readonly wide: boolean;
};

/** A needle, and how far in it stands what was hashed. */
type Place = { readonly needle: Uint8Array; readonly offset: number };

/** Needles by the hashes of their first parts: of a text only each `step`-th place has to be looked up. */
type Index = {
  readonly byHash: ReadonlyMap<number, readonly Place[]>;
  readonly hashes: Uint8Array;
  readonly step: number;
};

/** What is looked for, as `wantedOf` makes it. */
export type Wanted = {
  readonly index: Index;
  /** Needles that are too short for the index. */
  readonly short: readonly Uint8Array[];
  /** Needles of letters and digits alone, in a text of nothing else. */
  readonly bare: Index;
  /** So many characters of base64 in a row, and so many hexadecimal digits, may be a secret. */
  readonly base64: number;
  readonly hex: number;
};

const GRAM = 4;
const LONGEST_STEP = 8;
/** With more in an index hardly a text would pass it at once. */
const MOST_PLACES = 4_096;
const BITS = 16;
/** Stands for every character that is none of Latin-1. */
const OTHER = 1;

const [BACKSLASH, PERCENT, AMPERSAND, ESCAPE, EQUALS] = [0x5c, 0x25, 0x26, 0x1b, 0x3d];

function lowered(code: number): number {
  if (code > 0xff) return OTHER;
  return (code >= 0x41 && code <= 0x5a) || (code >= 0xc0 && code <= 0xde) ? code + 0x20 : code;
}

function isUnseen(code: number): boolean {
  if (code <= 0x20 || code === 0x7f || code === 0xa0 || code === 0xad) return true;
  return code > 0xff && /[\s\u200b-\u200f\u2060\ufeff]/.test(String.fromCharCode(code));
}

/** What a character is, beside its small letter in the lowest eight bits. */
const [SKIPPED, MARK, HEX, BETWEEN_HEX] = [0x100, 0x200, 0x400, 0x800];
/** The part that it may have in base64 and base64url: any, and one that hardly a word has. */
const [IN_BASE64, MIXES, CAPITAL] = [0x1000, 0x2000, 0x4000];
/** A small letter or a digit, when it is in lower case. */
const BARE = 0x8000;
/** Of a character that is not skipped: white space stands before it, other than the end of a line. */
const BEGINS_WORD = SKIPPED;
const CODE = 0xff;

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
  if (/[A-Za-z0-9]/.test(character)) traits |= BARE;
  return traits;
}

/** For each character of Latin-1 all that one look tells of it. */
const TRAITS: Uint16Array = Uint16Array.from({ length: 256 }, (_, code) => traitsOf(code));

/** Lower case, without what is not seen and without backslashes: so is everything compared. */
function squeezed(text: string): Uint8Array {
  const kept = new Uint8Array(text.length);
  let length = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isUnseen(code) || code === BACKSLASH) continue;
    kept.fill(lowered(code), length, length + 1);
    length += 1;
  }
  return kept.subarray(0, length);
}

function hashOf(a: number, b: number, c: number, d: number): number {
  return Math.imul(a | (b << 8) | (c << 16) | (d << 24), 0x9e3779b1) >>> (32 - BITS);
}

function indexOf(needles: readonly Uint8Array[]): Index {
  const long = needles.filter(({ length }) => length >= GRAM);
  const few = Math.max(1, Math.floor(MOST_PLACES / long.length));
  const step = long.reduce(
    (least, { length }) => Math.min(least, length - GRAM + 1),
    Math.min(LONGEST_STEP, few),
  );
  const byHash = new Map<number, Place[]>();
  const hashes = new Uint8Array(1 << BITS);
  for (const needle of long) {
    for (let offset = 0; offset < step; offset += 1) {
      const [a = 0, b = 0, c = 0, d = 0] = needle.subarray(offset);
      const hash = hashOf(a, b, c, d);
      hashes.fill(1, hash, hash + 1);
      const places = byHash.get(hash);
      if (places === undefined) byHash.set(hash, [{ needle, offset }]);
      else places.push({ needle, offset });
    }
  }
  return { byHash, hashes, step };
}

/**
 * These needles as `look` takes them. `bare`: those of letters and digits alone; `fewestBytes`: the length of the shortest
 * secret.
 */
export function wantedOf(needles: readonly string[], bare: readonly string[], fewestBytes: number): Wanted {
  const all = [...new Set(needles)].map(squeezed).filter(({ length }) => length > 0);
  return {
    index: indexOf(all),
    short: all.filter(({ length }) => length < GRAM),
    bare: indexOf(bare.map(squeezed)),
    base64: Math.max(4, Math.floor((fewestBytes * 8) / 6)),
    hex: fewestBytes * 2,
  };
}

/** What a look works with: the characters of the text, those that are seen with their traits, and letters and digits alone. */
type Room = {
  readonly codes: Uint16Array;
  readonly bytes: Buffer;
  readonly seen: Uint16Array;
  readonly bare: Uint16Array;
};

function roomFor(length: number): Room {
  const codes = new Uint16Array(length);
  const bytes = Buffer.from(codes.buffer);
  return { codes, bytes, seen: new Uint16Array(length), bare: new Uint16Array(length) };
}

let room = roomFor(16_384);

/** Numbers of 16 bits have their high byte first on this machine, which `write` has second. */
const IS_BIG_ENDIAN = endianness() === 'BE';

function isHex(code: number): boolean {
  return code <= 0xff && ((TRAITS[code] ?? 0) & HEX) !== 0;
}

/** Whether an escape may begin here that hides more than a quote: one of a code, or of HTML. */
function hides(text: string, at: number, code: number): boolean {
  const next = text.charCodeAt(at + 1);
  if (code === PERCENT) return isHex(next) || (next | 0x20) === 0x75;
  if (code === AMPERSAND) return next === 0x23 || ((next | 0x20) >= 0x61 && (next | 0x20) <= 0x7a);
  return (next | 0x20) === 0x75 || (next | 0x20) === 0x78 || (next >= 0x30 && next <= 0x33);
}

/** True where a backslash and this character stand for white space. */
function isEscapedSpace(next: number): boolean {
  return next === 0x6e || next === 0x72 || next === 0x74;
}

function startsAt(seen: Uint16Array, end: number, at: number, needle: Uint8Array): boolean {
  if (at < 0 || at + needle.length > end) return false;
  for (let index = 0; index < needle.length; index += 1)
    if (((seen[at + index] ?? 0) & CODE) !== needle[index]) return false;
  return true;
}

/** Whether one of the needles stands among the first `end` characters. A function in here would cost an object at each place. */
function holds(seen: Uint16Array, end: number, { byHash, hashes, step }: Index): boolean {
  if (byHash.size === 0) return false;
  for (let at = 0; at + GRAM <= end; at += step) {
    const gramIndex = hashOf(
      (seen[at] ?? 0) & CODE,
      (seen[at + 1] ?? 0) & CODE,
      (seen[at + 2] ?? 0) & CODE,
      (seen[at + 3] ?? 0) & CODE,
    );
    if (hashes[gramIndex] !== 1) continue;
    for (const { needle, offset } of byHash.get(gramIndex) ?? [])
      if (startsAt(seen, end, at - offset, needle)) return true;
  }
  return false;
}

function holdsShort(seen: Uint16Array, end: number, needles: readonly Uint8Array[]): boolean {
  return needles.some((needle) => {
    for (let at = 0; at + needle.length <= end; at += 1) if (startsAt(seen, end, at, needle)) return true;
    return false;
  });
}

/** Whether a word of so many characters stands there that looks like base64: from its last character back to its first. */
function holdsBase64(seen: Uint16Array, end: number, fewest: number): boolean {
  let start = 0;
  while (start + fewest <= end) {
    let at = start + fewest - 1;
    while (at > start && ((seen[at] ?? 0) & (IN_BASE64 | BEGINS_WORD)) === IN_BASE64) at -= 1;
    const traits = seen[at] ?? 0;
    if ((traits & IN_BASE64) === 0) start = at + 1;
    else if (at > start) start = at;
    else if (fewest >= LONGEST_WORD || isMixed(seen, end, start)) return true;
    else {
      start += 1;
      while (start < end && ((seen[start] ?? 0) & (IN_BASE64 | BEGINS_WORD)) === IN_BASE64) start += 1;
    }
  }
  return false;
}

/** Whether the word that begins here is long, or has what hardly a word has. */
function isMixed(seen: Uint16Array, end: number, start: number): boolean {
  if (((seen[start] ?? 0) & MIXES) !== 0) return true;
  for (let at = start + 1; at < end; at += 1) {
    const traits = seen[at] ?? 0;
    if ((traits & IN_BASE64) === 0 || (traits & BEGINS_WORD) !== 0) return false;
    if ((traits & (MIXES | CAPITAL)) !== 0 || at - start + 1 >= LONGEST_WORD) return true;
  }
  return false;
}

/** Whether so many hexadecimal digits stand there with at most two signs between each. */
function holdsHex(seen: Uint16Array, end: number, fewest: number): boolean {
  let start = 0;
  while (start + fewest <= end) {
    let at = start + fewest - 1;
    while (at >= start && ((seen[at] ?? 0) & (HEX | BETWEEN_HEX)) !== 0) at -= 1;
    if (at >= start) {
      start = at + 1;
      continue;
    }
    let [digits, between] = [0, 0];
    for (; start < end; start += 1) {
      const traits = seen[start] ?? 0;
      if ((traits & (HEX | BETWEEN_HEX)) === 0) break;
      if ((traits & HEX) === 0) {
        between += 1;
        if (between > 2) digits = 0;
        continue;
      }
      between = 0;
      digits += 1;
      if (digits >= fewest) return true;
    }
  }
  return false;
}

/** How many characters are letters and digits; they stand in `bare`. */
function takeBare(seen: Uint16Array, end: number, bare: Uint16Array): number {
  let place = 0;
  for (let at = 0; at < end; at += 1) {
    const traits = seen[at] ?? 0;
    bare[place] = traits;
    place += traits >>> 15;
  }
  return place;
}

/** Looks at each character of the text. It takes time linear in the text. */
export function look(text: string, wanted: Wanted): Looked {
  const { length } = text;
  if (room.codes.length < length) room = roomFor(length * 2);
  const { codes, bytes, seen, bare } = room;
  bytes.write(text, 'utf16le');
  if (IS_BIG_ENDIAN) bytes.subarray(0, length * 2).swap16();
  let [end, begins] = [0, 0];
  let [escapes, compressed, wide] = [false, false, false];
  let [spaces, lineEnds] = [false, false];
  for (let index = 0; index < length; index += 1) {
    const code = codes[index] ?? 0;
    let traits = OTHER;
    if (code <= CODE) {
      traits = TRAITS[code] ?? 0;
    } else {
      wide = true;
      if (isUnseen(code)) traits = SKIPPED;
    }
    if ((traits & (SKIPPED | MARK)) !== 0) {
      if (code === BACKSLASH) {
        if (isEscapedSpace(text.charCodeAt(index + 1))) {
          lineEnds = true;
          index += 1;
        } else escapes ||= hides(text, index, code);
      } else if (code === PERCENT || code === AMPERSAND) {
        escapes ||= hides(text, index, code);
      } else if (code === EQUALS) {
        escapes ||= text.charCodeAt(index + 1) <= 0x0d;
      } else if ((traits & MARK) !== 0) {
        compressed ||= text.startsWith('(\u00b5/\u00fd', index - 1);
      } else if (code === 0x0a || code === 0x0d) {
        lineEnds = true;
      } else {
        spaces = true;
        if (code === ESCAPE) escapes ||= text[index + 1] === '[';
        else if (code === 0x1f) compressed ||= text.charCodeAt(index + 1) === 0x8b;
      }
      // White space ends a word, but for the end of a line: encodings are broken into lines.
      begins = spaces && !lineEnds ? BEGINS_WORD : 0;
      if ((traits & SKIPPED) !== 0) continue;
    }
    seen[end] = traits | begins;
    end += 1;
    begins = 0;
    spaces = false;
    lineEnds = false;
  }
  return {
    found:
      holds(seen, end, wanted.index) ||
      holdsShort(seen, end, wanted.short) ||
      (wanted.bare.byHash.size > 0 && holds(bare, takeBare(seen, end, bare), wanted.bare)),
    escapes,
    encoded: holdsBase64(seen, end, wanted.base64) || holdsHex(seen, end, wanted.hex),
    compressed: compressed || (text[0] === 'x' && length > 8),
    wide,
  };
}
