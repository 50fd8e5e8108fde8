import { escapeTerminal } from '../report/escape.ts';

/** Something that the caller has to put right. `main` prints its text on one line and exits with 2. */
export class UsageFault extends Error {
  constructor(text: string) {
    super(text);
    this.name = 'UsageFault';
  }
}

const MAX_QUOTED = 80;

/** Several lines as one, without the blanks around each. */
export function onOneLine(text: string, separator: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(separator);
}

/** A value from the command line or the environment, bounded and in double quotes, for a message. */
export function quoted(value: string): string {
  return `"${escapeTerminal(value, MAX_QUOTED)}"`;
}
