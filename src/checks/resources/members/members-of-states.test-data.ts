import { type CheckRow, row } from '../../check-rows.test-data.ts';
import { ask, type Sample } from '../../exchange.test-data.ts';

/** Rows about the values that go with a state, about values that have an order, and about sums: the document is that of the copies. */

const WHEN = '2030-01-02T03:04:05Z';

type Copy = { readonly state: string; readonly done?: string | null; readonly cancelled?: string | null };

const copy = ({ state, done = null, cancelled = null }: Copy): { readonly [member: string]: unknown } => ({
  id: '1',
  of: 'a',
  state,
  done_at: done,
  cancelled_at: cancelled,
});
const read = (one: Copy): Sample => ask('GET', '/copies/1', 200, copy(one));
const made = (one: Copy): Sample => ({ ...ask('POST', '/copies', 201, copy(one)), sends: '{"of":"a"}' });
const list = (...all: readonly Copy[]): Sample => ({
  method: 'GET',
  path: '/copies',
  status: 200,
  body: JSON.stringify(all.map(copy)),
});

function stateRow(shows: CheckRow['shows'], name: string, ...exchanges: readonly Sample[]): CheckRow {
  return row('resources.members-of-states', shows, name, exchanges, { document: 'copies' });
}

function orderRow(shows: CheckRow['shows'], name: string, ...exchanges: readonly Sample[]): CheckRow {
  return row('validation.order-of-values', shows, name, exchanges, { document: 'copies' });
}

const wanted = (from: string, until: string | undefined, status: number): Sample => ({
  ...ask('POST', '/copies', status, copy({ state: 'waiting' })),
  sends: JSON.stringify({ of: 'a', from, ...(until === undefined ? {} : { until }) }),
});

const takenOn = (taken: string, status: number): Sample => ({
  ...ask('POST', '/copies', status, copy({ state: 'waiting' })),
  sends: JSON.stringify({ of: 'a', taken }),
});

function alternativeRow(shows: CheckRow['shows'], name: string, of: object, status: number): CheckRow {
  const asked = { ...ask('POST', '/copies', status, copy({ state: 'waiting' })), sends: JSON.stringify(of) };
  return row('validation.alternatives', shows, name, [asked], { document: 'copies' });
}

function sumRow(
  shows: CheckRow['shows'],
  name: string,
  parts: readonly object[],
  pages: number | undefined,
): CheckRow {
  const shown = { ...copy({ state: 'waiting' }), parts, ...(pages === undefined ? {} : { pages }) };
  return row('resources.sums-hold', shows, name, [ask('GET', '/copies/1', 200, shown)], {
    document: 'copies',
  });
}

const EXTRAS = [
  { count: 2, price: '1.50' },
  { count: 1, price: '0.10' },
];

function costRow(shows: CheckRow['shows'], name: string, of: object): CheckRow {
  const shown = { ...copy({ state: 'waiting' }), ...of };
  return row('resources.sums-hold', shows, name, [ask('GET', '/copies/1', 200, shown)], {
    document: 'copies',
  });
}

export const stateMemberRows: readonly CheckRow[] = [
  alternativeRow('pass', 'both, refused', { of: 'a', tray: 2, feeder: true }, 400),
  alternativeRow('fail', 'both, taken', { of: 'a', tray: 2, feeder: true }, 201),
  alternativeRow('inconclusive', 'one of both', { of: 'a', tray: 2 }, 201),
  costRow('pass', 'a fee less a rebate', { fee: 5, rebate: 1.5, cost: 3.5 }),
  costRow('pass', 'a rebate of more than the fee', { fee: 5, rebate: 7, cost: 0 }),
  costRow('inconclusive', 'no fee', { cost: 3.5 }),
  costRow('pass', 'amounts in texts', { extras: EXTRAS, charged: '3.10' }),
  costRow('inconclusive', 'an amount that is no number', { extras: EXTRAS, charged: 'three' }),
  costRow('fail', 'amounts in texts, each of them once', { extras: EXTRAS, charged: '1.60' }),
  costRow('fail', 'a fee without the rebate', { fee: 5, rebate: 1.5, cost: 5 }),
  stateRow('pass', 'a new one has neither', made({ state: 'waiting' }), read({ state: 'waiting' })),
  stateRow('pass', 'one that is done', read({ state: 'done', done: WHEN })),
  stateRow('pass', 'one that is cancelled', read({ state: 'cancelled', cancelled: WHEN })),
  stateRow(
    'pass',
    'one that was done, and is archived',
    made({ state: 'waiting' }),
    read({ state: 'archived', done: WHEN }),
  ),
  stateRow('pass', 'all of a list', list({ state: 'done', done: WHEN }, { state: 'failed', done: WHEN })),
  stateRow('inconclusive', 'a refusal', ask('GET', '/copies/1', 404, {})),
  stateRow('fail', 'done without a moment', read({ state: 'done' })),
  stateRow('fail', 'a new one with the moment at which it is done', made({ state: 'waiting', done: WHEN })),
  stateRow('fail', 'cancelled without a moment', read({ state: 'cancelled' })),
  stateRow(
    'fail',
    'the moment of a cancellation without one',
    read({ state: 'done', done: WHEN, cancelled: WHEN }),
  ),
  stateRow('fail', 'one of a list', list({ state: 'done', done: WHEN }, { state: 'done' })),
  stateRow('fail', 'one that is left out of lists', list({ state: 'cancelled', cancelled: WHEN })),
  stateRow(
    'pass',
    'one that was cancelled a moment before',
    ask('POST', '/copies/1/cancel', 200, copy({ state: 'cancelled', cancelled: WHEN })),
    list({ state: 'cancelled', cancelled: WHEN }),
  ),
  orderRow('pass', 'a day to come is refused', takenOn('2099-01-15', 400)),
  orderRow('inconclusive', 'a day that has been', takenOn('2020-01-15', 201)),
  orderRow('fail', 'a day to come', takenOn('2099-01-15', 201)),
  orderRow('pass', 'refused', wanted('2030-02-01', '2030-01-01', 400)),
  orderRow('inconclusive', 'in order', wanted('2030-01-01', '2030-02-01', 201)),
  orderRow('inconclusive', 'too near to tell', wanted('2030-01-02', '2030-01-01', 201)),
  orderRow('inconclusive', 'one alone', wanted('2030-02-01', undefined, 201)),
  orderRow('inconclusive', 'a failure', wanted('2030-02-01', '2030-01-01', 503)),
  orderRow('fail', 'taken', wanted('2030-02-01', '2030-01-01', 201)),
  orderRow('fail', 'taken, far apart', wanted('2031-02-01', '2030-01-01', 201)),
  sumRow(
    'pass',
    'of all',
    [
      { sheets: 3, sides: 2 },
      { sheets: 1, sides: 1 },
    ],
    7,
  ),
  sumRow(
    'pass',
    'rounded',
    [
      { sheets: 0.333, sides: 2 },
      { sheets: 1, sides: 1 },
    ],
    1.67,
  ),
  sumRow('inconclusive', 'of nothing', [], 0),
  sumRow('inconclusive', 'of what is not shown', [{ sheets: 3 }], 9),
  sumRow('inconclusive', 'not shown', [{ sheets: 3, sides: 2 }], undefined),
  sumRow(
    'fail',
    'of the first',
    [
      { sheets: 3, sides: 2 },
      { sheets: 1, sides: 1 },
    ],
    6,
  ),
  sumRow('fail', 'without what multiplies', [{ sheets: 3, sides: 2 }], 3),
  sumRow('fail', 'of something, although there is nothing', [], 4),
];
