import type { HeaderLine } from '../../../http/exchange.ts';
import { type CheckRow, row } from '../../check-rows.test-data.ts';
import { ask, type Sample } from '../../exchange.test-data.ts';

/** Rows about values that one entry alone may have: the document is that of the tickets, whose references no two of them share. */

const [ONE, TWO] = ['9f0c1d2e-0000-4000-8000-000000000001', '9f0c1d2e-0000-4000-8000-000000000002'] as const;
const NOW = '2030-01-02T10:00:00Z';
const shown = (id: string, reference?: string): { readonly [name: string]: unknown } => ({
  data: { id, title: 'a', state: 'open', priority: 'normal', reference, created_at: NOW, updated_at: NOW },
});
const SENT = { title: 'a', reference: 'AB-1' };
const make = (id: string, sent: { readonly [name: string]: unknown } = SENT): Sample =>
  ask('POST', '/tickets', 201, shown(id, sent['reference'] as string | undefined), sent);
const read = (id: string, reference = 'AB-1'): Sample =>
  ask('GET', `/tickets/${id}`, 200, shown(id, reference));
const refused = ask('POST', '/tickets', 409, { error: 'taken' }, SENT);
const BOTH = [read(ONE), read(TWO)];
const APART = [make(ONE), make(TWO, { title: 'a', reference: 'AB-2' }), read(ONE), read(TWO, 'AB-2')];
const MERGED: readonly HeaderLine[] = [['Content-Type', 'application/merge-patch+json']];
const given = (method: string): Sample => ({
  ...ask(method, `/tickets/${TWO}`, 200, shown(TWO, 'AB-1'), { title: 'a', reference: 'AB-1' }),
  ...(method === 'PATCH' ? { sentHeaders: MERGED } : {}),
});

const changed = (id: string, status: number, reference: string): Sample => ({
  ...ask('PATCH', `/tickets/${id}`, status, status === 200 ? shown(id, reference) : { error: 'taken' }, {
    reference,
  }),
  sentHeaders: MERGED,
});

function uniqueRow(shows: CheckRow['shows'], name: string, exchanges: readonly Sample[]): CheckRow {
  return row('resources.unique-kept', shows, name, exchanges, { document: 'tickets' });
}

/** Creations of labels, whose 409 is for names that are taken alone: these names, each answered so. */
const labels = (status: number, names: readonly string[]): readonly Sample[] =>
  names.map((name, at) =>
    ask('POST', '/labels', status, status === 201 ? { id: `l${String(at)}`, name } : {}, { name }),
  );
const NINE: readonly string[] = Array.from({ length: 9 }, (_, at) => `label-${String(at)}`);
const freshRow = (shows: CheckRow['shows'], name: string, exchanges: readonly Sample[]): CheckRow =>
  row('resources.unique-kept', shows, name, exchanges, { document: 'labels' });

