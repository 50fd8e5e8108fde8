import { spawnSync } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';
import { loadLibrary } from '../../../test/mock/load-library.ts';
import { credentialLines } from '../../credential/place.ts';
import type { CredentialScheme, Interface } from '../../interface/model.ts';
import { toMockKey } from '../state/keys.ts';
import { createMask, type Mask } from './mask.ts';
import type { RequestDetail } from './requests.ts';

const ORIGIN = 'http://127.0.0.1:4010';
const KEY = 'reader-plan-key';

let library: Interface;
beforeAll(async () => {
  library = await loadLibrary();
});

type Sent = {
  readonly method?: string;
  readonly target?: string;
  readonly rawHeaders?: readonly string[];
  readonly body?: string | Uint8Array;
  readonly size?: number;
};

function detailOf({
  method = 'GET',
  target = '/v2/books',
  rawHeaders = [],
  body,
  size,
}: Sent): RequestDetail {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return {
    logged: {
      number: 1,
      at: 0,
      method,
      target,
      plan: undefined,
      address: '127.0.0.1',
      operation: undefined,
      status: 200,
      charge: 'unlimited',
      durationMs: 1,
    },
    target,
    rawHeaders,
    body: bytes === undefined ? undefined : { bytes, size: size ?? bytes.length },
    caller: { kind: 'stranger', credential: 'missing' },
    charge: { kind: 'unlimited' },
    refusal: undefined,
    faults: [],
    answer: { status: 200, headers: [], body: undefined, delivery: 'whole' },
  };
}

function maskOf(document: Interface = library, key = KEY): Mask {
  return createMask(document, [toMockKey(document, { key, plan: 'reader', limits: new Map() })]);
}

function lineOf(sent: Sent): string {
  return maskOf().curlLine(detailOf(sent), ORIGIN);
}

/** What a shell makes of a line: the arguments of curl, and what it reads. */
function understood(line: string, key = KEY): { readonly words: readonly string[]; readonly input: string } {
  const script = `curl() { printf '%s\\001' "$@"; case "$*" in *@-*) printf '\\002'; cat;; esac; }\n${line}`;
  const { stdout } = spawnSync('sh', ['-c', script], {
    env: { ...process.env, ASSAY_KEY: key },
    encoding: 'latin1',
    input: '',
  });
  const [words = '', input = ''] = stdout.split('\u{2}');
  return { words: words.split('\u{1}').slice(0, -1), input };
}

const HOSTILE = `it's "$(touch /tmp/x)" \`id\` \\ %s !! & ; | > * \n{"a": 1}`;

test.each<readonly [string, Sent, readonly string[]]>([
  ['a plain request', {}, ['-i', `${ORIGIN}/v2/books`]],
  [
    'its key',
    { rawHeaders: ['Authorization', `Bearer ${KEY}`] },
    ['-i', '-H', `Authorization: Bearer ${KEY}`, `${ORIGIN}/v2/books`],
  ],
  ['a method without a body', { method: 'POST' }, ['-i', '-X', 'POST', `${ORIGIN}/v2/books`]],
  ['HEAD', { method: 'HEAD' }, ['-i', '--head', `${ORIGIN}/v2/books`]],
  [
    'a body that is hostile to shells',
    { method: 'POST', rawHeaders: ['Content-Type', 'application/json'], body: HOSTILE },
    ['-i', '-H', 'Content-Type: application/json', '--data-raw', HOSTILE, `${ORIGIN}/v2/books`],
  ],
  [
    'a body without a type',
    { method: 'POST', body: '@file' },
    ['-i', '-H', 'Content-Type:', '--data-raw', '@file', `${ORIGIN}/v2/books`],
  ],
  [
    'brackets, dots and quotes in the target',
    { target: `/v2/../a'b[1]{2}?q="$x"` },
    ['-i', '-g', '--path-as-is', `${ORIGIN}/v2/../a'b[1]{2}?q="$x"`],
  ],
  [
    'header fields of the connection',
    { rawHeaders: ['Host', 'x', 'Content-Length', '0', 'Sec-Fetch-Site', 'none', 'X-Own', 'a'] },
    ['-i', '-H', 'X-Own: a', `${ORIGIN}/v2/books`],
  ],
])('curlLine() sends %s again, when a shell runs it', (_name, sent, words) => {
  expect(understood(lineOf(sent)).words).toEqual(words);
});

