/** Rate limiters as services really have them. All take the time from outside, in milliseconds of Unix time. */

export interface Usage {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetAtMs: number;
  /** How long the caller has to wait for the next request to be let through; 0 when it was. */
  readonly waitMs: number;
}

interface Quota {
  /** Requests with the valid key have a quota of their own. */
  readonly caller: 'key' | 'address';
  readonly limit: number;
  readonly windowMs: number;
}

/** The counter of one caller. `peek` tells the state without counting, as it would be before the next request. */
export interface Meter {
  take(nowMs: number): Usage;
  peek(nowMs: number): Usage;
  giveBack(nowMs: number): void;
}

export type MeterFactory = (quota: Quota) => Meter;

const usageOf = (quota: Quota, used: number, resetAtMs: number, waitMs: number): Usage => ({
  allowed: waitMs <= 0,
  limit: quota.limit,
  remaining: Math.max(0, Math.floor(quota.limit - used)),
  resetAtMs,
  waitMs: Math.max(0, waitMs),
});

interface WindowOptions {
  readonly startOf: (nowMs: number, windowMs: number) => number;
  /** A refused request starts the wait anew. */
  readonly extendsWhenRefused?: boolean;
}

function fixedWindow(options: WindowOptions): MeterFactory {
  return (quota) => {
    let start = Number.NEGATIVE_INFINITY;
    let used = 0;
    const roll = (nowMs: number): void => {
      if (nowMs >= start + quota.windowMs) {
        start = options.startOf(nowMs, quota.windowMs);
        used = 0;
      }
    };
    const peek = (nowMs: number): Usage => {
      roll(nowMs);
      const end = start + quota.windowMs;
      return usageOf(quota, used, end, used < quota.limit ? 0 : end - nowMs);
    };
    return {
      peek,
      take: (nowMs) => {
        const before = peek(nowMs);
        if (!before.allowed) {
          if (options.extendsWhenRefused === true) start = nowMs;
          return peek(nowMs);
        }
        used += 1;
        return { ...peek(nowMs), allowed: true, waitMs: 0 };
      },
      giveBack: () => {
        used = Math.max(0, used - 1);
      },
    };
  };
}

/** The window starts with the first request that the caller sends in it. */
export const fixedFromFirstHit: MeterFactory = fixedWindow({ startOf: (nowMs) => nowMs });

/** Windows are the minutes of the clock. */
export const fixedAligned: MeterFactory = fixedWindow({
  startOf: (nowMs, windowMs) => Math.floor(nowMs / windowMs) * windowMs,
});

/** The first request over the limit blocks the caller for a whole window from then on. */
export const blocking: MeterFactory = (quota) => {
  const inner = fixedFromFirstHit(quota);
  let blockedUntil = 0;
  const blocked = (nowMs: number): Usage | undefined =>
    nowMs < blockedUntil ? usageOf(quota, quota.limit, blockedUntil, blockedUntil - nowMs) : undefined;
  return {
    peek: (nowMs) => blocked(nowMs) ?? inner.peek(nowMs),
    take: (nowMs) => {
      const standing = blocked(nowMs);
      if (standing !== undefined) return standing;
      const usage = inner.take(nowMs);
      if (usage.allowed) return usage;
      blockedUntil = nowMs + quota.windowMs;
      return usageOf(quota, quota.limit, blockedUntil, quota.windowMs);
    },
    giveBack: (nowMs) => inner.giveBack(nowMs),
  };
};

type LogReset = 'oldest-leaves' | 'all-left';

/** Remembers the time of every request of the last window. */
export function slidingLog(reset: LogReset): MeterFactory {
  return (quota) => {
    let times: number[] = [];
    const peek = (nowMs: number): Usage => {
      times = times.filter((time) => time > nowMs - quota.windowMs);
      const oldest = times.at(0) ?? nowMs;
      const anchor = reset === 'oldest-leaves' ? oldest : (times.at(-1) ?? nowMs);
      const wait = times.length < quota.limit ? 0 : oldest + quota.windowMs - nowMs;
      return usageOf(quota, times.length, anchor + quota.windowMs, wait);
    };
    return {
      peek,
      take: (nowMs) => {
        const before = peek(nowMs);
        if (!before.allowed) return before;
        times.push(nowMs);
        return { ...peek(nowMs), allowed: true, waitMs: 0 };
      },
      giveBack: () => {
        times.pop();
      },
    };
  };
}

