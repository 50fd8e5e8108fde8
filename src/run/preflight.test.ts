import { beforeAll, describe, expect, test } from 'vitest';
import { contractOf, exchangeOf, type Sample } from '../checks/exchange.test-data.ts';
import type { Exchange, FailureKind } from '../exchange/exchange.ts';
import type { Contract } from '../oracle/contract.ts';
import { readExchange } from '../oracle/reading.ts';
import { usable } from './preflight.ts';

const URL = 'http://target.example/v2';
let contract: Contract;

beforeAll(async () => {
  contract = await contractOf('test/mock/library');
});

function verdict(...exchanges: readonly Exchange[]): ReturnType<typeof usable> {
  return usable(
    exchanges.map((exchange) => readExchange(contract, exchange)),
    URL,
  );
}

const answered = (status: number, changes: Partial<Sample> = {}): Exchange =>
  exchangeOf('/v2', { path: '/books', status, ...changes });

function failed(kind: FailureKind): Exchange {
  return {
    ...answered(200),
    result: { kind: 'failure', failure: { kind, detail: `it was ${kind}`, bytesReceived: 0 } },
  };
}

describe('usable()', () => {
  test.each([
    ['nothing was sent', []],
    ['everything is over the limit', [429, 429]],
    ['a success is among refusals', [401, 201]],
    ['refusals differ', [401, 404]],
    ['the service fails', [500, 500]],
    ['the service forbids', [403]],
    ['the creation alone is missing', [200, 404]],
  ])('finds no fault, when %s', (_name, statuses) => {
    expect(verdict(...statuses.map((status) => answered(status)))).toBeUndefined();
  });

  test.each([
    [
      'the key is refused everywhere',
      [answered(401), answered(401)],
      /refuses the key: GET \/v2\/books: 401/,
      /--key/,
    ],
    [
      'the key is refused wherever it is not over the limit',
      [answered(429), answered(401)],
      /refuses the key/,
      /--key/,
    ],
    ['nothing is there', [answered(404), answered(404)], /nothing documented answers at http:/, /--url/],
    ['nobody answers', [failed('refused'), failed('refused')], /does not answer: .*it was refused/, /--url/],
    ['something else than HTTP answers', [failed('malformed')], /does not speak HTTP/, /--url/],
  ])('says what to look at, when %s', (_name, exchanges, reason, advice) => {
    expect(verdict(...exchanges)).toEqual({
      kind: 'unusable-target',
      reason: expect.stringMatching(reason),
      advice: expect.stringMatching(advice),
    });
  });
});
