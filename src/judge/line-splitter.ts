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
