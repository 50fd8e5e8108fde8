import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { callAssay } from '../../test/cli/call-assay.ts';
import { LAUNCHER } from '../../test/cli/launched-assay.ts';
import { saidBy, writeTraffic } from '../../test/judge/traffic-folder.ts';
import { findSpark, NO_SPARK } from './find-spark.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-spark-'));
afterAll(() => rmSync(root, { recursive: true }));
const python = findSpark();
const SERVICE = 'https://api.example.com/v1';

test.skipIf(python === undefined)(
  `examples/spark says of a folder what one process says${python === undefined ? ` (skipped: ${NO_SPARK})` : ''}`,
  async () => {
    const folder = join(root, 'traffic');
    mkdirSync(folder);
    const names = writeTraffic(folder, 9);
    const whole = await callAssay(['judge', ...names, '--url', SERVICE], { cwd: folder });
    expect(whole.code).toBe(1);
    const ledger = join(root, 'all.ledger');
    const assay = [process.execPath, LAUNCHER].join(' ');
    execFileSync(
      python ?? '',
      [join(import.meta.dirname, 'judge_hars.py'), folder, ledger, '4', '--url', SERVICE],
      {
        env: { ...process.env, ASSAY: assay, SPARK_LOCAL_IP: '127.0.0.1' },
        stdio: 'pipe',
        timeout: 300_000,
      },
    );
    expect(
      (await callAssay(['merge', ledger, '--parts', '4', '--output', 'all.ndjson'], { cwd: root })).code,
    ).toBe(1);
    expect(saidBy(readFileSync(join(root, 'all.ndjson'), 'utf8'))).toEqual(
      saidBy(readFileSync(join(folder, 'reports/last.ndjson'), 'utf8')),
    );
  },
  400_000,
);
