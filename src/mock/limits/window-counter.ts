import type { Caller, InboundRequest } from '../answers/stages/stages.ts';

/** `key`: each key has a count of its own, and so has each address for what comes without a valid key. `address`: one count for all that comes from an address. */
export type LimitPer = 'key' | 'address';

export const LIMIT_PERS: readonly [LimitPer, ...LimitPer[]] = ['key', 'address'];

/** The name of the account that a request is counted on. */
export function accountName(per: LimitPer, caller: Caller, request: Pick<InboundRequest, 'address'>): string {
  switch (per) {
    case 'key':
      return caller.kind === 'key' ? `key ${caller.key.key}` : `address ${request.address}`;
    case 'address':
      return `address ${request.address}`;
  }
}

/**
 * `fixed`: a window starts with the first request and lasts its full length. `aligned`: windows start at whole multiples
 * of their length. `sliding`: never more than the limit in any stretch of that length. `bucket`: tokens that flow back evenly.
 */
export type LimiterKind = 'fixed' | 'aligned' | 'sliding' | 'bucket';

export const LIMITER_KINDS: readonly [LimiterKind, ...LimiterKind[]] = [
  'fixed',
  'aligned',
  'sliding',
  'bucket',
];

/**
 * Counts requests within one window. Callers with different limits may share a counter: each is measured against its own.
 * All times in ms since the epoch.
 */
export type WindowCounter = {
  /** How many requests of a caller with this limit would still be accepted at `now`. */
  readonly remaining: (now: number, limit: number) => number;
  /** Counts one request. Only to be called while `remaining` is above 0. */
  readonly take: (now: number, limit: number) => void;
  /** When the full quota is there again if nothing more is sent. */
  readonly resetAt: (now: number) => number;
  /** The first moment at which one more request will be accepted. */
  readonly acceptsAt: (now: number, limit: number) => number;
};

function steppedCounter(lengthMs: number, startOf: (now: number) => number): WindowCounter {
  let start = Number.NEGATIVE_INFINITY;
  let used = 0;
  const open = (now: number): boolean => now < start + lengthMs;
  const remaining = (now: number, limit: number): number => (open(now) ? Math.max(0, limit - used) : limit);
  const resetAt = (now: number): number => (open(now) ? start : startOf(now)) + lengthMs;
  return {
    remaining,
    take(now) {
      if (!open(now)) {
        start = startOf(now);
        used = 0;
      }
      used += 1;
    },
    resetAt,
    acceptsAt: (now, limit) => (remaining(now, limit) > 0 ? now : resetAt(now)),
  };
}

/** Requests nearer to each other than this part of the window are counted as if sent at the later time: that bounds the log. */
const SLIDING_GRAINS = 4096;

/** That part, for a window of this length. */
export function slidingGrainMs(lengthMs: number): number {
  return Math.ceil(lengthMs / SLIDING_GRAINS);
}

function slidingCounter(lengthMs: number): WindowCounter {
  const grainMs = slidingGrainMs(lengthMs);
  const log: { since: number; at: number; count: number }[] = [];
  let used = 0;
  /** How many of the oldest log entries have left the window, and how many requests they hold. */
  function expired(now: number): { readonly entries: number; readonly requests: number } {
    let entries = 0;
    let requests = 0;
    for (const { at, count } of log) {
      if (at + lengthMs > now) break;
      entries += 1;
      requests += count;
    }
    return { entries, requests };
  }
  const remaining = (now: number, limit: number): number => Math.max(0, limit - used + expired(now).requests);
  /** When so many requests have left the window that one more fits. */
  function freeAt(now: number, limit: number): number {
    let left = used;
    for (const { at, count } of log) {
      left -= count;
      if (left < limit) return at + lengthMs;
    }
    return now;
  }
  return {
    remaining,
    take(now) {
      const gone = expired(now);
      log.splice(0, gone.entries);
      used += 1 - gone.requests;
      const last = log.at(-1);
      if (last === undefined || now - last.since >= grainMs) log.push({ since: now, at: now, count: 1 });
      else {
        last.at = now;
        last.count += 1;
      }
    },
    resetAt: (now) => Math.max(now, (log.at(-1)?.at ?? now) + lengthMs),
    acceptsAt: (now, limit) => (remaining(now, limit) > 0 ? now : freeAt(now, limit)),
  };
}

/** The generic cell rate algorithm: `fullAt` is when the bucket will have been refilled. A request takes its share of the window. */
function bucketCounter(lengthMs: number): WindowCounter {
  const tolerance = 1e-6;
  let fullAt = Number.NEGATIVE_INFINITY;
  const missingMs = (now: number): number => Math.max(0, fullAt - now);
  const remaining = (now: number, limit: number): number =>
    Math.max(0, Math.floor(((lengthMs - missingMs(now)) * limit) / lengthMs + tolerance));
  return {
    remaining,
    take(now, limit) {
      fullAt = Math.max(fullAt, now) + lengthMs / limit;
    },
    resetAt: (now) => now + missingMs(now),
    acceptsAt: (now, limit) =>
      remaining(now, limit) > 0 ? now : now + missingMs(now) - lengthMs + lengthMs / limit,
  };
}

/** A counter for windows of `windowS` seconds that has seen no request yet. */
export function createWindowCounter(kind: LimiterKind, windowS: number): WindowCounter {
  const lengthMs = windowS * 1000;
  switch (kind) {
    case 'fixed':
      return steppedCounter(lengthMs, (now) => now);
    case 'aligned':
      return steppedCounter(lengthMs, (now) => now - (now % lengthMs));
    case 'sliding':
      return slidingCounter(lengthMs);
    case 'bucket':
      return bucketCounter(lengthMs);
  }
}
