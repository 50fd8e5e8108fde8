import { EPOCH_MS, type Sample } from '../exchange.test-data.ts';
import type { Decision, Limiter } from './limiter-models.test-data.ts';

/** How a service shows its limiter, and what surrounds it. */
export type ServiceTraits = {
  readonly rounding: 'up' | 'down' | 'nearest';
  /** How far the service's clock is ahead of this machine's, in ms. */
  readonly skewMs: number;
  readonly latencyMs: number;
  /** Requests of others on the same key, a second. */
  readonly othersPerS: number;
  /** Requests of others in the last window before the first request: how many, how long ago the first, how far apart. */
  readonly before: { readonly count: number; readonly agoMs: number; readonly apartMs: number };
  readonly retryAfterForm: 'seconds' | 'date';
  readonly costOfCreation: number;
  readonly refundsFailures: boolean;
  /** Requests with a bad key count on the key as well (one counter per address). */
  readonly countsBadKeys: boolean;
};

export type Kind = 'list' | 'create' | 'invalid' | 'bad-key';

const FAILURE = '{"code":"c","message":"m","status":';
const ANSWERS: { readonly [kind in Kind]: { readonly status: number; readonly body: string } } = {
  list: { status: 200, body: '[]' },
  create: { status: 201, body: '{"id":1,"title":"t"}' },
  invalid: { status: 400, body: `${FAILURE}400}` },
  'bad-key': { status: 401, body: `${FAILURE}401}` },
};

const REQUESTS: { readonly [kind in Kind]: Sample } = {
  list: { path: '/books' },
  create: { path: '/books', sends: '{"title":"t"}' },
  invalid: { path: '/books', sends: '{}' },
  'bad-key': { path: '/books', credential: { kind: 'unknown' } },
};

/** An exchange with the limited service: the sample to judge, and what a polite client reads from it. */
export type Answered = { readonly sample: Sample; readonly endMs: number; readonly decision: Decision };

/** A service behind a limiter. `send` takes the time of sending in ms since the first request, never going back. */
export class LimitedService {
  readonly #limiter: Limiter;
  readonly #addresses: Limiter;
  readonly #traits: ServiceTraits;
  readonly #random: () => number;
  #othersAtMs: number;

  constructor(limiter: Limiter, addresses: Limiter, traits: ServiceTraits, random: () => number) {
    this.#limiter = limiter;
    this.#addresses = addresses;
    this.#traits = traits;
    this.#random = random;
    const { count, agoMs, apartMs } = traits.before;
    for (let i = 0; i < count; i += 1) {
      const atMs = -agoMs + i * apartMs;
      if (atMs < 0) limiter.take(this.#clock(atMs), 1);
    }
    this.#othersAtMs = this.#pause();
  }

  #clock(atMs: number): number {
    return EPOCH_MS + this.#traits.skewMs + atMs;
  }

  #pause(): number {
    const { othersPerS } = this.#traits;
    return othersPerS === 0 ? Infinity : (-Math.log(1 - this.#random()) / othersPerS) * 1000;
  }

  #round(value: number): number {
    switch (this.#traits.rounding) {
      case 'up':
        return Math.ceil(value);
      case 'down':
        return Math.floor(value);
      case 'nearest':
        return Math.round(value);
    }
  }

  #retryAfter(now: number, waitMs: number): string {
    if (this.#traits.retryAfterForm === 'seconds') return String(this.#round(waitMs / 1000));
    return new Date(this.#round((now + waitMs) / 1000) * 1000).toUTCString();
  }

  send(atMs: number, kind: Kind, probe = 'traffic'): Answered {
    const { latencyMs, costOfCreation, refundsFailures, countsBadKeys } = this.#traits;
    const arrivesMs = atMs + latencyMs * (0.3 + 0.4 * this.#random());
    const tookMs = latencyMs * (0.8 + 0.8 * this.#random());
    for (; this.#othersAtMs < arrivesMs; this.#othersAtMs += this.#pause())
      this.#limiter.take(this.#clock(this.#othersAtMs), 1);
    const now = this.#clock(arrivesMs);
    const limiter = kind === 'bad-key' && !countsBadKeys ? this.#addresses : this.#limiter;
    const cost = kind === 'create' ? costOfCreation : 1;
    const decision = limiter.take(now, cost);
    const { status, body } = decision.allowed ? ANSWERS[kind] : { status: 429, body: 'slow down' };
    if (decision.allowed && refundsFailures && status >= 400) limiter.refund(cost);
    const sample: Sample = {
      ...REQUESTS[kind],
      probe,
      status,
      body,
      atMs,
      tookMs,
      headers: [
        ['Date', new Date(Math.floor(now / 1000) * 1000).toUTCString()],
        ['X-RateLimit-Limit', String(decision.limit)],
        ['X-RateLimit-Remaining', String(decision.remaining)],
        ['X-RateLimit-Reset', String(this.#round(decision.resetAtMs / 1000))],
        ...(decision.allowed ? [] : [['Retry-After', this.#retryAfter(now, decision.waitMs)] as const]),
      ],
    };
    return { sample, endMs: atMs + tookMs, decision };
  }

  /** How long a polite client waits after a refusal, in ms: what the answer says, taken against its own Date. */
  waitOf(answered: Answered): number {
    const field = (name: string): string =>
      answered.sample.headers?.find(([each]) => each === name)?.[1] ?? '';
    const value = field('Retry-After');
    const seconds = /^\d+$/.test(value)
      ? Number(value) * 1000
      : Date.parse(value) - Date.parse(field('Date'));
    return Math.max(0, seconds) + 1000;
  }
}
