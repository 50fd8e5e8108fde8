import type { CliIo } from './cli-io.ts';
import { runLine } from './command-line.ts';
import { gatedIo } from './gated-io.ts';
import { learnSecrets } from './learn-secrets.ts';
import { createProgram } from './program.ts';

const COULD_NOT = 2;

/**
 * Runs a command line without the program's name: `['test', '--quiet']`. Returns the exit code (design, section 2).
 * What the caller has to put right is one line on standard error; only bugs of assay are thrown.
 */
export async function main(argv: readonly string[], given: CliIo): Promise<number> {
  learnSecrets(argv, given.env);
  const io = gatedIo(given);
  if (argv.length > 0) return runLine(argv, createProgram, io);
  io.stderr(createProgram(() => Promise.resolve()).helpInformation());
  return COULD_NOT;
}
