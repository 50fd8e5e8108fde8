import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasWrongDayName, parseHttpDate, parseRetryAfter, printHttpDate } from './date.ts';

test('printHttpDate() writes what parseHttpDate() reads, with the right day of the week', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 8e15 }), (atMs) => {
      const printed = printHttpDate(atMs);
      const last = Date.UTC(9999, 11, 31, 23, 59, 59);
      expect(parseHttpDate(printed)).toBe(Math.min(last, Math.floor(atMs / 1000) * 1000));
      expect(hasWrongDayName(printed)).toBe(false);
    }),
  );
});

describe('parseHttpDate()', () => {
  test.each([
    ['Sun, 06 Nov 1994 08:49:37 GMT', 784_111_777_000],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['Thu, 29 Feb 2024 23:59:59 GMT', 1_709_251_199_000],
    ['Sat, 31 Dec 2016 23:59:60 GMT', 1_483_228_800_000],
    ['Mon, 06 Nov 1994 08:49:37 GMT', 784_111_777_000],
  ])('gives the time, when the value is %s', (value, atMs) => {
    expect(parseHttpDate(value)).toBe(atMs);
  });

  test.each([
    '',
    'now',
    '784111777',
    'Sunday, 06-Nov-94 08:49:37 GMT',
    'Sun Nov  6 08:49:37 1994',
    'Sun, 6 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 08:49:37 UTC',
    'Sun, 06 Nov 1994 08:49:37 +0000',
    'sun, 06 nov 1994 08:49:37 gmt',
    'Sun, 06 Nov 1994 24:00:00 GMT',
    'Sun, 06 Nov 1994 08:60:00 GMT',
    'Sun, 06 Nov 1994 08:49:61 GMT',
    'Tue, 31 Feb 2023 00:00:00 GMT',
    'Wed, 29 Feb 2023 00:00:00 GMT',
    'Wed, 00 Mar 2023 00:00:00 GMT',
    ' Sun, 06 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 08:49:37 GMT\n',
    '1994-11-06T08:49:37Z',
  ])('gives nothing, when the value is %j', (value) => {
    expect(parseHttpDate(value)).toBeUndefined();
  });

  test('reads back what Date writes, when the year has four digits', () => {
    const dates = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(dates, (date) => {
        expect(parseHttpDate(date.toUTCString())).toBe(Math.floor(date.getTime() / 1000) * 1000);
        expect(hasWrongDayName(date.toUTCString())).toBe(false);
      }),
    );
  });
});

test('hasWrongDayName() tells it, when the date is right but its day is not', () => {
  expect(hasWrongDayName('Mon, 06 Nov 1994 08:49:37 GMT')).toBe(true);
  expect(hasWrongDayName('Sun, 06 Nov 1994 08:49:37 GMT')).toBe(false);
  expect(hasWrongDayName('nonsense')).toBe(false);
});

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
