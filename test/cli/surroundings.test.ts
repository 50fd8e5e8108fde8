import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../src/system/package.ts';
import { type Depot, depotWith, type Entry } from '../lives/depot.ts';
import { listenOnThisMachine } from '../other-interfaces/run-against-service.ts';
import { wholeInCi } from '../sampled.ts';
import { launchAssay } from './launched-assay.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-surroundings-'));
afterAll(() => rmSync(root, { recursive: true }));

function newFolder(): string {
  return mkdtempSync(join(root, 'cwd-'));
}

type Ended = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** The built command, in a shell: what follows it comes after `|`. */
function assay(argv: readonly string[], cwd: string, reader = 'cat'): Promise<Ended> {
  const command = `"$@" | ${reader}; exit "\${PIPESTATUS[0]}"`;
  const words = ['-c', command, 'bash', process.execPath, join(packageRoot(), 'bin/assay.js'), ...argv];
  const { ASSAY_KEY: _key, FORCE_COLOR: _colour, ...env } = process.env;
  return new Promise((resolve) => {
    execFile('bash', words, { cwd, env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

const OWN_MOCK = ['test', '--profile', 'quick', '--no-exhaust', '--quiet'] as const;

describe('a reader that leaves after the first line', () => {
  const cwd = newFolder();
  beforeAll(() => assay([...OWN_MOCK, '--report', 'har'], cwd));

  const COMMANDS: readonly (readonly string[])[] = [
    ['--help'],
    ['list'],
    ['explain', 'document'],
    ['report', 'reports/last.ndjson', '--verbose'],
    ['report', 'reports/last.ndjson', '--format', 'html'],
    ['diff', 'reports/last.ndjson', 'reports/last.ndjson', '--format', 'json'],
    ['judge', 'reports/last.ndjson'],
    ['lint', '--format', 'json'],
    ['mock', '--list-faults'],
  ];

  test.each(wholeInCi(COMMANDS, 3).map((argv) => [argv.join(' '), argv] as const))(
    'costs "assay %s" nothing',
    async (_title, argv) => {
      const [whole, left] = await Promise.all([assay(argv, cwd), assay(argv, cwd, 'head -n 1')]);
      expect(whole.stdout.split('\n').length).toBeGreaterThan(1);
      expect(left).toEqual({ ...whole, stdout: `${whole.stdout.split('\n', 1).join('')}\n` });
    },
  );
});

describe('a place that can not be written', () => {
  test('for the reports: the run does not begin, and says which option gives another', async () => {
    const { code, stdout, stderr } = await assay(
      [...OWN_MOCK, '--report', 'html=/proc/none/x.html'],
      newFolder(),
    );
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^assay: cannot write "\/proc\/none\/x\.html" \(\w+\): give --report a place/);
  });

  test('for the record: it is kept elsewhere, the place is said, and the verdict stands', async () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, 'reports'), 'a file in the place of the folder');
    const { code, stdout } = await assay(OWN_MOCK.slice(0, -1), cwd);
    expect(code).toBe(0);
    const [, record = ''] = /^record +(\S+)$/m.exec(stdout) ?? [];
    expect(record).not.toContain(cwd);
    const told = await assay(['report', record], cwd);
    expect({ code: told.code, stderr: told.stderr }).toEqual({ code: 0, stderr: '' });
  });

  test.skipIf(process.getuid?.() === 0)('which is a folder without the right to write', async () => {
    const cwd = newFolder();
    chmodSync(cwd, 0o500);
    const { code, stdout } = await assay(OWN_MOCK.slice(0, -1), cwd);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^record +\S+$/m);
    const refused = await assay([...OWN_MOCK, '--report', 'html'], cwd);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('(EACCES): give --report') });
  });
});

describe('an interrupt', () => {
  test('that comes twice ends the process at once, whatever it waits for', async () => {
    let onRequest = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      onRequest = resolve;
    });
    const silent = createServer(() => onRequest());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const argv = ['test', '--url', `http://127.0.0.1:${String(port)}`, '--key', 'k'.repeat(20)];
    const launched = launchAssay(argv, { cwd: newFolder() });
    await asked;
    launched.child.kill('SIGINT');
    launched.child.kill('SIGINT');
    launched.child.kill('SIGINT');
    expect(await launched.ended).toMatchObject({ code: 130, signal: null });
    silent.closeAllConnections();
    silent.close();
  });

  // The third is a shelf, the fifth a box on one: their answers are on their way when the run is interrupted.
  test.each(wholeInCi([5, 3], 2))('at entry %i of lives takes away all that the run made', async (at) => {
    const made: unknown[] = [];
    let depot: Depot | undefined;
    let onMade = (): void => undefined;
    const idOf = (entry: Entry | undefined): unknown => entry?.['id'] ?? entry?.['boxId'];
    const service = await listenOnThisMachine(
      depotWith({
        stored(state, { entries }, place, how) {
          depot = state;
          if (how !== 'create') return;
          made.push(idOf(entries[place]));
          onMade();
        },
      }),
    );
    const document = join(packageRoot(), 'test/lives/openapi.yaml');
    const aim = ['--url', service.url, '--key', service.key, '--spec', document];
    const argv = ['test', ...aim, '--seed', '1', '--suite', 'resources'];
    const launched = launchAssay(argv, { cwd: newFolder() });
    onMade = () => {
      if (made.length !== at) return;
      launched.child.kill('SIGINT');
      // The answer goes out when the process knows of the interrupt.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
    };
    const ended = await launched.ended;
    service.close();
    expect(ended, ended.stderr).toMatchObject({ code: 130, stderr: expect.stringContaining('stopping') });
    expect(made.length).toBeGreaterThanOrEqual(at);
    const kept = [...(depot?.shelves.values() ?? [])].flatMap(({ entries }) => entries.map(idOf));
    expect(made.filter((id) => kept.includes(id))).toEqual([]);
  });
});
