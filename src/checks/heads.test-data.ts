import type { HeaderLine } from '../http/exchange.ts';
import { type CheckRow, row } from './check-rows.test-data.ts';
import { ask, type Sample } from './exchange.test-data.ts';

/** Rows about HEAD beside GET: the document is that of the market. */

const CART = { cartId: '1', owner: 'a', currency: 'EUR', state: 'open', lines: [] };
const get = (status: number, headers: readonly HeaderLine[] = []): Sample => ({
  ...ask('GET', '/carts/1', status, status === 200 ? CART : { title: 'No', status }),
  headers,
});
const head = (status: number, headers: readonly HeaderLine[] = []): Sample => ({
  method: 'HEAD',
  path: '/carts/1',
  status,
  headers,
});
const length = (bytes: string): readonly HeaderLine[] => [['Content-Length', bytes]];
const around = (one: Sample, status: number, headers?: readonly HeaderLine[]): readonly Sample[] => [
  get(status, headers),
  one,
  get(status, headers),
];

function headRow(
  law: 'statuses' | 'headers',
  shows: CheckRow['shows'],
  name: string,
  exchanges: readonly Sample[],
): CheckRow {
  return row(`${law}.head-as-get`, shows, name, exchanges, { document: 'market' });
}

export const headRows: readonly CheckRow[] = [
  headRow('statuses', 'pass', 'both find it', around(head(200), 200)),
  headRow('statuses', 'pass', 'neither finds it', around(head(404), 404)),
  headRow('statuses', 'fail', 'HEAD finds what is not there', around(head(200), 404)),
  headRow('statuses', 'fail', 'HEAD does not find what is there', around(head(404), 200)),
  headRow('statuses', 'fail', 'HEAD is not served', around(head(405), 200)),
  headRow('statuses', 'pass', 'HEAD says 204', around(head(204), 200)),
  headRow('statuses', 'inconclusive', 'HEAD of what is not there is refused', around(head(401), 404)),
  headRow('statuses', 'inconclusive', 'HEAD is refused for some reason', around(head(403), 200)),
  headRow('statuses', 'inconclusive', 'HEAD fails', around(head(503), 200)),
  headRow('statuses', 'inconclusive', 'HEAD over the limit', around(head(429), 200)),
  headRow('statuses', 'inconclusive', 'nobody looked afterwards', [get(404), head(200)]),
  headRow('statuses', 'inconclusive', 'it comes meanwhile', [get(404), head(200), get(200)]),
  headRow('statuses', 'inconclusive', 'something was removed in between', [
    get(200),
    ask('DELETE', '/carts/1', 204),
    head(404),
    get(404),
  ]),
  headRow('headers', 'pass', 'the same length', around(head(200, length('70')), 200, length('70'))),
  headRow('headers', 'warn', 'another length', around(head(200, length('0')), 200, length('70'))),
  headRow('headers', 'warn', 'another length than what came', around(head(200, length('0')), 200)),
  headRow('headers', 'warn', 'another media type', around(head(200, [['Content-Type', 'text/html']]), 200)),
  headRow(
    'headers',
    'pass',
    'the same media type in other letters, and no length',
    around(head(200, [['Content-Type', 'Application/JSON; charset=utf-8']]), 200, length('70')),
  ),
  headRow('headers', 'inconclusive', 'another length in another coding', [
    get(200, length('70')),
    head(200, [...length('90'), ['Content-Encoding', 'gzip']]),
    get(200, length('70')),
  ]),
  headRow('headers', 'warn', 'another tag', around(head(200, [['ETag', '"b"']]), 200, [['ETag', '"a"']])),
  headRow('headers', 'inconclusive', 'tags that change at every read', [
    get(200, [
      ['ETag', '"a"'],
      ['Content-Type', ''],
    ]),
    head(200, [
      ['ETag', '"b"'],
      ['Content-Type', ''],
    ]),
    get(200, [
      ['ETag', '"c"'],
      ['Content-Type', ''],
    ]),
  ]),
];
