import type { Interface } from '../interface/model.ts';
import type { RunRecord } from '../record/record.ts';
import type { ReportFormat } from './formats.ts';
import { terminalReport } from './text/terminal.ts';

/** What every format is made of. `recordText` is the record's file as it is. */
export type ReportSource = {
  readonly record: RunRecord;
  readonly recordText: string;
  readonly recordFile: string;
  readonly document: Interface | undefined;
};

const FILE_WIDTH = 100;

/** A report as text, for a file or a pipe. A format's code is loaded when it is asked for. */
export async function renderReport(format: ReportFormat, source: ReportSource): Promise<string> {
  const { record, recordText, recordFile, document } = source;
  switch (format) {
    case 'terminal':
      return terminalReport(record, {
        colour: false,
        width: FILE_WIDTH,
        verbose: true,
        document,
        recordFile,
      });
    case 'record':
      return recordText.endsWith('\n') ? recordText : `${recordText}\n`;
    case 'json':
      return (await import('./data/json.ts')).jsonReport(record, document);
    case 'html':
      return (await import('./page/html-report.ts')).htmlReport(record, { document, recordFile });
    case 'junit':
      return (await import('./data/junit.ts')).junitReport(record, document, recordFile);
    case 'markdown':
      return (await import('./text/markdown.ts')).markdownReport(record, document, recordFile);
    case 'github':
      return (await import('./data/github.ts')).githubReport(record, document, recordFile);
    case 'gitlab':
      return (await import('./data/gitlab.ts')).gitlabReport(record, document, recordFile);
    case 'sarif':
      return (await import('./data/sarif.ts')).sarifReport(record, document, recordFile);
    case 'tap':
      return (await import('./text/tap.ts')).tapReport(record, document, recordFile);
    case 'har':
      return (await import('./data/har.ts')).harReport(record);
    case 'badge':
      return (await import('./data/badge.ts')).badgeReport(record, document);
    case 'shields':
      return (await import('./data/badge.ts')).shieldsReport(record, document);
  }
}
