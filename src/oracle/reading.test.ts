import { beforeAll, describe, expect, test } from 'vitest';
import type { Exchange, SentRequest } from '../http/exchange.ts';
import { contractOf } from '../checks/exchange.test-data.ts';
import type { Contract } from './contract.ts';
import { expectation } from './expectation.ts';
import { type AnswerReading, readExchange, topNamesOf } from './reading.ts';

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

describe('readExchange() of a long answer', () => {
  const answered = (text: string): AnswerReading | undefined => {
    const answer = {
      status: 200,
      reason: 'OK',
      httpVersion: '1.1',
      headers: [],
      trailers: [],
      body: new TextEncoder().encode(text),
      truncated: false,
    };
    const exchange = { ...exchangeOf(planned()), result: { kind: 'answer', answer } as const };
    return readExchange(contract, exchange).answer;
  };
  const valueOf = (reading: AnswerReading | undefined): unknown =>
    reading?.json.kind === 'json' ? reading.json.value : undefined;
  const LONG = JSON.stringify({ items: Array.from({ length: 20_000 }, (_, at) => ({ at })), total: 20_000 });

  test('parses the same bytes once, as long as nothing else is asked for', () => {
    const [one, other] = [answered(LONG), answered(LONG)];
    const value = valueOf(one);
    expect(valueOf(other)).toBe(value);
    expect(valueOf(answered(` ${LONG}`))).toEqual(value);
    expect(valueOf(one)).not.toBe(value);
    expect(valueOf(one)).toEqual(value);
  });

  test.each([
    ['an object', LONG, ['items', 'total']],
    ['a list', `[${LONG}]`, []],
    ['no JSON', `${LONG}}`, []],
  ])('tells the names at the top of %s', (_name, text, names) => {
    const json = answered(text)?.json;
    expect(json === undefined ? undefined : topNamesOf(json)).toEqual(names);
  });
});
