import type { RateLimits } from '../interface/model.ts';
import type { JudgedRun } from './check.ts';
import { openTribunal } from './judge-each.ts';
import type { Outcome } from './outcome.ts';
import { retryAtMs } from './refusal-fields.ts';
import { isShared, sameWindow, traceOf, type TracePoint } from './quota-trace.ts';
import { statusText } from './status-verdict.ts';

/** Requests that are many, whatever the limit: some cost more than one. */
const FEWEST_MANY = 8n;
/** Beyond rounding: a Retry-After this far from the Reset belongs to another window. */
const OTHER_WINDOW_MS = 5_000;

/**
 * True when a refusal speaks of another window than the answers before it: other fields, or a Retry-After far from the
 * Reset. A service may show the minute while the day is used up, or the other way round.
 */
function isOfOtherWindow(limits: RateLimits, before: TracePoint, point: TracePoint): boolean {
  if (point.limit !== undefined && !sameWindow(before, point)) return true;
  const retryMs = retryAtMs(limits, point);
  const resetMs = point.resetMs ?? before.resetMs;
  return retryMs !== undefined && resetMs !== undefined && Math.abs(retryMs - resetMs) > OTHER_WINDOW_MS;
}

/** Limits that a window longer than a plan's shortest one has: behind such a one in the fields a shorter window may be used up. */
function longerQuotas(run: JudgedRun, limits: RateLimits): ReadonlySet<bigint> {
  const { plan } = run.capabilities;
  const plans = plan === undefined ? limits.plans : [plan];
  return new Set(
    plans.flatMap((one) => {
      if (one.kind === 'custom') return [];
      const shortest = Math.min(...one.quotas.map((quota) => quota.windowS));
      return one.quotas.filter((quota) => quota.windowS > shortest).map((quota) => BigInt(quota.limit));
    }),
  );
}

/** What a request may cost at most: less than that may remain at a refusal. */
const LARGEST_COST = 5n;

/** Waits are rounded, down as well. */
const ROUNDING_MS = 1_000;

/**
 * True for the second of two refusals that say that requests remain, with the wait of the first over: another window may have
 * refused the first one, but then it is over, and nobody else can have used it up again while the shown one was not used.
 * `most`: by how much the shown one may have fallen, as where refusals count.
 */
function contradictsItselfAgain(limits: RateLimits, point: TracePoint, most: bigint): boolean {
  const { before } = point;
  if (before === undefined || !point.answer.limited || !before.answer.limited) return false;
  if (before.remaining === undefined || point.remaining === undefined || before.limit !== point.limit)
    return false;
  if (before.remaining <= LARGEST_COST || point.remaining < before.remaining - most) return false;
  const retryMs = retryAtMs(limits, before);
  if (retryMs === undefined || before.answer.dateMs === undefined) return false;
  const waitedMs = point.reading.exchange.startMs - before.reading.exchange.endMs;
  return waitedMs >= retryMs - before.answer.dateMs + ROUNDING_MS;
}

/** Judges that nothing is refused while the fields promise many more requests in the same window. */
export function judgeNotEarly(run: JudgedRun, limits: RateLimits): Outcome {
  const tribunal = openTribunal('must');
  const trace = traceOf(run, limits);
  const shared = isShared(trace);
  const longer = longerQuotas(run, limits);
  let refusals = 0;
  let ofLonger = 0;
  for (const [index, point] of trace.entries()) {
    const { before } = point;
    // Behind the longer window a shorter one may refuse, of which someone else took what came back: the longer one tells.
    const most = point.limit !== undefined && longer.has(point.limit) ? 0n : 1n;
    if (before !== undefined && !shared && contradictsItselfAgain(limits, point, most)) {
      const name = limits.headers.remaining ?? 'Remaining';
      tribunal.breaks({
        exchanges: [point.reading.exchange.id, before.reading.exchange.id],
        operation: point.reading.expectation.operation?.id,
        expected: `no ${limits.status} while requests remain, or one that says when they do`,
        actual: `${statusText(point.answer)} with ${name}: ${point.remaining}, and again after its wait`,
      });
      continue;
    }
    if (point.answer.limited) refusals += 1;
    if (point.answer.limited && before?.limit !== undefined && longer.has(before.limit)) ofLonger += 1;
    if (
      (before?.limit !== undefined && longer.has(before.limit)) ||
      !point.answer.limited ||
      before?.remaining === undefined ||
      before.limit === undefined
    )
      continue;
    if (before.answer.limited) continue;
    const many = before.limit / 5n > FEWEST_MANY ? before.limit / 5n : FEWEST_MANY;
    const quick = point.reading.exchange.startMs - before.reading.exchange.endMs < 2_000;
    if (before.remaining < many) {
      tribunal.proves(point.reading.expectation.operation?.id);
      continue;
    }
    if (!quick || shared || point.requestsSince > 1 || isOfOtherWindow(limits, before, point)) continue;
    const otherNode = trace
      .slice(0, index)
      .some((p) => p.remaining !== undefined && p.remaining < many && sameWindow(p, before));
    if (otherNode) continue;
    tribunal.breaks({
      exchanges: [point.reading.exchange.id, before.reading.exchange.id],
      operation: point.reading.expectation.operation?.id,
      expected: `no ${limits.status} while many requests remain in the window`,
      actual: `${statusText(point.answer)} right after an answer with ${limits.headers.remaining ?? 'Remaining'}: ${before.remaining}`,
    });
  }
  const outcome = tribunal.outcome('no request was refused');
  if (outcome.kind !== 'inconclusive' || refusals === 0 || ofLonger < refusals) return outcome;
  const reason =
    'the fields speak of a longer window than the one that is used up: they promise nothing of it';
  return { kind: 'not-applicable', reason };
}
