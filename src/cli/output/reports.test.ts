import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failed, sampleRecord, sampleResult } from '../../../test/samples/sample-record.ts';
import { reportPieces } from '../../report/formats.ts';
import { exitCodeWith, showReport, writeReports } from './reports.ts';

const record = sampleRecord({ results: [sampleResult('a', failed({}))] });
const source = { record, recordText: '', recordFile: 'r', document: undefined };

test('writeReports() writes all other reports, and tells which one assay failed to make', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'assay-reports-'));
  const places = ['json', 'html', 'tap'] as const;
  const told: string[] = [];
  try {
    const written = await writeReports(
      places.map((format) => ({ format, file: join(directory, format) })),
      source,
      { stdout: () => undefined, stderr: (text) => void told.push(text), env: {} },
      async (format) => {
        if (format === 'html') throw new TypeError('no such thing');
        return `the report ${format}\n`;
      },
    );
    expect(written).toBe('some missing');
    expect(readFileSync(join(directory, 'json'), 'utf8')).toBe('the report json\n');
    expect(readFileSync(join(directory, 'tap'), 'utf8')).toBe('the report tap\n');
    expect(told.join('')).toMatch(
      /^assay: internal error: the report "html" could not be made.*TypeError: no such/,
    );
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test('writeReports() writes a report piece by piece, and no part of one whose pieces break off', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'assay-reports-'));
  const [told, shown]: [string[], string[]] = [[], []];
  function* pieces(isWhole: boolean): Generator<string> {
    yield 'one ';
    if (!isWhole) throw new RangeError('Invalid string length');
    yield 'two';
  }
  try {
    const written = await writeReports(
      [
        { format: 'har', file: join(directory, 'har') },
        { format: 'json', file: join(directory, 'json') },
        { format: 'har', file: undefined },
      ],
      source,
      { stdout: (text) => void shown.push(text), stderr: (text) => void told.push(text), env: {} },
      async (format) => pieces(format === 'har'),
    );
    expect(written).toBe('some missing');
    expect(readdirSync(directory)).toEqual(['har']);
    expect(readFileSync(join(directory, 'har'), 'utf8')).toBe('one two');
    expect(shown).toEqual(['one ', 'two']);
    expect(told.join('')).toContain('cannot write the report');
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test('writeReports() writes the others where one fails in the middle of standard output', async () => {
  const [told, shown]: [string[], string[]] = [[], []];
  const written = await writeReports(
    [
      { format: 'har', file: undefined },
      { format: 'tap', file: undefined },
    ],
    source,
    { stdout: (text) => void shown.push(text), stderr: (text) => void told.push(text), env: {} },
    async (format) =>
      format === 'tap'
        ? 'the report tap\n'
        : (function* pieces() {
            yield 'a piece\n';
            throw new TypeError('no such thing');
          })(),
  );
  expect(written).toBe('some missing');
  expect(told.join('')).toMatch(
    /^assay: internal error: the report "har" could not be made.*TypeError: no such/,
  );
  expect(shown.join('')).toBe('a piece\nthe report tap\n');
});

test('the HAR report is one piece for each exchange, which together are one document', async () => {
  const report = await reportPieces('har', source);
  const pieces = typeof report === 'string' ? [report] : [...report];
  expect(pieces).toHaveLength(record.exchanges.size + 2);
  const { log } = JSON.parse(pieces.join('')) as { readonly log: { readonly entries: readonly unknown[] } };
  expect(log.entries).toHaveLength(record.exchanges.size);
});

test('writeReports() survives a summary of a job that cannot be made', async () => {
  const told: string[] = [];
  const written = await writeReports(
    [{ format: 'github', file: undefined }],
    source,
    {
      stdout: () => undefined,
      stderr: (text) => void told.push(text),
      env: { GITHUB_STEP_SUMMARY: 'summary.md' },
    },
    async (format) => {
      if (format === 'markdown') throw new TypeError('no such thing');
      return '';
    },
  );
  expect(written).toBe('all written');
  expect(told.join('')).toContain('the report "markdown" could not be made');
});

test('showReport() shows the verdict, when assay fails to make the report', () => {
  const [shown, told]: [string[], string[]] = [[], []];
  const written = showReport(
    record,
    {
      colour: false,
      width: 80,
      verbose: false,
      document: undefined,
      recordFile: undefined,
      extent: 'whole',
      write: (text) => void shown.push(text),
      render: () => {
        throw new TypeError('no such thing');
      },
    },
    { stderr: (text) => void told.push(text) },
  );
  expect(written).toBe('some missing');
  expect(shown).toEqual(['does not conform\n']);
  expect(told.join('')).toContain('the report "terminal" could not be made');
});

test.each([
  [0, 'all written', 0],
  [0, 'some missing', 2],
  [1, 'some missing', 1],
  [130, 'some missing', 130],
] as const)(
  'exitCodeWith() makes of %i with "%s" %i: what was found to be broken stays so',
  (code, written, made) => {
    expect(exitCodeWith(code, 'all written', written)).toBe(made);
  },
);
