import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const LAUNCHER = fileURLToPath(import.meta.resolve('../hostile/launch-assay.ts'));

/** How a process of assay ended, by itself or by a signal, and what it printed. */
type Ended = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
};

export type Launched = { readonly child: ChildProcess; readonly ended: Promise<Ended> };

/** Starts the command line from its sources, in a process of its own; `through` is a shell command around it (`"$@"`). */
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
