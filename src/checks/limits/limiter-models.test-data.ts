/**
 * Rate limiters as services have them, for traces that no check may blame. All take the time from outside, in ms of
 * Unix time that never goes back, and the cost of a request.
 */

/** What a limiter says of one request. `waitMs` is 0 when it was let through. */
export type Decision = {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetAtMs: number;
  readonly waitMs: number;
};

export type Limiter = {
  readonly take: (nowMs: number, cost: number) => Decision;
  /** Gives a request back that turned out to be a failure. */
  readonly refund: (cost: number) => void;
};

export type LimiterModel = (limit: number, windowMs: number) => Limiter;

function decision(limit: number, left: number, resetAtMs: number, waitMs: number): Decision {
  const remaining = Math.min(limit, Math.max(0, Math.floor(left + 1e-9)));
  return { allowed: waitMs <= 0, limit, remaining, resetAtMs, waitMs: Math.max(0, waitMs) };
}

function fixed(startOf: (nowMs: number, windowMs: number) => number): LimiterModel {
  return (limit, windowMs) => {
    let start = Number.NEGATIVE_INFINITY;
    let used = 0;
    return {
      take: (now, cost) => {
        if (now >= start + windowMs) {
          start = startOf(now, windowMs);
          used = 0;
        }
        const fits = used + cost <= limit;
        if (fits) used += cost;
        return decision(limit, limit - used, start + windowMs, fits ? 0 : start + windowMs - now);
      },
      refund: (cost) => {
        used = Math.max(0, used - cost);
      },
    };
  };
}

/** The window starts with the first request in it. */
export const fixedFromFirstHit: LimiterModel = fixed((now) => now);

/** Windows are those of the wall clock. */
export const fixedAligned: LimiterModel = fixed((now, windowMs) => Math.floor(now / windowMs) * windowMs);

/** Remembers every request of the last window; Reset is when the oldest leaves, or when all have left. */
export function slidingLog(reset: 'oldest' | 'all'): LimiterModel {
  return (limit, windowMs) => {
    let log: number[] = [];
    return {
      take: (now, cost) => {
        log = log.filter((at) => at > now - windowMs);
        const fits = log.length + cost <= limit;
        const blocker = log[log.length + cost - limit - 1] ?? now;
        if (fits) for (let i = 0; i < cost; i += 1) log.push(now);
        const anchor = (reset === 'oldest' ? log[0] : log.at(-1)) ?? now;
        const wait = fits ? 0 : blocker + windowMs - now;
        return decision(limit, limit - log.length, anchor + windowMs, wait);
      },
      refund: (cost) => {
        log.splice(-cost, cost);
      },
    };
  };
}

/** The previous window weighs as much as it still lies in the last window's length; refused requests cost nothing. */
export const slidingCounter: LimiterModel = (limit, windowMs) => {
  let bucket = Number.NaN;
  let current = 0;
  let previous = 0;
  const weightAt = (now: number, of: number): number =>
    of * (1 - (now / windowMs - Math.floor(now / windowMs)));
  return {
    take: (now, cost) => {
      const at = Math.floor(now / windowMs);
      if (at !== bucket) {
        previous = at === bucket + 1 ? current : 0;
        current = 0;
        bucket = at;
      }
      const end = (bucket + 1) * windowMs;
      const fits = Math.floor(weightAt(now, previous)) + current + cost <= limit;
      if (fits) current += cost;
      const left = limit - Math.floor(weightAt(now, previous)) - current;
      if (fits) return decision(limit, left, end, 0);
      for (let wait = 50; ; wait += 50) {
        const later = now + wait;
        const used = later < end ? weightAt(later, previous) + current : weightAt(later, current);
        if (Math.floor(used) + cost <= limit) return decision(limit, left, end, wait);
      }
    },
    refund: (cost) => {
      current = Math.max(0, current - cost);
    },
  };
};

/** A bucket that fills evenly; Reset is the time of the next token, or the time when the bucket is full. */
export function tokenBucket(reset: 'next' | 'full'): LimiterModel {
  return (limit, windowMs) => {
    const msPerToken = windowMs / limit;
    let tokens = limit;
    let filledAt: number | undefined;
    return {
      take: (now, cost) => {
        tokens = Math.min(limit, tokens + (now - (filledAt ?? now)) / msPerToken);
        filledAt = now;
        const fits = tokens >= cost;
        const wait = fits ? 0 : (cost - tokens) * msPerToken;
        if (fits) tokens -= cost;
        const toFull = (limit - tokens) * msPerToken;
        const toNext = Math.min(toFull, (Math.floor(tokens) + 1 - tokens) * msPerToken);
        return decision(limit, tokens, now + (reset === 'full' ? toFull : toNext), wait);
      },
      refund: (cost) => {
        tokens = Math.min(limit, tokens + cost);
      },
    };
  };
}

