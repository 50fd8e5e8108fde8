import { onOneLine } from './quoted.ts';
import type { CommanderError } from 'commander';
import { escapeTerminal } from '../report/escape-terminal.ts';

/** An unknown option without what may be a secret: its value, or what is glued to a short one. */
function withoutValue(message: string): string {
  return message
    .replace(/^unknown option '(--[^=']*)=.*?'(?=$| \()/, "unknown option '$1'")
    .replace(/^(unknown option '-[^-']).*?'/, "$1'");
}

/** Excess arguments may be part of a key with a space in it: only what looks like an address is quoted. */
function excessText(argv: readonly string[]): string {
  const address = argv.find((argument) => /^https?:\/\/[^@]*$/.test(argument));
  if (address === undefined) return 'too many arguments; values with spaces need quotes';
  return `unexpected argument "${escapeTerminal(address, 80)}"; give the address with --url`;
}

/** What commander found wrong, in one line that ends with where the right usage is to be found. */
export function usageText(error: CommanderError, argv: readonly string[]): string {
  const command = argv.find((argument) => !argument.startsWith('-'));
  const message = onOneLine(error.message.replace(/^error: /, ''), ' ');
  const text = error.code === 'commander.excessArguments' ? excessText(argv) : withoutValue(message);
  const unknown = command === undefined || error.code === 'commander.unknownCommand';
  const help = unknown ? 'assay --help' : `assay ${command} --help`;
  return `${escapeTerminal(text, 400)}; see "${escapeTerminal(help, 60)}"`;
}
