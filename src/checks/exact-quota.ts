import type { RateLimits } from '../interface/model.ts';
import type { Check, JudgedRun } from './check.ts';
import { saysNothing } from './each-exchange.ts';
import { openTribunal } from './judge-each.ts';
import type { Outcome } from './outcome.ts';
import { hasPassed, refillBetween, traceOf, type TracePoint } from './quota-trace.ts';
import { unlessQuotaHeaders } from './rate-limit-headers.ts';

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

function judgeCount(run: JudgedRun, limits: RateLimits): Outcome {
  const tribunal = openTribunal('must');
  const first = firstOf(run, limits);
  const trace = traceOf(run, limits);
  const end = trace.findIndex((point) => point.answer.limited);
  const refusal = trace[end];
  if (first?.limit === undefined || refusal === undefined) return tribunal.outcome('no request was refused');
  const window = trace.slice(0, end);
  const last = window.at(-1);
  if (last === undefined || hasPassed(first, refusal))
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
  suite: Check['suite'],
  title: string,
  explanation: string,
  judge: (run: JudgedRun, limits: RateLimits) => Outcome,
): Check {
  return {
    id,
    suite,
    level: 'must',
    title,
    explanation: `${explanation} Asked only with --exclusive: nobody else uses the key, and it rested for a window before the run.`,
    notApplicable: unlessQuotaHeaders,
    judge: (run) => {
      const limits = run.contract.interface.rateLimits;
      if (limits === undefined)
        return { kind: 'not-applicable', reason: 'the document states no rate limit' };
      if (run.capabilities.exclusive) return judge(run, limits);
      return { kind: 'not-testable', reason: 'others may use the key', option: '--exclusive' };
    },
    foreign: saysNothing('it takes every request on the key, from the first of a window on'),
  };
}

/** Exact forms of the quota: they hold only for a key that nobody else uses. */
export const exactQuotaChecks: readonly Check[] = [
  check(
    'rate-limit-headers.first-remaining',
    'rate-limit-headers',
    'the first request of a window leaves the whole quota but one',
    'The first answer of the run says that the limit less one remains (or the limit, where the field does not count the request itself).',
    judgeFirst,
  ),
  check(
    'rate-limit-enforcement.exact-quota',
    'rate-limit-enforcement',
    'no more requests are accepted than the quota allows',
    'Counts the accepted requests from the first of the window to the first refusal: at most the limit, and what a refill gives back meanwhile.',
    judgeCount,
  ),
];
