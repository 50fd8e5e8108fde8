import { expect, test } from 'vitest';
import { resourcesOf } from '../../interface/resources/resources.ts';
import { contractOf, runOf } from '../exchange.test-data.ts';
import { pathsMadeAtOnce } from './deeds.ts';

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
