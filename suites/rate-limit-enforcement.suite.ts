import { isSilence, OVER_LIMIT_PROBE, RECOVERY_PROBE } from '../src/checks/limits/over-limit.ts';
import { exactWindow } from '../src/checks/limits/exact.ts';
import {
  isBeforeReset,
  isServed,
  limitsOfKey,
  readQuota,
  refillBetween,
  traceOf,
  type TracePoint,
} from '../src/checks/limits/quota-trace.ts';
import { clockLead, untilPhaseMs, windowEndMs } from '../src/checks/limits/window-end.ts';
import type { Operation, RateLimits } from '../src/interface/model.ts';
import type { Reading } from '../src/oracle/reading.ts';
import { Halt } from '../src/session/pace/budget.ts';
import type { SendMode } from '../src/session/pace/sending.ts';
import { isIncomplete, judgedRun } from '../src/session/judge-run.ts';
import { harmlessOperations, writableCollections } from '../src/session/in-reach.ts';
import { type ProbeContext, requestFor } from '../src/session/probe.ts';
import { FROM_STANDARD, type Probe, type Suite, isThorough } from '../src/session/suite.ts';
import type { Session } from '../src/session/session.ts';

/** Requests beyond the suites' share that using the window up may cost. */
const BEYOND = 66;
/** Between the first request and the one over the limit: tells a window that starts anew at the refusal. */
const FEWEST_MS_BEFORE = 2_000;
/** Requests over the limit at most, while they are served although nothing remained. */
const MOST_OVER = 16;
const PAUSE_MS = 150;
/** Before the last request that is served, and the one over the limit: a counter that lags by less has counted all others by then. */
const SETTLING_MS = 300;
/** After a full second of the service's clock, and how well it has to be known where it is not this machine's. */
const PAST_SECOND_MS = 50;
const KNOWN_WITHIN_MS = 400;
/** Counters lag no longer than that; pauses beyond it would only let a bucket refill. */
const LONGEST_PAUSING_MS = 1_200;
/** After so many requests in a row that leave Remaining as it was, and as many more apart from them, a counter that lags has moved. */
const STANDS_STILL = 20;
const APART_MS = 3_100;
const FILL_PROBE = 'rate-limit-enforcement/fill';
/**
 * Refused recoveries are tried once more, after the rest that the refusal asks for; more often only where that is short:
 * a log that gives back one by one what others take tells itself apart from a window that does not end.
 */
const MOST_RECOVERIES = { ever: 2, whileShort: 4 };
const SHORT_REST_MS = 6_000;
/** A list may lag: something that is missing is looked for once more after this pause. */
const LAG_MS = 2_000;

/** `reads` uses the window up, `over` goes over the limit. */
type Limiter = {
  readonly context: ProbeContext;
  readonly limits: RateLimits;
  readonly reads: Operation;
  readonly over: Operation;
};

function isRefused(reading: Reading): boolean {
  return reading.answer?.limited === true;
}

type Sending = Partial<Pick<SendMode, 'overLimit' | 'waits' | 'overMs'>> & {
  readonly again?: 'never' | 'after-faults';
};

async function sendAs(limiter: Limiter, probe: string, how: Sending = {}): Promise<Reading | undefined> {
  const { context } = limiter;
  const operation = how.overLimit === true ? limiter.over : limiter.reads;
  const spec = requestFor(context, operation, { probe, intent: 'ordinary' });
  if (spec === undefined) return undefined;
  const freshConnection = how.overLimit === true;
  return context.session.send(spec, { again: 'never', ...how, beyond: BEYOND, freshConnection });
}

function remainingOf({ limits }: Limiter, reading: Reading): bigint | undefined {
  return reading.answer === undefined ? undefined : readQuota(limits, reading.answer).remaining;
}

/**
 * Uses the window up, one request after the other: the quota of a day, which the fields may not show, may refuse at any
 * time, and nothing may be under way then. Returns the last answer: one that says that nothing remains, a refusal, or one
 * of another kind.
 */
async function fill(limiter: Limiter): Promise<Reading | undefined> {
  const { session, signal } = limiter.context;
  let last = session.readings.findLast((r) => r.exchange.request.credential.kind === 'valid');
  let still = { remaining: session.pacer.remaining('key'), times: 0 };
  while (session.budget.left('key', BEYOND) > 1) {
    const remaining = session.pacer.remaining('key');
    if (remaining === 0n || remaining === undefined) return last;
    still = { remaining, times: remaining === still.remaining ? still.times + 1 : 0 };
    if (still.times === STANDS_STILL) await session.clock.sleep(APART_MS, signal);
    if (still.times === 2 * STANDS_STILL) await session.clock.sleep(LONGEST_PAUSING_MS, signal);
    // What the last one leaves is not owed to a counter that lags.
    if (remaining === 1n) await session.clock.sleep(SETTLING_MS, signal);
    last = await sendAs(limiter, FILL_PROBE, { again: 'after-faults' });
    if (last?.answer === undefined || last.answer.status >= 300) return last;
  }
  return undefined;
}

