import { access, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Command } from './rival.ts';
import { runCommand } from './run-command.ts';

/** Whether a program can be used. */
export type Installed =
  | { readonly kind: 'installed'; readonly program: string }
  | { readonly kind: 'failed'; readonly reason: string };

const MOST_SECONDS = 300;

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** Installs with `commands`, one after the other, unless `program` is there already. */
async function installOnce(program: string, commands: readonly Command[]): Promise<Installed> {
  if (await exists(program)) return { kind: 'installed', program };
  await mkdir(dirname(program), { recursive: true });
  for (const command of commands) {
    const { code, output } = await runCommand(command, { folder: '.', mostSeconds: MOST_SECONDS });
    if (code !== 0) {
      const line = output.trim().split('\n').at(-1) ?? '';
      return { kind: 'failed', reason: `"${command.program} ${command.args.join(' ')}" fails: ${line}` };
    }
  }
  return (await exists(program))
    ? { kind: 'installed', program }
    : { kind: 'failed', reason: `the installation has no ${program}` };
}

/** Installs a package from PyPI into an environment of its own. `program` is the name of its command. */
export async function installPython(
  folder: string,
  requirement: string,
  program: string,
): Promise<Installed> {
  const environment = join(folder, requirement);
  return installOnce(join(environment, 'bin', program), [
    { program: 'python3', args: ['-m', 'venv', environment] },
    {
      program: join(environment, 'bin/pip'),
      args: ['install', '--quiet', '--disable-pip-version-check', requirement],
    },
  ]);
}

/** Installs a package from npm into a folder of its own. `file` is wanted below its `node_modules`. */
export async function installNpm(folder: string, requirement: string, file: string): Promise<Installed> {
  const prefix = join(folder, requirement);
  const args = ['install', '--prefix', prefix, '--no-audit', '--no-fund', '--ignore-scripts', requirement];
  return installOnce(join(prefix, 'node_modules', file), [{ program: 'npm', args }]);
}
