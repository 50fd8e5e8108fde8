import { expect, test } from 'vitest';
import { growthOf, marginalOf, median, plotOf } from './figures.ts';

test.each([
  ['linear', (size: number) => 3 * size, 1],
  ['square', (size: number) => size ** 2, 2],
  ['constant', () => 5, 0],
])('growthOf() tells what is %s', (_what, cost, slope) => {
  const points = [10, 100, 1_000].map((size) => ({ size, cost: cost(size) }));
  expect(growthOf(points)).toBeCloseTo(slope);
});

test('marginalOf() leaves out what does not grow', () => {
  expect(marginalOf([10, 1_000, 100].map((size) => ({ size, cost: 500 + 2 * size })))).toBeCloseTo(2);
});

test('median() is the middle, or between the two in the middle', () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]);
});

test('plotOf() draws a line of slope 1 from corner to corner', () => {
  const lines = plotOf(
    'Ratings',
    [1, 10, 100].map((size) => ({ size, cost: size })),
    'ms',
  ).split('\n');
  const [first, last] = [
    lines.find((line) => line.includes('o')),
    lines.findLast((line) => line.includes('o')),
  ];
  expect(first?.trimEnd().length).toBeGreaterThan(60);
  expect(first).toContain('1.0e+2 ms |');
  expect(last).toContain('1.0 ms |o');
  expect(lines.at(-1)).toMatch(/^ +1 +100$/);
});
