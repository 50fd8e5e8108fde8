import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import type { Attempt, Limits, WireRequest } from './attempt.ts';
import { BodyBuffer } from './body-buffer.ts';
import { DeadlineTimer, type Clock, type Deadlines } from './deadline-timer.ts';
import type { Answer, Failure, HeaderLine, Result } from './exchange.ts';
import { failureOfError } from './failure-of-error.ts';
import { tapOf, type SocketTap } from './socket-tap.ts';

export type PoolExchangeOptions = {
  readonly origin: string;
  readonly deadlines: Deadlines;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
};

type Controller = Dispatcher.DispatchController;

function linesOf(raw: Controller['rawHeaders']): readonly HeaderLine[] {
  if (!Array.isArray(raw)) return [];
  const texts = raw.map((part) => (typeof part === 'string' ? part : part.toString('latin1')));
  return Array.from({ length: texts.length / 2 }, (_, index): HeaderLine => [
    texts[2 * index] ?? '',
    (texts[2 * index + 1] ?? '').replace(/[ \t]+$/, ''),
  ]);
}

/**
 * Between `onRequestStart` and the message on undici's channel, which undici sends within the same call, the
 * exchange that is being written stands here: that is how an exchange learns its socket.
 */
let beingWritten: ((socket: Socket) => void) | undefined;

/** Listener for the diagnostics channel `undici:client:sendHeaders`. */
export function onSendHeaders(message: unknown): void {
  const written = beingWritten;
  beingWritten = undefined;
  written?.((message as { readonly socket: Socket }).socket);
}

class PoolHandler implements Dispatcher.DispatchHandler {
  readonly #settle: (attempt: Attempt) => void;
  readonly #reject: (error: Error) => void;
  readonly #secure: boolean;
  readonly #timer: DeadlineTimer;
  readonly #body: BodyBuffer;
  readonly #signal: AbortSignal | undefined;
  #controller: Controller | undefined;
  #socket: Socket | undefined;
  #tap: SocketTap | undefined;
  #reused = false;
  #status = 0;
  #headers: readonly HeaderLine[] = [];
  #over = false;

  constructor(
    options: PoolExchangeOptions,
    settle: (attempt: Attempt) => void,
    reject: (error: Error) => void,
  ) {
    this.#settle = settle;
    this.#reject = reject;
    this.#secure = options.origin.startsWith('https:');
    this.#body = new BodyBuffer(options.limits.maxBodyBytes);
    this.#timer = new DeadlineTimer(options.deadlines, options.clock, (expired) =>
      this.#fail({ ...expired, bytesReceived: this.#bytesReceived() }),
    );
    this.#signal = options.signal;
    if (options.signal?.aborted === true) this.abort();
    else options.signal?.addEventListener('abort', this.abort);
  }

  readonly abort = (): void => {
    this.#fail({ kind: 'aborted', detail: 'the run was interrupted', bytesReceived: this.#bytesReceived() });
  };

  #bytesReceived(): number {
    return this.#tap?.bytesReceived ?? 0;
  }

  #finish(result: Result, lostOnReuse: boolean): void {
    if (this.#over) return;
    this.#over = true;
    this.#timer.stop();
    this.#signal?.removeEventListener('abort', this.abort);
    this.#settle({ result, times: this.#timer.times(), lostOnReuse });
  }

  #fail(failure: Failure): void {
    const lostOnReuse = this.#reused && failure.kind === 'reset' && failure.bytesReceived === 0;
    this.#finish({ kind: 'failure', failure }, lostOnReuse);
    this.#controller?.abort(new Error(failure.detail));
  }

  #answered(trailers: readonly HeaderLine[]): void {
    const answer: Answer = {
      status: this.#status,
      reason: this.#tap?.statusLine?.reason ?? '',
      httpVersion: this.#tap?.statusLine?.httpVersion ?? '1.1',
      headers: this.#headers,
      trailers,
      body: this.#body.bytes(),
      truncated: this.#body.truncated,
    };
    this.#finish({ kind: 'answer', answer }, false);
  }

  readonly #written = (socket: Socket): void => {
    this.#socket = socket;
    this.#tap = tapOf(socket);
    this.#reused = this.#tap?.begin(() => this.#timer.byte()) ?? false;
  };

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#over) {
      controller.abort(new Error('the exchange is over'));
      return;
    }
    this.#timer.sent();
    beingWritten = this.#written;
  }

  onResponseStart(controller: Controller, status: number): void {
    this.#status = status;
    this.#headers = linesOf(controller.rawHeaders);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (this.#over || this.#body.push(chunk)) return;
    this.#answered([]);
    controller.abort(new Error('the body is larger than the cap'));
  }

  onResponseEnd(controller: Controller): void {
    this.#answered(linesOf(controller.rawTrailers));
  }

  onResponseError(_controller: Controller | undefined, error: Error): void {
    if (this.#over) return;
    const phase = this.#controller === undefined ? 'connecting' : 'sent';
    if (phase === 'connecting' && 'code' in error && error.code === 'UND_ERR_INVALID_ARG') {
      this.#over = true;
      this.#timer.stop();
      this.#reject(error);
      return;
    }
    this.#fail(
      failureOfError(error, {
        phase,
        secure: this.#secure,
        ended: this.#socket?.readableEnded ?? false,
        bytesReceived: this.#bytesReceived(),
      }),
    );
  }
}

function* headerPairs(lines: readonly HeaderLine[]): Generator<[string, string]> {
  for (const [name, value] of lines) yield [name, value];
}

/**
 * One exchange over an undici dispatcher from `dispatcherFor`. Network faults are failures; rejects only when undici
 * refuses the request itself (see `mustGoRaw`). `reset` closes the connection afterwards.
 */
export async function poolExchange(
  dispatcher: Dispatcher,
  request: WireRequest,
  options: PoolExchangeOptions,
  reset: boolean,
): Promise<Attempt> {
  return new Promise((resolve, reject) => {
    const handler = new PoolHandler(options, resolve, reject);
    if (options.signal?.aborted === true) return;
    dispatcher.dispatch(
      {
        origin: options.origin,
        method: request.method,
        path: request.target,
        headers: headerPairs(request.headers),
        body: request.body ?? null,
        ...(reset ? { reset } : {}),
      },
      handler,
    );
  });
}
