import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALLOWANCES, Budget } from './budget.ts';
import type { Caller } from './pacer.ts';

describe('Budget', () => {
  test.each(['quick', 'standard', 'thorough'] as const)('begins with the shares of %s', (profile) => {
    const { total, key, address } = ALLOWANCES[profile];
    const budget = new Budget(profile, total);
    expect([budget.most, budget.left('key'), budget.left('address')]).toEqual([total, key, address]);
    expect(key + address).toBeLessThanOrEqual(total);
    expect(budget.spent).toEqual({ withKey: 0, withoutKey: 0 });
  });

  test('left() counts what lies beyond the share, but never beyond the total', () => {
    const budget = new Budget('quick', ALLOWANCES.quick.key + 2);
    expect(budget.left('key')).toBe(ALLOWANCES.quick.key);
    expect(budget.left('key', 1)).toBe(ALLOWANCES.quick.key + 1);
    expect(budget.left('key', 100)).toBe(ALLOWANCES.quick.key + 2);
  });

  test('a caller that sends only while something is left stays within its share and the total, whatever the order', () => {
    const callers = fc.array(fc.constantFrom<Caller>('key', 'address'), { maxLength: 200 });
    const property = fc.property(
      callers,
      fc.nat({ max: 120 }),
      fc.nat({ max: 30 }),
      (order, most, beyond) => {
        const budget = new Budget('standard', most);
        for (const caller of order) {
          const left = budget.left(caller, beyond);
          expect(left).toBeGreaterThanOrEqual(budget.left(caller));
          if (left > 0) budget.spend(caller);
        }
        const { withKey, withoutKey } = budget.spent;
        expect(withKey + withoutKey).toBeLessThanOrEqual(most);
        expect(withKey).toBeLessThanOrEqual(ALLOWANCES.standard.key + beyond);
        expect(withoutKey).toBeLessThanOrEqual(ALLOWANCES.standard.address + beyond);
      },
    );
    fc.assert(property, { seed: 5 });
  });
});
