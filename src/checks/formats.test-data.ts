import { type CheckRow, row } from './check-rows.test-data.ts';
import type { Sample } from './exchange.test-data.ts';

/** Rows about the format and the members that are asked for, and about what nobody understands in a query: the document is that of the files. */

const list = (accept: string, status: number, type = 'application/json'): Sample => ({
  method: 'GET',
  path: '/files',
  sentHeaders: accept === '' ? [] : [['Accept', accept]],
  status,
  body: type === 'application/json' ? '[]' : 'name',
  headers: [['Content-Type', type]],
});

function formatRow(shows: CheckRow['shows'], name: string, ...exchanges: readonly Sample[]): CheckRow {
  return row('bodies.format-asked', shows, name, exchanges, { document: 'files' });
}

const ask = (path: string, query: string, status: number): Sample => ({
  method: 'GET',
  path: `${path}${query}`,
  status,
  body: '[]',
});
const asked = (path: string, status: number, around = 200): readonly Sample[] => [
  ask(path, '', around),
  ask(path, '?assay_unknown=1', status),
  ask(path, '', around),
];

function unknownRow(shows: CheckRow['shows'], name: string, exchanges: readonly Sample[]): CheckRow {
  return row('validation.unknown-parameter', shows, name, exchanges, { document: 'files' });
}

const conditioned = (condition: string, status: number, around = 200): readonly Sample[] => [
  ask('/files', '', around),
  ask('/files', `?filter=${condition}`, status),
  ask('/files', '', around),
];

function conditionRow(shows: CheckRow['shows'], name: string, exchanges: readonly Sample[]): CheckRow {
  return row('validation.told-text', shows, name, exchanges, { document: 'files' });
}

const show = (query: string, ...entries: readonly object[]): Sample => ({
  method: 'GET',
  path: `/files${query}`,
  status: 200,
  body: JSON.stringify(entries),
});

function shapeRow(shows: CheckRow['shows'], name: string, ...exchanges: readonly Sample[]): CheckRow {
  return row('resources.shown-as-asked', shows, name, exchanges, { document: 'files' });
}

export const formatRows: readonly CheckRow[] = [
  formatRow('pass', 'the one that was asked for', list('text/csv', 200, 'text/csv; charset=utf-8')),
  formatRow('pass', 'one of two', list('text/csv, application/json;q=0.5', 200)),
  formatRow('pass', 'none of them', list('application/xml', 406)),
  formatRow('inconclusive', 'any', list('*/*', 200)),
  formatRow('inconclusive', 'one, or any other', list('text/csv, */*;q=0.1', 200)),
  formatRow('inconclusive', 'not said', list('', 200)),
  formatRow('inconclusive', 'refused for something else', list('text/csv', 400)),
  formatRow('fail', 'another one', list('text/csv', 200)),
  formatRow('fail', 'one that there is not', list('application/xml', 200)),
  formatRow(
    'fail',
    'one of which nothing is accepted',
    list('text/csv;q=1', 200, 'application/json; charset=utf-8'),
  ),
  unknownRow('pass', 'ignored', asked('/files', 200)),
  unknownRow('pass', 'refused where it is to be', asked('/files/tides/content', 400)),
  unknownRow('inconclusive', 'nobody knows why', [
    ask('/files', '', 400),
    ask('/files', '?assay_unknown=1', 400),
  ]),
  unknownRow('inconclusive', 'a failure', asked('/files', 503)),
  unknownRow('inconclusive', 'over the limit', asked('/files', 429)),
  unknownRow('inconclusive', 'refused, as without it', asked('/files', 404, 404)),
  unknownRow('fail', 'refused', asked('/files', 400)),
  unknownRow('fail', 'not found', asked('/files', 404)),
  unknownRow('fail', 'ignored where it is to be refused', asked('/files/tides/content', 200)),
  conditionRow('pass', 'refused', conditioned('kind%20eq', 400)),
  conditionRow('inconclusive', 'a condition', conditioned('kind%20eq%20%22table%22', 200)),
  conditionRow('inconclusive', 'refused, as without it', conditioned('kind%20eq', 400, 400)),
  conditionRow('inconclusive', 'over the limit', conditioned('kind%20eq', 429)),
  conditionRow('fail', 'taken', conditioned('kind%20eq', 200)),
  shapeRow('pass', 'those members alone', show('?fields=bytes', { name: 'a', bytes: 1 })),
  shapeRow(
    'pass',
    'members that nobody can ask for',
    show('?fields=bytes,kind', { bytes: 1, self: '/files/a' }),
  ),
  shapeRow('inconclusive', 'all, as nobody asked', show('', { name: 'a', bytes: 1, kind: 'x', owner: 'o' })),
  shapeRow('fail', 'others as well', show('?fields=bytes', { name: 'a', bytes: 1, kind: 'x' })),
  shapeRow(
    'pass',
    'objects, and one that is gone',
    show('?expand=owner', { name: 'a', owner: { id: 'o' } }, { name: 'b', owner: 'p' }),
  ),
  shapeRow(
    'inconclusive',
    'one that may be gone',
    show('?expand=owner', { name: 'a', owner: 'o' }, { name: 'b', owner: 'o' }),
  ),
  shapeRow('inconclusive', 'nothing', show('?expand=owner', { name: 'a' })),
  shapeRow('fail', 'identities', show('?expand=owner', { name: 'a', owner: 'o' }, { name: 'b', owner: 'p' })),
  shapeRow('fail', 'objects that nobody asked for', show('', { name: 'a', owner: { id: 'o' } })),
];
