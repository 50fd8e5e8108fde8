import { escapeCommands } from './escape-commands.ts';

/** Four combining marks are more than any script needs; more of them paint over other lines. */
const MARKS_ALLOWED = 4;

/**
 * Controls (C0, C1, ANSI's ESC), format characters (bidi overrides, zero width, tags), lone surrogates, private use,
 * unassigned, line separators, spaces other than U+0020, and whatever else a terminal shows as nothing.
 */
const UNSAFE =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;
const MARK = /\p{M}/u;
/** Text in which nothing has to be looked for: most of it. */
const PLAIN = /^[ -~]*$/;

const SHORT: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return SHORT.get(character) ?? `\\u{${code.toString(16)}}`;
}

/**
 * Text that came from outside, safe to print on one line of a terminal: nothing in it moves the cursor, reverses
 * or hides what follows, and no CI service takes it for a command. At most `maxLength` characters of the text, then
 * how many more there are.
 */
export function escapeTerminal(text: string, maxLength = 300): string {
  if (text.length <= maxLength && PLAIN.test(text)) return escapeCommands(text);
  let shown = '';
  let count = 0;
  let marks = 0;
  let at = 0;
  for (const character of text) {
    if (count === maxLength) return `${escapeCommands(shown)}… (${String(text.length - at)} more)`;
    marks = MARK.test(character) ? marks + 1 : 0;
    shown += UNSAFE.test(character) || marks > MARKS_ALLOWED ? escapeCharacter(character) : character;
    count += 1;
    at += character.length;
  }
  return escapeCommands(shown);
}
