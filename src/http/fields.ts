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

/** The lines of header fields whose names and values stand by turns, as Node has them. */
export function linesOf(rawHeaders: readonly string[]): readonly HeaderLine[] {
  return rawHeaders.flatMap((name, index): readonly HeaderLine[] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  );
}

/** A service says the same few names over and over; longer ones are made small each time. */
const smallNames = new Map<string, string>();
const MOST_NAMES = 512;
const LONGEST_NAME = 64;

/** The name of a field in lower case. */
function lowerCaseName(name: string): string {
  const known = smallNames.get(name);
  if (known !== undefined) return known;
  const made = name.toLowerCase();
  if (name.length > LONGEST_NAME) return made;
  if (smallNames.size >= MOST_NAMES) smallNames.clear();
  // One text for all that differ in letter case: it is found by what it is, and not by what it says.
  const small = smallNames.get(made) ?? made;
  smallNames.set(made, small);
  smallNames.set(name, small);
  return small;
}

/** The values of every line called `name` (in any letter case), in order, without white space around them. */
export function fieldValues(lines: readonly HeaderLine[], name: string): readonly string[] {
  const wanted = lowerCaseName(name);
  const values: string[] = [];
  for (const [lineName, value] of lines) {
    if (lineName.length === wanted.length && lowerCaseName(lineName) === wanted)
      values.push(withoutBlanks(value));
  }
  return values;
}

const NO_VALUES: readonly string[] = [];

/** The same for whoever asks for many names: the lines are gone through once. */
export function fieldsOf(lines: readonly HeaderLine[]): (name: string) => readonly string[] {
  const fields = new Map<string, string[]>();
  for (const [name, value] of lines) {
    const lower = lowerCaseName(name);
    const known = fields.get(lower);
    if (known === undefined) fields.set(lower, [withoutBlanks(value)]);
    else known.push(withoutBlanks(value));
  }
  return (name) => fields.get(lowerCaseName(name)) ?? NO_VALUES;
}

/**
 * Names and values of a `Cookie` field as they were sent, without the blanks around them (RFC 6265 sections 4.2.1 and 5.4). What
 * stands there without `=` is a value without a name.
 */
export function cookiePairs(field: string): readonly (readonly [name: string, value: string])[] {
  return field.split(';').flatMap((part) => {
    const at = part.indexOf('=');
    const name = at < 0 ? '' : withoutBlanks(part.slice(0, at));
    const value = withoutBlanks(part.slice(at + 1));
    return name === '' && value === '' ? [] : [[name, value] as const];
  });
}

/** The value of the only line called `name`; `undefined` when there is none or more than one. */
export function singleFieldValue(lines: readonly HeaderLine[], name: string): string | undefined {
  const values = fieldValues(lines, name);
  return values.length === 1 ? values[0] : undefined;
}
