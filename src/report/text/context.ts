import type { Interface } from '../../interface/model.ts';
import type { RunRecord } from '../../record/record.ts';
import { escapeTerminal } from '../escape.ts';
import type { Ink, Pen } from './ink.ts';

/** Narrower columns are unreadable; long words stand out instead. */
const MIN_WIDTH = 20;

/** Breaks a line at spaces into lines of at most `width` characters; a longer word keeps a line of its own. */
export function wrapText(text: string, width: number): readonly string[] {
  const limit = Math.max(MIN_WIDTH, width);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > limit) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** What every part of the terminal report is a function of. */
export type TerminalContext = {
  readonly record: RunRecord;
  readonly document: Interface | undefined;
  /** Where the record is, for the reader and for `assay replay`. */
  readonly recordFile: string | undefined;
  readonly ink: Ink;
  readonly width: number;
  readonly verbose: boolean;
  /** What shows whole lists, for the reader. Default: the option for it. */
  readonly whole?: string;
};

/** Most characters of one statement, expectation or reason. */
const MAX_PROSE = 600;

/** A text from the record as indented lines of the terminal's width. */
export function prose(
  { ink, width }: TerminalContext,
  text: string,
  layout: {
    readonly indent: string;
    readonly first?: string;
    readonly pen?: Pen;
    /** Most characters of the text. */
    readonly longest?: number;
  },
): readonly string[] {
  const write = layout.pen ?? ink.plain;
  const lines = wrapText(escapeTerminal(text, layout.longest ?? MAX_PROSE), width - layout.indent.length);
  return lines.map((line, at) => (at === 0 ? (layout.first ?? layout.indent) : layout.indent) + write(line));
}

/** The first of a long list, and how many more there are. In a verbose report the whole list. */
export function bounded<Item>(
  { ink, verbose, whole = '--verbose' }: TerminalContext,
  items: readonly Item[],
  layout: {
    readonly most: number;
    readonly indent: string;
    readonly show: (item: Item) => readonly string[];
  },
): readonly string[] {
  const shown = verbose ? items : items.slice(0, layout.most);
  const hidden = items.length - shown.length;
  const rest = hidden === 0 ? [] : [layout.indent + ink.faint(`and ${String(hidden)} more (see ${whole})`)];
  return [...shown.flatMap(layout.show), ...rest];
}

/** A text as lines of this width at most, each so far from the left. */
export function paragraphs(text: string, width: number, indent: string): readonly string[] {
  return text
    .trim()
    .split('\n')
    .flatMap((line) => wrapText(line.trim(), width - indent.length))
    .map((line) => (indent + line).trimEnd());
}
