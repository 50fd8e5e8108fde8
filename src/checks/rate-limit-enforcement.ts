import { parseRetryAfter } from '../exchange/retry-after.ts';
import type { Interface, RateLimits } from '../interface/model.ts';
import type { Reading } from '../oracle/reading.ts';
import type { Check, JudgedRun } from './check.ts';
import { excerpt } from './excerpt.ts';
import { saysNothing } from './each-exchange.ts';
import { breaks, IRRELEVANT, judgeEach, PROVES, type Verdict } from './judge-each.ts';
import { judgeNotEarly } from './early-refusal.ts';
import { judgeRecovery, judgeRefusal } from './over-limit.ts';
import { judgeRemainingAtRefusal } from './refusal-fields.ts';
import type { Outcome } from './outcome.ts';

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
    'After Retry-After and one second exactly one request is sent. It is accepted.',
    judgeRecovery,
  ),
];
