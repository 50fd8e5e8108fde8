import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Agent, fetch as undiciFetch } from 'undici';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { certificateNames, makeCertificate } from '../mock/server/certificate.ts';
import type { CliIo } from './io.ts';
import { mockCommand } from './mock.ts';

const SPEC = fileURLToPath(new URL('../../test/mock/library', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-mock-'));
});
afterAll(() => rm(folder, { recursive: true }));

type Terminal = {
  readonly io: CliIo;
  readonly interrupt: () => void;
  readonly out: () => string;
  readonly err: () => string;
  readonly left: readonly number[];
  /** Settles when the pattern has come out. */
  readonly seen: (pattern: RegExp) => Promise<RegExpExecArray>;
};

function terminal(env: CliIo['env'] = {}): Terminal {
  let out = '';
  let err = '';
  const left: number[] = [];
  const listeners = new Set<() => void>();
  const waiting = new Set<() => void>();
  return {
    io: {
      stdout(text) {
        out += text;
        for (const look of waiting) look();
      },
      stderr(text) {
        err += text;
      },
      stdoutIsTerminal: false,
      stderrIsTerminal: false,
      columns: 80,
      env,
      cwd: folder,
      onInterrupt(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      onFault: () => () => undefined,
      exitNow: (code) => void left.push(code),
    },
    interrupt: () => [...listeners].forEach((listener) => listener()),
    out: () => out,
    err: () => err,
    left,
    seen: (pattern) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = pattern.exec(out);
          if (found === null) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
  };
}

/** Runs the command until it has greeted, uses it, interrupts it. Returns the exit code. */
async function serving(
  argv: readonly string[],
  use: (url: string, on: Terminal) => Promise<void>,
  on: Terminal = terminal(),
): Promise<number> {
  const ended = mockCommand(['--port', '0', '--spec', SPEC, ...argv], on.io);
  const [, url = ''] = await on.seen(/mock at (\S+)\n[^]*\n\n/);
  await use(url, on);
  on.interrupt();
  return ended;
}

async function statusOf(url: string, key: string): Promise<number> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  await answer.arrayBuffer();
  return answer.status;
}

