import { expect, test } from 'vitest';
import { sampleExchange } from '../../../test/samples/sample-record.ts';
import { exchangeExcerpt } from './excerpt.ts';

test('exchangeExcerpt() shows lines, headers and bodies, when both are short', () => {
  expect(exchangeExcerpt(sampleExchange())).toMatchObject({
    request: {
      line: 'POST /v1/books',
      headers: [
        ['host', '127.0.0.1:4010'],
        ['authorization', 'Bearer $ASSAY_KEY'],
        ['content-type', 'application/json'],
      ],
      body: { text: '{"title":"assay-k3x9-01"}', bytes: 25, cut: false },
    },
    answer: {
      line: 'HTTP/1.1 500 Internal Server Error',
      body: { text: '{"message":"boom"}', bytes: 18, cut: false },
    },
    failure: undefined,
  });
});

test('exchangeExcerpt() is bounded and cuts no character in two, when everything is huge', () => {
  const exchange = sampleExchange({
    answer: `a${'é'.repeat(1_000_000)}`,
    body: 'x'.repeat(1_000_000),
    headers: Array.from({ length: 500 }, (_, at) => [`x-${String(at)}`, 'v'.repeat(100_000)] as const),
    reason: 'r'.repeat(100_000),
  });
  const excerpt = exchangeExcerpt(exchange);
  expect(JSON.stringify(excerpt).length).toBeLessThan(100_000);
  expect(excerpt.answer?.body).toEqual({ text: `a${'é'.repeat(1999)}`, bytes: 2_000_001, cut: true });
});

test('exchangeExcerpt() says why there is no answer, when the connection broke', () => {
  const failure = { kind: 'reset', detail: 'socket closed', bytesReceived: 12 } as const;
  const excerpt = exchangeExcerpt({ ...sampleExchange(), result: { kind: 'failure', failure } });
  expect(excerpt).toMatchObject({ answer: undefined, failure: 'reset: socket closed (12 bytes received)' });
});
