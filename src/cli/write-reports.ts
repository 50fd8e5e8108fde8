import { renderReport, type ReportSource } from '../report/render-report.ts';
import { errnoText } from '../system/errno-text.ts';
import { writeWholeFile } from '../system/whole-file.ts';
import { appendStepSummary } from './append-step-summary.ts';
import type { CliIo } from './cli-io.ts';
import type { ReportOutput } from './report-outputs.ts';
import { quoted } from './quoted.ts';

const COULD_NOT = 2;

/** Why a report could not be written, in a line; `undefined` when it was. */
function problemOf(file: string, text: string): string | undefined {
  try {
    writeWholeFile(file, text);
    return undefined;
  } catch (error) {
    return `cannot write the report ${quoted(file)} (${errnoText(error)}); "assay report" writes it again from the record`;
  }
}

/** In GitHub Actions the report goes to the summary of the job, too. */
async function summarise(source: ReportSource, io: Pick<CliIo, 'stderr' | 'env'>): Promise<void> {
  const file = io.env['GITHUB_STEP_SUMMARY'];
  if (file === undefined || file === '') return;
  const problem = appendStepSummary(file, await renderReport('markdown', source));
  if (problem !== undefined) io.stderr(`${problem}\n`);
}

/** Whether every report that was asked for is there. */
export type ReportsWritten = 'all written' | 'some missing';

/**
 * Writes reports to their files, each whole or not at all, or to standard output. One that can't be written is told, and
 * costs neither the others nor the verdict.
 */
export async function writeReports(
  outputs: readonly ReportOutput[],
  source: ReportSource,
  io: Pick<CliIo, 'stdout' | 'stderr' | 'env'>,
): Promise<ReportsWritten> {
  let written: ReportsWritten = 'all written';
  for (const { format, file } of outputs) {
    const text = await renderReport(format, source);
    const problem = file === undefined ? io.stdout(text) : problemOf(file, text);
    if (problem === undefined) continue;
    written = 'some missing';
    io.stderr(`assay: ${problem}\n`);
  }
  if (outputs.some(({ format }) => format === 'github')) await summarise(source, io);
  return written;
}

/** A run passes when everything that was asked of it is there; what it found to be broken stays so. */
export function exitCodeWith(verdictCode: number, written: ReportsWritten): number {
  switch (written) {
    case 'all written':
      return verdictCode;
    case 'some missing':
      return verdictCode === 0 ? COULD_NOT : verdictCode;
  }
}