describe('assay mock', () => {
  test('greets with address, keys and a command to try, logs requests, and ends with 0 on Ctrl-C', async () => {
    const code = await serving([], async (url, on) => {
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v2$/);
      expect(on.out()).toMatch(/^ {2}reader-plan-key +reader +5 a minute, 12 a day$/m);
      expect(on.out()).toMatch(/^ {2}branch-plan-key +branch +100 a minute, 1,000 a day \(agreed/m);
      expect(on.out()).toContain(`curl -H 'Authorization: Bearer reader-plan-key' ${url}/books`);
      const { href } = new URL('/__assay/', url);
      expect(on.out()).toContain(`console: ${href}`);
      expect((await fetch(href)).status).toBe(200);
      expect(await statusOf(`${url}/books`, 'reader-plan-key')).toBe(200);
      expect(await statusOf(`${url}/books?a=%1b[31m`, 'nobody-has-this')).toBe(401);
      await on.seen(/GET \/v2\/books 200 reader [\d.]+ ms\n/);
      await on.seen(/GET \/v2\/books\?a=%1b\[31m 401 no valid key [\d.]+ ms\n/);
    });
    expect(code).toBe(0);
  });

  test('leaves at once, when interrupted twice', async () => {
    const on = terminal();
    await serving([], () => Promise.resolve(on.interrupt()), on);
    expect(on.left).toEqual([130]);
  });

  test('takes keys from a file and does not print them', async () => {
    await writeFile(join(folder, 'keys.yaml'), '- { key: private-to-its-owner, plan: branch, minute: 1 }\n');
    await serving(['--keys', 'keys.yaml'], async (url, on) => {
      expect(on.out()).toMatch(/\(from keys\.yaml\) +branch +1 a minute, 1,000 a day/);
      expect(on.out()).toContain('curl -H "Authorization: Bearer $ASSAY_KEY"');
      expect(await statusOf(`${url}/books`, 'private-to-its-owner')).toBe(200);
      expect(await statusOf(`${url}/books`, 'private-to-its-owner')).toBe(429);
      expect(await statusOf(`${url}/books`, 'reader-plan-key')).toBe(401);
      expect(on.out()).not.toContain('private-to-its-owner');
    });
  });

  test('does as its options say', async () => {
    await writeFile(join(folder, 'seed.json'), '{"/books":[{"title":"Seeded"}]}');
    const argv = ['--seed-data', 'seed.json', '--plan', 'scholar', '--fault', 'text-lower-cased'];
    await serving(
      [...argv, '--fault=ok-for-created', '--limiter', 'bucket', '--quiet', '--no-control'],
      async (url, on) => {
        expect(on.out()).toMatch(/^with text-lower-cased, ok-for-created$/m);
        expect(on.out()).not.toContain('reader');
        expect(on.out()).not.toContain('console');
        const headers = { authorization: 'Bearer scholar-plan-key', 'content-type': 'application/json' };
        const created = await fetch(`${url}/books`, { method: 'POST', headers, body: '{"title":"LOUD"}' });
        expect([created.status, await created.json()]).toEqual([200, { id: 2, title: 'loud' }]);
        expect(await (await fetch(`${url}/books`, { headers })).json()).toHaveLength(2);
        expect((await fetch(new URL('/__assay/state', url))).status).toBe(404);
        expect(on.out()).not.toContain(' POST ');
      },
    );
    await serving(['--limit-per', 'address', '--quiet'], async (url) => {
      for (let count = 0; count < 5; count += 1) expect(await statusOf(`${url}/books`, 'nobody')).toBe(401);
      expect(await statusOf(`${url}/books`, 'reader-plan-key')).toBe(429);
    });
    await serving(['--empty', '--quiet'], async (url) => {
      const headers = { authorization: 'Bearer reader-plan-key' };
      expect(await (await fetch(`${url}/books`, { headers })).json()).toEqual([]);
    });
  });

  test('speaks HTTPS with a certificate that it keeps and names', async () => {
    const env = { XDG_CACHE_HOME: join(folder, 'cache') };
    const trusted: string[] = [];
    for (const argv of [['--tls'], ['--tls', '--quiet']]) {
      await serving(
        argv,
        async (url, on) => {
          const [, file = ''] = /to be trusted: (\S+)\n/.exec(on.out()) ?? [];
          expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/v2$/);
          expect(on.out()).toContain(`curl --cacert ${file} -H`);
          trusted.push(await readFile(file, 'utf8'));
          const dispatcher = new Agent({ connect: { ca: trusted[0] ?? '' } });
          const answer = await undiciFetch(`${url}/opening-hours`, { dispatcher });
          expect(await answer.json()).toEqual({ from: '09:00' });
          await dispatcher.close();
          expect((await stat(file.replace(/pem$/, 'key'))).mode & 0o777).toBe(0o600);
        },
        terminal(env),
      );
    }
    expect(trusted[1]).toBe(trusted[0]);
  });

  test("says what is wrong with a certificate and a key of one's own", async () => {
    const names = certificateNames('localhost');
    const [one, other] = [await makeCertificate(names), await makeCertificate(names)];
    const ended = await makeCertificate(names, Date.UTC(2020, 0, 1));
    const texts = {
      'one.pem': one.cert,
      'one.key': one.key,
      'other.key': other.key,
      'ended.pem': ended.cert,
      'ended.key': ended.key,
    };
    for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, name), text);
    for (const [cert, key, pattern] of [
      ['one.key', 'one.key', /--tls-cert "one\.key": it holds no certificate/],
      ['one.pem', 'one.pem', /--tls-key "one\.pem": it holds no private key/],
      ['one.pem', 'other.key', /"other\.key": it is not the key of "one\.pem"/],
      ['ended.pem', 'ended.key', /"ended\.pem": it ended on 2020-12-31; renew it/],
    ] as const) {
      const on = terminal();
      const argv = ['--spec', SPEC, '--port', '0', '--tls-cert', cert, '--tls-key', key];
      expect(await mockCommand(argv, on.io)).toBe(2);
      expect(on.err()).toMatch(pattern);
    }
  });

  test('follows the document of --spec, and says what is wrong with it', async () => {
    const spec = join(folder, 'followed');
    await cp(SPEC, spec, { recursive: true });
    const file = join(spec, 'openapi.yaml');
    const text = await readFile(file, 'utf8');
    await serving(['--spec', spec], async (url, on) => {
      await writeFile(file, text.replaceAll('/opening-hours', '/hours'));
      await on.seen(/^read followed\/openapi\.yaml again\n/m);
      expect(await statusOf(`${url}/hours`, 'reader-plan-key')).toBe(200);
      await writeFile(file, 'openapi: 1\n');
      await vi.waitFor(
        () => expect(on.err()).toMatch(/going on without the change: .*openapi\.yaml:1: /),
        10_000,
      );
      expect(await statusOf(`${url}/hours`, 'reader-plan-key')).toBe(200);
    });
  });

  test('fails as often as it is told, keeps what is created, and plays a scenario', async () => {
    const headers = { authorization: 'Bearer scholar-plan-key', 'content-type': 'application/json' };
    await serving(['--error-rate', '1', '--latency', '1-2', '--seed', '3', '--quiet'], async (url) => {
      expect(await statusOf(`${url}/books`, 'scholar-plan-key')).toBe(500);
    });
    await writeFile(
      join(folder, 'scenario.yaml'),
      '- { match: { method: GET }, answer: { status: 503 }, times: 1 }\n',
    );
    const argv = ['--data', 'kept.ndjson', '--empty', '--quiet', '--no-watch'];
    await serving([...argv, '--scenario', 'scenario.yaml'], async (url) => {
      await fetch(`${url}/books`, { method: 'POST', headers, body: '{"title":"Kept"}' });
      expect(await statusOf(`${url}/books`, 'scholar-plan-key')).toBe(503);
      expect(await statusOf(`${url}/books`, 'scholar-plan-key')).toBe(200);
    });
    await serving(argv, async (url) => {
      expect(await (await fetch(`${url}/books`, { headers })).json()).toEqual([{ id: 1, title: 'Kept' }]);
    });
  });

  test.each<readonly [string, readonly string[], RegExp]>([
    [
      'an option is misspelt',
      ['--prot', '1'],
      /unknown option '--prot' \(Did you mean --port\?\); see "assay mock --help"/,
    ],
    ['an option does not exist', ['-x'], /unknown option '-x'; see "assay mock --help"/],
    [
      'a port is no number',
      ['--port', 'http'],
      /--port "http": give a whole number from 0 to 65535, for example/,
    ],
    ['a port is too large', ['--port', '65536'], /65535/],
    ['a value is missing', ['--keys'], /--keys needs a value, for example --keys keys\.yaml/],
    ['a value is empty', ['--keys', ''], /--keys "": give a value, for example --keys keys\.yaml/],
    ['a switch has a value', ['--quiet=yes'], /--quiet takes no value/],
    [
      'there is an argument',
      ['extra'],
      /too many arguments; values with spaces need quotes; see "assay mock --help"/,
    ],
    ['a fault is misspelt', ['--fault', 'list-stle'], /did you mean "list-stale"\?/],
    ['a fault does not exist', ['--fault', 'everything'], /--list-faults/],
    ['a freedom is misspelt', ['--freedom', 'newest-frist'], /did you mean "newest-first"\?/],
    ['a freedom does not exist', ['--freedom', 'everything'], /--list-freedoms/],
    ['a limiter is misspelt', ['--limiter', 'slidng'], /did you mean "sliding"\?/],
    [
      'a word for who is counted is misspelt',
      ['--limit-per', 'adress'],
      /--limit-per "adress": did you mean "address"\?/,
    ],
    ['a plan does not exist', ['--plan', 'raeder'], /--plan "raeder": did you mean "reader"\?/],
    ['two sources of keys are given', ['--keys', 'a', '--plan', 'reader'], /--plan with --keys/],
    ['two sources of entries are given', ['--empty', '--seed-data', 'a'], /--empty with --seed-data/],
    ['a key file is missing', ['--keys', 'missing.yaml'], /missing\.yaml:1: .*no such file/],
    ['an engine does not exist', ['--engine', 'prisma'], /--engine "prisma": did you mean "prism"\?/],
    [
      'plain Prism has nothing for an option',
      ['--engine', 'prism', '--latency', '5'],
      /--latency with --engine prism: plain Prism knows nothing like it/,
    ],
    [
      'a latency has no end',
      ['--latency', '100-'],
      /--latency "100-": give a whole number from 0 to 60000, or two such as 100-800/,
    ],
    ['a latency ends before it begins', ['--latency', '9-5'], /--latency "9-5"/],
    ['an error rate is a percentage', ['--error-rate', '5%'], /--error-rate "5%": give a share from 0 to 1/],
    ['an error rate is above 1', ['--error-rate', '5'], /--error-rate "5"/],
    ['a certificate comes without its key', ['--tls-cert', 'a.pem'], /--tls-cert needs --tls-key/],
    [
      'a certificate is missing',
      ['--tls-cert', 'a.pem', '--tls-key', 'a.key'],
      /--tls-cert "a\.pem": it can't be read \(ENOENT\)/,
    ],
    [
      'a scenario is missing',
      ['--scenario', 'missing.yaml'],
      /--scenario: .*missing\.yaml:1: .*no such file/,
    ],
    ['a data file is a folder', ['--data', '.'], /--data: cannot read the data file .*EISDIR/],
    ['a document is missing', ['--spec', 'missing'], /missing:1: there is no such file or folder/],
    [
      'an address is not of this machine',
      ['--host', '203.0.113.7'],
      /203\.0\.113\.7:0: this machine has no such address/,
    ],
  ])('says in one line what to put right and returns 2, when %s', async (_name, argv, pattern) => {
    const on = terminal();
    expect(await mockCommand(['--spec', SPEC, '--port', '0', ...argv], on.io)).toBe(2);
    expect(on.err()).toMatch(/^assay: [^\n]+\n$/);
    expect(on.err()).toMatch(pattern);
    expect(on.out()).toBe('');
  });

  test('says so and returns 2, when the port is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    const on = terminal();
    expect(await mockCommand(['--spec', SPEC, '--port', port], on.io)).toBe(2);
    expect(on.err()).toMatch(
      /^assay: cannot listen on 127\.0\.0\.1:\d+: the port is in use; .*--port[^\n]*\n$/,
    );
    taken.close();
  });

  test('runs plain Prism, which keeps nothing and takes any key, until Ctrl-C', async () => {
    const on = terminal();
    // Prism by itself does not start in production.
    const io = { ...on.io, env: { ...process.env, NODE_ENV: 'production' } };
    const ended = mockCommand(['--engine', 'prism', '--spec', SPEC, '--port', '0', '--quiet'], io);
    const [, origin = ''] = await on.seen(
      /^Library 2\.0\.0, plain Prism at (\S+), without \/v2, which it ignores\n/,
    );
    expect(await statusOf(`${origin}/books`, 'any-key-will-do')).toBe(200);
    on.interrupt();
    expect(await ended).toBe(0);
    await expect(fetch(`${origin}/books`)).rejects.toThrow('fetch failed');
  });

  test.each([
    ['--freedom', 'entries-of-the-key'],
    ['--entries-of', 'key'],
  ])('shows the keys of two users, where %s %s asks for them', async (option, value) => {
    await serving([option, value], (_url, on) => {
      expect(on.out()).toMatch(/^ {2}other-user-key +reader /m);
      return Promise.resolve();
    });
  });

  test('prints help and faults, when asked', async () => {
    const on = terminal();
    expect(await mockCommand(['--help'], on.io)).toBe(0);
    const help = on.out().replaceAll(/\s+/g, ' ');
    expect(help).toMatch(/^Usage: assay mock \[options\] Stand in for the service/);
    expect(help).toMatch(/--ban-after <n> [^(]*; default: never \(example: --ban-after 10\)/);
    expect(help).toMatch(/--limit-per <what> .*; default key \(example: --limit-per address\)/);
    expect(await mockCommand(['--list-freedoms'], on.io)).toBe(0);
    expect(on.out()).toMatch(/^newest-first +lists show the newest entry first/m);
    expect(await mockCommand(['--list-faults'], on.io)).toBe(0);
    expect(on.out()).toMatch(/^collections$[^]*^ {2}list-stale +the newest entry/m);
  });
});
