import { type FaultyMember, faulty } from '../../test/zoo/member.ts';
import { type CheckRow, LIST, refused, row } from './check-rows.test-data.ts';
import type { HeaderLine } from '../http/exchange.ts';
import type { Sample } from './exchange.test-data.ts';

const ORDER = { size: 'small', quantity: 3, delivery: { street: 'Harbour Street', postcode: '20457' } };
const placed = (headers: Sample['headers'], sample: Partial<Sample> = {}): Sample => ({
  method: 'POST',
  path: '/orders',
  sends: JSON.stringify(ORDER),
  status: 201,
  body: '{}',
  headers: headers ?? [],
  ...sample,
});
const orders = { document: 'orders' } as const;

const lives = { document: 'lives' } as const;
const shelf = (location: string): Sample => ({
  method: 'POST',
  path: '/shelves',
  sends: '{"label":"A","zone":"dry","height":5}',
  status: 201,
  body: '{"id":7,"label":"A"}',
  headers: [['Location', location]],
});

/** A list whose document shows two fields that may be left out. */
const tickets = { document: 'tickets' } as const;
const tickets200 = (...headers: readonly HeaderLine[]): Sample => ({ path: '/tickets', body: '{}', headers });

/** Its document has 429 for each operation, with a field that is required there. */
const clinic = { document: 'clinic' } as const;
const tooMany = (...headers: readonly HeaderLine[]): Sample => ({
  path: '/patients',
  status: 429,
  body: '{"title":"Too many","status":429}',
  headers: [['Content-Type', 'application/problem+json'], ...headers],
});

export const documentedHeaderRows: readonly CheckRow[] = [
  row('headers.documented', 'pass', 'there', [placed([['Location', '/orders/1']])], orders),
  row('headers.documented', 'pass', 'in other letters', [placed([['location', '/orders/1']])], orders),
  row('headers.documented', 'fail', 'missing', [placed([])], orders),
  row('headers.documented', 'fail', 'empty', [placed([['Location', '']])], orders),
  row(
    'headers.documented',
    'pass',
    'a reference where `format: uri` is documented',
    [shelf('shelves/7')],
    lives,
  ),
  row('headers.documented', 'fail', 'no reference', [shelf('shelf <seven>')], lives),
  row(
    'headers.documented',
    'inconclusive',
    'missing on another status',
    [placed([], { status: 429 })],
    orders,
  ),
  row('headers.documented', 'pass', 'on a refusal over the limit', [tooMany(['Retry-After', '7'])], clinic),
  row('headers.documented', 'fail', 'missing on a refusal over the limit', [tooMany()], clinic),
  row(
    'headers.documented',
    'fail',
    'a word on a refusal over the limit',
    [tooMany(['Retry-After', 'soon'])],
    clinic,
  ),
  row('headers.optional', 'pass', 'a number', [tickets200(['X-Took-Ms', '12'])], tickets),
  row(
    'headers.optional',
    'pass',
    'a number that begins with zeros',
    [tickets200(['x-took-ms', '0012'])],
    tickets,
  ),
  row(
    'headers.optional',
    'pass',
    'a date of HTTP beside a number',
    [tickets200(['Last-Modified', 'Tue, 05 Jan 2027 08:00:00 GMT'], ['X-Took-Ms', '0'])],
    tickets,
  ),
  row('headers.optional', 'inconclusive', 'left out', [tickets200()], tickets),
  row(
    'headers.optional',
    'inconclusive',
    'on two lines',
    [tickets200(['X-Took-Ms', 'a'], ['X-Took-Ms', 'b'])],
    tickets,
  ),
  row('headers.optional', 'fail', 'a word', [tickets200(['X-Took-Ms', 'long'])], tickets),
  row('headers.optional', 'fail', 'a negative number', [tickets200(['X-Took-Ms', '-1'])], tickets),
  row('headers.optional', 'fail', 'a part of a number', [tickets200(['X-Took-Ms', '1.5'])], tickets),
  row('headers.once', 'pass', 'each once', [LIST]),
  row('headers.once', 'pass', 'lists on several lines', [
    {
      ...LIST,
      headers: [
        ['Vary', 'Origin'],
        ['Vary', 'Accept'],
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
      ],
    },
  ]),
  row('headers.once', 'warn', 'two media types', [
    {
      ...LIST,
      headers: [
        ['Content-Type', 'application/json'],
        ['content-type', 'text/plain'],
      ],
    },
  ]),
  row('headers.once', 'warn', 'the same value twice, on a path of nobody', [
    refused(404, {
      path: '/nowhere',
      headers: [
        ['ETag', '"1"'],
        ['ETag', '"1"'],
      ],
    }),
  ]),
];

/** Services that a run has to tell by these checks. */
export const headerMutants: readonly FaultyMember[] = faulty('standards', [
  {
    name: 'etag-twice',
    clauses: ['HTTP-single-fields'],
    title: 'two entity tags on every answer, one of a framework and one of a cache',
    shows: 'warning',
    onlyBy: 'headers.once',
    traits: {
      extraHeaders: () => [
        ['ETag', '"a1"'],
        ['ETag', 'W/"a1"'],
      ],
    },
  },
  {
    name: 'location-twice-on-created',
    clauses: ['HTTP-single-fields'],
    title: 'two places of what was created',
    subtle: true,
    shows: 'warning',
    traits: {
      alter: (answer) =>
        answer.status === 201
          ? {
              ...answer,
              headers: [...answer.headers, ['Location', '/categories/1'], ['Location', '/v1/categories/1']],
            }
          : answer,
    },
  },
  {
    name: 'last-modified-twice-on-list',
    clauses: ['HTTP-single-fields'],
    title: 'two dates of the last change of a list',
    subtle: true,
    shows: 'warning',
    traits: {
      extraHeaders: ({ operation, method }) =>
        operation === 'listCategories' && method === 'GET'
          ? [
              ['Last-Modified', 'Tue, 05 Jan 2027 08:00:00 GMT'],
              ['Last-Modified', 'Wed, 06 Jan 2027 08:00:00 GMT'],
            ]
          : [],
    },
  },
]);
