import { terminalReport, type TerminalReportOptions } from '../report/terminal.ts';
import { verdict } from '../report/verdict.ts';
import type { RunRecord } from '../run/record.ts';
import type { CliIo } from './cli-io.ts';
import { reportFault, type ReportsWritten } from './write-reports.ts';

/**
 * Shows the report for people. Where assay fails to make it, the verdict is shown all the same, and the fault is told: it
 * says nothing about the service. `first-line`: the verdict alone.
 */
export function showReport(
  record: RunRecord,
  options: TerminalReportOptions & {
    readonly extent: 'whole' | 'first-line';
    readonly write: (text: string) => void;
    readonly render?: typeof terminalReport;
  },
  io: Pick<CliIo, 'stderr'>,
): ReportsWritten {
  const { extent, write, render = terminalReport, ...layout } = options;
  try {
    const text = render(record, layout);
    write(extent === 'whole' ? text : `${text.split('\n', 1).join('')}\n`);
    return 'all written';
  } catch (error) {
    write(`${verdict(record, layout.document).text}\n`);
    io.stderr(`assay: ${reportFault('terminal', error)}\n`);
    return 'some missing';
  }
}
