import { type CheckRow, created, LIST, listed, refused, row } from '../../check-rows.test-data.ts';
import type { Sample } from '../../exchange.test-data.ts';

const MARK = 'assay-abc123-001';
const SENT = { title: `${MARK} Word`, notes: 'n' };
const OTHER = { title: 'assay-abc123-002 Word' };
const ENTRY = { ...SENT, id: 1 };
const STRANGER = { id: 90, title: 'Not of this run' };
const UNUSUAL = { title: `${MARK} caf\u{e9} "\u{1f408}" 100 %`, notes: ' both ends ' };
const TELLING = 'R7vQ2 kX';
const NO_UTF8 = Buffer.from(JSON.stringify({ title: `${MARK} \u00ff`, notes: TELLING }), 'latin1');
const WITH_ID = { ...SENT, id: 1_234_567_890 };
const readOnly = { capabilities: { readOnly: true } };

const refusedWith = (status: number): Sample =>
  refused(status, { sends: JSON.stringify({ title: 7, notes: `${MARK} n` }) });
const LEFT_BEHIND = listed({ id: 2, title: '7', notes: `${MARK} n` });
const read = (path: string, body: object, status = 200): Sample => ({
  path,
  status,
  body: JSON.stringify(body),
});
const SHELF_WISH = { label: `${MARK} Shelf`, zone: 'dry' };
const SHELF = { id: 1, isLocked: false, changedAt: '2030-01-01T00:00:00Z', ...SHELF_WISH };
const madeShelf = (location: string): Sample => ({
  method: 'POST',
  path: '/shelves',
  status: 201,
  sends: JSON.stringify(SHELF_WISH),
  body: JSON.stringify(SHELF),
  headers: [['Location', location]],
});
const together = (id: number, atMs: number): Sample =>
  created(id, { title: `assay-abc123-10${atMs} W` }, {}, { atMs, tookMs: 50 });

const EXPORT = { title: `${MARK} Export`, format: 'csv', exportId: 'e1', state: 'running' };
const begun = (location: string): Sample => ({
  method: 'POST',
  path: '/exports',
  status: 202,
  sends: JSON.stringify({ title: EXPORT.title }),
  body: JSON.stringify(EXPORT),
  headers: [['Location', location]],
});
const seek = (path: string): Sample => read(path, { title: 'problem', status: 404 }, 404);

