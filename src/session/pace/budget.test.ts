import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RateLimits } from '../../interface/model.ts';
import { allowanceFor } from '../../record/allowance.ts';
import { Budget } from './budget.ts';
import type { Caller } from './pacer.ts';

function limitsOf(limit: number): RateLimits {
  return {
    status: 429,
    headers: { limit: 'L', remaining: 'R', reset: 'S', retryAfter: 'Retry-After' },
    headersOn: 'always',
    resetForm: 'unix-seconds',
    plans: [
      { kind: 'fixed', id: 'small', title: 'Small', quotas: [{ window: 'minute', windowS: 60, limit }] },
    ],
    position: { file: 'openapi.yaml', line: 1 },
  };
}

const QUICK = allowanceFor('quick', limitsOf(60), undefined);
const STANDARD = allowanceFor('standard', limitsOf(60), 'small');

describe('allowanceFor()', () => {
  test('fits a quota of 60, when that is the documented one', () => {
    expect(STANDARD).toEqual({ total: 140, key: 55, address: 20 });
  });

  test.each([
    ['a larger quota', limitsOf(300)],
    ['no documented limit', undefined],
  ])('leaves more room, when there is %s', (_name, limits) => {
    const { key, address, total } = allowanceFor('standard', limits, undefined);
    expect([key > STANDARD.key, address > STANDARD.address, total >= key + address]).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('keeps to the same, when the quota is smaller: the run rests then', () => {
    expect(allowanceFor('standard', limitsOf(10), 'small')).toEqual(STANDARD);
  });
});

test('allowanceFor() has room for every operation and for more of each, where no limit is documented', () => {
  for (const profile of ['standard', 'thorough'] as const) {
    const none = allowanceFor(profile, undefined, undefined);
    const more = [8, 27, 300, 2_000].map((operations) =>
      allowanceFor(profile, undefined, undefined, { operations }),
    );
    const [few, some, many, most] =
      profile === 'standard' ? [700, 1_620, 2_000, 6_000] : [960, 3_240, 4_000, 6_000];
    expect(more.map(({ key }) => key)).toEqual([few, some, many, most]);
    // Each way without a valid key is tried of each operation.
    const withoutKey = [8, 27, 300, 2_000].map((operations) =>
      Math.min(Math.max(none.address, 5 * operations), Math.max(none.address, 500)),
    );
    expect(more.map(({ address }) => address)).toEqual(withoutKey);
    expect(more.map(({ key, total }) => total - key)).toEqual(
      withoutKey.map((address) => none.total - none.key - none.address + address),
    );
  }
  expect(allowanceFor('standard', limitsOf(60), 'small', { operations: 1_000 })).toEqual(STANDARD);
});

describe('allowanceFor() of quick', () => {
  test('has room for a life of a few resources, as far as the quota has', () => {
    const quick = { total: 20, key: 10, address: 7 };
    expect(allowanceFor('quick', undefined, undefined)).toEqual(quick);
    expect(allowanceFor('quick', undefined, undefined, { lives: 1 })).toEqual({
      ...quick,
      total: 32,
      key: 22,
    });
    expect(allowanceFor('quick', undefined, undefined, { lives: 100 }).total).toBe(68);
    expect(allowanceFor('quick', limitsOf(20), 'small', { lives: 2 })).toEqual({
      ...quick,
      total: 25,
      key: 15,
    });
    expect(allowanceFor('quick', limitsOf(5), 'small', { lives: 2 })).toEqual(quick);
  });
  test('has room to ask once what it asks of each collection', () => {
    const quick = { total: 20, key: 10, address: 7 };
    expect(allowanceFor('quick', undefined, undefined, { askedOnce: 9 })).toEqual({
      ...quick,
      total: 29,
      key: 19,
    });
    expect(allowanceFor('quick', undefined, undefined, { askedOnce: 1_000 }).total).toBe(80);
    expect(allowanceFor('quick', limitsOf(5), 'small', { askedOnce: 9 })).toEqual(quick);
  });
});

describe('Budget', () => {
  test.each(['quick', 'standard', 'thorough'] as const)('begins with the shares of %s', (profile) => {
    const allowance = allowanceFor(profile, limitsOf(60), undefined);
    const { total, key, address } = allowance;
    const budget = new Budget(allowance);
    expect([budget.most, budget.left('key'), budget.left('address')]).toEqual([total, key, address]);
    expect(key + address).toBeLessThanOrEqual(total);
    expect(budget.spent).toEqual({ withKey: 0, withoutKey: 0 });
  });

  test('left() counts what lies beyond the share, but never beyond the total', () => {
    const budget = new Budget(QUICK, QUICK.key + 2);
    expect(budget.left('key')).toBe(QUICK.key);
    expect(budget.left('key', 1)).toBe(QUICK.key + 1);
    expect(budget.left('key', 100)).toBe(QUICK.key + 2);
  });

  test('extend() allows as many as are asked for, although the share is overdrawn', () => {
    const budget = new Budget(STANDARD);
    for (let sent = 0; sent < STANDARD.key + 3; sent += 1) budget.spend('key');
    budget.extend(7);
    expect(budget.left('key')).toBe(7);
  });

  test('a caller that sends only while something is left stays within its share and the total, whatever the order', () => {
    const callers = fc.array(fc.constantFrom<Caller>('key', 'address'), { maxLength: 200 });
    const property = fc.property(
      callers,
      fc.nat({ max: 120 }),
      fc.nat({ max: 30 }),
      (order, most, beyond) => {
        const budget = new Budget(STANDARD, most);
        for (const caller of order) {
          const left = budget.left(caller, beyond);
          expect(left).toBeGreaterThanOrEqual(budget.left(caller));
          if (left > 0) budget.spend(caller);
        }
        const { withKey, withoutKey } = budget.spent;
        expect(withKey + withoutKey).toBeLessThanOrEqual(most);
        expect(withKey).toBeLessThanOrEqual(STANDARD.key + beyond);
        expect(withoutKey).toBeLessThanOrEqual(STANDARD.address + beyond);
      },
    );
    fc.assert(property, { seed: 5 });
  });
});

test('allowanceFor() leaves a deep run room for every operation without a valid key, where no limit is documented', () => {
  const many = allowanceFor('deep', undefined, undefined);
  expect(many.address).toBeGreaterThan(12 * 500);
  expect(many.key + many.address).toBe(many.total);
  const [limited, thorough] = [
    allowanceFor('deep', limitsOf(60), undefined),
    allowanceFor('thorough', undefined, undefined),
  ];
  expect([limited.address, thorough.address]).toEqual([200, 200]);
});
