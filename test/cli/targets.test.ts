import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { listenOnThisMachine } from '../other-interfaces/run-against-service.ts';
import { validators } from '../report/validators.ts';
import { callAssay, type Called } from './call-assay.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-targets-'));
afterAll(() => rmSync(root, { recursive: true }));

const CLOCK = join(import.meta.dirname, '../specs/minimal/openapi.yaml');
const OTHER = join(root, 'keyed.yaml');
writeFileSync(
  OTHER,
  readFileSync(CLOCK, 'utf8').replace('      responses:', '      security: [{ key: [] }]\n      responses:') +
    "        '401':\n          description: No key\ncomponents:\n  securitySchemes:\n    key: { type: apiKey, in: header, name: X-Key }\n",
);

type Served = { readonly url: string; readonly close: () => void };

/** A clock; `now` is what it says. */
async function clock(now: unknown): Promise<Served & { readonly keys: () => readonly unknown[] }> {
  const service = await listenOnThisMachine(() => ({ method, path }) => {
    if (path !== '/time') return { status: 404, body: {} };
    return method === 'GET' ? { status: 200, body: { now } } : { status: 405, headers: { Allow: 'GET' } };
  });
  return { ...service, keys: () => service.asked.map(({ headers }) => headers['x-key']) };
}

