import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const LAUNCHER = fileURLToPath(import.meta.resolve('./launch-assay.ts'));
const REPORTS = ['terminal', 'json', 'junit', 'record'];

/** What one `assay test` left: its exit code, its outputs, and the files of its reports by name. */
export type AssayRun = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
  readonly files: ReadonlyMap<string, string>;
};

async function filesIn(directory: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  const read = files.map(async ({ parentPath, name }): Promise<[string, string]> => [
    name,
    await readFile(join(parentPath, name), 'utf8'),
  ]);
  return new Map(await Promise.all(read));
}

/** Runs `assay test` with every report in a process and a directory of its own. The key is in the environment. */
export async function runAssay(argv: readonly string[], key: string | undefined): Promise<AssayRun> {
  const cwd = await mkdtemp(join(tmpdir(), 'assay-run-'));
  const {
    NODE_OPTIONS: _options,
    VITEST: _vitest,
    FORCE_COLOR: _colour,
    ASSAY_KEY: _key,
    ...env
  } = process.env;
  const reports = REPORTS.flatMap((format) => ['--report', format]);
  const startedMs = performance.now();
  const child = spawn(
    process.execPath,
    [LAUNCHER, 'test', '--verbose', '--out', 'out', ...reports, ...argv],
    {
      cwd,
      env: { ...env, ...(key === undefined ? {} : { ASSAY_KEY: key }) },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  try {
    const [stdout, stderr] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    const seconds = (performance.now() - startedMs) / 1000;
    return { code: child.exitCode, stdout, stderr, seconds, files: await filesIn(cwd) };
  } finally {
    if (child.exitCode === null) child.kill('SIGKILL');
    await rm(cwd, { recursive: true });
  }
}
