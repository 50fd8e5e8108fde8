import { type CheckRow, row } from '../../check-rows.test-data.ts';
import { ask, type Sample } from '../../exchange.test-data.ts';

/** Rows about what creations name: the document is that of the tasks, whose project has to be there. */

const SENT = { title: 'a', projectId: 'p-12' };
const make = (status: number, sent: { readonly [name: string]: unknown } = SENT): Sample =>
  ask('POST', '/tasks', status, status === 201 ? { id: 1, ...sent } : undefined, sent);
const look = (status: number): Sample =>
  ask('GET', '/projects/p-12', status, status === 200 ? { id: 'p-12', title: 'b' } : undefined);
const makeProject = ask('POST', '/projects', 201, { id: 'p-12', title: 'b' }, { title: 'b' });

function namedRow(shows: CheckRow['shows'], name: string, exchanges: readonly Sample[]): CheckRow {
  return row('resources.named-is-there', shows, name, exchanges, { document: 'tasks' });
}

export const namedRows: readonly CheckRow[] = [
  namedRow('pass', 'it is refused', [look(404), make(422)]),
  namedRow('pass', 'it is refused in another way', [look(404), make(400)]),
  namedRow('fail', 'it is served', [look(404), make(201)]),
  namedRow('inconclusive', 'nobody looked', [make(201)]),
  namedRow('inconclusive', 'it is there', [look(200), make(201)]),
  namedRow('inconclusive', 'it was made since', [look(404), makeProject, make(201)]),
  namedRow('inconclusive', 'it was made before, and the read lags', [makeProject, look(404), make(201)]),
  namedRow('inconclusive', 'another one is named', [look(404), make(201, { ...SENT, projectId: 'p-13' })]),
  namedRow('inconclusive', 'the key is refused', [look(404), make(401)]),
];
