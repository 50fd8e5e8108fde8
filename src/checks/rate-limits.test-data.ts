import type { HeaderLine } from '../http/exchange.ts';
import { type CheckRow, failure, refused, row } from './check-rows.test-data.ts';
import { EPOCH_MS, quota, type Sample } from './exchange.test-data.ts';
import { OVER_LIMIT_PROBE, RECOVERY_PROBE } from './limits/over-limit.ts';

const RESET_S = 60;
const list = (headers: readonly HeaderLine[], sample: Partial<Sample> = {}): Sample => ({
  path: '/books',
  body: '[]',
  headers,
  ...sample,
});
const left = (remaining: number | string, sample: Partial<Sample> = {}): Sample =>
  list(quota(100, remaining, RESET_S), sample);
const reset = (value: number | string): Sample =>
  list([...quota(100, 9, 0).slice(0, 2), ['X-RateLimit-Reset', String(value)]]);
const now = EPOCH_MS / 1000;
const header = (name: string, check: string, value: string): CheckRow =>
  row(check, 'fail', `${name}: ${value}`, [
    list(quota(100, 9, RESET_S).map(([each, old]): HeaderLine => [each, each === name ? value : old])),
  ]);
const READER = {
  kind: 'fixed',
  id: 'reader',
  title: 'Reader',
  quotas: [{ window: 'minute', windowS: 60, limit: 5 }],
} as const;
const series = (values: readonly number[]): readonly Sample[] => values.map((remaining) => left(remaining));
const count = (length: number, of: (index: number) => number): readonly number[] =>
  Array.from({ length }, (_, i) => of(i));

const DAILY = {
  kind: 'fixed',
  id: 'daily',
  title: 'Daily',
  quotas: [{ window: 'day', windowS: 86_400, limit: 100 }],
} as const;
const RISING = count(30, (i) => i + 1).map((remaining, i) => left(remaining, { atMs: i * 1_000 }));

const windowOf = (
  resetS: number,
  remaining: readonly number[] = count(30, (i) => 99 - i),
): readonly Sample[] => remaining.map((value) => list(quota(100, value, resetS)));

