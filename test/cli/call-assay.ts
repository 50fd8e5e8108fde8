import type { CliIo } from '../../src/cli/io.ts';
import { main } from '../../src/cli/main.ts';
import { withOwnGate } from '../../src/output/gate.ts';
import { canariesOf, watched } from '../secrets/canary.ts';

/** How a command ended, and what it printed. */
export type Called = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** Runs a command in this process, with no terminal, an empty environment and nobody who interrupts. */
export async function callCommand(
  command: (io: CliIo) => Promise<number>,
  { cwd, ...changes }: Pick<CliIo, 'cwd'> & Partial<CliIo>,
): Promise<Called> {
  const out = { stdout: '', stderr: '' };
  const io: CliIo = {
    stdout: (text) => {
      out.stdout += text;
    },
    stderr: (text) => {
      out.stderr += text;
    },
    stdoutIsTerminal: false,
    stderrIsTerminal: false,
    columns: 100,
    env: {},
    cwd,
    onInterrupt: () => () => undefined,
    onFault: () => () => undefined,
    exitNow: () => undefined,
    ...changes,
  };
  const code = await withOwnGate(() => command(io));
  return { code, ...out };
}

/** Runs the command line in this process. A key that nothing else resembles must be in nothing that it wrote. */
export function callAssay(argv: readonly string[], io: Pick<CliIo, 'cwd'> & Partial<CliIo>): Promise<Called> {
  return watched(canariesOf(argv, io.env ?? {}), io.cwd, () => callCommand((given) => main(argv, given), io));
}
