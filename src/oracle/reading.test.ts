import { beforeAll, describe, expect, test } from 'vitest';
import type { Exchange, SentRequest } from '../http/exchange.ts';
import { contractOf } from '../checks/exchange.test-data.ts';
import type { Contract } from './contract.ts';
import { expectation } from './expectation.ts';
import { readExchange } from './reading.ts';

let contract: Contract;
beforeAll(async () => {
  contract = await contractOf('test/mock/library');
});

const body = new TextEncoder().encode('{"title":"A title"}');
const planned = (changes: Partial<SentRequest> = {}): SentRequest => ({
  method: 'POST',
  target: `${contract.basePath}/books`,
  headers: [['Content-Type', 'application/json']],
  body,
  credential: VALID,
  ...changes,
});
const VALID = { kind: 'valid' } as const;

function exchangeOf(request: SentRequest): Exchange {
  const failure = { kind: 'refused', detail: 'nobody there', bytesReceived: 0 } as const;
  const times = { sentAt: 0, startMs: 0, firstByteMs: 0, endMs: 0 };
  return {
    id: 'x1',
    probe: 'p',
    request,
    result: { kind: 'failure', failure },
    ...times,
    repeats: undefined,
  };
}

describe('readExchange()', () => {
  test('takes what the oracle said of the plan, when the client only added its own fields', () => {
    const request = planned();
    const asked = { request, expectation: expectation(contract, request) };
    const sent = {
      ...request,
      headers: [['host', 'h'], ['User-Agent', 'assay'], ...request.headers] as const,
    };
    const reading = readExchange(contract, exchangeOf(sent), asked);
    expect(reading.expectation).toBe(asked.expectation);
    expect(reading.expectation).toEqual(expectation(contract, sent));
  });

  test.each<[string, () => Partial<SentRequest>]>([
    ['the media type', () => ({ headers: [['Content-Type', 'text/plain']] })],
    ['the target', () => ({ target: `${contract.basePath}/nowhere` })],
    ['the method', () => ({ method: 'DELETE' })],
    ['the body', () => ({ body: new TextEncoder().encode('{}') })],
    ['the credential', () => ({ credential: { kind: 'none' } })],
    ['its size', () => ({ headers: [...planned().headers, ['X-Long', 'a'.repeat(9_000)]] })],
  ])('asks the oracle again, when %s is another', (_name, changes) => {
    const request = planned();
    const asked = { request, expectation: expectation(contract, request) };
    const sent = planned(changes());
    const reading = readExchange(contract, exchangeOf(sent), asked);
    expect(reading.expectation).toEqual(expectation(contract, sent));
    expect(reading.expectation).not.toEqual(asked.expectation);
  });
});
