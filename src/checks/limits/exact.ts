import type { RateLimits } from '../../interface/model.ts';
import { type Check, type JudgedRun, WHATEVER_WAS_SENT } from '../check.ts';
import { openTribunal, saysNothing } from '../judge-each.ts';
import type { Outcome } from '../outcome.ts';
import { unlessQuotaHeaders } from './headers.ts';
import { hasPassed, refillBetween, traceOf, type TracePoint } from './quota-trace.ts';

/**
 * A window whose counter has counted each request of this run and nothing else, from its first request on: nobody else uses
 * it, nothing is given back, and it does not lag. Only of such a one single steps may be judged.
 */
export type ExactWindow = {
  readonly first: TracePoint;
  /** Pauses between two requests of which the second was told the exact number, the shortest first. */
  readonly pausesMs: readonly number[];
};

const SAME_RESET_MS = 1_000;
/** Accepted requests, one after the other, that have to be counted by one each. */
const TELLING_STEPS = 5;
/** Requests that a limit gives back in the time that the window has to be seen for, if it gives any back evenly. */
const TELLING_REFILL = 1.5;

function isOfWindow(point: TracePoint, last: TracePoint): boolean {
  return (
    point.limit === last.limit &&
    point.remaining !== undefined &&
    !point.answer.limited &&
    point.resetMs !== undefined &&
    last.resetMs !== undefined &&
    Math.abs(point.resetMs - last.resetMs) <= SAME_RESET_MS
  );
}

/** True for an answer from before the limiter, such as that of a server to header fields that are too long for it. */
function hasNoQuota({ limit, remaining, resetMs, answer }: TracePoint): boolean {
  return limit === undefined && remaining === undefined && resetMs === undefined && answer.status >= 400;
}

/** The answers on the key up to `last` that speak of the same window, and those between them that speak of none. */
function pointsOfWindow(trace: readonly TracePoint[], last: TracePoint): readonly TracePoint[] {
  const upTo = trace.slice(0, trace.indexOf(last) + 1);
  const other = upTo.findLastIndex((point) => !isOfWindow(point, last) && !hasNoQuota(point));
  const points = upTo.slice(other + 1);
  return points.slice(points.findIndex((point) => isOfWindow(point, last)));
}

/** The shortest time in which a limit is given back that has this number. */
export function shortestWindowS(limits: RateLimits, limit: bigint): number {
  const quotas = limits.plans.flatMap((plan) => (plan.kind === 'fixed' ? plan.quotas : []));
  const windows = quotas.filter((quota) => BigInt(quota.limit) === limit).map((quota) => quota.windowS);
  return windows.length === 0 ? 60 : Math.min(...windows);
}

/** The longest window that a documented quota of this number has; `undefined` where none is documented. */
export function longestWindowS(limits: RateLimits, limit: bigint): number | undefined {
  const quotas = limits.plans.flatMap((plan) => (plan.kind === 'fixed' ? plan.quotas : []));
  const windows = quotas.filter((quota) => BigInt(quota.limit) === limit).map((quota) => quota.windowS);
  return windows.length === 0 ? undefined : Math.max(...windows);
}

/** True when the next request on the key was under way before this one was answered. */
function overlapsNext(points: readonly TracePoint[], index: number): boolean {
  const next = points[index + 1];
  return next !== undefined && next.before === undefined;
}

/** A success of an operation that the document shows: whether HEAD, refused and other requests are counted is open. */
export function mustCount({ reading, answer }: TracePoint): boolean {
  return answer.status < 300 && reading.expectation.operation?.documentation === 'full';
}

/** The window that `last` speaks of, if its counter has been exact from the first request of the window up to `last`. */
export function exactWindow(
  trace: readonly TracePoint[],
  last: TracePoint,
  limits: RateLimits,
): ExactWindow | undefined {
  const points = pointsOfWindow(trace, last);
  const [first] = points;
  if (first?.limit === undefined || first.remaining === undefined) return undefined;
  if (first.remaining < first.limit - 1n) return undefined;
  const spanMs = last.reading.exchange.startMs - first.reading.exchange.endMs;
  const evenMs = (TELLING_REFILL * shortestWindowS(limits, first.limit) * 1_000) / Number(first.limit);
  if (spanMs < evenMs) return undefined;
  const pausesMs: number[] = [];
  let anchor = first;
  let sent = 0n;
  let accepted = 0n;
  for (const [index, point] of points.entries()) {
    if (index === 0) continue;
    sent += BigInt(point.requestsSince);
    if (mustCount(point)) accepted += 1n;
    const isAlone = point.before !== undefined && !overlapsNext(points, index);
    if (!isAlone || point.remaining === undefined || anchor.remaining === undefined) continue;
    const fall = anchor.remaining - point.remaining;
    if (fall < accepted || fall > sent) return undefined;
    if (accepted === 1n && sent === 1n)
      pausesMs.push(point.reading.exchange.startMs - anchor.reading.exchange.endMs);
    anchor = point;
    sent = 0n;
    accepted = 0n;
  }
  if (anchor !== last || pausesMs.length < TELLING_STEPS) return undefined;
  return { first, pausesMs: pausesMs.toSorted((a, b) => a - b) };
}

/** True when a counter that lags by as long as it takes from `before` to `point` would have shown in the window. */
export function isTooLateToLag({ pausesMs }: ExactWindow, before: TracePoint, point: TracePoint): boolean {
  const pauseMs = point.reading.exchange.startMs - before.reading.exchange.endMs;
  return pausesMs.filter((one) => one <= pauseMs).length >= TELLING_STEPS;
}

