import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../src/system/package.ts';

const root = packageRoot();
/** What `npm run prepare` makes the bundle of; the file is the last that it writes. */
const SOURCES = ['src', 'suites', 'spec', 'schemas', 'scripts', 'bin'];
const BUILT = 'dist/bundle/LICENSES.txt';

function changedMs(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function isBuilt(): boolean {
  const builtMs = changedMs(join(root, BUILT));
  const files = SOURCES.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  return files
    .filter((name) => !name.endsWith('.test.ts'))
    .every((name) => changedMs(join(root, name)) <= builtMs);
}

/**
 * What Node runs as `assay` in a process of its own: what is installed, which starts at a third of the cost, and the sources where those
 * have changed since it was built.
 */
export const LAUNCHER: string = isBuilt()
  ? join(root, 'bin/assay.js')
  : fileURLToPath(import.meta.resolve('./launch-assay.ts'));

/** How a process of assay ended, by itself or by a signal, and what it printed. */
type Ended = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
};

export type Launched = { readonly child: ChildProcess; readonly ended: Promise<Ended> };

/** Starts the command line in a process of its own; `through` is a shell command around it (`"$@"`). */
export function launchAssay(
  argv: readonly string[],
  { cwd, through }: { readonly cwd: string; readonly through?: string },
): Launched {
  const {
    NODE_OPTIONS: _options,
    VITEST: _vitest,
    FORCE_COLOR: _colour,
    ASSAY_KEY: _key,
    ...env
  } = process.env;
  const own = [process.execPath, LAUNCHER, ...argv];
  const [program = '', ...rest] = through === undefined ? own : ['bash', '-c', through, 'assay', ...own];
  const child = spawn(program, rest, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]).then(
    ([stdout, stderr]) => ({ code: child.exitCode, signal: child.signalCode, stdout, stderr }),
  );
  return { child, ended };
}
