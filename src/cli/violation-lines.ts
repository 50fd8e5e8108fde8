import { escapeTerminal } from '../report/escape-terminal.ts';
import { createInk } from '../report/ink.ts';
import type { Judged } from '../judge/traffic-judge.ts';

/** Lines for what breaks the document as it happens: the first of each check and operation, then its 10th, 100th, … */
export type ViolationLines = {
  readonly onJudged: (broke: Judged['broke'], judged: number) => void;
  /** Writes a note without disturbing the live line. */
  readonly note: (text: string) => void;
  readonly close: () => void;
};

const CLEAR_LINE = '\r\u001b[2K';
const LONGEST = 300;

function isPowerOfTen(count: number): boolean {
  return /^10*$/.test(String(count));
}

/** Shows violations as they pass, one line each, and at a terminal a live count behind them. */
export function violationLines(options: {
  readonly write: (text: string) => void;
  readonly live: boolean;
  readonly colour: boolean;
}): ViolationLines {
  const { write, live } = options;
  const ink = createInk(options.colour);
  let broken = 0;
  let closed = false;
  const print = (line: string): void => write(live ? `${CLEAR_LINE}${line}\n` : `${line}\n`);
  return {
    onJudged: (broke, judged) => {
      for (const { check, entry } of broke) {
        if (check.level === 'must') broken += 1;
        if (!isPowerOfTen(entry.nth)) continue;
        const { violation } = entry;
        const mark = check.level === 'must' ? ink.bad('✖') : ink.doubtful('!');
        const times = entry.nth === 1 ? '' : ink.faint(` (${String(entry.nth)} times)`);
        const text = `${violation.operation ?? 'no documented operation'}: expected ${violation.expected}, got ${violation.actual}`;
        print(`${mark} ${ink.strong(check.id)}${times} ${escapeTerminal(text, LONGEST)}`);
      }
      if (live && !closed)
        write(
          `${CLEAR_LINE}${ink.faint(`… ${String(judged)} exchanges judged, ${String(broken)} violations; Ctrl-C for the report`)}`,
        );
    },
    note: (text) => print(ink.plain(text)),
    close: () => {
      if (live && !closed) write(CLEAR_LINE);
      closed = true;
    },
  };
}
