import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Caller } from '../answers/stages/stages.ts';
import {
  accountName,
  createWindowCounter,
  LIMITER_KINDS,
  type LimiterKind,
  type LimitPer,
} from './window-counter.ts';

const KEY: Caller = { kind: 'key', key: { key: 'a-key-of-a-plan', plan: 'p', quotas: [], endsAt: Infinity } };
const OTHER: Caller = {
  kind: 'key',
  key: { key: 'another-key-of-it', plan: 'p', quotas: [], endsAt: Infinity },
};
const STRANGER: Caller = { kind: 'stranger', credential: 'missing' };

test.each<readonly [string, LimitPer, readonly [Caller, string], readonly [Caller, string], boolean]>([
  ['two keys of one address', 'key', [KEY, '::1'], [OTHER, '::1'], false],
  ['a key and a stranger of one address', 'key', [KEY, '::1'], [STRANGER, '::1'], false],
  ['one key at two addresses', 'key', [KEY, '::1'], [KEY, '::2'], true],
  ['strangers at two addresses', 'key', [STRANGER, '::1'], [STRANGER, '::2'], false],
  ['two keys of one address', 'address', [KEY, '::1'], [OTHER, '::1'], true],
  ['a key and a stranger of one address', 'address', [KEY, '::1'], [STRANGER, '::1'], true],
  ['one key at two addresses', 'address', [KEY, '::1'], [KEY, '::2'], false],
])('accountName() says who shares a count: %s, when per %s', (_name, per, one, other, same) => {
  const [nameOfOne, nameOfOther] = [one, other].map(([caller, address]) =>
    accountName(per, caller, { address }),
  );
  expect(nameOfOne === nameOfOther).toBe(same);
});

const START = 1_800_000_000_123;
const gaps = fc.array(
  fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 30_000 })),
  {
    minLength: 1,
    maxLength: 200,
  },
);
const limits = fc.integer({ min: 1, max: 20 });

/** The moments at which requests were accepted, when one comes after each gap. */
function play(kind: LimiterKind, limit: number, waits: readonly number[], windowS: number): number[] {
  const counter = createWindowCounter(kind, windowS);
  const accepted: number[] = [];
  let now = START;
  for (const wait of waits) {
    now += wait;
    const before = counter.remaining(now, limit);
    expect(before).toBeGreaterThanOrEqual(0);
    expect(before).toBeLessThanOrEqual(limit);
    expect(counter.acceptsAt(now, limit) <= now).toBe(before > 0);
    if (before === 0) {
      expect(counter.remaining(Math.ceil(counter.acceptsAt(now, limit)), limit)).toBeGreaterThan(0);
      continue;
    }
    counter.take(now, limit);
    accepted.push(now);
    expect(counter.remaining(now, limit)).toBe(before - 1);
    expect(counter.resetAt(now)).toBeGreaterThan(now);
    expect(counter.resetAt(now)).toBeLessThanOrEqual(now + windowS * 1000 + 1e-3);
  }
  return accepted;
}

function most(counts: ReadonlyMap<number, number>): number {
  return Math.max(0, ...counts.values());
}

function countBy(moments: readonly number[], group: (moment: number) => number): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const moment of moments) counts.set(group(moment), (counts.get(group(moment)) ?? 0) + 1);
  return counts;
}

describe('createWindowCounter()', () => {
  test.each(LIMITER_KINDS)('keeps its word about what remains and when it accepts again, when %s', (kind) => {
    fc.assert(fc.property(limits, gaps, (limit, waits) => void play(kind, limit, waits, 60)));
  });

  test('accepts no more than the limit per window, when fixed: windows start with their first request', () => {
    fc.assert(
      fc.property(limits, gaps, (limit, waits) => {
        let windowStart = Number.NEGATIVE_INFINITY;
        const counts = countBy(play('fixed', limit, waits, 60), (moment) => {
          if (moment >= windowStart + 60_000) windowStart = moment;
          return windowStart;
        });
        expect(most(counts)).toBeLessThanOrEqual(limit);
      }),
    );
  });

  test('accepts no more than the limit per window, when aligned: windows start at whole minutes', () => {
    fc.assert(
      fc.property(limits, gaps, (limit, waits) => {
        const counts = countBy(play('aligned', limit, waits, 60), (moment) => Math.floor(moment / 60_000));
        expect(most(counts)).toBeLessThanOrEqual(limit);
      }),
    );
  });

  test.each([60, 86_400])(
    'accepts no more than the limit in any stretch of %i s, when sliding',
    (windowS) => {
      fc.assert(
        fc.property(limits, gaps, (limit, waits) => {
          const accepted = play('sliding', limit, waits, windowS);
          for (const [at, moment] of accepted.entries()) {
            const before = accepted[at - limit];
            if (before !== undefined) expect(moment - before).toBeGreaterThanOrEqual(windowS * 1000);
          }
        }),
      );
    },
  );

  test('accepts no more than the limit and what flowed back, when bucket', () => {
    fc.assert(
      fc.property(limits, gaps, (limit, waits) => {
        const accepted = play('bucket', limit, waits, 60);
        const [first = 0] = accepted;
        for (const [at, moment] of accepted.entries())
          expect(at + 1).toBeLessThanOrEqual(limit + (limit * (moment - first)) / 60_000 + 1e-3);
      }),
    );
  });

  test('remembers a bounded number of moments, when a sliding day sees a hundred thousand requests', () => {
    const counter = createWindowCounter('sliding', 86_400);
    for (let count = 0; count < 100_000; count += 1) counter.take(START + count * 800, 100_000);
    expect(counter.remaining(START + 80_000_000, 100_000)).toBe(0);
    expect(counter.remaining(START + 86_400_000 + 30_000, 100_000)).toBeGreaterThan(0);
  });

  test.each(LIMITER_KINDS)(
    'keeps its word to callers with different limits that share it, when %s',
    (kind) => {
      const turns = fc.array(fc.tuple(fc.integer({ min: 0, max: 30_000 }), limits), {
        minLength: 1,
        maxLength: 200,
      });
      fc.assert(
        fc.property(turns, (played) => {
          const counter = createWindowCounter(kind, 60);
          let now = START;
          for (const [wait, limit] of played) {
            now += wait;
            const before = counter.remaining(now, limit);
            expect(before).toBeGreaterThanOrEqual(0);
            expect(before).toBeLessThanOrEqual(limit);
            expect(counter.acceptsAt(now, limit) <= now).toBe(before > 0);
            if (before === 0) {
              const at = Math.ceil(counter.acceptsAt(now, limit));
              expect(at).toBeLessThanOrEqual(now + 60_000);
              expect(counter.remaining(at, limit)).toBeGreaterThan(0);
            } else counter.take(now, limit);
          }
        }),
      );
    },
  );
});
