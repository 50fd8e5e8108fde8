import { statSync } from 'node:fs';
import type { Interface } from '../../interface/model.ts';
import { appendWhole, writeWholeFile } from '../../output/whole-file.ts';
import type { RunRecord } from '../../record/record.ts';
import { recordText } from '../../record/write.ts';
import { reportPieces, reportText, type ReportFormat, type ReportSource } from '../../report/formats.ts';
import { verdict } from '../../report/model/verdict.ts';
import { terminalReport, type TerminalReportOptions } from '../../report/text/terminal.ts';
import { errnoText } from '../../system/errno.ts';
import type { CliIo } from '../io.ts';
import { quoted } from '../usage-fault.ts';
import { wantsColour } from './progress.ts';
import { shownPath } from '../../document/files.ts';
import type { ReportOutput } from './report-outputs.ts';

/** GitHub drops the whole summary of a step that is longer. */
const MAX_SUMMARY_BYTES = 1024 * 1024;

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Appends to the summary of a step of GitHub Actions. Returns one line where it could not. */
function appendStepSummary(file: string, markdown: string): string | undefined {
  const cannot = `cannot add the report to the job summary ${quoted(file)}`;
  try {
    if (sizeOf(file) + Buffer.byteLength(markdown) > MAX_SUMMARY_BYTES)
      return `${cannot}: it would be longer than the 1 MiB that GitHub takes`;
    appendWhole(file, markdown);
    return undefined;
  } catch (error) {
    return `${cannot} (${errnoText(error)})`;
  }
}

const COULD_NOT = 2;

/** Why a report is not where it was wanted, in a line; `undefined` when it is. Its pieces may be made as they go out. */
function delivered(
  { format, file }: ReportOutput,
  report: string | Iterable<string>,
  { stdout }: Pick<CliIo, 'stdout'>,
): string | undefined {
  if (file !== undefined) return problemOf(file, report);
  try {
    for (const piece of typeof report === 'string' ? [report] : report) stdout(piece);
    return undefined;
  } catch (error) {
    return reportFault(format, error);
  }
}

/** Why a report could not be written, in a line; `undefined` when it was. */
function problemOf(file: string, report: string | Iterable<string>): string | undefined {
  try {
    writeWholeFile(file, report);
    return undefined;
  } catch (error) {
    return `cannot write the report ${quoted(file)} (${errnoText(error)}); "assay report" writes it again from the record`;
  }
}

/** A report, or which one assay failed to make, and why: one report costs no other, nor the verdict. */
type Rendered = { readonly report: string | Iterable<string> } | { readonly problem: string };

/** What a fault of assay in making a report is told as. */
function reportFault(name: string, error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `internal error: the report "${name}" could not be made, which says nothing about the service and costs nothing but this report: ${text}`;
}

async function rendered(render: RenderReport, format: ReportFormat, source: ReportSource): Promise<Rendered> {
  try {
    return { report: await render(format, source) };
  } catch (error) {
    return { problem: reportFault(format, error) };
  }
}

/** In GitHub Actions the report goes to the summary of the job, too. */
async function summarise(
  render: RenderReport,
  source: ReportSource,
  io: Pick<CliIo, 'stderr' | 'env'>,
): Promise<void> {
  const file = io.env['GITHUB_STEP_SUMMARY'];
  if (file === undefined || file === '') return;
  const made = await rendered(render, 'markdown', source);
  const problem = 'report' in made ? appendStepSummary(file, reportText(made.report)) : made.problem;
  if (problem !== undefined) io.stderr(`${problem}\n`);
}

type RenderReport = typeof reportPieces;

/** Whether every report that was asked for is there. */
export type ReportsWritten = 'all written' | 'some missing';

/**
 * Writes reports to their files, each whole or not at all, or to standard output. One that can't be made or written is
 * told, and costs neither the others nor the verdict.
 */
export async function writeReports(
  outputs: readonly ReportOutput[],
  source: ReportSource,
  io: Pick<CliIo, 'stdout' | 'stderr' | 'env'>,
  render: RenderReport = reportPieces,
): Promise<ReportsWritten> {
  let written: ReportsWritten = 'all written';
  for (const output of outputs) {
    const made = await rendered(render, output.format, source);
    const problem = 'report' in made ? delivered(output, made.report, io) : made.problem;
    if (problem === undefined) continue;
    written = 'some missing';
    io.stderr(`assay: ${problem}\n`);
  }
  if (outputs.some(({ format }) => format === 'github')) await summarise(render, source, io);
  return written;
}

/** A run passes when everything that was asked of it is there; what it found to be broken stays so. */
export function exitCodeWith(verdictCode: number, ...written: readonly ReportsWritten[]): number {
  return verdictCode === 0 && written.includes('some missing') ? COULD_NOT : verdictCode;
}

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
  const source = {
    record,
    get recordText(): string {
      return recordText(record);
    },
    recordFile: shown,
    document,
  };
  return exitCodeWith(verdict(record, document).exitCode, made, await writeReports(outputs, source, io));
}
