import { escapeTerminal } from '../escape.ts';
import { wrapText } from '../text/context.ts';
import { createInk, type Ink } from '../text/ink.ts';
import { diffedRunText, diffHeadline, type DiffSection, diffSections } from './diff-sections.ts';
import type { RunDiff } from './run-diff.ts';

export type TerminalDiffOptions = {
  readonly colour: boolean;
  /** Columns of the terminal. */
  readonly width: number;
};

const WIDEST = 120;
const MOST_ITEMS = 30;
const MAX_TEXT = 600;

const MARKS: { readonly [tone in DiffSection['tone']]: string } = {
  bad: '✖',
  doubtful: '!',
  good: '✔',
  told: '·',
};

function penFor(ink: Ink, tone: DiffSection['tone']): Ink['plain'] {
  switch (tone) {
    case 'bad':
    case 'good':
    case 'doubtful':
      return ink[tone];
    case 'told':
      return ink.faint;
  }
}

function indented(ink: Ink, text: string, width: number, indent: string): readonly string[] {
  const safe = escapeTerminal(text, MAX_TEXT);
  return wrapText(safe, width - indent.length).map((line) => indent + ink.plain(line));
}

function sectionLines(section: DiffSection, ink: Ink, width: number): readonly string[] {
  const shown = section.items.slice(0, MOST_ITEMS);
  const hidden = section.items.length - shown.length;
  const pen = penFor(ink, section.tone);
  return [
    '',
    ink.strong(section.title),
    '',
    ...shown.flatMap(({ name, text }) => [
      `${pen(MARKS[section.tone])}  ${pen(escapeTerminal(name, MAX_TEXT))}`,
      ...indented(ink, text, width, '   '),
    ]),
    ...(hidden === 0 ? [] : [`   ${ink.faint(`and ${String(hidden)} more (see --format json)`)}`]),
  ];
}

/** What changed between two runs, for people at a terminal: whether something got worse first. Ends with a line feed. */
export function terminalDiff(diff: RunDiff, options: TerminalDiffOptions): string {
  const ink = createInk(options.colour);
  const width = Math.min(WIDEST, options.width);
  const headline = diffHeadline(diff);
  const opening = diff.worse ? ink.bad(`✖ ${headline}`) : ink.good(`✔ ${headline}`);
  return `${[
    opening,
    ...indented(ink, `old  ${diffedRunText(diff.before)}`, width, '  '),
    ...indented(ink, `new  ${diffedRunText(diff.now)}`, width, '  '),
    ...diff.notes.flatMap((note) => indented(ink, note, width, '  ')),
    ...diffSections(diff).flatMap((section) => sectionLines(section, ink, width)),
  ].join('\n')}\n`;
}
