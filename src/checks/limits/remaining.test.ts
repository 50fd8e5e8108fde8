import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixedFromFirstHit, type Limiter, slidingLog, tokenBucket } from './limiter-models.test-data.ts';
import { type Movement, movementOf } from './remaining.ts';

const WINDOW_S = 60;
const WINDOW_MS = WINDOW_S * 1000;
const START_MS = 1_900_000_000_000;

/** The movement of the requests that a limiter accepts, sent at these distances in ms. */
function movementBehind(limiter: Limiter, limit: number, gapsMs: readonly number[]): Movement {
  const remaining: number[] = [];
  let nowMs = START_MS;
  let firstMs = START_MS;
  let lastMs = START_MS;
  for (const gap of gapsMs) {
    nowMs += gap;
    const decision = limiter.take(nowMs, 1);
    if (!decision.allowed) break;
    if (remaining.length === 0) firstMs = nowMs;
    lastMs = nowMs;
    remaining.push(decision.remaining);
  }
  return movementOf(remaining, {
    made: remaining.length,
    sent: remaining.length,
    limit,
    elapsedMs: lastMs - firstMs,
    windowS: WINDOW_S,
  });
}

const values = (length: number, of: (index: number) => number): readonly number[] =>
  Array.from({ length }, (_, index) => of(index));
const quick = (remaining: readonly number[]): Movement =>
  movementOf(remaining, {
    made: remaining.length,
    sent: remaining.length,
    limit: 60,
    elapsedMs: 100 * remaining.length,
    windowS: WINDOW_S,
  });

/** Numbers in [0, 1) that a seed decides. */
function seededRandom(seed: number): () => number {
  let state = seed * 2 + 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('movementOf()', () => {
  test.each<readonly [Movement, string, readonly number[]]>([
    ['falls', 'one by one', values(30, (i) => 59 - i)],
    ['falls', 'by two', values(30, (i) => 59 - 2 * i)],
    ['falls', 'on two nodes in turns', values(30, (i) => 59 - Math.floor(i / 2) - (i % 2 === 0 ? 0 : 7))],
    ['constant', 'never', values(30, () => 59)],
    ['constant', 'at zero', values(30, () => 0)],
    ['grows', 'by one with each request', values(30, (i) => i + 1)],
    ['stays', 'by one and back', values(30, (i) => 59 - (i % 2))],
    ['unclear', 'up, but by more than was sent', values(30, (i) => 3 * i + 1)],
    ['unclear', 'with too few requests', values(7, () => 59)],
  ])('is "%s", when the value moves %s', (movement, _name, remaining) => {
    expect(quick(remaining)).toBe(movement);
  });

  test('is "erratic", when the values are drawn by lot, whatever the lot', () => {
    const drawn = Array.from({ length: 500 }, (_, seed) => {
      const random = seededRandom(seed);
      return quick(values(60, () => Math.floor(random() * 60)));
    });
    expect(drawn.filter((movement) => movement !== 'erratic').length).toBeLessThanOrEqual(2);
  });

  test('is not "erratic", when up to six nodes count apart, of which each was used before', () => {
    const drawn = Array.from({ length: 500 }, (_, seed) => {
      const random = seededRandom(seed);
      const nodes = Array.from({ length: 2 + (seed % 5) }, () => Math.floor(random() * 60));
      return quick(
        values(60, () => {
          const at = Math.floor(random() * nodes.length);
          const left = nodes[at] ?? 0;
          const now = left > 0 ? left - 1 : 59;
          nodes.splice(at, 1, now);
          return now;
        }),
      );
    });
    expect(drawn).not.toContain('erratic');
  });

  test('is "grows", when some that were sent side by side were answered in another order', () => {
    const remaining = [...values(12, (i) => i + 1), 14, 13, 15, ...values(15, (i) => i + 16)];
    const options = { made: 30, sent: 30, limit: 60, elapsedMs: 3_000, windowS: WINDOW_S };
    const inTurn = remaining.filter((value) => value < 13 || value > 15);
    expect(movementOf(remaining, { ...options, inTurn })).toBe('grows');
    expect(movementOf(remaining, options)).toBe('unclear');
  });

  test('is "unclear", when the refill explains everything', () => {
    const options = { made: 30, sent: 30, limit: 60, elapsedMs: 30_000, windowS: WINDOW_S };
    expect(
      movementOf(
        values(30, () => 59),
        options,
      ),
    ).toBe('unclear');
    expect(
      movementOf(
        values(30, () => 59),
        { ...options, elapsedMs: 3_000 },
      ),
    ).toBe('constant');
  });

  test('is "unclear", when the requests were too quick for a counter that lags', () => {
    expect(
      movementOf(
        values(30, () => 59),
        { made: 30, sent: 30, limit: 60, elapsedMs: 250, windowS: WINDOW_S },
      ),
    ).toBe('unclear');
  });

  const blamed: readonly Movement[] = ['constant', 'grows', 'stays', 'erratic'];
  const limits = fc.constantFrom(12, 60, 300);
  const gaps = fc.array(fc.oneof(fc.nat({ max: 60 }), fc.nat({ max: 400 })), { minLength: 8, maxLength: 60 });

  test.each([
    ['a fixed window', fixedFromFirstHit],
    ['a token bucket', tokenBucket('full')],
    ['a sliding log', slidingLog('oldest')],
  ])('blames no trace of %s that was fresh', (_name, model) => {
    const property = fc.property(limits, gaps, (limit, gapsMs) => {
      expect(blamed).not.toContain(movementBehind(model(limit, WINDOW_MS), limit, gapsMs));
    });
    fc.assert(property, { seed: 12, numRuns: 500 });
  });

  test('blames no sliding log from which a burst of requests leaves that someone sent before', () => {
    const burst = fc.record({
      share: fc.double({ min: 0.2, max: 0.95, noNaN: true }),
      agoMs: fc.integer({ min: 59_500, max: 60_100 }),
      apartMs: fc.integer({ min: 1, max: 80 }),
    });
    const steady = fc
      .tuple(
        fc.integer({ min: 30, max: 270 }),
        fc.array(fc.nat({ max: 15 }), { minLength: 9, maxLength: 40 }),
      )
      .map(([paceMs, jitters]) => jitters.map((jitter) => paceMs + jitter));
    const property = fc.property(
      limits,
      fc.oneof(gaps, steady),
      burst,
      (limit, gapsMs, { share, agoMs, apartMs }) => {
        const limiter = slidingLog('oldest')(limit, WINDOW_MS);
        for (let i = 0; i < limit * share; i += 1) {
          if (i * apartMs < agoMs) limiter.take(START_MS - agoMs + i * apartMs, 1);
        }
        expect(blamed).not.toContain(movementBehind(limiter, limit, gapsMs));
      },
    );
    fc.assert(property, { seed: 13, numRuns: 2_000 });
  });
});
