import { failure, LIST, listed, refused, row, type CheckRow } from './check-rows.test-data.ts';
import type { HeaderLine } from '../http/exchange.ts';
import type { Sample } from './exchange.test-data.ts';

const BOOK = { id: 1, title: 't' };
const typed = (value: string): Sample => ({ ...LIST, headers: [['Content-Type', value]] });
const body = (text: string | Uint8Array): Sample => ({ path: '/books', body: text });
const none = { credential: { kind: 'none' } } as const;
const error = (text: string, sample: Partial<Sample> = {}): Sample =>
  refused(401, { ...none, body: text, ...sample });
const HTML = '<html><body>Unauthorized</body></html>';

export const bodyRows: readonly CheckRow[] = [
  row('bodies.media-type', 'pass', 'as documented', [LIST]),
  row('bodies.media-type', 'pass', 'in other letters, with a parameter', [
    typed('Application/JSON;charset=utf-8'),
  ]),
  row('bodies.media-type', 'fail', 'HTML', [typed('text/html')]),
  row('bodies.media-type', 'fail', 'none', [typed('')]),
  row('bodies.media-type', 'fail', 'another JSON type on an error', [
    error(failure(401), { headers: [['Content-Type', 'application/problem+json']] }),
  ]),
  row(
    'bodies.media-type',
    'inconclusive',
    'HTML on a 429 that the document does not have and on a path of nobody',
    [
      refused(429, { headers: [['Content-Type', 'text/html']] }),
      { ...typed('text/html'), path: '/nowhere', status: 404 },
    ],
  ),
  row('bodies.json', 'pass', 'JSON with white space', [body(' [ ]\r\n')]),
  row('bodies.json', 'fail', 'a single quote', [body("['a']")]),
  row('bodies.json', 'fail', 'nothing', [body('')]),
  row('bodies.json', 'fail', 'bytes that are no UTF-8', [body(Uint8Array.of(0x5b, 0x22, 0xe9, 0x22, 0x5d))]),
  row('bodies.schema', 'pass', 'an empty list', [LIST]),
  row('bodies.schema', 'pass', 'members that the document does not show', [listed({ ...BOOK, shelf: [1] })]),
  row('bodies.schema', 'pass', 'the largest and the smallest int64', [
    body('[{"id":9223372036854775807,"title":"t"},{"id":-9223372036854775808,"title":"t"}]'),
  ]),
  row('bodies.schema', 'fail', 'an integer beyond int64', [body('[{"id":9223372036854775808,"title":"t"}]')]),
  row('bodies.schema', 'fail', 'the identity as text', [listed({ ...BOOK, id: '1' })]),
  row('bodies.schema', 'fail', 'null as an optional member', [listed({ ...BOOK, notes: null })]),
  row('bodies.schema', 'fail', 'the list inside an object', [body('{"books":[]}')]),
  row('bodies.json', 'fail', 'in a coding that is not what it says', [{ ...LIST, undecoded: 'no gzip' }]),
  row('bodies.encoding', 'pass', 'in UTF-8', [typed('application/json; charset="UTF-8"')]),
  row('bodies.encoding', 'pass', 'without a charset', [LIST]),
  row('bodies.encoding', 'warn', 'in another charset', [typed('application/json; charset=iso-8859-1')]),
  row('bodies.encoding', 'warn', 'in a coding that is not what it says', [{ ...LIST, undecoded: 'no gzip' }]),
  row('bodies.encoding', 'warn', 'in such a coding, on a path of nobody', [
    refused(404, { path: '/nowhere', body: 'x', undecoded: 'no gzip' }),
  ]),
  row('bodies.nothing-behind', 'pass', 'an answer, and no more', [LIST]),
  row('bodies.nothing-behind', 'warn', 'bytes behind an answer', [{ ...LIST, behind: 7 }]),
  row('bodies.nothing-behind', 'warn', 'a body in the answer to HEAD', [
    { ...LIST, method: 'HEAD', behind: 80 },
  ]),
  row('bodies.nothing-behind', 'warn', 'a body in a 204, on a path of nobody', [
    refused(204, { path: '/nowhere', body: '', behind: 12 }),
  ]),
  row('bodies.no-byte-order-mark', 'pass', 'without', [LIST]),
  row('bodies.no-byte-order-mark', 'warn', 'with', [body('\u{feff}[]')]),
  row('bodies.unique-names', 'pass', 'the same name in different objects', [
    listed(BOOK, { ...BOOK, id: 2 }),
  ]),
  row('bodies.unique-names', 'warn', 'a name twice', [body('[{"id":1,"title":"t","title":"t"}]')]),
];

