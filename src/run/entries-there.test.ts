import { expect, test } from 'vitest';
import { ask, contractOf, runOf, type Sample } from '../checks/exchange.test-data.ts';
import { isOfWhatWasMade, refusedOfWhatIsThere } from './entries-there.ts';

const contract = await contractOf('test/lives/market');

type Members = { readonly [name: string]: unknown };

const WISH = { guest: 'assay-abc123-001 Guest', seats: 3 };
const BOOKING = { bookingId: 7, state: 'booked', ...WISH };
const LINE = { lineId: 'l1', article: 'assay-abc123-002 Line', amount: 1 };
const CART = {
  cartId: 'c1',
  owner: 'assay-abc123-003 Cart',
  state: 'open',
  total: 0,
  createdAt: '2030-01-01T00:00:00Z',
};
const refusal = (status: number): Members => ({ title: 'problem', status });
const MAKE = ask('POST', '/bookings', 201, BOOKING, WISH);
const LOOK = ask('GET', '/bookings/7', 200, BOOKING);
const NO_LONGER = ask('GET', '/bookings/7', 404, refusal(404));
const cancel = (status: number): Sample => ask('POST', '/bookings/7/cancel', status, refusal(status));
const MAKE_CART = ask('POST', '/carts', 201, { ...CART, lines: [] }, { owner: CART.owner });
const ADD = ask('POST', '/carts/c1/lines', 201, LINE, { article: LINE.article });
const cart = (...lines: readonly Members[]): Sample => ask('GET', '/carts/c1', 200, { ...CART, lines });
const change = (status: number): Sample =>
  ask('PATCH', '/carts/c1/lines/l1', status, refusal(status), { amount: 2 });

test.each<{
  readonly name: string;
  readonly exchanges: readonly Sample[];
  readonly refused: readonly string[];
}>([
  { name: 'a conflict of what was just made', exchanges: [MAKE, cancel(409)], refused: ['cancelBooking'] },
  { name: '404 between two looks', exchanges: [MAKE, LOOK, cancel(404), LOOK], refused: ['cancelBooking'] },
  { name: '404 of what is gone afterwards', exchanges: [MAKE, LOOK, cancel(404), NO_LONGER], refused: [] },
  { name: '404 that no look came after', exchanges: [MAKE, LOOK, cancel(404)], refused: [] },
  { name: 'a conflict of what others made', exchanges: [LOOK, cancel(409)], refused: [] },
  {
    name: '404 of what its holder shows before and after',
    exchanges: [MAKE_CART, ADD, cart(LINE), change(404), cart(LINE)],
    refused: ['changeLine'],
  },
  {
    name: '404 of what its holder shows no longer',
    exchanges: [MAKE_CART, ADD, cart(LINE), change(404), cart()],
    refused: [],
  },
  {
    name: 'a refusal of what was broken',
    exchanges: [MAKE, { ...cancel(401), credential: { kind: 'unknown' } }],
    refused: [],
  },
])('refusedOfWhatIsThere() tells $refused of $name', ({ exchanges, refused }) => {
  const { readings } = runOf(contract, exchanges);
  const isOrdinary = ({ expectation }: (typeof readings)[number]): boolean =>
    expectation.situation === 'ordinary';
  expect([...refusedOfWhatIsThere(contract, readings, isOrdinary)]).toEqual(refused);
});

const lives = await contractOf('test/lives');
const KEEPER = { id: 'k1', name: 'assay-abc123-004 Keeper', score: 3 };
const MAKE_KEEPER = ask('POST', '/keepers', 201, KEEPER, { name: KEEPER.name });
const ABSENT = ask('GET', '/keepers/k1', 404, refusal(404));

test.each<{ readonly name: string; readonly exchanges: readonly Sample[]; readonly isTold: boolean }>([
  { name: 'what was just made', exchanges: [MAKE_KEEPER, ABSENT], isTold: true },
  { name: 'what nobody made', exchanges: [ABSENT, MAKE_KEEPER], isTold: false },
  {
    name: 'another one than was made',
    exchanges: [MAKE_KEEPER, ask('GET', '/keepers/k2', 404, refusal(404))],
    isTold: false,
  },
  {
    name: 'what is made later, as 202 says',
    exchanges: [{ ...MAKE_KEEPER, status: 202 }, ABSENT],
    isTold: false,
  },
  {
    name: 'what was taken away again',
    exchanges: [MAKE_KEEPER, ask('DELETE', '/keepers/k1', 204), ABSENT],
    isTold: false,
  },
])('isOfWhatWasMade() of $name is $isTold', ({ exchanges, isTold }) => {
  const operation = lives.interface.operations.find(
    ({ method, path }) => method === 'GET' && path === '/keepers/{id}',
  );
  if (operation === undefined) throw new Error('no keeper is read');
  expect(isOfWhatWasMade(lives, operation, runOf(lives, exchanges).readings)).toBe(isTold);
});