test.each<readonly [string, Uint8Array]>([
  ['NUL and escape sequences', Buffer.from('a\u{0}b\u{1b}[2J%s\\n\'"$x')],
  ['text that turns around', Buffer.from('x\u{202e}y')],
  ['bytes that are no UTF-8', Uint8Array.of(0xff, 0xfe, 0x31)],
])('curlLine() is plain text and sends the same bytes, when the body holds %s', (_name, body) => {
  const line = lineOf({ method: 'POST', body });
  expect(line).toMatch(/^[\x20-\x7e]+$/);
  expect(understood(line).input).toBe(Buffer.from(body).toString('latin1'));
});

test.each<readonly [string, Sent]>([
  ['the field of the scheme', { rawHeaders: ['Authorization', 'Bearer not-a-key-of-the-mock'] }],
  ['another field', { rawHeaders: ['X-Copy', `a ${KEY} b`] }],
  ['the target', { target: `/v2/${KEY}?k=${KEY}` }],
  ['the body', { method: 'POST', body: `{"key":"${KEY}"}` }],
  ['a body with control characters', { method: 'POST', body: `\u{7}${KEY}` }],
])('curlLine() names the variable and no key, when one stands in %s', (_name, sent) => {
  const line = lineOf(sent);
  expect(line).not.toContain(KEY);
  expect(line).not.toContain('not-a-key-of-the-mock');
  expect(line).toMatch(/\$ASSAY_KEY|\*\*\*/);
});

test('curlLine() asks for a file, when only the beginning of the body is kept', () => {
  expect(lineOf({ method: 'POST', body: 'abc', size: 5000 })).toMatch(
    /--data-binary @body\.bin .* # body\.bin holds the 5000 bytes of the body$/,
  );
});

/** The library with another scheme. */
function withScheme(credential: CredentialScheme): Interface {
  return { ...library, operations: library.operations.map((operation) => ({ ...operation, credential })) };
}

const PAIR = 'user:a+b/c%41&key';

test.each<readonly [string, CredentialScheme]>([
  ['HTTP Bearer', { kind: 'http-bearer', id: 'a' }],
  ['HTTP Basic', { kind: 'http-basic', id: 'a' }],
  ['a field', { kind: 'api-key', id: 'a', in: 'header', name: 'X-Key' }],
  ['the query', { kind: 'api-key', id: 'a', in: 'query', name: 'key' }],
  ['a cookie', { kind: 'api-key', id: 'a', in: 'cookie', name: 'key' }],
])('a key that is sent by %s is in nothing that is shown, and in what the command sends', (_name, scheme) => {
  const document = withScheme(scheme);
  const { headers, query } = credentialLines(scheme, { kind: 'valid' }, PAIR, () => 0.5).real;
  const detail = detailOf({
    target: `/v2/books?${['a=1', ...query].join('&')}`,
    rawHeaders: ['X-Other', `see ${PAIR}`, ...headers.flat()],
  });
  const mask = maskOf(document, PAIR);
  const shown = [
    ...query.map(() => mask.target(detail.target, detail)),
    ...headers.map(([name, value]) => mask.field(name, value, detail)),
    mask.text(`${PAIR} ${encodeURIComponent(PAIR)} ${Buffer.from(PAIR).toString('base64')}`, detail),
    mask.curlLine(detail, ORIGIN),
  ];
  for (const text of shown) {
    expect(text).not.toMatch(/a(?:\+|%2B)b|YStiL|K2IvY/i);
    expect(text).toMatch(/\*\*\*|…|\$ASSAY_KEY/);
  }
  const { words } = understood(mask.curlLine(detail, ORIGIN), PAIR);
  expect(words.filter((word) => word !== '-i' && word !== '-H')).toEqual([
    `X-Other: see ${PAIR}`,
    ...headers.map((line) => line.join(': ')),
    `${ORIGIN}${detail.target}`,
  ]);
});

test('a mask knows every key of a mock that has many', () => {
  const keys = Array.from({ length: 600 }, (_, at) => `key-number-${at}-x`);
  const mask = createMask(
    library,
    keys.map((key) => toMockKey(library, { key, plan: 'reader', limits: new Map() })),
  );
  const detail = detailOf({});
  expect(mask.text(`${keys[0] ?? ''} ${keys.at(-1) ?? ''}`, detail)).toBe('*** ***');
});
