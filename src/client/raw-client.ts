import type { LookupFunction, Socket } from 'node:net';
import type { Failure, HeaderLine, Result } from '../http/exchange.ts';
import { bound } from '../system/bounds.ts';
import { AnswerParser, type Attempt, type Limits, type WireRequest } from './answer-reader.ts';
import { type Clock, type Deadlines, DeadlineTimer } from './deadline-timer.ts';
import { failureOfError, type Progress } from './failure-of-error.ts';
import { type Connections, type Listening, openSocket, type Trust } from './sockets.ts';

function has(lines: readonly HeaderLine[], name: string): boolean {
  return lines.some(([lineName]) => lineName.trim().toLowerCase() === name);
}

/**
 * The header section that the raw transport writes: `Host`, `Connection: close`, the lines as given, and a
 * Content-Length where there is a body; each of the added ones only unless the lines have their own (or, for the
 * length, a Transfer-Encoding).
 */
export function rawHeaderLines(
  lines: readonly HeaderLine[],
  host: string,
  body: Uint8Array | undefined,
): readonly HeaderLine[] {
  const before: readonly HeaderLine[] = [
    ...(has(lines, 'host') ? [] : [['host', host] as const]),
    ...(has(lines, 'connection') ? [] : [['connection', 'close'] as const]),
  ];
  const sized = body === undefined || has(lines, 'content-length') || has(lines, 'transfer-encoding');
  return [...before, ...lines, ...(sized ? [] : [['content-length', String(body.length)] as const])];
}

/** Characters are bytes up to U+00FF; text with others goes out as UTF-8. */
function encode(text: string): Buffer {
  return Buffer.from(text, /^[\0-\u00FF]*$/.test(text) ? 'latin1' : 'utf8');
}

/** The bytes of a request, exactly as its parts say: nothing is checked, escaped or added. */
function rawRequestBytes(request: WireRequest): Uint8Array {
  const lines = request.headers.map(([name, value]) => encode(`${name}: ${value}\r\n`));
  const first = encode(`${request.method} ${request.target} HTTP/1.1\r\n`);
  return Buffer.concat([first, ...lines, Buffer.from('\r\n'), request.body ?? new Uint8Array()]);
}

export type RawExchangeOptions = {
  readonly target: URL;
  readonly trust: Trust;
  readonly proxy: URL | undefined;
  readonly deadlines: Deadlines;
  readonly limits: Limits;
  readonly clock: Clock;
  /** Each of them breaks it off. */
  readonly signals?: readonly AbortSignal[];
  /** Where a connection is taken from, and kept afterwards; one of its own when left out. */
  readonly connections?: Connections;
  /** How long bytes behind an answer are awaited; not at all when left out. */
  readonly listening?: Listening;
  /** As in `openSocket`. */
  readonly lookup?: LookupFunction;
};

/** One exchange over a connection, from connecting to the last byte. */
class RawExchange {
  readonly #settle: (attempt: Attempt) => void;
  readonly #parser: AnswerParser;
  readonly #timer: DeadlineTimer;
  readonly #secure: boolean;
  readonly #signals: readonly AbortSignal[];
  readonly #connections: Connections | undefined;
  readonly #listening: Listening | undefined;
  readonly #closing = new AbortController();
  #phase: 'connecting' | 'sent' = 'connecting';
  #socket: Socket | undefined;
  #reused = false;
  #bytesReceived = 0;
  #complete = false;
  #over = false;

