import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { recordText } from '../../src/record/write.ts';
import { renderReport, type ReportFormat } from '../../src/report/formats.ts';
import { terminalReport } from '../../src/report/text/terminal.ts';
import { callAssay } from '../cli/call-assay.ts';
import { failed, sampleExchange, sampleRecord, sampleResult } from '../samples/sample-record.ts';

const cwd = mkdtempSync(join(tmpdir(), 'assay-long-body-'));
afterAll(() => rmSync(cwd, { recursive: true }));

const LONG = Buffer.from(`{"note":"${Array.from({ length: 2_000 }, (_, at) => String(at)).join(' ')}"}`);
const SHORT = Buffer.from('{"note":"short"}');

function recordWith(body: Uint8Array) {
  const exchange = sampleExchange({ id: 'x1' });
  return sampleRecord({
    exchanges: new Map([['x1', { ...exchange, request: { ...exchange.request, method: 'POST', body } }]]),
    results: [sampleResult('bodies.json', failed({ exchanges: ['x1'] }))],
  });
}

function unescaped(report: string): string {
  return report
    .replaceAll('&#39;', "'")
    .replaceAll('&apos;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll('\\"', '"');
}

/** The reports that show a line for curl. */
const FORMATS: readonly ReportFormat[] = ['html', 'markdown', 'junit', 'tap', 'sarif', 'github'];
const SAVED = /assay replay bodies\.json\/1 --save-body body\.bin && curl [^\n]*--data-binary @body\.bin /;

describe('the line for curl', () => {
  test.each(FORMATS)('takes a long body from the record, and a short one along, in %s', async (format) => {
    const rendered = async (body: Uint8Array): Promise<string> => {
      const record = recordWith(body);
      const text = recordText(record);
      const recordFile = 'reports/last.ndjson';
      return unescaped(
        await renderReport(format, { record, recordText: text, recordFile, document: undefined }),
      );
    };
    expect(await rendered(LONG)).toMatch(SAVED);
    const short = await rendered(SHORT);
    expect(short).toContain(`--data-raw '{"note":"short"}'`);
    expect(short).not.toContain('--save-body');
  });

  test('does so in the terminal, and assay replay writes the body byte by byte', async () => {
    const record = recordWith(LONG);
    mkdirSync(join(cwd, 'reports'));
    const file = join(cwd, 'reports/last.ndjson');
    writeFileSync(file, recordText(record));
    const options = { colour: false, width: 100, verbose: false, recordFile: 'reports/last.ndjson' };
    expect(terminalReport(record, { ...options, document: undefined })).toMatch(SAVED);
    const saved = await callAssay(['replay', 'bodies.json/1', '--save-body', 'body.bin'], { cwd });
    expect(saved).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(readFileSync(join(cwd, 'body.bin'))).toEqual(LONG);
    const over = await callAssay(['replay', 'bodies.json/1', '--save-body', file], { cwd });
    expect(over).toMatchObject({ code: 2, stderr: expect.stringContaining('is the record itself') });
    const nowhere = await callAssay(['replay', 'bodies.json/1', '--save-body', '/proc/none/x'], { cwd });
    expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining('give --save-body a place') });
  });
});
