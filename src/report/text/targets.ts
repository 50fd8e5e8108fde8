/** The services that were tested side by side, as a table for a terminal: the worst first. */
import { type TestedTarget, targetWords } from '../model/tested-target.ts';
import { createInk, type Ink, type Pen } from './ink.ts';

const LONGEST_NAME = 40;
const LONGEST_WORDS = 200;
const SEVERITY: readonly number[] = [1, 2, 130, 0];

function markOf(code: number, ink: Ink): { readonly sign: string; readonly pen: Pen } {
  if (code === 0) return { sign: '✔', pen: ink.good };
  return code === 1 ? { sign: '✖', pen: ink.bad } : { sign: '?', pen: ink.doubtful };
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}

/** The worst first, and among equals as they were given. */
export function worstFirst(tested: readonly TestedTarget[]): readonly TestedTarget[] {
  return tested.toSorted((a, b) => SEVERITY.indexOf(a.code) - SEVERITY.indexOf(b.code));
}

type Cells = readonly [
  name: string,
  clauses: string,
  violations: string,
  requests: string,
  seconds: string,
  words: string,
];

const HEADS: Cells = ['service', 'clauses', 'violations', 'requests', 'seconds', 'verdict'];

function cellsOf(target: TestedTarget, ink: Ink): Cells {
  const { name, ran } = target;
  const words = cut(targetWords(target), LONGEST_WORDS);
  // Escaped before they are measured: an escape is longer than what it stands for.
  const own = [ink.plain(cut(name, LONGEST_NAME)), words] as const;
  if (ran === undefined) return [own[0], '–', '–', '–', '–', own[1]];
  const { ruling, all, seconds } = ran;
  return [
    own[0],
    `${String(ruling.proven)}/${String(ruling.provable)}`,
    String(ruling.violations),
    String(all),
    seconds.toFixed(1),
    own[1],
  ];
}

function lineOf(cells: Cells, widths: readonly number[]): string {
  const [name, ...rest] = cells;
  const numbers = rest.slice(0, -1).map((cell, at) => cell.padStart(widths[at + 1] ?? 0));
  return [name.padEnd(widths[0] ?? 0), ...numbers].join('  ');
}

/** A line for each service, the worst first. */
export function targetsTable(tested: readonly TestedTarget[], colour: boolean): string {
  const ink = createInk(colour);
  const rows = worstFirst(tested).map((target) => ({ target, cells: cellsOf(target, ink) }));
  const widths = HEADS.map((head, at) =>
    rows.reduce((most, { cells }) => Math.max(most, cells[at]?.length ?? 0), head.length),
  );
  const head = ink.faint(`  ${lineOf(HEADS, widths)}  ${HEADS[5]}`);
  const lines = rows.map(({ target, cells }) => {
    const { sign, pen } = markOf(target.code, ink);
    return `${pen(sign)} ${lineOf(cells, widths)}  ${ink.plain(cells[5])}`;
  });
  return `${[head, ...lines].join('\n')}\n`;
}
