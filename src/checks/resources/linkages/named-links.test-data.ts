import { type CheckRow, row } from '../../check-rows.test-data.ts';
import { ask, type Sample } from '../../exchange.test-data.ts';

/** Rows about what is put into an entry by its name: the document is that of the tagged notes. */

const tag = (id: number): Readonly<Record<string, unknown>> => ({ id, name: `tag ${String(id)}` });
const show = (...ids: readonly number[]): Sample =>
  ask('GET', '/notes/1', 200, { id: 1, name: 'one', tags: ids.map(tag) });
const put = (id: number, status = 204): Sample => ask('PUT', `/notes/1/tags/${String(id)}`, status);
const take = (id: number, status = 204): Sample => ask('DELETE', `/notes/1/tags/${String(id)}`, status);

function linkRow(shows: CheckRow['shows'], name: string, exchanges: readonly Sample[]): CheckRow {
  return row('resources.put-in-by-name', shows, name, exchanges, { document: 'tagged' });
}

export const namedLinkRows: readonly CheckRow[] = [
  linkRow('pass', 'each is there, once', [
    show(),
    put(1),
    show(1),
    put(2),
    put(1),
    show(2, 1),
    take(1),
    show(2),
  ]),
  linkRow('pass', 'something else is there by itself', [show(), put(1), show(1, 9)]),
  linkRow('pass', 'what was taken out and put there again', [show(1), take(1), put(1), show(1)]),
  linkRow('fail', 'what is put there is missing', [show(), put(1), show()]),
  linkRow('fail', 'it puts others out', [show(1), put(2), show(2)]),
  linkRow('fail', 'it is there twice', [show(), put(1), show(1), put(1), show(1, 1)]),
  linkRow('fail', 'what is taken out stays', [show(1, 2), take(1), show(1, 2)]),
  linkRow('fail', 'others go with it', [show(1, 2), take(1), show()]),
  linkRow('inconclusive', 'nothing was done', [show(1), show()]),
  linkRow('inconclusive', 'it was refused', [show(), put(1, 404), show()]),
  linkRow('inconclusive', 'it is on its way', [show(), put(1, 202), show()]),
  linkRow('inconclusive', 'nobody looked before', [put(1), show()]),
];
