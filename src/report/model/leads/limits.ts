import {
  deviates,
  all,
  says,
  onlyOn,
  onOneMethod,
  withoutKey,
  everyJudged,
  fieldNumber,
  type LeadRow,
} from './patterns.ts';

/** What may be behind a rate limit that is told or kept wrongly. */
export const limitLeads: readonly LeadRow[] = [
  {
    checks: ['rate-limit-headers.present'],
    fits: all(everyJudged),
    says: 'the fields may be named otherwise, or not be sent at all',
  },
  {
    checks: ['rate-limit-headers.present', 'rate-limit-enforcement.refusal-headers'],
    fits: onlyOn((status) => status === 429 || status === 503 || status === 420),
    says: 'the limiter may refuse before the fields are set',
  },
  {
    checks: ['rate-limit-headers.present'],
    fits: withoutKey,
    says: 'the fields may be set behind the authentication, which refuses before',
  },
  {
    checks: ['rate-limit-headers.present'],
    fits: onlyOn((status) => status >= 400),
    says: 'errors may leave by a way on which the fields are not set',
  },
  {
    checks: ['rate-limit-headers.present'],
    fits: all(
      onlyOn((status) => status < 400),
      ({ statuses, statusesSeen }) =>
        [...statusesSeen].every((status) => status >= 400 || statuses.has(status)),
    ),
    says: 'the fields may only be set where a request is refused',
  },
  {
    checks: ['rate-limit-headers.present'],
    fits: onlyOn((status) => status < 400),
    says: 'the fields may be set in some handlers and not in others',
  },
  {
    checks: ['rate-limit-headers.present'],
    fits: onOneMethod,
    says: 'the limiter may not be put in front of every operation',
  },
  {
    checks: ['rate-limit-headers.present'],
    fits: () => true,
    says: 'some of several nodes or connections may not set the fields',
  },
  {
    checks: ['rate-limit-enforcement.refusal-headers'],
    fits: () => true,
    says: 'the limiter may refuse before the fields are set',
  },
  {
    checks: ['rate-limit-headers.single'],
    fits: () => true,
    says: 'a gateway and the service may both set the fields',
  },
  {
    checks: ['rate-limit-headers.limit', 'rate-limit-headers.remaining', 'rate-limit-headers.reset'],
    fits: says(/undefined|NaN|null|Infinity/),
    says: 'the fields may be written from a variable that is not set there',
  },
  {
    checks: ['rate-limit-headers.plan'],
    fits: ({ finding }) => finding.values.length > 3,
    says: 'the limit may be what remains: are two fields swapped?',
  },
  {
    checks: ['rate-limit-headers.plan'],
    fits: () => true,
    says: 'the limit may be the one of another plan, or not be set from the plan at all',
  },
  {
    checks: ['rate-limit-headers.reset'],
    fits: (facts) => fieldNumber(facts) > 1e17,
    says: 'the time may be given in nanoseconds',
  },
  {
    checks: ['rate-limit-headers.reset'],
    fits: (facts) => fieldNumber(facts) > 1e11,
    says: 'the time may be given in milliseconds',
  },
  {
    checks: ['rate-limit-headers.reset'],
    fits: (facts) => fieldNumber(facts) > 0 && fieldNumber(facts) < 1e7,
    says: 'the seconds until the reset may be given in place of its time',
  },
  {
    checks: ['rate-limit-headers.reset'],
    fits: says(/ GMT|\d{4}-\d\d-\d\d/),
    says: 'the time may be written as a date',
  },
  {
    checks: ['rate-limit-headers.reset'],
    fits: says(/-\d+ s after/),
    says: 'the start of the window, or of the service, may be given in place of its end',
  },
  {
    checks: ['rate-limit-headers.remaining'],
    fits: says(/: -\d/),
    says: 'the count may go below zero where requests are refused, or where there is none',
  },
  {
    checks: ['rate-limit-headers.remaining'],
    fits: says(/: \d+\.\d/),
    says: 'the level of a token bucket may be written as it is',
  },
  {
    checks: ['rate-limit-headers.falls'],
    fits: says(/^it never changed: 0 /),
    says: 'the count may never be filled in',
  },
  {
    checks: ['rate-limit-headers.falls'],
    fits: says(/^it never changed/),
    says: 'the fields may be written from the plan and not from the counter',
  },
  {
    checks: ['rate-limit-headers.falls'],
    fits: says(/went up|grew|rises|rose/),
    says: 'the number of requests that were made may be given in place of those that remain',
  },
  {
    checks: ['rate-limit-headers.falls'],
    fits: () => true,
    says: 'the counter may not be the one that is told, or not be shared between processes',
  },
  {
    checks: ['rate-limit-enforcement.refusal'],
    fits: says(/more requests were served|^2\d\d .{0,60}after /),
    says: 'the limit may be told and not enforced, or the counter may not be shared between processes',
  },
  {
    checks: ['rate-limit-enforcement.refusal'],
    fits: deviates(
      'answered with 403',
      'answered with 503',
      'answered with 500',
      'answered with 400',
      'answered with 402',
      'answered with 420',
      'answered with 401',
    ),
    says: 'the limiter may answer with a status of its own',
  },
  {
    checks: ['rate-limit-enforcement.retry-after'],
    fits: says(/^no /),
    says: 'the limiter may not be set to send the field',
  },
  {
    checks: ['rate-limit-enforcement.retry-after'],
    fits: says(/: \d{10,}/),
    says: 'a point in time may be given in place of seconds',
  },
  {
    checks: ['rate-limit-enforcement.retry-after'],
    fits: () => true,
    says: 'the value may be written in a form that is neither whole seconds nor an HTTP-date',
  },
  {
    checks: ['rate-limit-enforcement.recovery'],
    fits: () => true,
    says: 'the wait that is told may be shorter than the one that is meant, or each refused request may begin it anew',
  },
  {
    checks: ['rate-limit-enforcement.not-early'],
    fits: () => true,
    says: 'another limit than the one that is told may refuse, such as a gateway in front',
  },
  {
    checks: ['rate-limit-enforcement.remaining-at-refusal'],
    fits: () => true,
    says: 'the count on a refusal may be that of another window or of another counter',
  },
];