/** The share of the previous minute that still lies in the last sixty seconds, plus the current minute. */
const slides =
  (resetBuckets: number): MeterFactory =>
  (quota) => {
    let bucket = Number.NaN;
    let current = 0;
    let previous = 0;
    const roll = (nowMs: number): void => {
      const now = Math.floor(nowMs / quota.windowMs);
      if (now === bucket) return;
      previous = now === bucket + 1 ? current : 0;
      current = 0;
      bucket = now;
    };
    const room = quota.limit - 1;
    const wait = (nowMs: number): number => {
      const passed = nowMs / quota.windowMs - bucket;
      if (current + previous * (1 - passed) <= room) return 0;
      if (current <= room) return (1 - (room - current) / previous - passed) * quota.windowMs;
      return (1 - passed + 1 - room / current) * quota.windowMs;
    };
    const peek = (nowMs: number): Usage => {
      roll(nowMs);
      const passed = nowMs / quota.windowMs - bucket;
      return usageOf(
        quota,
        current + previous * (1 - passed),
        (bucket + resetBuckets) * quota.windowMs,
        Math.ceil(wait(nowMs)),
      );
    };
    return {
      peek,
      take: (nowMs) => {
        const before = peek(nowMs);
        if (!before.allowed) return before;
        current += 1;
        return { ...peek(nowMs), allowed: true, waitMs: 0 };
      },
      giveBack: () => {
        current = Math.max(0, current - 1);
      },
    };
  };

/** Reset is when the current minute ends. */
export const slidingCounter = slides(1);
/** Reset is when nothing of the current minute counts any more. */
export const slidingCounterFull = slides(2);

type BucketReset = 'next-token' | 'full';

/** A bucket of `limit` tokens that fills evenly within one window. */
export function tokenBucket(reset: BucketReset): MeterFactory {
  return (quota) => {
    const msPerToken = quota.windowMs / quota.limit;
    let tokens = quota.limit;
    let filledAt: number | undefined;
    const fill = (nowMs: number): void => {
      tokens = Math.min(quota.limit, tokens + (nowMs - (filledAt ?? nowMs)) / msPerToken);
      filledAt = nowMs;
    };
    const peek = (nowMs: number): Usage => {
      fill(nowMs);
      const toFull = (quota.limit - tokens) * msPerToken;
      const toNext = (Math.floor(tokens) + 1 - tokens) * msPerToken;
      const resetAt = nowMs + (reset === 'full' ? toFull : Math.min(toFull, toNext));
      return usageOf(
        quota,
        quota.limit - tokens,
        resetAt,
        tokens >= 1 ? 0 : Math.ceil((1 - tokens) * msPerToken),
      );
    };
    return {
      peek,
      take: (nowMs) => {
        const before = peek(nowMs);
        if (!before.allowed) return before;
        tokens -= 1;
        return { ...peek(nowMs), allowed: true, waitMs: 0 };
      },
      giveBack: () => {
        tokens = Math.min(quota.limit, tokens + 1);
      },
    };
  };
}

/** Gets a sixth of its tokens back every sixth of a window. */
export const steppedBucket: MeterFactory = (quota) => {
  const stepMs = quota.windowMs / 6;
  const perStep = Math.ceil(quota.limit / 6);
  let tokens = quota.limit;
  let filledAt: number | undefined;
  const peek = (nowMs: number): Usage => {
    filledAt ??= nowMs;
    const steps = Math.floor((nowMs - filledAt) / stepMs);
    tokens = Math.min(quota.limit, tokens + steps * perStep);
    filledAt += steps * stepMs;
    const next = filledAt + stepMs;
    return usageOf(quota, quota.limit - tokens, next, tokens >= 1 ? 0 : next - nowMs);
  };
  return {
    peek,
    take: (nowMs) => {
      const before = peek(nowMs);
      if (!before.allowed) return before;
      tokens -= 1;
      return { ...peek(nowMs), allowed: true, waitMs: 0 };
    },
    giveBack: () => {
      tokens = Math.min(quota.limit, tokens + 1);
    },
  };
};

/** Generic cell rate algorithm: one theoretical arrival time, Reset is the time until the full burst is back. */
export const gcra: MeterFactory = (quota) => {
  const interval = quota.windowMs / quota.limit;
  let arrival = 0;
  const peek = (nowMs: number): Usage => {
    const tat = Math.max(arrival, nowMs);
    const used = Math.ceil((tat - nowMs) / interval - 1e-9);
    const wait = tat + interval - quota.windowMs - nowMs;
    return usageOf(quota, used, tat, wait <= 1e-6 ? 0 : Math.ceil(wait));
  };
  return {
    peek,
    take: (nowMs) => {
      const before = peek(nowMs);
      if (!before.allowed) return before;
      arrival = Math.max(arrival, nowMs) + interval;
      return { ...peek(nowMs), allowed: true, waitMs: 0 };
    },
    giveBack: () => {
      arrival -= interval;
    },
  };
};

const dayWindowsPerMinute = 1440;

type ShownWindow = 'minute' | 'day' | 'tightest' | 'refusing';

function combined(shown: ShownWindow, ofMinute: Usage, ofDay: Usage): Usage {
  const allowed = ofMinute.allowed && ofDay.allowed;
  const waitMs = Math.max(ofMinute.waitMs, ofDay.waitMs);
  const own = { allowed, waitMs };
  switch (shown) {
    case 'minute':
      return { ...ofMinute, ...own };
    case 'day':
      return { ...ofDay, ...own };
    case 'tightest':
      return { ...(ofMinute.remaining <= ofDay.remaining ? ofMinute : ofDay), ...own };
    case 'refusing':
      return { ...(allowed || !ofDay.allowed ? ofDay : ofMinute), ...own };
  }
}

