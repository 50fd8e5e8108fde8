import type { CredentialUse } from '../../../http/credential-use.ts';
import { type CheckRow, row } from '../../check-rows.test-data.ts';
import { ask as askPlainly, type Sample } from '../../exchange.test-data.ts';

type Members = { readonly [name: string]: unknown };

const OF_SERVICE = { changedAt: '2030-01-01T00:00:00Z', isLocked: false };
const WISH = { label: 'assay-abc123-001 One', zone: 'dry', height: 5, note: 'near the door' };
const OTHER_WISH = { label: 'assay-abc123-002 Two', zone: 'cold', height: 9, note: 'far away' };
const ENTRY = { id: 7, ...OF_SERVICE, ...WISH };
const OTHER = { id: 8, ...OF_SERVICE, ...OTHER_WISH };
const BAD: CredentialUse = { kind: 'unknown' };

function ask(method: string, path: string, status: number, body?: Members, sends?: Members): Sample {
  const asked = askPlainly(method, path, status, body, sends);
  return method === 'PATCH'
    ? { ...asked, sentHeaders: [['Content-Type', 'application/merge-patch+json']] }
    : asked;
}

const problem = (status: number): Members => ({ title: 'problem', status });
const make = (entry: Members, wish: Members): Sample => ask('POST', '/shelves', 201, entry, wish);
const MAKE = make(ENTRY, WISH);
const MAKE_OTHER = make(OTHER, OTHER_WISH);
const read = (entry: Members, status = 200): Sample => ask('GET', `/shelves/7`, status, entry);
const readOther = (entry: Members, status = 200): Sample => ask('GET', `/shelves/8`, status, entry);
const put = (wish: Members, entry: Members): Sample => ask('PUT', '/shelves/7', 200, entry, wish);
const patch = (wish: Members, entry: Members): Sample => ask('PATCH', '/shelves/7', 200, entry, wish);
const REMOVE = ask('DELETE', '/shelves/7', 204);
const GONE = read(problem(404), 404);
const list = (...items: readonly Members[]): Sample =>
  ask('GET', '/shelves', 200, { items, total: items.length });
const NEW = { ...ENTRY, label: 'assay-abc123-003 New' };
const CHANGED = patch({ label: NEW.label }, NEW);

const KEEPER = { id: 'k1', name: 'assay-abc123-004 Keeper', score: 3 };
const MAKE_KEEPER = ask('POST', '/keepers', 201, KEEPER, { name: KEEPER.name, pin: '4711-secret' });
const OTHER_KEEPER = { id: 'k2', name: 'assay-abc123-006 Another', score: 3 };
const LEFT = { ...KEEPER, name: 'assay-abc123-007 Left', state: 'left' };
const readKeeper = (keeper: Members): Sample => ask('GET', '/keepers/k1', 200, keeper);

const BOX = { boxId: '0b0e3c1e-0000-4000-8000-000000000001', content: 'assay-abc123-005 Box' };
const BOX_PATH = `/shelves/7/boxes/${BOX.boxId}`;
const MAKE_BOX = ask('POST', '/shelves/7/boxes', 201, BOX, { content: BOX.content });

const HEAVY_BOX = { ...BOX, weight: 40 };
/** A box whose weight is changed, and shown no more. */
const weighed = (weight: number): readonly Sample[] => [
  MAKE,
  ask('POST', '/shelves/7/boxes', 201, HEAVY_BOX, { content: BOX.content, weight: 40 }),
  ask('GET', BOX_PATH, 200, HEAVY_BOX),
  { ...ask('PATCH', BOX_PATH, 200, BOX, { weight }), sentHeaders: [['Content-Type', 'application/json']] },
  ask('GET', BOX_PATH, 200, BOX),
];

/** A box that is made with a weight and shown with another, and then given this one. */
const rounded = (weight: number): readonly Sample[] => {
  const box = { ...HEAVY_BOX, weight: 41.5 };
  const given = {
    ...ask('PATCH', BOX_PATH, 200, box, { weight }),
    sentHeaders: [['Content-Type', 'application/json']],
  } as const;
  return [
    MAKE,
    ask('POST', '/shelves/7/boxes', 201, box, { content: BOX.content, weight: 41.7 }),
    ask('GET', BOX_PATH, 200, box),
    given,
    ask('GET', BOX_PATH, 200, box),
  ];
};

