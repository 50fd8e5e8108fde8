import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bound } from '../system/bounds.ts';
import { AnswerParser } from './answer-reader.ts';

const LIMITS = { maxHeaderBytes: 300, maxBodyBytes: 50 };

function parserAfter(text: string, method = 'GET', cuts: readonly number[] = []): AnswerParser {
  const bytes = Buffer.from(text, 'latin1');
  const parser = new AnswerParser(method, LIMITS);
  const edges = [
    0,
    ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((left, right) => left - right),
    bytes.length,
  ];
  for (let index = 1; index < edges.length; index += 1)
    parser.push(bytes.subarray(edges[index - 1], edges[index]));
  return parser;
}

const ANSWERS: readonly (readonly [string, string, string])[] = [
  ['a length', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcdef', 'abc'],
  ['equal lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 3, 3\r\ncontent-length:3\r\n\r\nabc', 'abc'],
  ['no content', 'HTTP/1.1 204 No\r\nContent-Length: 3\r\n\r\n', ''],
  [
    'chunks',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, Chunked\r\nContent-Length: 1\r\n\r\n3;a="b"\r\nabc\r\n00\r\nA: b\r\n\r\n',
    'abc',
  ],
  [
    'interim answers',
    `${'HTTP/1.1 100 Continue\r\nX: y\r\n\r\n'.repeat(20)}HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na`,
    'a',
  ],
  ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n', ''],
  ['a folded line', 'HTTP/1.1 200 OK\r\nX: a\r\n b\r\nContent-Length: 1\r\n\r\na', 'a'],
];

const FAULTS: readonly (readonly [string, string])[] = [
  ['another protocol', 'HTTP/2 200\r\n\r\n'],
  ['HTTP/0.9', '<html>'],
  ['a short status', 'HTTP/1.1 20 OK\r\n\r\n'],
  ['a status below 100', 'HTTP/1.1 099 OK\r\n\r\n'],
  ['no space', 'HTTP/1.1200 OK\r\n\r\n'],
  ['a space before the colon', 'HTTP/1.1 200 OK\r\nA : b\r\n\r\n'],
  ['an empty name', 'HTTP/1.1 200 OK\r\n: b\r\n\r\n'],
  ['NUL in a value', 'HTTP/1.1 200 OK\r\nA: b\0\r\n\r\n'],
  ['a bare line feed', 'HTTP/1.1 200 OK\nA: b\r\n\r\n'],
  ['different lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 3, 4\r\n\r\nabc'],
  ['a length with a sign', 'HTTP/1.1 200 OK\r\nContent-Length: +3\r\n\r\nabc'],
  ['chunks in chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n'],
  ['an empty length', 'HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\nabc'],
  ['a huge length', `HTTP/1.1 200 OK\r\nContent-Length: ${'9'.repeat(30)}\r\n\r\nabc`],
  ['a header section that is too large', `HTTP/1.1 200 OK\r\nA: ${'b'.repeat(400)}`],
  ['a chunk that is too long', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n'],
  ['a chunk size with a sign', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n'],
  ['a chunk size that is huge', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffff\r\n'],
  ['a chunk line without end', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;${'a'.repeat(400)}`],
  [
    'trailers without end',
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n${'A: b\r\n'.repeat(400)}`,
  ],
  ['a trailer that is none', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nnonsense\r\n\r\n'],
];

describe('AnswerParser', () => {
  test.each(ANSWERS)('gives the answer, when it has %s and comes in any pieces', (_title, text, body) => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 30 }), (cuts) => {
        const { state } = parserAfter(text, 'GET', cuts);
        expect(state.kind === 'answer' && Buffer.from(state.answer.body).toString('latin1')).toBe(body);
      }),
      { numRuns: 40 },
    );
  });

  test.each(FAULTS)('tells that it is malformed, when it has %s, in any pieces', (_title, text) => {
    expect(parserAfter(text).state).toMatchObject({ kind: 'failed', failure: 'malformed' });
    expect(
      parserAfter(
        text,
        'GET',
        Array.from({ length: text.length }, (_, index) => index),
      ).state,
    ).toMatchObject({
      kind: 'failed',
      failure: 'malformed',
    });
  });

  test('folds lines and keeps names, values and trailers as they came', () => {
    const folded = parserAfter(ANSWERS[6]?.[1] ?? '').state;
    expect(folded.kind === 'answer' && folded.answer.headers[0]).toEqual(['X', 'a b']);
    const chunked = parserAfter(ANSWERS[3]?.[1] ?? '').state;
    expect(chunked.kind === 'answer' && chunked.answer.trailers).toEqual([['A', 'b']]);
  });

  test('reads no body, when the method is HEAD', () => {
    expect(parserAfter('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n', 'HEAD').state).toMatchObject({
      kind: 'answer',
    });
  });

  test.each([
    '',
    'HTTP/1.1 2',
    'HTTP/1.1 200 OK\r\nA: b\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\na',
    'HTTP/1.1 100 C\r\n\r\n',
  ])('tells of a reset, when the connection ends after %j', (text) => {
    const parser = parserAfter(text);
    expect(parser.state).toEqual({ kind: 'reading' });
    parser.end();
    expect(parser.state).toMatchObject({ kind: 'failed', failure: 'reset' });
  });

  test('takes all bytes up to the end, when nothing says how long the body is', () => {
    const parser = parserAfter('HTTP/1.0 200 OK\r\n\r\nab');
    expect(parser.state.kind).toBe('reading');
    parser.end();
    expect(parser.state).toMatchObject({ kind: 'answer', answer: { httpVersion: '1.0', truncated: false } });
  });

  test.each([
    `HTTP/1.1 200 OK\r\nContent-Length: 51\r\n\r\n${'x'.repeat(51)}`,
    `HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(51)}`,
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n33\r\n${'x'.repeat(51)}`,
  ])('cuts the body, when it is larger than the cap', (text) => {
    const { state } = parserAfter(text);
    expect(state).toMatchObject({ kind: 'answer', answer: { truncated: true } });
    expect(state.kind === 'answer' && state.answer.body.length).toBe(50);
  });

  test('never throws, when the bytes are anything', () => {
    const pieces = fc.constantFrom(
      'HTTP/1.1 ',
      '200',
      ' OK',
      '\r\n',
      '\r\n\r\n',
      'Content-Length: ',
      '3',
      'Transfer-Encoding: chunked',
      'a',
      '\0',
      ':',
    );
    fc.assert(
      fc.property(fc.array(pieces), fc.array(fc.nat()), (parts, cuts) => {
        const parser = parserAfter(parts.join(''), 'GET', cuts);
        parser.end();
        expect(parser.state.kind).not.toBe('reading');
      }),
    );
  });
});

describe('AnswerParser and what comes behind an answer', () => {
  const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]';
  const REFUSAL = 'HTTP/1.1 429 Slow\r\nRetry-After: 7\r\n\r\n';

  test.each<readonly [string, string, boolean, object | undefined]>([
    ['nothing', OK, true, undefined],
    ['another answer', `${OK}${OK}`, false, { bytes: OK.length }],
    ['a refusal', `${OK}${REFUSAL}`, false, { bytes: REFUSAL.length, retryAfterS: 7 }],
    [
      'a refusal until a date',
      `${OK}retry-after: Thu, 01 Jan 1970 00:00:05 GMT`,
      false,
      { bytes: 42, retryAtMs: 5_000 },
    ],
    ['a body of 204', `HTTP/1.1 204 No\r\nContent-Length: 2\r\n\r\n[]`, false, { bytes: 2 }],
    ['no body of 204', 'HTTP/1.1 204 No\r\n\r\n', false, undefined],
    ['no body of 304', 'HTTP/1.1 304 Same\r\n\r\n', false, undefined],
    [
      'bytes behind the last chunk',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nx',
      false,
      { bytes: 1 },
    ],
    [
      'a wish to close',
      'HTTP/1.1 200 OK\r\nConnection: x, Close\r\nContent-Length: 0\r\n\r\n',
      false,
      undefined,
    ],
    ['HTTP/1.0', 'HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n', false, undefined],
  ])('tells whether the connection can be used again, after %s', (_what, text, reusable, surplus) => {
    for (const cuts of [[], [text.length - 1], [OK.length]]) {
      const { state } = parserAfter(text, 'GET', cuts);
      if (state.kind !== 'answer') throw new Error(JSON.stringify(state));
      expect([state.reusable, state.answer.surplus?.bytes]).toEqual([
        reusable,
        surplus === undefined ? undefined : expect.any(Number),
      ]);
    }
    const { state } = parserAfter(text);
    expect(state).toMatchObject(surplus === undefined ? {} : { answer: { surplus } });
  });
});

describe('AnswerParser and its bounds', () => {
  const wide = { maxHeaderBytes: bound('headerBytes'), maxBodyBytes: bound('bodyBytes') };

  function after(...chunks: readonly string[]): AnswerParser['state'] {
    const parser = new AnswerParser('GET', wide);
    for (const chunk of chunks) parser.push(Buffer.from(chunk, 'latin1'));
    return parser.state;
  }

  test('gives up after too many interim answers, and not before', () => {
    const interim = 'HTTP/1.1 100 Continue\r\n\r\n';
    const last = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
    expect(after(interim.repeat(bound('interimAnswers')), last).kind).toBe('answer');
    expect(after(interim.repeat(bound('interimAnswers') + 1))).toMatchObject({ failure: 'malformed' });
  });

  test('gives up on too many header fields, and not before', () => {
    const most = 'A:\r\n'.repeat(bound('headerFields'));
    expect(after(`HTTP/1.1 204 OK\r\n${most}\r\n`).kind).toBe('answer');
    expect(after(`HTTP/1.1 204 OK\r\n${most}A:\r\n\r\n`)).toMatchObject({ failure: 'malformed' });
  });

  test('cuts a body whose framing takes too much, in chunks of one byte too', () => {
    const chunks = '1\r\n \r\n'.repeat(10_000);
    const parser = new AnswerParser('GET', wide);
    parser.push(Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'));
    let sent = 0;
    for (; parser.state.kind === 'reading' && sent < 2 * bound('wireBytes'); sent += chunks.length)
      parser.push(Buffer.from(chunks));
    expect(sent).toBeLessThan(bound('wireBytes') + 2 * chunks.length);
    expect(parser.state).toMatchObject({ kind: 'answer', reusable: false, answer: { truncated: true } });
  });
});
