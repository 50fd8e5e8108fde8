import { ChunkedDecoder } from '../http/chunked.ts';
import { BodyBuffer } from '../http/content-coding.ts';
import { parseRetryAfter } from '../http/date.ts';
import type { Answer, HeaderLine, Result, Surplus } from '../http/exchange.ts';
import { fieldValues } from '../http/fields.ts';
import { answerFraming, type Framing, persists } from '../http/framing.ts';
import { essenceOf } from '../http/media-type.ts';
import { isSequence, mediaKindOf } from '../interface/content/media-kind.ts';
import { type Head, parseFieldLine, parseHead } from '../http/message-head.ts';
import { bound } from '../system/bounds.ts';
import type { Times } from './deadline-timer.ts';

/** A request ready for the wire. */
export type WireRequest = {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly HeaderLine[];
  readonly body: Uint8Array | undefined;
};

/** Bounds on what is read of an answer, in bytes. */
export type Limits = { readonly maxHeaderBytes: number; readonly maxBodyBytes: number };

/** One try at an exchange. */
export type Attempt = {
  readonly result: Result;
  readonly times: Times;
  /** True when a connection that had served before broke before any byte of this answer came. */
  readonly lostOnReuse: boolean;
};

export type ParserState =
  | { readonly kind: 'reading' }
  /** `reusable`: the connection may carry another request, for all that the answer says; `bodiless`: whatever it says, it has no body. */
  | {
      readonly kind: 'answer';
      readonly answer: Answer;
      readonly reusable: boolean;
      readonly bodiless: boolean;
    }
  /** `reset`: the bytes were in order but the rest is missing. */
  | { readonly kind: 'failed'; readonly failure: 'malformed' | 'reset'; readonly detail: string };

/** A body that is being read. */
type Reading =
  | { readonly kind: 'length'; remaining: number }
  | { readonly kind: 'chunked'; readonly decoder: ChunkedDecoder }
  | { readonly kind: 'until-close' };

const SWITCHING_PROTOCOLS = 101;
/** Whatever they announce, no body belongs to them: a connection on which one may follow is not used again. */
const BODILESS: ReadonlySet<number> = new Set([204, 304]);

function isInterim(status: number): boolean {
  return status < 200 && status !== SWITCHING_PROTOCOLS;
}

const RETRY_AFTER = /(?:^|\n)retry-after:([^\r\n]{1,100})/i;
/** Of the bytes behind an answer this many are searched for a wish that it holds. */
const SEARCHED_BYTES = 16_384;

