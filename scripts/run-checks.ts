import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTestCounts, type TestCounts } from './read-test-counts.ts';

/** Scripts of package.json: everything that a reviewer would run besides the tests. Each counts as one. The first makes what the others look at. */
const FIRST = 'prepare';
const OTHERS = ['types', 'lint', 'format:check', 'dead-code', 'package-lint'] as const;

const root = join(import.meta.dirname, '..');
const reports = join(root, 'reports');
const testReport = join(reports, 'tests.json');

/** Runs a script. What it says comes at its end, in one piece: the tests run beside it. */
async function succeeds(
  script: string,
  { options = [], live = false }: { readonly options?: readonly string[]; readonly live?: boolean } = {},
): Promise<boolean> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, ['--run', script, '--', ...options], {
    cwd: root,
    env: { ASSAY_TESTS: 'sample', ...process.env },
    stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
  });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => void said.push(chunk));
  await once(child, 'close');
  const passed = child.exitCode === 0;
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  const verdict = `# ${script} ${passed ? 'passed' : 'FAILED'} in ${seconds} s`;
  process.stdout.write(`\n# ${script}\n${Buffer.concat(said).toString()}${verdict}\n`);
  return passed;
}

async function failedSteps(): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const script of OTHERS) if (!(await succeeds(script))) failed.push(script);
  return failed;
}

async function runTests(): Promise<TestCounts> {
  rmSync(testReport, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${testReport}`];
  const passed = await succeeds('all-tests', { options: reporters, live: true });
  const counts = readTestCounts(testReport);
  return passed || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

mkdirSync(reports, { recursive: true });
const failedFirst = (await succeeds(FIRST)) ? [] : [FIRST];
const [failedOthers, tests] = await Promise.all([failedSteps(), runTests()]);
const failedScripts = [...failedFirst, ...failedOthers];
const passed = 1 + OTHERS.length - failedScripts.length + tests.passed;
const failed = failedScripts.length + tests.failed;
if (failedScripts.length > 0) process.stdout.write(`\nfailed steps: ${failedScripts.join(', ')}\n`);
const summary = `${String(passed)} passed, ${String(failed)} failed\n`;
writeFileSync(join(reports, 'check.txt'), summary);
process.stdout.write(`\n${summary}`);
process.exitCode = failed === 0 ? 0 : 1;
