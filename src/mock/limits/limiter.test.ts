import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BAN_MS, type Charge, Limiter } from './limiter.ts';
import { LIMITER_KINDS, type LimiterKind } from './window-counter.ts';

const MINUTE = { window: 'minute', windowS: 60, limit: 3 };
const DAY = { window: 'day', windowS: 86_400, limit: 5 };

function setUp(
  kind: LimiterKind = 'fixed',
  banAfter?: number,
): { limiter: Limiter; wait: (ms: number) => void } {
  let now = 1_800_000_000_000;
  return {
    limiter: new Limiter({ kind, now: () => now, banAfter }),
    wait: (ms) => {
      now += ms;
    },
  };
}

function told(charge: Charge): readonly [string, string?, number?] {
  return charge.kind === 'unlimited'
    ? [charge.kind]
    : [charge.kind, charge.window.quota.window, charge.window.remaining];
}

describe('Limiter.take()', () => {
  test('counts nothing, when there are no quotas', () => {
    expect(setUp().limiter.take('a', [])).toEqual({ kind: 'unlimited' });
  });

  test('takes from both windows or from none, and shows the tightest, when two windows apply', () => {
    const { limiter, wait } = setUp();
    const quotas = [MINUTE, DAY];
    expect([1, 2, 3, 4, 5].map(() => told(limiter.take('a', quotas)))).toEqual([
      ['accepted', 'minute', 2],
      ['accepted', 'minute', 1],
      ['accepted', 'minute', 0],
      ['refused', 'minute', 0],
      ['refused', 'minute', 0],
    ]);
    wait(60_000);
    expect([1, 2, 3].map(() => told(limiter.take('a', quotas)))).toEqual([
      ['accepted', 'day', 1],
      ['accepted', 'day', 0],
      ['refused', 'day', 0],
    ]);
    wait(60_000);
    expect(told(limiter.take('a', quotas))).toEqual(['refused', 'day', 0]);
  });

  test.each(LIMITER_KINDS)('never takes from one window what the other refuses, when %s', (kind) => {
    const gaps = fc.array(fc.integer({ min: 0, max: 90_000 }), { maxLength: 60 });
    fc.assert(
      fc.property(gaps, (waits) => {
        const both = setUp(kind);
        const alone = setUp(kind);
        for (const wait of waits) {
          both.wait(wait);
          alone.wait(wait);
          const charge = both.limiter.take('a', [MINUTE, DAY]);
          if (charge.kind === 'accepted') expect(alone.limiter.take('a', [DAY]).kind).toBe('accepted');
        }
      }),
    );
  });

  test('keeps callers apart, when they share quotas', () => {
    const { limiter } = setUp();
    for (let count = 0; count < 4; count += 1) limiter.take('a', [MINUTE]);
    expect(told(limiter.take('b', [MINUTE]))).toEqual(['accepted', 'minute', 2]);
  });

  test('measures each against its own quota, when callers with different quotas share an account', () => {
    const { limiter } = setUp();
    const larger = { ...MINUTE, limit: 5 };
    for (let count = 0; count < 3; count += 1) limiter.take('shared', [MINUTE]);
    expect(told(limiter.take('shared', [MINUTE]))).toEqual(['refused', 'minute', 0]);
    expect([1, 2, 3].map(() => told(limiter.take('shared', [larger])))).toEqual([
      ['accepted', 'minute', 1],
      ['accepted', 'minute', 0],
      ['refused', 'minute', 0],
    ]);
    expect(told(limiter.take('shared', [MINUTE]))).toEqual(['refused', 'minute', 0]);
  });

  test('bans who keeps asking inside Retry-After, when banAfter is set', () => {
    const { limiter, wait } = setUp('fixed', 2);
    for (let count = 0; count < 3; count += 1) limiter.take('a', [MINUTE]);
    const refusals = [1, 2, 3].map(() => limiter.take('a', [MINUTE]));
    expect(refusals.map((charge) => charge.kind === 'refused' && charge.reason)).toEqual([
      'limit',
      'limit',
      'ban',
    ]);
    wait(60_000);
    expect(limiter.take('a', [MINUTE])).toMatchObject({
      kind: 'refused',
      reason: 'ban',
      window: { remaining: 0 },
    });
    wait(BAN_MS);
    expect(limiter.take('a', [MINUTE]).kind).toBe('accepted');
    expect(limiter.tally()).toEqual({ callers: 1, refused: 4, bans: 1 });
  });

  test('bans nobody, when callers come back too early because they were told so', () => {
    const { limiter, wait } = setUp('fixed', 1);
    for (let count = 0; count < 3; count += 1) limiter.take('a', [MINUTE]);
    for (let count = 0; count < 3; count += 1) {
      const charge = limiter.take('a', [MINUTE]);
      expect(charge.kind === 'refused' && charge.reason).toBe('limit');
      limiter.told('a', 1_800_000_000_000 + (count + 1) * 1000);
      wait(1000);
    }
    limiter.take('a', [MINUTE]);
    limiter.told('a', Number.POSITIVE_INFINITY);
    expect(limiter.tally().bans).toBe(0);
    limiter.take('a', [MINUTE]);
    expect(limiter.tally().bans).toBe(1);
  });

  test('bans nobody, when every refused caller waits as told', () => {
    const { limiter, wait } = setUp('fixed', 1);
    for (let round = 0; round < 5; round += 1) {
      for (let count = 0; count < 4; count += 1) limiter.take('a', [MINUTE]);
      wait(60_000);
    }
    expect(limiter.tally().bans).toBe(0);
  });

  test('forgets the caller unheard of for longest, when there are ten thousand others', () => {
    const { limiter } = setUp();
    for (let count = 0; count < 3; count += 1) limiter.take('old', [MINUTE]);
    for (let count = 0; count < 10_000; count += 1) limiter.take(`other ${count}`, [MINUTE]);
    expect(limiter.tally().callers).toBe(10_000);
    expect(limiter.take('old', [MINUTE]).kind).toBe('accepted');
  });
});
