import { readQuota, resetAtMs } from '../../checks/limits/quota-trace.ts';
import { parseRetryAfter } from '../../http/date.ts';
import type { Surplus } from '../../http/exchange.ts';
import { TOO_MANY_REQUESTS } from '../../interface/documented-answers.ts';
import type { RateLimits } from '../../interface/model.ts';
import type { Reading } from '../../oracle/reading.ts';

/** Who a limiter may count a request for: the key, that of another user, or the address of requests without a valid key. */
export type Caller = 'key' | 'other-key' | 'address';

/** Whether a request may go out now. `untilMs` is on the run's monotonic clock; `usedUp`: nobody refused, the fields say that nothing remains. */
export type Admission =
  | { readonly kind: 'go' }
  | { readonly kind: 'rest'; readonly untilMs: number; readonly reason: string; readonly usedUp?: boolean };

/** What lets a request go out that would have to rest otherwise. */
export type Exemptions = { readonly overLimit?: boolean; readonly overMs?: number | undefined };

const CALLERS: readonly Caller[] = ['key', 'other-key', 'address'];

type Account = {
  restUntilMs: number;
  restReason: string;
  limit: bigint | undefined;
  remaining: bigint | undefined;
  /** When the window ends, on the monotonic clock. */
  resetMs: number | undefined;
  /** When the last answer with fields came, and how many answers the run had had by then. */
  notedMs: number;
  notedAt: number;
  /** The fields said 0 after a rest until the reset: they can't be relied on for pacing. */
  distrusted: boolean;
  restedForReset: boolean;
  /** When the last answer, a refusal, says that requests are taken again, whatever its other fields say of the window. */
  promisedMs: number | undefined;
};

/** Added to every wait: servers round down, and clocks differ by less than a second. */
const MARGIN_MS = 1_000;
/** The window over which a limit is taken to refill, where the fields don't tell. */
const SHORTEST_WINDOW_MS = 60_000;
/** Counters that lag, or give failures back, are off by a few. */
const COUNT_SLACK = 3;
/** A refusal that some limiters choose instead of the documented one. */
const FORBIDDEN = 403;
/** Rest after a refusal that names no readable time. */
const UNKNOWN_REST_MS = 60_000;

function newAccount(): Account {
  return {
    restUntilMs: 0,
    restReason: '',
    limit: undefined,
    remaining: undefined,
    resetMs: undefined,
    notedMs: 0,
    notedAt: 0,
    distrusted: false,
    restedForReset: false,
    promisedMs: undefined,
  };
}

/**
 * Keeps a run inside the limits that the answers tell: after any answer with Retry-After nothing goes out on that
 * caller until the time is over, and a window whose requests are used up is waited for. Holds state, sends nothing.
 */
