import { beforeAll, describe, expect, test } from 'vitest';
import { contractOf, runOf, type Sample } from '../../checks/exchange.test-data.ts';
import type { Contract } from '../../oracle/contract.ts';
import { type KnownRoom, roomAt, roomFromMs } from './room.ts';

const QUOTA = { window: 'minute', windowS: 60, limit: 5 } as const;
const FIELDS = { told: { remaining: 4, limit: 5 } } as const;
let contract: Contract;

beforeAll(async () => {
  contract = await contractOf('spec/pet-catalogue');
});

function known(samples: readonly Partial<Sample>[], told: KnownRoom['told'] = FIELDS.told): KnownRoom {
  const rows = samples.map((sample): Sample => ({ path: '/categories', ...sample }));
  return { readings: runOf(contract, rows).readings, quota: QUOTA, told };
}

describe('roomAt()', () => {
  test.each<
    readonly [what: string, samples: readonly Partial<Sample>[], told: KnownRoom['told'], room: number]
  >([
    ['what the fields say, where nothing was sent', [], { remaining: 4, limit: 5 }, 4],
    ['what the quota leaves', [{ atMs: 0 }, { atMs: 10 }], { remaining: 5, limit: 5 }, 3],
    ['nothing for what is older than a window', [{ atMs: -61_000 }], { remaining: 5, limit: 5 }, 5],
    ['nothing for what was refused', [{ atMs: 0, status: 400 }], { remaining: 5, limit: 5 }, 5],
    [
      'all, where the fields speak of another window',
      [{ atMs: 0, status: 400 }],
      { remaining: 900, limit: 999 },
      4,
    ],
    [
      'nothing for requests without a valid key',
      [{ credential: { kind: 'none' } }],
      { remaining: 5, limit: 5 },
      5,
    ],
  ])('counts %s', (_what, samples, told, room) => {
    expect(roomAt(1_000, known(samples, told))).toBe(room);
  });
});

describe('roomFromMs()', () => {
  const sent = [{ atMs: 0 }, { atMs: 20_000 }, { atMs: 40_000 }, { atMs: 41_000 }];

  test('is when enough requests are older than a window', () => {
    expect(roomFromMs(42_000, 2, undefined, known(sent))).toBe(60_000);
    expect(roomFromMs(42_000, 3, undefined, known(sent))).toBe(80_000);
  });

  test('is a window later, or at the reset, where the fields say that too few remain', () => {
    const few = known(sent, { remaining: 1, limit: 5 });
    expect(roomFromMs(42_000, 3, 50_000, few)).toBe(102_000);
    expect(roomFromMs(42_000, 3, 200_000, few)).toBe(200_000);
  });

  test('is now, where there is room', () => {
    expect(roomFromMs(42_000, 1, undefined, known(sent))).toBe(42_000);
  });
});
