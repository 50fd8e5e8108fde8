import { fixedFromFirstHit, type Limiter } from '../../src/checks/limits/limiter-models.test-data.ts';
import { createRandom } from '../../src/system/random.ts';
import type { Client, Sending } from '../../src/client/client.ts';
import type { OutgoingRequest } from '../../src/client/outgoing-request.ts';
import type { HeaderLine } from '../../src/http/exchange.ts';
import { type CatalogueAnswer, createCatalogue } from './catalogue.ts';
import { type ServiceKind, serviceKinds } from './service-kinds.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** Sorts of requests that a service may leave uncounted. */
export type Uncounted = 'bad-request' | 'no-valid-key' | 'not-found';

/** A service behind a limiter: plain data, to be drawn, shrunk and kept. */
export type ServiceTraits = {
  readonly kind: ServiceKind;
  readonly plan: 'free' | 'pro' | 'business';
  readonly rounding: 'up' | 'down' | 'nearest';
  /** How far the service's clock is ahead of this machine's, in ms. */
  readonly skewMs: number;
  readonly latencyMs: number;
  readonly jitterMs: number;
  /** Requests of others on the same key, as a share of what the limit gives back. */
  readonly others: number;
  /** Requests on the key before the run: a share of the limit, and how long ago the first was, in ms. */
  readonly before: { readonly share: number; readonly agoMs: number };
  /** Requests a day that are left when the run starts. */
  readonly leftToday: number;
  /** Requests a minute without a valid key. `key`: all requests of an address have one counter. */
  readonly address: number | 'key';
  readonly retryAfter: 'seconds' | 'date';
  readonly costOfCreation: number;
  readonly refundsFailures: boolean;
  readonly uncounted: readonly Uncounted[];
  /** The status of a refusal over the limit; 429 where it is left out. */
  readonly refusedWith?: number;
  /** Early requests after which a caller is banned. */
  readonly banAfter: number;
  readonly seed: number;
};

const QUOTAS = {
  free: { minute: 60, day: 1_000 },
  pro: { minute: 300, day: 10_000 },
  business: { minute: 1_000, day: 100_000 },
};
const MINUTE_MS = 60_000;
const BAN_MS = 600_000;
const BASE_PATH = '/v1';

/** What the service saw. */
export type ServiceStats = {
  requests: number;
  /** Requests that a caller sent after it had a refusal and before the end of its Retry-After. */
  early: number;
  /** Requests that were under way when an earlier one was refused. */
  underWay: number;
  bans: number;
  refusals: { key: number; address: number };
};

type Caller = { knowsAtMs: number; restUntilMs: number; bannedUntilMs: number; early: number };
type Counter = 'key' | 'address';
/** `now` in Unix time of the service, the others on the client's monotonic clock; all in ms. */
type Moments = { readonly now: number; readonly startMs: number; readonly endMs: number };
type Served = { readonly status: number; readonly json: unknown; readonly headers: readonly HeaderLine[] };

function newCaller(): Caller {
  return { knowsAtMs: 0, restUntilMs: 0, bannedUntilMs: 0, early: 0 };
}

/** A Pet Catalogue behind a limiter, in this process, on a clock of its own. It is its own client: no socket is opened. */
export class VirtualService implements Client {
  readonly stats: ServiceStats = {
    requests: 0,
    early: 0,
    underWay: 0,
    bans: 0,
    refusals: { key: 0, address: 0 },
  };
  readonly #traits: ServiceTraits;
  readonly #clock: VirtualClock;
  readonly #random: () => number;
  readonly #limiters: { readonly [counter in Counter]: Limiter };
  readonly #callers: { readonly [counter in Counter]: Caller };
  readonly #catalogue = createCatalogue();
  #othersAtMs: number;
  #lastMs = 0;

