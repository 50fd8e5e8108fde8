import { renderReport, type ReportSource } from '../report/render-report.ts';
import type { ReportFormat } from '../report/report-formats.ts';
import { errnoText } from '../system/errno-text.ts';
import { writeWholeFile } from '../system/whole-file.ts';
import { appendStepSummary } from './append-step-summary.ts';
import type { CliIo } from './cli-io.ts';
import type { ReportOutput } from './report-outputs.ts';
import { quoted } from './quoted.ts';

const COULD_NOT = 2;

function delivered(
  file: string | undefined,
  text: string,
  { stdout }: Pick<CliIo, 'stdout'>,
): string | undefined {
  if (file !== undefined) return problemOf(file, text);
  stdout(text);
  return undefined;
}

/** Why a report could not be written, in a line; `undefined` when it was. */
function problemOf(file: string, text: string): string | undefined {
  try {
    writeWholeFile(file, text);
    return undefined;
  } catch (error) {
    return `cannot write the report ${quoted(file)} (${errnoText(error)}); "assay report" writes it again from the record`;
  }
}

/** A report as text, or which one assay failed to make, and why: one report costs no other, nor the verdict. */
type Rendered = { readonly text: string } | { readonly problem: string };

/** What a fault of assay in making a report is told as. */
export function reportFault(name: string, error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `internal error: the report "${name}" could not be made, which says nothing about the service and costs nothing but this report: ${text}`;
}

async function rendered(render: RenderReport, format: ReportFormat, source: ReportSource): Promise<Rendered> {
  try {
    return { text: await render(format, source) };
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
  const report = await rendered(render, 'markdown', source);
  const problem = 'text' in report ? appendStepSummary(file, report.text) : report.problem;
  if (problem !== undefined) io.stderr(`${problem}\n`);
}

type RenderReport = typeof renderReport;

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
  render: RenderReport = renderReport,
): Promise<ReportsWritten> {
  let written: ReportsWritten = 'all written';
  for (const { format, file } of outputs) {
    const report = await rendered(render, format, source);
    const problem = 'text' in report ? delivered(file, report.text, io) : report.problem;
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
