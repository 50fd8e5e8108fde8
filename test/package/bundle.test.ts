import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../src/json/value.ts';
import { schemaFlaw } from '../../src/schema/meta-schema.ts';
import { packageRoot } from '../../src/system/package.ts';
import { runCommand } from './run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-bundle-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const OTHER = join(packageRoot(), 'test/specs/orders');

function documentWith(schema: Json): string {
  const content = { 'application/json': { schema } };
  const answer = { description: 'An answer.', content };
  return JSON.stringify({
    openapi: '3.1.1',
    info: { title: 'Broken', version: '1' },
    paths: { '/': { get: { operationId: 'get', responses: { 200: answer } } } },
  });
}

test.each<readonly [string, Json]>([
  ['an unknown type', { type: 'strin' }],
  ['a name twice in a list of names', { required: ['a', 'a'] }],
])('the bundle says of %s what the sources say', async (name, schema) => {
  const flaw = schemaFlaw(schema);
  expect(flaw).toBeDefined();
  const file = join(folder, `${name.replaceAll(' ', '-')}.json`);
  writeFileSync(file, documentWith(schema));
  const argv = [
    join(packageRoot(), 'bin/assay.js'),
    'explain',
    'document',
    '--spec',
    file,
    '--strict-document',
  ];
  const { code, stderr } = await runCommand(process.execPath, argv, { cwd: folder });
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(flaw?.problem ?? '') });
});

describe('the shipped interface', () => {
  const copy = join(folder, 'without-ajv');
  beforeAll(() => {
    for (const part of ['bin', 'dist/bundle', 'package.json'])
      cpSync(join(packageRoot(), part), join(copy, part), { recursive: true });
    for (const part of ['spec', 'schemas', 'node_modules'])
      symlinkSync(join(packageRoot(), part), join(copy, part), 'junction');
    rmSync(join(copy, 'dist/bundle/src/schema/compiled/ajv.js'));
  });

  test.each([
    ['whose faults are listed', ['mock', '--list-faults'], 0],
    ['in a run', ['test', '--profile', 'quick', '--seed', '1', '--quiet'], 0],
    ['unlike any other', ['mock', '--list-faults', '--spec', OTHER], 2],
  ])('needs nobody who compiles schemas: %s', async (_what, argv, code) => {
    const ran = await runCommand(process.execPath, [join(copy, 'bin/assay.js'), ...argv], { cwd: folder });
    expect({ code: ran.code, stderr: ran.stderr }).toMatchObject({ code });
  });
});

/** Files of the bundle that are loaded with one of them, whatever the command is. */
function loadedWith(file: string, met: Set<string> = new Set()): ReadonlySet<string> {
  if (met.has(file)) return met;
  met.add(file);
  for (const [, place = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import)"(\.[^"]+)"/g))
    loadedWith(join(dirname(file), place), met);
  return met;
}

test.each([
  ['each command', ['src/cli/main.js'], 225_000],
  ['"assay list"', ['src/cli/main.js', 'list.js'], 286_000],
  ['"assay explain"', ['src/cli/main.js', 'explain.js'], 645_000],
  ['"assay mock"', ['src/cli/mock.js', 'serve-mock.js'], 1_165_000],
])('%s loads neither the checks nor what compiles schemas', (_what, names, most) => {
  const met = new Set<string>();
  for (const name of names) loadedWith(join(packageRoot(), 'dist/bundle', name), met);
  const files = [...met];
  const bytes = files.reduce((sum, file) => sum + readFileSync(file).length, 0);
  expect(files.length).toBeGreaterThan(1);
  expect(bytes).toBeLessThan(most);
});
