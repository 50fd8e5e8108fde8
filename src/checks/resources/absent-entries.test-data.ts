import { type CheckRow, row } from '../check-rows.test-data.ts';
import { ask, type Sample } from '../exchange.test-data.ts';
import { ABSENT_PROBE } from '../check.ts';

/** Rows about what is not there: the documents are those of the categories and of the copies. */

const SHELF = { id: 3, name: 'Shelf' };
const THERE = ask('GET', '/categories/3', 200, SHELF);
const NOWHERE = '/categories/1500000000';
const absent = (status: number, body?: Parameters<typeof ask>[3]): Sample => ({
  ...ask('GET', NOWHERE, status, body),
  probe: `${ABSENT_PROBE}category`,
});

function absentRow(shows: CheckRow['shows'], name: string, exchanges: readonly Sample[]): CheckRow {
  return row('resources.absent-refused', shows, name, exchanges, { document: 'categories' });
}

const COPY = { id: 'c-9', of: 'Atlas', state: 'open', done_at: null, cancelled_at: null };
const probed = (sample: Sample): Sample => ({ ...sample, probe: `${ABSENT_PROBE}copy` });
const lookAt = (status: number): Sample =>
  probed(ask('GET', '/copies/c-9', status, status === 200 ? COPY : undefined));
const cancel = (status: number): Sample =>
  probed(ask('POST', '/copies/c-9/cancel', status, status === 200 ? COPY : undefined));

function writeRow(shows: CheckRow['shows'], name: string, exchanges: readonly Sample[]): CheckRow {
  return row('resources.absent-refused', shows, name, exchanges, { document: 'copies' });
}

export const absentEntryRows: readonly CheckRow[] = [
  absentRow('pass', 'it is refused', [THERE, absent(404)]),
  absentRow('pass', 'it is refused in another way', [THERE, absent(403)]),
  absentRow('inconclusive', 'it is made of nothing', [
    THERE,
    absent(200, { id: 1_500_000_000, name: 'New' }),
  ]),
  absentRow('inconclusive', 'it has another form than the document shows', [
    THERE,
    absent(200, { name: 'New' }),
  ]),
  absentRow('inconclusive', 'no entry was ever shown under its own name', [absent(200, SHELF)]),
  absentRow('fail', 'another entry comes', [THERE, absent(200, SHELF)]),
  writeRow('pass', 'what is done to it is refused', [lookAt(404), cancel(409)]),
  writeRow('fail', 'what is done to it is served', [lookAt(404), cancel(200), lookAt(404)]),
  writeRow('pass', 'what is done to it makes it', [lookAt(404), cancel(200), lookAt(200)]),
  writeRow('pass', 'nobody looked behind it', [lookAt(404), cancel(200)]),
];
