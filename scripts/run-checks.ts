import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTestCounts, type TestCounts } from './read-test-counts.ts';

/** Scripts of package.json: everything that a reviewer would run besides the tests. Each counts as one. */
const STEPS = ['prepare', 'types', 'lint', 'format:check', 'dead-code', 'package-lint'] as const;

const root = join(import.meta.dirname, '..');
const reports = join(root, 'reports');
const testReport = join(reports, 'tests.json');

function succeeds(script: string, options: readonly string[] = []): boolean {
  process.stdout.write(`\n# ${script}\n`);
  const startedMs = performance.now();
  const { status } = spawnSync(process.execPath, ['--run', script, '--', ...options], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  process.stdout.write(`# ${script} ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n`);
  return status === 0;
}

function runTests(): TestCounts {
  rmSync(testReport, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${testReport}`];
  const passed = succeeds('all-tests', reporters);
  const counts = readTestCounts(testReport);
  return passed || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

mkdirSync(reports, { recursive: true });
const failedSteps = STEPS.filter((script) => !succeeds(script));
const tests = runTests();
const passed = STEPS.length - failedSteps.length + tests.passed;
const failed = failedSteps.length + tests.failed;
if (failedSteps.length > 0) process.stdout.write(`\nfailed steps: ${failedSteps.join(', ')}\n`);
const summary = `${String(passed)} passed, ${String(failed)} failed\n`;
writeFileSync(join(reports, 'check.txt'), summary);
process.stdout.write(`\n${summary}`);
process.exitCode = failed === 0 ? 0 : 1;
