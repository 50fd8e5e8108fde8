export type ChunkedStep =
  | { readonly kind: 'more'; readonly content: readonly Buffer[] }
  /** `trailers`: lines of the trailer section, as latin1. `rest`: the bytes behind it. */
  | {
      readonly kind: 'end';
      readonly content: readonly Buffer[];
      readonly trailers: readonly string[];
      readonly rest: Buffer;
    }
  | { readonly kind: 'fault'; readonly content: readonly Buffer[]; readonly detail: string };

type Progress =
  | { readonly kind: 'size' }
  | { readonly kind: 'content' }
  | { readonly kind: 'after-content' }
  | { readonly kind: 'trailers' };

const CR = 0x0d;
const LF = 0x0a;
const SIZE_LINE = /^([0-9A-Fa-f]{1,12})[ \t]*(?:;|$)/;
const MOST_PLAIN_DIGITS = 8;

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** The content of one push: a single part as it is, several of them copied into one buffer. */
class Gathering {
  readonly #room: number;
  #only: Buffer | undefined;
  #all: Buffer | undefined;
  #length = 0;

  constructor(room: number) {
    this.#room = room;
  }

  add(part: Buffer): void {
    if (this.#only === undefined && this.#all === undefined) {
      this.#only = part;
      return;
    }
    if (this.#all === undefined) {
      this.#all = Buffer.allocUnsafeSlow(this.#room);
      this.#length = this.#only?.copy(this.#all) ?? 0;
      this.#only = undefined;
    }
    this.#length += part.copy(this.#all, this.#length);
  }

  get parts(): readonly Buffer[] {
    if (this.#all !== undefined) return [this.#all.subarray(0, this.#length)];
    return this.#only === undefined ? [] : [this.#only];
  }
}

/**
 * Decodes the chunked transfer coding as its bytes come (RFC 9112 section 7.1), in time that grows with the bytes alone, in
 * whatever pieces and chunks they come.
 */
export class ChunkedDecoder {
  readonly #maxTrailerBytes: number;
  #progress: Progress = { kind: 'size' };
  /** Bytes of the chunk that is being read that are still to come. */
  #remaining = 0;
  #held: Buffer = Buffer.alloc(0);
  #at = 0;
  #trailers: string[] = [];
  #trailerBytes = 0;

  /** Lines of sizes and all trailers together may be `maxTrailerBytes` long. */
  constructor(maxTrailerBytes: number) {
    this.#maxTrailerBytes = maxTrailerBytes;
  }

  push(chunk: Buffer): ChunkedStep {
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    this.#at = 0;
    const gathering = new Gathering(this.#held.length);
    const step = this.#read(gathering);
    this.#held = this.#held.subarray(this.#at);
    const content = gathering.parts;
    if (step === 'more') return { kind: 'more', content };
    if (step === 'end') return { kind: 'end', content, trailers: this.#trailers, rest: this.#held };
    return { kind: 'fault', content, detail: step.detail };
  }

  #read(gathering: Gathering): 'more' | 'end' | { readonly detail: string } {
    for (;;) {
      if (this.#progress.kind === 'content') {
        if (this.#at === this.#held.length) return 'more';
        const part = this.#held.subarray(this.#at, this.#at + this.#remaining);
        gathering.add(part);
        this.#at += part.length;
        this.#remaining -= part.length;
        if (this.#remaining === 0) this.#progress = { kind: 'after-content' };
      } else if (!this.#readPlainLine()) {
        const line = this.#takeLine();
        if (line === undefined) {
          const isLong = this.#held.length - this.#at > this.#maxTrailerBytes;
          return isLong ? { detail: 'a line of the chunked body is too long' } : 'more';
        }
        const outcome = this.#readLine(line);
        if (outcome === 'end') return 'end';
        if (outcome !== undefined) return { detail: outcome };
      }
    }
  }

  /** Reads the lines that nearly all are, without making texts of them: an empty one, and a size with nothing behind it. */
  #readPlainLine(): boolean {
    const held = this.#held;
    let at = this.#at;
    if (this.#progress.kind === 'trailers') return false;
    if (this.#progress.kind === 'after-content') {
      if (held[at] !== CR || held[at + 1] !== LF) return false;
      this.#at = at + 2;
      this.#progress = { kind: 'size' };
      return true;
    }
    let size = 0;
    for (let digits = 0; digits < MOST_PLAIN_DIGITS; digits += 1, at += 1) {
      const digit = hexDigit(held[at] ?? 0);
      if (digit < 0) break;
      size = size * 16 + digit;
    }
    if (at === this.#at || held[at] !== CR || held[at + 1] !== LF) return false;
    this.#at = at + 2;
    this.#sized(size);
    return true;
  }

  #takeLine(): string | undefined {
    const end = this.#held.indexOf('\r\n', this.#at);
    if (end < 0 || end - this.#at > this.#maxTrailerBytes) return undefined;
    const line = this.#held.toString('latin1', this.#at, end);
    this.#at = end + 2;
    return line;
  }

  /** Returns `end` after the last line, a fault, or nothing when more is to come. */
  #readLine(line: string): string | undefined {
    switch (this.#progress.kind) {
      case 'content':
        return undefined;
      case 'size':
        return this.#readSize(line);
      case 'after-content':
        this.#progress = { kind: 'size' };
        return line === '' ? undefined : 'a chunk is longer than its size says';
      case 'trailers':
        return this.#readTrailer(line);
    }
  }

  #readSize(line: string): string | undefined {
    const match = SIZE_LINE.exec(line);
    if (match === null) return `"${line.slice(0, 40)}" is no chunk size`;
    this.#sized(Number.parseInt(match[1] ?? '', 16));
    return undefined;
  }

  #sized(size: number): void {
    this.#remaining = size;
    this.#progress = size === 0 ? { kind: 'trailers' } : { kind: 'content' };
  }

  #readTrailer(line: string): string | undefined {
    if (line === '') return 'end';
    this.#trailerBytes += line.length;
    if (this.#trailerBytes > this.#maxTrailerBytes) return 'the trailer section is too large';
    this.#trailers.push(line);
    return undefined;
  }
}
