import { created, failure, LIST, refused, row, type CheckRow } from '../check-rows.test-data.ts';
import { ask, type Sample } from '../exchange.test-data.ts';

const EMOJI = { title: 'Caf\u{e9} \u{1f408} <b>100 %</b>' };
const VARIANT = { sentHeaders: [['Content-Type', 'Application/JSON; charset=utf-8']] } as const;
const BROKEN: readonly (readonly [check: string, name: string, request: Partial<Sample>])[] = [
  ['missing-member', 'no title', { sends: '{"notes":"n"}' }],
  ['missing-member', 'an empty object', { sends: '{}' }],
  ['wrong-type', 'a number as the title', { sends: '{"title":7}' }],
  ['wrong-type', 'null as an optional member', { sends: '{"title":"t","notes":null}' }],
  ['root-type', 'an array', { sends: '[]' }],
  ['root-type', 'null', { sends: 'null' }],
  ['malformed-json', 'an object that is cut off', { sends: '{"title":"t"' }],
  ['malformed-json', 'plain words', { sends: 'not json at all' }],
  ['empty-body', 'no bytes', { sends: '' }],
  ['no-body', 'no body', { method: 'POST' }],
];

const refusals: readonly CheckRow[] = BROKEN.flatMap(([short, name, request]) => {
  const check = `validation.${short}`;
  return [
    row(check, 'pass', `400 for ${name}`, [refused(400, request)]),
    row(check, 'fail', `201 for ${name}`, [
      { path: '/books', status: 201, body: '{"id":1,"title":"7"}', ...request },
    ]),
    row(check, 'fail', `422 for ${name}, which is not documented`, [refused(422, request)]),
    row(check, 'inconclusive', `429 for ${name}`, [refused(429, request)]),
  ];
});

const ORDER = { size: 'small', quantity: 3, delivery: { street: '1 Harbour Street', postcode: '20457' } };
const PROBLEM: Partial<Sample> = {
  body: '{"title":"No.","httpStatus":400}',
  headers: [['Content-Type', 'application/problem+json']],
};
const orders = { document: 'orders' } as const;
const order = (changes: object): Partial<Sample> => ({
  path: '/orders',
  sends: JSON.stringify({ ...ORDER, ...changes }),
});
const TAKEN = { status: 201, body: '{}' };

const CONSTRAINTS: readonly (readonly [name: string, changes: object])[] = [
  ['a size that is none of the three', { size: 'huge' }],
  ['more loaves than there may be', { quantity: 100 }],
  ['a postcode of another form', { delivery: { street: 's', postcode: 'ABC' } }],
];

const plain = { document: 'plain' } as const;
const tickets = { document: 'tickets' } as const;
const WEEK: Partial<Sample> & Pick<Sample, 'path'> = {
  path: '/reports/weekly?from=2026-01-01&to=tomorrow',
};
const COUNTS = '{"opened":1,"closed":0}';
const TICKET = '0b0a7b0e-3c43-4d39-8c64-2f8f0e7c5b11';
/** A comment that is taken, with this JSON where a truth value belongs. */
const comment = (internal: string): Sample => ({
  path: `/tickets/${TICKET}/comments`,
  status: 201,
  sends: `{"text":"t","internal":${internal}}`,
  body: '{}',
});

/** A ticket with the same label twice, as it is shown. */
const labelled = (...labels: readonly string[]): Sample => ({
  path: '/tickets',
  status: 201,
  sends: '{"title":"t","labels":["a","a"]}',
  body: JSON.stringify({ data: { title: 't', labels } }),
});

/** What fits but for how it is spelled. */
const SPELLED: readonly (readonly [name: string, members: string])[] = [
  ['a listed value in other letters', '"priority":"HIGH"'],
  ['a text that fits without the blank behind it', '"reference":"AB-12 "'],
];

