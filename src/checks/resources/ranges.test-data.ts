import type { HeaderLine } from '../../http/exchange.ts';
import { type CheckRow, row } from '../check-rows.test-data.ts';
import type { Sample } from '../exchange.test-data.ts';

/** Rows about parts of a content: the document is that of the files. */

const TEXT = 'abcdefghij';
const TAG: HeaderLine = ['ETag', '"1"'];

const get = (sentHeaders: readonly HeaderLine[], own: Omit<Sample, 'path'>): Sample => ({
  method: 'GET',
  path: '/files/tides/content',
  sentHeaders,
  ...own,
});
const whole = get([], { status: 200, body: TEXT, headers: [TAG] });
const part = (
  range: string,
  told: string,
  body: string,
  {
    headers = [TAG],
    sent = [],
  }: { readonly headers?: readonly HeaderLine[]; readonly sent?: readonly HeaderLine[] } = {},
): Sample =>
  get([['Range', range], ...sent], {
    status: 206,
    body,
    headers: told === '' ? headers : [...headers, ['Content-Range', told]],
  });

function rangeRow(shows: CheckRow['shows'], name: string, exchanges: readonly Sample[]): CheckRow {
  return row('resources.range-holds', shows, name, exchanges, { document: 'files' });
}

export const rangeRows: readonly CheckRow[] = [
  rangeRow('pass', 'the part', [whole, part('bytes=2-5', 'bytes 2-5/10', 'cdef')]),
  rangeRow('pass', 'less of it', [whole, part('bytes=2-5', 'bytes 3-4/10', 'de')]),
  rangeRow('pass', 'the end', [whole, part('bytes=-3', 'bytes 7-9/10', 'hij')]),
  rangeRow('pass', 'the rest, of a length that nobody knows', [part('bytes=8-', 'bytes 8-9/*', 'ij')]),
  rangeRow('pass', 'other bytes of another version', [
    whole,
    part('bytes=2-5', 'bytes 2-5/10', 'CDEF', { headers: [['ETag', '"2"']] }),
  ]),
  rangeRow('pass', 'other bytes with a weak tag', [
    get([], { status: 200, body: TEXT, headers: [['ETag', 'W/"1"']] }),
    part('bytes=2-5', 'bytes 2-5/10', 'CDEF', { headers: [['ETag', 'W/"1"']] }),
  ]),
  rangeRow('pass', 'the whole once', [
    whole,
    get([['Range', 'bytes=2-5']], { status: 200, body: TEXT }),
    part('bytes=2-5', 'bytes 2-5/10', 'cdef'),
  ]),
  rangeRow('fail', 'the whole, although parts are promised', [
    get([['Range', 'bytes=2-5']], { status: 200, body: TEXT }),
  ]),
  rangeRow('inconclusive', 'several parts', [
    part('bytes=2-3,5-6', '', '--x', { headers: [['Content-Type', 'multipart/byteranges; boundary=x']] }),
  ]),
  rangeRow('inconclusive', 'no such part', [
    get([['Range', 'bytes=20-']], { status: 416, headers: [['Content-Range', 'bytes */10']] }),
  ]),
  rangeRow('fail', 'a byte too few', [part('bytes=2-5', 'bytes 2-5/10', 'cde')]),
  rangeRow('fail', 'all of it as a part', [part('bytes=2-5', 'bytes 2-5/10', TEXT)]),
  rangeRow('fail', 'the beginning in place of the end', [part('bytes=-3', 'bytes 0-2/10', 'abc')]),
  rangeRow('fail', 'more than was asked for', [part('bytes=2-5', 'bytes 2-6/10', 'cdefg')]),
  rangeRow('fail', 'a part beyond the end', [part('bytes=8-12', 'bytes 8-10/10', 'ijk')]),
  rangeRow('fail', 'a part that does not say which', [part('bytes=2-5', '', 'cdef')]),
  rangeRow('fail', 'other bytes than the whole', [whole, part('bytes=2-5', 'bytes 2-5/10', 'bcde')]),
  rangeRow('fail', 'a part of no version', [
    part('bytes=2-5', 'bytes 2-5/10', 'cdef', { sent: [['If-Range', '"assay-no-such-version"']] }),
  ]),
];
