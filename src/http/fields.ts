import type { HeaderLine } from './exchange.ts';

/** What stands in a header field: blanks around values and lists of them (RFC 9110 §5.5, §5.6.1). In linear time. */

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

/** The text without the blanks and tabs around it. */
export function withoutBlanks(text: string): string {
  let from = 0;
  let end = text.length;
  while (from < end && isBlank(text.charCodeAt(from))) from += 1;
  while (end > from && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(from, end);
}

/** The members of a list that is parted by commas, without the blanks around them; empty ones are there, too. */
export function listMembers(text: string): readonly string[] {
  return text.split(',').map(withoutBlanks);
}

/** The values of every line called `name` (in any letter case), in order, without white space around them. */
export function fieldValues(lines: readonly HeaderLine[], name: string): readonly string[] {
  const wanted = name.toLowerCase();
  const values: string[] = [];
  for (const [lineName, value] of lines) {
    if (lineName.length === wanted.length && lineName.toLowerCase() === wanted)
      values.push(withoutBlanks(value));
  }
  return values;
}

/** The value of the only line called `name`; `undefined` when there is none or more than one. */
export function singleFieldValue(lines: readonly HeaderLine[], name: string): string | undefined {
  const values = fieldValues(lines, name);
  return values.length === 1 ? values[0] : undefined;
}
