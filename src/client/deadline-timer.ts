import type { FailureKind } from '../http/exchange.ts';

/** All in milliseconds. */
export type Deadlines = {
  /** For name resolution, connection, proxy tunnel and TLS handshake together. */
  readonly connectMs: number;
  /** From sending the request to the first byte of an answer. */
  readonly firstByteMs: number;
  /** From sending the request to the last byte of the answer. */
  readonly answerMs: number;
};

/** `now`: ms since the epoch; `monotonic`: ms on a clock that never goes back. */
export type Clock = { readonly now: () => number; readonly monotonic: () => number };

/** When a request was sent, by the wall clock and by the monotonic one, and when its answer came. All in ms. */
export type Times = {
  readonly sentAt: number;
  readonly startMs: number;
  readonly firstByteMs: number;
  readonly endMs: number;
};

const OVERSLEPT_MS = 250;
const GRACE_MS = 500;

type Expired = { readonly kind: FailureKind; readonly detail: string };

/** The times of one exchange, and the deadlines after sending. `onExpired` is called at most once. */
export class DeadlineTimer {
  readonly #deadlines: Deadlines;
  readonly #clock: Clock;
  readonly #onExpired: (expired: Expired) => void;
  readonly #timers = new Map<FailureKind, NodeJS.Timeout>();
  #sentAt: number;
  #startMs: number;
  #firstByteMs: number | undefined;
  #endMs: number | undefined;
  #isStream = false;

  constructor(deadlines: Deadlines, clock: Clock, onExpired: (expired: Expired) => void) {
    this.#deadlines = deadlines;
    this.#clock = clock;
    this.#onExpired = onExpired;
    this.#sentAt = clock.now();
    this.#startMs = clock.monotonic();
  }

  /** A timer that fires late was held up by this process: bytes may be waiting unread, so they get a moment more. */
  #arm(kind: FailureKind, ms: number, what: string, waitMs: number = ms): void {
    const dueMs = this.#clock.monotonic() + waitMs;
    const expire = (): void => {
      if (this.#clock.monotonic() - dueMs > OVERSLEPT_MS) this.#arm(kind, ms, what, GRACE_MS);
      else this.#onExpired({ kind, detail: `${what} within ${String(ms)} ms` });
    };
    this.#timers.set(kind, setTimeout(expire, waitMs));
  }

  #disarm(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  /** The connection is being made: arms the deadline for that. Times start here until `sent` is called. */
  connecting(): void {
    this.#arm('connect-timeout', this.#deadlines.connectMs, 'no connection');
  }

  /** The request goes out: times start here. */
  sent(): void {
    this.#disarm();
    this.#sentAt = this.#clock.now();
    this.#startMs = this.#clock.monotonic();
    this.#arm('first-byte-timeout', this.#deadlines.firstByteMs, 'no byte of an answer');
    this.#arm('answer-timeout', this.#deadlines.answerMs, 'no complete answer');
  }

  /** Bytes of an answer came; every call but the first has no effect. */
  byte(): void {
    if (this.#firstByteMs !== undefined) return;
    this.#firstByteMs = this.#clock.monotonic();
    clearTimeout(this.#timers.get('first-byte-timeout'));
    this.#timers.delete('first-byte-timeout');
  }

  /** The answer is a stream: nobody waits for its end. Every call but the first has no effect. */
  stream(ms: number): void {
    if (this.#isStream) return;
    this.#isStream = true;
    clearTimeout(this.#timers.get('answer-timeout'));
    this.#arm('answer-timeout', Math.min(ms, this.#deadlines.answerMs), 'no end of a stream');
  }

  /** The exchange is over. */
  stop(): void {
    this.#disarm();
    this.#endMs ??= this.#clock.monotonic();
  }

  times(): Times {
    const endMs = this.#endMs ?? this.#clock.monotonic();
    return { sentAt: this.#sentAt, startMs: this.#startMs, firstByteMs: this.#firstByteMs ?? endMs, endMs };
  }
}
