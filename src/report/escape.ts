/**
 * What the runner of a CI service obeys when it reads it in a log: `##[name…]`, `##vso[name…]` and `##teamcity[name…]` wherever
 * they stand (GitHub Actions, Azure Pipelines, TeamCity), `::name…` at the beginning of a line (GitHub Actions). Lines are broken
 * at spaces, so that any word may come to begin one.
 */
const COMMAND = /#(?=#[\w.-]*\[)|(?<=^|\s):(?=:[a-z])/gi;

/** Text with the beginnings of such commands spelled out. */
export function escapeCommands(text: string): string {
  return text.replaceAll(COMMAND, (character) =>
    character === '#' ? String.raw`\u{23}` : String.raw`\u{3a}`,
  );
}

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

function spellOut(character: string): string {
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
    shown += UNSAFE.test(character) || marks > MARKS_ALLOWED ? spellOut(character) : character;
    count += 1;
    at += character.length;
  }
  return escapeCommands(shown);
}

/**
 * What GitHub and GitLab turn into links, people, issues, commits or pictures although no mark-up is there. Escaping does
 * not stop them; inside code they leave text alone.
 */
const LINKED = /[@#!$~&%]|:\/\/|www\.|mailto:|xmpp:|GH-|[0-9a-f]{7,}|:\w+:/i;

/** Characters that are mark-up within a line; CommonMark lets all of them be escaped (section 2.4). */
const MARKUP = /[\\`*_[\]<>|]/g;

/** Cut once more after escaping: what is spelled out may be ten times as long. */
function spelledOut(text: string, maxLength: number): string {
  const escaped = escapeTerminal(text, maxLength);
  return (escaped.length <= 2 * maxLength ? escaped : `${escaped.slice(0, 2 * maxLength)}…`).toWellFormed();
}

/** Longer than every run of backticks in the text, so that none of them ends the code (CommonMark, section 6.1). */
function fenceFor(text: string, shortest: number): string {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length);
  return '`'.repeat(runs.reduce((longest, run) => Math.max(longest, run + 1), shortest));
}

/** Text of any origin as a code span on one line. At most `maxLength` characters of it. */
export function markdownCode(text: string, maxLength = 600): string {
  const shown = spelledOut(text, maxLength);
  if (shown.trim() === '') return '` `';
  const fence = fenceFor(shown, 1);
  const padding = /^[ `]|[ `]$/.test(shown) ? ' ' : '';
  return `${fence}${padding}${shown}${padding}${fence}`;
}

/** The same for a cell of a table: a pipe would end it even inside code, and not every backslash before it helps. */
export function markdownCell(text: string, maxLength = 200): string {
  return markdownCode(text, maxLength).replaceAll('|', String.raw`\u{7c}`);
}

/** A sentence as running text with its mark-up escaped; as a code span where a forge would make links of it. */
export function markdownProse(text: string, maxLength = 600): string {
  const shown = spelledOut(text, maxLength);
  return LINKED.test(shown) ? markdownCode(text, maxLength) : shown.replaceAll(MARKUP, String.raw`\$&`);
}

/** Lines of any origin as a fenced block: nothing in it is mark-up, and nothing ends it. */
export function markdownBlock(lines: readonly string[], maxLength = 400): readonly string[] {
  const shown = lines.map((line) => spelledOut(line, maxLength));
  const fence = fenceFor(shown.join('\n'), 3);
  return [`${fence}text`, ...shown, fence];
}

/** Text for HTML inside Markdown, such as `<summary>`, in an element that forges leave alone. */
export function markdownHtmlCode(text: string, maxLength = 200): string {
  const shown = spelledOut(text, maxLength)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
  return `<code>${shown}</code>`;
}
