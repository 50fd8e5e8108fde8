import type { RateLimits } from '../../interface/model.ts';
import type { Reading } from '../../oracle/reading.ts';
import type { JudgedRun } from '../check.ts';
import { openTribunal } from '../judge-each.ts';
import type { Outcome } from '../outcome.ts';
import { statusDeviation, statusText } from '../statuses.ts';
import { exactWindow, isTooLateToLag, mustCount } from './exact.ts';
import {
  hasPassed,
  isBeforeReset,
  isServed,
  isShared,
  limitsOfKey,
  refillBetween,
  sameWindow,
  traceOf,
  type TracePoint,
} from './quota-trace.ts';
import { windowEndMs } from './window-end.ts';

/** Accepted requests that said "0 remaining", beyond the refill, before "never enforced" is said. */
const TELLING_EXCESS = 8;
/** Counters may lag: the served requests have to be spread over this time. */
const TELLING_SPAN_MS = 1_000;
/** Requests that have to be back for a refused recovery to be blamed at once: others may take a few. */
const TELLING_REFILL = 10;
const HOUR_MS = 3_600_000;
/** Probes that send the request over the limit and the one after the rest. */
export const OVER_LIMIT_PROBE = 'rate-limit-enforcement/over-limit';
export const RECOVERY_PROBE = 'rate-limit-enforcement/recovery';

function operationOf(point: TracePoint): string | undefined {
  return point.reading.expectation.operation?.id;
}

/** A request that was sent although the answer before it said that nothing remained in the window. */
function isOverLimit(point: TracePoint): boolean {
  const { before } = point;
  return before?.remaining === 0n && before.answer.status < 300 && !hasPassed(before, point);
}

/** True for a request that was taken and got no answer in time. */
export function isSilence({ exchange: { result } }: Reading): boolean {
  if (result.kind === 'answer') return false;
  return result.failure.kind === 'first-byte-timeout' || result.failure.kind === 'answer-timeout';
}

/** Judges that requests over the limit are answered: a single one may be lost, and where nobody answers later, all are. */
function judgeSilence(run: JudgedRun, limits: RateLimits, tribunal: ReturnType<typeof openTribunal>): void {
  const silent = run.readings.filter(
    (reading) => reading.exchange.probe === OVER_LIMIT_PROBE && isSilence(reading),
  );
  const [first, last] = [silent[0], silent.at(-1)];
  if (first === undefined || last === undefined || silent.length < 2) return;
  const isAnsweredLater = run.readings.some(
    ({ answer, exchange }) => answer !== undefined && exchange.startMs > last.exchange.endMs,
  );
  if (!isAnsweredLater) return;
  tribunal.breaks({
    exchanges: silent.map(({ exchange }) => exchange.id),
    operation: first.expectation.operation?.id,
    expected: `${limits.status} for a request over the limit`,
    actual: `no answer, ${silent.length} times, and answers again after the window`,
  });
}

/** Judges what a request over the limit gets, and that the limit is enforced at all. */
export function judgeRefusal(run: JudgedRun, documented: RateLimits): Outcome {
  const limits = limitsOfKey(run, documented);
  const tribunal = openTribunal('must');
  const trace = traceOf(run, limits);
  const expected = `${limits.status} for a request over the limit`;
  for (const point of trace) {
    const { status } = point.answer;
    const exchanges = [point.reading.exchange.id];
    const { limited } = point.answer;
    if (limited) tribunal.proves(operationOf(point));
    if (!isOverLimit(point) || limited || point.reading.expectation.situation !== 'ordinary') continue;
    const served = isServed(point.answer);
    if (served || (status >= 300 && status < 400)) continue;
    const disguised = status < 300 ? ' whose body is not the documented one' : '';
    tribunal.breaks({
      exchanges,
      operation: operationOf(point),
      expected,
      actual: `${statusText(point.answer)}${disguised}`,
      deviation: statusDeviation(point.answer),
    });
  }
  for (const reading of run.readings) {
    const { exchange, expectation } = reading;
    if (exchange.probe !== OVER_LIMIT_PROBE || exchange.result.kind === 'answer') continue;
    const { kind, detail } = exchange.result.failure;
    if (kind !== 'reset' && kind !== 'malformed') continue;
    tribunal.breaks({
      exchanges: [exchange.id],
      operation: expectation.operation?.id,
      expected,
      actual: `no answer: ${detail}`,
    });
  }
  judgeSilence(run, limits, tribunal);
  judgeOneMore(limits, trace, tribunal);
  judgeCountedOneMore(limits, trace, tribunal);
  judgeNeverEnforced(limits, trace, tribunal);
  judgeTwice(run, limits, trace, tribunal);
  return tribunal.outcome('no request went over the limit');
}

/**
 * Judges a single request over the limit that was served. A counter that lags, gives back, or counts on several nodes looks the
 * same, unless it has counted each request of its window exactly, also those that came closer together.
 */
