import type { HeaderLine } from '../../http/exchange.ts';
import { type CheckRow, row } from '../check-rows.test-data.ts';
import type { Sample } from '../exchange.test-data.ts';

/** Rows about tags, repeated creations and another user: the document is that of the desk. */

type Members = { readonly [name: string]: unknown };

const WISH = { title: 'assay-abc123-001 One', text: 'some words', stars: 5 };
const NOTE = { id: 'n1', ...WISH };
const NEW = { ...NOTE, title: 'assay-abc123-002 New' };
const NEWER = { ...NOTE, title: 'assay-abc123-003 Newer' };
const PATH = '/notes/n1';

function tag(name: string): HeaderLine {
  return ['ETag', name];
}

function problem(status: number): Sample['body'] {
  return JSON.stringify({ title: 'problem', status });
}

const MAKE: Sample = {
  method: 'POST',
  path: '/notes',
  status: 201,
  sends: JSON.stringify(WISH),
  body: JSON.stringify(NOTE),
};

function read(note: Members, name = '"a"', more: Partial<Sample> = {}): Sample {
  return { path: PATH, body: JSON.stringify(note), headers: [tag(name)], ...more };
}

function asked(condition: string, more: Partial<Sample>): Sample {
  return { path: PATH, sentHeaders: [['If-None-Match', condition]], ...more };
}

function change(note: Members, condition: string | undefined, more: Partial<Sample> = {}): Sample {
  const fields: readonly HeaderLine[] = condition === undefined ? [] : [['If-Match', condition]];
  return {
    method: 'PATCH',
    path: PATH,
    sends: JSON.stringify({ title: note['title'] }),
    sentHeaders: [['Content-Type', 'application/merge-patch+json'], ...fields],
    body: JSON.stringify(note),
    ...more,
  };
}

const REFUSED = { status: 412, body: problem(412) ?? '' };
const GONE: Sample = { path: PATH, status: 404, body: problem(404) ?? '' };
const UNCHANGED = { status: 304, body: '', headers: [['Content-Type', ''] as const, tag('"a"')] };
const AGED = [MAKE, read(NOTE), change(NEW, '"a"'), read(NEW, '"b"')];

function made(id: string, more: Partial<Sample> = {}): Sample {
  return {
    ...MAKE,
    sentHeaders: [
      ['Content-Type', 'application/json'],
      ['Idempotency-Key', 'once-and-again'],
    ],
    body: JSON.stringify({ ...NOTE, id }),
    ...more,
  };
}

const OTHER = { credential: { kind: 'other-key' } } as const;
const HIDDEN: Sample = { ...GONE, ...OTHER };
const EMPTY: Sample = { path: '/notes', body: '[]', ...OTHER };
const LIST: Sample = { path: '/notes', body: JSON.stringify([NOTE]) };
const REMOVE: Sample = { method: 'DELETE', path: PATH, status: 204 };
const SEEN = [MAKE, read(NOTE)];

const desk = { document: 'desk' } as const;

function deskRow(
  law: string,
  shows: CheckRow['shows'],
  name: string,
  exchanges: readonly Sample[],
  options: Pick<CheckRow, 'capabilities'> = {},
): CheckRow {
  return row(`resources.${law}`, shows, name, exchanges, { ...desk, ...options });
}

const TICKET_WISH = { title: 'assay-abc123-001 One', body: 'some words' };

function ticket(state: string, more: Partial<Sample> = {}): Sample {
  return {
    path: '/tickets/T-1',
    body: JSON.stringify({ data: { id: 'T-1', ...TICKET_WISH, state } }),
    ...more,
  };
}

const MAKE_TICKET: Sample = {
  ...ticket('open'),
  method: 'POST',
  path: '/tickets',
  status: 201,
  sends: JSON.stringify(TICKET_WISH),
};
const CLOSED_BY_OTHER: Sample = { ...ticket('closed', OTHER), method: 'POST', path: '/tickets/T-1/close' };
/** Made, read twice, and kept from the other user. */
const SEEN_TICKET: readonly Sample[] = [
  MAKE_TICKET,
  { path: '/me', body: JSON.stringify({ name: 'Other' }), ...OTHER },
  { path: '/tickets/T-1', status: 404, body: problem(404) ?? '', ...OTHER },
  ticket('open'),
  ticket('open'),
];

function actionRow(shows: CheckRow['shows'], name: string, exchanges: readonly Sample[]): CheckRow {
  return row('resources.not-changed-by-others', shows, `another user ${name}`, exchanges, {
    document: 'tickets',
  });
}

