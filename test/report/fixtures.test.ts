import { expect, test } from 'vitest';
import {
  renderReport,
  REPORT_FILE_NAMES,
  REPORT_FORMATS,
  type ReportFormat,
} from '../../src/report/formats.ts';
import { library, libraryRecord } from './library-record.ts';
import { recordText } from './record-text.ts';

/** Its look is tested in a browser. */
const WITHOUT: readonly ReportFormat[] = ['html'];

test.each(REPORT_FORMATS.filter((format) => !WITHOUT.includes(format)))(
  'the report %s is the one that was reviewed (vitest -u writes it anew)',
  async (format) => {
    const report = await renderReport(format, {
      record: libraryRecord,
      recordText: recordText(libraryRecord),
      recordFile: 'reports/last.ndjson',
      document: library,
    });
    await expect(report).toMatchFileSnapshot(`fixtures/${REPORT_FILE_NAMES[format]}`);
  },
);
