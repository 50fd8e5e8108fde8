import { validatorOf } from '../oracle/contract.ts';
import type { RateLimits } from '../interface/model.ts';
import type { AnswerReading, Reading } from '../oracle/reading.ts';
import { jsonRepresentation } from './bodies.ts';
import type { JudgedRun } from './check.ts';
import { onceFor } from './once-for.ts';
import { readQuota, resetAtMs } from './rate-limit-answers.ts';

/** One request on the key, with what the limiter said of it. */
export type TracePoint = {
  readonly reading: Reading;
  readonly answer: AnswerReading;
  readonly limit: bigint | undefined;
  readonly remaining: bigint | undefined;
  readonly resetMs: number | undefined;
  /** The request before it on the key; `undefined` when it or an earlier one was still under way. */
  readonly before: TracePoint | undefined;
  /** Requests of anyone in this run between the two, this one included. */
  readonly requestsSince: number;
};

function traceIn(run: JudgedRun, limits: RateLimits): readonly TracePoint[] {
  const points: TracePoint[] = [];
  let since = 0;
  let before: TracePoint | undefined;
  let busyUntilMs = Number.NEGATIVE_INFINITY;
  for (const reading of run.readings) {
    since += 1;
    const { answer, exchange } = reading;
    if (answer === undefined || exchange.request.credential.kind !== 'valid') continue;
    const overlaps = busyUntilMs > exchange.startMs;
    busyUntilMs = Math.max(busyUntilMs, exchange.endMs);
    const { limit, remaining } = readQuota(limits, answer);
    const resetMs = resetAtMs(limits, answer);
    const point = {
      reading,
      answer,
      limit,
      remaining,
      resetMs,
      before: overlaps ? undefined : before,
      requestsSince: since,
    };
    points.push(point);
    before = point;
    since = 0;
  }
  return points;
}

const traceWith = onceFor((limits: RateLimits) => onceFor((run: JudgedRun) => traceIn(run, limits)));

/** The requests on the key, in the order of sending, each with its neighbour. */
export function traceOf(run: JudgedRun, limits: RateLimits): readonly TracePoint[] {
  return traceWith(limits)(run);
}

const SAME_RESET_MS = 2_000;

/** True when two answers speak of the same window: same limit, same reset, and the reset is still to come. */
export function sameWindow(a: TracePoint, b: TracePoint): boolean {
  if (a.limit === undefined || a.limit !== b.limit || a.resetMs === undefined || b.resetMs === undefined)
    return false;
  return Math.abs(a.resetMs - b.resetMs) <= SAME_RESET_MS && !hasPassed(a, b);
}

/** True when the reset that `a` promised had passed when `b` was answered, by the answers' own clock. */
export function hasPassed(a: TracePoint, b: TracePoint): boolean {
  const now = b.answer.dateMs;
  return a.resetMs !== undefined && now !== undefined && now >= a.resetMs;
}

/** The limits with the declared plan alone, where its windows are known: a number may mean a minute in one plan, a day in another. */
export function limitsOfKey({ capabilities: { plan } }: JudgedRun, limits: RateLimits): RateLimits {
  return plan?.kind === 'fixed' ? { ...limits, plans: [plan] } : limits;
}

/** Requests that the limit may have given back between two answers: the limit spread over its shortest window. */
export function refillBetween(limits: RateLimits, a: TracePoint, b: TracePoint): number {
  const quotas = limits.plans.flatMap((plan) => (plan.kind === 'fixed' ? plan.quotas : []));
  const windows = quotas.filter((q) => BigInt(q.limit) === a.limit).map((q) => q.windowS);
  const windowS = windows.length === 0 ? 60 : Math.min(...windows);
  const elapsedS = (b.reading.exchange.endMs - a.reading.exchange.startMs) / 1000;
  return 1 + (Number(a.limit ?? 60n) * elapsedS) / windowS;
}

/**
 * True when the remaining requests fell by clearly more than this run sent: someone else uses the key. A new window or
 * a refill only lifts them, so the Reset, which moves with every request in some services, does not matter.
 */
export function isShared(trace: readonly TracePoint[]): boolean {
  let foreign = 0n;
  for (const point of trace) {
    const { before, remaining } = point;
    if (before?.remaining === undefined || remaining === undefined || before.limit !== point.limit) continue;
    const unexplained = before.remaining - remaining - BigInt(point.requestsSince);
    if (unexplained > 0n) foreign += unexplained;
  }
  return foreign >= 2n;
}

/** True for a success whose body is what the document shows, or one that the document shows no body for. */
export function isServed(answer: AnswerReading): boolean {
  if (answer.status < 200 || answer.status > 299) return false;
  const representation = jsonRepresentation(answer);
  if (representation === undefined) return true;
  return answer.json.kind === 'json' && validatorOf(representation.schema)(answer.json.value).length === 0;
}

/** What is left of a window has to be more than its reset may be rounded by. */
export const ROUNDING_MS = 2_000;

/** True for an answer that surely came before the reset that another one of the same window named. */
export function isBeforeReset({ resetMs }: TracePoint, point: TracePoint): boolean {
  const { dateMs } = point.answer;
  return resetMs !== undefined && dateMs !== undefined && resetMs - dateMs >= ROUNDING_MS;
}
