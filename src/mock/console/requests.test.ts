import { spawnSync } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';
import { loadLibrary } from '../../../test/mock/load-library.ts';
import type { Interface } from '../../interface/model.ts';
import { toMockKey } from '../state/keys.ts';
import { createMask, curlLine, type RequestDetail } from './requests.ts';

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

function lineOf(sent: Sent): string {
  return curlLine(
    detailOf(sent),
    ORIGIN,
    createMask(library, [toMockKey(library, { key: KEY, plan: 'reader', limits: new Map() })]),
  );
}

/** What a shell makes of a line: the arguments of curl, and what it reads. */
function understood(line: string): { readonly words: readonly string[]; readonly input: string } {
  const script = `curl() { printf '%s\\001' "$@"; case "$*" in *@-*) printf '\\002'; cat;; esac; }\n${line}`;
  const { stdout } = spawnSync('sh', ['-c', script], {
    env: { ...process.env, ASSAY_KEY: KEY },
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
  expect(lineOf({ method: 'POST', body: 'abc', size: 5000 })).toContain('--data-binary @body');
});
