import { type CheckRow, row } from '../../check-rows.test-data.ts';
import { ask, type Sample } from '../../exchange.test-data.ts';

/** Rows about a PUT beside a PATCH that its document calls an update, and about writes that are only tried. */

const WISH = { title: 'assay-abc123-001 One', note: 'near the door' };
const NOTE = { id: 7, ...WISH };
const NEW = { id: 7, title: 'assay-abc123-002 Two' };

function afterPut(shown: { readonly [name: string]: string | number }): readonly Sample[] {
  return [
    ask('POST', '/notes/', 201, NOTE, WISH),
    ask('GET', '/notes/7/', 200, NOTE),
    ask('PUT', '/notes/7/', 200, shown, { title: NEW.title }),
    ask('GET', '/notes/7/', 200, shown),
  ];
}

function updateRow(shows: CheckRow['shows'], name: string, exchanges: readonly Sample[]): CheckRow {
  return row('resources.update-is-whole', shows, name, exchanges, { document: 'notes' });
}

/** An entry that is made, read, written to, and read as it was. */
function triedRow(
  check: string,
  shows: CheckRow['shows'],
  name: string,
  writes: readonly Sample[],
): CheckRow {
  const look = ask('GET', '/notes/7/', 200, NOTE);
  return row(check, shows, name, [...afterPut(NOTE).slice(0, 2), ...writes, look], { document: 'notes' });
}

export const updateRows: readonly CheckRow[] = [
  updateRow('pass', 'what was left out is gone', afterPut(NEW)),
  updateRow('warn', 'what was left out is still there', afterPut({ ...NEW, note: WISH.note })),
  updateRow('inconclusive', 'nothing was left out', [
    ...afterPut(NOTE).slice(0, 2),
    ask('PUT', '/notes/7/', 200, { ...NEW, note: 'x' }, { title: NEW.title, note: 'x' }),
    ask('GET', '/notes/7/', 200, { ...NEW, note: 'x' }),
  ]),
  triedRow('resources.update-stored', 'inconclusive', 'a change that is only tried', [
    ask('PATCH', '/notes/7/?dry_run=true', 200, { ...NOTE, ...NEW }, { title: NEW.title }),
  ]),
  triedRow('resources.update-stored', 'fail', 'a change that is not stored', [
    ask('PATCH', '/notes/7/', 200, { ...NOTE, ...NEW }, { title: NEW.title }),
  ]),
  triedRow('resources.removed-is-gone', 'inconclusive', 'a removal that is only tried', [
    ask('DELETE', '/notes/7/?dry_run=true', 204),
  ]),
  triedRow('resources.removed-is-gone', 'fail', 'a removal that is not done', [
    ask('DELETE', '/notes/7/', 204),
  ]),
];
