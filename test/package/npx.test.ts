import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageManifest, packageRoot } from '../../src/system/package.ts';
import { type Finished, runCommand } from './run-command.ts';
import { THOROUGH } from '../sampled.ts';

/** The repository as it is after `npm ci`, so that what npm does to it disturbs no other test. */
const root = packageRoot();
const folder = mkdtempSync(join(tmpdir(), 'assay-npx-'));
const copy = join(folder, 'repository');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(() => {
  if (!THOROUGH) return;
  const names = ['bin', 'dist', 'schemas', 'scripts', 'spec', 'src', 'suites', 'package.json', '.npmrc'];
  for (const name of [...names, 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json']) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});

function npx(argv: readonly string[]): Promise<Finished> {
  return runCommand('npx', ['--offline', '--cache', join(folder, 'cache'), ...argv], {
    cwd: copy,
    env: { CI: 'true', NO_COLOR: '1' },
  });
}

describe.runIf(THOROUGH)('npx assay, in the repository', () => {
  test('runs with an empty cache, without network, prompt or noise', async () => {
    expect(await npx(['assay', '--version'])).toEqual({
      code: 0,
      stdout: `${packageManifest().version}\n`,
      stderr: '',
    });
  }, 60_000);

  test('hands arguments and the exit code through', async () => {
    const { code, stderr } = await npx(['assay', 'test', '--ulr', 'https://api.example.com/v1']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^assay: unknown option '--ulr'.*\n$/);
  }, 60_000);
});
