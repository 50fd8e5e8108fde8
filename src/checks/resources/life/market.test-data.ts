import { type CheckRow, row } from '../../check-rows.test-data.ts';
import { ask, type Sample } from '../../exchange.test-data.ts';

/** Rows about actions, and about what a new entry has of the request that made it: the document is that of the market. */

type Members = { readonly [name: string]: unknown };

const problem = (status: number): Members => ({ title: 'problem', status });

const WISH = { guest: 'assay-abc123-001 One', seats: 4, table: 'at the door' };
const BOOKING = { ...WISH, bookingId: 7, state: 'booked' };
const SECOND = { guest: 'assay-abc123-004 Four' };
const CANCELLED = { ...BOOKING, state: 'cancelled' };
const MAKE = ask('POST', '/bookings', 201, BOOKING, WISH);
const read = (booking: Members): Sample => ask('GET', '/bookings/7', 200, booking);
const cancel = (status: number, body: Members): Sample => ask('POST', '/bookings/7/cancel', status, body);
const later = (sample: Sample): Sample => ({ ...sample, atMs: 20_000 });

const CART_WISH = { owner: 'assay-abc123-002 Two' };
const OF_SERVICE = { state: 'open', total: 0, createdAt: '2030-01-01T00:00:00Z', lines: [] };
const cart = (cartId: string, given: Members, more: Members = {}): Sample =>
  ask('POST', '/carts', 201, { ...OF_SERVICE, ...given, cartId, ...more }, given);
const LINE_WISH = { article: 'assay-abc123-003 Three', amount: 2 };
const LINE = ask('POST', '/carts/c1/lines', 201, { ...LINE_WISH, lineId: 'l1' }, LINE_WISH);
const readCart = (more: Members): Sample =>
  ask('GET', '/carts/c1', 200, { ...OF_SERVICE, ...CART_WISH, cartId: 'c1', ...more });

const [P1, P2] = ['9f0c1d2e-0000-4000-8000-000000000001', '9f0c1d2e-0000-4000-8000-000000000002'];
const PATIENT_WISH = { givenName: 'assay-abc123-005 Five', familyName: 'Abel', birthDate: '1980-02-29' };
/** A patient of the clinic that was made without allergies, of which the document has none by default. */
const patient = (id: string | undefined, allergies: readonly string[]): Sample =>
  ask('POST', '/patients', 201, { ...PATIENT_WISH, id, status: 'active', allergies }, PATIENT_WISH);
const inClinic = (shows: CheckRow['shows'], name: string, exchanges: readonly Sample[]): CheckRow =>
  row('resources.made-as-asked', shows, name, exchanges, { document: 'clinic' });

function marketRow(
  law: string,
  shows: CheckRow['shows'],
  name: string,
  exchanges: readonly Sample[],
): CheckRow {
  return row(`resources.${law}`, shows, name, exchanges, { document: 'market' });
}

