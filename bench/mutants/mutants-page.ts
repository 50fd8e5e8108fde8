import type { BedReport, Trial } from './bed.ts';
import type { Harmless } from './harmless.ts';
import {
  falseAlarms,
  figuresOf,
  GOAL_PERCENT,
  reasonsOf,
  survivors,
  type Figures,
} from './mutants-figures.ts';
import { mutatedServices } from './services.ts';

const PIPE = /\|/g;

function row(texts: readonly string[]): string {
  return `| ${texts.map((cell) => cell.replace(PIPE, '\\|')).join(' | ')} |`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
}

const HEAD = [
  'mutants',
  'no start',
  'no use',
  'harmless',
  'to be told',
  'violation',
  'warning',
  'exit 2',
  'green',
  'told',
];

function cellsOf(figures: Figures): readonly string[] {
  const { mutants, broken, unusable, harmless, tellable, violation, warning, couldNotTell, green, percent } =
    figures;
  const counts = [mutants, broken, unusable, harmless, tellable, violation, warning, couldNotTell, green].map(
    String,
  );
  return [...counts, `${percent.toFixed(1)} %`];
}

function groups(
  trials: readonly Trial[],
  nameOf: (trial: Trial) => string,
): readonly [string, readonly Trial[]][] {
  return [...Map.groupBy(trials, nameOf)];
}

/** Code in a table of Markdown: backticks inside would end it. */
function code(text: string): string {
  return `\`${text.replaceAll('`', 'ˋ')}\``;
}

/** The tables by service and by operator, with the sum at the end. */
export function figuresTables(trials: readonly Trial[], reasons: ReadonlyMap<string, string>): string {
  const names = mutatedServices.map(({ name }) => name);
  const bySource = groups(trials, ({ service }) => service.name).toSorted(
    ([a], [b]) => names.indexOf(a) - names.indexOf(b),
  );
  const byOperator = groups(trials, ({ mutant }) => mutant.operator).toSorted(([a], [b]) =>
    a.localeCompare(b),
  );
  const rowsOf = (all: readonly [string, readonly Trial[]][]): readonly (readonly string[])[] =>
    all.map(([name, some]) => [name, ...cellsOf(figuresOf(some, reasons))]);
  const sum = ['all', ...cellsOf(figuresOf(trials, reasons))];
  return [
    table(['service', ...HEAD], [...rowsOf(bySource), sum]),
    table(['operator', ...HEAD], [...rowsOf(byOperator), sum]),
  ].join('\n\n');
}

function survivorsText(trials: readonly Trial[], reasons: ReadonlyMap<string, string>): string {
  const left = survivors(trials, reasons);
  if (left.length === 0) return 'None.';
  return table(
    ['where', 'operator', 'what it changes', 'the run'],
    left.map(({ mutant, fate }) => [
      `${mutant.file}:${mutant.line}`,
      mutant.operator,
      `${code(mutant.from)} → ${code(mutant.to)}`,
      fate.kind === 'green' ? 'is green' : 'could not tell',
    ]),
  );
}

/** The page of a run over the whole bed. */
export function mutantsPage(report: BedReport, harmless: readonly Harmless[], seed: number): string {
  const reasons = reasonsOf(harmless);
  const { percent, tellable } = figuresOf(report.trials, reasons);
  const alarms = falseAlarms(report, reasons);
  return `# What assay tells of mutated services

Written by \`npm run bench:mutants -- --write\`; change \`bench/mutants\` or the checks, not this page.

The zoo of [power.md](power.md) has faults that somebody thought of. Here nobody did: ${mutatedServices.length} conforming services, some on the
packages of others and some written by hand, are changed in one place each, by the rules of
[Stryker](https://stryker-mutator.io) and by one more and one less for each number. A mutant gets one standard run with a
Free key; time is shared with it, so that nothing waits.

**${percent.toFixed(1)} % of ${tellable} mutants that such a client can tell are told** (the goal is ${GOAL_PERCENT} %), with ${alarms.length === 0 ? 'no false alarm' : `${alarms.length} false alarms`}, seed ${seed}.

*No start*: mutants that do not start, or never end. *No use*: mutants that serve nobody, because they answer nothing, refuse
their own key or have nothing at their address; assay ends with exit 2 and says which, since a wrong key or address looks
the same. Neither counts. *Harmless*: mutants that conform, or that
no polite client with one Free key can tell from the original, listed by hand in \`bench/mutants/harmless.json\` with a reason
each; the command complains of entries that name no mutant. *Told*: a violation, or a warning where an HTTP standard is
broken and not the document. *Exit 2*: assay says that it could not tell, which no gate lets through, and counts as not
told here. A mutant of a shared source is tried in the services that reach it, until it is told.

${figuresTables(report.trials, reasons)}

## Mutants that survive

${survivorsText(report.trials, reasons)}

## Why mutants are harmless

${table(
  ['reason', 'mutants'],
  harmless.map(({ reason, mutants }) => [reason, String(mutants.length)]),
)}
`;
}
