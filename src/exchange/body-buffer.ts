const FIRST_BYTES = 4_096;

/** Collects bytes up to a cap, in one buffer that grows: a body in pieces of one byte costs no more than a whole one. */
export class BodyBuffer {
  readonly #maxBytes: number;
  #bytes: Buffer = Buffer.alloc(0);
  #length = 0;
  truncated = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Keeps what fits. Returns false once more came than fits. */
  push(chunk: Buffer): boolean {
    const room = this.#maxBytes - this.#length;
    const kept = Math.min(chunk.length, room);
    this.truncated ||= chunk.length > room;
    this.#reserve(this.#length + kept);
    chunk.copy(this.#bytes, this.#length, 0, kept);
    this.#length += kept;
    return !this.truncated;
  }

  #reserve(length: number): void {
    if (length <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(
      Math.min(this.#maxBytes, Math.max(length, FIRST_BYTES, 2 * this.#bytes.length)),
    );
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }

  /** More came than is wanted: what is kept is only the beginning. */
  cut(): void {
    this.truncated = true;
  }

  bytes(): Uint8Array {
    return Uint8Array.from(this.#bytes.subarray(0, this.#length));
  }
}
