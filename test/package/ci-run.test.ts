import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { packageRoot } from '../../src/system/package.ts';
import { type Finished, runCommand } from './run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-ci-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A clone with the real `.ci/run`, and an `npm` that does what it is told. */
function clone(name: string, npm: string): string {
  const root = join(folder, name);
  mkdirSync(join(root, 'reports'), { recursive: true });
  cpSync(join(packageRoot(), '.ci'), join(root, '.ci'), { recursive: true });
  writeFileSync(join(root, 'reports/check.txt'), '999 passed, 0 failed\n');
  writeFileSync(join(root, 'npm'), `#!/bin/sh\n${npm}\n`);
  chmodSync(join(root, 'npm'), 0o755);
  return root;
}

function run(root: string): Promise<Finished> {
  const path = [root, process.env['PATH'] ?? ''].join(delimiter);
  return runCommand(join(root, '.ci/run'), [], { cwd: tmpdir(), env: { PATH: path } });
}

const SUMMARY = `test "$*" = cit && test "$CI" = true && mkdir -p reports && echo`;

test.skipIf(process.platform === 'win32').each([
  [
    'passes when everything did',
    `${SUMMARY} '120 passed, 0 failed' > reports/check.txt`,
    '120 passed, 0 failed',
    0,
  ],
  [
    'fails with the numbers of a check that failed',
    `${SUMMARY} '118 passed, 2 failed' > reports/check.txt; echo 'npm error'; exit 1`,
    '118 passed, 2 failed',
    1,
  ],
  [
    'counts an installation that failed as one failure',
    'echo "npm error" >&2; exit 7',
    '0 passed, 1 failed',
    7,
  ],
  ['does not take silence for success', 'exit 0', '0 passed, 1 failed', 1],
])('.ci/run %s', async (name, npm, lastLine, code) => {
  const finished = await run(clone(name.replaceAll(' ', '-'), npm));
  expect({ code: finished.code, lastLine: finished.stdout.trimEnd().split('\n').at(-1) }).toEqual({
    code,
    lastLine,
  });
});