function judgeOneMore(
  limits: RateLimits,
  trace: readonly TracePoint[],
  tribunal: ReturnType<typeof openTribunal>,
): void {
  for (const point of trace) {
    const { before } = point;
    if (before?.remaining !== 0n || point.remaining !== 0n || !sameWindow(before, point)) continue;
    if (point.reading.expectation.situation !== 'ordinary' || !isServed(point.answer)) continue;
    const window = isBeforeReset(before, point) ? exactWindow(trace, before, limits) : undefined;
    if (window === undefined || !isTooLateToLag(window, before, point)) continue;
    tribunal.breaks({
      exchanges: [point.reading.exchange.id, before.reading.exchange.id],
      operation: operationOf(point),
      expected: `${limits.status} for a request over the limit`,
      actual: `${statusText(point.answer)} after ${limits.headers.remaining ?? 'the remaining requests'} had fallen to 0, request by request, in the same window`,
    });
  }
}

/**
 * Judges a window that had all of its limit left after its first request, and nothing after one that was still served: it
 * counted one request more than the limit. A field that leaves out the request itself comes to 0 with the refusal alone.
 */
function judgeCountedOneMore(
  limits: RateLimits,
  trace: readonly TracePoint[],
  tribunal: ReturnType<typeof openTribunal>,
): void {
  for (const point of trace) {
    const { before } = point;
    if (before?.remaining !== 1n || point.remaining !== 0n || !isBeforeReset(before, point)) continue;
    if (point.reading.expectation.situation !== 'ordinary' || !isServed(point.answer)) continue;
    const window = exactWindow(trace, point, limits);
    if (window === undefined || !isTooLateToLag(window, before, point)) continue;
    const { first } = window;
    const countsItself = first.reading.expectation.situation === 'ordinary' && isServed(first.answer);
    if (!countsItself || first.limit === undefined || first.remaining !== first.limit) continue;
    tribunal.breaks({
      exchanges: [point.reading.exchange.id, first.reading.exchange.id],
      operation: operationOf(point),
      expected: `at most ${first.limit} requests in a window`,
      actual: `${first.limit + 1n}: ${first.remaining} were left after the first one, and none after the last one that was served`,
    });
  }
}

/** The first answer of each window that said that nothing remained. */
function usedUpWindows(trace: readonly TracePoint[]): readonly TracePoint[] {
  const starts: TracePoint[] = [];
  for (const point of trace) {
    const last = starts.at(-1);
    if (point.remaining !== 0n || point.answer.status >= 300) continue;
    if (last === undefined || hasPassed(last, point)) starts.push(point);
  }
  return starts;
}

/** True while a sliding log may still give back what was used before the run. */
function givesBackWhatWasUsed(limits: RateLimits, trace: readonly TracePoint[], last: TracePoint): boolean {
  const [first] = trace;
  if (first === undefined || !wasUsedBefore(trace)) return false;
  return refillBetween(limits, first, last) < Number(first.limit ?? 0n);
}

function judgeNeverEnforced(
  limits: RateLimits,
  trace: readonly TracePoint[],
  tribunal: ReturnType<typeof openTribunal>,
): void {
  for (const first of usedUpWindows(trace)) {
    const window = trace.slice(trace.indexOf(first) + 1).filter((point) => !hasPassed(first, point));
    const last = window.at(-1);
    if (last === undefined || window.some((point) => point.answer.status >= 400)) continue;
    const excess = window.filter((point) => point.remaining === 0n && isServed(point.answer)).length;
    const refill = refillBetween(limits, first, last);
    if (givesBackWhatWasUsed(limits, trace, last)) continue;
    const spanMs = last.reading.exchange.startMs - first.reading.exchange.endMs;
    if (excess - refill < TELLING_EXCESS || spanMs < TELLING_SPAN_MS) continue;
    tribunal.breaks({
      exchanges: [last.reading.exchange.id, first.reading.exchange.id],
      operation: operationOf(last),
      expected: `${limits.status} for a request over the limit`,
      actual: `${excess} more requests were served after ${limits.headers.remaining ?? 'the remaining requests'} was 0, in the same window`,
    });
  }
}

/**
 * Judges requests that were served within one window's time, each of them counted by the service itself: whatever its
 * windows are like, a declared plan lets through no more than its limit at the end of one, and again at the begin of the next.
 */
function judgeTwice(
  { capabilities: { plan } }: JudgedRun,
  limits: RateLimits,
  trace: readonly TracePoint[],
  tribunal: ReturnType<typeof openTribunal>,
): void {
  if (plan?.kind !== 'fixed') return;
  const counted = trace.filter(
    (point) =>
      mustCount(point) &&
      isServed(point.answer) &&
      point.before?.remaining !== undefined &&
      point.before.limit === point.limit &&
      point.remaining === point.before.remaining - 1n,
  );
  for (const { limit, windowS } of plan.quotas) {
    const [first, last] = counted.flatMap((point, index) => {
      const later = counted[index + 2 * limit];
      const spanMs =
        later === undefined ? Infinity : later.reading.exchange.endMs - point.reading.exchange.startMs;
      return later !== undefined && spanMs < windowS * 1_000 ? [point, later] : [];
    });
    if (first === undefined || last === undefined) continue;
    tribunal.breaks({
      exchanges: [last.reading.exchange.id, first.reading.exchange.id],
      operation: operationOf(last),
      expected: `${limits.status} for a request over the limit: plan ${plan.id} allows ${limit} requests in ${windowS} s`,
      actual: `${2 * limit + 1} requests were served in less than ${windowS} s, and ${limits.headers.remaining ?? 'the remaining requests'} fell with each of them`,
    });
  }
}