/** Something that listens and speaks no HTTP: it is silent, or says anything. */
async function stranger(says: string | undefined): Promise<Served> {
  const connected = new Set<Socket>();
  const server = createServer((socket) => {
    connected.add(socket);
    socket.on('error', () => undefined);
    if (says !== undefined) socket.on('data', () => socket.write(says));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    close: () => {
      for (const socket of connected) socket.destroy();
      server.close();
    },
  };
}

const NOW = '2030-01-02T03:04:05Z';
const COMMON = `spec: ${CLOCK}\nprofile: quick\nseed: 1\ntimeoutMs: 300\nmaxDurationS: 4\n`;

/** Runs a table of these rows in a folder of its own. */
async function tested(
  rows: string,
  argv: readonly string[] = [],
  {
    cwd = mkdtempSync(join(root, 'fleet-')),
    env = {},
  }: { cwd?: string; env?: { [name: string]: string } } = {},
): Promise<Called & { readonly cwd: string }> {
  writeFileSync(join(cwd, 'services.yaml'), `${COMMON}targets:\n${rows}`);
  return { ...(await callAssay(['test', '--targets', 'services.yaml', ...argv], { cwd, env })), cwd };
}

describe('assay test --targets', { timeout: 60_000 }, () => {
  test('tests some dozens side by side: honest, faulty, silent and hostile ones, and rows that are wrong', async () => {
    const honest = await Promise.all(Array.from({ length: 24 }, () => clock(NOW)));
    const others = {
      faulty: await clock(7),
      silent: await stranger(undefined),
      hostile: await stranger('HTTP/1.1 200 \u0007<script>alert(1)</script>\r\nContent-Length: -1\r\n\r\n'),
    };
    const rows = [
      ...honest.map(({ url }, at) => `  clock-${String(at)}: { url: "${url}" }\n`),
      ...Object.entries(others).map(([name, { url }]) => `  ${name}: { url: "${url}" }\n`),
      '  "<b>../no address": { plan: free }\n',
      '  misspelt: { url: "http://127.0.0.1:9", profil: quick }\n',
      '  mock: { url: "http://127.0.0.1:9" }\n',
    ].join('');
    try {
      const { code, stdout, stderr, cwd } = await tested(rows, ['--parallel', '8']);
      expect({ code, stderr }).toMatchObject({ code: 1 });
      expect(stdout).toContain('30 services: 1 not conforming, 5 could not tell, 24 conforming');
      expect(stdout).toMatch(/^✖ faulty .*does not conform/m);
      expect(stdout).toMatch(/^\? misspelt .*profil.*services\.yaml:35/m);
      expect(stdout).toMatch(/^\? mock .*assay starts what has that name itself/m);
      expect(stdout).toMatch(/^\? <b>\.\.\/no address .*it has no address/m);
      expect(stderr).toContain('30/30 ');
      const out = join(cwd, 'reports/targets');
      const page = readFileSync(join(out, 'index.html'), 'utf8');
      validators.html(page);
      expect(page).not.toMatch(/<b>\.\.|<script/);
      const links = [...page.matchAll(/href="\.\/([^"]+)"/g)].map(([, link = '']) => link);
      expect(links.filter((link) => link.endsWith('/report.html'))).toHaveLength(27);
      for (const link of links) expect(readFileSync(join(out, link)).length).toBeGreaterThan(0);
      expect(readdirSync(out).filter((name) => name.startsWith('clock-'))).toHaveLength(24);
      const { exitCode, targets } = JSON.parse(readFileSync(join(out, 'targets.json'), 'utf8')) as {
        readonly exitCode: number;
        readonly targets: readonly { readonly [member: string]: unknown }[];
      };
      expect({ exitCode, count: targets.length }).toEqual({ exitCode: 1, count: 30 });
      expect(targets[0]).toMatchObject({ name: 'faulty', exitCode: 1, verdict: 'does-not-conform' });
      expect(existsSync(join(out, String(targets[0]?.['report'])))).toBe(true);
      const [names, ...lines] = readFileSync(join(out, 'targets.csv'), 'utf8').trimEnd().split('\r\n');
      expect(names).toMatch(/^name,url,exitCode,verdict,proven,/);
      expect(lines[0]).toMatch(/^faulty,http:[^,]+,1,does-not-conform,\d+,\d+,\d+,\d+,[\d.]+,20/);
      expect(lines).toHaveLength(30);
    } finally {
      for (const service of [...honest, ...Object.values(others)]) service.close();
    }
  });

  test('gives no service a key that it does not name, and shows its history', async () => {
    const [mine, other] = [await clock(NOW), await clock(NOW)];
    const rows = `  mine: { url: "${mine.url}", spec: ${OTHER}, keyEnv: MY_KEY }\n  other: { url: "${other.url}", spec: ${OTHER} }\n`;
    const env = { MY_KEY: 'Quelle-Zaun-4711-xw', ASSAY_KEY: 'Wolke-Tisch-0815-qv' };
    try {
      const first = await tested(rows, ['--quiet'], { env });
      expect(first.stdout).toBe('2 services: 1 not conforming, 1 could not tell\n');
      expect(mine.keys()).toContain(env.MY_KEY);
      expect([...mine.keys(), ...other.keys()]).not.toContain(env.ASSAY_KEY);
      expect(other.keys()).toEqual([]);
      await tested(rows, ['--quiet'], { cwd: first.cwd, env });
      const page = readFileSync(join(first.cwd, 'reports/targets/index.html'), 'utf8');
      expect(page.match(/<circle/g)).toHaveLength(2);
      expect(page).toContain('The last 2 runs, the newest last');
    } finally {
      mine.close();
      other.close();
    }
  });

  test.each([
    ['a key for all', ['--key-env', 'K'], "option '--targets <file>' cannot be used with option '--key-env"],
    ['one file for many reports', ['--report', 'json=all.json'], 'write --report json'],
    ['annotations of many', ['--report', 'github'], 'leave it out'],
  ])('refuses %s', async (_what, argv, why) => {
    const { code, stderr } = await tested('  a: { url: "http://127.0.0.1:9" }\n', argv);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(why) as string });
  });

  test('refuses a table without a service, one that is not there, and --parallel alone', async () => {
    expect((await tested('')).stderr).toContain('targets');
    const calls = [
      ['--targets', 'gone.yaml'],
      ['--targets', 'services.csv'],
      ['--parallel', '2'],
    ];
    for (const argv of calls) {
      const { code, stderr } = await callAssay(['test', ...argv], { cwd: root });
      expect({ code, stderr }).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/^assay: cannot use --/) as string,
      });
    }
  });
});
