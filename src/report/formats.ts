/** The formats of a report. A format is a file that renders it, and its row here. */
import type { Interface } from '../interface/model.ts';
import type { RunRecord } from '../record/record.ts';

/** What every format is made of. `recordText` is the record's file as it is. */
export type ReportSource = {
  readonly record: RunRecord;
  readonly recordText: string;
  readonly recordFile: string;
  readonly document: Interface | undefined;
};

type FormatRow = {
  /** Name of the file that holds the report when the caller names none. */
  readonly file: string;
  /** The report for a file or a pipe, in pieces where it may be long. Its code is loaded when it is asked for. */
  readonly render: (source: ReportSource) => Promise<string | Iterable<string>>;
};

const FILE_WIDTH = 100;

/** By the names that the command line takes. */
const FORMATS = {
  terminal: {
    file: 'report.txt',
    render: async ({ record, ...source }) =>
      (await import('./text/terminal.ts')).terminalReport(record, {
        colour: false,
        width: FILE_WIDTH,
        verbose: true,
        document: source.document,
        recordFile: source.recordFile,
      }),
  },
  record: {
    file: 'record.ndjson',
    render: ({ recordText }) => Promise.resolve(recordText.endsWith('\n') ? recordText : `${recordText}\n`),
  },
  json: {
    file: 'report.json',
    render: async ({ record, document }) => (await import('./data/json.ts')).jsonReport(record, document),
  },
  junit: {
    file: 'junit.xml',
    render: async ({ record, document, recordFile }) =>
      (await import('./data/junit.ts')).junitReport(record, document, recordFile),
  },
  html: {
    file: 'report.html',
    render: async ({ record, document, recordFile }) =>
      (await import('./page/html-report.ts')).htmlReport(record, { document, recordFile }),
  },
  markdown: {
    file: 'report.md',
    render: async ({ record, document, recordFile }) =>
      (await import('./text/markdown.ts')).markdownReport(record, document, recordFile),
  },
  github: {
    file: 'github.txt',
    render: async ({ record, document, recordFile }) =>
      (await import('./data/github.ts')).githubReport(record, document, recordFile),
  },
  gitlab: {
    file: 'gl-code-quality-report.json',
    render: async ({ record, document, recordFile }) =>
      (await import('./data/gitlab.ts')).gitlabReport(record, document, recordFile),
  },
  sarif: {
    file: 'report.sarif',
    render: async ({ record, document, recordFile }) =>
      (await import('./data/sarif.ts')).sarifReport(record, document, recordFile),
  },
  tap: {
    file: 'report.tap',
    render: async ({ record, document, recordFile }) =>
      (await import('./text/tap.ts')).tapReport(record, document, recordFile),
  },
  har: {
    file: 'exchanges.har',
    render: async ({ record }) => (await import('./data/har.ts')).harReport(record),
  },
  badge: {
    file: 'badge.svg',
    render: async ({ record, document }) => (await import('./data/badge.ts')).badgeReport(record, document),
  },
  shields: {
    file: 'badge.json',
    render: async ({ record, document }) => (await import('./data/badge.ts')).shieldsReport(record, document),
  },
} as const satisfies { readonly [format: string]: FormatRow };

export type ReportFormat = keyof typeof FORMATS;

/** The formats, by the names that the command line takes. */
export const REPORT_FORMATS = Object.keys(FORMATS) as readonly ReportFormat[];

/** Name of the file that holds a report when the caller names none. */
export const REPORT_FILE_NAMES = Object.fromEntries(
  Object.entries(FORMATS).map(([format, { file }]) => [format, file]),
) as { readonly [format in ReportFormat]: string };

/** A report for a file or a pipe, in pieces where it may be long. */
export async function reportPieces(
  format: ReportFormat,
  source: ReportSource,
): Promise<string | Iterable<string>> {
  return FORMATS[format].render(source);
}

/** The pieces of a report as one text. */
export function reportText(report: string | Iterable<string>): string {
  return typeof report === 'string' ? report : [...report].join('');
}

/** A report as one text. */
export async function renderReport(format: ReportFormat, source: ReportSource): Promise<string> {
  return reportText(await reportPieces(format, source));
}