const OTHER_BOXES = (...data: readonly Members[]): Sample => ask('GET', '/shelves/8/boxes', 200, { data });
const ELSEWHERE = `/shelves/8/boxes/${BOX.boxId}`;

const lives = { document: 'lives' } as const;

function lifeRow(
  law: string,
  shows: CheckRow['shows'],
  name: string,
  exchanges: readonly Sample[],
): CheckRow {
  return row(`resources.${law}`, shows, name, exchanges, lives);
}

export const lifeRows: readonly CheckRow[] = [
  lifeRow('update-stored', 'pass', 'the new value is read', [MAKE, CHANGED, read(NEW)]),
  lifeRow('update-stored', 'pass', 'another way of writing it', [
    MAKE,
    CHANGED,
    read({ ...NEW, label: ` ${NEW.label.toUpperCase()} ` }),
  ]),
  lifeRow('update-stored', 'inconclusive', 'a removal that comes behind it leaves nothing of it', [
    MAKE,
    CHANGED,
    REMOVE,
    read({ id: ENTRY.id }),
    read({ id: ENTRY.id }),
  ]),
  lifeRow('update-stored', 'fail', 'the old value is read', [MAKE, CHANGED, read(ENTRY)]),
  lifeRow('update-stored', 'fail', 'the answer has the old value', [
    MAKE,
    patch({ label: NEW.label }, ENTRY),
  ]),
  lifeRow('update-stored', 'fail', 'the member is gone', [
    MAKE,
    patch({ note: 'changed words' }, { ...ENTRY, note: 'changed words' }),
    read({ ...ENTRY, note: undefined }),
  ]),
  lifeRow('update-stored', 'inconclusive', 'a blank that is trimmed to nothing', [
    MAKE,
    read(ENTRY),
    patch({ note: ' ' }, { ...ENTRY, note: undefined }),
    read({ ...ENTRY, note: undefined }),
  ]),
  lifeRow('update-stored', 'pass', 'the answer to the update does not show what it gave', [
    MAKE,
    patch({ note: 'changed words' }, { ...ENTRY, note: undefined }),
    read({ ...ENTRY, note: 'changed words' }),
  ]),
  lifeRow('update-stored', 'inconclusive', 'a writer that leaves out what is zero', weighed(0)),
  lifeRow('update-stored', 'fail', 'a number that is no zero is left out', weighed(2)),
  lifeRow('update-stored', 'inconclusive', 'a number is rounded to what was there', rounded(41.4)),
  lifeRow('update-stored', 'fail', 'a number stays what another was rounded to', rounded(7.3)),
  lifeRow('update-stored', 'inconclusive', 'a 202 promises nothing yet', [
    MAKE,
    ask('PATCH', '/shelves/7', 202, ENTRY, { label: NEW.label }),
    read(ENTRY),
  ]),
  lifeRow('change-keeps-rest', 'pass', 'a parameter asks for a part of it', [
    MAKE,
    read(ENTRY),
    CHANGED,
    { ...read({ ...NEW, note: undefined }), path: '/shelves/7?fields=label' },
  ]),
  lifeRow('update-stored', 'fail', 'an update removes the entry', [MAKE, read(ENTRY), CHANGED, GONE]),
  lifeRow('update-stored', 'inconclusive', 'what is told to be archived is shown no more', [
    MAKE,
    read(ENTRY),
    patch({ archived: true }, { ...ENTRY, archived: true }),
    GONE,
  ]),
  lifeRow('change-keeps-rest', 'pass', 'the rest is there', [MAKE, read(ENTRY), CHANGED, read(NEW)]),
  lifeRow('change-keeps-rest', 'fail', 'the note is gone', [
    MAKE,
    read(ENTRY),
    patch({ label: NEW.label }, { ...NEW, note: undefined }),
    read({ ...NEW, note: undefined }),
  ]),
  lifeRow('change-keeps-rest', 'pass', 'the answer to the change shows less of the entry', [
    MAKE,
    read(ENTRY),
    patch({ label: NEW.label }, { ...NEW, note: undefined }),
    read(NEW),
  ]),
  lifeRow('change-keeps-rest', 'fail', 'a number is another one', [
    MAKE,
    read(ENTRY),
    CHANGED,
    read({ ...NEW, height: 1 }),
  ]),
  lifeRow('replacement-is-whole', 'pass', 'what was left out is gone', [
    MAKE,
    read(ENTRY),
    put({ label: NEW.label, zone: 'dry' }, { ...NEW, note: undefined, height: undefined }),
    read({ ...NEW, note: undefined, height: undefined }),
  ]),
  lifeRow('replacement-is-whole', 'fail', 'what was left out is still there', [
    MAKE,
    read(ENTRY),
    put({ label: NEW.label, zone: 'dry' }, NEW),
    read(NEW),
  ]),
  lifeRow('others-unchanged', 'inconclusive', 'another one was not found before either', [
    MAKE,
    GONE,
    MAKE_OTHER,
    REMOVE,
    readOther(problem(404), 404),
  ]),
  lifeRow('others-unchanged', 'pass', 'the other entry is as it was', [
    MAKE,
    MAKE_OTHER,
    readOther(OTHER),
    CHANGED,
    readOther(OTHER),
  ]),
  lifeRow('others-unchanged', 'pass', 'an entry that tells it was removed is replaced all the same', [
    ask('POST', '/keepers', 201, { ...KEEPER, state: 'present' }, { name: KEEPER.name }),
    ask('POST', '/keepers', 201, OTHER_KEEPER, { name: OTHER_KEEPER.name }),
    readKeeper({ ...KEEPER, state: 'present' }),
    ask('DELETE', '/keepers/k1', 204),
    ask('PUT', '/keepers/k1', 200, LEFT, { name: LEFT.name }),
    ask('PUT', '/keepers/k2', 200, { ...OTHER_KEEPER, name: NEW.label }, { name: NEW.label }),
    readKeeper(LEFT),
    readKeeper(LEFT),
  ]),
  lifeRow('others-unchanged', 'fail', 'the other entry has the value', [
    MAKE,
    MAKE_OTHER,
    readOther(OTHER),
    CHANGED,
    readOther({ ...OTHER, label: NEW.label }),
  ]),
  lifeRow(
    'others-unchanged',
    'fail',
    'the other entry has the value, after an action on it was turned away',
    [
      MAKE,
      MAKE_OTHER,
      readOther(OTHER),
      ask('POST', '/shelves/8/lock', 401, problem(401)),
      readOther(OTHER),
      CHANGED,
      readOther({ ...OTHER, label: NEW.label }),
    ],
  ),
  lifeRow(
    'others-unchanged',
    'fail',
    'the other entry has the value, after a stranger was forbidden an action',
    [
      MAKE,
      MAKE_OTHER,
      readOther(OTHER),
      { ...ask('POST', '/shelves/8/lock', 403, problem(403)), credential: BAD },
      readOther(OTHER),
      CHANGED,
      readOther({ ...OTHER, label: NEW.label }),
    ],
  ),
  lifeRow('change-keeps-rest', 'inconclusive', 'an action that was refused to the key leaves a trace', [
    MAKE,
    read(ENTRY),
    ask('POST', '/shelves/7/lock', 403, problem(403)),
    read({ ...ENTRY, zone: 'secure' }),
  ]),
  lifeRow('others-unchanged', 'fail', 'the other entry is gone', [
    MAKE,
    MAKE_OTHER,
    readOther(OTHER),
    REMOVE,
    readOther(problem(404), 404),
  ]),
  lifeRow('refused-changes-nothing', 'pass', 'a stranger changes nothing', [
    MAKE,
    read(ENTRY),
    { ...ask('DELETE', '/shelves/7', 401, problem(401)), credential: BAD },
    read(ENTRY),
  ]),
  lifeRow('refused-changes-nothing', 'fail', 'a stranger removes', [
    MAKE,
    read(ENTRY),
    { ...ask('DELETE', '/shelves/7', 401, problem(401)), credential: BAD },
    GONE,
  ]),
  lifeRow(
    'refused-changes-nothing',
    'inconclusive',
    'what failed, and was sent again, took the entry elsewhere',
    [
      MAKE,
      read(ENTRY),
      { ...ask('PUT', '/shelves/7', 500, problem(500), WISH), superseded: true },
      { ...ask('PUT', '/shelves/7', 404, problem(404), WISH), repeats: 'x3' },
      ask('PATCH', '/shelves/7', 400, problem(400), { zone: 7 }),
      MAKE_OTHER,
      readOther(OTHER),
      ask('DELETE', '/shelves/8', 204),
      GONE,
    ],
  ),
  lifeRow(
    'refused-changes-nothing',
    'fail',
    'a refused change, and nothing that failed, took the entry away',
    [
      MAKE,
      read(ENTRY),
      ask('PATCH', '/shelves/7', 400, problem(400), { zone: 7 }),
      MAKE_OTHER,
      readOther(OTHER),
      ask('DELETE', '/shelves/8', 204),
      GONE,
    ],
  ),
  lifeRow('refused-changes-nothing', 'pass', 'what is made inside is added to a number of its holder', [
    MAKE,
    read(ENTRY),
    MAKE_BOX,
    { ...ask('PATCH', '/shelves/7', 401, problem(401), { label: NEW.label }), credential: BAD },
    read({ ...ENTRY, height: 6 }),
  ]),
  lifeRow('refused-changes-nothing', 'fail', 'a broken body is stored in part', [
    MAKE,
    read(ENTRY),
    ask('PATCH', '/shelves/7', 400, problem(400), { label: NEW.label, zone: 7 }),
    read(NEW),
  ]),
  lifeRow(
    'refused-changes-nothing',
    'pass',
    'what is refused was done before by a body of no certain meaning',
    [
      MAKE,
      read(ENTRY),
      {
        ...CHANGED,
        sends: JSON.stringify({ label: NEW.label }).replace('{', '{"label":"assay-abc123-009 Not",'),
      },
      ask('PATCH', '/shelves/7', 409, problem(409), { label: NEW.label }),
      read(NEW),
    ],
  ),
  lifeRow('removed-is-gone', 'pass', '404', [MAKE, REMOVE, GONE]),
  lifeRow('removed-is-gone', 'pass', '410', [MAKE, REMOVE, read(problem(410), 410)]),
  lifeRow('removed-is-gone', 'inconclusive', 'a removal that takes its time', [
    MAKE,
    ask('DELETE', '/shelves/7', 202),
    read(ENTRY),
  ]),
  lifeRow('removed-is-gone', 'fail', 'it can still be read', [MAKE, REMOVE, read(ENTRY)]),
  lifeRow('removed-is-gone', 'fail', 'reading it is served, and shows its name alone', [
    MAKE,
    REMOVE,
    read({ id: ENTRY.id }),
  ]),
  lifeRow('removed-is-gone', 'pass', 'a list brought up to date by who asks for it', [
    MAKE,
    REMOVE,
    { ...list(ENTRY), atMs: 60_000 },
    GONE,
  ]),
  lifeRow('removed-is-gone', 'fail', 'it is still listed, long after', [
    MAKE,
    REMOVE,
    list(ENTRY),
    { ...list(ENTRY), atMs: 60_000 },
  ]),
  lifeRow('removed-is-gone', 'inconclusive', 'somebody else has its identity since, as a list shows', [
    MAKE,
    REMOVE,
    { ...list({ ...ENTRY, label: 'Made by others' }), atMs: 60_000 },
  ]),
  lifeRow('removed-is-gone', 'inconclusive', 'somebody else has its identity since, as a read shows', [
    MAKE,
    REMOVE,
    read({ ...ENTRY, label: 'Made by others' }),
  ]),
  lifeRow('removed-is-gone', 'fail', 'it can still be changed', [MAKE, REMOVE, GONE, CHANGED]),
  lifeRow('removed-is-gone', 'inconclusive', 'the client makes it anew by its name', [
    make(ENTRY, { ...WISH, id: ENTRY.id }),
    REMOVE,
    make(ENTRY, { ...WISH, id: ENTRY.id }),
    read(ENTRY),
  ]),
  lifeRow('identity-not-reused', 'pass', 'another identity', [MAKE, REMOVE, MAKE_OTHER]),
  lifeRow('identity-not-reused', 'warn', 'the identity of what was removed', [
    MAKE,
    REMOVE,
    make({ ...ENTRY, ...OTHER_WISH }, OTHER_WISH),
  ]),
  lifeRow('identity-not-reused', 'inconclusive', 'the same by a body that few parsers read', [
    MAKE,
    REMOVE,
    { ...make({ ...ENTRY, ...OTHER_WISH }, OTHER_WISH), sends: `${JSON.stringify(ENTRY)} x` },
  ]),
  lifeRow('listed-as-read', 'pass', 'the same values', [MAKE, read(ENTRY), list(ENTRY)]),
  lifeRow('listed-as-read', 'fail', 'another text', [
    MAKE,
    read(ENTRY),
    list({ ...ENTRY, note: 'something else' }),
  ]),
  lifeRow('listed-as-read', 'inconclusive', 'another one under the same name', [
    MAKE,
    read(ENTRY),
    list(ENTRY, { ...ENTRY, note: 'something else' }),
  ]),
  lifeRow('read-only-kept', 'pass', 'the score stays', [
    MAKE_KEEPER,
    ask('PUT', '/keepers/k1', 200, KEEPER, { name: KEEPER.name, score: 99 }),
  ]),
  lifeRow('read-only-kept', 'fail', 'the score is taken', [
    MAKE_KEEPER,
    ask('PUT', '/keepers/k1', 200, { ...KEEPER, score: 99 }, { name: KEEPER.name, score: 99 }),
  ]),
  lifeRow('write-only-hidden', 'pass', 'a mask', [MAKE_KEEPER, readKeeper({ ...KEEPER, pin: '****' })]),
  lifeRow('write-only-hidden', 'fail', 'the value itself', [
    MAKE_KEEPER,
    readKeeper({ ...KEEPER, pin: '4711-secret' }),
  ]),
  lifeRow('children-follow', 'pass', 'they go along', [
    MAKE,
    MAKE_BOX,
    REMOVE,
    ask('GET', BOX_PATH, 404, problem(404)),
  ]),
  lifeRow('children-follow', 'fail', 'they stay', [MAKE, MAKE_BOX, REMOVE, ask('GET', BOX_PATH, 200, BOX)]),
  lifeRow('children-follow', 'fail', 'new ones are made', [
    MAKE,
    REMOVE,
    GONE,
    ask('POST', '/shelves/7/boxes', 201, BOX, { content: BOX.content }),
  ]),
  lifeRow('inside-one-alone', 'pass', 'an empty list', [MAKE_OTHER, MAKE, MAKE_BOX, OTHER_BOXES()]),
  lifeRow('inside-one-alone', 'fail', 'the box of another shelf', [
    MAKE_OTHER,
    MAKE,
    MAKE_BOX,
    OTHER_BOXES(BOX),
  ]),
  lifeRow('inside-one-alone', 'inconclusive', 'a shelf that is newer may be a copy', [
    MAKE,
    MAKE_BOX,
    MAKE_OTHER,
    OTHER_BOXES(BOX),
  ]),
  lifeRow('found-in-one-place', 'pass', '404', [
    MAKE_OTHER,
    MAKE,
    MAKE_BOX,
    ask('GET', ELSEWHERE, 404, problem(404)),
  ]),
  lifeRow('found-in-one-place', 'warn', 'the box comes from another shelf', [
    MAKE_OTHER,
    MAKE,
    MAKE_BOX,
    ask('GET', ELSEWHERE, 200, BOX),
  ]),
];
