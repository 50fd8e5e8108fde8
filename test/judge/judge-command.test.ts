import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { CliIo } from '../../src/cli/io.ts';
import { loadInterface } from '../../src/interface/load-interface.ts';
import { faults } from '../../src/mock/faults/faults.ts';
import { startMock } from '../../src/mock/server/start-mock.ts';
import { parseRecord } from '../../src/record/read.ts';
import type { RecordHeader } from '../../src/record/record.ts';
import { recordLine } from '../../src/record/write.ts';
import { callAssay, type Called } from '../cli/call-assay.ts';
import { sampleExchange, sampleFooter, sampleHeader, sampleSettings } from '../samples/sample-record.ts';

const SPEC = join(import.meta.dirname, '../../spec/pet-catalogue');
const root = mkdtempSync(join(tmpdir(), 'assay-judge-command-'));
afterAll(() => rmSync(root, { recursive: true }));
let cwd = root;
beforeEach(() => {
  cwd = mkdtempSync(join(root, 'cwd-'));
});

function assay(argv: readonly string[], changes: Partial<CliIo> = {}): Promise<Called> {
  return callAssay(argv, { cwd, ...changes });
}

const KEY = 'a-key-of-somebody-4711';

type Told = {
  readonly status?: number;
  readonly body?: unknown;
  readonly token?: string;
  readonly path?: string;
};

function fields(of: object): object[] {
  return Object.entries(of).map(([name, value]) => ({ name, value: String(value) }));
}

function nothing(): void {}

/** An entry for the list of categories; the rate-limit fields and the type are in order. */
function entry({ status = 200, body = [], token = KEY, path = '/v1/categories' }: Told = {}): object {
  const text = JSON.stringify(body);
  const headers = {
    Date: 'Wed, 02 Jan 2030 03:04:05 GMT',
    'Content-Type': 'application/json',
    'WWW-Authenticate': 'Bearer',
    'X-RateLimit-Limit': '60',
    'X-RateLimit-Remaining': '59',
    'X-RateLimit-Reset': String(Date.UTC(2030, 0, 2, 3, 5) / 1000),
  };
  return {
    startedDateTime: '2030-01-02T03:04:05Z',
    time: 1,
    request: {
      method: 'GET',
      url: `https://api.example.com${path}`,
      headers: fields({ Authorization: `Bearer ${token}` }),
      bodySize: 0,
    },
    response: { status, statusText: '', headers: fields(headers), content: { size: text.length, text } },
  };
}

async function shipped(): Promise<RecordHeader['interface']> {
  const loaded = await loadInterface(SPEC);
  if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
  const { id, title, version, digest } = loaded.interface;
  return { id, title, version, digest };
}

function har(...entries: readonly object[]): string {
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'mitmproxy' }, entries } });
}

function write(text: string, name = 'a.har'): void {
  writeFileSync(join(cwd, name), text);
}

const error = (status: number): object => ({ code: 'c', message: 'm', status });

