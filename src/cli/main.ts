import { CommanderError } from 'commander';
import type { CliIo } from './cli-io.ts';
import { gatedIo } from './gated-io.ts';
import { learnSecrets } from './learn-secrets.ts';
import { createProgram, type Actions } from './program.ts';
import { UsageFault } from './usage-fault.ts';
import { usageText } from './usage-text.ts';

const COULD_NOT = 2;

/** Each command loads its own code when it is asked for; `finish` keeps the exit code. */
function actionsOn(io: CliIo, finish: (code: number) => void): Actions {
  return {
    test: async (flags) => {
      const { testCommand } = await import('./test-command.ts');
      finish(await testCommand(flags, io));
    },
    mock: async (argv) => finish(await (await import('./mock.ts')).mockCommand(argv, io)),
    selftest: async (flags) =>
      finish(await (await import('./selftest-command.ts')).selftestCommand(flags, io)),
    list: async (flags) => finish((await import('./list-command.ts')).listCommand(flags, io)),
    explain: async (id, flags) =>
      finish(await (await import('./explain-command.ts')).explainCommand(id, flags, io)),
    replay: async (id, flags) =>
      finish(await (await import('./replay-command.ts')).replayCommand(id, flags, io)),
    report: async (record, flags) =>
      finish(await (await import('./report-command.ts')).reportCommand(record, flags, io)),
    judge: async (files, flags) =>
      finish(await (await import('./judge-command.ts')).judgeCommand(files, flags, io)),
    proxy: async (flags) => finish(await (await import('./proxy-command.ts')).proxyCommand(flags, io)),
    diff: async (files, flags) =>
      finish(await (await import('./diff-command.ts')).diffCommand(files, flags, io)),
    merge: async (files, flags) =>
      finish(await (await import('./merge-command.ts')).mergeCommand(files, flags, io)),
  };
}

/** The help that was asked for or is due; an error otherwise. */
function faultCode(error: CommanderError, argv: readonly string[], io: CliIo): number {
  if (error.exitCode === 0) return 0;
  io.stderr(`assay: ${usageText(error, argv)}\n`);
  return COULD_NOT;
}

/**
 * Runs a command line without the program's name: `['test', '--quiet']`. Returns the exit code (design, section 2).
 * What the caller has to put right is one line on standard error; only bugs of assay are thrown.
 */
export async function main(argv: readonly string[], given: CliIo): Promise<number> {
  learnSecrets(argv, given.env);
  const io = gatedIo(given);
  let code = 0;
  const program = createProgram(
    actionsOn(io, (result) => {
      code = result;
    }),
  );
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({ writeOut: io.stdout, writeErr: () => undefined });
  }
  if (argv.length === 0) {
    io.stderr(program.helpInformation());
    return COULD_NOT;
  }
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return faultCode(error, argv, io);
    if (!(error instanceof UsageFault)) throw error;
    io.stderr(`assay: ${error.message}\n`);
    return COULD_NOT;
  }
}
