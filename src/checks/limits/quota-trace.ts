import type { RateLimits } from '../../interface/model.ts';
import { validatorOf } from '../../oracle/contract.ts';
import type { AnswerReading, Reading } from '../../oracle/reading.ts';
import { isShown } from '../../oracle/situation.ts';
import { jsonRepresentation } from '../bodies.ts';
import type { JudgedRun } from '../check.ts';
import { onceFor, onceForBoth } from '../../system/once-for.ts';

/** A non-negative decimal integer in digits only, or `undefined`. Longer than 30 digits is no count. */
export function parseCount(value: string): bigint | undefined {
  return /^\d{1,30}$/.test(value) ? BigInt(value) : undefined;
}

/** The rate-limit fields of one answer, read as the document has them; `undefined` where a field is missing or unreadable. */
export type QuotaReading = {
  readonly limit: bigint | undefined;
  readonly remaining: bigint | undefined;
  readonly reset: bigint | undefined;
};

const quotaNamed = onceFor((names: RateLimits['headers']) =>
  onceFor((answer: AnswerReading): QuotaReading => {
    const read = (name: string | undefined): bigint | undefined => {
      const [value] = name === undefined ? [] : answer.header(name);
      return value === undefined ? undefined : parseCount(value);
    };
    return { limit: read(names.limit), remaining: read(names.remaining), reset: read(names.reset) };
  }),
);

/** Reads the rate-limit fields of an answer. */
export function readQuota(limits: RateLimits, answer: AnswerReading): QuotaReading {
  return quotaNamed(limits.headers)(answer);
}

/**
 * True for an answer of the interface to an operation that is only named: one that serves it, asks for a credential, or has a
 * part of the fields. Whether a service has the operation at all is open, and so is who answers where it has not.
 */
function isAnswerOfNamed(limits: RateLimits, answer: AnswerReading): boolean {
  const { limit, remaining, reset } = limits.headers;
  const names = [limit, remaining, reset].flatMap((name) => name ?? []);
  return answer.status < 300 || answer.status === 401 || names.some((name) => answer.header(name).length > 0);
}

/**
 * The answer, where the document wants rate-limit fields on it: an answer that the document shows, to a request for a
 * documented operation, and one of an operation that is only named. Refusals over the limit are judged apart.
 */
export const owedQuota: (limits: RateLimits, reading: Reading) => AnswerReading | undefined = onceForBoth(
  (limits: RateLimits, reading: Reading) => {
    const { answer, expectation } = reading;
    if (answer === undefined || limits.headersOn !== 'always' || answer.limited) return undefined;
    if (expectation.operation?.documentation === 'named')
      return isAnswerOfNamed(limits, answer) ? answer : undefined;
    if (expectation.operation === undefined) return undefined;
    return isShown(expectation, answer.status) ? answer : undefined;
  },
);

/** Reset as ms since the epoch, with the answer's own Date as the present; `undefined` when it can't be told. */
export function resetAtMs(limits: RateLimits, answer: AnswerReading): number | undefined {
  const { reset } = readQuota(limits, answer);
  if (reset === undefined || reset > 100_000_000_000n) return undefined;
  if (limits.resetForm === 'unix-seconds') return Number(reset) * 1000;
  return answer.dateMs === undefined ? undefined : answer.dateMs + Number(reset) * 1000;
}

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
