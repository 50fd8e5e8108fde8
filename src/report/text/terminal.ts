import { slowedText } from './slowed.ts';
import { counted } from '../../system/counted.ts';
import { OUTCOME_KINDS } from '../../checks/outcome.ts';
import type { Interface } from '../../interface/model.ts';
import type { Leftover, RunRecord } from '../../record/record.ts';
import { escapeTerminal } from '../escape.ts';
import {
  adviceOn,
  knownFailures,
  type KnownFailureStanding,
  nameOfKnownFailure,
} from '../model/known-failures.ts';
import { partialNote, undecidedTexts } from '../model/run-problem.ts';
import { extentNoun, leftoversReason, runCounts, runExtent, runFacts } from '../model/standings.ts';
import { type Verdict, verdict } from '../model/verdict.ts';
import { bounded, prose, type TerminalContext } from './context.ts';
import { terminalFindings } from './findings.ts';
import { terminalGaps } from './gaps.ts';
import { createInk } from './ink.ts';

const MOST_OBSERVED = 20;
const MOST_LEFTOVERS = 10;

/** The one line that says it all. */
export function verdictLine(context: TerminalContext, ruling: Verdict): string {
  const { ink } = context;
  const counts = runCounts(context.record, ruling);
  switch (ruling.kind) {
    case 'conforms':
      return `${ink.good(`✔ ${ruling.text}`)} – ${ink.plain(counts)}`;
    case 'does-not-conform':
      return `${ink.bad(`✖ ${ruling.text}`)} – ${ink.plain(counts)}`;
    case 'could-not-tell':
    case 'interrupted':
      return `${ink.doubtful(`? ${ruling.text}`)} – ${ink.plain(counts)}`;
  }
}

/** What kept assay from telling, and what to do about it: the first that a reader has to know. */
function undecidedLines(context: TerminalContext, ruling: Verdict): readonly string[] {
  return undecidedTexts(ruling).flatMap((text) => prose(context, text, { indent: '    ', first: '  - ' }));
}

/** What was tested, how, and why the run ended early, where it did. */
export function runLines(context: TerminalContext): readonly string[] {
  const { header, footer } = context.record;
  const { settings } = header;
  const facts = [
    `${header.interface.title} ${header.interface.version}`,
    `${settings.url}${header.ownMock ? " (assay's own mock)" : ''}`,
    ...(settings.plan === undefined ? [] : [`plan ${settings.plan}`]),
    ...runFacts(context.record),
    ...(settings.shard === undefined
      ? []
      : [`shard ${String(settings.shard.index)} of ${String(settings.shard.total)}`]),
  ];
  return [
    ...prose(context, facts.join(' · '), { indent: '  ', pen: context.ink.faint }),
    ...stopLines(context, footer?.stop),
    ...damageLines(context),
  ];
}

/** A record without an end is told by `stopLines`. */
function damageLines(context: TerminalContext): readonly string[] {
  const note = context.record.footer === undefined ? undefined : partialNote(context.record);
  return note === undefined ? [] : prose(context, note, { indent: '  ' });
}

type FooterStop = NonNullable<TerminalContext['record']['footer']>['stop'];

function stopLines(context: TerminalContext, stop: FooterStop | undefined): readonly string[] {
  const note = (text: string): readonly string[] => prose(context, text, { indent: '  ' });
  switch (stop?.kind) {
    case undefined:
      return note('The record has no end: the run was killed. What follows is what it saw until then.');
    case 'completed':
      return [];
    case 'interrupted':
      return note('Interrupted. What follows is what was seen until then.');
    case 'budget':
      return note(`Ended early: ${stop.reason}`);
    case 'unusable-target':
      return [...note(stop.reason), ...note(stop.advice)];
    case 'harness-error':
      return note(`assay itself failed, which says nothing about the service: ${stop.reason}`);
  }
}

/** Values seen where the document is silent. */
function observedLines(context: TerminalContext): readonly string[] {
  const observations = context.record.results.flatMap(({ outcome }) =>
    outcome.kind === 'observed' ? outcome.observations : [],
  );
  if (observations.length === 0) return [];
  return [
    context.ink.strong('Observed, where the document is silent'),
    '',
    ...bounded(context, observations, {
      most: MOST_OBSERVED,
      indent: '   ',
      show: ({ name, value }) => prose(context, `${name}: ${value}`, { indent: '   ' }),
    }),
    '',
  ];
}

/** A probe's text may have no room for a name; an answer may tell no identity. */
function leftoverText({ operation, name, identity }: Leftover): string {
  if (name === '') return identity === '' ? operation : `${operation}: ${identity}`;
  return identity === '' ? `${operation}: ${name}` : `${operation}: ${name} (${identity})`;
}

/** What probes left at the service. */
function leftoverLines(context: TerminalContext): readonly string[] {
  const leftovers = context.record.footer?.leftovers ?? [];
  if (leftovers.length === 0) return [];
  return [
    context.ink.strong(`Left behind at the service (${leftoversReason(context.record)})`),
    '',
    ...bounded(context, leftovers, {
      most: MOST_LEFTOVERS,
      indent: '   ',
      show: (leftover) => [`   ${context.ink.plain(escapeTerminal(leftoverText(leftover), 160))}`],
    }),
    '',
  ];
}

const MOST_GONE = 3;
const LONGEST_REPLAYED = 600;

/** What was drawn beside the planned requests, where anything was. */
function drawnLine({ record, ink }: TerminalContext): readonly string[] {
  const drawn = record.footer?.drawn;
  if (drawn === undefined) return [];
  const told = `${counted(drawn.cases, 'case')} in ${counted(drawn.rounds, 'round')}, ${counted(drawn.kinds, 'kind')} of answers`;
  const slowed = drawn.slowed === undefined ? '' : `; ${escapeTerminal(slowedText(drawn.slowed), 200)}`;
  return [`${ink.faint('drawn')}     ${ink.plain(told + slowed)}`];
}

