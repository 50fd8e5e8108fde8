import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { callAssay } from './call-assay.ts';

const cwd = mkdtempSync(join(tmpdir(), 'assay-selection-'));
afterAll(() => rmSync(cwd, { recursive: true }));
const SPEC = resolve('test/specs/orders');

test('assay test asks only what --include names, says so in each report, and asks of nobody what --exclude names', async () => {
  const args = [
    'test',
    '--spec',
    SPEC,
    '--include',
    'GET',
    '--exclude',
    'readOrder',
    '--report',
    'json=r.json',
    '--report',
    'markdown=r.md',
  ];
  const { code, stdout } = await callAssay(args, { cwd });
  expect({ code, stdout }).toMatchObject({ code: 0 });
  const { operations, verdict } = JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8'));
  expect(JSON.stringify(operations)).toContain('left out by --exclude readOrder');
  expect(JSON.stringify(operations)).toContain('not among --include GET');
  expect(verdict).toBeDefined();
  for (const text of [stdout, readFileSync(join(cwd, 'r.md'), 'utf8')]) {
    expect(text).toContain('--include GET');
    expect(text).toContain('1 of 1 operation in reach asked (3 documented)');
  }
  const lines = readFileSync(join(cwd, 'reports/last.ndjson'), 'utf8').split('\n');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    settings: { include: ['GET'], exclude: ['readOrder'] },
  });
  const sent = lines.flatMap((line) => (line.includes('"exchange"') ? [JSON.parse(line)] : []));
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.filter(({ exchange }) => exchange?.request.method === 'POST')).toEqual([]);
});

test('assay report keeps to what the run was about', async () => {
  const { code, stdout } = await callAssay(['report', '--spec', SPEC], { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain('1 of 1 operation in reach asked (3 documented)');
});

test.each([
  [
    'test --include findOrder',
    'cannot use --include "findOrder": no operation of the document matches it; did you mean "findOrders"?',
  ],
  ['selftest --exclude /order', 'cannot use --exclude "/order"'],
  ['proxy --url http://127.0.0.1:1 --exclude tag:none', 'cannot use --exclude "tag:none"'],
])('assay %s says what would be right', async (words, told) => {
  const { code, stderr } = await callAssay([...words.split(' '), '--spec', SPEC], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain(told);
});