export const deskRows: readonly CheckRow[] = [
  deskRow('tag-changes', 'pass', 'another tag', AGED),
  deskRow('tag-changes', 'pass', 'another weak tag', [
    MAKE,
    read(NOTE, 'W/"a"'),
    change(NEW, undefined),
    read(NEW, 'W/"b"'),
  ]),
  deskRow('tag-changes', 'fail', 'the same tag', [MAKE, read(NOTE), change(NEW, '"a"'), read(NEW)]),
  deskRow('tag-changes', 'fail', 'the same tag but for its mark', [
    MAKE,
    read(NOTE),
    change(NEW, '"a"'),
    read(NEW, 'W/"a"'),
  ]),
  deskRow('tag-changes', 'inconclusive', 'the same weak tag, within a second', [
    MAKE,
    read(NOTE, 'W/"a"'),
    change(NEW, undefined),
    read(NEW, 'W/"a"'),
  ]),
  deskRow('tag-changes', 'fail', 'the same weak tag, seconds later', [
    MAKE,
    read(NOTE, 'W/"a"'),
    change(NEW, undefined, { atMs: 2_000 }),
    read(NEW, 'W/"a"', { atMs: 2_100 }),
  ]),
  deskRow('tag-changes', 'inconclusive', 'a member of the service that changes alone', [
    MAKE,
    read(NOTE),
    read({ ...NOTE, reads: 7 }),
  ]),
  deskRow('not-modified', 'pass', '304 for the newest', [MAKE, read(NOTE), asked('"a"', UNCHANGED)]),
  deskRow(
    'tag-changes',
    'inconclusive',
    'an entry that is made again under its name, and counts from the beginning',
    [MAKE, read(NOTE), REMOVE, GONE, change(NEW, undefined), read(NEW)],
  ),
  deskRow('not-modified', 'pass', '304 without a tag', [
    MAKE,
    read(NOTE, 'W/"a"'),
    asked('W/"a"', { status: 304, body: '' }),
  ]),
  deskRow('not-modified', 'inconclusive', 'the whole with another tag', [
    MAKE,
    read(NOTE),
    asked('"a"', { body: JSON.stringify(NOTE), headers: [tag('"a2"')] }),
  ]),
  deskRow('not-modified', 'fail', 'the whole with the same tag', [
    MAKE,
    read(NOTE),
    asked('"a"', { body: JSON.stringify(NOTE), headers: [tag('"a"')] }),
  ]),
  deskRow('not-modified', 'fail', '304 with another tag', [
    MAKE,
    read(NOTE),
    asked('"a"', { ...UNCHANGED, headers: [tag('"b"')] }),
  ]),
  deskRow('not-modified', 'fail', '304 for an old one', [
    MAKE,
    read(NOTE),
    change(NEW, '"a"'),
    asked('"a"', { status: 304, body: '' }),
    read(NEW, '"b"'),
  ]),
  deskRow('stale-tag-refused', 'pass', '412', [...AGED, change(NEWER, '"a"', REFUSED), read(NEW, '"b"')]),
  deskRow('stale-tag-refused', 'pass', 'a removal that is refused', [
    ...AGED,
    { ...REMOVE, sentHeaders: [['If-Match', '"a"']], status: 409, body: problem(409) ?? '' },
    read(NEW, '"b"'),
  ]),
  deskRow('stale-tag-refused', 'inconclusive', 'a tag that changed by itself', [
    MAKE,
    read(NOTE),
    read(NOTE, '"b"'),
    change(NEWER, '"a"'),
    read(NEWER, '"c"'),
  ]),
  deskRow('stale-tag-refused', 'fail', 'done', [...AGED, change(NEWER, '"a"'), read(NEWER, '"c"')]),
  deskRow('stale-tag-refused', 'fail', 'removed', [
    ...AGED,
    { ...REMOVE, sentHeaders: [['If-Match', '"a"']] },
    GONE,
  ]),
  deskRow('stale-tag-refused', 'fail', 'removed, and shown as removed', [
    ...AGED,
    { ...REMOVE, sentHeaders: [['If-Match', '"a"']] },
    read({ ...NEW, deletedAt: '2030-01-01' }, '"c"'),
  ]),
  deskRow('tag-required', 'pass', '428', [
    MAKE,
    read(NOTE),
    change(NEW, undefined, { status: 428, body: problem(428) ?? '' }),
    read(NOTE),
  ]),
  deskRow('tag-required', 'fail', 'done', [MAKE, read(NOTE), change(NEW, undefined), read(NEW, '"b"')]),
  deskRow('tag-required', 'inconclusive', 'a service that shows no tag', [
    MAKE,
    { path: PATH, body: JSON.stringify(NOTE) },
    change(NEW, undefined),
    { path: PATH, body: JSON.stringify(NEW) },
  ]),
  deskRow('repeated-once', 'pass', 'the same entry', [made('n1'), made('n1')]),
  deskRow('repeated-once', 'inconclusive', 'a refusal', [
    made('n1'),
    made('n1', { status: 409, body: problem(409) ?? '' }),
  ]),
  deskRow('repeated-once', 'fail', 'another entry', [made('n1'), made('n2')]),
  deskRow('repeated-once', 'fail', 'the same entry, and two in the list', [
    made('n1'),
    made('n1'),
    { path: '/notes', body: JSON.stringify([NOTE, { ...NOTE, id: 'n2' }]) },
  ]),
  deskRow('not-read-by-others', 'not-testable', 'no other key', SEEN),
  deskRow('not-read-by-others', 'pass', '404', [...SEEN, EMPTY, HIDDEN]),
  deskRow('not-read-by-others', 'pass', 'a note of the other user in that place', [
    ...SEEN,
    EMPTY,
    { path: PATH, body: JSON.stringify({ ...NOTE, title: 'Mine' }), ...OTHER },
  ]),
  deskRow('not-read-by-others', 'inconclusive', 'nobody serves the other user', [...SEEN, HIDDEN]),
  deskRow('not-read-by-others', 'not-applicable', 'said to be shared', [...SEEN, read(NOTE, '"a"', OTHER)], {
    capabilities: { shared: ['/notes/**'] },
  }),
  deskRow('not-read-by-others', 'warn', 'shown to all, in the list too', [
    ...SEEN,
    LIST,
    { ...LIST, ...OTHER },
    read(NOTE, '"a"', OTHER),
  ]),
  deskRow('not-read-by-others', 'fail', 'shown', [...SEEN, EMPTY, read(NOTE, '"a"', OTHER)]),
  deskRow('not-listed-by-others', 'pass', 'not in the list', [...SEEN, LIST, EMPTY]),
  deskRow('not-listed-by-others', 'inconclusive', 'in the list of nobody', [
    ...SEEN,
    { path: '/notes', body: '[]' },
    EMPTY,
  ]),
  deskRow('not-listed-by-others', 'fail', 'in the list', [...SEEN, LIST, { ...LIST, ...OTHER }, HIDDEN]),
  deskRow('not-changed-by-others', 'pass', '403', [
    ...SEEN,
    EMPTY,
    change(NEW, undefined, { ...OTHER, status: 403, body: problem(403) ?? '' }),
    read(NOTE),
  ]),
  deskRow('not-changed-by-others', 'pass', 'told that it is done, and it is not', [
    ...SEEN,
    EMPTY,
    change(NEW, undefined, OTHER),
    read(NOTE),
  ]),
  deskRow('not-changed-by-others', 'fail', 'done', [
    ...SEEN,
    change(NEW, undefined, OTHER),
    read(NEW, '"b"'),
  ]),
  actionRow('fail', 'does something to what it may not read', [
    ...SEEN_TICKET,
    CLOSED_BY_OTHER,
    ticket('closed'),
  ]),
  actionRow('pass', 'is refused', [
    ...SEEN_TICKET,
    { ...CLOSED_BY_OTHER, status: 404, body: problem(404) ?? '' },
    ticket('open'),
  ]),
  actionRow('pass', 'is told that it is done, and the ticket is another one at each read', [
    ...SEEN_TICKET,
    ticket('waiting'),
    CLOSED_BY_OTHER,
    ticket('open'),
  ]),
  actionRow('inconclusive', 'may read it', [
    MAKE_TICKET,
    ticket('open'),
    ticket('open', OTHER),
    ticket('open'),
    CLOSED_BY_OTHER,
    ticket('closed'),
  ]),
  deskRow('not-removed-by-others', 'pass', '404', [
    ...SEEN,
    EMPTY,
    { ...REMOVE, ...OTHER, status: 404, body: problem(404) ?? '' },
    read(NOTE),
  ]),
  deskRow('not-removed-by-others', 'fail', 'gone', [...SEEN, { ...REMOVE, ...OTHER }, GONE]),
];
