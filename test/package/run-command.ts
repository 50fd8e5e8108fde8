import { execFile } from 'node:child_process';

export type Finished = { readonly code: number | string; readonly stdout: string; readonly stderr: string };

/** Runs a program to its end, without a terminal and without what the surrounding npm and test runner put into the environment. */
export function runCommand(
  file: string,
  argv: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: { readonly [name: string]: string } },
): Promise<Finished> {
  const inherited = Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_(lifecycle|package|command|execpath|node_execpath)|VITEST|ASSAY_|NODE_ENV|TEST$)/.test(name),
  );
  return new Promise((resolve) => {
    const child = execFile(
      file,
      [...argv],
      { cwd, env: { ...Object.fromEntries(inherited), ...env }, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : (error.code ?? error.signal ?? 'unknown'), stdout, stderr });
      },
    );
    child.stdin?.end();
  });
}
