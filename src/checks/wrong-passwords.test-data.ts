import { type CheckRow, row } from './check-rows.test-data.ts';
import { ask, type Sample } from './exchange.test-data.ts';
import { WRONG_PASSWORD_PROBE } from './wrong-passwords.ts';

/** Rows about logins with a wrong password: the document is that of the tickets. */

const right = ask('POST', '/login', 200, { session: 's1' }, { user: 'anna', password: 'kF93-quiet-Heron' });
const wrong = (status: number, body: Readonly<Record<string, unknown>>, user = 'anna'): Sample => ({
  ...ask('POST', '/login', status, body, { user, password: 'kF93-quiet-Heqxz' }),
  probe: `${WRONG_PASSWORD_PROBE}login`,
});

function loginRow(shows: CheckRow['shows'], name: string, exchanges: readonly Sample[]): CheckRow {
  return row('authentication.wrong-password', shows, name, exchanges, { document: 'tickets' });
}

export const wrongPasswordRows: readonly CheckRow[] = [
  loginRow('pass', 'it is refused', [right, wrong(401, { error: 'no' })]),
  loginRow('fail', 'it is taken', [right, wrong(200, { session: 's2' })]),
  loginRow('inconclusive', 'it is answered with something else', [right, wrong(200, { error: 'no' })]),
  loginRow('inconclusive', 'nobody was served before', [wrong(200, { session: 's2' })]),
  loginRow('inconclusive', 'it is the right one', [
    right,
    { ...right, probe: `${WRONG_PASSWORD_PROBE}login` },
  ]),
  loginRow('inconclusive', 'it is of somebody else', [right, wrong(200, { session: 's2' }, 'bela')]),
];