export const uniqueRows: readonly CheckRow[] = [
  uniqueRow('pass', 'the second one is refused', [make(ONE), read(ONE), refused]),
  uniqueRow('fail', 'both have it', [make(ONE), read(ONE), make(TWO), ...BOTH]),
  uniqueRow('inconclusive', 'the first one again', [make(ONE), read(ONE), make(ONE), read(ONE)]),
  uniqueRow('inconclusive', 'nobody looked at the first one before', [make(ONE), make(TWO), ...BOTH]),
  uniqueRow('inconclusive', 'nobody looked at the first one after', [
    make(ONE),
    read(ONE),
    make(TWO),
    read(TWO),
  ]),
  uniqueRow('inconclusive', 'the first one has another one then', [
    make(ONE),
    read(ONE),
    make(TWO),
    read(ONE, 'AB-2'),
    read(TWO),
  ]),
  uniqueRow('inconclusive', 'the second one gets another one', [
    make(ONE),
    read(ONE),
    make(TWO),
    read(ONE),
    read(TWO, 'AB-2'),
  ]),
  uniqueRow('inconclusive', 'the first one was removed in between', [
    make(ONE),
    read(ONE),
    ask('DELETE', `/tickets/${ONE}`, 204),
    make(TWO),
    ...BOTH,
  ]),
  uniqueRow('pass', 'a change to what another one has is refused', [
    ...APART,
    {
      ...ask('PATCH', `/tickets/${TWO}`, 409, { error: 'taken' }, { reference: 'AB-1' }),
      sentHeaders: MERGED,
    },
  ]),
  uniqueRow('fail', 'a change gives what another one has', [...APART, given('PATCH'), ...BOTH]),
  uniqueRow('fail', 'a replacement gives what another one has', [...APART, given('PUT'), ...BOTH]),
  uniqueRow('inconclusive', 'what a change gives is not shown', [
    ...APART,
    given('PATCH'),
    read(ONE),
    read(TWO, 'AB-2'),
  ]),
  uniqueRow('inconclusive', 'the other one lost it before', [
    ...APART,
    ask('PATCH', `/tickets/${ONE}`, 200, shown(ONE, 'AB-3'), { reference: 'AB-3' }),
    given('PATCH'),
    read(ONE, 'AB-1'),
    read(TWO),
  ]),
  uniqueRow('inconclusive', 'a change gives an entry what it has', [
    make(ONE),
    read(ONE),
    ask('PATCH', `/tickets/${ONE}`, 200, shown(ONE, 'AB-1'), { reference: 'AB-1' }),
    read(ONE),
  ]),
  uniqueRow('warn', 'an entry is refused what it has, and another value is served', [
    ...APART,
    changed(TWO, 409, 'AB-2'),
    changed(TWO, 200, 'AB-3'),
  ]),
  uniqueRow('inconclusive', 'an entry is refused whatever it is given', [
    ...APART,
    changed(TWO, 409, 'AB-2'),
    changed(TWO, 409, 'AB-3'),
  ]),
  uniqueRow('inconclusive', 'an entry is refused what it has, and something else is served', [
    ...APART,
    changed(TWO, 409, 'AB-2'),
    { ...changed(TWO, 200, 'AB-3'), sends: JSON.stringify({ reference: 'AB-3', title: 'b' }) },
  ]),
  uniqueRow('inconclusive', 'an entry is refused what it had before', [
    ...APART,
    changed(TWO, 200, 'AB-3'),
    changed(TWO, 409, 'AB-2'),
    changed(TWO, 200, 'AB-4'),
  ]),
  uniqueRow('inconclusive', 'neither has one', [
    make(ONE, { title: 'a' }),
    ask('GET', `/tickets/${ONE}`, 200, shown(ONE)),
    make(TWO, { title: 'a' }),
    ...BOTH,
  ]),
  uniqueRow('inconclusive', 'another value', [
    make(ONE),
    read(ONE),
    make(TWO, { title: 'a', reference: 'AB-2' }),
    read(ONE),
    read(TWO, 'AB-2'),
  ]),
  freshRow('warn', 'names that nobody gave are refused as taken, one after the other', [
    ...labels(201, ['first-one']),
    ...labels(409, NINE),
  ]),
  freshRow('inconclusive', 'the same name is refused again and again', [
    ...labels(201, ['first-one']),
    ...labels(
      409,
      NINE.map(() => 'first-one'),
    ),
  ]),
  freshRow('inconclusive', 'short names may all be taken', [
    ...labels(201, ['a']),
    ...labels(409, ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']),
  ]),
  freshRow('inconclusive', 'one was served in between', [
    ...labels(201, ['first-one']),
    ...labels(409, ['one-more', 'two-more', 'three-more', 'four-more']),
    ...labels(201, ['second-one']),
    ...labels(409, ['five-more', 'six-more', 'seven-more', 'eight-more']),
  ]),
  freshRow('inconclusive', 'none was ever served', labels(409, ['a-label', ...NINE])),
];
