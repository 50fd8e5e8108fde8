import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { gate } from '../credential/gate.ts';
import { renderReport, type ReportSource } from '../report/render-report.ts';
import { appendStepSummary } from './append-step-summary.ts';
import type { CliIo } from './cli-io.ts';
import type { ReportOutput } from './report-outputs.ts';
import { UsageFault } from './usage-fault.ts';
import { quoted } from './quoted.ts';

async function writeTo(file: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, gate().output(text));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new UsageFault(
      `cannot write the report ${quoted(file)} (${code}); "assay report" writes it again from the record`,
    );
  }
}

/** In GitHub Actions the report goes to the summary of the job, too. */
async function summarise(source: ReportSource, io: Pick<CliIo, 'stderr' | 'env'>): Promise<void> {
  const file = io.env['GITHUB_STEP_SUMMARY'];
  if (file === undefined || file === '') return;
  const problem = appendStepSummary(file, await renderReport('markdown', source));
  if (problem !== undefined) io.stderr(`${problem}\n`);
}

/** Writes reports to their files or to standard output. Throws a `UsageFault` when a file cannot be written. */
export async function writeReports(
  outputs: readonly ReportOutput[],
  source: ReportSource,
  io: Pick<CliIo, 'stdout' | 'stderr' | 'env'>,
): Promise<void> {
  for (const { format, file } of outputs) {
    const text = await renderReport(format, source);
    if (file === undefined) io.stdout(text);
    else await writeTo(file, text);
  }
  if (outputs.some(({ format }) => format === 'github')) await summarise(source, io);
}
