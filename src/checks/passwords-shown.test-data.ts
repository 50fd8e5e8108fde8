import { type CheckRow, row } from './check-rows.test-data.ts';
import { ask, type Sample } from './exchange.test-data.ts';

/** Rows about passwords that answers show: the document is that of the tickets. */

const PASSWORD = 'kF93-quiet-Heron';
const login = (more: Readonly<Record<string, unknown>> = {}, user = 'anna'): Sample =>
  ask('POST', '/login', 200, { session: 's1', ...more }, { user, password: PASSWORD });
const tickets = (more: Readonly<Record<string, unknown>>): Sample =>
  ask('GET', '/tickets', 200, { data: [{ id: 1, title: 'one', ...more }], meta: {} });

function passwordRow(shows: CheckRow['shows'], name: string, exchanges: readonly Sample[]): CheckRow {
  return row('bodies.passwords-hidden', shows, name, exchanges, { document: 'tickets' });
}

export const passwordRows: readonly CheckRow[] = [
  passwordRow('pass', 'none is shown', [login(), tickets({ owner: 'anna' })]),
  passwordRow('warn', 'the answer to its own request has it', [login({ user: { password: PASSWORD } })]),
  passwordRow('warn', 'a later list has it under another name', [login(), tickets({ secret: PASSWORD })]),
  passwordRow('inconclusive', 'a member that the document shows', [login({ session: PASSWORD })]),
  passwordRow('inconclusive', 'it is the name of the user as well', [login({ user: PASSWORD }, PASSWORD)]),
  passwordRow('inconclusive', 'a text of before', [tickets({ secret: PASSWORD }), tickets({})]),
];
