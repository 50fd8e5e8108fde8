import type { Result } from '../../http/exchange.ts';
import type { Slowed } from '../../record/record.ts';

/**
 * How many requests go out side by side: as many as were asked for, half as many whenever the target shows that it is too much, and
 * one at a time as soon as an answer speaks of a rate limit. Holds numbers, sends nothing.
 */

type Came = {
  readonly result: Result;
  /** Monotonic ms. */
  readonly startMs: number;
  readonly endMs: number;
};

const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;
/** Answers by which latency is told. */
const SAMPLE = 16;
/** As many times what it takes one at a time, and so many ms more, is overload. */
const MOST_TIMES = 4;
const SLACK_MS = 100;
/** Answers in a row without trouble, after which one more goes out. */
const CALM = 256;
/** The usual names of fields that tell a limit: `RateLimit`, `RateLimit-Policy`, `X-RateLimit-Remaining`, `X-Rate-Limit-Reset`. */
const LIMIT_FIELD = /^(?:x-)?rate-?limit(?:-[a-z-]+)?$/i;

/** The middle one, and of two the larger. */
function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b).slice(Math.floor(values.length / 2))[0];
}

/** True for an answer that speaks of a rate limit, documented or not. */
function tellsLimit(result: Result): boolean {
  if (result.kind === 'failure') return false;
  const { status, headers } = result.answer;
  return status === TOO_MANY_REQUESTS || headers.some(([name]) => LIMIT_FIELD.test(name));
}

/** What of a target shows overload, whatever the time it takes. */
function trouble(result: Result): string | undefined {
  if (result.kind === 'answer')
    return result.answer.status === UNAVAILABLE ? 'the target answered 503' : undefined;
  switch (result.failure.kind) {
    case 'aborted':
    case 'malformed':
    case 'tls':
      return undefined;
    case 'refused':
      return 'the target refused a connection';
    case 'unresolved':
    case 'connect-timeout':
    case 'first-byte-timeout':
    case 'answer-timeout':
    case 'reset':
      return `a request got no answer (${result.failure.kind})`;
  }
}

export class Width {
  readonly #most: number;
  readonly #usualMs: number | undefined;
  #now: number;
  /** What began before this says nothing of the width of today. */
  #sinceMs = Number.NEGATIVE_INFINITY;
  #calm = 0;
  #isLimited = false;
  #latencies: number[] = [];

  /** `alone`: what came of requests that went out one at a time. */
  constructor(most: number, alone: readonly Came[]) {
    this.#isLimited = alone.some(({ result }) => tellsLimit(result));
    this.#most = this.#isLimited ? 1 : most;
    this.#now = this.#most;
    this.#usualMs = median(
      alone.flatMap(({ result, startMs, endMs }) => (result.kind === 'answer' ? [endMs - startMs] : [])),
    );
  }

  /** The most that may be under way now. */
  get now(): number {
    return this.#now;
  }

  /** Takes note of what came. Returns why fewer go out from now on, where that is so. */
  note({ result, startMs, endMs }: Came): Slowed | undefined {
    if (this.#isLimited) return undefined;
    if (tellsLimit(result)) {
      this.#isLimited = true;
      return this.#slow(1, endMs, 'an answer tells of a rate limit');
    }
    if (startMs < this.#sinceMs) return undefined;
    const because = trouble(result) ?? this.#slowness(endMs - startMs);
    if (because !== undefined) return this.#slow(Math.ceil(this.#now / 2), endMs, because);
    this.#calm += 1;
    if (this.#calm >= CALM && this.#now < this.#most) {
      this.#now += 1;
      this.#calm = 0;
    }
    return undefined;
  }

  #slow(to: number, endMs: number, because: string): Slowed | undefined {
    const isSlower = to < this.#now;
    this.#now = to;
    this.#sinceMs = endMs;
    this.#calm = 0;
    this.#latencies = [];
    return isSlower ? { to, because } : undefined;
  }

  #slowness(tookMs: number): string | undefined {
    if (this.#usualMs === undefined || this.#now === 1) return undefined;
    this.#latencies = [...this.#latencies, tookMs].slice(-SAMPLE);
    const nowMs = this.#latencies.length < SAMPLE ? 0 : (median(this.#latencies) ?? 0);
    if (nowMs <= MOST_TIMES * this.#usualMs + SLACK_MS) return undefined;
    return `answers take ${nowMs.toFixed(0)} ms, and took ${this.#usualMs.toFixed(0)} ms one at a time`;
  }
}
