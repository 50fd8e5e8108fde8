import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AnswerParser } from '../client/answer-reader.ts';
import type { HeaderLine } from './exchange.ts';
import { answerFraming, type Framing, persists, requestFraming } from './framing.ts';
import { type Head, parseHead } from './message-head.ts';
import { MessageStream } from './message-stream.ts';

function head(headers: readonly HeaderLine[], status = 200, httpVersion = '1.1'): Head {
  return { httpVersion, status, reason: '', headers };
}

const LENGTH = 'Content-Length';
const CODING = 'Transfer-Encoding';

type Row = {
  readonly title: string;
  readonly headers: readonly HeaderLine[];
  readonly answer: Framing['kind'];
  readonly request: Framing['kind'];
};

/** What section 6 says of fields that two readers took for different things, or that no sender should send. */
const ROWS: readonly Row[] = [
  { title: 'nothing', headers: [], answer: 'until-close', request: 'length' },
  { title: 'an empty coding', headers: [[CODING, '']], answer: 'until-close', request: 'length' },
  { title: 'one length twice in a line', headers: [[LENGTH, '3, 3']], answer: 'length', request: 'length' },
  {
    title: 'one length in two lines',
    headers: [
      [LENGTH, '3'],
      ['content-length', '3'],
    ],
    answer: 'length',
    request: 'length',
  },
  { title: 'two lengths', headers: [[LENGTH, '3, 4']], answer: 'unreadable', request: 'unreadable' },
  { title: 'a length with a sign', headers: [[LENGTH, '+3']], answer: 'unreadable', request: 'unreadable' },
  { title: 'an empty length', headers: [[LENGTH, '']], answer: 'unreadable', request: 'unreadable' },
  { title: 'leading zeros', headers: [[LENGTH, `${'0'.repeat(20)}3`]], answer: 'length', request: 'length' },
  {
    title: 'a length beyond counting',
    headers: [[LENGTH, '9'.repeat(16)]],
    answer: 'unreadable',
    request: 'unreadable',
  },
  { title: 'gzip, then chunks', headers: [[CODING, 'gzip, Chunked']], answer: 'chunked', request: 'chunked' },
  {
    title: 'codings in two lines',
    headers: [
      [CODING, 'gzip'],
      [CODING, 'chunked'],
    ],
    answer: 'chunked',
    request: 'chunked',
  },
  { title: 'gzip alone', headers: [[CODING, 'gzip']], answer: 'until-close', request: 'unreadable' },
  {
    title: 'chunks, then gzip',
    headers: [[CODING, 'chunked, gzip']],
    answer: 'until-close',
    request: 'unreadable',
  },
  {
    title: 'chunks in chunks',
    headers: [[CODING, 'chunked, chunked']],
    answer: 'unreadable',
    request: 'unreadable',
  },
  {
    title: 'chunks with a parameter',
    headers: [[CODING, 'chunked;a=b']],
    answer: 'unreadable',
    request: 'unreadable',
  },
  {
    title: 'chunks and a length',
    headers: [
      [LENGTH, '3'],
      [CODING, 'chunked'],
    ],
    answer: 'chunked',
    request: 'unreadable',
  },
];

describe('answerFraming() and requestFraming()', () => {
  test.each(ROWS)('read the body, when the fields say $title', ({ headers, answer, request }) => {
    expect(answerFraming('GET', head(headers)).kind).toBe(answer);
    expect(requestFraming({ method: 'GET', target: '/', httpVersion: '1.1', headers }).kind).toBe(request);
  });

  test.each([
    ['HEAD', 200, 'length'],
    ['GET', 204, 'length'],
    ['GET', 304, 'length'],
    ['GET', 100, 'length'],
    ['GET', 101, 'tunnel'],
    ['CONNECT', 200, 'tunnel'],
    ['CONNECT', 100, 'length'],
    ['CONNECT', 407, 'chunked'],
  ] as const)('know what has no body whatever its fields say: %s, %i', (method, status, kind) => {
    expect(answerFraming(method, head([[CODING, 'chunked']], status)).kind).toBe(kind);
  });
});

