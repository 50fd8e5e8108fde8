import { Command } from 'commander';
import { packageManifest } from '../system/package.ts';
import { type Asked, runLine } from './command-line.ts';
import { COMMANDS } from './commands.ts';
import { type CliIo, gatedIo } from './io.ts';
import { learnSecrets } from './target/learn-secrets.ts';

const EXAMPLES = `
Examples:
  assay test                                          against assay's own mock
  assay test --url https://api.example.com/v1 --key-env API_KEY --plan free
  assay mock --port 4010
  assay explain errors.shape`;

/**
 * The command line of assay. It never exits and prints help alone; faults are thrown. Where its first word is a command that is all
 * it is made of: the others have more than a hundred options.
 */
export function createProgram(perform: (asked: Asked) => Promise<void>, first?: string): Command {
  const program = new Command('assay')
    .description('Tells whether an HTTP service does what its interface document says, and stands in for it.')
    .version(packageManifest().version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', EXAMPLES)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  const asked = COMMANDS.filter(({ name }) => name === first);
  for (const { make } of asked.length === 0 ? COMMANDS : asked) program.addCommand(make(perform));
  return program;
}

const COULD_NOT = 2;

/**
 * Runs a command line without the program's name: `['test', '--quiet']`. Returns the exit code (design, section 2).
 * What the caller has to put right is one line on standard error; only bugs of assay are thrown.
 */
export async function main(argv: readonly string[], given: CliIo): Promise<number> {
  learnSecrets(argv, given.env);
  const io = gatedIo(given);
  if (argv.length > 0) return runLine(argv, (perform) => createProgram(perform, argv[0]), io);
  io.stderr(createProgram(() => Promise.resolve()).helpInformation());
  return COULD_NOT;
}
