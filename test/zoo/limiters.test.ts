import { describe, expect, test } from 'vitest';
import {
  blocking,
  extending,
  fixedAligned,
  fixedFromFirstHit,
  gcra,
  lateCounting,
  nodes,
  slidingCounter,
  slidingLog,
  steppedBucket,
  tokenBucket,
  twoWindows,
  type MeterFactory,
} from './limiters.ts';

const startMs = 1_750_000_012_345;
const limit = 10;
const windowMs = 10_000;

/** Each with the requests that a burst without any time in it gets through. */
const models: readonly (readonly [string, MeterFactory, number])[] = [
  ['fixedFromFirstHit', fixedFromFirstHit, limit],
  ['fixedAligned', fixedAligned, limit],
  ['blocking', blocking, limit],
  ['extending', extending, limit],
  ['slidingLog oldest-leaves', slidingLog('oldest-leaves'), limit],
  ['slidingLog all-left', slidingLog('all-left'), limit],
  ['slidingCounter', slidingCounter, limit],
  ['tokenBucket next-token', tokenBucket('next-token'), limit],
  ['tokenBucket full', tokenBucket('full'), limit],
  ['steppedBucket', steppedBucket, limit],
  ['gcra', gcra, limit],
  ['twoWindows minute', twoWindows(1000, 'minute'), limit],
  ['twoWindows day', twoWindows(1000, 'day'), limit],
  ['twoWindows tightest', twoWindows(1000, 'tightest', 985), limit],
  ['twoWindows refusing', twoWindows(1000, 'refusing'), limit],
  ['nodes', nodes(2, fixedFromFirstHit), 2 * limit],
];

describe.each(models)('%s', (_name, model, burst) => {
  test('take() lets the burst through and then refuses, when no time passes', () => {
    const meter = model({ caller: 'key', limit, windowMs });
    const taken = Array.from({ length: burst + 2 }, () => meter.take(startMs).allowed);
    expect(taken).toEqual([...Array.from({ length: burst }, () => true), false, false]);
  });

  test('take() allows again, when the wait of the last refusal is over', () => {
    const meter = model({ caller: 'key', limit, windowMs });
    for (let count = 0; count < burst + 1; count += 1) meter.take(startMs);
    const refused = meter.take(startMs + 40);
    expect(refused.allowed).toBe(false);
    expect(meter.take(startMs + 40 + refused.waitMs - 20).allowed).toBe(false);
    expect(model === extending || meter.take(startMs + 40 + refused.waitMs).allowed).toBe(true);
  });

  test('take() shows a Remaining of 0 to the Limit and a Reset that is not past, whatever the times', () => {
    const meter = model({ caller: 'key', limit, windowMs });
    for (let count = 0; count < 200; count += 1) {
      const nowMs = startMs + count * 137;
      const usage = meter.take(nowMs);
      expect(usage.remaining).toBeGreaterThanOrEqual(0);
      expect(usage.remaining).toBeLessThanOrEqual(usage.limit);
      expect(usage.resetAtMs).toBeGreaterThanOrEqual(nowMs);
      expect(Number.isInteger(usage.remaining)).toBe(true);
      expect(usage.allowed).toBe(usage.waitMs === 0);
    }
  });

  test('peek() counts nothing, when called often', () => {
    const meter = model({ caller: 'key', limit, windowMs });
    for (let count = 0; count < 50; count += 1) meter.peek(startMs);
    expect(meter.take(startMs)).toEqual(model({ caller: 'key', limit, windowMs }).take(startMs));
  });
});

describe('lateCounting()', () => {
  test('take() lets more than the limit through, when they come within the lag', () => {
    const meter = lateCounting(30)({ caller: 'key', limit, windowMs });
    const at = (ms: number): boolean => meter.take(startMs + ms).allowed;
    expect(Array.from({ length: 15 }, () => at(0)).every(Boolean)).toBe(true);
    expect(at(31)).toBe(false);
    expect(at(windowMs)).toBe(true);
  });
});
