import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { SentRequest } from '../http/exchange.ts';
import { curlLine } from './curl-line.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'curl-line-'));
afterAll(() => rmSync(directory, { recursive: true }));

const FAKE_CURL = `#!/bin/sh
printf '%s\\0' "$@" > "$OUT/arguments"
case " $* " in *' @- '*) cat > "$OUT/stdin" ;; *) : > "$OUT/stdin" ;; esac
`;
writeFileSync(path.join(directory, 'curl'), FAKE_CURL);
chmodSync(path.join(directory, 'curl'), 0o755);

/** Runs a line with a curl that notes its arguments and its standard input, as bytes in latin1. */
function run(line: string, key = 'K'): { readonly words: readonly string[]; readonly stdin: string } {
  const environment = { PATH: `${directory}:${process.env['PATH'] ?? ''}`, OUT: directory, ASSAY_KEY: key };
  const output = execFileSync('/bin/sh', ['-c', line], {
    env: environment,
    encoding: 'utf8',
    cwd: directory,
  });
  expect(output).toBe('');
  const words = readFileSync(path.join(directory, 'arguments'), 'latin1').split('\0').slice(0, -1);
  return { words, stdin: readFileSync(path.join(directory, 'stdin'), 'latin1') };
}

function request(changes: Partial<SentRequest> = {}): SentRequest {
  return {
    method: 'GET',
    target: '/v1/things',
    headers: [],
    body: undefined,
    credential: { kind: 'none' },
    ...changes,
  };
}

/** Words that follow an option. */
function valuesOf(words: readonly string[], option: string): readonly string[] {
  return words.flatMap((word, index) => (words[index - 1] === option ? [word] : []));
}

const HOSTILE = [
  'plain',
  '',
  "it's",
  '"quoted"',
  '$(touch pwned)',
  '`touch pwned`',
  '${HOME}',
  '$HOME $ASSAY_KEYS',
  'a\\b\\',
  '; touch pwned #',
  '&& touch pwned',
  '| touch pwned',
  '\ntouch pwned\n',
  "'; touch pwned; '",
  "'$(touch pwned)'",
  '!! !touch',
  '%s%n%d',
  '-n',
  '--config /etc/passwd',
  '\u0001\u001b[31m',
  'é\u00ff',
  '~/x *?',
  '${ASSAY_KEY%?}$(touch pwned)',
  '$(printf %s "$ASSAY_KEY" | touch pwned)',
];

