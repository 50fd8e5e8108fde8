import { REPORT_FORMATS, type ReportFormat } from '../report/report-formats.ts';
import { type Parses, unusable } from '../system/option.ts';
import { quoted } from './quoted.ts';
import { suggestion } from '../interface/nearest-name.ts';

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
