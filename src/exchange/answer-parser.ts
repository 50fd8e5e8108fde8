import type { Limits } from './attempt.ts';
import { BodyBuffer } from './body-buffer.ts';
import { ChunkedDecoder } from './chunked-decoder.ts';
import type { Answer, HeaderLine } from './exchange.ts';
import { fieldValues } from './field-values.ts';
import { parseHead, parseFieldLine, type Head } from './answer-head.ts';

export type ParserState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'answer'; readonly answer: Answer }
  /** `reset`: the bytes were in order but the rest is missing. */
  | { readonly kind: 'failed'; readonly failure: 'malformed' | 'reset'; readonly detail: string };

type Framing =
  | { readonly kind: 'length'; remaining: number }
  | { readonly kind: 'chunked'; readonly decoder: ChunkedDecoder }
  | { readonly kind: 'until-close' };

const SWITCHING_PROTOCOLS = 101;

function isInterim(status: number): boolean {
  return status < 200 && status !== SWITCHING_PROTOCOLS;
}

/** How the body ends (RFC 9112 section 6.3), or the fault in what the fields say about it. */
function framingOf(head: Head, method: string, maxHeaderBytes: number): Framing | string {
  if (method === 'HEAD' || head.status < 200 || head.status === 204 || head.status === 304) {
    return { kind: 'length', remaining: 0 };
  }
  const codings = fieldValues(head.headers, 'transfer-encoding').join(',').toLowerCase();
  if (codings !== '') {
    const last = codings.split(',').at(-1)?.trim();
    if (last !== 'chunked') return { kind: 'until-close' };
    return { kind: 'chunked', decoder: new ChunkedDecoder(maxHeaderBytes) };
  }
  const lengths = new Set(
    fieldValues(head.headers, 'content-length').flatMap((value) => value.split(/[ \t]*,[ \t]*/)),
  );
  if (lengths.size === 0) return { kind: 'until-close' };
  const [length = ''] = lengths;
  if (lengths.size > 1) return 'several values of Content-Length that differ';
  if (!/^\d+$/.test(length) || !Number.isSafeInteger(Number(length)))
    return `Content-Length "${length}" is no length`;
  return { kind: 'length', remaining: Number(length) };
}

/**
 * Parses one HTTP/1.x answer as its bytes come (RFC 9112). Skips interim answers. Reads no further than the answer
 * goes and holds no more than the limits allow: a larger body is cut, a larger header section is a fault.
 */
export class AnswerParser {
  readonly #method: string;
  readonly #limits: Limits;
  readonly #body: BodyBuffer;
  #held: Buffer = Buffer.alloc(0);
  #head: Head | undefined;
  #framing: Framing | undefined;
  state: ParserState = { kind: 'reading' };

  constructor(method: string, limits: Limits) {
    this.#method = method;
    this.#limits = limits;
    this.#body = new BodyBuffer(limits.maxBodyBytes);
  }

  /** Bytes came. Has no effect once `state` is not `reading`. */
  push(chunk: Buffer): void {
    if (this.state.kind !== 'reading') return;
    if (this.#framing !== undefined) {
      this.#readBody(this.#framing, chunk);
      return;
    }
    this.#held = Buffer.concat([this.#held, chunk]);
    this.#readHeads();
  }

  /** The other side closed the connection. */
  end(): void {
    if (this.state.kind !== 'reading') return;
    if (this.#framing?.kind === 'until-close') this.#answer([]);
    else this.#fail('reset', 'the connection was closed before the answer was complete');
  }

  #fail(failure: 'malformed' | 'reset', detail: string): void {
    this.state = { kind: 'failed', failure, detail };
  }

  #answer(trailers: readonly HeaderLine[]): void {
    if (this.#head === undefined) return;
    const body = this.#body.bytes();
    this.state = {
      kind: 'answer',
      answer: { ...this.#head, trailers, body, truncated: this.#body.truncated },
    };
  }

  #readHeads(): void {
    while (this.state.kind === 'reading' && this.#framing === undefined) {
      const end = this.#held.indexOf('\r\n\r\n');
      if (!this.#startsLikeHttp()) {
        this.#fail('malformed', 'the answer does not begin with an HTTP/1.x status line');
      } else if ((end < 0 ? this.#held.length : end) > this.#limits.maxHeaderBytes) {
        this.#fail(
          'malformed',
          `the header section is larger than ${String(this.#limits.maxHeaderBytes)} bytes`,
        );
      } else if (end < 0) {
        return;
      } else {
        this.#readHead(end);
      }
    }
  }

  #startsLikeHttp(): boolean {
    const start = this.#held.subarray(0, 7).toString('latin1');
    return 'HTTP/1.'.startsWith(start);
  }

  #readHead(end: number): void {
    const head = parseHead(this.#held.subarray(0, end).toString('latin1'));
    const rest = this.#held.subarray(end + 4);
    if (typeof head === 'string') {
      this.#fail('malformed', head);
    } else if (isInterim(head.status)) {
      this.#held = rest;
    } else {
      const framing = framingOf(head, this.#method, this.#limits.maxHeaderBytes);
      this.#held = Buffer.alloc(0);
      this.#head = head;
      if (typeof framing === 'string') {
        this.#fail('malformed', framing);
      } else {
        this.#framing = framing;
        this.#readBody(framing, rest);
      }
    }
  }

  #readBody(framing: Framing, chunk: Buffer): void {
    switch (framing.kind) {
      case 'length': {
        const part = chunk.subarray(0, framing.remaining);
        framing.remaining -= part.length;
        if (!this.#body.push(part) || framing.remaining === 0) this.#answer([]);
        return;
      }
      case 'until-close':
        if (!this.#body.push(chunk)) this.#answer([]);
        return;
      case 'chunked':
        this.#readChunked(framing.decoder, chunk);
    }
  }

  #readChunked(decoder: ChunkedDecoder, chunk: Buffer): void {
    const step = decoder.push(chunk);
    if (!step.content.every((part) => this.#body.push(part))) {
      this.#answer([]);
    } else if (step.kind === 'fault') {
      this.#fail('malformed', step.detail);
    } else if (step.kind === 'end') {
      const trailers = step.trailers.map((line) => parseFieldLine(line));
      const lines = trailers.filter((line) => line !== undefined);
      if (lines.length < trailers.length) this.#fail('malformed', 'a trailer line is no header field');
      else this.#answer(lines);
    }
  }
}