describe('assay judge', () => {
  test('says that conforming traffic conforms, as far as it goes', async () => {
    write(har(entry(), entry({ path: '/v1/unknown' }), entry({ path: '/app.js' })));
    const run = await assay(['judge', 'a.har']);
    expect(run).toMatchObject({ code: 0 });
    expect(run.stdout).toContain('✔ conforms');
    expect(run.stdout).toContain('1 exchange in');
    expect(run.stdout).toContain(
      'Assay sent none of this traffic. It was read from a.har. Not judged: 2 because',
    );
  });

  test('finds what an exchange breaks, lists the first few, counts all, and shows no credential', async () => {
    write(har(...Array.from({ length: 9 }, () => entry({ body: [{ name: KEY }] }))));
    const run = await assay([
      'judge',
      'a.har',
      '--report',
      'json=out.json',
      '--report',
      'junit=out.xml',
      '--report',
      'html=out.html',
    ]);
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('bodies.schema');
    expect(run.stdout).toContain('1 finding in 9 answers');
    expect(run.stdout).toContain('9 of 9 answers: ');
    expect(run.stdout).toContain('and 6 more, counted and not kept');
    const record = readFileSync(join(cwd, 'reports/last.ndjson'), 'utf8');
    const files = ['out.json', 'out.xml', 'out.html'].map((name) => readFileSync(join(cwd, name), 'utf8'));
    for (const text of [run.stdout, run.stderr, record, ...files]) expect(text).not.toContain(KEY);
    expect(JSON.parse(files[0] ?? '')).toMatchObject({
      source: { kind: 'har', files: ['a.har'] },
      traffic: { judged: 9 },
    });
    const parsed = parseRecord(record, 'last.ndjson');
    expect(parsed.kind === 'record' && [parsed.record.partial, parsed.record.exchanges.size]).toEqual([
      false,
      3,
    ]);
    expect((await assay(['report'])).code).toBe(1);
  });

  test.each<[string, Told, readonly string[], string | undefined]>([
    ['a refusal of a key of unknown worth', { status: 401, body: error(401) }, [], undefined],
    ['a refusal of the valid key', { status: 401, body: error(401) }, ['--key', KEY], 'statuses.success'],
    ['a refusal whose body is none', { status: 401, body: {} }, [], 'errors.shape'],
    ['a missing credential', { token: '' }, [], undefined],
    [
      'an empty credential, when nothing is missing',
      { token: '' },
      ['--complete'],
      'authentication.empty-token',
    ],
    ['a body that is not the documented one', { body: {} }, ['--check', 'errors.shape'], undefined],
  ])('judges %s', async (_name, told, options, broken) => {
    write(har(entry(), entry(told)));
    const run = await assay(['judge', 'a.har', '--strict', ...options]);
    if (broken === undefined) expect(run.stdout).not.toContain('✖  ');
    else expect(run.stdout).toContain(`✖  ${broken}`);
    expect(run.stdout + run.stderr).not.toContain(KEY);
  });

  test.each<[string, string, number, string]>([
    [
      'a file that ends in the middle',
      har(entry(), entry()).slice(0, -200),
      2,
      'ends in the middle, after 1 entries',
    ],
    [
      'an entry that is no JSON',
      har(entry()).replace(/\]\}\}$/, ',{"a":tru}]}}'),
      2,
      'entry 2 of "a.har" is no JSON',
    ],
    [
      'a violation before the end that is missing',
      har(entry({ body: {} }), entry()).slice(0, -200),
      1,
      'ends in the middle, after 1 entries',
    ],
    ['a file without entries', '{"log":{"version":"1.2"}}', 2, 'it is no HAR file'],
    [
      'entries of wrong types',
      '{"log":{"entries":[{"request":1,"response":[]},{}]}}',
      2,
      'Not judged: 2 because',
    ],
  ])('judges %s as far as it goes', async (_name, text, code, says) => {
    write(text);
    const run = await assay(['judge', 'a.har']);
    expect(run.code).toBe(code);
    expect(run.stdout.replaceAll(/\s+/g, ' ')).toContain(says);
  });

  test.each<[string, string | undefined, string]>([
    ['no file', undefined, 'there is no file "a.har"'],
    ['an empty file', '', 'is empty'],
    ['no JSON', 'nonsense', 'is no JSON object'],
    ['a compressed file', '\u001f\u008b', 'is compressed'],
    ['a broken record', '{"type":"header"}\n', 'is no record'],
  ])('refuses %s', async (_name, text, says) => {
    if (text !== undefined) writeFileSync(join(cwd, 'a.har'), Buffer.from(text, 'latin1'));
    const run = await assay(['judge', 'a.har']);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain(says);
  });

  test('judges a run again in full, and keeps its record', async () => {
    const header = sampleHeader({
      interface: await shipped(),
      settings: sampleSettings({ url: 'https://api.example.com/v1' }),
    });
    const answer = { status: 200, reason: 'OK', headers: [], answer: '{}' };
    const exchange = sampleExchange(answer);
    const list = {
      ...exchange,
      request: { ...exchange.request, method: 'GET', target: '/v1/categories', body: undefined },
    };
    const lines = [header, { type: 'exchange' as const, exchange: list }, sampleFooter()]
      .map(recordLine)
      .join('');
    mkdirSync(join(cwd, 'reports'));
    write(lines, 'reports/last.ndjson');
    const run = await assay(['judge', 'reports/last.ndjson']);
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('bodies.schema: ');
    expect(run.stdout).toContain('This is a run of assay that was judged again.');
    expect(run.stdout).toContain('reports/judged.ndjson');
    expect(readFileSync(join(cwd, 'reports/last.ndjson'), 'utf8')).toBe(lines);
  });

  test('cannot tell where lines of a record cannot be read, or its writer was killed', async () => {
    const header = sampleHeader({
      settings: sampleSettings({ url: 'https://api.example.com/v1' }),
      source: { kind: 'proxy', files: [], exchanges: 'all' },
    });
    const exchange = sampleExchange({ status: 200, reason: 'OK', headers: [], answer: '[]' });
    const line = recordLine({ type: 'exchange', exchange });
    const nulled = line.replace(/"endMs":[\d.]+/, '"endMs":null');
    expect(nulled).not.toBe(line);
    for (const [text, says] of [
      [
        [recordLine(header), nulled, recordLine(sampleFooter())],
        'line 2 of "a.ndjson" is no entry of a record',
      ],
      [[recordLine(header), line], 'has no end: whoever wrote it was killed'],
    ] as const) {
      write(text.join(''), 'a.ndjson');
      const run = await assay(['judge', 'a.ndjson', '--check', 'bodies.json']);
      expect(run.stdout).toContain('1 part of the traffic cannot be read');
      expect(run.stdout.replaceAll(/\s+/g, ' ')).toContain(says);
      expect(run.code).toBe(2);
    }
  });

  test('refuses a record that holds only what its findings cite', async () => {
    write(har(entry()));
    await assay(['judge', 'a.har']);
    const run = await assay(['judge', 'reports/last.ndjson']);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('judge what it was made of: "a.har"');
  });
});