  constructor(traits: ServiceTraits, clock: VirtualClock) {
    this.#traits = traits;
    this.#clock = clock;
    this.#random = createRandom(traits.seed);
    const { minute, day } = QUOTAS[traits.plan];
    const model = serviceKinds[traits.kind]({ random: this.#random, day, usedToday: day - traits.leftToday });
    const key = model(minute, MINUTE_MS);
    const shared = traits.address === 'key';
    const address = traits.address === 'key' ? key : fixedFromFirstHit(traits.address, MINUTE_MS);
    this.#limiters = { key, address };
    const first = newCaller();
    this.#callers = { key: first, address: shared ? first : newCaller() };
    const { share, agoMs } = traits.before;
    const count = Math.floor(share * minute);
    const startMs = clock.now() + traits.skewMs;
    for (let i = 0; i < count; i += 1) key.take(startMs - agoMs + (i * Math.min(agoMs, 3_000)) / count, 1);
    this.#othersAtMs = startMs + this.#pauseMs();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async send(request: OutgoingRequest): Promise<Sending> {
    const { latencyMs, jitterMs } = this.#traits;
    const startMs = this.#clock.monotonicMs();
    const sentAt = this.#clock.now();
    const there = latencyMs / 2 + this.#random() * jitterMs;
    const back = latencyMs / 2 + this.#random() * jitterMs;
    const endMs = startMs + Math.max(1, there + back);
    this.#lastMs = Math.max(this.#lastMs, sentAt + this.#traits.skewMs + there);
    const { status, json, headers } = this.#serve(request, { now: this.#lastMs, startMs, endMs });
    await Promise.resolve();
    this.#clock.passTo(endMs);
    const { method, path, headers: lines, body, credential } = request;
    return {
      sent: { method, target: `${BASE_PATH}${path}`, headers: lines, body, credential },
      result: {
        kind: 'answer',
        answer: {
          status,
          reason: '',
          httpVersion: '1.1',
          headers,
          trailers: [],
          body: new TextEncoder().encode(JSON.stringify(json)),
          truncated: false,
        },
      },
      sentAt,
      startMs,
      firstByteMs: endMs,
      endMs,
    };
  }

  #pauseMs(): number {
    const perMs = (this.#traits.others * QUOTAS[this.#traits.plan].minute) / MINUTE_MS;
    return perMs === 0 ? Number.POSITIVE_INFINITY : -Math.log(1 - this.#random()) / perMs;
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

  #cost(request: OutgoingRequest, { status }: CatalogueAnswer): number {
    const { uncounted, costOfCreation } = this.#traits;
    if (status === 401) return uncounted.includes('no-valid-key') ? 0 : 1;
    if (status === 400) return uncounted.includes('bad-request') ? 0 : 1;
    if (status === 404 || status === 405) return uncounted.includes('not-found') ? 0 : 1;
    return request.method === 'POST' ? costOfCreation : 1;
  }

  /** Answers at `now`, on the service's own clock, a request that the client sent and has answered at these times. */
  #serve(request: OutgoingRequest, { now, startMs, endMs }: Moments): Served {
    const { kind } = request.credential;
    const authorized = kind === 'valid' || kind === 'valid-other-scheme-case';
    const counter: Counter = authorized ? 'key' : 'address';
    const limiter = this.#limiters[counter];
    const caller = this.#callers[counter];
    this.stats.requests += 1;
    this.#watch(caller, now, startMs);
    for (; this.#othersAtMs < now; this.#othersAtMs += this.#pauseMs())
      this.#limiters.key.take(this.#othersAtMs, 1);
    const [path = ''] = request.path.split('?');
    const asked = { method: request.method, path, body: request.body ?? new Uint8Array(), authorized };
    const answer = this.#catalogue(asked);
    const banned = now < caller.bannedUntilMs;
    const cost = this.#cost(request, answer);
    const taken = limiter.take(now, banned ? 0 : cost);
    const decision = banned
      ? { ...taken, allowed: false, remaining: 0, waitMs: caller.bannedUntilMs - now }
      : taken;
    if (!decision.allowed) {
      this.stats.refusals[counter] += 1;
      const [retryAfter, untilMs] = this.#retryAfter(now, decision.waitMs);
      if (now >= caller.restUntilMs) caller.knowsAtMs = endMs;
      caller.restUntilMs = Math.max(caller.restUntilMs, untilMs);
      const headers = [...this.#headers(now, decision), ['Retry-After', retryAfter] as const];
      return { status: this.#traits.refusedWith ?? 429, json: { reason: 'slow down' }, headers };
    }
    answer.keep();
    if (this.#traits.refundsFailures && answer.status >= 400 && cost > 0) limiter.refund(cost);
    return {
      status: answer.status,
      json: answer.json,
      headers: [...answer.fields, ...this.#headers(now, decision)],
    };
  }

  #watch(caller: Caller, now: number, startMs: number): void {
    if (now >= caller.restUntilMs || now < caller.bannedUntilMs) return;
    if (startMs < caller.knowsAtMs) {
      this.stats.underWay += 1;
      return;
    }
    this.stats.early += 1;
    caller.early += 1;
    if (caller.early < this.#traits.banAfter) return;
    caller.early = 0;
    caller.bannedUntilMs = now + BAN_MS;
    this.stats.bans += 1;
  }

  /** The field, and when the wait that it asks for is over on the service's own clock. */
  #retryAfter(now: number, waitMs: number): readonly [string, number] {
    if (this.#traits.retryAfter === 'seconds') {
      const seconds = this.#round(waitMs / 1000);
      return [String(seconds), now + seconds * 1000];
    }
    const atMs = this.#round((now + waitMs) / 1000) * 1000;
    return [new Date(atMs).toUTCString(), atMs];
  }

  #headers(now: number, decision: ReturnType<Limiter['take']>): readonly HeaderLine[] {
    return [
      ['Content-Type', 'application/json'],
      ['Date', new Date(now).toUTCString()],
      ['X-RateLimit-Limit', String(decision.limit)],
      ['X-RateLimit-Remaining', String(decision.remaining)],
      ['X-RateLimit-Reset', String(this.#round(decision.resetAtMs / 1000))],
    ];
  }
}
