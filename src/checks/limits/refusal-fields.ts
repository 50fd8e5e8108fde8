import { parseRetryAfter } from '../../http/date.ts';
import type { RateLimits } from '../../interface/model.ts';
import type { JudgedRun } from '../check.ts';
import { openTribunal } from '../judge-each.ts';
import type { Outcome } from '../outcome.ts';
import { statusText } from '../statuses.ts';
import { exactWindow, isTooLateToLag } from './exact.ts';
import {
  isBeforeReset,
  isServed,
  limitsOfKey,
  refillBetween,
  ROUNDING_MS,
  sameWindow,
  traceOf,
  type TracePoint,
} from './quota-trace.ts';

/** What a request may cost at most: less than that may remain at a refusal. */
const LARGEST_COST = 5;

/** When requests are taken again by what a refusal says, on its own clock; `undefined` when it can't be told. */
export function retryAtMs(limits: RateLimits, { answer }: TracePoint): number | undefined {
  const [value] = limits.headers.retryAfter === undefined ? [] : answer.header(limits.headers.retryAfter);
  if (value === undefined || answer.dateMs === undefined) return undefined;
  const parsed = parseRetryAfter(value, answer.dateMs);
  switch (parsed.kind) {
    case 'seconds':
      return answer.dateMs + parsed.seconds * 1000;
    case 'date':
      return parsed.atMs;
    case 'invalid':
      return undefined;
  }
}

type Contradiction = { readonly expected: string; readonly actual: string; readonly later?: TracePoint };

/** What the reset of a refusal contradicts: its own wait, or a request that was served before it. */
function resetContradiction(
  limits: RateLimits,
  trace: readonly TracePoint[],
  before: TracePoint,
  point: TracePoint,
): Contradiction | undefined {
  const { resetMs } = point;
  if (resetMs === undefined || before.resetMs === undefined || point.limit !== before.limit) return undefined;
  const name = limits.headers.reset ?? 'the reset';
  const movedS = (resetMs - before.resetMs) / 1000;
  const moved = `${name} ${Math.abs(movedS)} s ${movedS < 0 ? 'before' : 'after'} the one that the answer before named`;
  const retryMs = retryAtMs(limits, point);
  if (resetMs < before.resetMs - ROUNDING_MS) {
    if (retryMs === undefined || retryMs <= resetMs + ROUNDING_MS) return undefined;
    return {
      expected: `${name} as on the answer before, or the end of the wait`,
      actual: `${moved}, and a longer wait`,
    };
  }
  if (resetMs <= before.resetMs + ROUNDING_MS) return undefined;
  const served = trace
    .slice(trace.indexOf(point) + 1)
    .find((one) => one.answer.status < 300 && one.limit === point.limit);
  if (served === undefined || !isBeforeReset(point, served)) return undefined;
  return {
    expected: `no request is served before ${name}`,
    actual: `${moved}, and a request served before it`,
    later: served,
  };
}

/** What a refusal contradicts of the answer before it, whose counter has been exact so far and had nothing left. */
function contradictionOf(
  limits: RateLimits,
  trace: readonly TracePoint[],
  before: TracePoint,
  point: TracePoint,
): Contradiction | undefined {
  const { limit, remaining, resetMs } = point;
  if (!isBeforeReset(before, point) || exactWindow(trace, before, limits) === undefined) return undefined;
  const names = {
    limit: limits.headers.limit ?? 'Limit',
    remaining: limits.headers.remaining ?? 'Remaining',
  };
  if (sameWindow(before, point) && remaining !== undefined && remaining > (before.remaining ?? 0n)) {
    return {
      expected: `${names.remaining} not above the ${before.remaining} of the answer before`,
      actual: `${names.remaining}: ${remaining} on ${statusText(point.answer)}`,
    };
  }
  const sameReset =
    resetMs !== undefined && before.resetMs !== undefined && Math.abs(resetMs - before.resetMs) <= 1_000;
  if (limit !== before.limit && limit !== undefined && sameReset && remaining === 0n) {
    return {
      expected: `${names.limit}: ${before.limit}, as on the answer before of the window that ends then`,
      actual: `${names.limit}: ${limit} on ${statusText(point.answer)}, with the same reset and nothing left`,
    };
  }
  return resetContradiction(limits, trace, before, point);
}

/**
 * What a refusal contradicts that says that requests remain: a counter that had been exact so far stood still at the last
 * request that was served. If someone else had taken what remained, that request would not have left as much.
 */
function standstillOf(
  limits: RateLimits,
  trace: readonly TracePoint[],
  before: TracePoint,
  point: TracePoint,
): Contradiction | undefined {
  const earlier = before.before;
  const { remaining } = point;
  if (earlier === undefined || remaining !== before.remaining || remaining !== earlier.remaining)
    return undefined;
  if (before.reading.expectation.situation !== 'ordinary' || !isServed(before.answer)) return undefined;
  if (!sameWindow(before, point) || !isBeforeReset(before, point)) return undefined;
  const window = exactWindow(trace, earlier, limits);
  if (window === undefined || !isTooLateToLag(window, earlier, before)) return undefined;
  if (!isTooLateToLag(window, before, point)) return undefined;
  const name = limits.headers.remaining ?? 'Remaining';
  return {
    expected: `${name} one less after each request, as before`,
    actual: `${name}: ${remaining} before the last request that was served, after it, and on ${statusText(point.answer)}`,
    later: earlier,
  };
}

/** Judges that a refusal does not contradict the answer before it, in the same window. */
export function judgeRemainingAtRefusal(run: JudgedRun, documented: RateLimits): Outcome {
  const limits = limitsOfKey(run, documented);
  const tribunal = openTribunal('must');
  const trace = traceOf(run, limits);
  for (const point of trace) {
    const { before, remaining } = point;
    if (!point.answer.limited || remaining === undefined) continue;
    const contradiction =
      before === undefined || before.answer.limited
        ? undefined
        : before.remaining === 0n
          ? contradictionOf(limits, trace, before, point)
          : standstillOf(limits, trace, before, point);
    if (contradiction !== undefined && before !== undefined) {
      const { expected, actual, later } = contradiction;
      const proofs = [point, before, ...(later === undefined ? [] : [later])];
      tribunal.breaks({
        exchanges: proofs.map((one) => one.reading.exchange.id),
        operation: point.reading.expectation.operation?.id,
        expected,
        actual,
      });
      continue;
    }
    if (remaining === 0n) {
      tribunal.proves(point.reading.expectation.operation?.id);
      continue;
    }
    if (before?.remaining === undefined || !sameWindow(before, point)) continue;
    const room = refillBetween(limits, before, point) + LARGEST_COST;
    if (Number(remaining - before.remaining) <= room) {
      tribunal.proves(point.reading.expectation.operation?.id);
      continue;
    }
    const name = limits.headers.remaining ?? 'Remaining';
    tribunal.breaks({
      exchanges: [point.reading.exchange.id, before.reading.exchange.id],
      operation: point.reading.expectation.operation?.id,
      expected: `${name} not above the ${before.remaining} of the answer before`,
      actual: `${name}: ${remaining} on ${statusText(point.answer)}`,
    });
  }
  return tribunal.outcome('no request was refused');
}
