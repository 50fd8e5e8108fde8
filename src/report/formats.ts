/** The formats of a report, by the names that the command line takes. */
export const REPORT_FORMATS = [
  'terminal',
  'record',
  'json',
  'junit',
  'html',
  'markdown',
  'github',
  'gitlab',
  'sarif',
  'tap',
  'har',
  'badge',
  'shields',
] as const;

export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Name of the file that holds a report when the caller names none. */
export const REPORT_FILE_NAMES: { readonly [format in ReportFormat]: string } = {
  terminal: 'report.txt',
  record: 'record.ndjson',
  json: 'report.json',
  junit: 'junit.xml',
  html: 'report.html',
  markdown: 'report.md',
  github: 'github.txt',
  gitlab: 'gl-code-quality-report.json',
  sarif: 'report.sarif',
  tap: 'report.tap',
  har: 'exchanges.har',
  badge: 'badge.svg',
  shields: 'badge.json',
};
