import { join, resolve } from 'node:path';
import { REPORT_FILE_NAMES, REPORT_FORMATS, type ReportFormat } from '../../report/formats.ts';
import { suggestion } from '../../system/nearest-name.ts';
import { type Parses, unusable } from '../../system/option.ts';
import { quoted, UsageFault } from '../usage-fault.ts';
import type { OutputFile } from './files.ts';

/** A report that was asked for. `file` is `undefined` where the caller named none, and `-` for standard output. */
export type ReportRequest = { readonly format: ReportFormat; readonly file: string | undefined };

/** `FORMAT` or `FORMAT=FILE`, with one of these formats. */
export function formatAndFile<const Format extends string>(
  formats: readonly Format[],
): Parses<{ readonly format: Format; readonly file: string | undefined }> {
  return {
    parse: (text) => {
      const [name = '', ...rest] = text.split('=');
      const format = formats.find((candidate) => candidate === name);
      if (format === undefined)
        return unusable(text, `there is no format ${quoted(name)}; ${suggestion(name, formats)}`);
      const file = rest.length === 0 ? undefined : rest.join('=');
      if (file === '') return unusable(text, `the file has no name; write ${format}=FILE`);
      return { kind: 'value', value: { format, file } };
    },
  };
}

export const reportFormat: Parses<ReportRequest> = formatAndFile(REPORT_FORMATS);

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