/** What bytes behind an answer come to. One that asks for a rest is heard, even where it is no answer to anything. */
function surplusOf(bytes: Buffer): Surplus {
  const [, value] = RETRY_AFTER.exec(bytes.toString('latin1', 0, SEARCHED_BYTES)) ?? [];
  const parsed = value === undefined ? undefined : parseRetryAfter(value.trim(), undefined);
  switch (parsed?.kind) {
    case 'seconds':
      return { bytes: bytes.length, retryAfterS: parsed.seconds };
    case 'date':
      return { bytes: bytes.length, retryAtMs: parsed.atMs };
    case 'invalid':
    case undefined:
      return { bytes: bytes.length };
  }
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
  #interim = 0;
  #wireBytes = 0;
  #head: Head | undefined;
  #framing: Framing | undefined;
  #reading: Reading | undefined;
  state: ParserState = { kind: 'reading' };

  constructor(method: string, limits: Limits) {
    this.#method = method;
    this.#limits = limits;
    this.#body = new BodyBuffer(limits.maxBodyBytes);
  }

  /** Bytes came. After the end of the answer they are surplus: nothing asked for them. */
  push(chunk: Buffer): void {
    if (this.state.kind === 'answer') this.#behind(chunk);
    if (this.state.kind !== 'reading') return;
    if (this.#reading !== undefined) {
      this.#readBody(this.#reading, chunk);
      return;
    }
    this.#held = Buffer.concat([this.#held, chunk]);
    this.#readHeads();
  }

  /** True for a body of values one after the other whose end nobody knows: it may have none. */
  get isStream(): boolean {
    if (this.state.kind !== 'reading' || this.#head === undefined || this.#reading === undefined)
      return false;
    const [contentType] = fieldValues(this.#head.headers, 'content-type');
    return this.#reading.kind !== 'length' && isSequence(mediaKindOf(essenceOf(contentType) ?? ''));
  }

  /** Bytes of the body that came until now. */
  get bodyBytes(): number {
    return this.#body.length;
  }

  /** Reads no more of a stream: what came is its beginning. */
  stopStream(): void {
    this.#body.cut();
    this.#answer([]);
  }

  /** The other side closed the connection. */
  end(): void {
    if (this.state.kind !== 'reading') return;
    if (this.#reading?.kind === 'until-close') this.#answer([]);
    else this.#fail('reset', 'the connection was closed before the answer was complete');
  }

  #fail(failure: 'malformed' | 'reset', detail: string): void {
    this.state = { kind: 'failed', failure, detail };
  }

  #answer(trailers: readonly HeaderLine[], rest: Buffer = Buffer.alloc(0)): void {
    if (this.#head === undefined || this.#framing === undefined) return;
    const body = this.#body.bytes();
    const { truncated } = this.#body;
    const bodiless = this.#method === 'HEAD' || BODILESS.has(this.#head.status);
    this.state = {
      kind: 'answer',
      answer: { ...this.#head, trailers, body, truncated },
      reusable: !truncated && !bodiless && persists(this.#head, this.#framing),
      bodiless,
    };
    this.#behind(rest);
  }

  #behind(bytes: Buffer): void {
    if (bytes.length === 0 || this.state.kind !== 'answer') return;
    const { answer } = this.state;
    if (answer.truncated || this.#framing?.kind === 'tunnel') return;
    const found = surplusOf(bytes);
    const before = answer.surplus;
    const surplus = { ...before, ...found, bytes: found.bytes + (before?.bytes ?? 0) };
    this.state = { ...this.state, answer: { ...answer, surplus }, reusable: false };
  }

  #readHeads(): void {
    while (this.state.kind === 'reading' && this.#reading === undefined) {
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
      this.#interim += 1;
      if (this.#interim > bound('interimAnswers')) this.#fail('malformed', 'too many interim answers');
    } else if (head.headers.length > bound('headerFields')) {
      this.#fail('malformed', `the answer has ${String(head.headers.length)} header fields`);
    } else {
      this.#held = Buffer.alloc(0);
      this.#head = head;
      this.#framing = answerFraming(this.#method, head);
      this.#begin(this.#framing, rest);
    }
  }

  #begin(framing: Framing, rest: Buffer): void {
    switch (framing.kind) {
      case 'unreadable':
        this.#fail('malformed', framing.detail);
        return;
      case 'tunnel':
        this.#answer([], rest);
        return;
      case 'length':
        this.#reading = { kind: 'length', remaining: framing.bytes };
        break;
      case 'chunked':
        this.#reading = { kind: 'chunked', decoder: new ChunkedDecoder(this.#limits.maxHeaderBytes) };
        break;
      case 'until-close':
        this.#reading = framing;
    }
    this.#readBody(this.#reading, rest);
  }

  #readBody(reading: Reading, chunk: Buffer): void {
    switch (reading.kind) {
      case 'length': {
        const part = chunk.subarray(0, reading.remaining);
        reading.remaining -= part.length;
        if (!this.#body.push(part) || reading.remaining === 0) this.#answer([], chunk.subarray(part.length));
        return;
      }
      case 'until-close':
        if (!this.#body.push(chunk)) this.#answer([]);
        return;
      case 'chunked':
        this.#readChunked(reading.decoder, chunk);
    }
  }

  #readChunked(decoder: ChunkedDecoder, chunk: Buffer): void {
    const step = decoder.push(chunk);
    this.#wireBytes += chunk.length;
    if (this.#wireBytes > bound('wireBytes')) this.#body.cut();
    if (!step.content.every((part) => this.#body.push(part)) || this.#body.truncated) {
      this.#answer([]);
    } else if (step.kind === 'fault') {
      this.#fail('malformed', step.detail);
    } else if (step.kind === 'end') {
      const trailers = step.trailers.map((line) => parseFieldLine(line));
      const lines = trailers.filter((line) => line !== undefined);
      if (lines.length < trailers.length) this.#fail('malformed', 'a trailer line is no header field');
      else this.#answer(lines, step.rest);
    }
  }
}
