import { expect, test } from 'vitest';
import { isoTime } from './iso-time.ts';

test.each([
  [1_893_553_446_000, '2030-01-02T03:04:06.000Z'],
  [-1, '1970-01-01T00:00:00.000Z'],
  [Number.NaN, '1970-01-01T00:00:00.000Z'],
  [8.64e15 + 1, '9999-12-31T23:59:59.999Z'],
  [Infinity, '9999-12-31T23:59:59.999Z'],
])('isoTime() makes a time of %d that every reader knows', (ms, text) => {
  expect(isoTime(ms)).toBe(text);
});
