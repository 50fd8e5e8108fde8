import { type CheckRow, row } from '../check-rows.test-data.ts';
import { ask, type Sample } from '../exchange.test-data.ts';
import { ABSENT_PROBE } from './absent-reads.ts';

/** Rows about reads of what is not there: the document is that of the categories. */

const SHELF = { id: 3, name: 'Shelf' };
const THERE = ask('GET', '/categories/3', 200, SHELF);
const absent = (status: number, body?: Parameters<typeof ask>[3]): Sample => ({
  ...ask('GET', '/categories/1500000000', status, body),
  probe: `${ABSENT_PROBE}category`,
});

function absentRow(shows: CheckRow['shows'], name: string, exchanges: readonly Sample[]): CheckRow {
  return row('resources.absent-read', shows, name, exchanges, { document: 'categories' });
}

export const absentReadRows: readonly CheckRow[] = [
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
];