export const collectionRows: readonly CheckRow[] = [
  row('collections.created-as-sent', 'pass', 'the same', [created(1, SENT)]),
  row('collections.created-as-sent', 'pass', 'the same, and more', [created(1, SENT, { shelf: 3 })]),
  row('collections.created-as-sent', 'pass', 'an optional member that was not sent is there', [
    created(1, OTHER, { notes: '' }),
  ]),
  row('collections.created-as-sent', 'fail', 'a changed member', [created(1, SENT, { notes: 'N' })]),
  row('collections.created-as-sent', 'fail', 'a member that is gone', [
    created(1, SENT, { notes: undefined }),
  ]),
  row('collections.created-as-sent', 'fail', 'a member of another request, which created nothing', [
    refused(400, { sends: JSON.stringify({ title: 7, notes: TELLING }) }),
    created(2, OTHER, { notes: TELLING }),
  ]),
  row('collections.created-as-sent', 'fail', 'a member of a request whose bytes are no UTF-8', [
    { ...refused(400), sends: NO_UTF8 },
    created(2, OTHER, { notes: TELLING }),
  ]),
  row('collections.created-as-sent', 'pass', 'a member that a later request has from the answer', [
    created(2, OTHER, { notes: TELLING }),
    refused(400, { sends: JSON.stringify({ title: 7, notes: TELLING }) }),
  ]),
  row(
    'collections.created-as-sent',
    'pass',
    'a value of the service, which another request sent in between',
    [
      created(2, OTHER, { notes: TELLING }),
      refused(400, { sends: JSON.stringify({ title: 7, notes: TELLING }) }),
      created(3, { title: `${MARK} Third` }, { notes: TELLING }),
    ],
  ),
  row('collections.created-as-sent', 'not-testable', 'nothing may be created', [LIST], readOnly),
  row('collections.text-unchanged', 'pass', 'the same', [created(1, UNUSUAL)]),
  row('collections.text-unchanged', 'pass', 'trimmed at the ends', [
    created(1, UNUSUAL, { notes: 'both ends' }),
  ]),
  row('collections.text-unchanged', 'fail', 'a question mark for an emoji', [
    created(1, UNUSUAL, { title: UNUSUAL.title.replace('\u{1f408}', '?') }),
  ]),
  row('collections.text-unchanged', 'fail', 'another normal form', [
    created(1, UNUSUAL, { title: UNUSUAL.title.normalize('NFD') }),
  ]),
  row('collections.text-unchanged', 'fail', 'escaped markup', [
    created(1, UNUSUAL, { title: UNUSUAL.title.replaceAll('"', '&quot;') }),
  ]),
  row('collections.text-unchanged', 'fail', 'null for a text', [created(1, UNUSUAL, { notes: null })]),
  row('collections.text-unchanged', 'fail', 'an empty member that is gone', [
    created(1, { ...SENT, notes: '' }, { notes: undefined }),
  ]),
  row('collections.assigned-members', 'pass', 'an identity of its own', [created(2, WITH_ID, { id: 0 })]),
  row('collections.assigned-members', 'pass', '400', [refused(400, { sends: JSON.stringify(WITH_ID) })]),
  row('collections.assigned-members', 'fail', 'the identity of the client', [
    created(WITH_ID.id, WITH_ID, { id: 0 }),
  ]),
  row('collections.unique-identity', 'pass', 'two creations, two identities', [
    created(1, SENT),
    created(2, OTHER),
  ]),
  row('collections.unique-identity', 'pass', 'two identities that are one as doubles', [
    created('9007199254740992', SENT),
    created('9007199254740993', OTHER),
  ]),
  row('collections.unique-identity', 'fail', 'two creations, one identity', [
    created(1, SENT),
    created(1, OTHER),
  ]),
  row('collections.unique-identity', 'fail', 'one identity twice in a list', [
    listed(ENTRY, STRANGER, { ...OTHER, id: 1 }),
  ]),
  row('collections.parallel-creation', 'pass', 'two identities', [together(1, 0), together(2, 5)]),
  row('collections.parallel-creation', 'fail', 'one identity', [together(1, 0), together(1, 5)]),
  row('collections.parallel-creation', 'inconclusive', 'one after the other', [
    created(1, SENT),
    created(2, OTHER),
  ]),
  row('collections.listed', 'pass', 'in the list, among others, in any order', [
    created(1, SENT),
    listed(STRANGER, ENTRY),
  ]),
  row('collections.listed', 'pass', 'only in the second list', [created(1, SENT), LIST, listed(ENTRY)]),
  row('collections.listed', 'inconclusive', 'missing in the only list: it may lag', [created(1, SENT), LIST]),
  row('collections.listed', 'inconclusive', 'missing in lists that were asked for before', [
    LIST,
    LIST,
    created(1, SENT),
  ]),
  row('collections.listed', 'fail', 'missing in two lists', [
    created(1, SENT),
    LIST,
    { ...listed(STRANGER), atMs: 6_000 },
  ]),
  row('collections.listed', 'inconclusive', 'missing in two lists soon after', [
    created(1, SENT),
    LIST,
    LIST,
  ]),
  row('collections.listed', 'fail', 'under another identity', [
    created(1, SENT),
    listed({ ...ENTRY, id: 5 }),
    { ...listed({ ...ENTRY, id: 5 }), atMs: 6_000 },
  ]),
  row('collections.listed', 'fail', 'with another value', [
    created(1, SENT),
    listed({ ...ENTRY, notes: 'N' }),
  ]),
  row('collections.created-once', 'pass', 'once', [created(1, SENT), listed(ENTRY, STRANGER)]),
  row('collections.created-once', 'fail', 'twice', [created(1, SENT), listed(ENTRY, { ...ENTRY, id: 2 })]),
  row('collections.created-once', 'inconclusive', 'twice, after a creation that was lost and sent again', [
    { path: '/books', sends: JSON.stringify(SENT), fails: 'reset', superseded: true },
    created(1, SENT, {}, { repeats: 'x1' }),
    listed(ENTRY, { ...ENTRY, id: 2 }),
  ]),
  row('collections.refused-creates-nothing', 'pass', 'nothing', [refusedWith(400), listed(STRANGER)]),
  row('collections.refused-creates-nothing', 'pass', 'gone from the last list', [
    refusedWith(400),
    LEFT_BEHIND,
    LIST,
  ]),
  row('collections.refused-creates-nothing', 'fail', 'an entry after 400', [refusedWith(400), LEFT_BEHIND]),
  row('collections.refused-creates-nothing', 'fail', 'an entry after 401', [
    refused(401, { sends: JSON.stringify({ title: `${MARK} t` }), credential: { kind: 'none' } }),
    listed({ id: 2, title: `${MARK} t` }),
  ]),
  row('collections.refused-creates-nothing', 'inconclusive', 'an entry that was not paid', [
    refusedWith(402),
    LEFT_BEHIND,
  ]),
  row('collections.refused-creates-nothing', 'inconclusive', 'an entry after 429', [
    refusedWith(429),
    LEFT_BEHIND,
  ]),
  row('collections.stable-entries', 'pass', 'the same in both lists', [
    created(1, SENT),
    listed(ENTRY),
    listed(STRANGER, ENTRY),
  ]),
  row('collections.stable-entries', 'pass', 'strangers change', [
    created(1, SENT),
    listed(ENTRY, STRANGER),
    listed(ENTRY, { ...STRANGER, title: 'Changed' }),
  ]),
  row('collections.stable-entries', 'fail', 'another value in the second list', [
    created(1, SENT),
    listed(ENTRY),
    listed({ ...ENTRY, title: `${MARK} Changed` }),
  ]),
  row('collections.read-back', 'pass', 'the entry', [created(1, SENT), read('/books/1', ENTRY)]),
  row('collections.read-back', 'fail', '404', [created(1, SENT), read('/books/1', {}, 404)]),
  row('collections.read-back', 'pass', 'what Location names is the same by another name', [
    created(1, SENT, {}, { headers: [['Location', '/books/word']] }),
    read('/books/1', ENTRY),
    read('/books/word', ENTRY),
  ]),
  row(
    'collections.read-back',
    'fail',
    'Location leads nowhere',
    [
      madeShelf('/shelves/7'),
      read('/shelves/1', SHELF),
      read('/shelves/7', { title: 'problem', status: 404 }, 404),
    ],
    { document: 'lives' },
  ),
  row(
    'collections.read-back',
    'fail',
    'Location leads to another entry',
    [
      madeShelf('/shelves/90'),
      read('/shelves/1', SHELF),
      read('/shelves/90', { ...SHELF, id: 90, label: 'Other' }),
    ],
    { document: 'lives' },
  ),
  row(
    'collections.read-back',
    'fail',
    'Location is the list',
    [madeShelf('/shelves'), read('/shelves/1', SHELF)],
    { document: 'lives' },
  ),
  row(
    'collections.read-back',
    'pass',
    'Location names the entry in its query',
    [madeShelf('/shelves?id=1'), read('/shelves/1', SHELF)],
    { document: 'lives' },
  ),
  row(
    'collections.read-back',
    'fail',
    'Location of what was begun, and is in no list, leads nowhere',
    [begun('/exports/e9'), read('/exports/e1', EXPORT), seek('/exports/e9')],
    { document: 'market' },
  ),
  row(
    'collections.read-back',
    'inconclusive',
    'Location of what was begun is that of what will be',
    [begun('/bookings/9'), read('/exports/e1', EXPORT), seek('/bookings/9')],
    { document: 'market' },
  ),
  row(
    'collections.read-back',
    'inconclusive',
    'what was begun is not there yet at either place',
    [begun('/exports/e9'), seek('/exports/e1'), seek('/exports/e9')],
    { document: 'market' },
  ),
  row('collections.read-back', 'fail', 'another value', [
    created(1, SENT),
    read('/books/1', { ...ENTRY, notes: 'N' }),
  ]),
  row('collections.read-back', 'inconclusive', '404 for an entry of nobody, 429 for ours', [
    created(1, SENT),
    read('/books/2', {}, 404),
    read('/books/1', {}, 429),
  ]),
];