const PROBLEM_LINES: readonly HeaderLine[] = [['Content-Type', 'application/problem+json']];

/** Its document shows a body of 429. */
const clinic = { document: 'clinic' } as const;
const tooMany = (text: string): Sample => ({
  path: '/patients',
  status: 429,
  body: text,
  headers: PROBLEM_LINES,
});

/** A 404 with problem details, of the shelves. */
function problemRow(
  check: string,
  shows: CheckRow['shows'],
  name: string,
  members: { readonly [member: string]: unknown },
  sample: Partial<Sample> = {},
): CheckRow {
  const exchange = { path: '/shelves/7', status: 404, body: JSON.stringify(members), headers: PROBLEM_LINES };
  return row(check, shows, name, [{ ...exchange, ...sample }], { document: 'lives' });
}

export const errorRows: readonly CheckRow[] = [
  row('errors.shape', 'pass', 'as documented', [error(failure(401))]),
  row('errors.shape', 'pass', 'with further members and an empty message', [
    error(failure(401, { message: '', trace: 'abc' })),
  ]),
  row('errors.shape', 'fail', 'no code', [error(failure(401, { code: undefined }))]),
  row('errors.shape', 'fail', 'the status as text', [error(failure(401, { status: '401' }))]),
  row('errors.shape', 'fail', 'HTML', [error(HTML)]),
  row('errors.shape', 'fail', 'nothing', [error('')]),
  row('errors.shape', 'fail', 'inside another object', [error(`{"error":${failure(401)}}`)]),
  row(
    'errors.shape',
    'inconclusive',
    'HTML on 429 that the document does not have, 404 of nobody, and HEAD',
    [
      refused(429, { body: HTML }),
      refused(404, { path: '/nowhere', body: HTML }),
      error('', { method: 'HEAD' }),
    ],
  ),
  row('errors.shape', 'pass', 'a documented 429', [tooMany('{"title":"No","status":429}')], clinic),
  row('errors.shape', 'fail', 'HTML on a documented 429', [tooMany(HTML)], clinic),
  row('errors.status-member', 'pass', 'equal', [error(failure(401))]),
  row('errors.status-member', 'pass', 'equal, with a fraction of zero', [
    error(failure(401).replace('401', '401.0')),
  ]),
  row('errors.status-member', 'fail', 'another', [error(failure(400))]),
  row('errors.status-member', 'inconclusive', 'text: its type is judged elsewhere', [
    error(failure(401, { status: '400' })),
  ]),
  problemRow('errors.status-member', 'pass', 'problem details with the status', { title: 't', status: 404 }),
  problemRow('errors.status-member', 'fail', 'problem details with another', { title: 't', status: 400 }),
  problemRow('errors.status-member', 'inconclusive', 'problem details without one', { title: 't' }),
  problemRow(
    'errors.status-member',
    'inconclusive',
    'problem details that came through a gateway',
    { title: 't', status: 400 },
    { headers: [...PROBLEM_LINES, ['Via', '1.1 gateway']] },
  ),
  problemRow(
    'errors.status-member',
    'inconclusive',
    'what a gateway was told by somebody else',
    { title: 't', status: 500 },
    { status: 502 },
  ),
  problemRow('errors.problem-details', 'pass', 'texts alone', {
    type: 'about:blank',
    title: 't',
    detail: '',
  }),
  problemRow('errors.problem-details', 'pass', 'null in place of a text', {
    type: 'about:blank',
    title: 't',
    detail: null,
  }),
  problemRow('errors.problem-details', 'inconclusive', 'what the document describes alone', {
    title: 7,
    status: 400,
  }),
  problemRow('errors.problem-details', 'inconclusive', 'members of its own alone', {
    errors: [{ detail: 7 }],
  }),
  problemRow('errors.problem-details', 'warn', 'a list as the detail', { title: 't', detail: ['a', 'b'] }),
  problemRow('errors.problem-details', 'warn', 'a number as the type', { title: 't', type: 4 }),
  problemRow(
    'errors.problem-details',
    'pass',
    'the status on a path of nobody',
    { status: 404 },
    { path: '/nowhere' },
  ),
  problemRow(
    'errors.problem-details',
    'warn',
    'another status on a path of nobody',
    { status: 500 },
    { path: '/nowhere' },
  ),
  problemRow(
    'errors.problem-details',
    'warn',
    'the status as a text on a path of nobody',
    { status: '404' },
    { path: '/nowhere' },
  ),
];
