/** Collects bytes up to a cap. */
export class BodyBuffer {
  readonly #maxBytes: number;
  readonly #chunks: Buffer[] = [];
  #length = 0;
  truncated = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Keeps what fits. Returns false once more came than fits. */
  push(chunk: Buffer): boolean {
    const room = this.#maxBytes - this.#length;
    const kept = chunk.length > room ? chunk.subarray(0, room) : chunk;
    this.truncated ||= chunk.length > room;
    if (kept.length > 0) this.#chunks.push(Buffer.from(kept));
    this.#length += kept.length;
    return !this.truncated;
  }

  bytes(): Uint8Array {
    return new Uint8Array(Buffer.concat(this.#chunks));
  }
}
