import { join, resolve } from 'node:path';
import { REPORT_FILE_NAMES, type ReportFormat } from '../report/report-formats.ts';
import type { OutputFile } from './require-apart.ts';
import type { ReportRequest } from './parse-report-option.ts';
import { quoted } from './quoted.ts';
import { UsageFault } from './usage-fault.ts';

/** A report and the absolute path that it goes to; `undefined` stands for standard output. */
export type ReportOutput = { readonly format: ReportFormat; readonly file: string | undefined };

/** What a format without a file is for: annotations count for GitHub only where a step prints them. */
function usualFile(format: ReportFormat, directory: string): string {
  return format === 'github' ? '-' : join(directory, REPORT_FILE_NAMES[format]);
}

/** Gives every report a place. Throws a `UsageFault` when two of them share one. */
export function reportOutputs(
  requests: readonly ReportRequest[],
  { directory, cwd }: { readonly directory: string; readonly cwd: string },
): readonly ReportOutput[] {
  const outputs = requests.map(({ format, file: given }) => {
    const file = given ?? usualFile(format, directory);
    return { format, file: file === '-' ? undefined : resolve(cwd, file) };
  });
  for (const [at, { file }] of outputs.entries()) {
    if (outputs.findIndex((other) => other.file === file) === at) continue;
    const place = file === undefined ? 'standard output' : quoted(file);
    throw new UsageFault(
      `cannot write two reports to ${place}: give each a file of its own, as in --report FORMAT=FILE`,
    );
  }
  return outputs;
}

/** The reports that go to files, with the option that places them. */
export function filesOf(outputs: readonly ReportOutput[], option: string): readonly OutputFile[] {
  return outputs.flatMap(({ file }) => (file === undefined ? [] : [{ file, option }]));
}
