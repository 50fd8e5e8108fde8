import { honestCreate, honestTooMany, honestValidate, jsonContent } from '../honest-traits.ts';
import {
  blocking,
  blockingFor,
  extending,
  fixedAligned,
  gcra,
  lateCounting,
  nodes,
  slidingCounter,
  slidingCounterFull,
  sharedKey,
  slidingLog,
  steppedBucket,
  tokenBucket,
  twoWindows,
} from '../limiters.ts';
import { conforming, type ConformingMember } from '../member.ts';
import type { Answer, Call, Service } from '../traits.ts';
import type { Usage } from '../limiters.ts';

const seconds = (waitMs: number): number => Math.ceil(waitMs / 1000);

function creatingAllTheSame(usage: Usage, call: Call, service: Service): Answer {
  const reading = call.operation === 'createCategory' ? service.traits.readBody(call, service) : undefined;
  const verdict = reading?.ok === true ? honestValidate(reading.value, call, service) : undefined;
  if (verdict?.ok === true) honestCreate(verdict.input, call, service);
  return honestTooMany(usage, call, service);
}

/** How requests are counted, and what a refusal for too many looks like. */
export const conformingLimits: readonly ConformingMember[] = conforming('limits', [
  {
    name: 'window-of-the-clock',
    title: 'windows are the minutes of the clock',
    traits: { meter: fixedAligned },
  },
  {
    name: 'sliding-log',
    title: 'a sliding log; Reset is when the oldest request leaves it',
    traits: { meter: slidingLog('oldest-leaves') },
  },
  {
    name: 'sliding-log-full',
    title: 'a sliding log; Reset is when all requests have left it',
    traits: { meter: slidingLog('all-left') },
  },
  { name: 'sliding-counter', title: 'a weighted sliding counter', traits: { meter: slidingCounter } },
  {
    name: 'sliding-counter-full',
    title: 'a weighted sliding counter; Reset is when nothing of the current minute counts any more',
    traits: { meter: slidingCounterFull },
  },
  {
    name: 'token-bucket-next',
    title: 'a token bucket; Reset is the next token',
    traits: { meter: tokenBucket('next-token') },
  },
  {
    name: 'token-bucket-full',
    title: 'a token bucket; Reset is the full bucket',
    traits: { meter: tokenBucket('full') },
  },
  { name: 'stepped-bucket', title: 'a bucket that is filled in steps', traits: { meter: steppedBucket } },
  { name: 'gcra', title: 'GCRA; Retry-After comes long before Reset', traits: { meter: gcra } },
  {
    name: 'minute-and-day-minute-shown',
    title: 'two windows, the headers speak of the minute',
    traits: { meter: twoWindows(1000, 'minute') },
  },
  {
    name: 'minute-and-day-day-shown',
    title: 'two windows, the headers speak of the day',
    traits: { meter: twoWindows(1000, 'day') },
  },
  {
    name: 'minute-and-day-refusing-shown',
    title: 'two windows, a 429 speaks of the minute and all else of the day',
    traits: { meter: twoWindows(1000, 'refusing') },
  },
  {
    name: 'day-nearly-used-up',
    title: 'two windows, the tighter one is shown, so that Limit changes on the way',
    traits: { meter: twoWindows(1000, 'tightest', 915) },
  },
  {
    name: 'two-nodes-counting',
    title: 'two nodes that each count for themselves',
    traits: { meter: nodes(2, tokenBucket('full')) },
  },
  {
    name: 'late-counter',
    title: 'requests are counted 30 ms after they came',
    traits: { meter: lateCounting(30) },
  },
  {
    name: 'late-counter-slow',
    title: 'requests are counted 120 ms after they came, and each takes 40 ms',
    traits: { meter: lateCounting(120), latencyMs: () => 40 },
  },
  {
    name: 'blocks-for-ten-seconds',
    title: 'the request over the limit starts a block of ten seconds, and then a window of its own',
    traits: { meter: blockingFor(10_000) },
  },
  {
    name: 'blocks-for-a-window',
    title: 'the request over the limit starts a block',
    traits: { meter: blocking },
  },
  {
    name: 'refusals-extend',
    title: 'each request over the limit starts the window anew',
    traits: { meter: extending },
  },
  {
    name: 'refunds-failures',
    title: 'a request that was refused is given back',
    traits: { refunds: (status) => status >= 400 },
  },
  {
    name: 'refunds-creations',
    title: 'a creation is given back, only reading counts',
    traits: { refunds: (status) => status === 201 },
  },
  {
    name: 'refused-keys-not-counted',
    title: 'only requests with a valid key are counted at all',
    traits: { counts: (call) => call.credential === 'valid' },
  },
  {
    name: 'limit-after-key-and-body',
    title: 'the limit is looked at last',
    traits: { order: ['authenticate', 'route', 'read', 'limit'] },
  },
  {
    name: 'small-allowance-without-key',
    title: 'twenty requests a minute for an address without a key',
    traits: { allowanceWithoutKey: 20 },
  },
  {
    name: 'tiny-allowance-without-key',
    title: 'five requests a minute for an address without a key',
    traits: { allowanceWithoutKey: 5 },
  },
  {
    name: 'retry-after-date',
    title: 'Retry-After as an HTTP-date',
    traits: { retryAfter: (waitMs, nowMs) => new Date(seconds(nowMs + waitMs) * 1000).toUTCString() },
  },
  {
    name: 'retry-after-generous',
    title: 'Retry-After five seconds longer than needed',
    traits: { retryAfter: (waitMs) => String(seconds(waitMs) + 5) },
  },
  {
    name: 'retry-after-floor',
    title: 'Retry-After rounded down, down to 0',
    traits: { retryAfter: (waitMs) => String(Math.floor(waitMs / 1000)) },
  },
  {
    name: 'retry-after-padded',
    title: 'Retry-After with leading zeros',
    traits: { retryAfter: (waitMs) => String(seconds(waitMs)).padStart(5, '0') },
  },
  {
    name: 'too-many-html',
    title: '429 with an HTML page',
    traits: {
      tooManyContent: () => ({
        kind: 'raw',
        mediaType: 'text/html',
        bytes: '<h1>429 Too Many Requests</h1>',
      }),
    },
  },
  {
    name: 'too-many-empty',
    title: '429 without a body',
    traits: { tooManyContent: () => ({ kind: 'none' }) },
  },
  {
    name: 'too-many-other-shape',
    title: '429 with JSON of another shape',
    traits: {
      tooManyContent: () => jsonContent({ error: 'slow down', documentation: 'https://example.org/limits' }),
    },
  },
  {
    name: 'refusals-create',
    title: 'a creation over the limit gets 429 and is stored: the document does not say what a 429 changes',
    traits: { tooMany: creatingAllTheSame },
  },
  {
    name: 'key-shared',
    title: 'someone else uses the key as well: every third request there is another one',
    traits: { meter: sharedKey(3) },
  },
  { name: 'plan-pro', title: 'a key of the plan Pro', traits: { plan: 'pro' } },
  { name: 'plan-business', title: 'a key of the plan Business', traits: { plan: 'business' } },
  { name: 'bans-at-once', title: 'the first early request bans the key', traits: { banAfterEarly: 1 } },
  {
    name: 'reset-rounded-down',
    title: 'Reset is rounded down to the second',
    traits: { resetRounding: 'down' },
  },
]);
