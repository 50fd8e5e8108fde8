import { parseRetryAfter } from '../../http/date.ts';
import type { Interface, RateLimits } from '../../interface/model.ts';
import type { Reading } from '../../oracle/reading.ts';
import type { Check, JudgedRun } from '../check.ts';
import {
  breaks,
  IRRELEVANT,
  judgeEach,
  openTribunal,
  PROVES,
  saysNothing,
  type Verdict,
} from '../judge-each.ts';
import { excerpt, type Outcome } from '../outcome.ts';
import { statusText } from '../statuses.ts';
import { judgeRecovery, judgeRefusal } from './over-limit.ts';
import { isShared, sameWindow, traceOf, type TracePoint } from './quota-trace.ts';
import { judgeRemainingAtRefusal, retryAtMs } from './refusal-fields.ts';

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
function judgeNotEarly(run: JudgedRun, limits: RateLimits): Outcome {
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

/** No window and no ban is longer; what is, was meant as a point in time. */
const LONGEST_PLAUSIBLE_S = 366 * 86_400;

function unlessLimits(document: Interface): string | undefined {
  return document.rateLimits === undefined ? 'the document states no rate limit' : undefined;
}

function unlessRetryAfter(document: Interface): string | undefined {
  if (document.rateLimits === undefined) return 'the document states no rate limit';
  return document.rateLimits.headers.retryAfter === undefined
    ? 'the document names no Retry-After'
    : undefined;
}

function retryAfterVerdict(limits: RateLimits, reading: Reading): Verdict {
  const name = limits.headers.retryAfter;
  if (name === undefined || reading.answer?.limited !== true) return IRRELEVANT;
  const [value, ...more] = reading.answer.header(name);
  if (value === undefined) return breaks(`${name} on ${reading.answer.status}`, `no ${name}`);
  const parsed = parseRetryAfter(value, reading.answer.dateMs);
  if (parsed.kind === 'invalid') {
    return breaks(
      `${name}: seconds or an HTTP-date (RFC 9110 §10.2.3)`,
      `${name}: ${excerpt(value)} (${parsed.reason})`,
    );
  }
  if (parsed.kind === 'seconds' && parsed.seconds > LONGEST_PLAUSIBLE_S) {
    return breaks(`${name}: a time to wait for`, `${name}: ${excerpt(value)}, more than a year`);
  }
  return more.length === 0 ? PROVES : breaks(`${name} once`, `${name} ${more.length + 1} times`);
}

function refusalHeadersVerdict(limits: RateLimits, reading: Reading): Verdict {
  if (reading.answer?.limited !== true) return IRRELEVANT;
  const { answer } = reading;
  const { limit, remaining, reset } = limits.headers;
  const names = [limit, remaining, reset].flatMap((name) => name ?? []);
  const missing = names.filter((name) => answer.header(name).length === 0);
  if (missing.length === 0) return PROVES;
  return breaks(`${names.join(', ')} on ${answer.status}`, `no ${missing.join(', ')}`);
}

const ALL_REQUESTS = 'it takes every request on the key around a refusal, in their order';

/** The judgement of traffic of others by what one refusal carries. */
function eachRefusal(verdict: (limits: RateLimits, reading: Reading) => Verdict): Check['foreign'] {
  return {
    kind: 'each',
    fewestToFail: 1,
    judge: (reading, { contract }) => {
      const limits = contract.interface.rateLimits;
      return limits === undefined ? IRRELEVANT : verdict(limits, reading);
    },
  };
}

function check(
  id: string,
  title: string,
  explanation: string,
  judge: (run: JudgedRun, limits: RateLimits) => Outcome,
  foreign: Check['foreign'] = saysNothing(ALL_REQUESTS),
  notApplicable: (document: Interface) => string | undefined = unlessLimits,
): Check {
  return {
    id,
    suite: 'rate-limit-enforcement',
    level: 'must',
    needs: ['over-limit'],
    title,
    explanation,
    notApplicable,
    judge: (run) => {
      const limits = run.contract.interface.rateLimits;
      if (limits === undefined)
        return { kind: 'not-applicable', reason: 'the document states no rate limit' };
      const outcome = judge(run, limits);
      if (outcome.kind !== 'inconclusive' || run.capabilities.exhaust) return outcome;
      const reason = 'using the limit up on purpose needs consent outside of loopback addresses';
      return { kind: 'not-testable', reason, option: '--exhaust' };
    },
    foreign,
  };
}

export const rateLimitEnforcementChecks: readonly Check[] = [
  check(
    'rate-limit-enforcement.refusal',
    'a request over the limit is refused as documented',
    'Uses the window up and sends one request more. It gets the documented refusal: not another one, not a success. Never enforced is blamed only after several further requests with pauses in the same window, less the refill.',
    judgeRefusal,
  ),
  check(
    'rate-limit-enforcement.not-early',
    'nothing is refused while requests remain',
    'A refusal that comes while the answers before it promised many more requests in the same window breaks the promise of the fields.',
    judgeNotEarly,
  ),
  check(
    'rate-limit-enforcement.retry-after',
    'a refusal says when to come back',
    'Every refusal over the limit carries the documented field (Retry-After), as seconds or as an HTTP-date (RFC 9110 §10.2.3).',
    (run, limits) => judgeEach('must', run.readings, (reading) => retryAfterVerdict(limits, reading)),
    eachRefusal(retryAfterVerdict),
    unlessRetryAfter,
  ),
  check(
    'rate-limit-enforcement.refusal-headers',
    'a refusal carries the rate-limit fields',
    'Every refusal over the limit carries the documented fields.',
    (run, limits) => judgeEach('must', run.readings, (reading) => refusalHeadersVerdict(limits, reading)),
    eachRefusal(refusalHeadersVerdict),
  ),
  check(
    'rate-limit-enforcement.remaining-at-refusal',
    'the fields of a refusal do not contradict it',
    'A refusal that claims more requests left than the answer before it, with the same limit and reset and more than the refill explains, contradicts itself. That it has to be 0 is not documented.',
    judgeRemainingAtRefusal,
  ),
  check(
    'rate-limit-enforcement.recovery',
    'the service takes requests again when it said so',
    'After Retry-After and one second exactly one request is sent. It is accepted. Where the counter is exact and the end of its window is known, whatever was rounded, the request is sent soon after it: the documented length, Reset and Retry-After are over then.',
    judgeRecovery,
  ),
];
