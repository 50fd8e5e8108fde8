import type { RateLimits } from '../interface/model.ts';
import type { Reading } from '../oracle/reading.ts';
import type { JudgedRun } from './check.ts';
import { openTribunal } from './judge-each.ts';
import type { Outcome } from './outcome.ts';
import { isRefusal, readQuota } from './rate-limit-answers.ts';

/** One accepted request on the key, with what the limiter said of it. */
type Step = {
  readonly reading: Reading;
  readonly operation: string;
  readonly limit: number;
  readonly remaining: number;
  readonly atMs: number;
};

const FEWEST_STEPS = 8;
const FEWEST_FOR_LITTLE_MOVEMENT = 20;
const SHORTEST_SPAN_MS = 300;
const TELLING_FALL = 5;

function stepsOf(limits: RateLimits, run: JudgedRun): readonly Step[] {
  return run.readings.flatMap((reading) => {
    const { answer, exchange, expectation } = reading;
    if (answer === undefined || isRefusal(limits, reading) || answer.status >= 300) return [];
    if (exchange.request.credential.kind !== 'valid') return [];
    const { limit, remaining } = readQuota(limits, answer);
    if (limit === undefined || remaining === undefined) return [];
    const operation = expectation.operation?.id ?? '*';
    return [{ reading, operation, limit: Number(limit), remaining: Number(remaining), atMs: exchange.endMs }];
  });
}

/** Seconds of the shortest documented window with this limit: the fastest refill that the limit can mean. */
function windowOf(limits: RateLimits, limit: number): number {
  const quotas = limits.plans.flatMap((plan) => (plan.kind === 'fixed' ? plan.quotas : []));
  const windows = quotas.filter((quota) => quota.limit === limit).map((quota) => quota.windowS);
  return windows.length === 0 ? 60 : Math.min(...windows);
}

type Movement = 'falls' | 'constant' | 'grows' | 'stays' | 'unclear';

/**
 * How Remaining moves over accepted requests. `made` requests were accepted meanwhile; refill gives some back. Previous
 * use that leaves a sliding window can lift the value, but neither keeps it the same to the request nor lifts it at
 * every step.
 */
export function movementOf(
  remaining: readonly number[],
  options: {
    readonly made: number;
    readonly limit: number;
    readonly elapsedMs: number;
    readonly windowS: number;
  },
): Movement {
  const [first = 0] = remaining;
  const last = remaining.at(-1) ?? 0;
  const refill = 1 + (options.limit * options.elapsedMs) / (options.windowS * 1000);
  const expectedFall = options.made - 1 - refill;
  if (
    remaining.length < FEWEST_STEPS ||
    options.elapsedMs < SHORTEST_SPAN_MS ||
    expectedFall < TELLING_FALL
  ) {
    return 'unclear';
  }
  const lowest = Math.min(...remaining);
  if (remaining.every((value) => value === first)) return 'constant';
  const neverFalls = remaining.every((value, i) => i === 0 || value >= (remaining[i - 1] ?? 0));
  if (neverFalls && last - first >= TELLING_FALL + refill) return 'grows';
  const fresh = first >= options.limit - 3;
  if (fresh && remaining.length >= FEWEST_FOR_LITTLE_MOVEMENT && lowest >= first - 1) return 'stays';
  return lowest < first ? 'falls' : 'unclear';
}

const ACTUAL: { readonly [movement in 'constant' | 'grows' | 'stays']: string } = {
  constant: 'it never changed',
  grows: 'it grew and never fell',
  stays: 'it hardly moved',
};

/** Judges that Remaining goes down overall, over the whole run and for each operation on its own. */
export function judgeFalling(run: JudgedRun): Outcome {
  const limits = run.contract.interface.rateLimits;
  if (limits === undefined) return { kind: 'not-applicable', reason: 'the document states no rate limit' };
  const tribunal = openTribunal('must');
  const all = stepsOf(limits, run);
  for (const limit of new Set(all.map((step) => step.limit))) {
    const sameLimit = all.filter((step) => step.limit === limit);
    for (const operation of new Set([undefined, ...sameLimit.map((step) => step.operation)])) {
      const steps = sameLimit.filter((step) => operation === undefined || step.operation === operation);
      const [first] = steps;
      const last = steps.at(-1);
      if (first === undefined || last === undefined) continue;
      const made = sameLimit.filter((step) => step.atMs >= first.atMs && step.atMs <= last.atMs).length;
      const remaining = steps.map((step) => step.remaining);
      const elapsedMs = last.atMs - first.atMs;
      const movement = movementOf(remaining, { made, limit, elapsedMs, windowS: windowOf(limits, limit) });
      switch (movement) {
        case 'falls':
          tribunal.proves(operation);
          break;
        case 'constant':
        case 'grows':
        case 'stays':
          tribunal.breaks({
            exchanges: [last.reading.exchange.id, first.reading.exchange.id],
            operation,
            expected: `${limits.headers.remaining ?? 'the remaining requests'} goes down while requests are made`,
            actual: `${ACTUAL[movement]}: ${first.remaining} at first, ${last.remaining} after ${made} accepted requests`,
          });
          break;
        case 'unclear':
          break;
      }
    }
  }
  return tribunal.outcome('too few accepted requests within one window to tell');
}
