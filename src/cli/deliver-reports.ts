import type { Interface } from '../interface/model.ts';
import { terminalReport } from '../report/terminal.ts';
import { verdict } from '../report/verdict.ts';
import { recordText } from '../run/record-text.ts';
import type { RunRecord } from '../run/record.ts';
import type { CliIo } from './cli-io.ts';
import type { ReportOutput } from './report-outputs.ts';
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
 * Returns the exit code that the record stands for; 2 instead of 0 when a report could not be written.
 */
export async function deliverReports(
  record: RunRecord,
  { flags, outputs, recordFile, document }: Delivery,
  io: CliIo,
): Promise<number> {
  const shown = shownPath(recordFile, io.cwd);
  const piped = outputs.some(({ file }) => file === undefined);
  const isTerminal = piped ? io.stderrIsTerminal : io.stdoutIsTerminal;
  const text = terminalReport(record, {
    colour: wantsColour({ allowed: flags.color, isTerminal, env: io.env }),
    width: io.columns,
    verbose: flags.verbose ?? false,
    document,
    recordFile: shown,
  });
  const write = piped ? io.stderr : io.stdout;
  write(flags.quiet === true ? `${text.split('\n', 1).join('')}\n` : text);
  const source = { record, recordText: recordText(record), recordFile: shown, document };
  return exitCodeWith(verdict(record, document).exitCode, await writeReports(outputs, source, io));
}