describe('persists()', () => {
  test.each([
    ['1.1', [[LENGTH, '1']], true],
    ['1.1', [[CODING, 'chunked']], true],
    ['1.1', [], false],
    [
      '1.1',
      [
        [LENGTH, '1'],
        ['Connection', 'x, Close'],
      ],
      false,
    ],
    [
      '1.1',
      [
        [CODING, 'chunked'],
        [LENGTH, '1'],
      ],
      false,
    ],
    ['1.0', [[LENGTH, '1']], false],
    [
      '1.0',
      [
        [LENGTH, '1'],
        ['Connection', 'keep-alive'],
      ],
      true,
    ],
    [
      '1.0',
      [
        [CODING, 'chunked'],
        ['Connection', 'keep-alive'],
      ],
      false,
    ],
  ] as const)('of HTTP/%s with %j is %j', (httpVersion, headers, expected) => {
    const answer = head(headers, 200, httpVersion);
    expect(persists(answer, answerFraming('GET', answer))).toBe(expected);
  });
});

/** What one reader makes of an answer: its body, and whether anything is left behind it. */
type Found = { readonly kind: 'body'; readonly body: string } | { readonly kind: 'open' | 'unreadable' };

function asClient(method: string, bytes: Buffer): Found {
  const parser = new AnswerParser(method, { maxHeaderBytes: 2_000, maxBodyBytes: 2_000 });
  parser.push(bytes);
  parser.end();
  const { state } = parser;
  if (state.kind === 'answer') return { kind: 'body', body: Buffer.from(state.answer.body).toString() };
  return { kind: state.kind === 'failed' && state.failure === 'malformed' ? 'unreadable' : 'open' };
}

function asProxy(method: string, bytes: Buffer): Found {
  const stream = new MessageStream<Head>({
    parse: (text) => {
      const parsed = parseHead(text);
      return typeof parsed === 'string' ? undefined : parsed;
    },
    framing: (parsed) => answerFraming(method, parsed),
    maxHeaderBytes: 2_000,
  });
  let body = '';
  for (const part of stream.push(bytes)) {
    if (part.kind === 'opaque') return { kind: 'unreadable' };
    if (part.kind === 'end') return { kind: 'body', body };
    if (part.kind === 'body') body += Buffer.concat(part.content).toString();
  }
  return stream.untilClose ? { kind: 'body', body } : { kind: 'open' };
}

const blank = fc.constantFrom('', ' ', '\t');
const length = fc
  .array(fc.constantFrom('3', '03', '4', '', '-1', '3x'), { minLength: 1, maxLength: 2 })
  .map((values): HeaderLine => [LENGTH, values.join(', ')]);
const coding = fc
  .array(fc.constantFrom('chunked', 'Chunked', 'gzip', '', 'chunked;a=b'), { minLength: 1, maxLength: 2 })
  .map((values): HeaderLine => [CODING, values.join(',')]);
const lines = fc.array(fc.oneof(length, coding), { maxLength: 3 });
const behind = fc.constantFrom('', 'abc', '3\r\nabc\r\n0\r\n\r\n', '3\r\nabc\r\n', 'abcdef');

test('the client and the proxy read the same body of the same answer', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.constantFrom('GET', 'HEAD'), lines, blank, behind, (method, headers, space, rest) => {
      const fields = headers.map(([name, value]) => `${name}:${space}${value}${space}\r\n`).join('');
      const bytes = Buffer.from(`HTTP/1.1 200 OK\r\n${fields}\r\n${rest}`);
      const found = asClient(method, bytes);
      expect(asProxy(method, bytes)).toEqual(found);
      seen.add(found.kind === 'body' ? `body ${found.body}` : found.kind);
    }),
    { numRuns: 2_000, seed: 6 },
  );
  expect([...seen].toSorted()).toEqual(expect.arrayContaining(['body ', 'body abc', 'open', 'unreadable']));
});
