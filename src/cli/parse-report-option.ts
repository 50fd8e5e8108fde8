import { REPORT_FORMATS, type ReportFormat } from '../report/report-formats.ts';
import { quoted } from './quoted.ts';
import { suggestion } from '../interface/nearest-name.ts';
import { UsageFault } from './usage-fault.ts';

/** A report that was asked for. `file` is `undefined` where the caller named none, and `-` for standard output. */
export type ReportRequest = { readonly format: ReportFormat; readonly file: string | undefined };

const NAMES: readonly string[] = REPORT_FORMATS;

function isFormat(name: string): name is ReportFormat {
  return NAMES.includes(name);
}

/** Reads `FORMAT` or `FORMAT=FILE`. Throws a `UsageFault` that names the formats. */
export function parseReportOption(text: string, option: string): ReportRequest {
  const [format = '', ...rest] = text.split('=');
  const file = rest.length === 0 ? undefined : rest.join('=');
  if (!isFormat(format)) {
    throw new UsageFault(
      `cannot use ${option} ${quoted(text)}: there is no format ${quoted(format)}; ${suggestion(format, NAMES)}`,
    );
  }
  if (file === '') {
    throw new UsageFault(`cannot use ${option} ${quoted(text)}: the file has no name; write ${format}=FILE`);
  }
  return { format, file };
}
