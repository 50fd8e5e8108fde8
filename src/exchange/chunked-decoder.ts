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
  | { readonly kind: 'content'; readonly remaining: number }
  | { readonly kind: 'after-content' }
  | { readonly kind: 'trailers' };

const SIZE_LINE = /^([0-9A-Fa-f]{1,12})[ \t]*(?:;.*)?$/;

/** Decodes the chunked transfer coding as its bytes come (RFC 9112 section 7.1). */
export class ChunkedDecoder {
  readonly #maxTrailerBytes: number;
  #progress: Progress = { kind: 'size' };
  #held: Buffer = Buffer.alloc(0);
  #trailers: string[] = [];
  #trailerBytes = 0;

  /** Lines of sizes and all trailers together may be `maxTrailerBytes` long. */
  constructor(maxTrailerBytes: number) {
    this.#maxTrailerBytes = maxTrailerBytes;
  }

  push(chunk: Buffer): ChunkedStep {
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    const content: Buffer[] = [];
    for (;;) {
      if (this.#progress.kind === 'content') {
        if (this.#held.length === 0) return { kind: 'more', content };
        content.push(this.#takeContent(this.#progress.remaining));
      } else {
        const line = this.#takeLine();
        if (line === undefined && this.#held.length <= this.#maxTrailerBytes)
          return { kind: 'more', content };
        const outcome = line === undefined ? 'a line of the chunked body is too long' : this.#readLine(line);
        if (outcome === 'end') return { kind: 'end', content, trailers: this.#trailers, rest: this.#held };
        if (outcome !== undefined) return { kind: 'fault', content, detail: outcome };
      }
    }
  }

  #takeContent(remaining: number): Buffer {
    const part = this.#held.subarray(0, remaining);
    this.#held = this.#held.subarray(part.length);
    const left = remaining - part.length;
    this.#progress = left === 0 ? { kind: 'after-content' } : { kind: 'content', remaining: left };
    return part;
  }

  #takeLine(): string | undefined {
    const end = this.#held.indexOf('\r\n');
    if (end < 0) return undefined;
    const line = this.#held.subarray(0, end).toString('latin1');
    this.#held = this.#held.subarray(end + 2);
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
    const size = Number.parseInt(match[1] ?? '', 16);
    this.#progress = size === 0 ? { kind: 'trailers' } : { kind: 'content', remaining: size };
    return undefined;
  }

  #readTrailer(line: string): string | undefined {
    if (line === '') return 'end';
    this.#trailerBytes += line.length;
    if (this.#trailerBytes > this.#maxTrailerBytes) return 'the trailer section is too large';
    this.#trailers.push(line);
    return undefined;
  }
}
