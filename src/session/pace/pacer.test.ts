import { beforeAll, describe, expect, test } from 'vitest';
import { contractOf, exchangeOf, quota } from '../../checks/exchange.test-data.ts';
import type { Contract } from '../../oracle/contract.ts';
import { readExchange, type Reading } from '../../oracle/reading.ts';
import { type Caller, Pacer } from './pacer.ts';

let contract: Contract;

beforeAll(async () => {
  contract = await contractOf('test/mock/library');
});

const WALL_MS = 1_900_000_000_000;

function answered(
  atMs: number,
  options: {
    readonly status?: number;
    readonly remaining?: number;
    readonly limit?: number;
    readonly retryAfter?: string;
  },
): Reading {
  const { status = 200, remaining, limit = 100, retryAfter } = options;
  const headers = [
    ...(remaining === undefined ? [] : quota(limit, remaining, 60)),
    ...(retryAfter === undefined ? [] : [['Retry-After', retryAfter] as const]),
  ];
  return readExchange(contract, exchangeOf('/v2', { path: '/books', status, headers, atMs, tookMs: 0 }));
}

/** A pacer that has seen the Remaining of these callers, 100 ms apart. */
function after(...seen: readonly (readonly [caller: Caller, remaining: number, limit?: number])[]): Pacer {
  const pacer = new Pacer(contract.interface.rateLimits);
  for (const [index, [caller, remaining, limit = 100]] of seen.entries()) {
    const atMs = index * 100;
    pacer.note(caller, answered(atMs, { remaining, limit }), atMs, WALL_MS + atMs);
  }
  return pacer;
}

function restsKeyWithAddress(pacer: Pacer): boolean {
  pacer.note('address', answered(5_000, { status: 429, retryAfter: '30' }), 5_000, WALL_MS + 5_000);
  expect(pacer.admit('address', 6_000).kind).toBe('rest');
  return pacer.admit('key', 6_000).kind === 'rest';
}

describe('note() of a refusal without a valid key', () => {
  test('rests the key as well, when nothing is known of the counters', () => {
    expect(restsKeyWithAddress(after())).toBe(true);
  });

  test.each([
    [
      'one counter, in turns',
      [
        ['address', 99],
        ['key', 98],
        ['address', 97],
        ['key', 96],
      ],
    ],
    [
      'one counter, many requests on the key in between',
      [['address', 55], ...falling('key', 54, 12), ['address', 42]],
    ],
    [
      'one counter that others use too',
      [
        ['address', 90],
        ['key', 60],
        ['key', 59],
        ['address', 30],
      ],
    ],
    [
      'one counter that gives a failure back',
      [
        ['address', 50],
        ['key', 50],
        ['address', 50],
      ],
    ],
  ] satisfies readonly (readonly [string, readonly (readonly [Caller, number])[]])[])(
    'rests the key as well, when the fields show %s',
    (_name, seen) => {
      expect(restsKeyWithAddress(after(...seen))).toBe(true);
    },
  );

  test.each([
    [
      'more left to the address than the key has',
      [
        ['key', 60],
        ['key', 59],
        ['address', 99],
      ],
    ],
    [
      'more left to the key than the address has',
      [
        ['address', 10],
        ['key', 90],
      ],
    ],
    [
      'another limit',
      [
        ['key', 60],
        ['address', 19, 20],
      ],
    ],
  ] satisfies readonly (readonly [string, readonly (readonly [Caller, number, number?])[]])[])(
    'leaves the key alone, when the fields show %s',
    (_name, seen) => {
      expect(restsKeyWithAddress(after(...seen))).toBe(false);
    },
  );
});

function falling(caller: Caller, from: number, count: number): readonly (readonly [Caller, number])[] {
  return Array.from({ length: count }, (_, index) => [caller, from - index] as const);
}

