import type { RateLimits } from '../../interface/model.ts';
import type { Reading } from '../../oracle/reading.ts';
import type { JudgedRun } from '../check.ts';
import { openTribunal, type Tribunal } from '../judge-each.ts';
import type { Outcome } from '../outcome.ts';
import { limitsOfKey, readQuota } from './quota-trace.ts';

/** How a value moves over requests that go one after the other. `unclear`: too few, too quick, or explained by refill. */
export type Movement = 'falls' | 'constant' | 'grows' | 'stays' | 'erratic' | 'unclear';

const FEWEST_STEPS = 8;
/** A service may count what it reads alone: creations and refusals may be given back. */
const FEWEST_READS = 4;
const FEWEST_FOR_LITTLE_MOVEMENT = 20;
const SHORTEST_SPAN_MS = 300;
const TELLING_FALL = 5;
/** Nodes that count apart each give a falling row of values; more rows than this are no nodes. */
const MOST_NODES = 9;

/** Length of the longest strictly rising subsequence: the fewest falling rows that the values can be sorted into. */
function fallingRows(values: readonly number[]): number {
  const ends: number[] = [];
  for (const value of values) {
    const at = ends.findIndex((end) => end >= value);
    if (at < 0) ends.push(value);
    else ends[at] = value;
  }
  return ends.length;
}

/** Rows that are many already: values that hardly ever follow one another are no nodes then. */
const MANY_ROWS = 6;
const SMALL_STEP = 2;
/** Of nodes, also with dear requests and other users, more follow one another; of numbers drawn by lot a quarter does. */
const FEWEST_FOLLOWING = 0.4;

/** The share of values that follow one of their falling row by a small step, as each request on a node does. */
function followingShare(values: readonly number[]): number {
  let ends: readonly number[] = [];
  let following = 0;
  for (const value of values) {
    const nearest = Math.min(...ends.filter((end) => end >= value));
    ends = [...ends.toSpliced(ends.indexOf(nearest), ends.includes(nearest) ? 1 : 0), value];
    if (nearest - value <= SMALL_STEP) following += 1;
  }
  return following / values.length;
}

/** True for values that no few nodes give out, whatever was used of each before. */
function isWithoutOrder(values: readonly number[]): boolean {
  const rows = fallingRows(values);
  return rows > MOST_NODES || (rows > MANY_ROWS && followingShare(values) < FEWEST_FOLLOWING);
}

function totalRise(values: readonly number[]): number {
  return values.reduce((sum, value, i) => sum + Math.max(0, value - (values[i - 1] ?? value)), 0);
}

/**
 * How Remaining moves over accepted requests. `made` requests were accepted meanwhile, of `sent` in all; refill gives
 * some back. Previous use that leaves a sliding window can lift the value, even at every step for a while, but neither
 * keeps it the same to the request nor lifts it by what was sent, and never by more than the limit.
 */
export function movementOf(
  remaining: readonly number[],
  options: {
    readonly made: number;
    /** Those of them that only read; without it all of them. */
    readonly reads?: number;
    /** The values of those that were sent while none was under way: others may be answered in any order. Without it all of them. */
    readonly inTurn?: readonly number[];
    readonly sent: number;
    readonly limit: number;
    readonly elapsedMs: number;
    readonly windowS: number;
    /** Nothing was sent for a whole window before: no earlier use can leave it meanwhile. */
    readonly rested?: boolean;
  },
): Movement {
  const { made, sent, limit, elapsedMs, windowS } = options;
  const [first = 0] = remaining;
  const last = remaining.at(-1) ?? 0;
  const refill = 1 + (limit * elapsedMs) / (windowS * 1000);
  const lowest = Math.min(...remaining);
  if (remaining.length < FEWEST_STEPS || elapsedMs < SHORTEST_SPAN_MS || made - 1 - refill < TELLING_FALL) {
    // Refill may explain why it does not fall, and nothing but requests why it does.
    return remaining.length >= FEWEST_STEPS && lowest <= first - TELLING_FALL ? 'falls' : 'unclear';
  }
  const reads = options.reads ?? made;
  const fresh = first >= limit - 3 || options.rested === true;
  const many = remaining.length >= FEWEST_FOR_LITTLE_MOVEMENT;
  if (remaining.every((value) => value === first))
    return (fresh || many) && reads >= 2 ? 'constant' : 'unclear';
  const inTurn = options.inTurn ?? remaining;
  const rises = inTurn.every((value, i) => i === 0 || value > (inTurn[i - 1] ?? 0));
  const counted = first <= limit / 4 && last - first >= made - 1 && last - first <= sent - 1;
  if (rises && counted && inTurn.length >= FEWEST_FOR_LITTLE_MOVEMENT) return 'grows';
  const explained = 2 * limit + refill + made;
  const brief = refill < limit / 4;
  if (brief && totalRise(remaining) > explained && isWithoutOrder(remaining)) return 'erratic';
  if (first >= limit - 3 && many && lowest >= first - 1) return reads >= FEWEST_READS ? 'stays' : 'unclear';
  return lowest < first ? 'falls' : 'unclear';
}

/** One request on the key, with what the limiter said of it. */
type Step = {
  readonly reading: Reading;
  readonly operation: string;
  readonly limit: number;
  readonly remaining: number;
  readonly atMs: number;
  readonly accepted: boolean;
  /** Nothing on the key was under way when it was sent. */
  readonly inTurn: boolean;
  /** Refusals before it: a limiter at its edge gives back one by one what was used before the run. */
  readonly stretch: number;
};

function stepsOf(limits: RateLimits, run: JudgedRun): readonly Step[] {
  let stretch = 0;
  let busyUntilMs = Number.NEGATIVE_INFINITY;
  return run.readings.flatMap((reading) => {
    const { answer, exchange, expectation } = reading;
    const operation = expectation.operation?.id;
    if (answer === undefined || exchange.request.credential.kind !== 'valid') return [];
    const inTurn = busyUntilMs <= exchange.startMs;
    busyUntilMs = Math.max(busyUntilMs, exchange.endMs);
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
        inTurn,
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

/** Cuts the steps where the run rested: where nothing was answered for so long, of all that was sent meanwhile. */
function withoutRests(steps: readonly Step[], answered: readonly Step[]): readonly (readonly Step[])[] {
  const parts: Step[][] = [];
  const wanted = new Set(steps);
  let previous: Step | undefined;
  for (const step of answered) {
    if (previous === undefined || step.atMs - previous.atMs > REST_MS) parts.push([]);
    if (wanted.has(step)) parts.at(-1)?.push(step);
    previous = step;
  }
  return parts.filter((part) => part.length > 0);
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
      inTurn: steps.filter((step) => step.inTurn).map((step) => step.remaining),
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
    for (const steps of withoutRests(answered, answered))
      judgeSteps(limits, run, steps, answered, tribunal, ['erratic', 'grows']);
    const sameLimit = answered.filter((step) => step.accepted);
    const groups = [...new Set(sameLimit.map((step) => step.operation))].map((operation) =>
      sameLimit.filter((step) => step.operation === operation),
    );
    for (const group of [sameLimit, ...groups]) {
      for (const steps of withoutRests(group, answered)) judgeSteps(limits, run, steps, sameLimit, tribunal);
    }
  }
  const outcome = tribunal.outcome('too few accepted requests within one window to tell');
  if (outcome.kind !== 'inconclusive' || !givesBackAtOnce(limits, all)) return outcome;
  return { kind: 'not-applicable', reason: 'the limit may give requests back as fast as a run makes them' };
}
