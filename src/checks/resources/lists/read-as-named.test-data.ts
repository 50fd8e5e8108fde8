import { type CheckRow, row } from '../../check-rows.test-data.ts';
import { ask, type Sample } from '../../exchange.test-data.ts';

/** Rows about entries that are only read: the document is that of the clinic. */

type Person = { readonly code: string; readonly name: string; readonly specialties: readonly string[] };

const [LEE, ITO, FOX]: readonly [Person, Person, Person] = [
  { code: 'lee', name: 'Dr Lee', specialties: ['skin'] },
  { code: 'ito', name: 'Dr Ito', specialties: [] },
  { code: 'fox', name: 'Dr Fox', specialties: ['ears'] },
];
const asked = (path: string, body: unknown): Sample => ({
  ...ask('GET', path, 200),
  body: JSON.stringify(body),
  credential: { kind: 'none' },
});
const LIST = asked('/practitioners', [LEE, ITO, FOX]);
const read = ({ code }: Person, shown: Person): Sample => asked(`/practitioners/${code}`, shown);

function readRow(shows: CheckRow['shows'], name: string, exchanges: readonly Sample[]): CheckRow {
  return row('resources.read-as-named', shows, name, exchanges, { document: 'clinic' });
}

export const readAsNamedRows: readonly CheckRow[] = [
  readRow('pass', 'each is itself', [LIST, read(LEE, LEE), read(ITO, ITO), read(FOX, FOX)]),
  readRow('inconclusive', 'one has two names', [LIST, read(LEE, LEE), read(ITO, LEE), read(FOX, FOX)]),
  readRow('inconclusive', 'nobody asked for a third one', [LIST, read(LEE, LEE), read(ITO, LEE)]),
  readRow('fail', 'each is the first', [LIST, read(LEE, LEE), read(ITO, LEE), read(FOX, LEE)]),
];