function isEarlierRefusal(point: TracePoint, later: TracePoint): boolean {
  return point.answer.limited && point.reading.exchange.startMs < later.reading.exchange.startMs;
}

/**
 * True when the window was used before the run began: by others, who may go on, or by an earlier run, whose requests a
 * sliding log gives back one by one. What was used of a day is long ago.
 */
function wasUsedBefore([first]: readonly TracePoint[]): boolean {
  if (first?.limit === undefined || first.remaining === undefined || first.resetMs === undefined)
    return false;
  const fresh = first.limit - first.remaining <= 1n;
  return !fresh && first.resetMs - (first.answer.dateMs ?? 0) < HOUR_MS;
}

/**
 * True when only a few requests were back at a refused recovery, as in a log that gives them back one by one: others may
 * have taken them. Where no other try was accepted, several have to be refused.
 */
function mayBeTaken(
  refused: readonly TracePoint[],
  accepted: TracePoint | undefined,
  refill: number,
): boolean {
  if (accepted === undefined) return refused.length === 1 && refill < TELLING_REFILL;
  return Math.min(refill, Number(accepted.remaining ?? TELLING_REFILL)) < TELLING_REFILL;
}

/**
 * Requests after the rest that somebody took and did not answer, twice, and no later one on the key that was: where nobody is
 * there at all, the service may have been stopped.
 */
function unansweredRecoveries(run: JudgedRun): readonly Reading[] {
  const onKey = run.readings.filter(({ exchange }) => exchange.request.credential.kind === 'valid');
  return onKey.filter(({ exchange: { probe, result, repeats, endMs } }) => {
    if (probe !== RECOVERY_PROBE || repeats === undefined || result.kind === 'answer') return false;
    const { kind } = result.failure;
    const wasTaken = kind === 'first-byte-timeout' || kind === 'answer-timeout' || kind === 'reset';
    return wasTaken && !onKey.some((one) => one.answer !== undefined && one.exchange.startMs > endMs);
  });
}

const AFTER_THE_WAIT = 'a request after Retry-After and one second is accepted';

/** Judges the requests that were sent after a refusal and its Retry-After were over. */
export function judgeRecovery(run: JudgedRun, documented: RateLimits): Outcome {
  const limits = limitsOfKey(run, documented);
  const tribunal = openTribunal('must');
  const trace = traceOf(run, limits);
  const attempts = trace.filter((point) => point.reading.exchange.probe === RECOVERY_PROBE);
  const refused = attempts.filter(
    ({ answer: { limited, status } }) => limited || (status >= 400 && status < 500),
  );
  for (const point of attempts) if (point.answer.status < 300) tribunal.proves(operationOf(point));
  for (const { exchange, expectation } of unansweredRecoveries(run)) {
    if (exchange.result.kind === 'answer') continue;
    tribunal.breaks({
      exchanges: [exchange.id],
      operation: expectation.operation?.id,
      expected: AFTER_THE_WAIT,
      actual: `no answer, twice: ${exchange.result.failure.detail}`,
    });
  }
  const [first] = refused;
  if (first === undefined) return tribunal.outcome('no request was sent after a refusal and its Retry-After');
  const refusal = trace.findLast((point) => isEarlierRefusal(point, first));
  const refill = refusal === undefined ? TELLING_REFILL : refillBetween(limits, refusal, first);
  const early = refill < Number(first.limit ?? 0n) && wasUsedBefore(trace) && !run.capabilities.exclusive;
  if ((isShared(trace) || early) && first.answer.limited) {
    return {
      kind: 'inconclusive',
      reason: 'someone else uses the key, or did just before: the window may have been used up again',
    };
  }
  const accepted = attempts.find((point) => point.answer.status < 300);
  if (!run.capabilities.exclusive && mayBeTaken(refused, accepted, refill)) {
    return {
      kind: 'inconclusive',
      reason:
        'a request after Retry-After was refused when only a few were back: someone else may use the key',
    };
  }
  const endMs = refusal === undefined ? undefined : windowEndMs(limits, trace, refusal);
  const expected =
    endMs !== undefined && first.reading.exchange.startMs >= endMs && refused.length === 1
      ? 'a request is accepted when Retry-After, Reset and the documented time since the first requests of the window are over'
      : AFTER_THE_WAIT;
  tribunal.breaks({
    exchanges: refused.map((point) => point.reading.exchange.id),
    operation: operationOf(first),
    expected,
    actual: `${statusText(first.answer)}${refused.length > 1 ? `, and again after the next Retry-After` : ''}`,
  });
  return tribunal.outcome();
}