export const validationRows: readonly CheckRow[] = [
  ...refusals,
  row(
    'validation.undocumented-refusal',
    'pass',
    '400 for a number',
    [refused(400, { sends: '{"title":7}' })],
    plain,
  ),
  row(
    'validation.undocumented-refusal',
    'warn',
    '201 for a number',
    [{ path: '/books', status: 201, body: '{"id":1,"title":"7"}', sends: '{"title":7}' }],
    plain,
  ),
  row(
    'validation.undocumented-refusal',
    'inconclusive',
    '201 for what is fine',
    [created(1, { title: 't' })],
    plain,
  ),
  row('validation.no-body', 'pass', '411', [refused(411, { method: 'POST' })]),
  row('validation.no-body', 'pass', '415', [refused(415, { method: 'POST' })]),
  row('validation.malformed-json', 'inconclusive', '201 for a trailing comma, an extension', [
    created(1, { title: 't' }, {}, { sends: '{"title":"t",}' }),
  ]),
  row('validation.missing-member', 'inconclusive', '201 for a broken body as plain text', [
    created(1, {}, { title: '' }, { sentHeaders: [['Content-Type', 'text/plain']] }),
  ]),
  ...CONSTRAINTS.flatMap(([name, changes]) => [
    row(
      'validation.constraint',
      'pass',
      `400 for ${name}`,
      [{ ...PROBLEM, path: '/orders', status: 400, ...order(changes) }],
      orders,
    ),
    row(
      'validation.constraint',
      'fail',
      `201 for ${name}`,
      [{ path: '/orders', ...TAKEN, ...order(changes) }],
      orders,
    ),
  ]),
  row(
    'validation.parameter',
    'pass',
    '400 for a size that is none of the three',
    [{ ...PROBLEM, path: '/orders?size=huge', status: 400 }],
    orders,
  ),
  row(
    'validation.parameter',
    'fail',
    '200 for a size that is none of the three',
    [{ path: '/orders?size=huge', body: '{"items":[]}' }],
    orders,
  ),
  row(
    'validation.parameter',
    'inconclusive',
    '200 for a state in other letters',
    [{ path: '/tickets?state=OPEN', body: '{"data":[]}' }],
    tickets,
  ),
  row(
    'validation.parameter',
    'fail',
    '200 for a number out of its bounds',
    [{ path: '/orders?minQuantity=0', body: '{"items":[]}' }],
    orders,
  ),
  row(
    'validation.parameter',
    'not-applicable',
    '404 where no refusal is documented',
    [{ path: '/books/0', status: 404 }],
    plain,
  ),
  row(
    'validation.format',
    'pass',
    '400 for a day in another form',
    [{ ...PROBLEM, ...WEEK, status: 400 }],
    tickets,
  ),
  row('validation.format', 'warn', '200 for a day in another form', [{ ...WEEK, body: COUNTS }], tickets),
  row(
    'validation.format',
    'warn',
    '200 for an address in another form',
    [
      {
        path: `/tickets/${TICKET}`,
        method: 'PUT',
        sends: '{"title":"t","assignee":"nobody"}',
        body: '{}',
      },
    ],
    tickets,
  ),
  row(
    'validation.format',
    'not-applicable',
    '404 where no refusal is documented',
    [{ path: '/orders/not-a-uuid', status: 404 }],
    orders,
  ),
  row('validation.format', 'warn', '201 for 1 as a truth value', [comment('1')], tickets),
  row('validation.format', 'warn', '201 for a truth value in quotes', [comment('"true"')], tickets),
  ...['validation.constraint', 'validation.format'].flatMap((check) =>
    SPELLED.map(([name, members]) =>
      row(
        check,
        check === 'validation.format' ? 'warn' : 'inconclusive',
        `201 for ${name}`,
        [{ path: '/tickets', status: 201, sends: `{"title":"t",${members}}`, body: '{}' }],
        tickets,
      ),
    ),
  ),
  row(
    'validation.constraint',
    'fail',
    '201 for a text with more behind it than a blank',
    [{ path: '/tickets', status: 201, sends: '{"title":"t","reference":"AB-12 x"}', body: '{}' }],
    tickets,
  ),
  row('validation.wrong-type', 'fail', '201 for 2 as a truth value', [comment('2')], tickets),
  row('validation.wrong-type', 'fail', '201 for a word as a truth value', [comment('"yes"')], tickets),
  row(
    'validation.constraint',
    'inconclusive',
    '201 for a label twice, of which the answer shows one',
    [labelled('a')],
    tickets,
  ),
  row(
    'validation.constraint',
    'fail',
    '201 for a label twice, as it was sent',
    [labelled('a', 'a')],
    tickets,
  ),
  row('validation.unusual-text', 'pass', '201 for an emoji', [created(1, EMOJI)]),
  row('validation.unusual-text', 'pass', '400 for an emoji', [
    refused(400, { sends: JSON.stringify(EMOJI) }),
  ]),
  row('validation.unusual-text', 'fail', '404 for an emoji', [
    refused(404, { sends: JSON.stringify(EMOJI) }),
  ]),
  row('validation.unusual-text', 'fail', '204 for an emoji', [
    { path: '/books', status: 204, sends: JSON.stringify(EMOJI) },
  ]),
  row('validation.media-type-variant', 'pass', '201', [created(1, { title: 't' }, {}, VARIANT)]),
  row('validation.media-type-variant', 'warn', '415', [refused(415, { sends: '{"title":"t"}', ...VARIANT })]),
  row('validation.media-type-variant', 'warn', '409 to what is served under the plain type', [
    refused(409, { sends: '{"title":"t"}', ...VARIANT }),
    created(1, { title: 't' }),
  ]),
  row('validation.media-type-variant', 'not-applicable', '409 under both', [
    refused(409, { sends: '{"title":"t"}', ...VARIANT }),
    refused(409, { sends: '{"title":"t"}' }),
  ]),
];

