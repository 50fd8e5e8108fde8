import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import type { Command, Ending } from './rival.ts';

/** Of each end of the output so many characters are kept. */
const KEPT = 100_000;

function shortened(output: string): string {
  return output.length <= 2 * KEPT ? output : `${output.slice(0, KEPT)}\n…\n${output.slice(-KEPT)}`;
}

/** Runs a process in `folder` and ends it, with all that it has started, after `mostSeconds` or when this one exits. Never fails. */
export function runCommand(
  { program, args, env }: Command,
  { folder, mostSeconds }: { readonly folder: string; readonly mostSeconds: number },
): Promise<Ending> {
  const startedMs = performance.now();
  const ending = (code: number | undefined, output: string): Ending => ({
    code,
    output: shortened(output),
    seconds: (performance.now() - startedMs) / 1000,
  });
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    const keep = (chunk: Buffer): void => {
      output += chunk.toString();
      if (output.length > 4 * KEPT) output = shortened(output);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const end = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    };
    const timer = setTimeout(end, mostSeconds * 1000);
    process.once('exit', end);
    const ended = (result: Ending): void => {
      clearTimeout(timer);
      process.off('exit', end);
      resolve(result);
    };
    child.once('error', (error) => ended(ending(undefined, error.message)));
    child.once('close', (code) => ended(ending(code ?? undefined, output)));
  });
}
