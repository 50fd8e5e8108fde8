import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UsageFault } from '../usage-fault.ts';
import { openFailedCases } from './failed-cases-file.ts';

let cwd = '';

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'assay-cases-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

describe('openFailedCases()', () => {
  test('gives nothing where nothing is named, and a note where the usual file is not there yet', async () => {
    expect(await openFailedCases(undefined, cwd)).toBeUndefined();
    const given = await openFailedCases('reports/failed-cases.ndjson', cwd);
    expect(given).toMatchObject({ files: [], records: [] });
    expect(given?.note).toContain('nothing is sent first');
  });

  test.each([
    ['a file that is not there', 'cases/mine.ndjson', 'reports/failed-cases.ndjson'],
    ['a folder without such files', 'empty', 'no file whose name ends with .ndjson'],
    ['a file that is no record', 'empty/notes.txt', 'is no record'],
  ])('refuses %s', async (_name, given, text) => {
    mkdirSync(join(cwd, 'empty'));
    writeFileSync(join(cwd, 'empty', 'notes.txt'), 'nothing\n');
    const opened = openFailedCases(given, cwd);
    await expect(opened).rejects.toThrow(UsageFault);
    await expect(opened).rejects.toThrow(text);
  });
});
