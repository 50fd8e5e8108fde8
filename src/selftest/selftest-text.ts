import type { Fault } from '../mock/faults/fault.ts';
import { createInk, type Ink } from '../report/text/ink.ts';
import { type ClauseScore, type FreedomTrial, isUnjust, percentOf, type Score, type Trial } from './score.ts';

/** What a selftest came to, and what it took. */
export type SelftestReport = {
  readonly title: string;
  readonly profile: string;
  readonly seed: number;
  readonly score: Score;
  readonly faults: readonly Fault[];
  readonly trials: readonly Trial[];
  readonly freedoms: readonly FreedomTrial[];
  /** Faults that no mock of the document can show, by the reason. */
  readonly inapplicable: ReadonlyMap<string, number>;
  readonly requests: number;
  readonly seconds: number;
};

const LONGEST_LIST = 12;

function share({ noticed, shown }: { readonly noticed: number; readonly shown: number }): string {
  return `${noticed}/${shown}`;
}

function clauseLine(score: ClauseScore, width: number, ink: Ink): string {
  const { clause, unjudged, noticed, shown } = score;
  const name = ink.plain(clause.id.padEnd(width));
  if (unjudged !== undefined) return `  ${name}  ${ink.faint(unjudged)}`;
  const pen = noticed === shown ? ink.good : ink.bad;
  return `  ${name}  ${pen(share(score).padStart(7))}`;
}

function clauseLines({ clauses }: Score, verbose: boolean, ink: Ink): readonly string[] {
  const width = Math.max(0, ...clauses.map(({ clause }) => clause.id.length));
  const judged = clauses.filter(({ unjudged }) => unjudged === undefined);
  const rest = clauses.filter(({ unjudged }) => unjudged !== undefined);
  const without = rest.length === 0 ? [] : ['', ink.strong(`Not judged: ${rest.length} clauses`)];
  const lines = (list: readonly ClauseScore[]): readonly string[] =>
    list.map((one) => clauseLine(one, width, ink));
  const shown = verbose ? rest : rest.slice(0, LONGEST_LIST);
  return [
    ink.strong('Clauses: faults noticed, of those that showed'),
    ...lines(judged),
    ...without,
    ...lines(shown),
    ...more(rest.length - shown.length, ink),
  ];
}

function more(count: number, ink: Ink): readonly string[] {
  return count > 0 ? [ink.faint(`  and ${count} more (--verbose lists them)`)] : [];
}

type Group = {
  readonly heading: string;
  readonly rows: readonly (readonly [fault: string, note: string])[];
  /** Shown whole, however long. */
  readonly whole: boolean;
};

function groupLines({ heading, rows, whole }: Group, verbose: boolean, ink: Ink): readonly string[] {
  if (rows.length === 0) return [];
  const shown = whole || verbose ? rows : rows.slice(0, LONGEST_LIST);
  const width = Math.max(...shown.map(([fault]) => fault.length));
  return [
    '',
    ink.strong(`${heading}: ${rows.length}`),
    ...shown.map(([fault, note]) => `  ${ink.plain(fault.padEnd(width))}  ${ink.faint(note)}`.trimEnd()),
    ...more(rows.length - shown.length, ink),
  ];
}

/** Freedoms that the suites blame, with the checks that do. */
function unjustRows(freedoms: readonly FreedomTrial[]): Group['rows'] {
  return freedoms
    .filter(isUnjust)
    .map(({ freedom, title, blaming, failure }) => [freedom, `${title}: ${failure ?? blaming.join(', ')}`]);
}

function freedomLine(freedoms: readonly FreedomTrial[], ink: Ink): readonly string[] {
  if (freedoms.length === 0) return [];
  const taken = freedoms.filter(({ shown }) => shown);
  const unjust = freedoms.filter(isUnjust).length;
  const pen = unjust === 0 ? ink.good : ink.bad;
  const text = `${taken.length} freedoms that the document leaves were taken, ${unjust === 0 ? 'none' : unjust} of them blamed`;
  return [pen(text)];
}

function groupsOf({ trials, faults, freedoms }: SelftestReport): readonly Group[] {
  const titles = new Map(faults.map(({ name, title }) => [name, title]));
  const titleOf = ({ fault }: Trial): string => titles.get(fault) ?? '';
  const rows = (note: (trial: Trial) => string | undefined): readonly (readonly [string, string])[] =>
    trials.flatMap((trial) => {
      const said = note(trial);
      return said === undefined ? [] : [[trial.fault, said] as const];
    });
  return [
    {
      heading: 'Assay itself failed',
      whole: true,
      rows: rows(({ outcome }) => (outcome.kind === 'broken' ? outcome.reason : undefined)),
    },
    { heading: 'Blamed, although the document allows it', whole: true, rows: unjustRows(freedoms) },
    {
      heading: 'Not noticed',
      whole: true,
      rows: rows((trial) => {
        const { outcome } = trial;
        if (outcome.kind === 'left-to-thorough' && outcome.shown)
          return `${titleOf(trial)}: --profile thorough notices it`;
        return outcome.kind === 'survived' ? titleOf(trial) : undefined;
      }),
    },
    {
      heading: 'Left to --profile thorough',
      whole: true,
      rows: rows((trial) =>
        trial.outcome.kind === 'left-to-thorough' && !trial.outcome.shown ? titleOf(trial) : undefined,
      ),
    },
    {
      heading: 'Noticed, but only as a warning',
      whole: false,
      rows: rows(({ outcome }) => (outcome.kind === 'warned' ? outcome.checks.join(', ') : undefined)),
    },
    {
      heading: 'Never showed: nothing that the suites send provokes it',
      whole: false,
      rows: rows((trial) => (trial.outcome.kind === 'not-shown' ? titleOf(trial) : undefined)),
    },
  ];
}

function inapplicableLines({ inapplicable }: SelftestReport, ink: Ink): readonly string[] {
  if (inapplicable.size === 0) return [];
  const rows = [...inapplicable].map(([reason, count]) => ink.faint(`  ${count}: ${reason}`));
  return ['', ink.strong('Not applicable'), ...rows];
}

/** The report of a selftest for a terminal. */
export function selftestText(
  report: SelftestReport,
  { colour, verbose }: { readonly colour: boolean; readonly verbose: boolean },
): string {
  const ink = createInk(colour);
  const { score, trials, requests, seconds } = report;
  const pen = score.noticed === score.shown ? ink.good : ink.bad;
  const total = `mutation score ${percentOf(score)} %: ${score.noticed} of ${score.shown} faults that showed are noticed`;
  return [
    ...clauseLines(score, verbose, ink),
    ...groupsOf(report).flatMap((group) => groupLines(group, verbose, ink)),
    ...inapplicableLines(report, ink),
    '',
    pen(total),
    ...freedomLine(report.freedoms, ink),
    ink.faint(
      `${report.title}, profile ${report.profile}, seed ${report.seed}: ${trials.length} faults tried, ${requests} requests, ${seconds.toFixed(1)} s`,
    ),
    '',
  ].join('\n');
}
