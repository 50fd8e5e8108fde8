import { expect, test } from 'vitest';
import { Listening } from './sockets.ts';

test('Listening trusts a target that kept silent behind many answers without a body, until it is heard', () => {
  const listening = new Listening();
  const long = listening.behind(false);
  expect(long).toBeGreaterThan(2);
  expect(listening.behind(false)).toBe(0);
  const awaited = Array.from({ length: 400 }, () => listening.behind(true));
  expect(awaited.indexOf(2)).toBeGreaterThan(100);
  expect(new Set(awaited.slice(0, 100))).toEqual(new Set([long]));
  expect(new Set(awaited.slice(-100))).toEqual(new Set([2]));
  listening.heard();
  expect(listening.behind(true)).toBe(long);
  expect(listening.behind(false)).toBe(long);
});