export const marketRows: readonly CheckRow[] = [
  marketRow('action-stored', 'pass', 'the state is that of the action', [
    MAKE,
    cancel(200, CANCELLED),
    read(CANCELLED),
  ]),
  marketRow('action-stored', 'pass', 'a second time is refused', [
    MAKE,
    cancel(200, CANCELLED),
    read(CANCELLED),
    cancel(409, problem(409)),
  ]),
  marketRow('action-stored', 'fail', 'the old state is read', [
    MAKE,
    cancel(200, CANCELLED),
    read(BOOKING),
    later(read(BOOKING)),
  ]),
  marketRow('action-stored', 'fail', 'nothing was done', [MAKE, cancel(200, BOOKING), later(read(BOOKING))]),
  marketRow('action-stored', 'fail', 'it is done twice', [
    MAKE,
    cancel(200, CANCELLED),
    read(CANCELLED),
    cancel(200, CANCELLED),
  ]),
  marketRow('action-stored', 'fail', 'what is cancelled is not found', [
    MAKE,
    read(BOOKING),
    cancel(200, CANCELLED),
    ask('GET', '/bookings/7', 404, problem(404)),
  ]),
  marketRow('action-stored', 'inconclusive', 'a reading may lag', [
    MAKE,
    cancel(200, CANCELLED),
    read(BOOKING),
  ]),
  marketRow('action-stored', 'inconclusive', 'an entry that tells of the action in another way', [
    MAKE,
    cancel(200, { ...BOOKING, table: 'none' }),
    later(read({ ...BOOKING, table: 'none' })),
  ]),
  marketRow('made-as-asked', 'pass', 'all is there', [MAKE, read(BOOKING)]),
  marketRow('made-as-asked', 'fail', 'a text is lost', [
    ask('POST', '/bookings', 201, { ...BOOKING, table: undefined }, WISH),
    read({ ...BOOKING, table: undefined }),
  ]),
  marketRow('made-as-asked', 'fail', 'the answer shows a text, and no reading does', [
    MAKE,
    read({ ...BOOKING, table: undefined }),
  ]),
  marketRow('made-as-asked', 'pass', 'the answer shows a number, and no reading does', [
    MAKE,
    read({ ...BOOKING, seats: undefined }),
  ]),
  marketRow('made-as-asked', 'fail', 'two carts are told, and nothing of them is kept', [
    cart('c1', CART_WISH),
    ask('GET', '/carts/c1', 200, { ...OF_SERVICE, cartId: 'c1' }),
    cart('c2', CART_WISH),
    ask('GET', '/carts/c2', 200, { ...OF_SERVICE, cartId: 'c2' }),
  ]),
  marketRow('made-as-asked', 'fail', 'another number than two answers told', [
    cart('c1', { ...CART_WISH, priority: 5 }),
    readCart({ priority: 0 }),
    cart('c2', { ...CART_WISH, priority: 7 }),
    ask('GET', '/carts/c2', 200, { ...OF_SERVICE, ...CART_WISH, cartId: 'c2', priority: 0 }),
  ]),
  marketRow('made-as-asked', 'pass', 'another number than one answer told', [
    cart('c1', { ...CART_WISH, priority: 5 }),
    readCart({ priority: 0 }),
    cart('c2', { ...CART_WISH, priority: 7 }),
    ask('GET', '/carts/c2', 200, { ...OF_SERVICE, ...CART_WISH, cartId: 'c2', priority: 7 }),
  ]),
  marketRow('made-as-asked', 'inconclusive', 'one cart is told, and nothing of it is kept', [
    cart('c1', CART_WISH),
    ask('GET', '/carts/c1', 200, { ...OF_SERVICE, cartId: 'c1' }),
  ]),
  marketRow('made-as-asked', 'fail', 'a comment is lost, and bookings are described with one', [
    ask('POST', '/bookings', 201, BOOKING, { ...WISH, comment: 'by the window' }),
    read(BOOKING),
  ]),
  marketRow('made-as-asked', 'fail', 'a day is lost each time', [
    ask('POST', '/bookings', 201, BOOKING, { ...WISH, day: '2030-01-02' }),
    read(BOOKING),
    ask(
      'POST',
      '/bookings',
      201,
      { ...BOOKING, ...SECOND, bookingId: 8 },
      { ...WISH, ...SECOND, day: '2030-01-03' },
    ),
    ask('GET', '/bookings/8', 200, { ...BOOKING, ...SECOND, bookingId: 8 }),
  ]),
  marketRow('made-as-asked', 'pass', 'a day that one booking does not show', [
    ask('POST', '/bookings', 201, BOOKING, { ...WISH, day: '2030-01-02' }),
    read(BOOKING),
  ]),
  marketRow('made-as-asked', 'pass', 'the documented default', [cart('c1', CART_WISH, { priority: 3 })]),
  marketRow('made-as-asked', 'fail', 'another value each time', [
    cart('c1', CART_WISH, { priority: 5 }),
    cart('c2', CART_WISH, { priority: 5 }),
  ]),
  inClinic('pass', 'an empty list by default', [patient(P1, []), patient(P2, [])]),
  inClinic('fail', 'another list each time', [patient(P1, ['dust']), patient(P2, ['dust'])]),
  inClinic('pass', 'a list that a service makes up for one of them', [
    patient(P1, ['dust']),
    patient(P2, []),
  ]),
  marketRow('made-as-asked', 'inconclusive', 'values that a service works out', [
    cart('c1', CART_WISH, { priority: 5 }),
    cart('c2', CART_WISH, { priority: 7 }),
  ]),
  marketRow('made-as-asked', 'fail', 'the cart does not show its line', [
    cart('c1', CART_WISH),
    LINE,
    later(readCart({})),
  ]),
  marketRow('made-as-asked', 'inconclusive', 'the newest lines of many', [
    cart('c1', CART_WISH),
    LINE,
    later(readCart({ lines: ['l2', 'l3', 'l4'].map((lineId) => ({ article: 'Tea', lineId })) })),
  ]),
  marketRow('read-only-kept', 'fail', 'an instant is taken from the creation', [
    ask(
      'POST',
      '/carts',
      201,
      { ...OF_SERVICE, ...CART_WISH, cartId: 'c1', createdAt: '2001-02-03T04:05:06Z' },
      { ...CART_WISH, createdAt: '2001-02-03T04:05:06Z' },
    ),
    readCart({ createdAt: '2001-02-03T04:05:06Z' }),
  ]),
];
