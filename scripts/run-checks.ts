import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { readTestCounts, type TestCounts } from './read-test-counts.ts';

/** Everything that a reviewer would run, in the order of what fails fastest. Each step but the tests counts as one. */
const STEPS: readonly (readonly [name: string, command: string])[] = [
  ['build', 'tsc -p tsconfig.build.json'],
  ['types', 'tsc --noEmit'],
  ['lint', 'oxlint --type-aware --deny-warnings'],
  ['format', 'oxfmt --check'],
  ['dead code', 'knip'],
  ['package', 'publint --strict'],
];

const root = join(import.meta.dirname, '..');
const reports = join(root, 'reports');
const testReport = join(reports, 'tests.json');
const TESTS = `vitest run --reporter=default --reporter=json --outputFile.json=${JSON.stringify(testReport)}`;

function succeeds(name: string, command: string): boolean {
  process.stdout.write(`\n# ${name}: ${command.split(' --reporter', 1).join('')}\n`);
  const startedMs = performance.now();
  const path = [join(root, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter);
  const { status } = spawnSync(command, {
    cwd: root,
    shell: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH: path },
  });
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  process.stdout.write(`# ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n`);
  return status === 0;
}

function runTests(): TestCounts {
  rmSync(testReport, { force: true });
  const passed = succeeds('tests', TESTS);
  const counts = readTestCounts(testReport);
  return passed || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

mkdirSync(reports, { recursive: true });
const failedSteps = STEPS.filter(([name, command]) => !succeeds(name, command)).map(([name]) => name);
const tests = runTests();
const passed = STEPS.length - failedSteps.length + tests.passed;
const failed = failedSteps.length + tests.failed;
if (failedSteps.length > 0) process.stdout.write(`\nfailed steps: ${failedSteps.join(', ')}\n`);
const summary = `${String(passed)} passed, ${String(failed)} failed\n`;
writeFileSync(join(reports, 'check.txt'), summary);
process.stdout.write(`\n${summary}`);
process.exitCode = failed === 0 ? 0 : 1;