export const rateLimitHeaderRows: readonly CheckRow[] = [
  row('rate-limit-headers.present', 'pass', 'on a list', [left(9)]),
  row('rate-limit-headers.present', 'pass', 'in lower case, on a 401', [
    refused(401, {
      credential: { kind: 'none' },
      headers: quota(100, 9, RESET_S).map(([name, value]): HeaderLine => [name.toLowerCase(), value]),
    }),
  ]),
  row('rate-limit-headers.present', 'inconclusive', 'missing outside of the document', [
    { path: '/nowhere', status: 404 },
  ]),
  row(
    'rate-limit-headers.present',
    'inconclusive',
    'missing where an operation that is only named is not there',
    [
      { path: '/shelves/1', status: 404 },
      { path: '/shelves/1', status: 501, credential: { kind: 'none' } },
    ],
  ),
  row('rate-limit-headers.present', 'pass', 'on an operation that is only named', [
    { path: '/shelves/1', headers: quota(100, 9, RESET_S) },
  ]),
  row('rate-limit-headers.present', 'fail', 'none on an operation that is only named and served', [
    { path: '/shelves/1' },
  ]),
  row('rate-limit-headers.present', 'fail', 'none on a 401 of an operation that is only named', [
    refused(401, { path: '/shelves/1', credential: { kind: 'none' }, headers: [] }),
  ]),
  row('rate-limit-headers.present', 'fail', 'two of three on a 404 of an operation that is only named', [
    { path: '/shelves/1', status: 404, headers: quota(100, 9, RESET_S).slice(1) },
  ]),
  row('rate-limit-headers.present', 'fail', 'no Reset', [list(quota(100, 9, RESET_S).slice(0, 2))]),
  row('rate-limit-headers.present', 'fail', 'none on a 400', [
    refused(400, { sends: '{}', body: failure(400), headers: [] }),
  ]),
  row('rate-limit-headers.single', 'pass', 'once', [left(9)]),
  row('rate-limit-headers.single', 'fail', 'twice', [
    list([...quota(100, 9, RESET_S), ...quota(100, 8, RESET_S)]),
  ]),
  row('rate-limit-headers.limit', 'pass', 'an integer', [left(9)]),
  ...['ten', '0', '-1', '100.0', '100, 100;w=60'].map((value) =>
    header('X-RateLimit-Limit', 'rate-limit-headers.limit', value),
  ),
  row('rate-limit-headers.plan', 'pass', 'the number of a minute', [left(9)]),
  row('rate-limit-headers.plan', 'pass', 'the number of a day', [list(quota(1000, 900, 40_000))]),
  row('rate-limit-headers.plan', 'pass', 'the number of the declared plan', [list(quota(5, 4, RESET_S))], {
    capabilities: { plan: READER },
  }),
  row('rate-limit-headers.plan', 'pass', 'minute and day of one plan', [
    left(9),
    list(quota(1000, 900, 40_000)),
  ]),
  row('rate-limit-headers.plan', 'fail', 'the numbers of two plans', [left(9), list(quota(5, 4, RESET_S))]),
  row('rate-limit-headers.plan', 'fail', 'the number of no plan', [list(quota(99, 9, RESET_S))]),
  row('rate-limit-headers.plan', 'fail', 'the number of another plan', [left(9)], {
    capabilities: { plan: READER },
  }),
  row('rate-limit-headers.plan', 'inconclusive', 'any number without a valid key', [
    refused(401, { credential: { kind: 'none' }, headers: quota(99, 9, RESET_S) }),
  ]),
  row(
    'rate-limit-headers.plan',
    'not-applicable',
    'any number of a custom plan',
    [list(quota(99, 9, RESET_S))],
    {
      capabilities: { plan: { kind: 'custom', id: 'branch', title: 'Branch' } },
    },
  ),
  row('rate-limit-headers.remaining', 'pass', 'between 0 and the limit', [left(0), left(100)]),
  ...['-1', '101', '9.5', 'many'].map((value) =>
    header('X-RateLimit-Remaining', 'rate-limit-headers.remaining', value),
  ),
  row('rate-limit-headers.reset', 'pass', 'within the minute', [reset(now + 60)]),
  row('rate-limit-headers.reset', 'pass', 'within the day', [reset(now + 86_400)]),
  row('rate-limit-headers.reset', 'pass', 'just over, as others round', [reset(now - 1)]),
  row('rate-limit-headers.reset', 'pass', 'on a clock that is ten minutes slow', [
    list([['Date', new Date(EPOCH_MS - 600_000).toUTCString()], ...quota(100, 9, 30 - 600)]),
  ]),
  ...[now - 30, now + 90_000, 60, now * 1000].map((value) =>
    row('rate-limit-headers.reset', 'fail', `X-RateLimit-Reset: ${value}`, [reset(value)]),
  ),
  row('rate-limit-headers.reset', 'fail', 'a date', [reset(new Date(EPOCH_MS).toUTCString())]),
  row('rate-limit-headers.window', 'pass', 'a minute from the first request on', windowOf(60)),
  row('rate-limit-headers.window', 'fail', 'ninety seconds', windowOf(90)),
  row(
    'rate-limit-headers.window',
    'inconclusive',
    'to the end of the next minute of the clock',
    windowOf(80),
  ),
  row('rate-limit-headers.window', 'inconclusive', 'two minutes, of which some is given back', [
    ...windowOf(120),
    list([...quota(100, 0, 120), ['Retry-After', '61']], { status: 429 }),
  ]),
  row('rate-limit-headers.window', 'fail', 'two minutes, of which a refusal rests for all', [
    ...windowOf(120),
    list([...quota(100, 0, 120), ['Retry-After', '120']], { status: 429 }),
  ]),
  row('rate-limit-headers.window', 'fail', 'an hour', windowOf(3_600)),
  row(
    'rate-limit-headers.window',
    'inconclusive',
    'eighty seconds, of a window that was used before',
    windowOf(
      80,
      count(30, (i) => 90 - i),
    ),
  ),
  row(
    'rate-limit-headers.window',
    'inconclusive',
    'eighty seconds, of a counter that lags',
    windowOf(
      80,
      count(30, (i) => 99 - Math.floor(i / 2)),
    ),
  ),
  row('rate-limit-headers.window', 'inconclusive', 'the minute in one plan, a day in another', windowOf(80), {
    capabilities: { plan: DAILY },
  }),
  row('rate-limit-headers.falls', 'pass', 'one by one', series(count(30, (i) => 99 - i))),
  row(
    'rate-limit-headers.falls',
    'pass',
    'on two nodes, up and down',
    series(count(30, (i) => 99 - (i % 2 === 0 ? i : 0) + 0 - (i % 2) * 3)),
  ),
  row(
    'rate-limit-headers.falls',
    'pass',
    'over the edge of a window',
    series([...count(10, (i) => 20 - i), ...count(10, (i) => 99 - i)]),
  ),
  row('rate-limit-headers.falls', 'inconclusive', 'too few requests', series(count(6, () => 50))),
  row('rate-limit-headers.falls', 'fail', 'it never changes', series(count(30, () => 99))),
  row('rate-limit-headers.falls', 'fail', 'it counts up', series(count(30, (i) => i + 1))),
  row('rate-limit-headers.falls', 'fail', 'it counts up, and refusals lie between what is accepted', [
    ...count(4, (i) => i + 1).map((n) => left(n, { atMs: n * 160 })),
    ...count(25, (i) => i + 5).map((n) =>
      refused(400, { sends: '{}', headers: quota(100, n, RESET_S), atMs: n * 160 }),
    ),
    ...count(40, (i) => i + 30).map((n) => left(n, { atMs: n * 160 })),
  ]),
  row('rate-limit-headers.falls', 'fail', 'it counts up, from refusals behind a rest on', [
    ...count(4, (i) => i + 1).map((n) => left(n, { atMs: n * 160 })),
    ...count(25, (i) => i + 5).map((n) =>
      refused(400, { sends: '{}', headers: quota(100, n, RESET_S), atMs: n * 160 + 4_000 }),
    ),
    ...count(40, (i) => i + 30).map((n) => left(n, { atMs: n * 160 + 4_000 })),
  ]),
  row('rate-limit-headers.falls', 'fail', 'it counts up, and HEAD is not counted', [
    ...series(count(15, (i) => i + 1)),
    left(15, { method: 'HEAD' }),
    ...series(count(15, (i) => i + 16)),
  ]),
  // 100 a minute in one plan, a day in the declared one: no refill explains a rise of 29 in half a minute.
  row('rate-limit-headers.falls', 'not-applicable', 'it rises slower than a minute refills', RISING),
  row('rate-limit-headers.falls', 'fail', 'it rises faster than a day refills', RISING, {
    capabilities: { plan: DAILY },
  }),
];

