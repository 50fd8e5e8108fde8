import type { CorpusDocument } from './corpus.ts';
import type { Measured } from './measured.ts';

/** A document and what came of it. */
export type CorpusRow = { readonly document: CorpusDocument; readonly measured: Measured };

const HEAD = [
  'document',
  'operations',
  'in reach',
  'asked',
  'served',
  'verdict (exit)',
  'violations',
  'faults noticed',
  'CPU to load',
  'CPU in all',
  'memory',
];

function cells({ document, measured }: CorpusRow): readonly string[] {
  if (measured.kind === 'refused')
    return [document.name, '', '', '', '', `does not load: ${measured.reason}`, '', '', '', '', ''];
  const { violations, faults, score } = measured;
  const told = [
    ...violations.map((id) => `${id}${document.contradiction === undefined ? '' : ' (the document’s own)'}`),
    ...(faults.length === 0 ? [] : [`${String(faults.length)} faults of assay`]),
  ];
  return [
    document.name,
    String(measured.operations),
    String(measured.inReach),
    String(measured.asked),
    String(measured.served),
    `${measured.verdict} (${String(measured.exitCode)})`,
    told.join(', ') || 'none',
    score === undefined ? '' : `${String(score.noticed)} of ${String(score.shown)}`,
    `${measured.loadCpuS.toFixed(1)} s`,
    `${measured.cpuS.toFixed(1)} s`,
    `${String(measured.memoryMib)} MiB`,
  ];
}

function line(texts: readonly string[]): string {
  return `| ${texts.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
}

function sumOf(rows: readonly CorpusRow[], name: 'operations' | 'inReach' | 'asked' | 'served'): string {
  const sum = rows.reduce(
    (all, { measured }) => all + (measured.kind === 'measured' ? measured[name] : 0),
    0,
  );
  return sum.toLocaleString('en');
}

/** True for a violation or a fault that no contradiction of the document explains. */
export function isOurs({ document, measured }: CorpusRow): boolean {
  if (measured.kind === 'refused') return true;
  return (
    measured.faults.length > 0 || (measured.violations.length > 0 && document.contradiction === undefined)
  );
}

/** The table of docs/corpus.md, with the sums and what is known of single documents. */
export function corpusTable(rows: readonly CorpusRow[]): string {
  const loaded = rows.filter(({ measured }) => measured.kind === 'measured').length;
  const sums = `${String(loaded)} of ${String(rows.length)} documents load. Of ${sumOf(rows, 'operations')} operations ${sumOf(rows, 'inReach')} are in reach of a run that changes nothing of others, ${sumOf(rows, 'asked')} were asked and ${sumOf(rows, 'served')} were served.`;
  const ours = rows.filter(isOurs).map(({ document }) => document.name);
  const blame =
    ours.length === 0 ? 'No violation and no fault is ours.' : `Ours to mend: ${ours.join(', ')}.`;
  const known = rows.flatMap(({ document: { name, contradiction } }) =>
    contradiction === undefined ? [] : [`- ${name}: ${contradiction}.`],
  );
  const open = rows.flatMap(({ document: { name }, measured }) => {
    if (measured.kind === 'refused' || measured.exitCode !== 2) return [];
    const [first] = measured.missing;
    const told = first === undefined ? 'no operation of it is in reach' : `${first.what}: ${first.why}`;
    return [`- ${name}: ${told}.`];
  });
  return [
    sums,
    blame,
    '',
    line(HEAD),
    line(HEAD.map(() => '---')),
    ...rows.map((row) => line(cells(row))),
    '',
    'What could not be told, the first of it:',
    '',
    ...open,
    ...(known.length === 0 ? [] : ['', 'Contradictions of documents with themselves:', '', ...known]),
  ].join('\n');
}
