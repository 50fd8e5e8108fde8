import type { Transform } from 'node:stream';
import zlib from 'node:zlib';
import { bound } from '../system/bounds.ts';
import type { Answer } from './exchange.ts';
import { fieldValues, listMembers } from './fields.ts';
import { transferCodings } from './framing.ts';

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

  get length(): number {
    return this.#length;
  }

  bytes(): Uint8Array {
    return Uint8Array.from(this.#bytes.subarray(0, this.#length));
  }
}

/** Codings of the registry that nothing here can undo: of what they hold nothing is known (RFC 9110 section 8.4.1). */
const REGISTERED: ReadonlySet<string> = new Set([
  'aes128gcm',
  'compress',
  'x-compress',
  'dcb',
  'dcz',
  'exi',
  'pack200-gzip',
]);

/** More codings than this on one body are left alone. */
const MAX_CODINGS: number = bound('contentCodings');

const DEFLATE_METHOD = 8;

function decoderFor(coding: string, bytes: Uint8Array, cut: boolean): Transform | undefined {
  const lenient = cut ? { finishFlush: zlib.constants.Z_SYNC_FLUSH } : {};
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip(lenient);
    case 'deflate': {
      const [first = 0] = bytes;
      const wrapped = first % 16 === DEFLATE_METHOD;
      return wrapped ? zlib.createInflate(lenient) : zlib.createInflateRaw(lenient);
    }
    case 'br':
      return zlib.createBrotliDecompress(cut ? { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH } : {});
    case 'zstd':
      return zlib.createZstdDecompress(cut ? { finishFlush: zlib.constants.ZSTD_e_flush } : {});
    default:
      return undefined;
  }
}

async function run(decoder: Transform, bytes: Uint8Array, maxBytes: number): Promise<BodyBuffer | undefined> {
  return new Promise((resolve) => {
    const body = new BodyBuffer(maxBytes);
    decoder.on('data', (chunk: Buffer) => {
      if (body.push(chunk)) return;
      decoder.destroy();
      resolve(body);
    });
    decoder.once('end', () => resolve(body));
    decoder.once('error', () => resolve(undefined));
    decoder.end(bytes);
  });
}

/**
 * Undoes Content-Encoding (RFC 9110 section 8.4), and transfer codings besides chunks (RFC 9112 section 7.2), though assay never
 * asks for one. The header lines stay as they came.
 * What grows over `maxBytes` is cut and marked as truncated. A body that cannot be decoded stays
 * as it came, and the answer says why; of one in a coding that only others can undo, or in a transfer coding that it is not in,
 * nothing is known.
 */
export async function decodeContent(answer: Answer, maxBytes: number): Promise<Answer> {
  const content = fieldValues(answer.headers, 'content-encoding')
    .flatMap((value) => listMembers(value.toLowerCase()))
    .filter((coding) => coding !== '' && coding !== 'identity');
  const transfer = transferCodings(answer.headers).filter(
    (coding) => coding !== 'chunked' && coding !== 'identity',
  );
  const codings = [...content, ...transfer];
  if (codings.length === 0 || codings.length > MAX_CODINGS || answer.body.length === 0) return answer;
  let { body, truncated } = answer;
  for (const coding of codings.toReversed()) {
    const decoder = decoderFor(coding, body, truncated);
    const decoded = decoder === undefined ? undefined : await run(decoder, body, maxBytes);
    if (decoded === undefined) {
      if (transfer.includes(coding) || REGISTERED.has(coding)) return { ...answer, truncated: true };
      if (decoder === undefined)
        return { ...answer, undecoded: `"${coding.slice(0, 40)}" is no content coding` };
      return truncated ? answer : { ...answer, undecoded: `the body is not coded in ${coding}` };
    }
    body = decoded.bytes();
    truncated ||= decoded.truncated;
  }
  return { ...answer, body, truncated };
}