const TWICE_500 = [refused(500), refused(500, { repeats: 'x1' })];
const LOST: Sample = { path: '/books', fails: 'the connection was reset' };

export const statusRows: readonly CheckRow[] = [
  row('statuses.success', 'pass', '200 for a list', [LIST]),
  row('statuses.success', 'pass', '201 for a creation, 404 for what is not there', [
    created(1, { title: 't' }),
    { path: '/books/99', status: 404, body: failure(404) },
  ]),
  row('statuses.success', 'fail', '204 for a list', [{ path: '/books', status: 204 }]),
  row('statuses.success', 'fail', '200 for a creation', [created(1, { title: 't' }, {}, { status: 200 })]),
  row('statuses.success', 'fail', '401 for the key', [refused(401)]),
  row('statuses.success', 'inconclusive', '429', [refused(429)]),
  row('statuses.no-server-error', 'pass', 'nothing above 499', [LIST, refused(429), refused(404)]),
  row('statuses.no-server-error', 'pass', '501 for an operation that is only named', [
    LIST,
    { path: '/shelves/1', status: 501 },
  ]),
  row('statuses.no-server-error', 'fail', '500, repeated', [LIST, ...TWICE_500]),
  row('statuses.no-server-error', 'fail', 'two 500 in different places', [
    LIST,
    refused(500),
    refused(502, { path: '/nowhere' }),
  ]),
  row('statuses.no-server-error', 'fail', '501 for a documented operation, twice', [
    refused(501),
    refused(501),
  ]),
  row('statuses.no-server-error', 'warn', 'one 503 that did not come again', [
    { ...refused(503), superseded: true },
    { ...LIST, repeats: 'x1' },
  ]),
  row('statuses.no-redirect', 'pass', 'none', [LIST]),
  row('statuses.no-redirect', 'pass', 'elsewhere', [LIST, { path: '/nowhere', status: 301 }]),
  row('statuses.no-redirect', 'fail', '308 for a list', [
    { path: '/books', status: 308, headers: [['Location', '/books/']] },
  ]),
  row('statuses.no-redirect', 'fail', '302 to a login page without a key', [
    { path: '/books', status: 302, credential: { kind: 'none' } },
  ]),
  row('statuses.documented', 'pass', 'the documented success', [LIST], plain),
  row('statuses.documented', 'warn', '404 for a list', [{ path: '/books', status: 404 }], plain),
  row('statuses.documented', 'warn', '403 for the key', [{ path: '/books', status: 403 }], plain),
  row(
    'statuses.documented',
    'pass',
    '429, which no document has to name',
    [LIST, { path: '/books', status: 429 }],
    plain,
  ),
  row(
    'statuses.documented',
    'warn',
    '401 to a broken body and a valid key',
    [ask('POST', '/labels', 401, {}, { name: 7 })],
    {
      document: 'labels',
    },
  ),
  row(
    'statuses.documented',
    'inconclusive',
    '401 to a broken body without a key, and the documented refusal',
    [
      { ...ask('POST', '/labels', 401, {}, { name: 7 }), credential: { kind: 'none' } },
      ask('POST', '/labels', 400, {}, { name: 7 }),
    ],
    { document: 'labels' },
  ),
  ...([413, 412] as const).map((status) =>
    row(
      'statuses.documented',
      status === 412 ? 'inconclusive' : 'warn',
      `${String(status)} to a condition that is not met`,
      [{ method: 'DELETE', path: '/notes/7', sentHeaders: [['If-Match', '"old"']], status }],
      { document: 'desk' },
    ),
  ),
  row('statuses.answered', 'pass', 'every request', [LIST]),
  row('statuses.answered', 'pass', 'the second try', [
    { ...LOST, superseded: true },
    { ...LIST, repeats: 'x1' },
  ]),
  row('statuses.answered', 'fail', 'neither try, and others were', [LOST, { ...LOST, repeats: 'x1' }, LIST]),
  row('statuses.answered', 'inconclusive', 'nothing any more', [LOST, { ...LOST, repeats: 'x1' }]),
  row('statuses.answered', 'fail', 'an operation that is only named, neither time', [
    { ...LOST, path: '/shelves/1' },
    { ...LOST, path: '/shelves/1', repeats: 'x1' },
    LIST,
  ]),
  row('statuses.answered', 'pass', 'not an unknown path', [
    { ...LOST, path: '/nowhere' },
    { ...LOST, path: '/nowhere', repeats: 'x1' },
    LIST,
  ]),
  row('statuses.answered', 'pass', 'not a request that is larger than servers take', [
    { ...LOST, sends: `{"title":"${'a'.repeat(70_000)}"}` },
    { ...LOST, sends: `{"title":"${'a'.repeat(70_000)}"}`, repeats: 'x1' },
    LIST,
  ]),
];