const minute = (retryAfter: string | undefined, remaining: number, sample: Partial<Sample> = {}): Sample =>
  refused(429, {
    headers: [
      ...quota(100, remaining, RESET_S),
      ...(retryAfter === undefined ? [] : [['Retry-After', retryAfter] as const]),
    ],
    ...sample,
  });
const USED_UP = series([2, 1, 0]);
/** All of a window, counted request by request from its first one. */
const EXACT = series(count(100, (i) => 99 - i));
/** The same with one step of two, as where someone else uses the key or a counter has lagged. */
const INEXACT = series(count(100, (i) => Math.max(0, 99 - i - (i > 50 ? 1 : 0))));
const refusalWith = (headers: readonly HeaderLine[], retryAfter = '50'): Sample =>
  refused(429, { headers: [...headers, ['Retry-After', retryAfter]] });
const FIRST_REFUSAL = 'rate-limit-enforcement.first-refusal';
const AT_REFUSAL = 'rate-limit-enforcement.remaining-at-refusal';
const ALL_REFUSED = 'rate-limit-enforcement.not-early';
const over = (sample: Partial<Sample>): Sample => left(0, { probe: OVER_LIMIT_PROBE, ...sample });
const recovery = (sample: Sample, atMs: number): Sample => ({ ...sample, probe: RECOVERY_PROBE, atMs });
const REFUSED = minute('60', 0);
const RECOVERY = 'rate-limit-enforcement.recovery';
const REFUSED_ONCE = [...USED_UP, minute('1', 0), recovery(minute('1', 0), 2_500), recovery(left(1), 5_000)];
const FROM_FRESH = series(count(100, (i) => 99 - i));
const REFUSED_TWICE = [...FROM_FRESH, minute('30', 0), recovery(minute('30', 0), 31_500)];
const DATE = new Date(EPOCH_MS + 60_000).toUTCString();
const served = (length: number, apartMs: number): readonly Sample[] =>
  count(length, (i) => 300 + i * apartMs).map((atMs) => over({ atMs }));

