import type { RateLimits } from '../../interface/model.ts';
import { parseRetryAfter } from '../../http/date.ts';
import { exactWindow, longestWindowS, shortestWindowS } from './exact.ts';
import { ROUNDING_MS, sameWindow, type TracePoint } from './quota-trace.ts';

/**
 * When a window is over for sure, although fields count whole seconds and are rounded, down as well: a run that waits a
 * second for the rounding never sees that a window is a second longer than its fields say.
 */

/** What a service's clock is ahead of the run's, in ms: at least and at most. `undefined` where no answer has a Date. */
export type ClockLead = { readonly leastMs: number; readonly mostMs: number };

const SECOND_MS = 1_000;
/** A request is sent so much after the end: clocks drift within a window, and timers are late. */
const MARGIN_MS = 150;
/** The same for a window of the clock: what limits may have another clock than what writes the Date. */
const MARGIN_OF_CLOCK_MS = 500;
/** Where requests are given back one by one, so many have to be back: others may have taken one. */
const TELLING_COUNT = 2n;
/** A wait that is rounded down ends nearly a second early where the refusal came right after a full second. */
const NOT_ROUNDED_DOWN_MS = 450;

/** How far the clock of the `Date` fields is ahead, by all answers together: a Date is the second that had begun. */
export function clockLead(trace: readonly TracePoint[]): ClockLead | undefined {
  const bounds = trace.flatMap(({ answer: { dateMs }, reading: { exchange } }) =>
    dateMs === undefined
      ? []
      : [{ leastMs: dateMs - exchange.endMs, mostMs: dateMs + SECOND_MS - exchange.startMs }],
  );
  if (bounds.length === 0) return undefined;
  const leastMs = Math.max(...bounds.map((one) => one.leastMs));
  const mostMs = Math.min(...bounds.map((one) => one.mostMs));
  return leastMs <= mostMs ? { leastMs, mostMs } : undefined;
}

/** When the wait of a refusal is over, in ms of the run. */
function waitEndMs(limits: RateLimits, { answer, reading }: TracePoint, lead: ClockLead): number | undefined {
  const [value] = limits.headers.retryAfter === undefined ? [] : answer.header(limits.headers.retryAfter);
  const parsed = value === undefined ? undefined : parseRetryAfter(value, answer.dateMs);
  switch (parsed?.kind) {
    case 'seconds':
      return reading.exchange.endMs + parsed.seconds * SECOND_MS;
    case 'date':
      return parsed.atMs - lead.leastMs;
    case 'invalid':
    case undefined:
      return undefined;
  }
}

/**
 * When the window is over that refused the request, in ms of the run: its counter was exact, its length is documented, its reset
 * and the wait of the refusal are passed, and so is a whole window since the requests that began it. `undefined` where that
 * can't be told, or is no earlier than a second after the wait.
 */
export function windowEndMs(
  limits: RateLimits,
  trace: readonly TracePoint[],
  refusal: TracePoint,
): number | undefined {
  const { before, limit, resetMs } = refusal;
  if (before?.remaining !== 0n || refusal.remaining !== 0n || limit === undefined) return undefined;
  if (resetMs === undefined || !refusal.answer.limited || !sameWindow(before, refusal)) return undefined;
  const windowMs = shortestWindowS(limits, limit) * SECOND_MS;
  const first = exactWindow(trace, before, limits)?.first;
  const lead = clockLead(trace.slice(0, trace.indexOf(refusal) + 1));
  if (first === undefined || lead === undefined || longestWindowS(limits, limit) !== windowMs / SECOND_MS)
    return undefined;
  const waitedMs = waitEndMs(limits, refusal, lead);
  const toldMs = resetMs - lead.leastMs;
  if (waitedMs === undefined || Math.abs(waitedMs - toldMs) > ROUNDING_MS) return undefined;
  const fullMs = fullWindowMs(trace, first, windowMs);
  if (fullMs === undefined) return undefined;
  const doneMs = Math.max(waitedMs, toldMs);
  const isOfClock = resetMs % windowMs === 0 && toldMs < fullMs - ROUNDING_MS;
  if (!isOfClock && Math.abs(toldMs - fullMs) > ROUNDING_MS) return undefined;
  if (isOfClock && waitedMs < toldMs - NOT_ROUNDED_DOWN_MS) return undefined;
  const endMs = isOfClock ? doneMs + MARGIN_OF_CLOCK_MS : Math.max(doneMs, fullMs) + MARGIN_MS;
  return endMs < waitedMs + SECOND_MS ? endMs : undefined;
}

/** When the first requests that a window counted are older than its length. */
function fullWindowMs(trace: readonly TracePoint[], first: TracePoint, windowMs: number): number | undefined {
  const most = (first.limit ?? 0n) - TELLING_COUNT;
  const last = trace
    .slice(trace.indexOf(first))
    .find(({ remaining }) => remaining !== undefined && remaining <= most);
  return last === undefined ? undefined : last.reading.exchange.endMs + windowMs;
}

/** How long to wait until the service's clock is `phaseMs` after a full second, for all that is known of it. */
export function untilPhaseMs(nowMs: number, lead: ClockLead, phaseMs: number): number {
  return (((phaseMs - nowMs - lead.leastMs) % SECOND_MS) + SECOND_MS) % SECOND_MS;
}
