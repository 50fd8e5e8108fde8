import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../src/system/package.ts';
import { callAssay } from './call-assay.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-init-'));
afterAll(() => rmSync(root, { recursive: true }));

function folderWith(files: { readonly [name: string]: string } = {}): string {
  const cwd = mkdtempSync(join(root, 'project-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  return cwd;
}

const DOCUMENT = readFileSync(join(packageRoot(), 'test/specs/minimal/openapi.yaml'), 'utf8');

describe('assay init', () => {
  test('writes files that assay and their readers understand', async () => {
    const cwd = folderWith();
    cpSync(join(packageRoot(), 'spec/pet-catalogue'), join(cwd, 'api'), { recursive: true });
    const { code, stdout, stderr } = await callAssay(['init'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(
      'wrote  assay.config.ts\nwrote  .env.example\nwrote  known-failures.yaml\nwrote  .github/workflows/assay.yml\n',
    );
    const workflow: unknown = parse(readFileSync(join(cwd, '.github/workflows/assay.yml'), 'utf8'));
    expect(workflow).toMatchObject({
      jobs: { assay: { steps: expect.arrayContaining([{ run: 'npx assay lint' }]) } },
    });
    expect(readFileSync(join(cwd, '.env.example'), 'utf8')).toContain('\nASSAY_KEY=\n');
    const plain = readFileSync(join(cwd, 'assay.config.ts'), 'utf8');
    // What the package brings is not installed in this folder, and this process is not the built command.
    writeFileSync(
      join(cwd, 'assay.config.ts'),
      plain.replace(/^import .*$/m, 'const defineConfig = (all) => all;'),
    );
    const shown = await callAssay(['config'], { cwd });
    expect({ code: shown.code, stderr: shown.stderr }).toEqual({ code: 0, stderr: '' });
    expect(shown.stdout).toMatch(/^spec +api\/openapi\.yaml +assay\.config\.ts$/m);
    expect(shown.stdout).toMatch(/^baseline +known-failures\.yaml /m);
  });

  test('overwrites nothing, and says what it left', async () => {
    const cwd = folderWith({
      'openapi.yaml': DOCUMENT,
      'assay.config.json': '{}',
      'known-failures.yaml': 'mine',
    });
    const { stdout } = await callAssay(['init', '--ci', 'gitlab'], { cwd });
    expect(stdout).toContain(
      'left   assay.config.json, which is there already\nwrote  .env.example\nleft   known-failures.yaml, which is there already\nwrote  assay.gitlab-ci.yml\n',
    );
    expect(readFileSync(join(cwd, 'known-failures.yaml'), 'utf8')).toBe('mine');
    expect(parse(readFileSync(join(cwd, 'assay.gitlab-ci.yml'), 'utf8'))).toHaveProperty(
      'conformance.script',
    );
    expect((await callAssay(['init', '--ci', 'none'], { cwd })).stdout).not.toContain('wrote');
  });

  test.each<readonly [string, { readonly [name: string]: string }, readonly string[], string]>([
    ['no document', {}, [], 'cannot find the interface document here'],
    [
      'several',
      { 'openapi.yaml': DOCUMENT, 'openapi.json': '{}' },
      [],
      'cannot choose between "openapi.json", "openapi.yaml"',
    ],
    ["one that can't be read", { 'openapi.yaml': 'a: [' }, [], 'openapi.yaml:'],
    ['standard input', {}, ['-'], 'cannot use standard input here'],
  ])('with %s, writes nothing and says why', async (_title, files, argv, expected) => {
    const cwd = folderWith(files);
    const { code, stdout, stderr } = await callAssay(['init', ...argv], { cwd });
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(expected),
    });
  });
});
