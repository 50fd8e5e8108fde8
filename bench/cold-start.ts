/**
 * How long `assay test` takes against its own mock, from the start of the process to its exit, in seconds and as a ratio to a
 * Vitest run of one empty test; all in turn, medians. Run after `npm run prepare`: `node bench/cold-start.ts [rounds]`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../bin/assay.js', import.meta.url));
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));

type Contender = {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: { readonly [name: string]: string };
};

const LIKE_ASSAY = ['--pool', 'threads', '--no-isolate', '--maxWorkers', '1'];
const empty: Contender = {
  name: 'vitest run, one empty test',
  command: [vitest, 'run', '--globals', ...LIKE_ASSAY],
};
const contenders: readonly Contender[] = [
  { name: 'node, no script', command: ['--eval', ''] },
  empty,
  { name: 'assay test --profile quick', command: [bin, 'test', '--profile', 'quick'] },
  { name: 'assay test --no-exhaust', command: [bin, 'test', '--no-exhaust'] },
  {
    name: 'the same, no compile cache',
    command: [bin, 'test', '--no-exhaust'],
    env: { NODE_DISABLE_COMPILE_CACHE: '1' },
  },
];

async function secondsOf({ name, command, env }: Contender, cwd: string): Promise<number> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, command, { cwd, stdio: 'ignore', env: { ...process.env, ...env } });
  await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error(`${name} exits with ${String(child.exitCode)}`);
  return (performance.now() - startedMs) / 1000;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return ((sorted[middle] ?? 0) + (sorted[sorted.length - 1 - middle] ?? 0)) / 2;
}

const rounds = Number(process.argv[2] ?? 5);
const cwd = mkdtempSync(join(tmpdir(), 'assay-bench-'));
try {
  writeFileSync(join(cwd, 'empty.test.mjs'), `test('nothing', () => {});\n`);
  for (const contender of contenders) await secondsOf(contender, cwd);
  const measured: (readonly number[])[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const row: number[] = [];
    for (const contender of contenders) row.push(await secondsOf(contender, cwd));
    measured.push(row);
  }
  const base = contenders.indexOf(empty);
  process.stdout.write(`${'medians of'.padEnd(30)}${String(rounds).padStart(8)} runs\n`);
  for (const [index, { name }] of contenders.entries()) {
    const seconds = median(measured.map((row) => row[index] ?? 0));
    // Median of the ratios of each round: what the machine did meanwhile cancels out.
    const ratio = median(measured.map((row) => (row[index] ?? 0) / (row[base] ?? 1)));
    process.stdout.write(`${name.padEnd(30)}${seconds.toFixed(2).padStart(8)} s  ${ratio.toFixed(2)} x\n`);
  }
} finally {
  rmSync(cwd, { recursive: true });
}
