import type { RateLimits } from '../interface/model.ts';
import type { Reading } from '../oracle/reading.ts';
import type { JudgedRun } from './check.ts';
import { openTribunal, type Tribunal } from './judge-each.ts';
import { movementOf, type Movement } from './movement-of.ts';
import type { Outcome } from './outcome.ts';
import { limitsOfKey } from './quota-trace.ts';
import { readQuota } from './rate-limit-answers.ts';

/** One request on the key, with what the limiter said of it. */
type Step = {
  readonly reading: Reading;
  readonly operation: string;
  readonly limit: number;
  readonly remaining: number;
  readonly atMs: number;
  readonly accepted: boolean;
  /** Refusals before it: a limiter at its edge gives back one by one what was used before the run. */
  readonly stretch: number;
};

function stepsOf(limits: RateLimits, run: JudgedRun): readonly Step[] {
  let stretch = 0;
  return run.readings.flatMap((reading) => {
    const { answer, exchange, expectation } = reading;
    const operation = expectation.operation?.id;
    if (answer === undefined || exchange.request.credential.kind !== 'valid') return [];
    if (answer.limited) stretch += 1;
    // Whether HEAD and other requests that the document does not name are counted is open.
    if (answer.limited || operation === undefined) return [];
    const { limit, remaining } = readQuota(limits, answer);
    if (limit === undefined || remaining === undefined) return [];
    return [
      {
        reading,
        operation,
        limit: Number(limit),
        remaining: Number(remaining),
        atMs: exchange.endMs,
        accepted: answer.status < 300,
        stretch,
      },
    ];
  });
}

/** Seconds of the shortest documented window with this limit: the fastest refill that the limit can mean. */
function windowOf(limits: RateLimits, limit: number): number {
  const quotas = limits.plans.flatMap((plan) => (plan.kind === 'fixed' ? plan.quotas : []));
  const windows = quotas.filter((quota) => quota.limit === limit).map((quota) => quota.windowS);
  return windows.length === 0 ? 60 : Math.min(...windows);
}

/** A pause this long is a rest: what the limiter gives back meanwhile says nothing of the requests around it. */
const REST_MS = 3_000;

const CLOCK_SLACK_MS = 1_000;

/** Cuts the steps where the run rested. */
function withoutRests(steps: readonly Step[]): readonly (readonly Step[])[] {
  const parts: Step[][] = [];
  let previous: Step | undefined;
  for (const step of steps) {
    if (previous === undefined || step.atMs - previous.atMs > REST_MS) parts.push([]);
    parts.at(-1)?.push(step);
    previous = step;
  }
  return parts;
}

const ACTUAL: { readonly [movement in Movement]: string | undefined } = {
  constant: 'it never changed',
  grows: 'it grew and never fell',
  stays: 'it hardly moved',
  erratic: 'it jumps up and down without any order',
  falls: undefined,
  unclear: undefined,
};

function judgeSteps(
  limits: RateLimits,
  run: JudgedRun,
  steps: readonly Step[],
  sameLimit: readonly Step[],
  tribunal: Tribunal,
  only?: readonly Movement[],
): void {
  const [first] = steps;
  const last = steps.at(-1);
  if (first === undefined || last === undefined) return;
  const made = sameLimit.filter((step) => step.atMs >= first.atMs && step.atMs <= last.atMs).length;
  const sent = run.readings.filter(
    ({ exchange }) => exchange.endMs >= first.atMs && exchange.endMs <= last.atMs,
  ).length;
  const elapsedMs = last.atMs - first.atMs;
  const windowS = windowOf(limits, first.limit);
  const before = run.readings.findLast(({ exchange }) => exchange.endMs < first.reading.exchange.startMs);
  const restedMs = before === undefined ? 0 : first.reading.exchange.startMs - before.exchange.endMs;
  const movement = movementOf(
    steps.map((step) => step.remaining),
    {
      made,
      sent,
      reads: steps.filter(({ reading }) => reading.exchange.request.method === 'GET').length,
      limit: first.limit,
      elapsedMs,
      windowS,
      rested: restedMs >= windowS * 1_000 - CLOCK_SLACK_MS,
    },
  );
  if (only !== undefined && !only.includes(movement)) return;
  if (movement === 'falls') tribunal.proves(first.operation);
  const how = ACTUAL[movement];
  if (how === undefined) return;
  tribunal.breaks({
    exchanges: [last.reading.exchange.id, first.reading.exchange.id],
    operation: first.operation,
    expected: `${limits.headers.remaining ?? 'the remaining requests'} goes down while requests are made`,
    actual: `${how}: ${first.remaining} at first, ${last.remaining} after ${made} accepted requests`,
  });
}

/** The limits that were shown, each with the stretches between refusals in which it was. */
function stretchesOf(steps: readonly Step[]): readonly Pick<Step, 'limit' | 'stretch'>[] {
  return [...new Map(steps.map((step) => [`${step.limit} ${step.stretch}`, step])).values()];
}

const FEWEST_TO_COMPARE = 20;

/** True when a run of many requests got back no fewer meanwhile than it made, by the documented limit: nothing need fall. */
function givesBackAtOnce(limits: RateLimits, steps: readonly Step[]): boolean {
  const accepted = steps.filter((step) => step.accepted);
  const [first, last] = [accepted[0], accepted.at(-1)];
  if (first === undefined || last === undefined || accepted.length < FEWEST_TO_COMPARE) return false;
  if (accepted.some(({ limit }) => limit !== first.limit)) return false;
  const refill = (first.limit * (last.atMs - first.atMs)) / (windowOf(limits, first.limit) * 1_000);
  return refill >= accepted.length - 1;
}

/** Judges that Remaining goes down overall: over all operations together and for each on its own. */
export function judgeFalling(run: JudgedRun): Outcome {
  const documented = run.contract.interface.rateLimits;
  if (documented === undefined)
    return { kind: 'not-applicable', reason: 'the document states no rate limit' };
  const limits = limitsOfKey(run, documented);
  const tribunal = openTribunal('must');
  const all = stepsOf(limits, run);
  for (const { limit, stretch } of stretchesOf(all)) {
    const answered = all.filter((step) => step.limit === limit && step.stretch === stretch);
    for (const steps of withoutRests(answered))
      judgeSteps(limits, run, steps, answered, tribunal, ['erratic']);
    const sameLimit = answered.filter((step) => step.accepted);
    const groups = [...new Set(sameLimit.map((step) => step.operation))].map((operation) =>
      sameLimit.filter((step) => step.operation === operation),
    );
    for (const group of [sameLimit, ...groups]) {
      for (const steps of withoutRests(group)) judgeSteps(limits, run, steps, sameLimit, tribunal);
    }
  }
  const outcome = tribunal.outcome('too few accepted requests within one window to tell');
  if (outcome.kind !== 'inconclusive' || !givesBackAtOnce(limits, all)) return outcome;
  return { kind: 'not-applicable', reason: 'the limit may give requests back as fast as a run makes them' };
}
