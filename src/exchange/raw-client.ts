import type { Socket } from 'node:net';
import { AnswerParser } from './answer-parser.ts';
import type { Attempt, Limits, WireRequest } from './attempt.ts';
import { DeadlineTimer, type Clock, type Deadlines } from './deadline-timer.ts';
import type { Failure, Result } from './exchange.ts';
import { failureOfError, type Progress } from './failure-of-error.ts';
import { openSocket } from './open-socket.ts';
import { rawRequestBytes } from './raw-request.ts';
import type { Trust } from './trust.ts';

export type RawExchangeOptions = {
  readonly target: URL;
  readonly trust: Trust;
  readonly proxy: URL | undefined;
  readonly deadlines: Deadlines;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
};

/** One exchange over a connection of its own, from connecting to the last byte. */
class RawExchange {
  readonly #settle: (attempt: Attempt) => void;
  readonly #parser: AnswerParser;
  readonly #timer: DeadlineTimer;
  readonly #secure: boolean;
  readonly #signal: AbortSignal | undefined;
  readonly #closing = new AbortController();
  #phase: 'connecting' | 'sent' = 'connecting';
  #bytesReceived = 0;
  #over = false;

  constructor(method: string, options: RawExchangeOptions, settle: (attempt: Attempt) => void) {
    this.#settle = settle;
    this.#parser = new AnswerParser(method, options.limits);
    this.#secure = options.target.protocol === 'https:';
    this.#timer = new DeadlineTimer(options.deadlines, options.clock, ({ kind, detail }) =>
      this.#fail(kind, detail),
    );
    this.#signal = options.signal;
  }

  async run(bytes: Uint8Array, options: RawExchangeOptions): Promise<void> {
    if (this.#signal?.aborted === true) {
      this.#aborted();
      return;
    }
    this.#signal?.addEventListener('abort', this.#aborted);
    this.#timer.connecting();
    try {
      this.#exchange(await openSocket(options.target, { ...options, signal: this.#closing.signal }), bytes);
    } catch (error) {
      this.#broken(error);
    }
  }

  readonly #aborted = (): void => this.#fail('aborted', 'the run was interrupted');

  readonly #broken = (error: unknown): void => {
    this.#finish({ kind: 'failure', failure: failureOfError(error, this.#progress()) });
  };

  #progress(): Progress {
    return { phase: this.#phase, secure: this.#secure, ended: false, bytesReceived: this.#bytesReceived };
  }

  #fail(kind: Failure['kind'], detail: string): void {
    this.#finish({ kind: 'failure', failure: { kind, detail, bytesReceived: this.#bytesReceived } });
  }

  #finish(result: Result): void {
    if (this.#over) return;
    this.#over = true;
    this.#timer.stop();
    this.#signal?.removeEventListener('abort', this.#aborted);
    this.#closing.abort();
    this.#settle({ result, times: this.#timer.times(), lostOnReuse: false });
  }

  #exchange(socket: Socket, bytes: Uint8Array): void {
    if (this.#over) {
      socket.destroy();
      return;
    }
    this.#phase = 'sent';
    this.#timer.sent();
    socket.on('error', this.#broken);
    socket.on('data', (chunk: Buffer) => {
      this.#bytesReceived += chunk.length;
      this.#timer.byte();
      this.#parser.push(chunk);
      this.#look();
    });
    const ended = (): void => {
      this.#parser.end();
      this.#look();
    };
    socket.once('end', ended);
    socket.once('close', ended);
    socket.write(bytes);
  }

  #look(): void {
    const { state } = this.#parser;
    switch (state.kind) {
      case 'reading':
        return;
      case 'answer':
        this.#finish({ kind: 'answer', answer: state.answer });
        return;
      case 'failed':
        this.#fail(state.failure, state.detail);
    }
  }
}

/**
 * One exchange over a fresh socket for requests that no HTTP library sends: the bytes go out exactly as given (see
 * `rawRequestBytes`). Never rejects: network faults are failures.
 */
export async function rawExchange(request: WireRequest, options: RawExchangeOptions): Promise<Attempt> {
  return new Promise((resolve, reject) => {
    new RawExchange(request.method, options, resolve).run(rawRequestBytes(request), options).catch(reject);
  });
}
