import type { Interface, Plan, RateLimits } from '../../interface/model.ts';
import type { Reading } from '../../oracle/reading.ts';
import { onceFor } from '../../system/once-for.ts';
import { type Check, type Circumstances, type JudgedRun, WHATEVER_WAS_SENT } from '../check.ts';
import {
  breaks,
  eachExchange,
  IRRELEVANT,
  judgeEach,
  PROVES,
  saysNothing,
  type Verdict,
} from '../judge-each.ts';
import { excerpt } from '../outcome.ts';
import { owedQuota, readQuota } from './quota-trace.ts';
import { judgeFalling } from './remaining.ts';

const RESET_SLACK_S = 2n;
const ROUNDING_S = 5n;
const EARLIEST_EPOCH_S = 1_000_000_000n;
const LATEST_EPOCH_S = 10_000_000_000n;

type HeaderRole = 'limit' | 'remaining' | 'reset';
const ROLES: readonly HeaderRole[] = ['limit', 'remaining', 'reset'];

/** Why an interface has no rate-limit fields to judge. */
export function unlessQuotaHeaders(document: Interface): string | undefined {
  const { rateLimits } = document;
  if (rateLimits === undefined) return 'the document states no rate limit';
  return ROLES.some((role) => rateLimits.headers[role] !== undefined)
    ? undefined
    : 'the document names no rate-limit fields';
}

const namesOf = onceFor((limits: RateLimits): readonly string[] =>
  ROLES.flatMap((role) => limits.headers[role] ?? []),
);

function presentVerdict(limits: RateLimits, reading: Reading): Verdict {
  const answer = owedQuota(limits, reading);
  if (answer === undefined) return IRRELEVANT;
  const missing = namesOf(limits).filter((name) => answer.header(name).length === 0);
  if (missing.length === 0) return PROVES;
  return breaks(
    `${namesOf(limits).join(', ')} on every answer`,
    `no ${missing.join(', ')} on ${answer.status}`,
  );
}

function singleVerdict(limits: RateLimits, reading: Reading): Verdict {
  const answer = owedQuota(limits, reading);
  if (answer === undefined) return IRRELEVANT;
  const repeated = namesOf(limits).filter((name) => answer.header(name).length > 1);
  if (repeated.length > 0)
    return breaks('each rate-limit field once', `${repeated.join(', ')} more than once`);
  return namesOf(limits).some((name) => answer.header(name).length === 1) ? PROVES : IRRELEVANT;
}

function valueOf(
  limits: RateLimits,
  reading: Reading,
  role: HeaderRole,
): { name: string; value: string } | undefined {
  const name = limits.headers[role];
  const answer = reading.answer?.limited === true ? reading.answer : owedQuota(limits, reading);
  const [value] = name === undefined || answer === undefined ? [] : answer.header(name);
  return name === undefined || value === undefined ? undefined : { name, value };
}

function limitVerdict(limits: RateLimits, reading: Reading): Verdict {
  const field = valueOf(limits, reading, 'limit');
  if (field === undefined || reading.answer === undefined) return IRRELEVANT;
  const { limit } = readQuota(limits, reading.answer);
  if (limit !== undefined && limit > 0n) return PROVES;
  return breaks(`${field.name}: an integer above 0`, `${field.name}: ${excerpt(field.value)}`);
}

function numbersOf(plans: readonly Plan[]): ReadonlySet<bigint> | undefined {
  const numbers = new Set<bigint>();
  for (const plan of plans) {
    switch (plan.kind) {
      case 'custom':
        if (plans.length === 1) return undefined;
        break;
      case 'fixed':
        for (const quota of plan.quotas) numbers.add(BigInt(quota.limit));
        break;
    }
  }
  return numbers;
}

/** The plans that the key may have: those with the first limit that was shown. Later limits have to be theirs as well. */
function plansOf(limits: RateLimits, run: JudgedRun): readonly Plan[] {
  const first = run.readings.find(
    ({ answer, exchange }) =>
      exchange.request.credential.kind === 'valid' &&
      answer !== undefined &&
      readQuota(limits, answer).limit !== undefined,
  );
  const limit = first?.answer === undefined ? undefined : readQuota(limits, first.answer).limit;
  const having = limits.plans.filter(
    (plan) => plan.kind === 'fixed' && plan.quotas.some((quota) => BigInt(quota.limit) === limit),
  );
  return having.length > 0 ? having : limits.plans;
}

function planVerdict(
  limits: RateLimits,
  plan: Plan | undefined,
  plans: readonly Plan[],
  reading: Reading,
): Verdict {
  const field = valueOf(limits, reading, 'limit');
  if (field === undefined || reading.answer === undefined) return IRRELEVANT;
  if (reading.exchange.request.credential.kind !== 'valid') return IRRELEVANT;
  const numbers = numbersOf(plan === undefined ? plans : [plan]);
  const { limit } = readQuota(limits, reading.answer);
  if (numbers === undefined || limit === undefined) return IRRELEVANT;
  if (numbers.has(limit)) return PROVES;
  const whose =
    plan === undefined ? 'of a documented plan (declare a custom one with --plan)' : `of plan ${plan.id}`;
  return breaks(
    `${field.name}: a quota ${whose}: ${[...numbers].join(', ')}`,
    `${field.name}: ${field.value}`,
  );
}

