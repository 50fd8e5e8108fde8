import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { withFiles } from '../../test/specs/load-files.ts';
import { packageRoot } from './package.ts';

test('packageRoot() finds the folder from the sources', () => {
  expect(packageRoot()).toBe(resolve(import.meta.dirname, '../..'));
});

test('packageRoot() finds the folder from what is built', async () => {
  await withFiles({ 'package.json': '{}', 'dist/src/interface/a.js': '' }, async (directory) => {
    expect(packageRoot(join(directory, 'dist/src/interface'))).toBe(directory);
  });
});
