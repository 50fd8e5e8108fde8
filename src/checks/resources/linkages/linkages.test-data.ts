import { type CheckRow, row } from '../../check-rows.test-data.ts';
import type { Sample } from '../../exchange.test-data.ts';
import type { HeaderLine } from '../../../http/exchange.ts';

/** Rows about linkages of JSON:API: the document is that of the articles. */

const TAGS = '/articles/1/relationships/tags';
const AUTHOR = '/articles/1/relationships/author';
const TYPE: readonly HeaderLine[] = [['Content-Type', 'application/vnd.api+json']];
const tags = (ids: readonly string[]): string =>
  JSON.stringify({ data: ids.map((id) => ({ type: 'tags', id })) });
const author = (id: string | undefined): string =>
  JSON.stringify({ data: id === undefined ? null : { type: 'people', id } });

const shown = (path: string, body: string): Sample => ({ path, body, headers: TYPE });
const sent = (method: string, path: string, sends: string, status = 204): Sample => ({
  method,
  path,
  sends,
  sentHeaders: TYPE,
  status,
  body: '',
});
const show = (...ids: readonly string[]): Sample => shown(TAGS, tags(ids));
const replace = (...ids: readonly string[]): Sample => sent('PATCH', TAGS, tags(ids));
const add = (...ids: readonly string[]): Sample => sent('POST', TAGS, tags(ids));
const remove = (...ids: readonly string[]): Sample => sent('DELETE', TAGS, tags(ids));

function linkageRow(shows: CheckRow['shows'], name: string, exchanges: readonly Sample[]): CheckRow {
  return row('resources.linkage-kept', shows, name, exchanges, { document: 'articles' });
}

export const linkageRows: readonly CheckRow[] = [
  linkageRow('pass', 'each has what it should', [
    show(),
    replace('1'),
    show('1'),
    add('2'),
    show('2', '1'),
    remove('1'),
    show('2'),
  ]),
  linkageRow('fail', 'what replaces is not there', [replace('1'), show()]),
  linkageRow('fail', 'what was put there before stays', [
    replace('1'),
    show('1'),
    replace('2'),
    show('1', '2'),
  ]),
  linkageRow('pass', 'what the service names by itself comes again', [
    show('9'),
    replace('1'),
    show('9', '1'),
  ]),
  linkageRow('fail', 'what is added is not there', [replace('1'), add('2'), show('1')]),
  linkageRow('fail', 'what is added puts others out', [show('9'), add('2'), show('2')]),
  linkageRow('fail', 'what is added again is there twice', [add('2'), add('2'), show('2', '2')]),
  linkageRow('fail', 'what is taken out stays', [replace('1', '2'), remove('1'), show('1', '2')]),
  linkageRow('fail', 'others go with what is taken out', [replace('1', '2'), remove('1'), show()]),
  linkageRow('fail', 'a refused change changes', [
    replace('1'),
    sent('PATCH', TAGS, tags(['2']), 404),
    show('2'),
  ]),
  linkageRow('inconclusive', 'nothing was done', [show('1'), show('2')]),
  linkageRow('inconclusive', 'it is on its way', [sent('PATCH', TAGS, tags(['1']), 202), show()]),
  linkageRow('inconclusive', 'there is a further page', [
    replace('1', '2'),
    shown(TAGS, JSON.stringify({ data: [{ type: 'tags', id: '1' }], links: { next: '/more' } })),
  ]),
  linkageRow('inconclusive', 'something else was done in between', [
    replace('1'),
    sent('PATCH', AUTHOR, author('7')),
    show(),
  ]),
  linkageRow('pass', 'one names the other', [sent('PATCH', AUTHOR, author('7')), shown(AUTHOR, author('7'))]),
  linkageRow('fail', 'one names the first for ever', [
    sent('PATCH', AUTHOR, author('7')),
    shown(AUTHOR, author('7')),
    sent('PATCH', AUTHOR, author('8')),
    shown(AUTHOR, author('7')),
  ]),
  linkageRow('fail', 'one names somebody where it should name nobody', [
    sent('PATCH', AUTHOR, author('7')),
    sent('PATCH', AUTHOR, author(undefined)),
    shown(AUTHOR, author('7')),
  ]),
];
