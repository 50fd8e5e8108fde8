import { type HarObject, parseObject } from './har-bodies.ts';

/** A part of a HAR file, as the bytes of one JSON value. */
export type HarPart =
  | { readonly kind: 'creator'; readonly bytes: Buffer }
  /** `value`: what the bytes were parsed to, where they were. */
  | { readonly kind: 'entry'; readonly bytes: Buffer; readonly value?: HarObject }
  /** An entry that is longer than the limit; it was not kept. */
  | { readonly kind: 'too-long' };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
/** What each byte is outside of strings. */
const [OPENING, CLOSING] = [1, 2];
const ROLES = new Uint8Array(256);
for (const byte of [0x7b, OPEN_LIST]) ROLES[byte] = OPENING;
for (const byte of [0x7d, 0x5d]) ROLES[byte] = CLOSING;
ROLES[QUOTE] = QUOTE;
ROLES[COLON] = COLON;
/** Inside of the file's object, of `log`, and of `entries`. */
const IN_LOG = 2;
const IN_ENTRIES = 3;
const MAX_NAME_BYTES = 64;
/** What tells the beginning of an entry: what stands before the first, and so many of its bytes. */
const SIGN_BYTES = 20;
const LONGEST_GAP = 64;
/** After so many guesses that were wrong the file is of a kind that is not guessed. */
const MOST_WRONG = 8;
/** Most strings are shorter: they end before a search of the chunk has begun. */
const SHORT_STRING = 32;

/**
 * Where entries end, as a guess: one after another begins alike, so one ends before what looks like the beginning of the next. A
 * guess is right where what it cuts out is an object of JSON, which has one end alone.
 */
class EntryEnds {
  /** The last bracket of an entry, what stands between two of them, and the beginning of the second. */
  #sign: Buffer | undefined;
  #wrong = 0;

