import type { Interface, RateLimits } from '../../interface/model.ts';
import { type Check, type JudgedRun, WHATEVER_WAS_SENT } from '../check.ts';
import { openTribunal, saysNothing } from '../judge-each.ts';
import type { Outcome } from '../outcome.ts';
import { exactWindow, longestWindowS } from './exact.ts';
import { unlessQuotaHeaders } from './headers.ts';
import { limitsOfKey, traceOf, type TracePoint } from './quota-trace.ts';
import { retryAtMs } from './refusal-fields.ts';

/** Rounding, and the time that an answer takes: of a day as much as its length may differ from place to place. */
const SLACK_MS = 5_000;
const SLACK_SHARE = 12;

/** When the longest window that a quota of this number may have is over for sure, counted from an answer's own clock. */
function endOfWindowMs(limits: RateLimits, point: TracePoint): number | undefined {
  const windowS = point.limit === undefined ? undefined : longestWindowS(limits, point.limit);
  if (windowS === undefined || point.answer.dateMs === undefined) return undefined;
  return point.answer.dateMs + windowS * 1_000 + Math.max(SLACK_MS, (windowS * 1_000) / SLACK_SHARE);
}

function seconds(ms: number): number {
  return Math.round(ms / 1_000);
}

/** The last answers of each stretch of one limit and reset before the first refusal. */
function endsOfStretches(trace: readonly TracePoint[]): readonly TracePoint[] {
  const refusal = trace.findIndex((point) => point.answer.limited);
  const upTo = refusal < 0 ? trace : trace.slice(0, refusal);
  return upTo.filter((point, index) => {
    const next = upTo[index + 1];
    return next === undefined || next.limit !== point.limit || next.resetMs !== point.resetMs;
  });
}

const ROUNDING_MS = 1_000;

/**
 * True where a reset may be when nothing of a sliding counter counts any more, at the end of the window after the one that it
 * counted in: the windows of the clock, or those from its first request on. A refusal that asks for a rest as long as that shows that
 * nothing is given back before.
 */
function maySlide(limits: RateLimits, trace: readonly TracePoint[], first: TracePoint): boolean {
  const { resetMs, limit } = first;
  const windowS = limit === undefined ? undefined : longestWindowS(limits, limit);
  if (windowS === undefined || resetMs === undefined || first.answer.dateMs === undefined) return false;
  const windowMs = windowS * 1_000;
  const lastsMs = resetMs - first.answer.dateMs;
  const beyondEdgeMs = resetMs % windowMs;
  const isAtEdge = Math.min(beyondEdgeMs, windowMs - beyondEdgeMs) <= ROUNDING_MS;
  const isDouble = Math.abs(lastsMs - 2 * windowMs) <= SLACK_MS;
  if (lastsMs > 2 * windowMs + SLACK_MS || !(isAtEdge || isDouble)) return false;
  const refusal = trace.find((point) => point.answer.limited && point.limit === limit);
  const restMs = refusal === undefined ? undefined : retryAtMs(limits, refusal);
  return restMs === undefined || restMs < resetMs - SLACK_MS;
}

/** Judges that a window that began with this run ends when the document says that windows of its quota do. */
function judgeWindow(run: JudgedRun, documented: RateLimits): Outcome {
  const limits = limitsOfKey(run, documented);
  const tribunal = openTribunal('must');
  const trace = traceOf(run, limits);
  for (const last of endsOfStretches(trace)) {
    const window = exactWindow(trace, last, limits);
    if (window === undefined) continue;
    const { first } = window;
    const latestMs = endOfWindowMs(limits, first);
    if (latestMs === undefined || first.resetMs === undefined || first.answer.dateMs === undefined) continue;
    const operation = first.reading.expectation.operation?.id;
    if (first.resetMs <= latestMs) {
      tribunal.proves(operation);
      continue;
    }
    if (maySlide(limits, trace, first)) continue;
    const name = limits.headers.reset ?? 'the reset';
    tribunal.breaks({
      exchanges: [first.reading.exchange.id, last.reading.exchange.id],
      operation,
      expected: `a window of ${first.limit} requests that ends after ${longestWindowS(limits, first.limit ?? 0n)} s`,
      actual: `${name} ${seconds(first.resetMs - first.answer.dateMs)} s after the first request of the window`,
    });
  }
  return tribunal.outcome('no window began with this run and counted its requests one by one');
}

/** Judges that the first refusal asks for no longer rest than the window that it speaks of. */
function judgeFirstRefusal(run: JudgedRun, documented: RateLimits): Outcome {
  const limits = limitsOfKey(run, documented);
  const tribunal = openTribunal('should');
  const trace = traceOf(run, limits);
  const point = trace.find((one) => one.answer.limited);
  const before = point?.before;
  const unreached = 'no refusal came right after an answer that said that nothing is left of the same quota';
  if (point === undefined || before?.remaining !== 0n || before.limit !== point.limit)
    return tribunal.outcome(unreached);
  const latestMs = endOfWindowMs(limits, point);
  const resetMs = Math.max(point.resetMs ?? 0, retryAtMs(limits, point) ?? 0);
  const hadEnd = before.resetMs !== undefined && latestMs !== undefined && before.resetMs <= latestMs;
  if (!hadEnd || point.answer.dateMs === undefined) return tribunal.outcome(unreached);
  const operation = point.reading.expectation.operation?.id;
  if (resetMs <= latestMs) tribunal.proves(operation);
  else {
    tribunal.breaks({
      exchanges: [point.reading.exchange.id, before.reading.exchange.id],
      operation,
      expected: 'the rest of the window, as after the first request too many',
      actual: `a rest of ${seconds(resetMs - point.answer.dateMs)} s, as of a ban`,
    });
  }
  return tribunal.outcome();
}

function judgedBy(
  judge: (run: JudgedRun, limits: RateLimits) => Outcome,
): Pick<Check, 'judge' | 'foreign' | 'notApplicable'> {
  return {
    notApplicable: (document: Interface) => unlessQuotaHeaders(document),
    judge: (run) => {
      const limits = run.contract.interface.rateLimits;
      return limits === undefined
        ? { kind: 'not-applicable', reason: 'the document states no rate limit' }
        : judge(run, limits);
    },
    foreign: saysNothing('it takes every request on the key within a window, in their order'),
  };
}

/** How long a window lasts, and that the first request too many is not answered with a ban. */
export const documentedWindowChecks: readonly Check[] = [
  {
    id: 'rate-limit-headers.window',
    sharpens: true,
    suite: 'rate-limit-headers',
    level: 'must',
    needs: WHATEVER_WAS_SENT,
    title: 'a window is no longer than documented',
    explanation:
      'Where a counter began with the first request of the run, counted each one, gave nothing back and named one reset, that reset is no further away than the longest window that the document has for a quota of this number (a twelfth of it, or five seconds, for rounding). Sliding windows, buckets and shared keys are not judged.',
    ...judgedBy(judgeWindow),
  },
  {
    id: 'rate-limit-enforcement.first-refusal',
    suite: 'rate-limit-enforcement',
    level: 'should',
    needs: ['over-limit'],
    title: 'the first request over the limit is not answered with a ban',
    explanation:
      'The first 429 after an answer that said that nothing is left asks for a rest of one window of the same quota at most. A longer one, or a reset that has moved further away than that, is a ban for a single request, which the document announces only to who goes on sending.',
    ...judgedBy(judgeFirstRefusal),
  },
];
