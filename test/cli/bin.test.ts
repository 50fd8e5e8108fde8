import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../src/system/package.ts';

/** A package of its own around the real `bin/assay.js`, with commands that only say that they were called. */
const root = mkdtempSync(join(tmpdir(), 'assay-bin-'));
afterAll(() => rmSync(root, { recursive: true }));

function write(name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}

cpSync(join(packageRoot(), 'bin'), join(root, 'bin'), { recursive: true });
write('package.json', JSON.stringify({ type: 'module', engines: { node: '>=24.18.0' } }));
write(
  'dist/bundle/src/cli/process-io.js',
  'export const processIo = () => ({ stdout: (text) => process.stdout.write(text) })',
);
write(
  'dist/bundle/src/cli/main.js',
  `import { readFileSync } from 'node:fs';
  export async function main(argv, io) {
    if (argv[0] === 'crash') throw new Error('a bug');
    const line = process.platform === 'linux' ? readFileSync('/proc/self/cmdline', 'latin1') : process.title;
    io.stdout('main ' + argv[0] + ' ' + argv.length + ' ' + JSON.stringify(line));
    return 130;
  }`,
);
write(
  'dist/bundle/src/cli/mock.js',
  `export async function mockCommand(argv, io) {
    io.stdout('mock ' + argv.join(' '));
    return 0;
  }`,
);
for (const version of [
  'v24.17.9',
  'v24.18.0',
  'v24.18.0-nightly',
  'v25.0.0',
  'v100.0.0',
  'v12.22.0',
  'v23.99.99',
]) {
  write(`${version}.cjs`, `Object.defineProperty(process, 'version', { value: '${version}' });`);
}

type Run = { readonly code: number | string | undefined; readonly stdout: string; readonly stderr: string };

function run(node: string, argv: readonly string[]): Promise<Run> {
  return new Promise((resolve) => {
    execFile(node, argv, { cwd: root }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : (error.code ?? undefined), stdout, stderr });
    });
  });
}

const bin = join(root, 'bin/assay.js');
const SYSTEM_NODE = '/usr/bin/node';

async function isOld(node: string): Promise<boolean> {
  if (!existsSync(node)) return false;
  const { stdout } = await run(node, ['-p', 'process.versions.node.split(".")[0] < 24']);
  return stdout.trim() === 'true';
}

const systemNodeIsOld = await isOld(SYSTEM_NODE);

describe('bin/assay.js', () => {
  test.each(['v24.17.9', 'v12.22.0', 'v23.99.99'])(
    'says in one line that %s is too old and exits with 2',
    async (version) => {
      expect(await run(process.execPath, ['--require', join(root, `${version}.cjs`), bin, 'test'])).toEqual({
        code: 2,
        stdout: '',
        stderr: `assay: needs Node >=24.18.0, this is ${version}; install a newer Node and run it again\n`,
      });
    },
  );

  test.each(['v24.18.0', 'v24.18.0-nightly', 'v25.0.0', 'v100.0.0'])('goes on under %s', async (version) => {
    const { code, stderr } = await run(process.execPath, [
      '--require',
      join(root, `${version}.cjs`),
      bin,
      'test',
    ]);
    expect({ code, stderr }).toEqual({ code: 130, stderr: '' });
  });

  test.runIf(systemNodeIsOld)('says the same under an older Node of this machine', async () => {
    const { code, stderr } = await run(SYSTEM_NODE, [bin, 'test']);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^assay: needs Node >=24\.18\.0, this is v\d+\.\d+\.\d+; install a newer Node and run it again\n$/,
    );
  });

  test('hands arguments to the commands, and takes a key out of the process list', async () => {
    const { code, stdout } = await run(process.execPath, [bin, 'test', '--key', 'SECRETSECRET']);
    expect(code).toBe(130);
    expect(stdout).toContain('main test 3 ');
    expect(stdout).not.toContain('SECRET');
  });

  test('loads nothing but the mock for the mock', async () => {
    expect(await run(process.execPath, [bin, 'mock', '--port', '0'])).toEqual({
      code: 0,
      stdout: 'mock --port 0',
      stderr: '',
    });
  });

  test('exits with 2 after a bug, and shows where it is', async () => {
    const { code, stderr } = await run(process.execPath, [bin, 'crash']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^assay: internal error: Error: a bug\n {4}at .*main\.js/);
  });

  test('says how to build it, when it is not built', async () => {
    const empty = join(root, 'unbuilt');
    cpSync(join(root, 'bin'), join(empty, 'bin'), { recursive: true });
    cpSync(join(root, 'package.json'), join(empty, 'package.json'));
    expect(await run(process.execPath, [join(empty, 'bin/assay.js'), 'test'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'assay: this copy is not built; run "npm run prepare" in it\n',
    });
  });
});
