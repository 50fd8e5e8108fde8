import { escapeTerminal } from './escape-terminal.ts';

/**
 * What GitHub and GitLab turn into links, people, issues, commits or pictures although no mark-up is there. Escaping does
 * not stop them; inside code they leave text alone.
 */
const LINKED = /[@#!$~&%]|:\/\/|www\.|mailto:|xmpp:|GH-|[0-9a-f]{7,}|:\w+:/i;

/** Characters that are mark-up within a line; CommonMark lets all of them be escaped (section 2.4). */
const MARKUP = /[\\`*_[\]<>|]/g;

/** Cut once more after escaping: what is spelled out may be ten times as long. */
function safe(text: string, maxLength: number): string {
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
  const shown = safe(text, maxLength);
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
  const shown = safe(text, maxLength);
  return LINKED.test(shown) ? markdownCode(text, maxLength) : shown.replaceAll(MARKUP, String.raw`\$&`);
}

/** Lines of any origin as a fenced block: nothing in it is mark-up, and nothing ends it. */
export function markdownBlock(lines: readonly string[], maxLength = 400): readonly string[] {
  const shown = lines.map((line) => safe(line, maxLength));
  const fence = fenceFor(shown.join('\n'), 3);
  return [`${fence}text`, ...shown, fence];
}

/** Text for HTML inside Markdown, such as `<summary>`, in an element that forges leave alone. */
export function markdownHtmlCode(text: string, maxLength = 200): string {
  const shown = safe(text, maxLength)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
  return `<code>${shown}</code>`;
}
