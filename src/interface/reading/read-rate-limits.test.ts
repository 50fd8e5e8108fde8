import { expect, test } from 'vitest';
import { documentOf, lineOf, problemOf } from '../../../test/specs/library-of.ts';
import { readRateLimits } from './read-rate-limits.ts';

test('readRateLimits() reads everything', () => {
  const document = documentOf(`
x-rate-limits:
  status: 503
  headers: {limit: L, remaining: R, reset: S, retryAfter: A}
  headersOn: limited
  resetForm: delta-seconds
  plans:
    - {id: a, title: Plan A, day: 100, second: 1}
    - {id: b, custom: true}
`);
  expect(readRateLimits(document)).toEqual({
    status: 503,
    headers: { limit: 'L', remaining: 'R', reset: 'S', retryAfter: 'A' },
    headersOn: 'limited',
    resetForm: 'delta-seconds',
    plans: [
      {
        kind: 'fixed',
        id: 'a',
        title: 'Plan A',
        quotas: [
          { window: 'second', windowS: 1, limit: 1 },
          { window: 'day', windowS: 86_400, limit: 100 },
        ],
      },
      { kind: 'custom', id: 'b', title: 'b' },
    ],
    position: { file: 'openapi.yaml', line: 2 },
  });
});

test('readRateLimits() fills in what is usual', () => {
  expect(readRateLimits(documentOf('x-rate-limits: {}'))).toEqual({
    status: 429,
    headers: { limit: undefined, remaining: undefined, reset: undefined, retryAfter: undefined },
    headersOn: 'always',
    resetForm: 'unix-seconds',
    plans: [],
    position: { file: 'openapi.yaml', line: 1 },
  });
});

test('readRateLimits() finds none, when the document has none', () => {
  expect(readRateLimits(documentOf('openapi: 3.1.1'))).toBeUndefined();
});

test.each([
  ['a misspelt name', '  statuss: 429 # HERE', 'Did you mean `status`?'],
  ['a misspelt header', '  headers:\n    retry-after: A # HERE', 'Did you mean `retryAfter`?'],
  ['a misspelt window', '  plans:\n    - id: a\n      minutes: 5 # HERE', 'Did you mean `minute`?'],
  ['a status of success', '  status: 200 # HERE', /`429`/],
  ['a status that is text', "  status: '429' # HERE", /whole number/],
  ['another place for headers', '  headersOn: never # HERE', 'Write `always` or `limited`.'],
  ['a number of zero', '  plans:\n    - id: a\n      minute: 0 # HERE', /whole number above 0/],
  ['a fraction', '  plans:\n    - id: a\n      minute: 1.5 # HERE', /whole number above 0/],
  ['a plan without numbers', '  plans:\n    - id: a # HERE', /custom: true/],
  ['a custom plan with numbers', '  plans:\n    - {id: a, custom: true, day: 5} # HERE', /Remove/],
  ['two plans of one id', '  plans:\n    - {id: a, day: 5}\n    - {id: a, day: 6} # HERE', /id of its own/],
  ['a plan without an id', '  plans:\n    - {day: 5} # HERE', /Add `id`/],
])('readRateLimits() names the line, given %s', (_name, body, advice) => {
  const text = `x-rate-limits:\n${body}\n`;
  expect(problemOf(() => readRateLimits(documentOf(text)))).toMatchObject({
    line: lineOf(text, 'HERE'),
    advice: expect.stringMatching(advice),
  });
});
