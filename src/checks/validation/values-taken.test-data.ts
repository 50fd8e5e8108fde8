import { type CheckRow, row } from '../check-rows.test-data.ts';
import { ask, type Sample } from '../exchange.test-data.ts';

/** Rows about values that are refused beside others: the document is that of the tickets. */

type Members = { readonly [name: string]: unknown };

const tickets = { document: 'tickets' } as const;
const REFUSAL = { title: 'A problem', status: 400 };

let count = 0;
/** A creation with these members beside a title of the run, which is another one each time. */
function ticket(status: number, members: Members = {}): Sample {
  count += 1;
  const title = `assay-abc123-${String(count).padStart(3, '0')} Title`;
  return ask('POST', '/tickets', status, status < 300 ? {} : REFUSAL, { title, ...members });
}

const PAGE = { data: [], meta: {} };
const list = (status: number, query: string): Sample =>
  ask('GET', `/tickets${query}`, status, status < 300 ? PAGE : REFUSAL);

const bounds = (shows: CheckRow['shows'], name: string, exchanges: readonly Sample[]): CheckRow =>
  row('validation.bounds-taken', shows, name, exchanges, tickets);
const taken = (shows: CheckRow['shows'], name: string, exchanges: readonly Sample[]): CheckRow =>
  row('validation.values-taken', shows, name, exchanges, tickets);

/** A box on a shelf. */
const box = (shelf: number, status: number, weight: number): Sample =>
  ask('POST', `/shelves/${String(shelf)}/boxes`, status, status < 300 ? {} : REFUSAL, {
    content: 'a box',
    weight,
  });
const inLives = (shows: CheckRow['shows'], name: string, exchanges: readonly Sample[]): CheckRow =>
  row('validation.bounds-taken', shows, name, exchanges, { document: 'lives' });

