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
    expect(parseRetryAfter(DATE, undefined)).toEqual({
      kind: 'date',
      atMs: AT_MS,
      waitMs: undefined,
      isHttpDate: true,
    });
    expect(parseRetryAfter(DATE, AT_MS - 5000)).toEqual({
      kind: 'date',
      atMs: AT_MS,
      waitMs: 5000,
      isHttpDate: true,
    });
    expect(parseRetryAfter(DATE, AT_MS + 5000)).toEqual({
      kind: 'date',
      atMs: AT_MS,
      waitMs: 0,
      isHttpDate: true,
    });
  });

  test.each([
    'Sun, 06 Nov 1994 08:49:37 -0000',
    'Sun, 06 Nov 1994 08:49:37 +0000',
    'Sun, 06 Nov 1994 10:49:37 +0200',
    'Sun, 06 Nov 1994 08:49:37 UTC',
    'Sun, 06 Nov 1994 08:49:37 UT',
    '06 Nov 1994 08:49:37 GMT',
    'Sunday, 06-Nov-94 08:49:37 GMT',
    'Sun Nov  6 08:49:37 1994',
  ])('reads the date, in a form that may not be sent: %s', (value) => {
    expect(parseRetryAfter(value, AT_MS - 5000)).toEqual({
      kind: 'date',
      atMs: AT_MS,
      waitMs: 5000,
      isHttpDate: false,
    });
  });

  test.each(['', ' ', '-1', '+5', '1.5', '1e3', '0x10', '5s', '5, 6', '٣', 'soon'])(
    'tells that it is invalid, when the value is %j',
    (value) => {
      expect(parseRetryAfter(value, 0)).toMatchObject({ kind: 'invalid' });
    },
  );

  test('quotes only the beginning, when an invalid value is long', () => {
    const parsed = parseRetryAfter('x'.repeat(60_000), 0);
    expect(parsed.kind === 'invalid' && parsed.reason.length).toBeLessThan(200);
  });
});
