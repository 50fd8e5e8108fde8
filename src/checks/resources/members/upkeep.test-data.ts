import type { HeaderLine } from '../../../http/exchange.ts';
import { type CheckRow, row } from '../../check-rows.test-data.ts';
import { ask, type Sample } from '../../exchange.test-data.ts';

/** Rows about members that a service keeps by itself: the document is that of the tickets, with the time of the last change. */

const ID = '9f0c1d2e-0000-4000-8000-000000000001';
const PATH = `/tickets/${ID}`;
const [MADE, LATER] = ['2030-01-02T10:00:00.123Z', '2030-01-02T10:00:09.456Z'] as const;

type Ticket = { readonly title?: string; readonly created_at?: string; readonly updated_at?: string };

function shown(changes: Ticket = {}): { readonly [name: string]: unknown } {
  const own = { id: ID, title: 'a', state: 'open', priority: 'normal', created_at: MADE, updated_at: MADE };
  return { data: { ...own, ...changes } };
}

const MERGED: readonly HeaderLine[] = [['Content-Type', 'application/merge-patch+json']];
const read = (changes: Ticket = {}): Sample => ask('GET', PATH, 200, shown(changes));
const make = ask('POST', '/tickets', 201, shown(), { title: 'a' });
const change = (title: string): Sample => ({
  ...ask('PATCH', PATH, 200, shown({ title }), { title }),
  sentHeaders: MERGED,
});
const FIRST = [make, read(), change('b')];

function upkeepRow(shows: CheckRow['shows'], name: string, exchanges: readonly Sample[]): CheckRow {
  return row('resources.upkeep', shows, name, exchanges, { document: 'tickets' });
}

export const upkeepRows: readonly CheckRow[] = [
  upkeepRow('pass', 'the time of the last change follows', [
    ...FIRST,
    read({ title: 'b', updated_at: LATER }),
  ]),
  upkeepRow('pass', 'the time when it was made, told in another way', [
    ...FIRST,
    read({ title: 'b', created_at: '2030-01-02T11:00:00+01:00', updated_at: LATER }),
  ]),
  upkeepRow('fail', 'another time when it was made', [
    ...FIRST,
    read({ title: 'b', created_at: LATER, updated_at: LATER }),
  ]),
  upkeepRow('inconclusive', 'another time when it was made, which the client gave', [
    make,
    read(),
    {
      ...ask('PATCH', PATH, 200, shown({ title: 'b', created_at: LATER }), { title: 'b', created_at: LATER }),
      sentHeaders: MERGED,
    },
    read({ title: 'b', created_at: LATER }),
  ]),
  upkeepRow('fail', 'another time when it was made in each answer', [
    make,
    read(),
    read({ created_at: LATER }),
  ]),
  upkeepRow('pass', 'the time of the last change stays, once', [...FIRST, read({ title: 'b' })]),
  upkeepRow('fail', 'the time of the last change stays, twice', [
    ...FIRST,
    read({ title: 'b' }),
    change('c'),
    read({ title: 'c' }),
  ]),
  upkeepRow('pass', 'the time of the last change stays where nothing was changed', [
    ...FIRST,
    read(),
    change('c'),
    read(),
  ]),
  upkeepRow('pass', 'times in whole seconds, soon after each other', [
    make,
    read({ updated_at: '2030-01-02T10:00:00Z' }),
    change('b'),
    read({ title: 'b', updated_at: '2030-01-02T10:00:00Z' }),
    change('c'),
    read({ title: 'c', updated_at: '2030-01-02T10:00:00Z' }),
  ]),
];