export class Pacer {
  readonly #limits: RateLimits | undefined;
  readonly #accounts: { readonly [caller in Caller]: Account } = {
    key: newAccount(),
    'other-key': newAccount(),
    address: newAccount(),
  };
  #apart = false;
  /** Retry-After comes with requests that were served, too: only with a refusal does it ask for a rest. */
  #everywhere = false;
  #noted = 0;

  constructor(limits: RateLimits | undefined) {
    this.#limits = limits;
  }

  /**
   * Says whether a request of a caller may go out at `nowMs`. `overLimit` requests go out although nothing remains; `overMs`: when
   * the window that refused is surely over, so that the second for rounding is not needed.
   */
  admit(caller: Caller, nowMs: number, options: Exemptions = {}): Admission {
    const admission = this.#admission(caller, nowMs, options);
    const { overMs } = options;
    if (admission.kind === 'go' || overMs === undefined || admission.untilMs - overMs > MARGIN_MS)
      return admission;
    if (overMs <= nowMs) return { kind: 'go' };
    return overMs < admission.untilMs ? { ...admission, untilMs: overMs } : admission;
  }

  #admission(caller: Caller, nowMs: number, options: Exemptions): Admission {
    const account = this.#accounts[caller];
    if (account.restUntilMs > nowMs) {
      return { kind: 'rest', untilMs: account.restUntilMs, reason: account.restReason };
    }
    const { remaining, resetMs, distrusted, promisedMs = Infinity } = account;
    if (options.overLimit === true || remaining !== 0n || resetMs === undefined || distrusted)
      return { kind: 'go' };
    const untilMs = Math.min(resetMs, promisedMs) + MARGIN_MS;
    if (untilMs <= nowMs) return { kind: 'go' };
    account.restedForReset = true;
    return { kind: 'rest', untilMs, reason: 'the window is used up', usedUp: true };
  }

  /** Whether `Retry-After` has come with a request that was served: with other answers it then says little. */
  get retryAfterEverywhere(): boolean {
    return this.#everywhere;
  }

  /** Requests that the last answer left to a caller within its window; `undefined` when the answers don't tell. */
  remaining(caller: Caller): bigint | undefined {
    return this.#accounts[caller].remaining;
  }

  /** What the last answer said of a caller's window; `undefined` where it did not tell. */
  told(caller: Caller): { readonly limit: bigint | undefined; readonly remaining: bigint | undefined } {
    return this.#accounts[caller];
  }

  /** Requests that the key has used of its window, by the fields of the last answer on it. */
  get used(): { readonly used: number; readonly limit: number } | undefined {
    const { limit, remaining } = this.#accounts.key;
    if (limit === undefined || remaining === undefined || remaining > limit) return undefined;
    return { used: Number(limit - remaining), limit: Number(limit) };
  }

  /** When the caller's window ends, on the monotonic clock. */
  resetMs(caller: Caller): number | undefined {
    return this.#accounts[caller].resetMs;
  }

  /** Takes note of an answer that came at `nowMs` (monotonic). `wallMs` stands in for a missing Date. */
  note(caller: Caller, reading: Reading, nowMs: number, wallMs: number): void {
    const { answer } = reading;
    if (answer === undefined) return;
    this.#noteQuota(caller, reading, nowMs, wallMs);
    this.#noteSurplus(answer.answer.surplus, nowMs, wallMs);
    // A gateway in front may refuse in its own way: that asks for a rest all the same.
    const refused = answer.limited || answer.status === TOO_MANY_REQUESTS;
    const [retryAfter] = answer.header(this.#limits?.headers.retryAfter ?? 'Retry-After');
    if (retryAfter === undefined && !refused) return;
    if (answer.status < 300) this.#everywhere = true;
    if (this.#everywhere && !refused && answer.status < 500 && answer.status !== FORBIDDEN) return;
    const waitMs = this.#waitMs(caller, retryAfter, answer.dateMs ?? wallMs, nowMs);
    if (waitMs === undefined && !refused) return;
    if (refused && retryAfter !== undefined && waitMs !== undefined)
      this.#accounts[caller].promisedMs = nowMs + waitMs;
    const untilMs = nowMs + (waitMs ?? UNKNOWN_REST_MS) + MARGIN_MS;
    this.#rest(caller, untilMs, `${answer.status} with Retry-After ${retryAfter ?? 'missing'}`);
    const why = caller === 'address' ? 'refused without a valid key' : 'refused with the key';
    for (const other of CALLERS) {
      // That requests without a key are counted apart says nothing of two keys: they may be of one account.
      const isApart = this.#apart && (caller === 'address' || other === 'address');
      if (other !== caller && !isApart) this.#rest(other, untilMs, why);
    }
  }

  /** A rest that bytes behind an answer ask for: whatever they are, nothing goes out before its end. */
  #noteSurplus(surplus: Surplus | undefined, nowMs: number, wallMs: number): void {
    const { retryAfterS, retryAtMs } = surplus ?? {};
    const waitMs = retryAfterS === undefined ? (retryAtMs ?? wallMs) - wallMs : retryAfterS * 1000;
    if (waitMs <= 0) return;
    for (const caller of CALLERS)
      this.#rest(caller, nowMs + waitMs + MARGIN_MS, 'bytes behind the end of an answer hold Retry-After');
  }

  #rest(caller: Caller, untilMs: number, reason: string): void {
    const account = this.#accounts[caller];
    if (untilMs <= account.restUntilMs) return;
    account.restUntilMs = untilMs;
    account.restReason = reason;
  }

  #waitMs(caller: Caller, value: string | undefined, dateMs: number, nowMs: number): number | undefined {
    const parsed = value === undefined ? undefined : parseRetryAfter(value, dateMs);
    const resetMs = this.#accounts[caller].resetMs;
    const untilReset = resetMs === undefined || resetMs <= nowMs ? undefined : resetMs - nowMs;
    switch (parsed?.kind) {
      case undefined:
        return untilReset;
      case 'seconds':
        return parsed.seconds * 1000;
      case 'date':
        return Math.max(0, parsed.atMs - dateMs);
      case 'invalid':
        return untilReset;
    }
  }

  #noteQuota(caller: Caller, reading: Reading, nowMs: number, wallMs: number): void {
    if (this.#limits === undefined || reading.answer === undefined) return;
    const account = this.#accounts[caller];
    const { limit, remaining } = readQuota(this.#limits, reading.answer);
    const reset = resetAtMs(this.#limits, reading.answer);
    if (account.restedForReset && remaining === 0n) account.distrusted = true;
    account.restedForReset = false;
    account.promisedMs = undefined;
    account.limit = limit;
    account.remaining = remaining;
    account.resetMs = reset === undefined ? undefined : nowMs + reset - (reading.answer.dateMs ?? wallMs);
    account.notedMs = nowMs;
    this.#noted += 1;
    account.notedAt = this.#noted;
    if (caller === 'other-key') return;
    const other = this.#accounts[caller === 'key' ? 'address' : 'key'];
    if (this.#countsApart(account, other)) this.#apart = true;
  }

  /** True for the quotas of one plan's windows: the fields may speak of another window at every answer. */
  #areOfOnePlan(...limits: readonly (bigint | undefined)[]): boolean {
    return (this.#limits?.plans ?? []).some((plan) => {
      if (plan.kind === 'custom') return false;
      const quotas = new Set(plan.quotas.map((quota) => BigInt(quota.limit)));
      return limits.every((limit) => limit !== undefined && quotas.has(limit));
    });
  }

  /**
   * True when the two callers can't share a counter: one would have fallen by the requests in between, and would not
   * have got more back than the refill, or a new window, gives.
   */
  #countsApart(account: Account, other: Account): boolean {
    const { limit, remaining, notedMs } = account;
    if (limit === undefined || remaining === undefined || other.remaining === undefined) return false;
    if (other.limit !== limit) return !this.#areOfOnePlan(limit, other.limit);
    if (other.resetMs === undefined || other.resetMs <= notedMs) return false;
    const refill = (Number(limit) * (notedMs - other.notedMs)) / SHORTEST_WINDOW_MS;
    const most = Number(other.remaining) - (account.notedAt - other.notedAt) + refill;
    return Number(remaining) > most + COUNT_SLACK;
  }
}
