import { Command } from 'commander';
import { packageManifest } from '../run/package-manifest.ts';
import type { Asked } from './command-line.ts';
import { COMMANDS } from './commands.ts';

const EXAMPLES = `
Examples:
  assay test                                          against assay's own mock
  assay test --url https://api.example.com/v1 --key-env API_KEY --plan free
  assay mock --port 4010
  assay explain errors.shape`;

/** The command line of assay. It never exits and prints help alone; faults are thrown. */
export function createProgram(perform: (asked: Asked) => Promise<void>): Command {
  const program = new Command('assay')
    .description('Tells whether an HTTP service does what its interface document says, and stands in for it.')
    .version(packageManifest().version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', EXAMPLES)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  for (const one of COMMANDS) program.addCommand(one(perform));
  return program;
}