/** The answers on the key so far. */
function traceSoFar({ context: { session, capabilities }, limits }: Limiter): readonly TracePoint[] {
  return traceOf(judgedRun(session.contract, capabilities, session.readings), limits);
}

/**
 * Why the limit was not met although more was served than it allows: before the reset that an answer told, and besides what may
 * have come back meanwhile. A counter of several nodes does that, and so does one that counts some requests alone.
 */
function unmetLimit(limiter: Limiter): string | undefined {
  const trace = traceSoFar(limiter);
  const last = trace.at(-1);
  if (last?.limit === undefined) return undefined;
  const window = trace.filter((point) => point.limit === last.limit && isBeforeReset(point, last));
  const [first] = window;
  if (first === undefined) return undefined;
  const served = window.filter(({ answer }) => isServed(answer)).length;
  if (served - refillBetween(limiter.limits, first, last) <= Number(last.limit)) return undefined;
  return `${served} requests were served before the reset that was told, and none was refused: the limit is ${last.limit}`;
}

/**
 * Waits until the service's clock is just past a full second, where its counter is exact: a wait that is rounded up then ends
 * soon after the window, and the answer tells when its second began.
 */
async function waitForFullSecond(limiter: Limiter): Promise<void> {
  const { session, signal } = limiter.context;
  const trace = traceSoFar(limiter);
  const last = trace.at(-1);
  if (last === undefined || exactWindow(trace, last, limiter.limits) === undefined) return;
  const nowMs = session.clock.monotonicMs();
  const lead = clockLead(trace);
  const here = session.clock.now() - nowMs;
  const isKnown = lead !== undefined && lead.mostMs - lead.leastMs <= KNOWN_WITHIN_MS;
  // Most services have the time of the machine that tests them, to some milliseconds.
  const likely = lead === undefined || (here >= lead.leastMs && here <= lead.mostMs);
  const assumed = isKnown && !likely ? lead : { leastMs: here, mostMs: here };
  await session.clock.sleep(untilPhaseMs(nowMs, assumed, PAST_SECOND_MS), signal);
}

/** When the window that refused last is surely over. */
function overMsOf(limiter: Limiter): number | undefined {
  const trace = traceSoFar(limiter);
  const refusal = trace.at(-1);
  const { capabilities, session } = limiter.context;
  if (refusal === undefined) return undefined;
  const run = judgedRun(session.contract, capabilities, session.readings);
  return windowEndMs(limitsOfKey(run, limiter.limits), trace, refusal);
}

/**
 * Sends the request over the limit; more of them, with pauses, only while they are served and say that nothing remains. One
 * that gets no answer was not refused: a second one tells silence from an answer that was lost.
 */
async function goOver(limiter: Limiter): Promise<Reading | undefined> {
  const { session, signal } = limiter.context;
  await session.clock.sleep(SETTLING_MS, signal);
  await waitForFullSecond(limiter);
  const startMs = session.clock.monotonicMs();
  let last: Reading | undefined;
  let silent = 0;
  for (let sent = 0; sent < MOST_OVER; sent += 1) {
    const pauses = sent > 0 && session.clock.monotonicMs() - startMs < LONGEST_PAUSING_MS;
    if (pauses) await session.clock.sleep(PAUSE_MS, signal);
    last = await sendAs(limiter, OVER_LIMIT_PROBE, { overLimit: true });
    if (last !== undefined && isSilence(last) && silent === 0) {
      silent += 1;
      continue;
    }
    if (last?.answer === undefined || !isServed(last.answer)) return last;
    if ((remainingOf(limiter, last) ?? 0n) > 0n) last = await fill(limiter);
    if (last === undefined || isRefused(last)) return last;
  }
  return last;
}

const ENOUGH_FOR_ANOTHER = 2n;

/** Sends the request that proves the recovery: a list, which also shows that nothing was lost. */
async function recover(limiter: Limiter): Promise<void> {
  const { context, reads } = limiter;
  const { session } = context;
  for (let attempt = 0; attempt < MOST_RECOVERIES.whileShort; attempt += 1) {
    const now = session.clock.monotonicMs();
    const rest = session.pacer.admit('key', now);
    const restMs = rest.kind === 'rest' ? rest.untilMs - now : 0;
    if (attempt >= MOST_RECOVERIES.ever && restMs > SHORT_REST_MS) return;
    const reading = await sendAs(limiter, RECOVERY_PROBE, {
      again: 'after-faults',
      waits: 'as-run',
      overMs: attempt === 0 ? overMsOf(limiter) : undefined,
    });
    if (reading?.answer === undefined) return;
    if (isRefused(reading)) continue;
    const collection = context.document.collections.find((one) => one.list.id === reads.id);
    if (collection === undefined) return;
    if (!isIncomplete(context, collection)) {
      // One of several nodes may know less than the one that was asked: two lists in a row ask two of them.
      if ((session.pacer.remaining('key') ?? 0n) < ENOUGH_FOR_ANOTHER) return;
      await sendAs(limiter, FILL_PROBE, { again: 'after-faults' });
      if (!isIncomplete(context, collection)) return;
    }
    await session.clock.sleep(LAG_MS, context.signal);
    await sendAs(limiter, FILL_PROBE, { again: 'after-faults' });
    return;
  }
}

