import { escapeTerminal } from '../report/escape-terminal.ts';

const MAX_QUOTED = 80;

/** A value from the command line or the environment, bounded and in double quotes, for a message. */
export function quoted(value: string): string {
  return `"${escapeTerminal(value, MAX_QUOTED)}"`;
}
