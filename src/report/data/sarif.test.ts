import { expect, test } from 'vitest';
import { sampleExchange } from '../../../test/samples/sample-record.ts';
import type { Exchange } from '../../http/exchange.ts';
import { sarifWeb } from './sarif.ts';

const utf8 = new TextEncoder();

function answered(body: Uint8Array): Exchange {
  const exchange = sampleExchange();
  if (exchange.result.kind === 'failure') throw new Error('the sample has no answer');
  return { ...exchange, result: { kind: 'answer', answer: { ...exchange.result.answer, body } } };
}

test('sarifWeb() shows the start of a long body as text, when it is cut within a character', () => {
  const body = utf8.encode('\u202e'.repeat(1_000));
  for (const length of [1_999, 2_001, 2_002, 3_000]) {
    const exchange = answered(body.subarray(0, length));
    expect(sarifWeb(exchange)).toMatchObject({
      webResponse: {
        body: length === 1_999 ? { binary: expect.any(String) } : { text: '\u202e'.repeat(666) },
      },
    });
  }
  // What the end of one left over must not reach the next.
  expect(sarifWeb(answered(utf8.encode('plain')))).toMatchObject({
    webResponse: { body: { text: 'plain' } },
  });
});
