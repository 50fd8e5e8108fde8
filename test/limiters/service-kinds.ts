import {
  fixedAligned,
  fixedFromFirstHit,
  gcra,
  lateCounting,
  nodes,
  slidingCounter,
  slidingLog,
  steppedBucket,
  tokenBucket,
  twoWindows,
  type Decision,
  type Limiter,
  type LimiterModel,
} from '../../src/checks/limits/limiter-models.test-data.ts';

/** What a limiter of some kind is made from. `day` is the plan's quota a day, of which `usedToday` are gone. */
export type KindOptions = {
  readonly random: () => number;
  readonly day: number;
  readonly usedToday: number;
};

const DAY_MS = 86_400_000;

/** The first refusal blocks the caller for a whole window from then on. */
const blocking: LimiterModel = (limit, windowMs): Limiter => {
  const inner = fixedFromFirstHit(limit, windowMs);
  let blockedUntil = Number.NEGATIVE_INFINITY;
  const blocked = (now: number): Decision => ({
    allowed: false,
    limit,
    remaining: 0,
    resetAtMs: blockedUntil,
    waitMs: blockedUntil - now,
  });
  return {
    take: (now, cost) => {
      if (now < blockedUntil) return blocked(now);
      const decision = inner.take(now, cost);
      if (decision.allowed) return decision;
      blockedUntil = now + windowMs;
      return blocked(now);
    },
    refund: (cost) => inner.refund(cost),
  };
};

/** A sliding log in which refused requests stand as well, and push the end of the wait away. */
const strictLog: LimiterModel = (limit, windowMs): Limiter => {
  let log: number[] = [];
  return {
    take: (now, cost) => {
      log = log.filter((at) => at > now - windowMs);
      const allowed = log.length + cost <= limit;
      for (let i = 0; i < cost; i += 1) log.push(now);
      const blocker = log[log.length - limit] ?? now;
      const waitMs = allowed ? 0 : blocker + windowMs - now;
      const remaining = Math.max(0, limit - log.length);
      return { allowed, limit, remaining, resetAtMs: (log[0] ?? now) + windowMs, waitMs };
    },
    refund: (cost) => {
      log.splice(-cost, cost);
    },
  };
};

const anyNode =
  ({ random }: KindOptions) =>
  (count: number): number =>
    Math.floor(random() * count);

/** A balancer that stays with a node for some requests, as one that works by connection does. */
function stickyNode({ random }: KindOptions): (count: number) => number {
  let at = 0;
  return (count) => {
    if (random() < 0.1) at = Math.floor(random() * count);
    return at;
  };
}

const withDay = ({ day, usedToday }: KindOptions): Parameters<typeof twoWindows>[0] => ({
  limit: day,
  windowMs: DAY_MS,
  usedBefore: Math.min(usedToday, day),
});

export type ServiceKind =
  | 'fixed window from the first hit'
  | 'fixed window of the clock'
  | 'fixed window, a refusal blocks for a window'
  | 'sliding log, reset of the oldest'
  | 'sliding log, reset of all'
  | 'sliding log that counts refused requests'
  | 'sliding counter'
  | 'token bucket, reset of the next token'
  | 'token bucket, reset when full'
  | 'stepped bucket'
  | 'generic cell rate'
  | 'minute and day, minute shown'
  | 'minute and day, day shown'
  | 'minute and day, tightest shown'
  | 'minute and day, refusing shown'
  | 'two nodes, fixed windows of the clock'
  | 'two nodes, fixed windows from the first hit'
  | 'two nodes, balanced by connection'
  | 'three nodes with token buckets'
  | 'counters that lag';

/** Limiters as services have them, by name. */
export const serviceKinds: { readonly [kind in ServiceKind]: (options: KindOptions) => LimiterModel } = {
  'fixed window from the first hit': () => fixedFromFirstHit,
  'fixed window of the clock': () => fixedAligned,
  'fixed window, a refusal blocks for a window': () => blocking,
  'sliding log, reset of the oldest': () => slidingLog('oldest'),
  'sliding log, reset of all': () => slidingLog('all'),
  'sliding log that counts refused requests': () => strictLog,
  'sliding counter': () => slidingCounter,
  'token bucket, reset of the next token': () => tokenBucket('next'),
  'token bucket, reset when full': () => tokenBucket('full'),
  'stepped bucket': () => steppedBucket,
  'generic cell rate': () => gcra,
  'minute and day, minute shown': (options) => twoWindows(withDay(options), 'short'),
  'minute and day, day shown': (options) => twoWindows(withDay(options), 'long'),
  'minute and day, tightest shown': (options) => twoWindows(withDay(options), 'tightest'),
  'minute and day, refusing shown': (options) => twoWindows(withDay(options), 'refusing'),
  'two nodes, fixed windows of the clock': (options) => nodes(2, fixedAligned, anyNode(options)),
  'two nodes, fixed windows from the first hit': (options) => nodes(2, fixedFromFirstHit, anyNode(options)),
  'two nodes, balanced by connection': (options) => nodes(2, fixedAligned, stickyNode(options)),
  'three nodes with token buckets': (options) => nodes(3, tokenBucket('full'), stickyNode(options)),
  'counters that lag': ({ random }) => lateCounting(5 + Math.floor(random() * 55)),
};