  /** Takes note of an entry that begins at `start`, after one that ended at `end`. */
  learn(chunk: Buffer, end: number, start: number): void {
    const signEnd = start + SIGN_BYTES;
    if (this.#sign !== undefined || start - end > LONGEST_GAP || signEnd > chunk.length) return;
    this.#sign = Buffer.from(chunk.subarray(end - 1, signEnd));
  }

  /** Index after the entry that begins at `start`: 0 where nothing is known, -1 where no other begins in the chunk. */
  guess(chunk: Buffer, start: number): number {
    if (this.#sign === undefined || this.#wrong >= MOST_WRONG) return 0;
    return chunk.indexOf(this.#sign, start) + 1 || -1;
  }

  /** A guess was no entry. */
  wasWrong(): void {
    this.#wrong += 1;
  }
}

/**
 * Cuts a HAR file into `log.creator` and the objects of `log.entries`, as its bytes come: JSON is scanned, and parsed only where
 * the end of an entry can be guessed, so that neither its length nor its nesting costs memory. What is no JSON is left to whoever
 * parses the parts.
 */
export class HarSplitter {
  readonly #maxBytes: number;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #name: number[] = [];
  /** Names of the members that the scan is inside of, by depth. */
  readonly #names: string[] = [];
  #kept: Buffer[] | undefined;
  #keptBytes = 0;
  #keptFrom: 'creator' | 'entry' = 'entry';
  readonly #ends = new EntryEnds();
  /** True once `log.entries` has begun. */
  sawEntries = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** True when every bracket and string is closed. */
  get complete(): boolean {
    return this.sawEntries && this.#depth === 0 && !this.#inString;
  }

  /** The parts that end in the chunk. They may share its memory. */
  *push(chunk: Buffer): Generator<HarPart> {
    let start = 0;
    let at = 0;
    /** Where the last entry of the chunk ended, and whether the end of the next may be in it. */
    let ended = 0;
    let mayGuess = true;
    while (at < chunk.length) {
      if (this.#inString) {
        at = this.#skipString(chunk, at);
        continue;
      }
      if (this.#depth > IN_ENTRIES) {
        at = this.#skipInner(chunk, at);
        if (this.#inString || this.#depth > IN_ENTRIES) continue;
        if (!this.#closes()) continue;
        ended = this.#keptFrom === 'entry' ? at : 0;
        yield this.#take(chunk.subarray(start, at));
        continue;
      }
      const byte = chunk[at] ?? 0;
      const role = ROLES[byte];
      at += 1;
      if (role === QUOTE) {
        this.#inString = true;
        this.#name = [];
      } else if (role === COLON) {
        if (this.#depth <= IN_LOG) this.#names[this.#depth] = Buffer.from(this.#name).toString('latin1');
      } else if (role === OPENING) {
        const opens = this.#opens(byte);
        if (opens) start = at - 1;
        this.#depth += 1;
        if (!opens || this.#keptFrom !== 'entry' || !mayGuess) continue;
        if (ended > 0) this.#ends.learn(chunk, ended, start);
        const end = this.#ends.guess(chunk, start);
        mayGuess = end >= 0;
        const guessed = end > start ? this.#entryIn(chunk.subarray(start, end)) : undefined;
        if (guessed === undefined) continue;
        at = end;
        ended = end;
        yield guessed;
      } else if (role === CLOSING) {
        this.#depth -= 1;
        if (this.#closes()) yield this.#take(chunk.subarray(start, at));
      }
    }
    if (this.#kept !== undefined) this.#keep(chunk.subarray(start));
  }

  /** The entry that was begun, where it is all of these bytes. */
  #entryIn(bytes: Buffer): HarPart | undefined {
    if (bytes.length > this.#maxBytes) return undefined;
    const value = parseObject(bytes);
    if (value === undefined) {
      this.#ends.wasWrong();
      return undefined;
    }
    this.#depth = IN_ENTRIES;
    this.#kept = undefined;
    return { kind: 'entry', bytes, value };
  }

  /** Index after the bracket that ends what is inside of `entries`, or of the chunk: brackets are counted, and nothing is looked at. */
  #skipInner(chunk: Buffer, from: number): number {
    let depth = this.#depth;
    let at = from;
    while (at < chunk.length && depth > IN_ENTRIES) {
      const role = ROLES[chunk[at] ?? 0];
      at += 1;
      if (role === OPENING) depth += 1;
      else if (role === CLOSING) depth -= 1;
      else if (role === QUOTE) {
        this.#inString = true;
        at = this.#skipText(chunk, at);
      }
    }
    this.#depth = depth;
    return at;
  }

  /** Index after the end of the string, or of the chunk. Only strings outside of entries are looked at: as names. */
  #skipString(chunk: Buffer, from: number): number {
    if (this.#depth > IN_LOG) return this.#skipText(chunk, from);
    let at = from;
    while (at < chunk.length) {
      const byte = chunk[at] ?? 0;
      at += 1;
      if (byte === QUOTE && !this.#escaped) {
        this.#inString = false;
        return at;
      }
      this.#escaped = byte === BACKSLASH && !this.#escaped;
      if (this.#name.length < MAX_NAME_BYTES) this.#name.push(byte);
    }
    return at;
  }

  /** The same for a string that is no name: from quote to quote. */
  #skipText(chunk: Buffer, from: number): number {
    let at = from;
    if (this.#escaped && at < chunk.length) {
      this.#escaped = false;
      at += 1;
    }
    const near = Math.min(chunk.length, at + SHORT_STRING);
    while (at < near && chunk[at] !== BACKSLASH) {
      at += 1;
      if (chunk[at - 1] !== QUOTE) continue;
      this.#inString = false;
      return at;
    }
    for (;;) {
      const quote = chunk.indexOf(QUOTE, at);
      const end = quote < 0 ? chunk.length : quote;
      let backslashes = 0;
      while (end - backslashes > at && chunk[end - backslashes - 1] === BACKSLASH) backslashes += 1;
      const escaped = backslashes % 2 === 1;
      if (quote < 0) {
        this.#escaped = escaped;
        return end;
      }
      at = quote + 1;
      if (escaped) continue;
      this.#inString = false;
      return at;
    }
  }

  /** True when a part begins with this bracket. */
  #opens(byte: number): boolean {
    const [, outer, inner] = this.#names;
    if (outer !== 'log' || this.#depth < IN_LOG || this.#depth > IN_ENTRIES || this.#kept !== undefined)
      return false;
    if (this.#depth === IN_LOG && inner === 'entries' && byte === OPEN_LIST) this.sawEntries = true;
    const creator = this.#depth === IN_LOG && inner === 'creator';
    const entry = this.#depth === IN_ENTRIES && inner === 'entries';
    if (!creator && !entry) return false;
    this.#kept = [];
    this.#keptBytes = 0;
    this.#keptFrom = creator ? 'creator' : 'entry';
    return true;
  }

  /** True when the part that is being kept ends with this bracket. */
  #closes(): boolean {
    return this.#kept !== undefined && this.#depth === (this.#keptFrom === 'creator' ? IN_LOG : IN_ENTRIES);
  }

  #keep(bytes: Buffer): void {
    this.#keptBytes += bytes.length;
    if (this.#keptBytes > this.#maxBytes) this.#kept = [];
    else this.#kept?.push(bytes);
  }

  #take(last: Buffer): HarPart {
    this.#keep(last);
    const [first = last, ...more] = this.#kept ?? [];
    const bytes = more.length === 0 ? first : Buffer.concat([first, ...more]);
    this.#kept = undefined;
    return this.#keptBytes > this.#maxBytes ? { kind: 'too-long' } : { kind: this.#keptFrom, bytes };
  }
}

const LINE_FEED = 0x0a;

/** A line without its end, or that it was longer than the limit and not kept. */
export type Line = { readonly kind: 'line'; readonly bytes: Buffer } | { readonly kind: 'too-long' };

/** Cuts bytes into lines as they come. Empty lines are left out. */
export class LineSplitter {
  readonly #maxBytes: number;
  #held: Buffer[] = [];
  #heldBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  push(chunk: Buffer): readonly Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      this.#hold(chunk.subarray(start, end));
      lines.push(...this.end());
      start = end + 1;
    }
    this.#hold(chunk.subarray(start));
    return lines;
  }

  /** The last line, where the bytes do not end with a line feed. */
  end(): readonly Line[] {
    const bytes = Buffer.concat(this.#held);
    const tooLong = this.#heldBytes > this.#maxBytes;
    this.#held = [];
    this.#heldBytes = 0;
    if (tooLong) return [{ kind: 'too-long' }];
    return bytes.length === 0 ? [] : [{ kind: 'line', bytes }];
  }

  #hold(bytes: Buffer): void {
    this.#heldBytes += bytes.length;
    if (this.#heldBytes > this.#maxBytes) this.#held = [];
    else this.#held.push(bytes);
  }
}
