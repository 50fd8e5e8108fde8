import { describe, expect, test } from 'vitest';
import type { Failure, HeaderLine, Result } from '../../http/exchange.ts';
import { Width } from './width.ts';

function answered(status = 200, headers: readonly HeaderLine[] = []): Result {
  const body = new Uint8Array();
  return {
    kind: 'answer',
    answer: { status, reason: '', httpVersion: '1.1', headers, trailers: [], body, truncated: false },
  };
}

function failed(kind: Failure['kind']): Result {
  return { kind: 'failure', failure: { kind, detail: kind, bytesReceived: 0 } };
}

const ALONE = Array.from({ length: 5 }, () => ({ result: answered(), startMs: 0, endMs: 10 }));

describe('Width', () => {
  test.each([
    ['503', answered(503), 'the target answered 503'],
    ['a refused connection', failed('refused'), 'the target refused a connection'],
    [
      'a request without an answer',
      failed('first-byte-timeout'),
      'a request got no answer (first-byte-timeout)',
    ],
  ])('note() halves it, when there is %s', (_, result, because) => {
    const width = new Width(8, ALONE);
    expect(width.note({ result, startMs: 100, endMs: 110 })).toEqual({ to: 4, because });
    expect(width.now).toBe(4);
  });

  test('note() halves it once for all that were under way together, and again for what began later', () => {
    const width = new Width(8, ALONE);
    const seen = [100, 101, 102, 200, 201].map(
      (startMs) => width.note({ result: answered(503), startMs, endMs: startMs + 50 })?.to,
    );
    expect(seen).toEqual([4, undefined, undefined, 2, undefined]);
  });

  test('note() halves it, when answers take much longer than one at a time, and not before many did', () => {
    const width = new Width(8, ALONE);
    const come = (count: number, tookMs: number, fromMs: number): readonly (number | undefined)[] =>
      Array.from({ length: count }, (_, at) => {
        const startMs = fromMs + at;
        return width.note({ result: answered(), startMs, endMs: startMs + tookMs })?.to;
      });
    expect(new Set(come(60, 80, 0))).toEqual(new Set([undefined]));
    const slow = come(20, 400, 100);
    expect(slow.filter((to) => to !== undefined)).toEqual([4]);
    expect(slow.indexOf(4)).toBeGreaterThan(6);
  });

  test('note() leaves it, when a service fails, refuses or answers nonsense', () => {
    const width = new Width(8, ALONE);
    for (const result of [
      answered(500),
      answered(404),
      answered(403),
      failed('malformed'),
      failed('aborted'),
    ])
      expect(width.note({ result, startMs: 100, endMs: 110 })).toBeUndefined();
    expect(width.now).toBe(8);
  });

  test('note() widens it again by one, when all is calm for long', () => {
    const width = new Width(2, ALONE);
    width.note({ result: answered(503), startMs: 0, endMs: 1 });
    for (let at = 0; at < 1_000; at += 1) width.note({ result: answered(), startMs: 10, endMs: 20 });
    expect(width.now).toBe(2);
  });

  test.each([
    ['429', answered(429)],
    ['RateLimit', answered(200, [['RateLimit', '"default";r=50;t=30']])],
    ['X-RateLimit-Remaining', answered(200, [['x-ratelimit-remaining', '9']])],
    ['X-Rate-Limit-Limit', answered(404, [['X-Rate-Limit-Limit', '9']])],
  ])('is one from then on, when an answer has %s', (_, result) => {
    const width = new Width(8, ALONE);
    expect(width.note({ result, startMs: 100, endMs: 110 })).toMatchObject({ to: 1 });
    for (let at = 0; at < 2_000; at += 1) width.note({ result: answered(), startMs: 200, endMs: 210 });
    expect(width.now).toBe(1);
    expect(new Width(8, [{ result, startMs: 0, endMs: 10 }]).now).toBe(1);
  });
});

test('note() takes no other field for a limit, and no other failure', () => {
  const fields: readonly HeaderLine[] = [
    ['Retry-After', '5'],
    ['X-Rate', '1'],
    ['RateLimiter', 'none'],
    ['X-Limit', '9'],
  ];
  const width = new Width(8, [{ result: answered(200, fields), startMs: 0, endMs: 1 }]);
  expect(width.now).toBe(8);
  expect(width.note({ result: answered(503, fields), startMs: 1, endMs: 2 })?.to).toBe(4);
  expect(width.note({ result: failed('reset'), startMs: 3, endMs: 4 })?.to).toBe(2);
});
