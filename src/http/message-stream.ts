import { ChunkedDecoder } from './chunked.ts';
import type { HeaderLine } from './exchange.ts';
import type { Framing } from './framing.ts';
import { parseFieldLine } from './message-head.ts';

/** A part of what one side of a connection sends. `raw` are its bytes: all of them together are what came. */
export type MessagePart<Head> =
  | { readonly kind: 'head'; readonly raw: Buffer; readonly head: Head }
  | { readonly kind: 'body'; readonly raw: Buffer; readonly content: readonly Buffer[] }
  | { readonly kind: 'end'; readonly trailers: readonly HeaderLine[] }
  /** Bytes that are no message, or of which nobody knows whether they are. Nothing is read from there on. */
  | { readonly kind: 'opaque'; readonly raw: Buffer; readonly why: 'tunnel' | 'unreadable' };

/** How heads are read, and how the body behind one ends. */
export type MessageGrammar<Head> = {
  readonly parse: (text: string) => Head | undefined;
  readonly framing: (head: Head) => Framing;
  readonly maxHeaderBytes: number;
};

type State =
  | { readonly kind: 'head' }
  | { readonly kind: 'length'; readonly remaining: number }
  | { readonly kind: 'chunked'; readonly decoder: ChunkedDecoder }
  | { readonly kind: 'until-close' }
  | { readonly kind: 'opaque'; readonly why: 'tunnel' | 'unreadable' };

const EMPTY_LINE = /\r?\n\r?\n/;
const PROPER = '\r\n\r\n';
const LINE_END: ReadonlySet<number> = new Set([0x0d, 0x0a]);

/** Reads the messages that one side of an HTTP/1.x connection sends, and keeps all of their bytes. */
export class MessageStream<Head> {
  readonly #grammar: MessageGrammar<Head>;
  #state: State = { kind: 'head' };
  #held: Buffer = Buffer.alloc(0);

  constructor(grammar: MessageGrammar<Head>) {
    this.#grammar = grammar;
  }

  /** Nothing is read any more: the other side agreed to another protocol. Returns what was held back. */
  tunnel(): Buffer {
    this.#state = { kind: 'opaque', why: 'tunnel' };
    return this.end();
  }

  /** The side has sent everything. Returns what was held back of an unfinished head. */
  end(): Buffer {
    const held = this.#held;
    this.#held = Buffer.alloc(0);
    return held;
  }

  /** True while a head has begun and is not whole. */
  get holding(): boolean {
    return this.#held.length > 0;
  }

  /** True while a body goes on until the connection ends. */
  get untilClose(): boolean {
    return this.#state.kind === 'until-close';
  }

  *push(chunk: Buffer): Generator<MessagePart<Head>> {
    let rest = chunk;
    while (rest.length > 0) {
      const state = this.#state;
      switch (state.kind) {
        case 'opaque':
          yield { kind: 'opaque', raw: rest, why: state.why };
          return;
        case 'until-close':
          yield { kind: 'body', raw: rest, content: [rest] };
          return;
        case 'length': {
          const raw = rest.subarray(0, state.remaining);
          rest = rest.subarray(raw.length);
          this.#state = { kind: 'length', remaining: state.remaining - raw.length };
          yield { kind: 'body', raw, content: [raw] };
          if (state.remaining === raw.length) yield this.#ended([]);
          break;
        }
        case 'chunked': {
          const step = state.decoder.push(rest);
          const behind = step.kind === 'end' ? step.rest.length : 0;
          yield { kind: 'body', raw: rest.subarray(0, rest.length - behind), content: step.content };
          if (step.kind === 'more') return;
          if (step.kind === 'fault') {
            this.#state = { kind: 'opaque', why: 'unreadable' };
            yield { kind: 'opaque', raw: Buffer.alloc(0), why: 'unreadable' };
            return;
          }
          rest = rest.subarray(rest.length - behind);
          const trailers = step.trailers.map((line) => parseFieldLine(line));
          const lines = trailers.filter((line) => line !== undefined);
          if (lines.length < trailers.length) {
            yield* this.#unreadable(rest).parts;
            return;
          }
          yield this.#ended(lines);
          break;
        }
        case 'head': {
          const parts = this.#readHead(rest);
          if (parts === undefined) return;
          rest = parts.rest;
          yield* parts.parts;
        }
      }
    }
  }

  #ended(trailers: readonly HeaderLine[]): MessagePart<Head> {
    this.#state = { kind: 'head' };
    return { kind: 'end', trailers };
  }

  #unreadable(raw: Buffer): { readonly rest: Buffer; readonly parts: readonly MessagePart<Head>[] } {
    this.#state = { kind: 'opaque', why: 'unreadable' };
    this.#held = Buffer.alloc(0);
    return { rest: Buffer.alloc(0), parts: [{ kind: 'opaque', raw, why: 'unreadable' }] };
  }

  /** The head and what is behind it; `undefined` while it is not whole. */
  #readHead(
    chunk: Buffer,
  ): { readonly rest: Buffer; readonly parts: readonly MessagePart<Head>[] } | undefined {
    const held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    let start = 0;
    while (LINE_END.has(held[start] ?? 0)) start += 1;
    const text = held
      .subarray(start, start + this.#grammar.maxHeaderBytes + PROPER.length)
      .toString('latin1');
    const end = EMPTY_LINE.exec(text);
    if (end === null) {
      if (held.length - start > this.#grammar.maxHeaderBytes) return this.#unreadable(held);
      this.#held = held;
      return undefined;
    }
    const head = end[0] === PROPER ? this.#grammar.parse(text.slice(0, end.index)) : undefined;
    if (head === undefined) return this.#unreadable(held);
    this.#held = Buffer.alloc(0);
    const length = start + end.index + PROPER.length;
    const parts: MessagePart<Head>[] = [{ kind: 'head', raw: held.subarray(0, length), head }];
    const framing = this.#grammar.framing(head);
    switch (framing.kind) {
      case 'length':
        if (framing.bytes > 0) this.#state = { kind: 'length', remaining: framing.bytes };
        else parts.push(this.#ended([]));
        break;
      case 'chunked':
        this.#state = { kind: 'chunked', decoder: new ChunkedDecoder(this.#grammar.maxHeaderBytes) };
        break;
      case 'until-close':
        this.#state = { kind: 'until-close' };
        break;
      case 'tunnel':
        this.#state = { kind: 'opaque', why: 'tunnel' };
        break;
      case 'unreadable':
        this.#state = { kind: 'opaque', why: 'unreadable' };
        parts.push({ kind: 'opaque', raw: Buffer.alloc(0), why: 'unreadable' });
    }
    return { rest: held.subarray(length), parts };
  }
}