describe('curlLine()', () => {
  test('gives a line that a person can read, when the request is ordinary', () => {
    const line = curlLine(
      'http://host.example:8080/v1',
      request({
        method: 'POST',
        headers: [
          ['host', 'host.example:8080'],
          ['connection', 'keep-alive'],
          ['User-Agent', 'assay/1.0.0'],
          ['Content-Type', 'application/json'],
          ['Authorization', 'Bearer ${ASSAY_KEY%?}'],
          ['content-length', '14'],
        ],
        body: Buffer.from(`{"name":"it's"}`.slice(0, 14)),
      }),
    );
    expect(line).toBe(
      `curl -s -i --globoff --path-as-is -X POST -H 'User-Agent: assay/1.0.0' -H 'Content-Type: application/json' ` +
        `-H "Authorization: Bearer \${ASSAY_KEY%?}" -H Accept: --data-raw '{"name":"it'\\''s"' http://host.example:8080/v1/things`,
    );
  });

  test.each(HOSTILE)('runs nothing of a stranger, when header, target and body hold %j', (text) => {
    const line = curlLine(
      'http://host.example',
      request({
        method: 'POST',
        target: `/a?q=${text}`,
        headers: [['X-Text', `>${text}<`]],
        body: Buffer.from(text, 'latin1'),
      }),
    );
    const { words, stdin } = run(line, 'KEY');
    const expected = text.replace('${ASSAY_KEY%?}', 'KE').replaceAll('$ASSAY_KEY', 'KEY');
    expect(valuesOf(words, '-H')[0]).toBe(`X-Text: >${expected}<`);
    const target =
      valuesOf(words, '--request-target')[0] ?? words.at(-1)?.slice('http://host.example'.length);
    expect(target).toBe(`/a?q=${expected}`);
    const inline = valuesOf(words, '--data-raw')[0];
    expect(inline ?? (stdin === '' ? '' : stdin)).toBe(text);
    expect(() => readFileSync(path.join(directory, 'pwned'))).toThrow('ENOENT');
  });

  test('gives back any bytes, when the body is binary', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 60 }), (body) => {
        const { words, stdin } = run(curlLine('http://host.example', request({ method: 'POST', body })));
        expect(valuesOf(words, '--data-raw')[0] ?? stdin).toBe(Buffer.from(body).toString('latin1'));
      }),
      { numRuns: 25 },
    );
  });

  test.each([
    ['one long run', 'a'.repeat(100_000)],
    ['a run inside text', `{"name":"${'%'.repeat(5000)}","x":"it's"}`],
    ['runs of NUL and line feeds', `${'\0'.repeat(3000)}-${'\n'.repeat(3000)}`],
    ['a run at the threshold', `ab${'c'.repeat(64)}${'d'.repeat(63)}${'e'.repeat(3000)}`],
  ])('folds the body, when it is long but has %s', (_title, text) => {
    const line = curlLine(
      'http://host.example',
      request({ method: 'POST', body: Buffer.from(text, 'latin1') }),
    );
    expect(line.length).toBeLessThan(1000);
    expect(run(line).stdin).toBe(text);
  });

  test('reads the body from a file, when it is long and without pattern', () => {
    const body = Buffer.from(Array.from({ length: 3000 }, (_, index) => String(index)).join(' '));
    const line = curlLine('http://host.example', request({ method: 'POST', body }));
    expect(line).toMatch(
      / --data-binary @body\.bin .* # body\.bin holds the 13889 bytes of the body, from the record$/,
    );
    expect(run(line).words).toContain('@body.bin');
  });

  test('expands every key expression, when the target and a header carry the key', () => {
    const line = curlLine(
      'http://host.example',
      request({
        target: `/x?k=$(printf %s "x\${ASSAY_KEY}" | od -An -v -tx1 | tr -d ' \\n' | sed 's/../%&/g')&y=1`,
        headers: [['Authorization', `Basic $(printf %s "$ASSAY_KEY" | base64 | tr -d '\\n')`]],
      }),
    );
    const { words } = run(line, 'u:p%');
    expect(words.at(-1)).toBe('http://host.example/x?k=%78%75%3a%70%25&y=1');
    expect(valuesOf(words, '-H')[0]).toBe(`Authorization: Basic ${Buffer.from('u:p%').toString('base64')}`);
  });

  test.each([
    ['HEAD', request({ method: 'HEAD' }), ['--head'], ['-X']],
    ['a target with a fragment', request({ target: '/a#b' }), ['--request-target', '/a#b'], []],
    ['a target with a space', request({ target: '/a b' }), ['--request-target', '/a b'], []],
    [
      'an empty body',
      request({ method: 'POST', headers: [['content-length', '0']] }),
      ['--data-raw', ''],
      [],
    ],
    ['no body', request({ method: 'POST' }), ['POST'], ['--data-raw', '--data-binary']],
    ['an empty header', request({ headers: [['X-Empty', '']] }), ['X-Empty;'], []],
    ['a header that names a file', request({ headers: [['@/etc/passwd', '']] }), [], ['@/etc/passwd;']],
    [
      'a wrong length',
      request({ headers: [['Content-Length', '99']], body: Buffer.from('x') }),
      ['Content-Length: 99'],
      [],
    ],
    ['another host', request({ headers: [['Host', 'evil.example']] }), ['Host: evil.example'], []],
  ])('names what curl needs, when there is %s', (_title, given, present, absent) => {
    const { words } = run(curlLine('http://host.example', given));
    for (const word of present) expect(words).toContain(word);
    for (const word of absent) expect(words).not.toContain(word);
  });

  test('sends the same request, whether it is brief or full, whatever a client may have sent', () => {
    const unit = fc.constantFrom(
      'a',
      '-',
      '\n',
      "'",
      '"',
      '\\',
      '%s',
      '$HOME',
      '\u0007',
      '\0',
      '\u00e9',
      '{',
    );
    const text = fc.string({ unit, maxLength: 6 });
    const value = text.map((drawn) => drawn.replaceAll(/[\n\0]/g, ''));
    const target = fc.constantFrom('/a', '/../a[1]', '/a{b}?c=$HOME', '/a b', '*', '/\u00e9', 'http://h/a');
    const method = fc.constantFrom('GET', 'POST', 'HEAD', 'TRACE');
    fc.assert(
      fc.property(method, target, value, text, (name, drawnTarget, field, body) => {
        const bytes = Buffer.from(body, 'utf8');
        const given = request({
          method: name,
          target: drawnTarget,
          headers: [['X-Own', field]],
          body: bytes.length === 0 ? undefined : bytes,
        });
        for (const options of [{}, { brief: true }]) {
          const { words, stdin } = run(curlLine('http://host.example', given, options));
          const [data] = valuesOf(words, '--data-raw');
          const [other] = valuesOf(words, '--request-target');
          const fields = valuesOf(words, '-H').filter((line) => !/^(?:Accept|User-Agent):$/.test(line));
          const wanted =
            field === '' ? 'X-Own;' : `X-Own: ${Buffer.from(field, 'latin1').toString('latin1')}`;
          expect(fields).toEqual(bytes.length === 0 ? [wanted] : [wanted, 'Content-Type:']);
          expect(data ?? stdin).toBe(bytes.toString('latin1'));
          expect(other ?? words.at(-1)?.replace('http://host.example', '')).toBe(drawnTarget);
          const usual = bytes.length === 0 ? 'GET' : 'POST';
          const sent = words.includes('--head') ? 'HEAD' : (valuesOf(words, '-X')[0] ?? usual);
          expect(sent).toBe(name);
        }
      }),
      { numRuns: 25 },
    );
  });

  test('expands the key in a brief body, and asks for the file that holds a longer one', () => {
    const body = Buffer.from(`{"é":"$ASSAY_KEY"}`);
    const line = curlLine('https://host.example', request({ method: 'POST', body }), {
      brief: true,
      trusting: true,
    });
    expect(run(line, 'K').words).toEqual([
      '-i',
      '-k',
      '-H',
      'Content-Type:',
      '--data-raw',
      Buffer.from('{"é":"K"}').toString('latin1'),
      'https://host.example/v1/things',
    ]);
    const cut = curlLine('http://h', request({ method: 'POST', body }), { brief: true, bodyBytes: 9_999 });
    expect(cut).toMatch(/ --data-binary @body\.bin .* # body\.bin holds the 9999 bytes of the body$/);
  });
});
