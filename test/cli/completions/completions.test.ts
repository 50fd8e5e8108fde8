import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../../src/cli/commands.ts';
import { callAssay } from '../call-assay.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-completions-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function scriptOf(shell: string): Promise<string> {
  const { code, stdout, stderr } = await callAssay(['completions', shell], { cwd: folder });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

const NAMES = COMMANDS.map(({ name }) => name);

/** What bash offers behind these words, the last of which is still being written. */
function offeredByBash(script: string, words: readonly string[]): readonly string[] {
  const file = join(folder, 'assay.bash');
  writeFileSync(file, script);
  const line = words.map((word) => `'${word}'`).join(' ');
  const code = `source '${file}'; COMP_WORDS=(${line}); COMP_CWORD=${String(words.length - 1)}; _assay; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', code], { encoding: 'utf8' }).split('\n').filter(Boolean);
}

function isHere(shell: string): boolean {
  return spawnSync(shell, ['--version']).error === undefined;
}

describe('assay completions', () => {
  test('bash offers commands, options, and the values of those that take one of a few', async () => {
    const script = await scriptOf('bash');
    expect(offeredByBash(script, ['assay', ''])).toEqual(NAMES);
    expect(offeredByBash(script, ['assay', 'te'])).toEqual(['test']);
    expect(offeredByBash(script, ['assay', 'test', '--max-'])).toEqual(['--max-requests', '--max-duration']);
    expect(offeredByBash(script, ['assay', 'init', '--ci', 'g'])).toEqual(['github', 'gitlab']);
    expect(offeredByBash(script, ['assay', 'test', '--spec', ''])).toEqual([]);
    expect(offeredByBash(script, ['assay', 'mock', '--p'])).toContain('--port');
    expect(offeredByBash(script, ['assay', 'lint', '--p'])).toEqual([]);
  });

  test.each(['zsh', 'fish'])('%s takes its script', async (shell) => {
    const script = await scriptOf(shell);
    for (const name of NAMES) expect(script).toContain(name);
    expect(script).toContain('max-requests');
  });

  test.for(['zsh', 'fish'])('%s finds no fault in it', async (shell, { skip }) => {
    if (!isHere(shell)) return skip(`there is no ${shell} on this machine`);
    const script = await scriptOf(shell);
    const file = join(folder, `assay.${shell}`);
    writeFileSync(file, script);
    const { status, stderr } = spawnSync(shell, ['-n', file], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  test.for([
    ['te', ['test']],
    ['test --max-', ['--max-requests', '--max-duration']],
    ['init --ci g', ['github', 'gitlab']],
  ] as const)('zsh offers behind "assay %s" what fits', async ([line, offers], { skip }) => {
    if (!isHere('zsh')) return skip('there is no zsh on this machine');
    const file = join(folder, 'offered.zsh');
    writeFileSync(file, await scriptOf('zsh'));
    const argv = ['-f', join(import.meta.dirname, 'offered.zsh'), file, `assay ${line}`];
    const { stdout } = spawnSync('zsh', argv, { encoding: 'utf8', timeout: 30_000 });
    expect(stdout.split('\n').filter(Boolean)).toEqual(offers);
  });

  test('a shell that there is no script for is told', async () => {
    const { code, stderr } = await callAssay(['completions', 'bsh'], { cwd: folder });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'assay: cannot write completions for "bsh": did you mean "bash"?\n',
    });
  });
});
