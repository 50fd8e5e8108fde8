import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Json } from '../../src/json/value.ts';
import { schemaFlaw } from '../../src/schema/meta-schema.ts';
import { packageRoot } from '../../src/system/package.ts';
import { runCommand } from './run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-bundle-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
