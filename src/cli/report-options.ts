/** The options of the commands that make reports of earlier runs, as rows. */
import { GROUPS } from '../record/settings.ts';
import { DIFF_FORMATS } from '../report/diff/formats.ts';
import { REPORT_FORMATS } from '../report/formats.ts';
import type { Given, OptionRows } from '../system/option.ts';
import { COLOUR, OUTPUT, SPEC, VERBOSE } from './options.ts';
import { formatAndFile, reportFormat } from './output/report-outputs.ts';

const FORMAT = { flags: '--format <format[=file]>', group: GROUPS.output, many: true } as const;

export const REPORTS = {
  format: {
    ...FORMAT,
    text: `${REPORT_FORMATS.join(', ')}; without a file to standard output; may be repeated`,
    example: '--format junit=out/junit.xml',
    values: reportFormat,
  },
  out: { ...OUTPUT.out, text: 'directory for formats without a file name' },
  ...SPEC,
  ...VERBOSE,
  ...COLOUR,
} as const satisfies OptionRows;

export const DIFF = {
  format: {
    ...FORMAT,
    text: 'terminal, markdown, html or json; without a file to standard output; may be repeated',
    example: '--format html=diff.html',
    values: formatAndFile(DIFF_FORMATS),
  },
  ...SPEC,
  ...COLOUR,
} as const satisfies OptionRows;

export type ReportFlags = Given<typeof REPORTS>;
export type DiffFlags = Given<typeof DIFF>;
