import type { OutcomeKind } from '../checks/outcome.ts';
import type { Leftover } from '../run/record.ts';
import { escapeTerminal } from './escape-terminal.ts';
import { partialNote } from './partial-note.ts';
import { extentNoun, runCounts, runExtent, runFacts } from './run-counts.ts';
import { bounded, prose, type TerminalContext } from './terminal-context.ts';
import { undecidedTexts } from './run-problem.ts';
import type { Verdict } from './verdict.ts';

const MOST_OBSERVED = 20;
const MOST_LEFTOVERS = 10;

const OUTCOME_NAMES: { readonly [kind in OutcomeKind]: string } = {
  pass: 'passed',
  fail: 'failed',
  warn: 'warned',
  observed: 'observed',
  'not-applicable': 'not applicable',
  'not-testable': 'not testable',
  blocked: 'blocked',
  inconclusive: 'inconclusive',
  'harness-error': 'harness errors',
};

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
export function undecidedLines(context: TerminalContext, ruling: Verdict): readonly string[] {
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
export function observedLines(context: TerminalContext): readonly string[] {
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
export function leftoverLines(context: TerminalContext): readonly string[] {
  const leftovers = context.record.footer?.leftovers ?? [];
  if (leftovers.length === 0) return [];
  return [
    context.ink.strong('Left behind at the service (the document has no way to delete)'),
    '',
    ...bounded(context, leftovers, {
      most: MOST_LEFTOVERS,
      indent: '   ',
      show: (leftover) => [`   ${context.ink.plain(escapeTerminal(leftoverText(leftover), 160))}`],
    }),
    '',
  ];
}

/** Checks per outcome, requests and seconds, and where the record is. */
export function closingLines(context: TerminalContext, ruling: Verdict): readonly string[] {
  const { record, recordFile, ink } = context;
  const checks = Object.entries(OUTCOME_NAMES)
    .map(([kind, name]) => ({
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
    ...(recordFile === undefined ? [] : [`${ink.faint('record')}    ${ink.plain(recordFile)}`]),
    `${ink.faint('exit')}      ${ink.plain(`${String(ruling.exitCode)}, ${ruling.text}`)}`,
  ];
}