/** Lets some time pass since the window began: one that starts anew at the refusal is told apart from one that doesn't. */
async function waitSinceFirst({ context }: Limiter): Promise<void> {
  const { session, signal } = context;
  const now = session.clock.monotonicMs();
  const sinceMs = now - (session.firstOnKeyMs ?? now);
  if (sinceMs < FEWEST_MS_BEFORE) await session.clock.sleep(FEWEST_MS_BEFORE - sinceMs, signal);
}

/** The operations that have gone over the limit in a session, or could not. */
const tried = new WeakMap<Session, Set<string>>();

async function exhaust(limiter: Limiter): Promise<void> {
  const { context } = limiter;
  const done = tried.get(context.session) ?? new Set();
  tried.set(context.session, done.add(limiter.over.id));
  await waitSinceFirst(limiter);
  const filled = await fill(limiter);
  if (filled === undefined) {
    const reason = unmetLimit(limiter);
    context.leaveOut(
      OVER_LIMIT_PROBE,
      reason === undefined
        ? context.spent('the budget of requests did not last to the end of the window')
        : { cause: 'went-wrong', reason },
    );
    return;
  }
  if (isRefused(filled)) {
    await recover(limiter);
    return;
  }
  if (context.session.pacer.remaining('key') === undefined) {
    context.leaveOut(OVER_LIMIT_PROBE, {
      cause: 'went-wrong',
      reason: 'the answers do not tell how many requests remain',
    });
    return;
  }
  const over = await goOver(limiter);
  if (over !== undefined && (isRefused(over) || isSilence(over))) await recover(limiter);
}

/** Throws `Halt` where the profile has no time for another window and the rest after it. One operation always has it. */
function requireTime({ context: { session } }: Limiter): void {
  if (!tried.has(session) || session.bears(session.clock.monotonicMs())) return;
  throw new Halt({
    kind: 'patience',
    reason: 'the time of the profile does not last for the end of another window',
  });
}

/** What goes over the limit, one a window: reading in every run, creating in a thorough one. */
function limitersOf(context: ProbeContext): readonly Limiter[] {
  const limits = context.document.rateLimits;
  const reads = harmlessOperations(context).find((o) => o.method === 'GET' && !o.path.includes('{'));
  if (limits === undefined || reads === undefined) return [];
  const others = isThorough(context.profile) ? writableCollections(context).map((one) => one.create) : [];
  const done = tried.get(context.session);
  return [reads, ...others]
    .filter((over) => done?.has(over.id) !== true)
    .map((over) => ({ context, limits, reads, over }));
}

/** A window with no more left is as good as used up by the other suites. */
const NEARLY_USED_UP = 20n;

/**
 * Goes over the limit once amid the other suites of a thorough run, where they have used most of a small window up: each
 * operation that is tried needs a window of its own, and this one has to be waited for anyway. Does nothing elsewhere.
 */
export const earlyOverLimit: Probe = {
  id: 'rate-limit-enforcement/early-over-limit',
  intends: ['over-limit'],
  profiles: FROM_STANDARD,
  creates: false,
  run: async (context) => {
    const remaining = context.session.pacer.remaining('key');
    if (!context.capabilities.exhaust || remaining === undefined || remaining > NEARLY_USED_UP) return;
    const open = limitersOf(context);
    const [first] = open;
    if (first !== undefined && open.length > 1) await exhaust(first);
  },
};

const overLimit: Probe = {
  id: OVER_LIMIT_PROBE,
  intends: ['over-limit'],
  profiles: FROM_STANDARD,
  creates: false,
  run: async (context) => {
    if (context.document.rateLimits === undefined) return;
    if (!context.capabilities.exhaust) {
      context.leaveOut(OVER_LIMIT_PROBE, {
        cause: 'declared',
        reason: 'using the limit up on purpose needs --exhaust',
        option: '--exhaust',
      });
      return;
    }
    for (const limiter of limitersOf(context)) {
      requireTime(limiter);
      await exhaust(limiter);
    }
  },
};

/** Ends the run with the one deliberate refusal and the request that proves the recovery. Nothing else is sent meanwhile. */
export const rateLimitEnforcement: Suite = {
  name: 'rate-limit-enforcement',
  title: 'Rate-limit enforcement',
  probes: [overLimit],
};