/** A window of which a part had been used before the first request; it shows the full limit. */
function partlyUsed(shownLimit: number, quota: Quota): Meter {
  const inner = fixedAligned(quota);
  const shown = (usage: Usage): Usage => ({ ...usage, limit: shownLimit });
  return {
    peek: (nowMs) => shown(inner.peek(nowMs)),
    take: (nowMs) => shown(inner.take(nowMs)),
    giveBack: (nowMs) => inner.giveBack(nowMs),
  };
}

/**
 * A minute and a day at once: a request counts in both or in none. `shown` says which of the two the headers speak
 * of. A day is 1,440 of the (possibly shortened) minutes; `usedToday` of it are gone before the first request.
 */
export function twoWindows(perDay: number, shown: ShownWindow, usedToday = 0): MeterFactory {
  return (quota) => {
    const minute = fixedFromFirstHit(quota);
    const day = partlyUsed(perDay, {
      caller: quota.caller,
      limit: perDay - usedToday,
      windowMs: quota.windowMs * dayWindowsPerMinute,
    });
    return {
      peek: (nowMs) => combined(shown, minute.peek(nowMs), day.peek(nowMs)),
      take: (nowMs) => {
        const before = [minute.peek(nowMs), day.peek(nowMs)] as const;
        if (!before[0].allowed || !before[1].allowed) return combined(shown, ...before);
        return combined(shown, minute.take(nowMs), day.take(nowMs));
      },
      giveBack: (nowMs) => {
        minute.giveBack(nowMs);
        day.giveBack(nowMs);
      },
    };
  };
}

/** Several nodes behind a load balancer that hands out requests in turn; each counts for itself. */
export function nodes(count: number, inner: MeterFactory): MeterFactory {
  return (quota) => {
    const meters = Array.from({ length: count }, () => inner(quota));
    let turn = 0;
    const current = (): Meter => meters[turn % count] ?? inner(quota);
    return {
      peek: (nowMs) => current().peek(nowMs),
      take: (nowMs) => {
        const usage = current().take(nowMs);
        turn += 1;
        return usage;
      },
      giveBack: (nowMs) => current().giveBack(nowMs),
    };
  };
}

/** Counts a request only some time after it was answered, as a counter that is written in the background does. */
export function lateCounting(lagMs: number): MeterFactory {
  return (quota) => {
    let times: number[] = [];
    let start: number | undefined;
    const peek = (nowMs: number): Usage => {
      if (start !== undefined && nowMs >= start + quota.windowMs) {
        start = undefined;
        times = [];
      }
      const end = (start ?? nowMs) + quota.windowMs;
      const used = times.filter((time) => time + lagMs <= nowMs).length;
      return usageOf(quota, used, end, used < quota.limit ? 0 : end - nowMs);
    };
    return {
      peek,
      take: (nowMs) => {
        const before = peek(nowMs);
        if (!before.allowed) return before;
        start ??= nowMs;
        times.push(nowMs);
        return { ...before, remaining: Math.max(0, before.remaining - 1) };
      },
      giveBack: () => {
        times.pop();
      },
    };
  };
}

/** The first request over the limit blocks the caller for some seconds; then all is as if nothing had been sent. */
export function blockingFor(blockMs: number): MeterFactory {
  return (quota) => {
    let inner = fixedFromFirstHit(quota);
    let blockedUntil = Number.NEGATIVE_INFINITY;
    const blocked = (nowMs: number): Usage | undefined =>
      nowMs < blockedUntil ? usageOf(quota, quota.limit, blockedUntil, blockedUntil - nowMs) : undefined;
    return {
      peek: (nowMs) => blocked(nowMs) ?? inner.peek(nowMs),
      take: (nowMs) => {
        const standing = blocked(nowMs);
        if (standing !== undefined) return standing;
        const usage = inner.take(nowMs);
        if (usage.allowed) return usage;
        blockedUntil = nowMs + blockMs;
        inner = fixedFromFirstHit(quota);
        return usageOf(quota, quota.limit, blockedUntil, blockMs);
      },
      giveBack: (nowMs) => inner.giveBack(nowMs),
    };
  };
}

/** Every request over the limit starts the window anew, so that whoever keeps knocking stays outside. */
export const extending: MeterFactory = fixedWindow({ startOf: (nowMs) => nowMs, extendsWhenRefused: true });

/** Counts what someone else sends with the same key: one request more for every few. */
export function sharedKey(every: number): MeterFactory {
  return (quota) => {
    const inner = fixedAligned(quota);
    let count = 0;
    return {
      ...inner,
      take: (nowMs) => {
        count += 1;
        if (count % every === 0) inner.take(nowMs);
        return inner.take(nowMs);
      },
    };
  };
}
