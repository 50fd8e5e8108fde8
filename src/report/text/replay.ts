import { isBroken, isSilent, type Outcome, type Violation } from '../../checks/outcome.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Interface } from '../../interface/model.ts';
import type { CheckResult, RunRecord } from '../../record/record.ts';
import type { Replayed } from '../../run/replay/replay.ts';
import { prose, type TerminalContext } from './context.ts';
import { terminalExcerpt } from './findings.ts';
import { createInk, type Ink } from './ink.ts';

export type ReplayReportOptions = {
  readonly id: string;
  readonly result: CheckResult;
  readonly violation: Violation;
  readonly exchange: Exchange;
  readonly replayed: Replayed;
  readonly document: Interface;
  readonly colour: boolean;
  readonly width: number;
};

function verdictOf(ink: Ink, outcome: Outcome): string {
  if (isSilent(outcome)) return ink.doubtful(`? could not tell: ${outcome.reason}`);
  switch (outcome.kind) {
    case 'fail':
    case 'warn':
      return ink.bad('✖ still there');
    case 'pass':
      return ink.good('✔ gone');
    case 'observed':
      return ink.doubtful('? could not tell: this check only observes');
  }
}

function actualOf(outcome: Outcome): string | undefined {
  return isBroken(outcome) ? outcome.violations[0]?.actual : undefined;
}

/** What a replay shows: whether the violation is still there, then the request and both answers. Ends with a line feed. */
export function replayReport(record: RunRecord, options: ReplayReportOptions): string {
  const { violation, replayed, result } = options;
  const ink = createInk(options.colour);
  const context: TerminalContext = {
    record,
    document: options.document,
    recordFile: undefined,
    ink,
    width: options.width,
    verbose: true,
  };
  const field = (label: string, text: string): readonly string[] =>
    prose(context, text, { indent: ' '.repeat(12), first: `  ${ink.faint(label.padEnd(9))} ` });
  const actual = actualOf(replayed.outcome);
  return `${[
    `${verdictOf(ink, replayed.outcome)} – ${ink.strong(options.id)}  ${ink.plain(result.title)}`,
    ...field('expected', violation.expected),
    ...field('then', violation.actual),
    ...(actual === undefined ? [] : field('now', actual)),
    '',
    ink.strong('Then'),
    ...terminalExcerpt(context, options.exchange, '  '),
    ...(replayed.exchange === undefined
      ? []
      : ['', ink.strong('Now'), ...terminalExcerpt(context, replayed.exchange, '  ')]),
  ].join('\n')}\n`;
}