export const rateLimitEnforcementRows: readonly CheckRow[] = [
  row('rate-limit-enforcement.refusal', 'pass', '429 after the last request', [...USED_UP, REFUSED]),
  row('rate-limit-enforcement.refusal', 'pass', '429 after one more was served: a refill', [
    ...USED_UP,
    over({}),
    REFUSED,
  ]),
  row('rate-limit-enforcement.refusal', 'inconclusive', 'a few served within the lag of a counter', [
    ...USED_UP,
    ...served(12, 20),
  ]),
  row('rate-limit-enforcement.refusal', 'fail', 'one more was served by a counter that was exact', [
    ...EXACT,
    over({ atMs: 10_400 }),
    { ...REFUSED, atMs: 10_600 },
  ]),
  row('rate-limit-enforcement.refusal', 'pass', 'one more was served by a counter that had not been exact', [
    ...INEXACT,
    over({ atMs: 10_400 }),
    { ...REFUSED, atMs: 10_600 },
  ]),
  row(
    'rate-limit-enforcement.refusal',
    'pass',
    'one more was served sooner than any before, by a counter that may lag',
    [...EXACT, over({ atMs: 9_920 }), { ...REFUSED, atMs: 10_600 }],
  ),
  row(
    'rate-limit-enforcement.refusal',
    'fail',
    'one more was served by a counter that was exact around a 431',
    [
      ...EXACT.slice(0, 50),
      { path: '/books', status: 431, body: '' },
      ...EXACT.slice(50),
      over({ atMs: 10_600 }),
      { ...REFUSED, atMs: 10_800 },
    ],
  ),
  row('rate-limit-enforcement.refusal', 'fail', 'one more was counted, from all that was left on', [
    ...series(count(101, (i) => 100 - i)),
    { ...REFUSED, atMs: 10_600 },
  ]),
  row('rate-limit-enforcement.refusal', 'pass', 'a field that leaves out the request itself', [
    ...series(count(100, (i) => 100 - i)),
    { ...REFUSED, atMs: 10_600 },
  ]),
  row('rate-limit-enforcement.refusal', 'inconclusive', 'nothing went over', series([30, 29])),
  row('rate-limit-enforcement.refusal', 'not-testable', 'nothing may go over', series([30, 29]), {
    capabilities: { exhaust: false },
  }),
  row('rate-limit-enforcement.refusal', 'fail', '403', [
    ...USED_UP,
    refused(403, { headers: quota(100, 0, RESET_S) }),
  ]),
  row('rate-limit-enforcement.refusal', 'fail', '503', [
    ...USED_UP,
    refused(503, { headers: quota(100, 0, RESET_S) }),
  ]),
  row('rate-limit-enforcement.refusal', 'fail', '200 with an error', [
    ...USED_UP,
    over({ body: failure(429) }),
  ]),
  row('rate-limit-enforcement.refusal', 'fail', 'never', [left(99), ...USED_UP, ...served(16, 160)]),
  row(
    'rate-limit-enforcement.refusal',
    'fail',
    'more than twice the limit of the declared plan, each one counted',
    count(12, (i) => i).map((i) => list(quota(1000, 990 - i, RESET_S), { atMs: i * 1_000 })),
    { capabilities: { plan: READER } },
  ),
  row(
    'rate-limit-enforcement.refusal',
    'inconclusive',
    'twice the limit of the declared plan, as at the turn of a minute',
    count(11, (i) => i).map((i) => list(quota(1000, 990 - i, RESET_S), { atMs: i * 1_000 })),
    { capabilities: { plan: READER } },
  ),
  row(
    'rate-limit-enforcement.refusal',
    'inconclusive',
    'more than twice the limit of the declared plan, given back in part',
    count(12, (i) => i).map((i) => list(quota(1000, 990 - (i % 4), RESET_S), { atMs: i * 1_000 })),
    { capabilities: { plan: READER } },
  ),
  row('rate-limit-enforcement.refusal', 'inconclusive', 'served while earlier requests may leave a log', [
    ...USED_UP,
    ...served(16, 160),
  ]),
  row('rate-limit-enforcement.not-early', 'pass', '429 after the last request', [...USED_UP, REFUSED]),
  row('rate-limit-enforcement.not-early', 'inconclusive', '429 of the day behind fields of the minute', [
    left(90),
    minute('40000', 89),
  ]),
  row('rate-limit-enforcement.not-early', 'inconclusive', '429 long after the answer before', [
    left(90),
    { ...REFUSED, atMs: 5_000 },
  ]),
  row('rate-limit-enforcement.not-early', 'inconclusive', '429 of a node that was used up', [
    left(0),
    left(60),
    REFUSED,
  ]),
  row('rate-limit-enforcement.not-early', 'fail', '429 while 90 remain', [
    left(91),
    left(90),
    minute('60', 89),
  ]),
  row(ALL_REFUSED, 'fail', 'refused again with 99 left, after the wait', [
    minute('2', 99),
    minute('2', 99, { atMs: 3_100 }),
  ]),
  row(ALL_REFUSED, 'fail', 'refused again with all of the day left, after the wait', [
    refusalWith(quota(1000, 1000, 40_000), '2'),
    { ...refusalWith(quota(1000, 1000, 40_000), '2'), atMs: 3_100 },
  ]),
  row(ALL_REFUSED, 'inconclusive', 'refused again with 99 left, within the wait', [
    minute('60', 99),
    minute('60', 99, { atMs: 3_100 }),
  ]),
  row(ALL_REFUSED, 'inconclusive', 'refused again while someone else uses the day up, which is shown', [
    refusalWith(quota(1000, 900, 40_000), '2'),
    { ...refusalWith(quota(1000, 899, 40_000), '2'), atMs: 3_100 },
  ]),
  row(ALL_REFUSED, 'fail', 'refused again with 98 left, as refusals count', [
    minute('2', 99),
    minute('2', 98, { atMs: 3_100 }),
  ]),
  row(ALL_REFUSED, 'inconclusive', 'refused again with 99 left, after a wait that was rounded down', [
    minute('2', 99),
    minute('2', 99, { atMs: 2_100 }),
  ]),
  row(ALL_REFUSED, 'inconclusive', 'refused again with less left than a request may cost', [
    minute('2', 4),
    minute('2', 4, { atMs: 3_100 }),
  ]),
  row('rate-limit-enforcement.retry-after', 'pass', 'seconds', [REFUSED]),
  row('rate-limit-enforcement.retry-after', 'pass', 'a date', [minute(DATE, 0)]),
  row('rate-limit-enforcement.retry-after', 'pass', 'a date that ends in -0000', [
    minute(DATE.replace('GMT', '-0000'), 0),
  ]),
  row('rate-limit-enforcement.retry-after-unit', 'warn', 'a date that ends in -0000', [
    minute(DATE.replace('GMT', '-0000'), 0),
  ]),
  row('rate-limit-enforcement.retry-after', 'pass', 'zero', [minute('0', 0)]),
  row('rate-limit-enforcement.retry-after', 'fail', 'missing', [minute(undefined, 0)]),
  ...['2.997', '-1', 'soon', '2030-03-17T17:46:40Z', '60s'].map((value) =>
    row('rate-limit-enforcement.retry-after', 'fail', `Retry-After: ${value}`, [minute(value, 0)]),
  ),
  row('rate-limit-enforcement.retry-after-unit', 'pass', 'seconds', [...USED_UP, REFUSED]),
  row('rate-limit-enforcement.retry-after-unit', 'pass', 'a date', [...USED_UP, minute(DATE, 0)]),
  row('rate-limit-enforcement.retry-after-unit', 'pass', 'the rest of the day', [
    ...USED_UP,
    minute('43210', 0),
  ]),
  row('rate-limit-enforcement.retry-after-unit', 'inconclusive', 'the day refuses, the minute is shown', [
    left(15),
    minute('59000', 14),
  ]),
  row('rate-limit-enforcement.retry-after-unit', 'warn', 'the milliseconds to the reset', [
    ...USED_UP,
    minute('59000', 0),
  ]),
  row('rate-limit-enforcement.refusal-headers', 'pass', 'all three', [REFUSED]),
  row('rate-limit-enforcement.refusal-headers', 'fail', 'none', [
    refused(429, { headers: [['Retry-After', '60']] }),
  ]),
  row('rate-limit-enforcement.remaining-at-refusal', 'pass', 'zero', [...USED_UP, REFUSED]),
  row('rate-limit-enforcement.remaining-at-refusal', 'pass', 'as many as before: another limiter refuses', [
    left(15),
    minute('20', 15),
  ]),
  row('rate-limit-enforcement.remaining-at-refusal', 'inconclusive', 'many of another window', [
    ...USED_UP,
    refused(429, { headers: [...quota(1000, 900, 40_000), ['Retry-After', '60']] }),
  ]),
  row('rate-limit-enforcement.remaining-at-refusal', 'fail', 'many, after zero', [
    ...USED_UP,
    minute('60', 50),
  ]),
  row(AT_REFUSAL, 'fail', 'one, after zero of a counter that was exact', [...EXACT, minute('50', 1)]),
  row(AT_REFUSAL, 'pass', 'one, after zero of a counter that was not', [...INEXACT, minute('50', 1)]),
  row(AT_REFUSAL, 'fail', 'one, at which a counter that was exact stood still', [
    ...series(count(100, (i) => Math.max(1, 99 - i))),
    minute('50', 1, { atMs: 10_600 }),
  ]),
  row(AT_REFUSAL, 'pass', 'one, at which a counter stood still that had not been exact', [
    ...series(count(100, (i) => Math.max(1, 99 - i - (i > 50 ? 1 : 0)))),
    minute('50', 1, { atMs: 10_600 }),
  ]),
  row(AT_REFUSAL, 'pass', 'one, which someone else may have used', [
    ...series(count(99, (i) => 99 - i)),
    minute('50', 1, { atMs: 10_600 }),
  ]),
  row(AT_REFUSAL, 'fail', 'the limit of the day with the reset of the minute', [
    ...EXACT,
    refusalWith(quota(1000, 0, RESET_S)),
  ]),
  row(AT_REFUSAL, 'pass', 'the limit of the day with a reset of its own', [
    ...EXACT,
    refusalWith(quota(1000, 0, 40_000), '40000'),
  ]),
  row(AT_REFUSAL, 'fail', 'a reset before the end of the wait', [...EXACT, refusalWith(quota(100, 0, 15))]),
  row(AT_REFUSAL, 'pass', 'a reset at the end of a short block', [
    ...EXACT,
    refusalWith(quota(100, 0, 20), '10'),
  ]),
  row(AT_REFUSAL, 'fail', 'a later reset, and a request served before it', [
    ...EXACT,
    refusalWith(quota(100, 0, 90)),
    recovery(list(quota(100, 99, 121)), 61_500),
  ]),
  row(AT_REFUSAL, 'pass', 'a later reset that was meant', [
    ...EXACT,
    refusalWith(quota(100, 0, 70), '60'),
    recovery(list(quota(100, 99, 131)), 71_500),
  ]),
  row(FIRST_REFUSAL, 'pass', 'to the end of the window', [...USED_UP, REFUSED]),
  row(FIRST_REFUSAL, 'pass', 'a whole window from the refusal on', [
    ...EXACT,
    refusalWith(quota(100, 0, 70), '60'),
  ]),
  row(FIRST_REFUSAL, 'warn', 'three windows', [...USED_UP, refusalWith(quota(100, 0, 180), '180')]),
  row(FIRST_REFUSAL, 'warn', 'ten minutes, which the wait alone tells', [...USED_UP, minute('600', 0)]),
  row(FIRST_REFUSAL, 'inconclusive', 'the rest of the day, of which the fields speak then', [
    ...USED_UP,
    refusalWith(quota(1000, 0, 40_000), '40000'),
  ]),
  row(FIRST_REFUSAL, 'inconclusive', 'the rest of the day, while some of the minute are left', [
    left(15),
    minute('40000', 15),
  ]),
  row(RECOVERY, 'pass', 'accepted', [...USED_UP, REFUSED, recovery(left(99), 61_500)]),
  row(RECOVERY, 'inconclusive', 'refused while someone else uses the key', [
    ...series([50, 40, 30, 20]),
    REFUSED,
    recovery(REFUSED, 61_500),
  ]),
  row(RECOVERY, 'inconclusive', 'refused once, where a token came back meanwhile', REFUSED_ONCE),
  row(RECOVERY, 'fail', 'refused once, where nobody else uses the key', REFUSED_ONCE, {
    capabilities: { exclusive: true },
  }),
  row(RECOVERY, 'inconclusive', 'refused within a window that was used before the run', [
    ...USED_UP,
    minute('30', 0),
    recovery(minute('30', 0), 31_500),
    recovery(left(99), 63_000),
  ]),
  row(RECOVERY, 'fail', 'refused within a window that was fresh', [
    ...REFUSED_TWICE,
    recovery(left(99), 63_000),
  ]),
  row(RECOVERY, 'inconclusive', 'refused until a few came back, as from a log', [
    ...REFUSED_TWICE,
    recovery(left(2), 63_000),
  ]),
  row(RECOVERY, 'fail', 'refused after a whole window', [
    ...USED_UP,
    REFUSED,
    recovery(minute('60', 0), 61_500),
    recovery(left(99), 123_000),
  ]),
  row(RECOVERY, 'fail', 'no answer, twice', [
    ...USED_UP,
    REFUSED,
    recovery(left(99, { fails: 'the connection was closed', superseded: true }), 61_500),
    recovery(left(99, { fails: 'the connection was closed', repeats: 'x5' }), 61_600),
  ]),
  row(RECOVERY, 'inconclusive', 'no answer, once', [
    ...USED_UP,
    REFUSED,
    recovery(left(99, { fails: 'the connection was closed' }), 61_500),
  ]),
  row(RECOVERY, 'pass', 'an answer after one that was lost', [
    ...USED_UP,
    REFUSED,
    recovery(left(99, { fails: 'the connection was closed', superseded: true }), 61_500),
    recovery(left(99, { repeats: 'x5' }), 61_600),
  ]),
  row(RECOVERY, 'fail', '403', [...USED_UP, REFUSED, recovery(refused(403), 61_500)]),
];
