import { expect, test } from 'vitest';
import { createClock, MAX_ADVANCE_MS } from './clock.ts';

test('createClock() adds up what it was moved, when the source goes on meanwhile', () => {
  let source = 1000;
  const clock = createClock(() => source);
  clock.advance(500);
  source += 10;
  clock.advance(1);
  expect([clock.now(), clock.advancedMs()]).toEqual([1511, 501]);
});

test('createClock() stands still and goes on from there, when it is frozen and resumed', () => {
  let source = 1000;
  const clock = createClock(() => source);
  clock.freeze();
  source += 70;
  clock.freeze();
  clock.advance(5);
  expect([clock.now(), clock.isFrozen()]).toEqual([1005, true]);
  clock.resume();
  clock.resume();
  expect([clock.now(), clock.isFrozen(), clock.advancedMs()]).toEqual([1005, false, 5]);
  source += 3;
  expect(clock.now()).toBe(1008);
});

test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, MAX_ADVANCE_MS + 1])(
  'createClock() stays where it is, when told to move by %s',
  (ms) => {
    const clock = createClock(() => 0);
    expect(() => clock.advance(ms)).toThrow(RangeError);
    expect(clock.now()).toBe(0);
  },
);
