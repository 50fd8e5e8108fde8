import { describe, expect, test } from 'vitest';
import { parseRetryAfter } from './retry-after.ts';

const DATE = 'Sun, 06 Nov 1994 08:49:37 GMT';
const AT_MS = 784_111_777_000;

describe('parseRetryAfter()', () => {
  test.each([
    ['0', 0],
    ['120', 120],
    ['007', 7],
    ['2147483649', 2_147_483_648],
    ['9'.repeat(60_000), 2_147_483_648],
  ])('gives seconds, when the value is %.20s', (value, seconds) => {
    expect(parseRetryAfter(value, undefined)).toEqual({ kind: 'seconds', seconds });
  });

  test('gives a date and the wait until then, when the value is one', () => {
    expect(parseRetryAfter(DATE, undefined)).toEqual({ kind: 'date', atMs: AT_MS, waitMs: undefined });
    expect(parseRetryAfter(DATE, AT_MS - 5000)).toEqual({ kind: 'date', atMs: AT_MS, waitMs: 5000 });
    expect(parseRetryAfter(DATE, AT_MS + 5000)).toEqual({ kind: 'date', atMs: AT_MS, waitMs: 0 });
  });

  test.each([
    '',
    ' ',
    '-1',
    '+5',
    '1.5',
    '1e3',
    '0x10',
    '5s',
    '5, 6',
    '٣',
    'soon',
    'Sunday, 06-Nov-94 08:49:37 GMT',
  ])('tells that it is invalid, when the value is %j', (value) => {
    expect(parseRetryAfter(value, 0)).toMatchObject({ kind: 'invalid' });
  });

  test('quotes only the beginning, when an invalid value is long', () => {
    const parsed = parseRetryAfter('x'.repeat(60_000), 0);
    expect(parsed.kind === 'invalid' && parsed.reason.length).toBeLessThan(200);
  });
});
