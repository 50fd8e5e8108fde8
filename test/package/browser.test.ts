import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as source from '../../src/browser.ts';
import { packageRoot } from '../../src/system/package.ts';

const file = join(packageRoot(), 'dist/browser/browser.js');

test('assay/browser is one file that imports nothing, and takes nothing of Node', () => {
  const text = readFileSync(file, 'utf8');
  expect(text.match(/^(?:import|export)\b[^;]*?\bfrom\b[^;]*;/gm) ?? []).toEqual([]);
  expect(text.match(/['"`]node:[a-z]+|\bprocess\.[A-Za-z]+|import\.meta|\bimport\(/g) ?? []).toEqual([]);
});

test('the built file exports what the source does', async () => {
  const built: unknown = await import(file);
  expect(Object.keys(built as object).toSorted()).toEqual(Object.keys(source).toSorted());
});
