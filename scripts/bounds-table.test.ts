import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { boundRows } from '../src/system/bounds.ts';
import { withBounds } from './bounds-table.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../SECURITY.md'), 'utf8');

function cellsOf(page: string): readonly string[] {
  return page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.replaceAll(/[ -]+/g, ' ').trim());
}

test('SECURITY.md has every bound as it is in the code (repair it with "npm run docs")', () => {
  expect(cellsOf(PAGE)).toEqual(cellsOf(withBounds(PAGE)));
  expect(cellsOf(PAGE).length).toBe(boundRows.length + 2);
  expect(boundRows.length).toBeGreaterThan(15);
});
