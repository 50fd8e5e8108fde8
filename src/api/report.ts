/** Every report of a run, for programs. */
import type { Interface } from '../interface/model.ts';
import type { RunRecord } from '../record/record.ts';
import { recordText } from '../record/write.ts';
import { renderReport as render, REPORT_FORMATS, type ReportFormat } from '../report/formats.ts';
import { suggestion } from '../system/nearest-name.ts';
import { OptionFault } from '../system/option.ts';

export type RenderOptions = {
  /** Source of the clauses' texts; without it most formats name their ids alone. */
  readonly document?: Interface;
  /** Where the record is, for the lines of `assay replay`. Default `record.ndjson`. */
  readonly recordFile?: string;
};

/**
 * A report as text, ready for a file, as `--report` writes it. The code of a format is loaded when it is asked for. Rejects with
 * an `OptionFault` for a format that there is not.
 */
export async function renderReport(
  format: ReportFormat,
  record: RunRecord,
  { document, recordFile = 'record.ndjson' }: RenderOptions = {},
): Promise<string> {
  if (!REPORT_FORMATS.includes(format))
    throw new OptionFault('format', format, suggestion(format, REPORT_FORMATS));
  return render(format, { record, recordText: recordText(record), recordFile, document });
}
