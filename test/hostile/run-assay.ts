import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { canariesOf, watched } from '../secrets/canary.ts';
import { callAssay, type Called } from '../cli/call-assay.ts';
import { LAUNCHER } from '../cli/launched-assay.ts';

const REPORTS = ['terminal', 'json', 'junit', 'record'];

/** What one `assay test` left: its exit code, its outputs, and the files of its reports by name. */
export type AssayRun = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly files: ReadonlyMap<string, string>;
};

type Ended = Omit<Called, 'code'> & { readonly code: number | null };

async function filesIn(directory: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  const read = files.map(async ({ parentPath, name }): Promise<[string, string]> => [
    name,
    await readFile(join(parentPath, name), 'utf8'),
  ]);
  return new Map(await Promise.all(read));
}

/** Calls `assay test` with every report in a directory of its own. */
async function inDirectory(
  argv: readonly string[],
  call: (argv: readonly string[], cwd: string) => Promise<Ended>,
): Promise<AssayRun> {
  const cwd = await mkdtemp(join(tmpdir(), 'assay-run-'));
  const reports = REPORTS.flatMap((format) => ['--report', format]);
  try {
    const ended = await call(['test', '--verbose', '--out', 'out', ...reports, ...argv], cwd);
    return { ...ended, files: await filesIn(cwd) };
  } finally {
    await rm(cwd, { recursive: true });
  }
}

/** Runs `assay test` with every report in a process and a directory of its own. The key is in the environment. */
export function runAssay(argv: readonly string[], key: string | undefined): Promise<AssayRun> {
  const {
    NODE_OPTIONS: _options,
    VITEST: _vitest,
    FORCE_COLOR: _colour,
    ASSAY_KEY: _key,
    ...env
  } = process.env;
  const start = async (line: readonly string[], cwd: string): Promise<Ended> => {
    const child = spawn(process.execPath, [LAUNCHER, ...line], {
      cwd,
      env: { ...env, ...(key === undefined ? {} : { ASSAY_KEY: key }) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    try {
      const [stdout, stderr] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      return { code: child.exitCode, stdout, stderr };
    } finally {
      if (child.exitCode === null) child.kill('SIGKILL');
    }
  };
  const canaries = canariesOf(argv, { ASSAY_KEY: key });
  return inDirectory(argv, (line, cwd) => watched(canaries, cwd, () => start(line, cwd)));
}

/**
 * The same in this process: for what a process of its own could not change, at a tenth of the cost.
 */
export function runAssayHere(argv: readonly string[], key: string | undefined): Promise<AssayRun> {
  const env = key === undefined ? {} : { ASSAY_KEY: key };
  return inDirectory(argv, (line, cwd) => callAssay(line, { cwd, env }));
}
