import { type CheckRow, row } from '../../check-rows.test-data.ts';
import { ask, type Sample } from '../../exchange.test-data.ts';

/** Rows about entries that clients put at places of their own choice: the document is that of the tickets. */

const PLACE = '/projects/assay-abc123-001';
const put = (status: number, name: string): Sample => {
  const shown = { slug: 'assay-abc123-001', name, archived: false };
  return ask('PUT', PLACE, status, shown, { name, archived: false });
};
const read = (name: string): Sample =>
  ask('GET', PLACE, 200, { slug: 'assay-abc123-001', name, archived: false });
const EMPTY = ask('GET', PLACE, 404, { error: 'not there' });
const ONE = 'assay-abc123-002 One';
const MADE = [EMPTY, put(201, ONE), read(ONE)];
const NEXT = 'assay-abc123-003 Two';

function placeRow(shows: CheckRow['shows'], name: string, exchanges: readonly Sample[]): CheckRow {
  return row('resources.replaced-not-made', shows, name, exchanges, { document: 'tickets' });
}

function emptyRow(shows: CheckRow['shows'], name: string, exchanges: readonly Sample[]): CheckRow {
  return row('resources.made-not-replaced', shows, name, exchanges, { document: 'tickets' });
}

export const placeRows: readonly CheckRow[] = [
  placeRow('pass', '200 for what is there', [...MADE, put(200, NEXT)]),
  placeRow('fail', '201 for what is there', [...MADE, put(201, NEXT)]),
  placeRow('inconclusive', '201 for what nobody read since', [...MADE.slice(0, 2), put(201, NEXT)]),
  placeRow('inconclusive', '201 for what was removed', [...MADE, ask('DELETE', PLACE, 204), put(201, NEXT)]),
  emptyRow('pass', '201 for what was not there', MADE),
  emptyRow('fail', '200 for what was not there', [EMPTY, put(200, ONE), read(ONE)]),
  emptyRow('inconclusive', '200 where nobody looked before', [put(200, ONE), read(ONE)]),
  emptyRow('inconclusive', '200, and nobody looked since', [EMPTY, put(200, ONE)]),
  emptyRow('inconclusive', '200 where nothing came of it', [EMPTY, put(200, ONE), EMPTY]),
  emptyRow('inconclusive', '200 for what another request may have made', [
    EMPTY,
    put(500, ONE),
    put(200, ONE),
    read(ONE),
  ]),
  emptyRow('inconclusive', '200 for what was sent once more', [
    EMPTY,
    { ...put(200, ONE), repeats: 'x0' },
    read(ONE),
  ]),
  emptyRow('pass', '200 for what was removed before', [
    ...MADE,
    ask('DELETE', PLACE, 204),
    EMPTY,
    put(200, NEXT),
    read(NEXT),
  ]),
  emptyRow('inconclusive', '200 for what was shown before', [read(ONE), EMPTY, put(200, NEXT), read(NEXT)]),
  placeRow('inconclusive', '201 for what was perhaps removed', [
    ...MADE,
    ask('DELETE', PLACE, 409, { error: 'still in use' }),
    put(201, NEXT),
  ]),
];
