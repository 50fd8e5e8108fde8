import type { Interface } from '../interface/model.ts';
import type { RunRecord } from '../run/record.ts';
import { createInk } from './ink.ts';
import type { TerminalContext } from './terminal-context.ts';
import { terminalFindings } from './terminal-findings.ts';
import { terminalGaps } from './terminal-gaps.ts';
import { terminalKnownFailures } from './terminal-known-failures.ts';

import {
  closingLines,
  undecidedLines,
  leftoverLines,
  observedLines,
  runLines,
  verdictLine,
} from './terminal-summary.ts';
import { verdict } from './verdict.ts';

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