describe('assay proxy', () => {
  test('shows a violation as it passes, and reports at the end', async () => {
    const loaded = await loadInterface(SPEC);
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    await using mock = await startMock({
      interface: loaded.interface,
      faults: faults.filter(({ name }) => name === 'error-status-differs'),
    });
    let interrupt = nothing;
    let stderr = '';
    const listening = Promise.withResolvers<string>();
    const seen = Promise.withResolvers<undefined>();
    const running = assay(['proxy', '--url', mock.url, '--port', '0', '--record', 'all.ndjson'], {
      onInterrupt: (listener) => {
        interrupt = listener;
        return () => undefined;
      },
      stderr: (text) => {
        stderr += text;
        const [, url] = /forwarding (\S+) to/.exec(text) ?? [];
        if (url !== undefined) listening.resolve(url);
        if (text.includes('errors.status-member')) seen.resolve(undefined);
      },
    });
    const url = await listening.promise;
    await fetch(`${url}/categories`, { headers: { authorization: `Bearer ${mock.keys[0]?.key ?? ''}` } });
    await fetch(`${url}/categories`, { headers: { authorization: `Bearer ${KEY}` } });
    await seen.promise;
    interrupt();
    const run = await running;
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('It passed through "assay proxy"');
    expect(stderr).toContain('✖ errors.status-member listCategories: expected status: 401');
    const record = readFileSync(join(cwd, 'all.ndjson'), 'utf8');
    for (const text of [run.stdout, stderr, record]) expect(text).not.toContain(KEY);
    const again = await assay(['judge', 'all.ndjson']);
    expect(again.code).toBe(1);
    expect(again.stdout).toContain('errors.status-member');
    expect(again.stdout).toContain('2 exchanges in');
  });

  test.skipIf(!existsSync('/dev/full'))(
    'goes on without its record, when the disk is full, and answers no name of a stranger',
    async () => {
      const loaded = await loadInterface(SPEC);
      if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
      await using mock = await startMock({ interface: loaded.interface });
      let interrupt = nothing;
      let stderr = '';
      const listening = Promise.withResolvers<string>();
      const running = assay(['proxy', '--url', mock.url, '--port', '0', '--record', '/dev/full'], {
        onInterrupt: (listener) => {
          interrupt = listener;
          return () => undefined;
        },
        stderr: (text) => {
          stderr += text;
          const [, url] = /forwarding (\S+) to/.exec(text) ?? [];
          if (url !== undefined) listening.resolve(url);
        },
      });
      const url = await listening.promise;
      const authorization = `Bearer ${mock.keys[0]?.key ?? ''}`;
      for (let sent = 0; sent < 3; sent += 1)
        expect((await fetch(`${url}/categories`, { headers: { authorization } })).status).toBe(200);
      const stranger = await fetch(`${url}/categories`, {
        headers: { authorization, origin: 'https://evil.example' },
      });
      expect(stranger.status).toBe(403);
      interrupt();
      const run = await running;
      expect(run.code).toBe(2);
      expect(stderr.match(/cannot write "\/dev\/full" any more \(ENOSPC/g)).toHaveLength(1);
      expect(run.stdout).toContain('3 exchanges in');
    },
  );
});