  constructor(method: string, options: RawExchangeOptions, settle: (attempt: Attempt) => void) {
    this.#settle = settle;
    this.#parser = new AnswerParser(method, options.limits);
    this.#secure = options.target.protocol === 'https:';
    this.#timer = new DeadlineTimer(options.deadlines, options.clock, ({ kind, detail }) => {
      if (this.#parser.isStream) this.#stopStream();
      else this.#fail(kind, detail);
    });
    this.#signals = options.signals ?? [];
    this.#connections = options.connections;
    this.#listening = options.listening;
  }

  async run(bytes: Uint8Array, options: RawExchangeOptions): Promise<void> {
    if (this.#signals.some(({ aborted }) => aborted)) {
      this.#aborted();
      return;
    }
    // A signal that is made of several costs more than the rest of an exchange.
    for (const signal of this.#signals) signal.addEventListener('abort', this.#aborted);
    this.#timer.connecting();
    const open = (): Promise<Socket> =>
      openSocket(options.target, { ...options, signal: this.#closing.signal });
    try {
      const taken = await (this.#connections?.take(open) ??
        open().then((socket) => ({ socket, reused: false })));
      this.#reused = taken.reused;
      this.#exchange(taken.socket, bytes);
    } catch (error) {
      this.#broken(error);
    }
  }

  readonly #aborted = (): void => this.#fail('aborted', 'the run was interrupted');

  readonly #broken = (error: unknown): void => {
    if (!this.#complete) this.#finish({ kind: 'failure', failure: failureOfError(error, this.#progress()) });
  };

  readonly #came = (chunk: Buffer): void => {
    this.#bytesReceived += chunk.length;
    this.#timer.byte();
    this.#parser.push(chunk);
    if (this.#parser.isStream) {
      this.#timer.stream(bound('streamMs'));
      if (this.#parser.bodyBytes >= bound('streamBytes')) this.#parser.stopStream();
    }
    this.#look();
  };

  /** A stream may go on for ever: what came of it is the answer. */
  #stopStream(): void {
    this.#parser.stopStream();
    this.#look();
  }

  readonly #ended = (): void => {
    this.#parser.end();
    this.#look();
  };

  #progress(): Progress {
    return { phase: this.#phase, secure: this.#secure, bytesReceived: this.#bytesReceived };
  }

  #fail(kind: Failure['kind'], detail: string): void {
    this.#finish({ kind: 'failure', failure: { kind, detail, bytesReceived: this.#bytesReceived } });
  }

  /** Settles, and closes the connection unless it can be used again. */
  #finish(result: Result, reusable = false): void {
    if (this.#over) return;
    this.#over = true;
    this.#timer.stop();
    for (const signal of this.#signals) signal.removeEventListener('abort', this.#aborted);
    const socket = this.#socket;
    if (socket === undefined) this.#closing.abort();
    else {
      socket.off('data', this.#came).off('end', this.#ended).off('close', this.#ended);
      if (reusable && this.#connections !== undefined) {
        socket.off('error', this.#broken);
        this.#connections.keep(socket);
      } else {
        socket.destroy();
      }
    }
    const lostOnReuse =
      this.#reused &&
      result.kind === 'failure' &&
      result.failure.kind === 'reset' &&
      result.failure.bytesReceived === 0;
    this.#settle({ result, times: this.#timer.times(), lostOnReuse });
  }

  #exchange(socket: Socket, bytes: Uint8Array): void {
    if (this.#over) {
      socket.destroy();
      return;
    }
    this.#socket = socket;
    this.#phase = 'sent';
    this.#timer.sent();
    socket.on('error', this.#broken).on('data', this.#came).on('end', this.#ended).on('close', this.#ended);
    socket.write(bytes);
  }

  #look(): void {
    const { state } = this.#parser;
    switch (state.kind) {
      case 'reading':
        return;
      case 'answer':
        this.#answered();
        return;
      case 'failed':
        this.#fail(state.failure, state.detail);
    }
  }

  /** The answer is whole. What has come behind it until now is read in this turn of the event loop. */
  #answered(): void {
    if (this.#complete) return;
    this.#complete = true;
    this.#timer.stop();
    const settle = (): void => {
      const { state } = this.#parser;
      if (state.kind !== 'answer') return;
      if (state.answer.surplus !== undefined) this.#listening?.heard();
      this.#finish({ kind: 'answer', answer: state.answer }, state.reusable);
    };
    const { state } = this.#parser;
    if (state.kind !== 'answer') return;
    const awaitedMs = this.#listening?.behind(state.bodiless) ?? 0;
    if (awaitedMs > 0 && state.answer.surplus === undefined) setTimeout(settle, awaitedMs);
    else setImmediate(settle);
  }
}

/**
 * One exchange over a socket of our own: the bytes go out exactly as given (see `rawRequestBytes`), whether or not an HTTP
 * library would send them. Never rejects: network faults are failures.
 */
export async function rawExchange(request: WireRequest, options: RawExchangeOptions): Promise<Attempt> {
  return new Promise((resolve, reject) => {
    new RawExchange(request.method, options, resolve).run(rawRequestBytes(request), options).catch(reject);
  });
}