/** What became of the cases that were sent first, where there were any. */
function replayedLine({ record, ink }: TerminalContext): readonly string[] {
  const replayed = record.footer?.replayed;
  if (replayed === undefined) return [];
  const { cases, again, gone, unsent } = replayed;
  const left = cases - again;
  const named =
    gone.length === 0 ? '' : `: ${gone.slice(0, MOST_GONE).join(', ')}${left > MOST_GONE ? ', …' : ''}`;
  const told = [
    `${counted(cases, 'case')} first`,
    ...(again === 0 ? [] : [`${String(again)} failed again`]),
    ...(left === 0 ? [] : [`${String(left)} did not${named}`]),
    ...unsent.slice(0, MOST_GONE).map(({ reason, count }) => `${String(count)} not sent: ${reason}`),
  ].join('; ');
  return [`${ink.faint('replayed')}  ${ink.plain(escapeTerminal(told, LONGEST_REPLAYED))}`];
}

/** Checks per outcome, requests and seconds, and where the record is. */
function closingLines(context: TerminalContext, ruling: Verdict): readonly string[] {
  const { record, recordFile, ink } = context;
  const checks = Object.entries(OUTCOME_KINDS)
    .map(([kind, { name }]) => ({
      name,
      count: record.results.filter(({ outcome }) => outcome.kind === kind).length,
    }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${String(count)} ${name}`);
  const { withKey, all, seconds } = runExtent(record);
  const split =
    withKey === undefined || extentNoun(record) === 'exchange'
      ? ''
      : ` (${String(withKey)} on the key, ${String(all - withKey)} without a valid one)`;
  return [
    `${ink.faint('checks')}    ${ink.plain(checks.length === 0 ? 'none ran' : checks.join(', '))}`,
    `${ink.faint(`${extentNoun(record)}s`.padEnd(9))} ${ink.plain(`${String(all)}${split} in ${seconds.toFixed(1)} s`)}`,
    ...replayedLine(context),
    ...drawnLine(context),
    ...(recordFile === undefined ? [] : [`${ink.faint('record')}    ${ink.plain(recordFile)}`]),
    `${ink.faint('exit')}      ${ink.plain(`${String(ruling.exitCode)}, ${ruling.text}`)}`,
  ];
}

const MOST = 20;

/** Whether the entry is as it should be, what to do where it is not, and its reason. */
function entryLines(context: TerminalContext, standing: KnownFailureStanding): readonly string[] {
  const { entry, state } = standing;
  const { ink } = context;
  const advice = adviceOn(context.record, standing);
  const until = entry.expires === undefined ? '' : `, until ${entry.expires}`;
  const said = ((): string => {
    switch (state.kind) {
      case 'excuses':
        return `${counted(state.violations, 'violation')}${until}`;
      case 'not-reached':
        return `not shown: ${state.reason}${until}`;
      case 'passes':
      case 'expired':
        return advice ?? '';
    }
  })();
  const mark = advice === undefined ? ink.faint('·') : ink.bad('✖');
  return [
    ...prose(context, `${nameOfKnownFailure(entry)}: ${said}`, { indent: '   ', first: `${mark}  ` }),
    ...prose(context, entry.reason, { indent: '   ', pen: ink.faint }),
  ];
}

/** The known failures of the run's baseline, those that have to be put right first. Without a baseline, nothing. */
function terminalKnownFailures(context: TerminalContext): readonly string[] {
  const { record, ink } = context;
  const standings = knownFailures(record);
  if (standings.length === 0) return [];
  const isWrong = (standing: KnownFailureStanding): boolean => adviceOn(record, standing) !== undefined;
  const ordered = [...standings.filter((one) => isWrong(one)), ...standings.filter((one) => !isWrong(one))];
  return [
    ink.strong(`Known failures, from ${record.header.settings.baseline?.file ?? ''}`),
    '',
    ...bounded(context, ordered, { most: MOST, indent: '   ', show: (one) => entryLines(context, one) }),
    '',
  ];
}

export type TerminalReportOptions = {
  readonly colour: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  /** Whole lists, all headers, longer bodies. */
  readonly verbose: boolean;
  /** Source of the clauses' texts; without it the report names their ids alone. */
  readonly document: Interface | undefined;
  readonly recordFile: string | undefined;
};

const WIDEST = 120;

/**
 * The report for people at a terminal: the verdict first. Everything in it that came from the target or from the
 * record is escaped and bounded. Ends with a line feed.
 */
export function terminalReport(record: RunRecord, options: TerminalReportOptions): string {
  const context: TerminalContext = {
    record,
    document: options.document,
    recordFile: options.recordFile,
    ink: createInk(options.colour),
    width: Math.min(WIDEST, options.width),
    verbose: options.verbose,
  };
  const ruling = verdict(record, options.document);
  const unusable = record.footer?.stop.kind === 'unusable-target' && ruling.violations === 0;
  const undecided = unusable ? [] : undecidedLines(context, ruling);
  const opening = [verdictLine(context, ruling), ...undecided, ...runLines(context), ''];
  const body = unusable
    ? []
    : [
        ...terminalFindings(context, 'fail'),
        ...terminalFindings(context, 'warn'),
        ...terminalKnownFailures(context),
        ...observedLines(context),
        ...terminalGaps(context),
        ...leftoverLines(context),
      ];
  return `${[...opening, ...body, ...closingLines(context, ruling)].join('\n')}\n`;
}
