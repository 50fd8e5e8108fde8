import type { Interface } from '../interface/model.ts';
import { verdict } from '../report/verdict.ts';
import { recordText } from '../run/record-text.ts';
import type { RunRecord } from '../run/record.ts';
import type { CliIo } from './cli-io.ts';
import type { ReportOutput } from './report-outputs.ts';
import { showReport } from './show-report.ts';
import { shownPath } from './shown-path.ts';
import { wantsColour } from './wants-colour.ts';
import { exitCodeWith, writeReports } from './write-reports.ts';

export type Delivery = {
  readonly flags: { readonly quiet?: boolean; readonly verbose?: boolean; readonly color: boolean };
  readonly outputs: readonly ReportOutput[];
  /** Absolute path of the record's file, for whoever reads. */
  readonly recordFile: string;
  readonly document: Interface;
};

/**
 * Shows a record to whoever watches (on standard error where a report goes to standard output) and writes its reports.
 * Returns the exit code that the record stands for; 2 instead of 0 when a report could not be made or written.
 */
export async function deliverReports(
  record: RunRecord,
  { flags, outputs, recordFile, document }: Delivery,
  io: CliIo,
): Promise<number> {
  const shown = shownPath(recordFile, io.cwd);
  const piped = outputs.some(({ file }) => file === undefined);
  const isTerminal = piped ? io.stderrIsTerminal : io.stdoutIsTerminal;
  const made = showReport(
    record,
    {
      colour: wantsColour({ allowed: flags.color, isTerminal, env: io.env }),
      width: io.columns,
      verbose: flags.verbose ?? false,
      document,
      recordFile: shown,
      extent: flags.quiet === true ? 'first-line' : 'whole',
      write: piped ? io.stderr : io.stdout,
    },
    io,
  );
  const source = { record, recordText: recordText(record), recordFile: shown, document };
  return exitCodeWith(verdict(record, document).exitCode, made, await writeReports(outputs, source, io));
}