/** Gets a sixth of its tokens back every sixth of the window. */
export const steppedBucket: LimiterModel = (limit, windowMs) => {
  const stepMs = windowMs / 6;
  let tokens = limit;
  let filledAt: number | undefined;
  return {
    take: (now, cost) => {
      filledAt ??= now;
      const steps = Math.floor((now - filledAt) / stepMs);
      tokens = Math.min(limit, tokens + steps * Math.ceil(limit / 6));
      filledAt += steps * stepMs;
      const fits = tokens >= cost;
      if (fits) tokens -= cost;
      return decision(limit, tokens, filledAt + stepMs, fits ? 0 : filledAt + stepMs - now);
    },
    refund: (cost) => {
      tokens = Math.min(limit, tokens + cost);
    },
  };
};

/** Generic cell rate algorithm: Reset is when the full burst is back, the wait is until the next request fits. */
export const gcra: LimiterModel = (limit, windowMs) => {
  const interval = windowMs / limit;
  let arrival = 0;
  return {
    take: (now, cost) => {
      const next = Math.max(arrival, now) + cost * interval;
      const wait = next - windowMs - now;
      const fits = wait <= 1e-6;
      if (fits) arrival = next;
      const left = (windowMs - (Math.max(arrival, now) - now)) / interval;
      return decision(limit, left, Math.max(arrival, now), fits ? 0 : wait);
    },
    refund: (cost) => {
      arrival -= cost * interval;
    },
  };
};

/**
 * Two windows at once: a request counts in both or in none. The fields speak of the short one, the long one, the one
 * with less left, or of the one that refuses. `usedBefore` of the long one are gone from the start.
 */
export function twoWindows(
  long: { readonly limit: number; readonly windowMs: number; readonly usedBefore: number },
  shown: 'short' | 'long' | 'tightest' | 'refusing',
): LimiterModel {
  return (limit, windowMs) => {
    const short = fixedFromFirstHit(limit, windowMs);
    const wide = fixedAligned(long.limit, long.windowMs);
    let first = true;
    return {
      take: (now, cost) => {
        if (first && long.usedBefore > 0) wide.take(now, long.usedBefore);
        first = false;
        let [a, b] = [short.take(now, cost), wide.take(now, cost)];
        if (a.allowed && !b.allowed) {
          short.refund(cost);
          a = short.take(now, 0);
        }
        if (b.allowed && !a.allowed) {
          wide.refund(cost);
          b = wide.take(now, 0);
        }
        const tightest = a.remaining <= b.remaining ? a : b;
        const refusing = !b.allowed ? b : a;
        const visible = { short: a, long: b, tightest, refusing }[shown];
        return { ...visible, allowed: a.allowed && b.allowed, waitMs: Math.max(a.waitMs, b.waitMs) };
      },
      refund: (cost) => {
        short.refund(cost);
        wide.refund(cost);
      },
    };
  };
}

/** Nodes that count for themselves; `pick` draws the one that a request reaches. */
export function nodes(count: number, inner: LimiterModel, pick: (count: number) => number): LimiterModel {
  return (limit, windowMs) => {
    const all = Array.from({ length: count }, () => inner(limit, windowMs));
    let last = all[0] ?? inner(limit, windowMs);
    return {
      take: (now, cost) => {
        last = all[pick(count)] ?? last;
        return last.take(now, cost);
      },
      refund: (cost) => last.refund(cost),
    };
  };
}

/** Reads the counter first and writes it `lagMs` later, in the background. */
export function lateCounting(lagMs: number): LimiterModel {
  return (limit, windowMs) => {
    let start = Number.NEGATIVE_INFINITY;
    let hits: { readonly at: number; readonly cost: number }[] = [];
    return {
      take: (now, cost) => {
        if (now >= start + windowMs) {
          start = Math.floor(now / windowMs) * windowMs;
          hits = [];
        }
        const used = hits.reduce((sum, hit) => sum + (hit.at + lagMs <= now ? hit.cost : 0), 0);
        const end = start + windowMs;
        const fits = used + cost <= limit;
        if (fits) hits.push({ at: now, cost });
        return decision(limit, limit - used - (fits ? cost : 0), end, fits ? 0 : end - now);
      },
      refund: () => {
        hits.pop();
      },
    };
  };
}