export const valueRows: readonly CheckRow[] = [
  inLives('inconclusive', 'two things hold the same value, which may be unique in each', [
    box(1, 400, 1000),
    box(1, 201, 999),
    box(2, 201, 999),
  ]),
  inLives('inconclusive', 'what had the value was removed before another one got it', [
    box(1, 400, 1000),
    box(1, 201, 999),
    { method: 'DELETE', path: '/shelves/1/boxes/7b0c6b1e-7c0e-4c1a-9d43-0d2f0a3c9d11', status: 204 },
    box(1, 201, 999),
  ]),
  inLives('fail', 'one thing holds the same value twice', [
    box(1, 400, 1000),
    box(1, 201, 999),
    box(1, 201, 999),
  ]),
  bounds('pass', 'the largest number is served', [ticket(201, { estimate: 1000 })]),
  bounds('fail', 'the largest number is refused, one less is served', [
    ticket(400, { estimate: 1000 }),
    ticket(201, { estimate: 999 }),
    ticket(201, { estimate: 999 }),
  ]),
  bounds('inconclusive', 'a number that may have to be unique', [
    ticket(400, { estimate: 1000 }),
    ticket(201, { estimate: 999 }),
  ]),
  bounds('fail', 'the longest text is refused, a shorter one is served', [
    ticket(400, { body: 'a'.repeat(10_000) }),
    ticket(201, { body: 'a'.repeat(9_999) }),
    ticket(201, { body: 'a'.repeat(9_999) }),
  ]),
  bounds('fail', 'the longest page is refused, a shorter one is served', [
    list(400, '?per_page=100'),
    list(200, '?per_page=99'),
  ]),
  bounds('inconclusive', 'both are refused: the service may have less of it', [
    ticket(400, { estimate: 1000 }),
    ticket(400, { estimate: 999 }),
    ticket(201),
  ]),
  bounds('inconclusive', 'something else differs as well', [
    ticket(400, { estimate: 1000, priority: 'low' }),
    ticket(201, { estimate: 999 }),
  ]),
  bounds('inconclusive', 'a text of the run is a long one as well', [
    ticket(400, { estimate: 1000, title: `assay-abc123-900 ${'long '.repeat(400)}` }),
    ticket(201, { estimate: 999 }),
  ]),
  bounds('inconclusive', 'a text of the run has a blank, and a plain name has none', [
    ticket(400, { estimate: 1000, title: 'assay-abc123-901 Word' }),
    ticket(201, { estimate: 999, title: 'assay-abc123-902-word' }),
  ]),
  bounds('inconclusive', 'nothing is served any more', [
    ticket(201, { estimate: 999 }),
    ticket(400, { estimate: 1000 }),
  ]),
  bounds('inconclusive', 'zero may mean something of its own', [
    ticket(400, { estimate: 0 }),
    ticket(201, { estimate: 1 }),
  ]),
  bounds('inconclusive', 'a refusal for the state of the service', [
    ticket(409, { estimate: 1000 }),
    ticket(201, { estimate: 999 }),
  ]),
  taken('warn', 'the default is refused, and nothing in its place is served', [
    ticket(400, { priority: 'normal' }),
    ticket(201),
  ]),
  taken('pass', 'the default length of a page is refused, as longer ones are', [
    list(400, '?per_page=20'),
    list(200, '?per_page=10'),
    list(200, ''),
  ]),
  taken('pass', 'another word than the default is refused', [ticket(400, { priority: 'low' }), ticket(201)]),
  taken('pass', 'what was served before is refused as well: something has to be unique', [
    ticket(201),
    ticket(400, { priority: 'normal' }),
    ticket(400),
  ]),
  taken('pass', 'one of the words is served', [
    ticket(400, { priority: 'low' }),
    ticket(201, { priority: 'high' }),
  ]),
  taken('warn', 'two of the words are refused, and none is served', [
    ticket(400, { priority: 'low' }),
    ticket(400, { priority: 'high' }),
    ticket(201),
  ]),
  taken('warn', 'null is refused, where it is allowed', [ticket(400, { due: null }), ticket(201)]),
  taken('warn', 'no length of a page is served', [
    list(400, '?per_page=1'),
    list(400, '?per_page=100'),
    list(200, ''),
  ]),
  taken(
    'warn',
    'a listed value of a query parameter is refused each time, and another one served in its place',
    [
      list(400, '?state=open'),
      list(200, '?state=closed'),
      list(400, '?state=open&per_page=10'),
      list(200, '?state=closed&per_page=10'),
    ],
  ),
  taken('warn', 'numbers between the bounds of a query parameter are refused, and smaller ones served', [
    ...[100, 50, 20].map((size) => list(400, `?per_page=${String(size)}`)),
    list(200, '?per_page=5'),
  ]),
  taken('pass', 'of the numbers that were refused one is served as well', [
    ...[100, 50, 20].map((size) => list(400, `?per_page=${String(size)}`)),
    list(200, '?per_page=5'),
    list(200, '?per_page=20&page=1'),
  ]),
  taken('pass', 'a listed value of a query parameter is refused once, where it may not go with another one', [
    list(400, '?state=open'),
    list(200, '?state=closed'),
  ]),
  taken('pass', 'a listed value of a query parameter is served as well', [
    list(400, '?state=open'),
    list(200, '?state=closed'),
    list(400, '?state=open&per_page=10'),
    list(200, '?state=closed&per_page=10'),
    list(200, '?state=open&page=1'),
  ]),
  taken('pass', 'one word alone was tried', [ticket(400, { priority: 'low' }), list(200, '?page=1')]),
  taken('pass', 'a text may name somebody who is not there', [
    ticket(400, { assignee: 'a@example.com' }),
    ticket(400, { assignee: 'b@example.com' }),
    ticket(201),
  ]),
  taken('pass', 'a day may be over', [
    ticket(400, { due: '2001-01-01' }),
    ticket(400, { due: '2001-01-02' }),
    ticket(201),
  ]),
];
