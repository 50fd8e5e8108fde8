import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRecord } from '../../src/record/read.ts';
import type { RunRecord } from '../../src/record/record.ts';
import { renderReport, REPORT_FORMATS, type ReportFormat } from '../../src/report/formats.ts';
import { verdict } from '../../src/report/model/verdict.ts';
import { library, libraryRecord } from './library-record.ts';
import { recordText } from './record-text.ts';
import { validators } from './validators.ts';

const whole = Buffer.from(recordText(libraryRecord));
const headerEnd = whole.indexOf('\n');

function cutAt(bytes: number): string {
  return whole.subarray(0, bytes).toString('utf8');
}

function parsed(text: string): RunRecord {
  const result = parseRecord(text, 'cut.ndjson');
  if (result.kind === 'no-record') throw new Error(result.problem);
  return result.record;
}

/** How each format says that its record is not whole. */
const SAYS_PARTIAL: { readonly [format in ReportFormat]: (report: string) => boolean } = {
  terminal: (text) => text.includes('The record has no end'),
  // It is the record: a reader sees that the end is missing.
  record: (text) => parsed(text).partial,
  json: (text) => (JSON.parse(text) as { readonly run: { readonly partial: boolean } }).run.partial,
  junit: (text) => text.includes('<error message="the run was cut off before its end" type="cut-off"/>'),
  html: (text) => /cut off|no end|partial/i.test(text),
  markdown: (text) => text.includes('> The record is partial'),
  github: (text) => text.includes('The record is partial') && text.startsWith('::error '),
  gitlab: (text) => text.includes('"run.cut-off"'),
  sarif: (text) => text.includes('"executionSuccessful": false') && text.includes('"id": "cut-off"'),
  tap: (text) => text.includes('# The record is partial') && /^not ok \d+ - the run did its job$/m.test(text),
  har: (text) => text.includes('"comment": "The record is partial'),
  badge: (text) => text.includes(', partial'),
  shields: (text) => text.includes(', partial'),
};

async function reportOn(format: ReportFormat, text: string): Promise<string> {
  return renderReport(format, {
    record: parsed(text),
    recordText: text,
    recordFile: 'cut.ndjson',
    document: library,
  });
}

describe.each(REPORT_FORMATS)('the report %s', (format) => {
  test('says of a whole record nothing of the kind', async () => {
    expect(SAYS_PARTIAL[format](await reportOn(format, cutAt(whole.length)))).toBe(false);
  });

  test('is there for a record that was cut off at any byte after its header, and says that it is partial', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: headerEnd, max: whole.length - 2 }), async (bytes) => {
        const report = await reportOn(format, cutAt(bytes));
        validators[format](report);
        expect(SAYS_PARTIAL[format](report)).toBe(true);
      }),
      { numRuns: 12 },
    );
  });
});

test('a record that was cut off within its header is an error that says so', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: headerEnd - 1 }), (bytes) => {
      const result = parseRecord(cutAt(bytes), 'cut.ndjson');
      expect(result).toMatchObject({
        kind: 'no-record',
        problem: expect.stringMatching(/is empty|no record header/),
      });
    }),
  );
});

test('a record with a line that cannot be read is partial in every format', async () => {
  const lines = whole.toString('utf8').split('\n');
  const text = [lines[0], '{"type":', ...lines.slice(1)].join('\n');
  for (const format of REPORT_FORMATS) {
    const report = await reportOn(format, text);
    validators[format](report);
    expect(report, format).toMatch(/partial|damaged|\{"type":\n/);
  }
});

test('what cannot be read makes a good run one of which nobody can tell, and is counted', () => {
  const lines = whole.toString('utf8').trimEnd().split('\n');
  const at = lines.findIndex((line) => line.startsWith('{"type":"exchange"'));
  const nulled = (lines[at] ?? '').replace(/"endMs":[\d.]+/, '"endMs":null');
  expect(nulled).toContain('null');
  fc.assert(
    fc.property(fc.constantFrom(nulled, '{"type":', '{"type":"other"}', 'x'), fc.boolean(), (line, twice) => {
      const damaged = [...lines.slice(0, at), line, ...(twice ? [line] : []), ...lines.slice(at + 1)];
      const record = { ...parsed(damaged.join('\n')), results: [] };
      expect(record.damage).toEqual(
        twice ? { lines: 2, first: [at + 1, at + 2] } : { lines: 1, first: [at + 1] },
      );
      expect(verdict(record)).toMatchObject({
        exitCode: 2,
        text: expect.stringContaining(`${twice ? '2 lines' : '1 line'} of the record cannot be read`),
      });
    }),
  );
  const broken = parsed([...lines, 'x'].join('\n'));
  expect(broken.results.some(({ outcome }) => outcome.kind === 'fail')).toBe(true);
  expect(verdict(broken).exitCode).toBe(1);
});