describe('admit()', () => {
  test('lets requests go, when nothing is known', () => {
    const pacer = new Pacer(undefined);
    expect(pacer.admit('key', 0)).toEqual({ kind: 'go' });
    expect(pacer.remaining('key')).toBeUndefined();
    expect(pacer.resetMs('key')).toBeUndefined();
  });

  test('rests a caller whose window is used up, until a second after its reset', () => {
    const pacer = after(['key', 0]);
    expect(pacer.admit('key', 1_000)).toMatchObject({ kind: 'rest', untilMs: 61_000 });
    expect(pacer.admit('address', 1_000)).toEqual({ kind: 'go' });
    expect(pacer.admit('key', 1_000, { overLimit: true })).toEqual({ kind: 'go' });
    expect(pacer.admit('key', 61_000)).toEqual({ kind: 'go' });
  });

  test('keeps the window of another user apart', () => {
    const pacer = after(['key', 7], ['other-key', 0]);
    expect(pacer.admit('other-key', 1_000)).toMatchObject({ kind: 'rest', usedUp: true });
    expect(pacer.admit('key', 1_000)).toEqual({ kind: 'go' });
    expect(pacer.remaining('key')).toBe(7n);
  });

  test('rests all callers after a refusal of another user', () => {
    const pacer = after();
    pacer.note('other-key', answered(0, { status: 429, retryAfter: '30' }), 0, WALL_MS);
    expect(pacer.admit('key', 1_000).kind).toBe('rest');
    expect(pacer.admit('address', 1_000).kind).toBe('rest');
  });

  test.each([
    ['key', 'other-key'],
    ['other-key', 'key'],
  ] as const)(
    'rests both keys after a refusal of the %s, although the address is counted apart',
    (one, other) => {
      const pacer = after(['key', 60], ['address', 19, 20]);
      pacer.note(one, answered(500, { status: 429, retryAfter: '30' }), 500, WALL_MS + 500);
      expect(pacer.admit(other, 1_000).kind).toBe('rest');
      expect(pacer.admit('address', 1_000)).toEqual({ kind: 'go' });
    },
  );

  test('rests after a refusal although the request is meant to go over', () => {
    const pacer = after(['key', 0]);
    pacer.note('key', answered(100, { status: 429, retryAfter: '5' }), 100, WALL_MS);
    expect(pacer.admit('key', 5_000, { overLimit: true })).toMatchObject({ kind: 'rest', untilMs: 6_100 });
  });

  test('keeps the longer of two rests', () => {
    const pacer = after();
    pacer.note('key', answered(0, { status: 429, retryAfter: '50' }), 0, WALL_MS);
    pacer.note('key', answered(10, { status: 503, retryAfter: '1' }), 10, WALL_MS);
    expect(pacer.admit('key', 10_000)).toMatchObject({ kind: 'rest', untilMs: 51_000 });
  });

  test('rests where a document without limits is answered with 429', () => {
    const pacer = new Pacer(undefined);
    pacer.note('key', answered(0, { status: 429 }), 0, WALL_MS);
    expect(pacer.admit('key', 0)).toMatchObject({ kind: 'rest', untilMs: 61_000 });
  });

  test.each([200, 201, 204])('lets requests go after a %i with Retry-After: it was served', (status) => {
    const pacer = after(['key', 50]);
    pacer.note('key', answered(0, { status, remaining: 49, retryAfter: '60' }), 0, WALL_MS);
    expect(pacer.admit('key', 10)).toEqual({ kind: 'go' });
  });

  test('rests after refusals alone, once a request was served with Retry-After', () => {
    const pacer = after(['key', 50]);
    pacer.note('key', answered(0, { remaining: 49, retryAfter: '60' }), 0, WALL_MS);
    pacer.note('key', answered(10, { status: 401, remaining: 48, retryAfter: '60' }), 10, WALL_MS);
    expect(pacer.admit('key', 20)).toEqual({ kind: 'go' });
    pacer.note('key', answered(20, { status: 403, remaining: 47, retryAfter: '30' }), 20, WALL_MS);
    expect(pacer.admit('key', 30)).toMatchObject({ kind: 'rest', untilMs: 31_020 });
  });

  test.each([301, 401, 403, 503])('rests after a %i with Retry-After', (status) => {
    const pacer = after(['key', 50]);
    pacer.note('key', answered(0, { status, remaining: 49, retryAfter: '60' }), 0, WALL_MS);
    expect(pacer.admit('key', 10)).toMatchObject({ kind: 'rest', untilMs: 61_000 });
  });
});

describe('admit() where the window is surely over', () => {
  test('leaves out the second for rounding, and nothing of the wait', () => {
    const pacer = after(['key', 50]);
    pacer.note('key', answered(0, { status: 429, retryAfter: '50' }), 0, WALL_MS);
    expect(pacer.admit('key', 100, { overMs: 50_150 })).toMatchObject({ kind: 'rest', untilMs: 50_150 });
    expect(pacer.admit('key', 50_150, { overMs: 50_150 })).toEqual({ kind: 'go' });
    expect(pacer.admit('key', 50_150)).toMatchObject({ kind: 'rest', untilMs: 51_000 });
  });

  test('changes nothing for a rest that something else asks for', () => {
    const pacer = after(['key', 50]);
    pacer.note('key', answered(0, { status: 429, retryAfter: '80' }), 0, WALL_MS);
    expect(pacer.admit('key', 50_200, { overMs: 50_150 })).toMatchObject({ kind: 'rest', untilMs: 81_000 });
  });
});

describe('note() of a refusal with the key', () => {
  test('rests requests without a key as well, when one counter may serve both', () => {
    const pacer = after(['key', 50], ['address', 49]);
    pacer.note('key', answered(5_000, { status: 429, retryAfter: '30' }), 5_000, WALL_MS);
    expect(pacer.admit('address', 6_000)).toMatchObject({ kind: 'rest', untilMs: 36_000 });
  });

  test('leaves requests without a key alone, when the fields show two counters', () => {
    const pacer = after(['key', 60], ['key', 59], ['address', 99]);
    pacer.note('key', answered(5_000, { status: 429, retryAfter: '30' }), 5_000, WALL_MS);
    expect(pacer.admit('address', 6_000)).toEqual({ kind: 'go' });
  });
});

describe('admit() after a refusal whose fields say two times', () => {
  /** Refused with nothing left until 60 s from then, but told to come back after so many seconds. */
  function refusedOver(retryAfter: string): Pacer {
    const pacer = new Pacer(contract.interface.rateLimits);
    pacer.note('key', answered(0, { status: 429, remaining: 0, retryAfter }), 0, WALL_MS);
    return pacer;
  }

  test('waits as long as Retry-After says, and not until the window is over', () => {
    const pacer = refusedOver('30');
    expect(pacer.admit('key', 30_500)).toMatchObject({ kind: 'rest', untilMs: 31_000 });
    expect(pacer.admit('key', 31_000)).toEqual({ kind: 'go' });
  });

  test('waits for the window again, when the next answer says that nothing remains', () => {
    const pacer = refusedOver('30');
    pacer.note('key', answered(31_000, { remaining: 0 }), 31_000, WALL_MS + 31_000);
    expect(pacer.admit('key', 40_000)).toMatchObject({ kind: 'rest', usedUp: true });
  });

  test('waits until the window is over, where Retry-After can not be read', () => {
    expect(refusedOver('soon').admit('key', 31_000)).toMatchObject({ kind: 'rest', untilMs: 61_000 });
  });
});