function remainingVerdict(limits: RateLimits, reading: Reading): Verdict {
  const field = valueOf(limits, reading, 'remaining');
  if (field === undefined || reading.answer === undefined) return IRRELEVANT;
  const { limit, remaining } = readQuota(limits, reading.answer);
  const actual = `${field.name}: ${excerpt(field.value)}`;
  if (remaining === undefined) return breaks(`${field.name}: an integer, 0 or more`, actual);
  if (limit === undefined || limit === 0n || remaining <= limit) return PROVES;
  return breaks(`${field.name} at most ${limits.headers.limit ?? 'the limit'}: ${limit}`, actual);
}

const longestWindowS = onceFor((limits: RateLimits): bigint => {
  const windows = limits.plans.flatMap((plan) =>
    plan.kind === 'fixed' ? plan.quotas.map((q) => q.windowS) : [],
  );
  return BigInt(Math.max(86_400, ...windows));
});

function resetVerdict(limits: RateLimits, reading: Reading): Verdict {
  const field = valueOf(limits, reading, 'reset');
  if (field === undefined || reading.answer === undefined) return IRRELEVANT;
  const { reset } = readQuota(limits, reading.answer);
  const { dateMs } = reading.answer;
  const actual = `${field.name}: ${excerpt(field.value)}`;
  const longest = longestWindowS(limits) + ROUNDING_S;
  if (limits.resetForm === 'delta-seconds') {
    if (reset !== undefined && reset <= longest) return PROVES;
    return breaks(`${field.name}: seconds until the reset, at most ${longest}`, actual);
  }
  if (reset === undefined || reset < EARLIEST_EPOCH_S || reset > LATEST_EPOCH_S) {
    return breaks(`${field.name}: a Unix timestamp in whole seconds`, actual);
  }
  if (dateMs === undefined) return PROVES;
  const now = BigInt(Math.floor(dateMs / 1000));
  const seen = `${actual}, ${reset - now} s after the answer's Date`;
  if (reset < now - RESET_SLACK_S) return breaks(`${field.name} not before the answer's Date (${now})`, seen);
  if (reset > now + longest) return breaks(`${field.name} within the longest window (${longest} s)`, seen);
  return PROVES;
}

function check(
  id: string,
  title: string,
  explanation: string,
  judge: (limits: RateLimits, reading: Reading, circumstances: Circumstances) => Verdict,
): Check {
  return {
    id,
    suite: 'rate-limit-headers',
    level: 'must',
    needs: WHATEVER_WAS_SENT,
    title,
    explanation,
    notApplicable: unlessQuotaHeaders,
    ...eachExchange('must', (reading, circumstances) => {
      const limits = circumstances.contract.interface.rateLimits;
      return limits === undefined ? IRRELEVANT : judge(limits, reading, circumstances);
    }),
  };
}

/** In a run, all limits on the key belong to one plan; of others' traffic nobody knows who shares a plan. */
const planCheck: Check = {
  ...check(
    'rate-limit-headers.plan',
    "the limit is one of the plan's",
    "On answers to the valid key the limit is one of the declared plan's quotas, per minute or per day; without --plan one of any documented plan, and all of them of the same one. Custom plans have no numbers to compare. The limit of requests without a key is open.",
    (limits, reading, { capabilities }) => planVerdict(limits, capabilities.plan, limits.plans, reading),
  ),
  judge: (run) => {
    const limits = run.contract.interface.rateLimits;
    if (limits === undefined) return { kind: 'not-applicable', reason: 'the document states no rate limit' };
    if (run.capabilities.plan?.kind === 'custom')
      return { kind: 'not-applicable', reason: 'the declared plan has no numbers in the document' };
    const plans = plansOf(limits, run);
    return judgeEach('must', run.readings, (reading) =>
      planVerdict(limits, run.capabilities.plan, plans, reading),
    );
  },
};

export const rateLimitHeaderChecks: readonly Check[] = [
  check(
    'rate-limit-headers.present',
    'every answer carries the rate-limit fields',
    'Every answer that the document shows, also 400 and 401, carries the documented fields, and so do successes and 401 of operations that are only named; a 404 of one that the service may not have is judged where it carries a part of them. Answers to requests outside of the document are only observed.',
    (limits, reading) => presentVerdict(limits, reading),
  ),
  check(
    'rate-limit-headers.single',
    'each rate-limit field occurs once',
    'None of the fields stands on several lines of the same answer: clients take the first or the last one, or join them.',
    (limits, reading) => singleVerdict(limits, reading),
  ),
  check(
    'rate-limit-headers.limit',
    'the limit is a positive integer',
    'The field that names the limit holds a decimal integer above 0.',
    (limits, reading) => limitVerdict(limits, reading),
  ),
  planCheck,
  check(
    'rate-limit-headers.remaining',
    'the remaining requests are an integer between 0 and the limit',
    'The field holds a decimal integer, at least 0 and at most the limit of the same answer.',
    (limits, reading) => remainingVerdict(limits, reading),
  ),
  check(
    'rate-limit-headers.reset',
    'the reset is a plausible point in time',
    "The field has its documented form and lies not before the answer's own Date (2 s slack) and not after it by more than the longest window. This machine's clock is never used.",
    (limits, reading) => resetVerdict(limits, reading),
  ),
  {
    id: 'rate-limit-headers.falls',
    suite: 'rate-limit-headers',
    level: 'must',
    needs: WHATEVER_WAS_SENT,
    title: 'the remaining requests fall as requests are made',
    explanation:
      'While requests go one after the other within a window, the remaining requests go down overall. Single steps, several windows, refill, other users of the key and nodes that count apart conform; a value that never changes, or that grows with every request, does not.',
    notApplicable: unlessQuotaHeaders,
    judge: judgeFalling,
    foreign: saysNothing('it takes every request on the key within a window, in their order'),
  },
];
