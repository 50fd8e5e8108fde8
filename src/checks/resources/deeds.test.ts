import { expect, test } from 'vitest';
import { resourcesOf } from '../../interface/resources/resources.ts';
import { contractOf, runOf } from '../exchange.test-data.ts';
import { entryIn, pathsMadeAtOnce } from './deeds.ts';

const contract = await contractOf('test/lives/market');
const bookings = resourcesOf(contract.interface).find(({ path }) => path === '/bookings');

test.each<{
  readonly name: string;
  readonly sends: unknown;
  readonly shown: readonly object[];
  readonly made: readonly string[];
}>([
  {
    name: 'a number of the request that is the name of what was there before',
    sends: { seats: 1, rows: [2] },
    shown: [{ bookingId: 1 }, { bookingId: 2 }],
    made: [],
  },
  {
    name: 'a word of the request that is the name of one among others',
    sends: { table: 'window' },
    shown: [{ bookingId: 'window' }, { bookingId: 'door' }],
    made: [],
  },
  {
    name: 'the names of all that the answer shows',
    sends: { names: ['Window', 'door'] },
    shown: [{ bookingId: 'window' }, { bookingId: 'door' }],
    made: ['/bookings/window', '/bookings/door'],
  },
  {
    name: 'a text of its own in one among others',
    sends: { guests: ['assay-abc123-001 Guest'] },
    shown: [
      { bookingId: 1, guest: 'somebody' },
      { bookingId: 7, guest: 'assay-abc123-001 Guest' },
    ],
    made: ['/bookings/7'],
  },
])('what several entries at once made: $name', ({ sends, shown, made }) => {
  if (bookings === undefined) throw new Error('The market shows no bookings.');
  const { readings } = runOf(contract, [
    { path: '/bookings', sends: JSON.stringify(sends), status: 201, body: JSON.stringify(shown) },
  ]);
  expect(readings.flatMap((reading) => pathsMadeAtOnce(bookings, [], reading))).toEqual(made);
});

const LINK = { self: '/bookings/7' };
const ENTRY = { bookingId: 7, seats: 2 };

test.each([
  {
    name: 'the member that the link beside it leads to',
    body: { data: ENTRY, links: LINK },
    shown: ENTRY,
  },
  {
    name: 'the whole, whose link leads to itself and to nothing inside of it',
    body: { seats: 2, links: LINK, before: { bookingId: 6 } },
    shown: { seats: 2, links: LINK, before: { bookingId: 6 }, bookingId: '7' },
  },
  {
    name: 'of several the one that is called as the entries are',
    body: { payment: { bookingId: 3 }, booking: ENTRY },
    shown: ENTRY,
  },
  {
    name: 'the one of that name inside of the only object',
    body: { data: { agent: { bookingId: 3 }, booking: ENTRY } },
    shown: ENTRY,
  },
  {
    name: 'the whole, where what stands inside of the only object is called otherwise',
    body: { meta: { request: { bookingId: 3 } } },
    shown: { meta: { request: { bookingId: 3 } } },
  },
])('entryIn() returns $name', ({ body, shown }) => {
  const { readings } = runOf(contract, [{ path: '/bookings/7', status: 200, body: JSON.stringify(body) }]);
  const resource = { identity: 'bookingId', path: '/bookings', itemPath: '/bookings/{bookingId}' };
  expect(readings.map((reading) => entryIn(resource, reading))).toEqual([shown]);
});