/** The shortest window's quota of the declared plan, or of any plan: the one that a fresh run begins with. */
function shortestQuotas(run: JudgedRun, limits: RateLimits): ReadonlySet<bigint> {
  const { plan } = run.capabilities;
  return new Set(
    (plan === undefined ? limits.plans : [plan]).flatMap((one) => {
      if (one.kind === 'custom') return [];
      const shortest = Math.min(...one.quotas.map((quota) => quota.windowS));
      return one.quotas.filter((quota) => quota.windowS === shortest).map((quota) => BigInt(quota.limit));
    }),
  );
}

/** The first answer on the key, when its fields speak of the shortest window. */
function firstOf(run: JudgedRun, limits: RateLimits): TracePoint | undefined {
  const [first] = traceOf(run, limits);
  const speaks = first?.limit !== undefined && shortestQuotas(run, limits).has(first.limit);
  return speaks ? first : undefined;
}

function judgeFirst(run: JudgedRun, limits: RateLimits): Outcome {
  const tribunal = openTribunal('must');
  const first = firstOf(run, limits);
  if (first?.limit === undefined || first.remaining === undefined) {
    return tribunal.outcome('the first answer does not speak of the shortest window');
  }
  const operation = first.reading.expectation.operation?.id;
  if (first.remaining === first.limit - 1n || first.remaining === first.limit) tribunal.proves(operation);
  else {
    tribunal.breaks({
      exchanges: [first.reading.exchange.id],
      operation,
      expected: `${first.limit - 1n} remaining after the first request of a window that nobody else uses`,
      actual: `${first.remaining} of ${first.limit}`,
    });
  }
  return tribunal.outcome();
}

/**
 * True where more remained after an answer than what was accepted since an earlier one left, and the limit gives back meanwhile: another
 * window began. What was answered side by side is counted alone, since its order is open.
 */
function isRenewed(limits: RateLimits, window: readonly TracePoint[]): boolean {
  let from: TracePoint | undefined;
  let accepted = 0;
  for (const point of window) {
    if (point.answer.status < 300) accepted += 1;
    if (from !== undefined && point.before === undefined) continue;
    const rise = Number((point.remaining ?? 0n) - (from?.remaining ?? 0n)) + accepted;
    if (from !== undefined && rise > refillBetween(limits, from, point)) return true;
    from = point;
    accepted = 0;
  }
  return false;
}

function judgeCount(run: JudgedRun, limits: RateLimits): Outcome {
  const tribunal = openTribunal('must');
  const first = firstOf(run, limits);
  const trace = traceOf(run, limits);
  const end = trace.findIndex((point) => point.answer.limited);
  const refusal = trace[end];
  if (first?.limit === undefined || refusal === undefined) return tribunal.outcome('no request was refused');
  const window = trace.slice(0, end);
  const last = window.at(-1);
  if (last === undefined || (hasPassed(first, refusal) && isRenewed(limits, window)))
    return tribunal.outcome('the window ended before the refusal');
  const accepted = window.filter((point) => point.answer.status < 300).length;
  const most = Number(first.limit) + Math.floor(refillBetween(limits, first, last));
  const operation = last.reading.expectation.operation?.id;
  if (accepted <= most) tribunal.proves(operation);
  else {
    tribunal.breaks({
      exchanges: [last.reading.exchange.id, first.reading.exchange.id],
      operation,
      expected: `at most ${first.limit} accepted requests in the window`,
      actual: `${accepted} were accepted before the first ${refusal.answer.status}`,
    });
  }
  return tribunal.outcome();
}

function check(
  id: string,
  { suite, needs }: Pick<Check, 'suite' | 'needs'>,
  title: string,
  explanation: string,
  judge: (run: JudgedRun, limits: RateLimits) => Outcome,
): Check {
  return {
    id,
    suite,
    level: 'must',
    needs,
    title,
    explanation: `${explanation} Asked only with --exclusive: nobody else uses the key, and it rested for a window before the run.`,
    notApplicable: unlessQuotaHeaders,
    judge: (run) => {
      const limits = run.contract.interface.rateLimits;
      if (limits === undefined)
        return { kind: 'not-applicable', reason: 'the document states no rate limit' };
      const { exclusive, plan } = run.capabilities;
      if (exclusive && plan?.kind === 'custom')
        return { kind: 'not-applicable', reason: `the document gives no numbers for the plan ${plan.id}` };
      if (exclusive) return judge(run, limits);
      return { kind: 'not-testable', reason: 'others may use the key', option: '--exclusive' };
    },
    foreign: saysNothing('it takes every request on the key, from the first of a window on'),
  };
}

/** Exact forms of the quota: they hold only for a key that nobody else uses. */
export const exactQuotaChecks: readonly Check[] = [
  check(
    'rate-limit-headers.first-remaining',
    { suite: 'rate-limit-headers', needs: WHATEVER_WAS_SENT },
    'the first request of a window leaves the whole quota but one',
    'The first answer of the run says that the limit less one remains (or the limit, where the field does not count the request itself).',
    judgeFirst,
  ),
  check(
    'rate-limit-enforcement.exact-quota',
    { suite: 'rate-limit-enforcement', needs: ['over-limit'] },
    'no more requests are accepted than the quota allows',
    'Counts the accepted requests from the first of the window to the first refusal: at most the limit, and what a refill gives back meanwhile.',
    judgeCount,
  ),
];
